// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The AArch64 targets. Every processor has NEON, which is a part of the architecture.

#include "target_traits.hpp"

#if defined(HASHLANE_ARM)
#if defined(__linux__)
#include <sys/auxv.h>
#endif

namespace hashlane::inline HASHLANE_ABI::targets {

// The bits of AT_HWCAP that the targets need (Linux, arch/arm64 uapi hwcap.h).
struct arm_cpu {
    unsigned long hwcap = 0;

    constexpr bool has(unsigned long bits) const { return (hwcap & bits) == bits; }

    static constexpr bool slow_vector_chains() { return false; }
    static constexpr bool many_alus() { return false; }

    static constexpr unsigned long sha2 = 1ul << 6, sha3 = 1ul << 17, sha512 = 1ul << 21;

    static arm_cpu read() {
        arm_cpu cpu;
#if defined(__linux__)
        cpu.hwcap = getauxval(AT_HWCAP);
#elif defined(__APPLE__)
        cpu.hwcap = sha2 | sha3 | sha512;  // every Apple silicon Mac has them
#endif
        return cpu;
    }
};

struct neon : target_traits {
    static constexpr std::string_view name = "neon";
    static constexpr std::size_t vector_bytes = 16;
    static constexpr bool available(const arm_cpu&) { return true; }
    template <class Kernel, class... Args>
    HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<neon>(args...);
    }
};

// The target attribute "+crypto" stands for SHA-256 and AES, because GCC's intrinsics ask for both. The code uses
// SHA-256 only, and available() looks for it only.
struct arm_sha2 : target_traits {
    static constexpr std::string_view name = "arm_sha2";
    static constexpr bool sha256 = true;
    static constexpr bool available(const arm_cpu& cpu) { return cpu.has(arm_cpu::sha2); }
    template <class Kernel, class... Args>
    HASHLANE_TARGET_ATTRIBUTE("+crypto")
    HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<arm_sha2>(args...);
    }
};

struct arm_sha3 : target_traits {
    static constexpr std::string_view name = "arm_sha3";
    static constexpr std::size_t vector_bytes = 16;
    static constexpr bool vector_rotate = true, sha512 = true, sha3 = true;
    static constexpr bool available(const arm_cpu& cpu) { return cpu.has(arm_cpu::sha3 | arm_cpu::sha512); }
    template <class Kernel, class... Args>
    HASHLANE_TARGET_ATTRIBUTE("arch=armv8.2-a+sha3")
    HASHLANE_NOINLINE static void run(Args... args) {
        Kernel::template run<arm_sha3>(args...);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::targets
#endif
