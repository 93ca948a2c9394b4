// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Truncated tags (SP 800-232 s.4.2.1): the first bytes of a tag, 4 at the least.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../constructions/ascon_padding.hpp"
#include "../constructions/duplex_aead.hpp"
#include "../lanes/arguments.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/contract.hpp"
#include "../lanes/secret.hpp"
#include "short_tag.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// A tag for decrypt() where tags are truncated. One of fewer than `least` or of more than 16 bytes counts as forged.
// last_bits: how many bits of its last byte belong to it, 1..8, in the bit order of the family.
//   aead.decrypt(nonce, associated_data, cipher, truncated_tag(tag), text);       at least 8 bytes
//   aead.decrypt(nonce, associated_data, cipher, truncated_tag(tag, 4), text);    at least 4: a forger succeeds once in 2^32
class truncated_tag {
  public:
    constexpr explicit truncated_tag(const input_bytes& tag, std::size_t least = recommended_tag,
                                     unsigned last_bits = 8) {
        contract(least >= shortest_tag, "a tag of fewer than 4 bytes is never accepted");
        contract(last_bits >= 1 && last_bits <= 8, "the last byte of a tag has 1 to 8 bits");
        if (tag.size() < least || tag.size() > sizeof bytes) return;
        tag.for_pieces(tag.size(), [&](const std::uint8_t* p, std::size_t n) { copy_bytes(bytes, p, n); });
        bits = 8 * (tag.size() - 1) + last_bits;
    }

    // In constant time: only the size may show.
    template <std::endian order>
    constexpr bool is_prefix_of(const duplex_tag& whole) const {
        std::uint64_t difference = 0;
        for (std::size_t i = 0; i < 2; ++i)
            difference |= (whole[i] ^ load<order, std::uint64_t>(bytes + 8 * i)) &
                          ascon::first_bits_of_word<order>(bits < 64 * i ? 0 : bits - 64 * i);
        return HASHLANE_DECLASSIFY((opaque(difference) == 0) & (bits != 0));
    }

  private:
    template <std::size_t N>
    friend class expected_tag;
    constexpr truncated_tag() = default;

    std::uint8_t bytes[16]{};  // a copy: the tag may lie where the text goes
    std::size_t bits = 0;      // 0: not acceptable
};

// The parameter of decrypt() and finish(): a whole tag of N bytes, or a truncated_tag.
template <std::size_t N>
class expected_tag {
  public:
    constexpr expected_tag(const truncated_tag& t) : tag(t) {}
    template <class T>
    constexpr expected_tag(const T& whole) {
        constexpr bool bytes = arguments::are_bytes<T>;
        constexpr std::size_t size = arguments::fixed_size<T>();
        constexpr bool fixed = size != std::dynamic_extent;
        static_assert(bytes, "a tag is a range of bytes: std::array, truncated_tag(std::span(p, n), least)");
        static_assert(fixed || !bytes, "a tag of run-time size: write truncated_tag(tag, tag_size)");
        static_assert(size == N || !fixed,
                      "a whole tag has tag_size bytes: write truncated_tag(tag) for a shorter one");
        if constexpr (size == N) tag = truncated_tag(whole, N);
    }

    constexpr const truncated_tag& get() const { return tag; }

  private:
    truncated_tag tag;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
