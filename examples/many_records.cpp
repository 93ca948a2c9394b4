// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <hashlane/ascon.hpp>
#include <hashlane/batch.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "show.hpp"

using namespace std::literals;
namespace hl = hashlane;

int main() {
    const std::vector<std::string> texts(100, "a record");
    std::vector<std::array<std::uint8_t, 16>> nonces(texts.size()), tags(texts.size());
    for (std::size_t i = 0; i < nonces.size(); ++i) nonces[i][0] = static_cast<std::uint8_t>(i);  // never one twice
    std::vector<std::string> ciphers(texts), again(texts);

    const hl::ascon_aead128 aead{std::array<std::uint8_t, 16>{1, 2, 3}};
    hl::encrypt_many(aead, nonces, "header"sv, texts, ciphers, tags);
    if (!hl::decrypt_many(aead, nonces, "header"sv, ciphers, tags, again, hl::threads{2})) return 1;
    if (again != texts) return 1;
    show(tags[99]);
}
// prints 477c983372cb7da670695ec438db672f
