// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The sponge construction, FIPS 202 s.4, over any permutation. It has no buffer: input is xored into the state word by
// word, and `position` counts the bytes of the current block.
//
// A permutation P gives
//   words, rate (bytes), order (of bytes within a word), initial (the state before the first block),
//   permute(A), absorb_blocks(A, p, n), squeeze_blocks(A, p, n)     whole blocks; the last permutes before each block
//   finish(sponge, suffix, partial_byte)                             domain suffix, padding, permutation
//   primitive, rounds, last_rounds, final_bit                        for many messages: batch_job.hpp

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "../lanes/secret.hpp"
#include "batch_job.hpp"
#include "fields.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// The last byte of a message that ends within a byte: `bits` (0..7) of `value`, in the bit order of the family's
// standard: FIPS 202 and SP 800-232 take the low bits (FIPS 202 s.B.1), FIPS 180-4 the high ones.
struct partial_byte {
    std::uint8_t value = 0;
    unsigned bits = 0;
};

template <class P>
class sponge {
  public:
    static constexpr std::size_t rate = P::rate;

    template <class B>
    constexpr void absorb(const B* p, std::size_t n) {
        if (position != 0) {
            const std::size_t head = n < rate - position ? n : rate - position;
            xor_bytes(p, head);
            if (position != rate) return;
            P::permute(A.data());
            position = 0, p += head, n -= head;
        }
        if (const std::size_t blocks = n / rate; blocks != 0) {
            P::absorb_blocks(A.data(), p, blocks);
            p += blocks * rate, n -= blocks * rate;
        }
        xor_bytes(p, n);
    }

    constexpr void absorb_byte(std::uint8_t b) { absorb(&b, 1); }

    // The bytes of w, lowest first: one xor where they stand in one word of the state.
    template <std::unsigned_integral W>
    HASHLANE_INLINE constexpr void absorb_integer(W w) {
        if constexpr (P::order == std::endian::little) {
            const std::size_t at = position % word_bytes;
            if (at + sizeof w <= word_bytes) [[likely]] {
                A[position / word_bytes] ^= std::uint64_t{w} << 8 * at;
                position += sizeof w;
                if (position == rate) [[unlikely]]
                    P::permute(A.data()), position = 0;
                return;
            }
        }
        std::uint8_t bytes[sizeof w]{};
        for (std::size_t i = 0; i < sizeof w; ++i) bytes[i] = static_cast<std::uint8_t>(w >> 8 * i);
        absorb(bytes, sizeof w);
    }

    // Zeros up to the next block: bytepad of SP 800-185 s.2.3.3.
    constexpr void fill_block() {
        if (position == 0) return;
        P::permute(A.data());
        position = 0;
    }

    // Afterwards only squeeze. The block that is squeezed first is ready.
    constexpr void finish(std::uint8_t suffix, partial_byte last) {
        P::finish(*this, suffix, last);
        position = 0;
    }

    // Word by word: a vector that is loaded right after its words were stored waits until they are in the cache.
    constexpr void assign(const sponge& other) {
        for (std::size_t i = 0; i < P::words; ++i) A[i] = opaque(other.A[i]);
        position = other.position;
    }

    constexpr void squeeze(std::uint8_t* p, std::size_t n) {
        const std::size_t head = n < rate - position ? n : rate - position;
        extract(p, head);
        p += head, n -= head;
        if (n == 0) return;
        if (const std::size_t blocks = n / rate; blocks != 0) {
            P::squeeze_blocks(A.data(), p, blocks);
            p += blocks * rate, n -= blocks * rate;
        }
        if (n == 0) return;
        P::permute_squeeze(A.data());
        position = 0;
        extract(p, n);
    }

    constexpr void xor_at(std::size_t at, std::uint8_t b) { A[at / word_bytes] ^= load_partial_at(b, at % word_bytes); }

    // For many messages that all begin with what has been absorbed, and end in this byte.
    static constexpr bool side_by_side = true;
    static constexpr auto primitive = P::primitive;
    void describe(batch_job& job, std::uint8_t suffix) const {
        job.state = A.data(), job.position = position, job.rate = rate / word_bytes;
        job.rounds = P::rounds, job.last_rounds = P::last_rounds, job.final_bit = P::final_bit;
        job.big_endian = P::order == std::endian::big;
        job.trailer[job.trailer_size++] = suffix;
    }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        for (auto& a : A) archive.word(a);
        archive.below(position, rate);
    }

    std::array<std::uint64_t, P::words> A = P::initial;
    std::size_t position = 0;

  private:
    static constexpr std::size_t word_bytes = 8;

    static constexpr std::uint64_t load_partial_at(std::uint8_t b, std::size_t at) {
        return std::uint64_t{b} << 8 * (P::order == std::endian::little ? at : word_bytes - 1 - at);
    }

    // n bytes that do not pass the end of the block.
    template <class B>
    constexpr void xor_bytes(const B* p, std::size_t n) {
        if (const std::size_t at = position % word_bytes; at != 0) {
            const std::size_t head = n < word_bytes - at ? n : word_bytes - at;
            const auto w = load_partial<P::order, std::uint64_t>(p, head);
            A[position / word_bytes] ^= P::order == std::endian::little ? w << 8 * at : w >> 8 * at;
            position += head, p += head, n -= head;
        }
        for (; n >= word_bytes; n -= word_bytes, p += word_bytes, position += word_bytes)
            A[position / word_bytes] ^= load<P::order, std::uint64_t>(p);
        if (n != 0) A[position / word_bytes] ^= load_partial<P::order, std::uint64_t>(p, n);
        position += n;
    }

    constexpr void extract(std::uint8_t* p, std::size_t n) {
        for (; n != 0 && position % word_bytes != 0; --n, ++position) *p++ = byte_at(position);
        for (; n >= word_bytes; n -= word_bytes, p += word_bytes, position += word_bytes)
            store<P::order>(p, A[position / word_bytes]);
        if (n != 0) store_partial<P::order>(p, A[position / word_bytes], n);
        position += n;
    }

    constexpr std::uint8_t byte_at(std::size_t at) const {
        const std::size_t i = at % word_bytes;
        return static_cast<std::uint8_t>(A[at / word_bytes] >>
                                         8 * (P::order == std::endian::little ? i : word_bytes - 1 - i));
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
