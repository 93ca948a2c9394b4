// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Time, and the length of a core cycle in it.

#include <ctime>

#include <cstdint>

namespace bench {

// The thread's own clock stops while somebody else has the core; several threads need the wall's.
inline double now_ns(bool several_threads) {
    timespec t{};
    clock_gettime(several_threads ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

#if defined(__x86_64__) || defined(__aarch64__)
#define BENCH_KNOWS_CYCLES 1
#if defined(__x86_64__)
// A register is added: an immediate would be folded at rename and read several times too fast.
#define BENCH_LINK "add %0, %0\n\t"
#else
#define BENCH_LINK "add %0, %0, %0\n\t"
#endif
#define BENCH_LINKS_8 BENCH_LINK BENCH_LINK BENCH_LINK BENCH_LINK BENCH_LINK BENCH_LINK BENCH_LINK BENCH_LINK
// A chain in which each link waits for the one before: 64 cycles.
inline void chain_64(std::uint64_t& x) {
    asm volatile(
        BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8
        : "+r"(x)
        :
        : "cc");
}
#else
#define BENCH_KNOWS_CYCLES 0
inline void chain_64(std::uint64_t&) {}
#endif

// Nanoseconds of one core cycle, measured over some 20 us; zero where the chain is not known.
inline double cycle_ns() {
    if (!BENCH_KNOWS_CYCLES) return 0;
    constexpr int turns = 1000;
    std::uint64_t x = 1;
    const double start = now_ns(false);
    for (int i = 0; i < turns; ++i) chain_64(x);
    return (now_ns(false) - start) / (64.0 * turns);
}

// Some library may have left the upper halves of the vector registers dirty; the next one must not pay for it.
inline void clean_upper_halves() {
#if defined(__x86_64__)
    static const bool avx = __builtin_cpu_supports("avx") != 0;
    if (avx) asm volatile("vzeroupper" ::: "memory");
#endif
}

}  // namespace bench
