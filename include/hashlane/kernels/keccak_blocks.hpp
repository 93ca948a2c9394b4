// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Keccak-p[1600] over whole blocks, on the target in use. A rate is counted in lanes (8 bytes each).

#include <cstddef>
#include <cstdint>
#include <utility>

#include "../lanes/bytes.hpp"
#include "../lanes/state_word.hpp"
#include "../primitives/keccak_p.hpp"
#include "../targets/target.hpp"

namespace hashlane {
inline namespace HASHLANE_ENTRY_ABI {

// Rounds, lanes of the rate, and the byte that follows the message. An entry point takes it in one register.
struct keccak_parameters {
    std::uint16_t n_r, rate;
    std::uint8_t suffix;
};

}  // namespace HASHLANE_ENTRY_ABI

inline namespace HASHLANE_ABI {
namespace keccak {

// Calls f(i) for every lane of the rate. The rates of FIPS 202 and RFC 9861 are 9, 13, 17, 18 and 21 lanes.
template <class F>
HASHLANE_INLINE constexpr void for_rate(std::size_t rate, F&& f) {
    unrolled<0, 9>(f);
    if (rate >= 13) unrolled<9, 13>(f);
    if (rate >= 17) unrolled<13, 17>(f);
    if (rate >= 18) unrolled<17, 18>(f);
    if (rate >= 21) unrolled<18, 21>(f);
}

template <class L, class B>
HASHLANE_INLINE constexpr void xor_block(L* A, std::size_t rate, const B* p) {
    for_rate(rate, [&](std::size_t i) HASHLANE_LAMBDA_INLINE {
        A[i] = A[i] ^ to_state_word<L>(load<std::endian::little, std::uint64_t>(p + 8 * i));
    });
}

template <class L>
HASHLANE_INLINE constexpr void store_block(std::uint8_t* p, std::size_t rate, const L* A) {
    for_rate(rate, [&](std::size_t i)
                       HASHLANE_LAMBDA_INLINE { store<std::endian::little>(p + 8 * i, from_state_word(A[i])); });
}

// The one loop over blocks of one message: absorbing gives `in`, squeezing gives `out`, a bare permutation neither.
// It is instantiated per target and for nothing else, so that rates and algorithms do not multiply code.
struct blocks_kernel {
    static constexpr bool in_written_order = true;

    template <class T>
    static constexpr bool preferred = T::bmi2 || T::sha3;

    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                    std::uint8_t* out, std::size_t blocks) {
        state_word<T> A[lanes];
        load_state<lanes>(A, S);
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
        store_state<lanes>(S, A);
    }
};

// Bytes. For each word more that may be the last, compilers carry the whole state through one more meeting of paths.
inline constexpr std::size_t most_short = 64;

// A message of less than a block: its whole words at p, `last` with the bytes after them and the suffix, and the last bit
// of pad10*1 (FIPS 202 s.5.1).
template <class L>
HASHLANE_INLINE void xor_short(L* A, const keccak_parameters& v, const std::uint8_t* p, std::size_t words,
                               std::uint64_t last) {
    const auto add = [&](std::size_t i, std::uint64_t w) HASHLANE_LAMBDA_INLINE { A[i] = A[i] ^ to_state_word<L>(w); };
    // False: the message has ended.
    const auto word = [&](std::size_t i) HASHLANE_LAMBDA_INLINE {
        add(i, i == words ? last : load<std::endian::little, std::uint64_t>(p + 8 * i));
        return i != words;
    };
    [&]<std::size_t... i>(std::index_sequence<i...>)
        HASHLANE_LAMBDA_INLINE { (word(i) && ...); }(std::make_index_sequence<most_short / 8 + 1>{});
    [&]<std::size_t... i>(std::index_sequence<i...>) HASHLANE_LAMBDA_INLINE {
        ((v.rate == i + 1 ? add(i, std::uint64_t{0x80} << 56) : void()), ...);
    }(std::index_sequence<8, 12, 16, 17, 20>{});
}

// The first n <= most_short bytes of the state.
template <class L>
HASHLANE_INLINE void store_first(std::uint8_t* p, const L* A, std::size_t n) {
    const auto word = [&](std::size_t i) HASHLANE_LAMBDA_INLINE {
        if (n >= 8) {
            store<std::endian::little>(p, from_state_word(A[i]));
            p += 8;
            return (n -= 8) != 0;
        }
        store_partial<std::endian::little>(p, from_state_word(A[i]), n);
        return false;
    };
    [&]<std::size_t... i>(std::index_sequence<i...>)
        HASHLANE_LAMBDA_INLINE { (word(i) && ...); }(std::make_index_sequence<most_short / 8>{});
}

// A short message and a short output, without a state that the caller clears, and that is loaded and stored. What is left
// of the message after its whole words, the caller puts together, once for all targets.
struct short_kernel {
    static constexpr bool in_written_order = true;

    template <class T>
    static constexpr bool preferred = T::bmi2 || T::sha3;

    template <class T>
    HASHLANE_INLINE static void run(keccak_parameters v, const std::uint8_t* in, std::size_t words, std::uint64_t last,
                                    std::uint8_t* out, std::size_t size) {
        state_word<T> A[lanes]{};
        xor_short(A, v, in, words, last);
        permute<!T::and_not>(A, v.n_r);
        store_first(out, A, size);
    }
};

}  // namespace keccak
}  // namespace HASHLANE_ABI

namespace entry_points {
inline namespace HASHLANE_ENTRY_ABI {

// Each block: xor `in` (unless null) into the rate, permute, copy the rate to `out` (unless null).
HASHLANE_ENTRY void keccak_blocks(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                  std::uint8_t* out, std::size_t blocks) noexcept;

// The digest of a message: n and size are most_short at the most, n is less than a block, size no more than one.
HASHLANE_ENTRY void keccak_short(keccak_parameters v, const std::uint8_t* in, std::size_t n, std::uint8_t* out,
                                 std::size_t size) noexcept;

#if HASHLANE_KERNELS
HASHLANE_ENTRY void keccak_short(keccak_parameters v, const std::uint8_t* in, std::size_t n, std::uint8_t* out,
                                 std::size_t size) noexcept {
    const std::size_t words = n / 8, rest = n % 8;
    const auto bytes = load_partial<std::endian::little, std::uint64_t>(in + 8 * words, rest);
    const std::uint64_t last = bytes | std::uint64_t{v.suffix} << 8 * rest;
    targets::dispatch<keccak::short_kernel>(v, in, words, last, out, size);
}
HASHLANE_ENTRY void keccak_blocks(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                  std::uint8_t* out, std::size_t blocks) noexcept {
    targets::dispatch<keccak::blocks_kernel>(S, n_r, rate, in, out, blocks);
}
#endif

}  // namespace HASHLANE_ENTRY_ABI
}  // namespace entry_points
}  // namespace hashlane
