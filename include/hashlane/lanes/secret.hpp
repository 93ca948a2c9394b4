// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Functions for secrets: comparison in constant time, and erasure that no optimiser removes. What is erased, and what
/// is not covered, stands in docs/TUNING.md, "Secrets after use".

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "bytes.hpp"
#include "config.hpp"
#include "pieces.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Hides a value's origin from the optimiser, which could otherwise turn a mask back into a branch. Returns `w`.
template <class W>
HASHLANE_INLINE constexpr W opaque(W w) {
    if (!HASHLANE_MSAN && !__builtin_is_constant_evaluated()) HASHLANE_HIDE_WORD(w);
    return w;
}

/// Tells whether the `n` bytes at `a` are those at `b`. The time depends on n only. The ranges may overlap.
template <byte_like A, byte_like B>
HASHLANE_INLINE constexpr bool equal_in_constant_time(const A* a, const B* b, std::size_t n) {
    const auto octet = [](auto byte) HASHLANE_LAMBDA_INLINE { return static_cast<std::uint8_t>(byte); };
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < n; ++i) difference = opaque(difference | (std::uint64_t{octet(a[i])} ^ octet(b[i])));
    return HASHLANE_DECLASSIFY(difference == 0);
}

/// Tells whether two ranges hold the same bytes, for example whether a digest is the expected one. The time depends on
/// the sizes only, which are public. The ranges may overlap. A pointer, and an array of characters, do not compile.
/// \param a a contiguous range of bytes
/// \param b another one
/// \return true when `a` and `b` have one size and the same bytes; false for ranges of different sizes
template <class A, class B>
[[nodiscard]] constexpr bool equal_in_constant_time(const A& a, const B& b) {
    constexpr bool bytes = byte_range<A> && byte_range<B>;
    static_assert(bytes, HASHLANE_NOT_BYTES);
    if constexpr (bytes)
        return std::size(a) == std::size(b) && equal_in_constant_time(std::data(a), std::data(b), std::size(a));
    return false;
}

/// Overwrites objects with zeros, in stores that no optimiser removes. Constant evaluation does nothing.
/// \tparam T a trivially copyable type
/// \param p the first of the objects
/// \param n the number of objects, not of bytes
template <class T>
HASHLANE_INLINE constexpr void wipe(T* p, std::size_t n) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (__builtin_is_constant_evaluated()) return;
    std::memset(static_cast<void*>(p), 0, n * sizeof(T));
    HASHLANE_KEEP_STORES(p);
}

/// Overwrites one object with zeros. Up to 256 bytes are cleared in stores of 16 bytes, since g++ would make `rep stos`
/// of std::memset, which takes 40 cycles to begin.
/// \tparam T a trivially copyable type
/// \param p the object
template <class T>
HASHLANE_INLINE constexpr void wipe(T* p) {
    constexpr std::size_t rest = sizeof(T) % piece_bytes, pieces = sizeof(T) / piece_bytes;
    if constexpr (pieces > 16) {
        wipe(p, 1);
    } else {
        static_assert(std::is_trivially_copyable_v<T>);
        if (__builtin_is_constant_evaluated()) return;
        clear_pieces<pieces>(p);
        std::memset(reinterpret_cast<std::uint8_t*>(p) + sizeof(T) - rest, 0, rest);
        HASHLANE_KEEP_STORES(p);
    }
}

/// Zeroes the vector registers xmm0 to xmm15 (on x86-64) and the general registers that a call may change. Otherwise
/// the next function that spills one of them would write what is left of a secret to memory. It is not inlined, because
/// the compiler must not move a load behind it.
HASHLANE_ZEROES_GENERAL HASHLANE_NOINLINE inline void zero_vector_registers() noexcept { HASHLANE_ZERO_VECTORS; }

/// Calls zero_vector_registers(), at the end of a keyed object or of a keyed call. Constant evaluation does nothing.
HASHLANE_INLINE constexpr void forget_registers() noexcept {
    if (__builtin_is_constant_evaluated()) return;
    zero_vector_registers();
}

/// Zeroes n bytes of dead stack below the caller, where kernels may have spilled key material, and the call-clobbered
/// registers. `n` is at most N, and larger than the stack frames of the kernels and of the functions between the caller
/// and them.
template <std::size_t N>
HASHLANE_ZEROES_GENERAL HASHLANE_NOINLINE void forget_stack(std::size_t n = N) noexcept {
    std::uint8_t below[N];
    wipe(below + N - n, n);
}

/// The bytes of stack that are cleared after a keyed call: `frames_of_one` for one message, at most `frames_of_hmac`
/// for one of HMAC, and `frames_of_lanes` for many. They are more than the frames of the call; tests/memory looks for
/// keys behind them.
inline constexpr std::size_t frames_of_one = 2048, frames_of_hmac = 3072, frames_of_lanes = 8192;

/// Clears the stack below the caller at the end of a keyed call for one message, whose kernels may have spilled a part
/// of the key or of a derived key. Constant evaluation does nothing.
/// \tparam N the most that n may be
/// \param n the number of bytes of stack below the caller that are cleared
template <std::size_t N = frames_of_one>
HASHLANE_INLINE constexpr void forget_frames(std::size_t n = N) noexcept {
    if (__builtin_is_constant_evaluated()) return;
    forget_stack<N>(n);
}

/// Returns how many bytes of stack forget_frames() must clear after a tag of HMAC over the construction C: what C says,
/// or frames_of_one.
template <class C>
HASHLANE_INLINE constexpr std::size_t frames_of() noexcept {
    if (__builtin_is_constant_evaluated()) return frames_of_one;
    if constexpr (requires { C::frames(); }) return C::frames();
    return frames_of_one;
}

/// Wipes the objects `each`, in which a keyed call for many messages kept its states, then the registers and the stack
/// below the caller.
template <class... T>
void forget(T&... each) {
    (wipe(&each), ...);
    forget_registers();
    forget_stack<frames_of_lanes>();
}

}  // namespace hashlane::inline HASHLANE_ABI
