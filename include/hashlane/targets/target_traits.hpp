// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What a kernel may ask of a target. A target overrides what it has.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../lanes/config.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace targets {

struct target_traits {
    using includes = void;                          // the target whose kernels a processor of this one can run too
    static constexpr std::size_t vector_bytes = 0;  // 0: no vectors worth a kernel of their own
    // Vector size in bytes for kernels of many messages with words of 32 bits only (SSE2). 0: none.
    static constexpr std::size_t vector_bytes_of_many_32 = 0;
    static constexpr bool bmi2 = false;  // rorx, andn
#if defined(HASHLANE_X86)
    static constexpr bool and_not = false;              // ~a & b of general registers is one instruction
    static constexpr bool vectors_beside_words = true;  // 16 bytes wide, and run beside the general registers
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

// Does the kernel ask for the order of instructions that it is written in? It gets it where the compiler would change it.
template <class Kernel>
concept written_order = requires { requires Kernel::in_written_order; };

// What every processor of the architecture has; on x86-64 that is SSE2.
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

// How many messages of words W side by side fill the vectors of T; 0: it has none worth a kernel for them.
template <class T, class W>
inline constexpr std::size_t lanes_of =
    (T::vector_bytes == 0 && sizeof(W) == 4 ? T::vector_bytes_of_many_32 : T::vector_bytes) / sizeof(W);

// For visit(): targets with vectors for many messages of words W.
template <class W>
struct has_lanes {
    template <class T>
    static constexpr bool preferred = lanes_of<T, W> != 0;
};

}  // namespace targets
}  // namespace HASHLANE_ABI
}  // namespace hashlane
