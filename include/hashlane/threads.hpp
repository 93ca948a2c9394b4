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

// How much a thread takes at a time: at first more than `least`, a part of what is left, and in the end `least`.
struct piece_sizes {
    std::size_t least, most;
    constexpr piece_sizes(std::size_t all) : piece_sizes(all, all) {}
    constexpr piece_sizes(std::size_t smallest, std::size_t largest)
        : least(smallest == 0 ? 1 : smallest), most(largest < least ? least : largest) {}
};

// Calls f(first, last) until [0, n) is covered; nothing is started for n <= sizes.least. f(first, last, leads) is told
// whether its thread is the one that had the beginning.
template <class F>
class split_work {
  public:
    split_work(std::size_t size, piece_sizes of_pieces, F& function) noexcept
        : f(function), n(size), sizes(of_pieces) {}

#if HASHLANE_HOSTED
    void run(threads wanted) noexcept {
        const std::size_t pieces = n / sizes.least + (n % sizes.least != 0);
        workers = static_cast<unsigned>(std::min<std::size_t>({pieces, count(pieces, wanted), most_helpers + 1}));
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
    const std::size_t n;
    const piece_sizes sizes;
    unsigned workers = 1;
    std::atomic<std::size_t> next{0};

    std::size_t size_at(std::size_t first) const noexcept {
        const std::size_t left = n - first, fair = left / (2 * workers) / sizes.least * sizes.least;
        return std::min(left, std::min(std::max(fair, sizes.least), sizes.most));
    }

    void take() noexcept {
        bool leads = false;
        for (std::size_t first = next.load(std::memory_order_relaxed); first < n;) {
            const std::size_t last = first + size_at(first);
            if (!next.compare_exchange_weak(first, last, std::memory_order_relaxed)) continue;
            leads = leads || first == 0;
            if constexpr (std::is_invocable_v<F&, std::size_t, std::size_t, bool>)
                f(first, last, leads);
            else
                f(first, last);
            first = next.load(std::memory_order_relaxed);
        }
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
        return cores_allowed();
    }
#endif
};

template <class F>
void split(std::size_t n, piece_sizes sizes, threads wanted, F&& f) noexcept {
    split_work<std::remove_reference_t<F>>(n, sizes, f).run(wanted);
}

// How many messages of that many bytes are worth a piece: some hundredths of a millisecond.
constexpr std::size_t messages_a_piece(std::size_t bytes) { return 1 + (std::size_t{1} << 16) / (bytes + 64); }

}  // namespace HASHLANE_ABI
}  // namespace hashlane
