// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Work in pieces over several threads. The caller takes pieces like the others and waits for no thread to start, so it
// can do the whole work alone on a busy machine.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <type_traits>

#include "lanes/config.hpp"
#include "thread_pool.hpp"

#if HASHLANE_HOSTED
#include <sched.h>
#include <unistd.h>
#endif

namespace hashlane {
inline namespace HASHLANE_ABI {

// A program's own threads in place of the pool: run() calls job(argument) `count` times, on any threads, in turn if it
// must, and returns when all calls have returned.
struct executor {
    void* self = nullptr;
    void (*run)(void* self, unsigned count, void (*job)(void*) noexcept, void* argument) = nullptr;
};

struct threads {
    unsigned count = 1;            // 0: one for each core that this thread may run on
    const executor* by = nullptr;  // null: the pool of thread_pool.hpp
};

// Calls f(first, last) until [0, n) is covered, `grain` or fewer at a time; nothing is started for n <= grain.
template <class F>
class split_work {
  public:
    split_work(std::size_t size, std::size_t piece, F& function) noexcept : f(function), n(size), grain(piece) {}

#if HASHLANE_HOSTED
    void run(threads wanted) noexcept {
        const std::size_t pieces = n / grain + (n % grain != 0);
        const auto workers =
            static_cast<unsigned>(std::min<std::size_t>({pieces, count(pieces, wanted), most_helpers + 1}));
        if (workers < 2) return take();
        if (wanted.by != nullptr) return wanted.by->run(wanted.by->self, workers, join, this);
        pooled shared(this);
        the_thread_pool.run(&shared, workers - 1);
    }
#else
    void run(threads) noexcept { take(); }
#endif

  private:
    static constexpr std::size_t most_helpers = 127;

    F& f;
    const std::size_t n, grain;
    std::atomic<std::size_t> next{0};

    void take() noexcept {
        for (std::size_t first; (first = next.fetch_add(grain, std::memory_order_relaxed)) < n;)
            f(first, first + std::min(grain, n - first));
    }

#if HASHLANE_HOSTED
    struct pooled : shared_work {
        split_work* all;
        explicit pooled(split_work* self) noexcept : shared_work(join_pool), all(self) {}
    };

    static void join(void* self) noexcept { static_cast<split_work*>(self)->take(); }
    static void join_pool(shared_work* work) noexcept { static_cast<pooled*>(work)->all->take(); }

    static std::size_t count(std::size_t pieces, threads wanted) noexcept {
        if (wanted.count != 0 || pieces < 2) return std::max(wanted.count, 1u);
#if defined(CPU_COUNT)
        cpu_set_t mine;
        if (sched_getaffinity(0, sizeof mine, &mine) == 0) return static_cast<std::size_t>(CPU_COUNT(&mine));
#endif
        const long cores = sysconf(_SC_NPROCESSORS_ONLN);
        return cores > 0 ? static_cast<std::size_t>(cores) : 1;
    }
#endif
};

template <class F>
void split(std::size_t n, std::size_t grain, threads wanted, F&& f) noexcept {
    split_work<std::remove_reference_t<F>>(n, grain == 0 ? 1 : grain, f).run(wanted);
}

// How many messages of that many bytes are worth a piece: some hundredths of a millisecond.
constexpr std::size_t messages_a_piece(std::size_t bytes) { return 1 + (std::size_t{1} << 16) / (bytes + 64); }

}  // namespace HASHLANE_ABI
}  // namespace hashlane
