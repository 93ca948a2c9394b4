// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The properties that a kernel may ask of a target. A target overrides those that it has.

#include <cstddef>
#include <string_view>

#include "../lanes/config.hpp"

namespace hashlane::inline HASHLANE_ABI::targets {

struct target_traits {
    using includes = void;                          // the target whose kernels each processor of this one runs too
    static constexpr std::size_t vector_bytes = 0;  // 0: a kernel for its vectors would not be faster
    // Vector size in bytes for kernels of many messages with words of 32 bits only (SSE2). 0: none.
    static constexpr std::size_t vector_bytes_of_many_32 = 0;
    static constexpr bool bmi2 = false;       // rorx, andn
    static constexpr bool many_alus = false;  // a kernel's code is for processors with more than four ALUs
#if defined(HASHLANE_X86)
    static constexpr bool and_not = false;              // ~a & b of general registers is one instruction
    static constexpr bool vectors_beside_words = true;  // vectors of 16 bytes are computed beside general registers
#else
    static constexpr bool and_not = true;
    static constexpr bool vectors_beside_words = false;
#endif
    static constexpr bool byte_shuffles = false;  // any bytes of a vector, or of two, are one instruction (SSSE3)
    static constexpr bool vector_rotate = false;  // a rotation and any three-operand logic are one instruction each
    static constexpr bool sha256 = false;         // SHA-256 rounds as instructions (x86 SHA-NI, Arm SHA2)
    static constexpr bool sha512 = false;         // SHA-512 rounds as instructions (Arm SHA512)
    static constexpr bool sha3 = false;           // EOR3, RAX1, XAR, BCAX (Arm SHA3)
};

// Tells whether the kernel asks for its instructions in the order in which it is written. Only g++ on x86-64 would
// change that order (HASHLANE_WRITTEN_ORDER in lanes/config.hpp).
template <class Kernel>
concept written_order = requires { requires Kernel::in_written_order; };

// The target that every processor of the architecture can run. On x86-64 it has SSE2.
struct baseline : target_traits {
    static constexpr std::string_view name = "baseline";
#if defined(HASHLANE_X86)
    static constexpr std::size_t vector_bytes_of_many_32 = 16;
#endif
    template <class Cpu>
    static constexpr bool available(const Cpu&) {
        return true;
    }
    template <class Kernel, class... Args>
    HASHLANE_BASELINE_ATTRIBUTE HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<baseline>(args...);
    }
#if defined(HASHLANE_WRITTEN_ORDER)
    template <written_order Kernel, class... Args>
    HASHLANE_BASELINE_ATTRIBUTE HASHLANE_WRITTEN_ORDER HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<baseline>(args...);
    }
#endif
};

// The number of messages with words of type W that fill a vector of T side by side; 0: a kernel for them would not be
// faster.
template <class T, class W>
inline constexpr std::size_t lanes_of =
    (T::vector_bytes == 0 && sizeof(W) == 4 ? T::vector_bytes_of_many_32 : T::vector_bytes) / sizeof(W);

// A question to visit(): it prefers targets with vectors for many messages with words of type W.
template <class W>
struct has_lanes {
    template <class T>
    static constexpr bool preferred = lanes_of<T, W> != 0;
};

}  // namespace hashlane::inline HASHLANE_ABI::targets
