// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The x86-64 targets. target.hpp reads CPUID and XCR0 once.

#include "target_traits.hpp"

#if defined(HASHLANE_X86)
#include <cpuid.h>

namespace hashlane::inline HASHLANE_ABI::targets {

// The results of CPUID and XGETBV. They are plain values, so that tests can describe processors that do not exist.
struct x86_cpu {
    unsigned leaf1_ecx = 0, leaf7_ebx = 0;
    std::uint64_t xcr0 = 0;
    unsigned leaf0_ebx = 0, leaf1_eax = 0;

    constexpr bool leaf1(unsigned bits) const { return (leaf1_ecx & bits) == bits; }
    constexpr bool leaf7(unsigned bits) const { return (leaf7_ebx & bits) == bits; }
    // Tells whether the vendor is "AuthenticAMD".
    constexpr bool is_amd() const { return leaf0_ebx == 0x68747541; }
    // The family, of which CPUID gives two parts; the second counts if the first is 15.
    constexpr unsigned family() const {
        const unsigned base = leaf1_eax >> 8 & 15;
        return base == 15 ? base + (leaf1_eax >> 20 & 255) : base;
    }
    // Tells whether a chain of dependent vector instructions takes longer than one of general instructions. It does on
    // processors of AMD (docs/TUNING.md, "Ascon").
    constexpr bool slow_vector_chains() const { return is_amd(); }
    // Tells whether the processor has more than four ALUs. AMD's have six since Zen 5, family 26 (docs/TUNING.md,
    // "SHA-2"). Intel's newer ones have five, but there the code for four ALUs is fast.
    constexpr bool many_alus() const { return is_amd() && family() >= 26; }
    constexpr bool os_saves(std::uint64_t bits) const { return leaf1(osxsave) && (xcr0 & bits) == bits; }

    static constexpr unsigned ssse3 = 1u << 9, sse41 = 1u << 19, osxsave = 1u << 27, avx = 1u << 28;
    static constexpr unsigned bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8, avx512f = 1u << 16, avx512dq = 1u << 17,
                              sha = 1u << 29, avx512bw = 1u << 30, avx512vl = 1u << 31;
    static constexpr std::uint64_t ymm_state = 0x06, zmm_state = 0xe6;  // bits of XCR0 that must all be set

    static x86_cpu read() {
        x86_cpu cpu;
        unsigned a = 0, b = 0, c = 0, d = 0, last_leaf = 0;
        // CPUID takes microseconds in a virtual machine, so each leaf is read once. __get_cpuid_count() would read leaf 0
        // again before each.
        __cpuid(0, last_leaf, cpu.leaf0_ebx, c, d);
        __cpuid(1, cpu.leaf1_eax, b, cpu.leaf1_ecx, d);
        if (last_leaf >= 7) __cpuid_count(7, 0, a, cpu.leaf7_ebx, c, d);
        if (cpu.leaf1(osxsave)) {
            asm volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
            cpu.xcr0 = std::uint64_t{d} << 32 | a;
        }
        return cpu;
    }
};

struct sha_ni : target_traits {
    static constexpr std::string_view name = "sha_ni";
    static constexpr bool sha256 = true;
    static constexpr bool available(const x86_cpu& cpu) {
        return cpu.leaf1(x86_cpu::ssse3 | x86_cpu::sse41) && cpu.leaf7(x86_cpu::sha);
    }
    template <class Kernel, class... Args>
    HASHLANE_TARGET_ATTRIBUTE("ssse3,sse4.1,sha")
    HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<sha_ni>(args...);
    }
};

// Every wide kernel clears the upper halves of the vector registers at its end. Otherwise SHA-NI and other legacy SSE
// code would run slowly after it (docs/TUNING.md, "Keeping a kernel inside its target"). g++ adds no vzeroupper by
// itself below -O2.
#define HASHLANE_VZEROUPPER                                                                                            \
    asm volatile("vzeroupper"                                                                                          \
                 :                                                                                                     \
                 :                                                                                                     \
                 : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",   \
                   "xmm12", "xmm13", "xmm14", "xmm15")

struct avx2 : target_traits {
    static constexpr std::string_view name = "avx2";
    static constexpr std::size_t vector_bytes = 32;
    static constexpr bool bmi2 = true, and_not = true, byte_shuffles = true;
    static constexpr bool available(const x86_cpu& cpu) {
        return cpu.leaf1(x86_cpu::avx) && cpu.leaf7(x86_cpu::avx2 | x86_cpu::bmi1 | x86_cpu::bmi2) &&
               cpu.os_saves(x86_cpu::ymm_state);
    }
    template <class Kernel, class... Args>
    HASHLANE_TARGET_ATTRIBUTE("avx2,bmi,bmi2")
    HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<avx2>(args...);
        HASHLANE_VZEROUPPER;
    }
#if defined(HASHLANE_WRITTEN_ORDER)
    template <written_order Kernel, class... Args>
    HASHLANE_TARGET_ATTRIBUTE("avx2,bmi,bmi2")
    HASHLANE_WRITTEN_ORDER HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<avx2>(args...);
        HASHLANE_VZEROUPPER;
    }
#endif
};

struct avx512 : target_traits {
    using includes = avx2;
    static constexpr std::string_view name = "avx512";
    static constexpr std::size_t vector_bytes = 64;
    static constexpr bool bmi2 = true, and_not = true, byte_shuffles = true, vector_rotate = true;
    static constexpr bool available(const x86_cpu& cpu) {
        return avx2::available(cpu) && cpu.leaf7(x86_cpu::avx512f | x86_cpu::avx512bw | x86_cpu::avx512vl) &&
               cpu.os_saves(x86_cpu::zmm_state);
    }
    template <class Kernel, class... Args>
    HASHLANE_TARGET_ATTRIBUTE("avx2,bmi,bmi2,avx512f,avx512vl,avx512bw")
    HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<avx512>(args...);
        HASHLANE_VZEROUPPER;
    }
#if defined(HASHLANE_WRITTEN_ORDER)
    template <written_order Kernel, class... Args>
    HASHLANE_TARGET_ATTRIBUTE("avx2,bmi,bmi2,avx512f,avx512vl,avx512bw")
    HASHLANE_WRITTEN_ORDER HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<avx512>(args...);
        HASHLANE_VZEROUPPER;
    }
#endif
};

#undef HASHLANE_VZEROUPPER

}  // namespace hashlane::inline HASHLANE_ABI::targets
#endif
