// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Keccak-p[1600] over whole blocks, on the target in use. A rate is counted in lanes (8 bytes each).

#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "../lanes/single.hpp"
#include "../primitives/keccak_p.hpp"
#include "../targets/target.hpp"

namespace hashlane {
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
        A[i] = A[i] ^ to_single<L>(load<std::endian::little, std::uint64_t>(p + 8 * i));
    });
}

template <class L>
HASHLANE_INLINE constexpr void store_block(std::uint8_t* p, std::size_t rate, const L* A) {
    for_rate(rate,
             [&](std::size_t i) HASHLANE_LAMBDA_INLINE { store<std::endian::little>(p + 8 * i, from_single(A[i])); });
}

// The one loop over blocks of one message: absorbing gives `in`, squeezing gives `out`, a bare permutation neither.
// It is instantiated per target and for nothing else, so that rates and algorithms do not multiply code.
struct blocks_kernel {
    static constexpr bool in_written_order = true;

    template <class T>
    static constexpr bool suits = T::bmi2 || T::sha3;

    template <class T>
    HASHLANE_INLINE static void run(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                    std::uint8_t* out, std::size_t blocks) {
        single<T> A[lanes];
        load_state<lanes>(A, S);
        for (; blocks != 0; --blocks) {
            if (in != nullptr) xor_block(A, rate, in), in += 8 * rate;
            permute<!T::and_not>(A, n_r);
            if (out != nullptr) store_block(out, rate, A), out += 8 * rate;
        }
        store_state<lanes>(S, A);
    }
};

}  // namespace keccak
}  // namespace HASHLANE_ABI

namespace doors {
inline namespace HASHLANE_DOOR_ABI {

// Each block: xor `in` (unless null) into the rate, permute, copy the rate to `out` (unless null).
HASHLANE_DOOR void keccak_blocks(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                 std::uint8_t* out, std::size_t blocks) noexcept;

#if HASHLANE_KERNELS
HASHLANE_DOOR void keccak_blocks(std::uint64_t* S, unsigned n_r, std::size_t rate, const std::uint8_t* in,
                                 std::uint8_t* out, std::size_t blocks) noexcept {
    targets::dispatch<keccak::blocks_kernel>(S, n_r, rate, in, out, blocks);
}
#endif

}  // namespace HASHLANE_DOOR_ABI
}  // namespace doors
}  // namespace hashlane
