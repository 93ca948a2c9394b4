// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Keccak-p[1600] over whole blocks, on the target in use. A rate is counted in lanes of 8 bytes.

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "../lanes/bytes.hpp"
#include "../lanes/state_word.hpp"
#include "../primitives/keccak_p.hpp"
#include "../primitives/keccak_pairs_x86.hpp"
#include "../targets/target.hpp"
#include "keccak_padding.hpp"

namespace hashlane::inline HASHLANE_ABI::keccak {

// Calls f(first, make_index_sequence) for the lanes of the rate, a few at a time. The rates of FIPS 202 and RFC 9861
// are 9, 13, 17, 18 and 21 lanes.
template <class F>
HASHLANE_INLINE void for_rate(std::size_t rate, F&& f) {
    f(0, std::make_index_sequence<9>{});
    if (rate >= 13) f(9, std::make_index_sequence<4>{});
    if (rate >= 17) f(13, std::make_index_sequence<4>{});
    if (rate >= 18) f(17, std::make_index_sequence<1>{});
    if (rate >= 21) f(18, std::make_index_sequence<3>{});
}

template <class L>
HASHLANE_INLINE void xor_block(L* A, std::size_t rate, const std::uint8_t* p) {
    for_rate(rate, [&]<std::size_t... i>(std::size_t first, std::index_sequence<i...>) HASHLANE_LAMBDA_INLINE {
        ((A[first + i] =
              A[first + i] ^ to_state_word<L>(load<std::endian::little, std::uint64_t>(p + 8 * (first + i)))),
         ...);
    });
}

template <class L>
HASHLANE_INLINE void store_block(std::uint8_t* p, std::size_t rate, const L* A) {
    for_rate(rate, [&]<std::size_t... i>(std::size_t first, std::index_sequence<i...>) HASHLANE_LAMBDA_INLINE {
        (store<std::endian::little>(p + 8 * (first + i), from_state_word(A[first + i])), ...);
    });
}

// Tells whether the target T has the instructions of absorb_words(), and this build the function.
template <class T>
inline constexpr bool has_absorb_words = HASHLANE_KECCAK_ASM && T::vector_rotate;

// The only loop over blocks of one message. Absorbing passes `in`, squeezing passes `out`, and a permutation alone
// passes neither. It is instantiated for each target and for nothing else, so that rates and algorithms do not multiply
// code.
struct blocks_kernel {
    static constexpr bool in_written_order = true;

    template <class T>
    static constexpr bool preferred = T::bmi2 || T::sha3;

    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                    std::uint8_t* out, std::size_t blocks) {
        if constexpr (has_absorb_words<T>)
            run_words(S, n_r, rate, in, out, blocks);
        else
            run_lanes<T>(S, n_r, rate, in, out, blocks);
    }

  private:
    HASHLANE_INLINE static void run_words(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                          std::uint8_t* out, std::size_t blocks) {
        const std::size_t absorbed = in != nullptr ? rate : 0, size = 8 * rate;
        if (blocks == 0) return;
        if (out == nullptr) return absorb_words(S, n_r, absorbed, in, blocks);
        for (std::size_t at = 0; at < blocks * size; at += size) {
            absorb_words(S, n_r, absorbed, in != nullptr ? in + at : nullptr, 1);
            store_block(out + at, rate, S);
        }
    }

    template <class T>
    HASHLANE_INLINE static void run_lanes(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                          std::uint8_t* out, std::size_t blocks) {
        state_word<T> A[lanes];
        load_state(A, S, std::make_index_sequence<lanes>{});
        for (; blocks != 0; --blocks) {
            if (in != nullptr) {
                xor_block(A, rate, in);
                in += 8 * rate;
            }
            permute<!T::and_not>(A, n_r);
            if (out != nullptr) {
                store_block(out, rate, A);
                out += 8 * rate;
            }
        }
        store_state(S, A, std::make_index_sequence<lanes>{});
    }
};

// Stores the first n bytes of the state. i are the words that they may be in.
template <class L, std::size_t... i>
HASHLANE_INLINE void store_first(std::uint8_t* p, const L* A, std::size_t n, std::index_sequence<i...>) {
    std::uint64_t rest = 0;
    // Returns false after the last whole word.
    const auto word = [&](const L& a, std::size_t at) HASHLANE_LAMBDA_INLINE {
        if (at == n / 8) {
            rest = from_state_word(a);
            return false;
        }
        store<std::endian::little>(p + 8 * at, from_state_word(a));
        return true;
    };
    (word(A[i], i) && ...);
    if (n % 8 != 0) store_partial<std::endian::little>(p + n / 8 * 8, rest, n % 8);
}

// Digests a short message to a short output. No state in memory is cleared, loaded or stored (docs/TUNING.md,
// "Keccak"). The caller puts together what is left of the message after its whole words, once for all targets.
struct short_kernel {
    static constexpr bool in_written_order = true;

    template <class T>
    static constexpr bool preferred = T::bmi2 || T::sha3;

    template <class T>
    HASHLANE_INLINE static void run(keccak_parameters v, const std::uint8_t* in, std::size_t words, std::uint64_t last,
                                    std::uint8_t* out, std::size_t size) {
        using word = std::conditional_t<has_absorb_words<T>, std::uint64_t, state_word<T>>;
        word A[lanes]{};
        xor_short(A, in, words, last, std::make_index_sequence<most_short / 8 + 1>{});
        xor_last_bit(A, v.rate, std::index_sequence<8, 12, 16, 17, 20>{});
        if constexpr (has_absorb_words<T>)
            absorb_words(A, v.n_r, 0, nullptr, 1);
        else
            permute<!T::and_not>(A, v.n_r);
        store_first(out, A, size, std::make_index_sequence<most_short / 8>{});
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::keccak

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// For each block, it xors `in` (unless null) into the rate, permutes, and copies the rate to `out` (unless null).
HASHLANE_ENTRY void keccak_blocks(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                  std::uint8_t* out, std::size_t blocks) noexcept
    HASHLANE_ENTERS(targets::dispatch<keccak::blocks_kernel>(S, n_r, rate, in, out, blocks));

// Digests a message. n and size are at most most_short, n is less than a block, and size is at most a block.
HASHLANE_ENTRY void keccak_short(keccak_parameters v, const std::uint8_t* in, std::size_t n, std::uint8_t* out,
                                 std::size_t size) noexcept
    HASHLANE_ENTERS(targets::dispatch<keccak::short_kernel>(v, in, n / 8, keccak::last_word(v.suffix, in, n), out,
                                                            size));

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
