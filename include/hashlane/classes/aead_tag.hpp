// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Truncated tags of AEADs (SP 800-232 s.4.2.1): the first 4 to 16 bytes of a tag.

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

namespace hashlane::inline HASHLANE_ABI {

/// A tag that may be shorter than tag_size, for aead::decrypt() and aead_decryptor::finish(). It holds a copy of the
/// bytes, so a plaintext may be written over them.
///
///     aead.decrypt(nonce, associated_data, cipher, truncated_tag(tag), text);      // 8 to 16 bytes are accepted
///     aead.decrypt(nonce, associated_data, cipher, truncated_tag(tag, 4), text);   // 4 to 16 bytes
class truncated_tag {
  public:
    /// Takes a tag as it was received.
    /// \param tag any number of bytes. A tag of fewer than `least` or more than 16 bytes counts as forged.
    /// \param least the size of the shortest tag that the protocol accepts, in bytes: 4 or more, 8 by default. A
    /// smaller number ends the program. A forger guesses a tag of 4 bytes with a probability of 2^-32.
    /// \param last_bits how many bits of the last byte belong to the tag, 1 to 8, in the bit order of the family.
    /// Another number ends the program. A tag of fewer than 8 * least bits counts as forged.
    constexpr explicit truncated_tag(const input_bytes& tag, std::size_t least = recommended_tag,
                                     unsigned last_bits = 8) {
        contract(least >= shortest_tag, "a tag of fewer than 4 bytes is never accepted");
        contract(last_bits >= 1 && last_bits <= 8, "the last byte of a tag has 1 to 8 bits");
        if (tag.size() < least || tag.size() > sizeof bytes) return;
        if (tag.size() == least && last_bits != 8) return;
        tag.for_pieces(tag.size(), [&](const std::uint8_t* p, std::size_t n) { copy_bytes(bytes, p, n); });
        bits = 8 * (tag.size() - 1) + last_bits;
    }

    /// Tells whether `whole` begins with this tag, in constant time: the time depends on the size of the tag alone.
    /// False for a tag whose size is not accepted.
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

    std::uint8_t bytes[16]{};  // a copy, since the text may be written over the tag
    std::size_t bits = 0;      // 0: the size of the tag is not accepted
};

/// The type of a parameter that is the tag of a message: a whole tag of N bytes, or a truncated_tag.
template <std::size_t N>
class expected_tag {
  public:
    /// Takes a truncated tag `t`.
    constexpr expected_tag(const truncated_tag& t) : tag(t) {}
    /// Takes a whole tag.
    /// \param whole a range of exactly N bytes, whose size the compiler knows. A range of another size, or of one that
    /// is known at run time only, does not compile; the message of the compiler names truncated_tag.
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

    /// Returns the tag.
    constexpr const truncated_tag& get() const { return tag; }

  private:
    truncated_tag tag;
};

}  // namespace hashlane::inline HASHLANE_ABI
