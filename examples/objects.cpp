// SPDX-License-Identifier: Apache-2.0 OR MIT
// Objects that take a message in pieces: a MAC, functions whose output depends on its length, tuples, a tree.
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sp800_185.hpp>

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "show.hpp"

using namespace std::literals;
namespace hl = hashlane;

template <class M>
bool tag_is_verified(std::string_view key, std::string_view text) {
    M m{key};
    m.update(text);
    auto tag = m.template tag<32>();
    return m.verify(tag);
}

int main() {
    const auto key = "a key that nobody else has"sv, text = "text"sv, message = "message"sv;
    const auto customization = "objects"sv;
    std::array<std::uint8_t, 16> output{};

    if (!tag_is_verified<hl::hmac<hl::sha256>>(key, text)) return 1;
    hl::kmac128 m{key};
    m.update(text);
    auto tag = m.tag<32>();
    bool good = m.verify(tag);
    if (!good) return 1;
    show(tag);

    hl::parallelhash128 h{8192};  // blocks of 8192 bytes
    h.update(message);
    auto digest = h.digest<32>();
    show(digest);

    hl::tuplehash128 tuple;
    tuple.absorb("ab"sv).absorb("c"sv);
    auto of_tuple = tuple.digest<32>();
    auto same = hl::digest<hl::tuplehash128, 32>(std::tuple("ab"sv, "c"sv));
    if (of_tuple != same) return 1;
    show(of_tuple);

    hl::kt128 x{customization};
    x.absorb(message);
    x.reader().squeeze(output);
    show(output);
}
// prints f1cc7135757bec760548ecd20c0cf05eb53f31727292714996d7294392c846e9
// prints 55451e4a9c5efb20f81c95b657c3022dac895f1cdac041d11476c6906ebbdb24
// prints f8c5296b7c295eac175621ece2fe037436b6f8e9486730b251162f6880affab5
// prints 4348d90620d2b5a0776f1b3d4b739559
