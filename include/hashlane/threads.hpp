// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Work in pieces over several threads. The caller takes pieces like the others and waits for no thread to start, so it
// can do the whole work alone on a busy machine. POSIX threads: they fail by a return value and need no C++ runtime.

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "lanes/config.hpp"

#if HASHLANE_HOSTED
#include <pthread.h>
#include <unistd.h>
#endif

namespace hashlane {
inline namespace HASHLANE_ABI {

struct threads {
    unsigned count = 1;  // 0: one for each core
};

// Calls f(first, last) until [0, n) is covered, `grain` or fewer at a time; nothing is started for n <= grain.
template <class F>
class split_work {
  public:
    split_work(std::size_t size, std::size_t piece, F& function) noexcept : f(function), n(size), grain(piece) {}

#if HASHLANE_HOSTED
    void run(threads wanted) noexcept {
        const std::size_t pieces = n / grain + (n % grain != 0);
        pthread_t helpers[max_helpers];
        const std::size_t helping = std::min<std::size_t>({pieces, count(pieces, wanted), max_helpers + 1}) - (n != 0);
        std::size_t started = 0;
        while (started < helping && pthread_create(&helpers[started], nullptr, help, this) == 0) ++started;
        take();
        for (std::size_t i = 0; i < started; ++i) pthread_join(helpers[i], nullptr);
    }
#else
    void run(threads) noexcept { take(); }
#endif

  private:
    static constexpr std::size_t max_helpers = 127;

    F& f;
    const std::size_t n, grain;
    std::atomic<std::size_t> next{0};

    void take() noexcept {
        for (std::size_t first; (first = next.fetch_add(grain, std::memory_order_relaxed)) < n;)
            f(first, first + std::min(grain, n - first));
    }

#if HASHLANE_HOSTED
    static void* help(void* self) noexcept { return static_cast<split_work*>(self)->take(), nullptr; }

    static std::size_t count(std::size_t pieces, threads wanted) noexcept {
        if (wanted.count != 0 || pieces < 2) return std::max(wanted.count, 1u);
        const long cores = sysconf(_SC_NPROCESSORS_ONLN);
        return cores > 0 ? static_cast<std::size_t>(cores) : 1;
    }
#endif
};

template <class F>
void split(std::size_t n, std::size_t grain, threads wanted, F&& f) noexcept {
    split_work<std::remove_reference_t<F>>(n, grain == 0 ? 1 : grain, f).run(wanted);
}

// How many messages of that many bytes are worth a piece: about a tenth of a millisecond.
constexpr std::size_t messages_a_piece(std::size_t bytes) { return 1 + (std::size_t{1} << 17) / (bytes + 64); }

}  // namespace HASHLANE_ABI
}  // namespace hashlane
