// SPDX-License-Identifier: Apache-2.0 OR MIT
// The key, nonce and texts are those of a known answer of SP 800-232.
#include <hashlane/ascon.hpp>

#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>

#include "show.hpp"

namespace hl = hashlane;
using namespace std::literals;

template <std::size_t N>
std::array<std::uint8_t, N> counting_from(std::uint8_t first) {
    std::array<std::uint8_t, N> bytes{};
    std::iota(bytes.begin(), bytes.end(), first);
    return bytes;
}

int main() {
    const auto key = counting_from<16>(0x00), nonce = counting_from<16>(0x10), text = counting_from<16>(0x20);
    const auto header = "0123456789:;<=>?@ABCD"sv;
    std::array<std::uint8_t, 16> cipher{}, again{};
    // README
    hl::ascon_aead128 aead{key};
    auto tag = aead.encrypt(nonce, header, text, cipher);            // in place is allowed
    if (!aead.decrypt(nonce, header, cipher, tag, again)) return 1;  // forged: every byte of `again` is zero
    // end
    show(cipher);
    show(tag);
    return again == text ? 0 : 1;
}
// prints cc261d9f8fb8842e82e22b106796cd70
// prints 61e2c411f70abac962bcebf6cd0ea5fd
