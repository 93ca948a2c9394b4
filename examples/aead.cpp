// SPDX-License-Identifier: Apache-2.0 OR MIT
// The key, nonce and texts are those of a known answer of SP 800-232.
#include <hashlane/ascon.hpp>

#include <array>
#include <cstdint>
#include <numeric>
#include <string>
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
    const auto associated_data = "0123456789:;<=>?@ABCD"sv;
    std::array<std::uint8_t, 16> cipher{}, again{};
    const auto other_nonce = counting_from<16>(0x11);
    const auto text_1 = "a text "sv, text_2 = "in pieces"sv;
    std::string cipher_1(text_1), cipher_2(text_2);
    // README
    hl::ascon_aead128 aead{key};
    auto tag = aead.encrypt(nonce, associated_data, text, cipher);            // in place is allowed
    if (!aead.decrypt(nonce, associated_data, cipher, tag, again)) return 1;  // forged: every byte of `again` is zero

    auto encryptor = aead.encryptor(other_nonce, associated_data);  // in pieces: one nonce, one direction
    encryptor.update(text_1, cipher_1).update(text_2, cipher_2);
    auto tag_of_both = encryptor.finish();
    // end
    show(cipher);
    show(tag);

    auto decryptor = aead.decryptor(other_nonce, associated_data);
    decryptor.update(cipher_1, cipher_1).update(cipher_2, cipher_2);
    if (!decryptor.finish(tag_of_both) || cipher_1 != text_1 || cipher_2 != text_2) return 1;
    return again == text ? 0 : 1;
}
// prints cc261d9f8fb8842e82e22b106796cd70
// prints 61e2c411f70abac962bcebf6cd0ea5fd
