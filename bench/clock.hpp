// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Time, and the code that the length of a core cycle and the use of a core are read from.

#include <ctime>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace bench {

// Nanoseconds. The thread's own clock stops while somebody else has the core; several threads need the wall's.
inline double now_ns(bool several_threads) {
    timespec t{};
    clock_gettime(several_threads ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

// Nanoseconds that threads of this process, those that still run, have waited for a core that somebody else had; 0 where
// Linux keeps no such account.
inline double waited_ns() {
    double sum = 0;
    std::error_code none;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", none)) {
        std::ifstream in(task.path() / "schedstat");
        double ran = 0;
        double waited = 0;
        if (in >> ran >> waited) sum += waited;
    }
    return sum;
}

#if defined(__x86_64__) || defined(__aarch64__)
#define BENCH_KNOWS_CYCLES 1
#if defined(__x86_64__)
// A register is added: an immediate would be folded at rename and read several times too fast.
#define BENCH_ADD(n) "add %" #n ", %" #n "\n\t"
#else
#define BENCH_ADD(n) "add %" #n ", %" #n ", %" #n "\n\t"
#endif
#define BENCH_LINKS_8                                                                                                  \
    BENCH_ADD(0) BENCH_ADD(0) BENCH_ADD(0) BENCH_ADD(0) BENCH_ADD(0) BENCH_ADD(0) BENCH_ADD(0) BENCH_ADD(0)
#define BENCH_FREE_8                                                                                                   \
    BENCH_ADD(0) BENCH_ADD(1) BENCH_ADD(2) BENCH_ADD(3) BENCH_ADD(4) BENCH_ADD(5) BENCH_ADD(6) BENCH_ADD(7)

// A chain of additions, each of which waits for the one before: 64 cycles a turn.
inline void dependent_additions(int turns) {
    std::uint64_t x = 1;
    for (int i = 0; i < turns; ++i)
        asm volatile(BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8 BENCH_LINKS_8
                         BENCH_LINKS_8
                     : "+r"(x)
                     :
                     : "cc");
}

// 256 additions a turn in eight registers, as many at once as the core can begin: who else uses the core takes some of
// its units away, which the chain does not feel.
inline void independent_additions(int turns) {
    std::uint64_t a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1;
    for (int i = 0; i < turns; ++i)
        for (int part = 0; part < 4; ++part)
            asm volatile(
                BENCH_FREE_8 BENCH_FREE_8 BENCH_FREE_8 BENCH_FREE_8 BENCH_FREE_8 BENCH_FREE_8 BENCH_FREE_8 BENCH_FREE_8
                : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h)
                :
                : "cc");
}
#else
#define BENCH_KNOWS_CYCLES 0
inline void dependent_additions(int) {}
inline void independent_additions(int) {}
#endif

// The time of one turn of work(turns). clock() is read around a short run and around a long one, and the difference
// counts: what a call of the clock costs lies in both.
template <class Clock, class Work>
double time_of_turn(Clock clock, Work work, int shorter, int longer) {
    const double start = clock();
    work(shorter);
    const double middle = clock();
    work(longer);
    const double end = clock();
    return ((end - middle) - (middle - start)) / (longer - shorter);
}

// Some library may have left the upper halves of the vector registers dirty; the next one must not pay for it.
inline void clean_upper_halves() {
#if defined(__x86_64__)
    static const bool avx = __builtin_cpu_supports("avx") != 0;
    if (avx) asm volatile("vzeroupper" ::: "memory");
#endif
}

}  // namespace bench
