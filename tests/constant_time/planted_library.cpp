// SPDX-License-Identifier: Apache-2.0 OR MIT
// A leak in a copy of the library, whose headers constant_time.py changes. The copy has another namespace, so that both
// are in one program.

#define hashlane hashlane_with_leak
#include "tool.hpp"

#include <hashlane/ascon.hpp>
#include <hashlane/batch.hpp>

#include <array>

#include "subjects.hpp"

namespace {

namespace hl = hashlane;

constexpr std::size_t records = 12, text_size = 24;
std::array<std::uint8_t, 16 * records> nonces, tags;
std::array<std::uint8_t, text_size * records> ciphers;

template <class B>
auto pieces(B* all) {
    std::array<std::span<B>, records> found;
    for (std::size_t i = 0; i < records; ++i) found[i] = {all + i * text_size, text_size};
    return found;
}

// All tags are forged. The first byte of a tag is right if it is odd, so that it is for some secrets and not for others.
void seal() {
    hl::encrypt_many(hl::ascon_aead128(part<0, 16>()), nonces, nonces, pieces<const std::uint8_t>(secret + 64),
                     pieces(ciphers.data()), tags);
    for (std::size_t i = 0; i < records; ++i) {
        const std::uint8_t first = tags[16 * i];
        for (std::size_t k = 0; k < 16; ++k) tags[16 * i + k] = 0;
        tags[16 * i] = first & 1 ? first : static_cast<std::uint8_t>(~first);
    }
}

void decrypt() {
    result[2000] = hl::decrypt_many(hl::ascon_aead128(part<0, 16>()), nonces, nonces,
                                    pieces<const std::uint8_t>(ciphers.data()), tags, pieces(result));
}

constexpr subject table[] = {{"branch on the first byte of a tag", seal, decrypt}};

}  // namespace

std::span<const subject> planted_in_library() { return table; }
