// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// For secrets: comparison without an early end, and erasure that no optimiser removes.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "bytes.hpp"
#include "config.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// Hides a value's origin from the optimiser, which could otherwise turn a mask back into a branch.
template <class W>
HASHLANE_INLINE constexpr W opaque(W w) {
    if (!HASHLANE_MSAN && !__builtin_is_constant_evaluated()) asm volatile("" : "+r"(w));
    return w;
}

HASHLANE_INLINE constexpr bool equal_in_constant_time(const std::uint8_t* a, const std::uint8_t* b, std::size_t n) {
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < n; ++i) difference = opaque(difference | static_cast<std::uint64_t>(a[i] ^ b[i]));
    return HASHLANE_DECLASSIFY(difference == 0);
}

// The same of two ranges of bytes, digests for example. Ranges of different sizes are not equal; the sizes are public.
template <class A, class B>
[[nodiscard]] constexpr bool equal_in_constant_time(const A& a, const B& b) {
    constexpr bool bytes = byte_range<A> && byte_range<B>;
    static_assert(bytes, HASHLANE_NOT_BYTES);
    if constexpr (bytes) {
        if (std::size(a) != std::size(b)) return false;
        std::uint64_t difference = 0;
        for (std::size_t i = 0; i < std::size(a); ++i) {
            const auto x = static_cast<std::uint8_t>(std::data(a)[i]);
            const auto y = static_cast<std::uint8_t>(std::data(b)[i]);
            difference = opaque(difference | static_cast<std::uint64_t>(x ^ y));
        }
        return HASHLANE_DECLASSIFY(difference == 0);
    }
    return false;
}

template <class T>
HASHLANE_INLINE constexpr void wipe(T* p, std::size_t n = 1) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (__builtin_is_constant_evaluated()) return;
    std::memset(static_cast<void*>(p), 0, n * sizeof(T));
    asm volatile("" : : "r"(p) : "memory");
}

// At the end of a keyed object or call: what is left in the registers, the next function that spills one would write to
// memory. Vector registers, and the general ones that a call may change. Not inlined: the compiler must not move a load
// behind it.
HASHLANE_ZEROES_GENERAL HASHLANE_NOINLINE inline void zero_vector_registers() noexcept { HASHLANE_ZERO_VECTORS; }

HASHLANE_INLINE constexpr void forget_registers() noexcept {
    if (__builtin_is_constant_evaluated()) return;
    zero_vector_registers();
}

// Zeroes N bytes of dead stack below the caller, where kernels may have spilled key material, and the call-clobbered
// registers. N must be more than the frames of the kernels and of the functions between take.
template <std::size_t N>
HASHLANE_ZEROES_GENERAL HASHLANE_NOINLINE void forget_stack() noexcept {
    std::uint8_t below[N];
    wipe(below, N);
}
inline constexpr std::size_t frames_of_one = 2048, frames_of_lanes = 8192;

// The end of a keyed call for one message: what its kernels have spilled is a part of the key, or the key it makes. N is
// the number of bytes of stack below the caller that are cleared.
template <std::size_t N = frames_of_one>
HASHLANE_INLINE constexpr void forget_frames() noexcept {
    if (__builtin_is_constant_evaluated()) return;
    forget_stack<N>();
}

// The end of a keyed call for many messages, which kept its states in these.
template <class... T>
void forget(T&... each) {
    (wipe(&each), ...);
    forget_registers();
    forget_stack<frames_of_lanes>();
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
