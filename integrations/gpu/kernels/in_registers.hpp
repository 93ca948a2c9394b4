// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The constructions of Hashlane over a state in registers: a thread has one message, and its loops are unrolled so that
// no index is left to run time. The rounds are those of primitives/, and the parameters those of the classes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <hashlane/ascon.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>
#include <hashlane/turboshake.hpp>

#include "messages.hpp"

namespace hashlane::gpu {

// in_registers<C, size, suffix> digests a message with the construction C to `size` bytes: hash(message) returns them as
// words, the first byte lowest. A construction without a suffix of its own takes `suffix`.
template <class C, std::size_t size, std::uint8_t suffix = 0>
struct in_registers;

// ---- SHA-2, FIPS 180-4 s.6

// Compresses a block. Where no pin is compiled, this form of the rounds takes fewest operations: the last rotation of a
// Sigma and the addition behind it are one instruction of the device (LEA.HI).
template <class P, class W>
HASHLANE_INLINE void compress_in_registers(W* H, W* block) {
    constexpr std::make_index_sequence<16> all;
    constexpr auto form = sha2::rounds_in::two_operands;
    W S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]};
    sha2::sixteen_rounds<P, form, false>(S, block, P::K, all);
    unrolled<1, P::rounds / 16>(
        [&](auto i) HASHLANE_LAMBDA_INLINE { sha2::sixteen_rounds<P, form, true>(S, block, P::K + 16 * i, all); });
    sha2::add_variables(H, S);
}

template <class P, class Parameters, std::size_t digest_size>
struct sha2_in_registers {
    using word = typename P::word;

    template <class Message>
    HASHLANE_INLINE static auto hash(const Message& m) {
        constexpr std::int64_t fits = 14 * sizeof(word);  // bytes before the length
        std::array<word, 8> H = Parameters::initial_hash_value;
        message_blocks<word, 16, Message, padding<1>> blocks(m, {0x80});
        bool last = false;
        do {
            word W[16];
            last = blocks.left() <= fits;
            blocks.next(W);
            unrolled<0, 16>([&](auto i) HASHLANE_LAMBDA_INLINE { W[i] = byteswap(W[i]); });
            W[14] = last ? high_word_of_length(m.bytes()) : W[14];
            W[15] = last ? static_cast<word>(m.bytes() << 3) : W[15];
            compress_in_registers<P>(H.data(), W);
        } while (!last);
        std::array<word, digest_size / sizeof(word)> digest;
        unrolled<0, digest.size()>([&](auto i) HASHLANE_LAMBDA_INLINE { digest[i] = byteswap(H[i]); });
        return digest;
    }

  private:
    // Returns the high word of the length of the message in bits (s.5.1).
    HASHLANE_INLINE static word high_word_of_length(std::uint64_t bytes) {
        return static_cast<word>(bytes >> (sizeof(word) == 8 ? 61 : 29));
    }
};

template <class P>
P words_of_compression(sha2_compression<P>);

template <class Parameters, std::size_t size>
struct in_registers<merkle_damgard<Parameters>, size, 0>
    : sha2_in_registers<decltype(words_of_compression(typename Parameters::compression{})), Parameters, size> {};

// ---- Keccak, FIPS 202 s.4, and its form with 12 rounds, RFC 9861 s.2

template <unsigned rounds>
HASHLANE_INLINE void permute_in_registers(std::uint64_t* A) {
    constexpr unsigned first = keccak::max_rounds - rounds;
    std::uint64_t E[keccak::lanes];
    unrolled<0, rounds / 2>([&](auto i) HASHLANE_LAMBDA_INLINE {
        keccak::round<std::uint64_t, false>(A, E, keccak::RC[first + 2 * i]);
        keccak::round<std::uint64_t, false>(E, A, keccak::RC[first + 2 * i + 1]);
    });
}

// `padding` is what follows the message; its last byte holds the domain bits and the first 1 of the padding.
template <std::size_t rate, unsigned rounds, class Message, class Padding>
HASHLANE_INLINE std::array<std::uint64_t, keccak::lanes> absorb_in_registers(const Message& m, Padding padding) {
    constexpr std::size_t words = rate / 8;
    std::array<std::uint64_t, keccak::lanes> A{};
    message_blocks<std::uint64_t, words, Message, Padding> blocks(m, padding);
    bool last = false;
    do {
        std::uint64_t block[words];
        last = blocks.left() <= std::int64_t{rate};
        blocks.next(block);
        unrolled<0, words>([&](auto i) HASHLANE_LAMBDA_INLINE { A[i] ^= block[i]; });
        A[words - 1] ^= last ? std::uint64_t{keccak::final_bit} << 56 : 0;
        permute_in_registers<rounds>(A.data());
    } while (!last);
    return A;
}

template <std::size_t size>
HASHLANE_INLINE std::array<std::uint64_t, size / 8> first_words(const std::array<std::uint64_t, keccak::lanes>& A) {
    std::array<std::uint64_t, size / 8> words;
    unrolled<0, size / 8>([&](auto i) HASHLANE_LAMBDA_INLINE { words[i] = A[i]; });
    return words;
}

template <std::size_t rate, std::uint8_t own_suffix, unsigned rounds, std::size_t size>
struct in_registers<keccak_sponge<rate, own_suffix, rounds>, size, 0> {
    static_assert(own_suffix < 0x80 && size <= rate);

    template <class Message>
    HASHLANE_INLINE static auto hash(const Message& m) {
        return first_words<size>(absorb_in_registers<rate, rounds>(m, padding<1>{own_suffix}));
    }
};

template <std::size_t rate, std::uint8_t domain, std::size_t size>
struct in_registers<turboshake_sponge<rate>, size, domain> : in_registers<keccak_sponge<rate, domain, 12>, size> {};

// ---- Ascon-Hash256, SP 800-232 s.5.1

template <std::uint64_t IV, unsigned b, std::size_t size>
struct in_registers<ascon_sponge<IV, std::endian::little, b>, size, 0> {
    template <class Message>
    HASHLANE_INLINE static std::array<std::uint64_t, size / 8> hash(const Message& m) {
        auto S = ascon_mode<IV, std::endian::little, b>::initial;
        message_blocks<std::uint64_t, 1, Message, padding<1>> blocks(m, {1});
        while (blocks.left() > 0) {
            std::uint64_t word;
            blocks.next(&word);
            S[0] ^= word;
            ascon::permute(S.data(), b);
        }
        std::array<std::uint64_t, size / 8> digest;
        unrolled<0, digest.size()>([&](auto i) HASHLANE_LAMBDA_INLINE {
            if constexpr (i != 0) ascon::permute(S.data(), b);
            digest[i] = S[0];
        });
        return digest;
    }
};

}  // namespace hashlane::gpu
