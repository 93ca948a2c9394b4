// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The sponge construction (FIPS 202 s.4) over any permutation. It has no buffer: input is xored into the state word by
// word, and `position` counts the bytes of the current block.

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../kernels/batch_job.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/pieces.hpp"
#include "../lanes/secret.hpp"
#include "../lanes/state_word.hpp"
#include "fields.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <class P>
class sponge;

// A mode is a permutation with its rate and padding. It gives all that follows.
template <class P>
concept sponge_mode = requires(std::uint64_t* A, const std::uint8_t* in, const char* text, std::uint8_t* out,
                               std::size_t blocks, sponge<P>& s) {
    { P::words } -> std::convertible_to<std::size_t>;                            // words of the state
    { P::rate } -> std::convertible_to<std::size_t>;                             // bytes of the rate
    { P::order } -> std::convertible_to<std::endian>;                            // order of bytes within a word
    { P::initial } -> std::convertible_to<std::array<std::uint64_t, P::words>>;  // the state before the first block
    P::permute(A);                                                               // between blocks of input
    P::permute_squeeze(A);                                                       // between blocks of output
    P::absorb_blocks(A, in, blocks);                                             // whole blocks
    P::absorb_blocks(A, text, blocks);             // of any byte type, in constant evaluation
    P::squeeze_blocks(A, out, blocks);             // permutes before each block
    P::finish(s, std::uint8_t{}, partial_byte{});  // suffix, padding, permutation before the first output
};

// The loops over blocks of a mode P, whose rate is a number of whole words. A mode that has no kernels derives from
// this; one that has kernels calls it in constant evaluation.
template <class P>
struct blocks_without_kernels {
    template <class B>
    static constexpr void absorb_blocks(std::uint64_t* A, const B* p, std::size_t blocks) {
        for (; blocks != 0; --blocks, p += P::rate) {
            for (std::size_t i = 0; i < rate_words(); ++i) A[i] ^= load<P::order, std::uint64_t>(p + 8 * i);
            P::permute(A);
        }
    }

    static constexpr void squeeze_blocks(std::uint64_t* A, std::uint8_t* p, std::size_t blocks) {
        for (; blocks != 0; --blocks, p += P::rate) {
            P::permute_squeeze(A);
            for (std::size_t i = 0; i < rate_words(); ++i) store<P::order>(p + 8 * i, A[i]);
        }
    }

  private:
    static constexpr std::size_t rate_words() {
        static_assert(P::rate % 8 == 0, "without kernels, the rate of a mode is a number of whole words");
        return P::rate / 8;
    }
};

// A mode with kernels for many messages. batch_job.hpp says what these members mean. Messages of a mode without them
// are digested one by one.
template <class P>
concept batched_sponge_mode = requires {
    { P::primitive } -> std::convertible_to<batch_primitive>;
    { P::rounds } -> std::convertible_to<unsigned>;
    { P::last_rounds } -> std::convertible_to<unsigned>;
    { P::final_bit } -> std::convertible_to<std::uint8_t>;
};

template <class P>
struct sponge_batches {
    static constexpr bool side_by_side = false;
};

template <batched_sponge_mode P>
struct sponge_batches<P> {
    static constexpr bool side_by_side = true;
    static constexpr auto primitive = P::primitive;
};

template <class P>
class sponge : public sponge_batches<P> {
    static_assert(sponge_mode<P>, "a mode of a sponge gives all that the concept sponge_mode lists");
    static_assert(P::rate != 0 && P::rate < 8 * P::words, "the rate of a sponge is 1 to 8 * words - 1 bytes");

  public:
    static constexpr std::size_t rate = P::rate;

    constexpr sponge() {
        if (__builtin_is_constant_evaluated())
            A = P::initial;
        else
            begin();
    }

    template <class B>
    constexpr void absorb(const B* p, std::size_t n) {
        position = absorb_from(position, p, n);
    }

    constexpr void absorb_byte(std::uint8_t b) { absorb(&b, 1); }

    // Absorbs the bytes of w, the lowest first. Returns false only if no block ends with them.
    template <std::unsigned_integral W>
    HASHLANE_INLINE constexpr bool absorb_integer(W w) {
        if constexpr (std::same_as<W, bool>) return absorb_integer(static_cast<std::uint8_t>(w));
        std::size_t at = position;
        const bool inside = stays_inside(at, sizeof w);
        if (inside) [[likely]] {
            xor_memory(at, w);
            at += sizeof w;
        } else
            at = absorb_word(at, w);
        position = at;
        return !inside;
    }

    // Does the same for n bytes, inlined. It is for a few bytes whose number is known at compile time.
    static constexpr std::size_t most_few = 64;
    template <class B>
    HASHLANE_INLINE constexpr bool absorb_few(const B* p, std::size_t n) {
        std::size_t at = position;
        const bool inside = stays_inside(at, n);
        if (inside) [[likely]] {
            xor_few(at, p, n);
            at += n;
        } else
            at = absorb_from(at, p, n);
        position = at;
        return !inside;
    }

    // Absorbs zeros up to the next block, as bytepad of SP 800-185 s.2.3.3 does.
    constexpr void fill_block() {
        if (position == 0) return;
        P::permute(A.data());
        position = 0;
    }

    // Ends the message. Only squeeze() may follow. The block that is squeezed first stands in the state.
    constexpr void finish(std::uint8_t suffix, partial_byte last) {
        P::finish(*this, suffix, last);
        position = 0;
    }

    // Copies another sponge, word by word: a vector that is loaded right after its words were stored would wait for
    // them (docs/TUNING.md, "Transcripts").
    constexpr void assign(const sponge& other) {
        for (std::size_t i = 0; i < P::words; ++i) A[i] = opaque(other.A[i]);
        position = other.position;
    }

    constexpr void squeeze(std::uint8_t* p, std::size_t n) {
        const std::size_t head = n < rate - position ? n : rate - position;
        extract(p, head);
        p += head;
        n -= head;
        if (n == 0) return;
        if (const std::size_t blocks = n / rate; blocks != 0) {
            P::squeeze_blocks(A.data(), p, blocks);
            p += blocks * rate;
            n -= blocks * rate;
        }
        if (n == 0) return;
        P::permute_squeeze(A.data());
        position = 0;
        extract(p, n);
    }

    constexpr void xor_at(std::size_t at, std::uint8_t b) { A[at / word_bytes] ^= std::uint64_t{b} << shift_of(at); }

    // Describes many messages that all begin with what has been absorbed, and end with the byte `suffix`.
    void describe(batch_job& job, std::uint8_t suffix) const
    requires batched_sponge_mode<P>
    {
        job.state = A.data();
        job.position = position;
        job.rate = rate / word_bytes;
        job.rounds = P::rounds;
        job.last_rounds = P::last_rounds;
        job.final_bit = P::final_bit;
        job.big_endian = P::order == std::endian::big;
        job.trailer[job.trailer_size++] = suffix;
    }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        for (auto& a : A) archive.word(a);
        archive.below(position, rate);
    }

    // Tells whether the bytes of the state from `position` on are those of a new sponge. They are until the first block
    // is full.
    constexpr bool new_behind_position() const {
        const sponge fresh;
        for (std::size_t at = position; at < word_bytes * P::words; ++at)
            if (byte_at(at) != fresh.byte_at(at)) return false;
        return true;
    }

    std::array<std::uint64_t, P::words> A;
    std::size_t position = 0;

  private:
    static constexpr std::size_t word_bytes = 8;

    HASHLANE_INLINE void begin() {
        if constexpr (P::words % 2 == 1 && P::initial == decltype(P::initial){}) {
            clear_pieces<P::words / 2>(A.data());
            A.back() = 0;
        } else
            A = P::initial;
    }

    // Returns by how many bits byte `at` of the state is shifted in its word.
    static constexpr std::size_t shift_of(std::size_t at) {
        const std::size_t i = at % word_bytes;
        return 8 * (P::order == std::endian::little ? i : word_bytes - 1 - i);
    }

    // These functions take the position and return the next one, so that only one place stores it. A processor forwards
    // what an instruction has stored to the one that loads it, and loses time when another instruction has stored there
    // (docs/TUNING.md, "Transcripts").
    template <class B>
    constexpr std::size_t absorb_from(std::size_t at, const B* p, std::size_t n) {
        if (at != 0) {
            const std::size_t head = n < rate - at ? n : rate - at;
            xor_bytes(at, p, head);
            if (at + head != rate) return at + head;
            P::permute(A.data());
            p += head;
            n -= head;
        }
        if (const std::size_t blocks = n / rate; blocks != 0) {
            P::absorb_blocks(A.data(), p, blocks);
            p += blocks * rate;
            n -= blocks * rate;
        }
        xor_bytes(0, p, n);
        return n;
    }

    template <class W>
    HASHLANE_NOINLINE constexpr std::size_t absorb_word(std::size_t at, W w) {
        constexpr bool whole_words = rate % word_bytes == 0;  // then an integer in its place ends within the block
        if (P::order == std::endian::little && whole_words && at % sizeof w == 0) {
            A[at / word_bytes] ^= std::uint64_t{w} << 8 * (at % word_bytes);
            if (at + sizeof w != rate) return at + sizeof w;
            P::permute(A.data());
            return 0;
        }
        std::uint8_t bytes[sizeof w]{};
        for (std::size_t i = 0; i < sizeof w; ++i) bytes[i] = static_cast<std::uint8_t>(w >> 8 * i);
        return absorb_from(at, bytes, sizeof w);
    }

    // Xors n bytes that do not pass the end of the block.
    template <class B>
    constexpr void xor_bytes(std::size_t at, const B* p, std::size_t n) {
        if (const std::size_t in_word = at % word_bytes; in_word != 0) {
            const std::size_t head = n < word_bytes - in_word ? n : word_bytes - in_word;
            const auto w = load_partial<P::order, std::uint64_t>(p, head);
            A[at / word_bytes] ^= P::order == std::endian::little ? w << 8 * in_word : w >> 8 * in_word;
            at += head;
            p += head;
            n -= head;
        }
        for (; n >= word_bytes; n -= word_bytes, p += word_bytes, at += word_bytes)
            A[at / word_bytes] ^= load<P::order, std::uint64_t>(p);
        if (n != 0) A[at / word_bytes] ^= load_partial<P::order, std::uint64_t>(p, n);
    }

    // Tells whether n bytes may be xored into the memory of the state, because the block does not end with them. They
    // are xored at their own width and place: of two xors into one word the second would have to wait for the first
    // (docs/TUNING.md, "Transcripts").
    HASHLANE_INLINE static constexpr bool stays_inside(std::size_t at, std::size_t n) {
        constexpr auto le = std::endian::little;
        if (P::order != le || std::endian::native != le || __builtin_is_constant_evaluated()) return false;
        return n < rate && at < rate - n;
    }

    template <class W>
    HASHLANE_INLINE void xor_memory(std::size_t at, W w) {
        unsigned char* const p = reinterpret_cast<unsigned char*>(A.data()) + at;
        W have;
        std::memcpy(&have, p, sizeof w);
        have = static_cast<W>(have ^ w);
        std::memcpy(p, &have, sizeof w);
    }

    template <class B>
    HASHLANE_INLINE void xor_few(std::size_t at, const B* p, std::size_t n) {
        const auto part = [&](auto w, std::size_t i) HASHLANE_LAMBDA_INLINE {
            std::memcpy(&w, p + i, sizeof w);
            xor_memory(at + i, w);
        };
        unrolled<0, most_few / 8>([&](std::size_t i) HASHLANE_LAMBDA_INLINE {
            if (8 * i + 8 <= n) part(std::uint64_t{}, 8 * i);
        });
        if (n % 8 >= 4) part(std::uint32_t{}, n / 8 * 8);
        if (n % 4 >= 2) part(std::uint16_t{}, n / 4 * 4);
        if (n % 2 == 1) part(std::uint8_t{}, n - 1);
    }

    constexpr void extract(std::uint8_t* p, std::size_t n) {
        for (; n != 0 && position % word_bytes != 0; --n, ++position) *p++ = byte_at(position);
        for (; n >= word_bytes; n -= word_bytes, p += word_bytes, position += word_bytes)
            store<P::order>(p, A[position / word_bytes]);
        if (n != 0) store_partial<P::order>(p, A[position / word_bytes], n);
        position += n;
    }

    constexpr std::uint8_t byte_at(std::size_t at) const {
        return static_cast<std::uint8_t>(A[at / word_bytes] >> shift_of(at));
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
