// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Work in pieces over several threads. Programs include threads.hpp or batch.hpp.
///
/// The caller takes pieces as the other threads do and does not wait for a thread to start, so it can do the whole work
/// alone on a busy machine. The threads use the caller's stack, so a call with threads returns only after all of them
/// have finished:
///
/// * pthread_cancel() of the calling thread is deferred until the call has ended.
/// * An exception that executor::run throws leaves the call when the jobs that have begun have returned. Later jobs do
/// nothing. The outputs are then incomplete, and an object that was absorbing can only be destroyed or assigned to. A
/// function that is noexcept, as those that choose an algorithm by name are, ends the program instead. In a unit that
/// is compiled with -fno-exceptions run must not throw.
/// * A function of the program that the pieces call (operator[] of a range of messages, a Merkle scheme of its own)
/// must return: an exception from it ends the program (std::terminate), and pthread_exit() is not allowed in it. It may
/// make calls that use threads themselves.
/// * A function that is called between the pieces on the caller's own thread (go_on of merkle_tree::build_in_pieces)
/// may throw or end its thread.
/// * After fork() the child may call the library. A child that begins within a piece must not return into it
/// (threads/pool.hpp).
/// * A process may exit during a call.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../lanes/config.hpp"
#include "pool.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// A program's own threads in place of the pool. The object and what `self` points to must live during each call.
struct executor {
    /// What `run` gets as its first argument.
    void* self = nullptr;

    /// Calls job(argument) `count` times, on any threads, one after the other if it must, and returns when all calls
    /// have returned. It may call job less often: its caller does what is left.
    void (*run)(void* self, unsigned count, void (*job)(void*) noexcept, void* argument) = nullptr;
};

/// How many threads a call may use: threads{4}, or threads{0} for one thread for each core. At most 128 threads take
/// part, the caller among them. Without this argument, and where HASHLANE_HOSTED is 0, a call uses one thread.
struct threads {
    unsigned count = 1;            ///< 0: one for each core that this thread may run on
    const executor* by = nullptr;  ///< null: the pool of threads/pool.hpp
};

/// How much of a range a thread takes at a time: at first more than `least`, a part of what is left, and in the end
/// `least`.
struct piece_sizes {
    /// The smallest and the largest piece.
    std::size_t least, most;
    /// Each piece has the size `all`.
    constexpr piece_sizes(std::size_t all) : piece_sizes(all, all) {}
    /// Pieces have the sizes `smallest` to `largest`; the smallest is at least 1.
    constexpr piece_sizes(std::size_t smallest, std::size_t largest)
        : least(smallest == 0 ? 1 : smallest), most(largest < least ? least : largest) {}
};

#if HASHLANE_HOSTED
/// The work of calls by executors. A job gets a ticket instead of a pointer to the caller's stack. A job that is called
/// after executor::run has returned or thrown finds its ticket closed and does nothing.
class executor_work {
  public:
    /// Makes an object without work.
    constexpr executor_work() noexcept = default;
    executor_work(const executor_work&) = delete;
    executor_work& operator=(const executor_work&) = delete;

    /// Returns a ticket for `work`, which is not 0; or 0 when 128 calls are already being made.
    std::uintptr_t open(shared_work* work) noexcept {
        for (std::size_t i = 0; i < most; ++i)
            if (!entries[i].used.exchange(true, std::memory_order_acquire)) return issue(entries[i], i, work);
        return 0;
    }

    /// Calls work->take(), unless `ticket` is closed.
    void take(std::uintptr_t ticket) noexcept {
        slot& s = entries[ticket % most];
        s.inside.fetch_add(1);
        if (s.ticket.load() == ticket) s.work->take(s.work);
        s.inside.fetch_sub(1);
    }

    /// Closes `ticket`: returns when all calls of take(ticket) that have begun its work have returned. Later ones do
    /// nothing.
    void close(std::uintptr_t ticket) noexcept {
        slot& s = entries[ticket % most];
        s.ticket.store(0);
        while (s.inside.load() != 0) {
            the_thread_pool.require_no_fork_since(s.work->generation);
            const timespec moment{0, 50'000};
            nanosleep(&moment, nullptr);
        }
        s.used.store(false, std::memory_order_release);
    }

  private:
    static constexpr std::size_t most = 128;

    // All threads see the changes of `inside` and `ticket` in one order, so either take() finds the ticket closed, or
    // close() finds that a thread is inside.
    struct slot {
        std::atomic<bool> used{false};
        std::atomic<std::uintptr_t> ticket{0};
        std::atomic<unsigned> inside{0};
        std::uintptr_t calls = 0;
        unsigned generation = 0;  // thread_pool::forks() when the slot was used last
        shared_work* work = nullptr;
    };
    slot entries[most];

    // Each ticket of a slot is given once, until the number of calls is too large to stand beside the number of the
    // slot; then the numbers begin again.
    static std::uintptr_t issue(slot& s, std::size_t index, shared_work* work) noexcept {
        // Threads that were inside when fork() was called are not in this process.
        if (s.generation != work->generation) s.inside.store(0);
        s.generation = work->generation;
        ++s.calls;
        if (s.calls == UINTPTR_MAX / most) s.calls = 1;
        const std::uintptr_t ticket = s.calls * most + index;
        s.work = work;
        s.ticket.store(ticket);
        return ticket;
    }
};

/// The tickets of this process.
inline constinit executor_work the_executor_work;
#endif

/// Calls a function for pieces of [0, n) until all are done. No thread is started when n <= sizes.least. The function
/// comes as a pointer, so that a library has this code once and not for each class that it digests many messages with.
/// \tparam Throws whether the unit is compiled with exceptions: then an exception of executor::run closes the ticket.
/// Units with and without exceptions must not share this code, hence the parameter.
template <bool Throws>
class split_work {
  public:
    /// Does the piece [first, last). `leads`: this thread is the one that took the first piece.
    using piece = void (*)(void* context, std::size_t first, std::size_t last, bool leads) noexcept;

    /// Prepares the work.
    /// \param size n, the end of the range
    /// \param of_pieces the sizes of the pieces
    /// \param function the function
    /// \param argument its context
    split_work(std::size_t size, piece_sizes of_pieces, piece function, void* argument) noexcept
        : f(function), context(argument), n(size), sizes(of_pieces) {}

#if HASHLANE_HOSTED
    /// Does the work with at most `wanted` threads, and returns when all of it is done.
    void run(threads wanted) {
        const std::size_t pieces = n / sizes.least + (n % sizes.least != 0);
        workers = static_cast<unsigned>(std::min<std::size_t>({pieces, count(pieces, wanted), most_helpers + 1}));
        if (workers < 2) return take();
        const without_cancellation until_all_have_returned;
        if (wanted.by != nullptr) return run_by(*wanted.by);
        pooled shared(this);
        the_thread_pool.run(&shared, workers - 1);
    }
#else
    /// Does the work on this thread.
    void run(threads) { take(); }
#endif

  private:
    static constexpr std::size_t most_helpers = 127;

    const piece f;
    void* const context;
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
            f(context, first, last, leads);
            first = next.load(std::memory_order_relaxed);
        }
    }

#if HASHLANE_HOSTED
    struct pooled : shared_work {
        split_work* all;
        explicit pooled(split_work* self) noexcept : shared_work(join_pool), all(self) {}
    };

    static void join_pool(shared_work* work) noexcept { static_cast<pooled*>(work)->all->take(); }
    static void join(void* ticket) noexcept { the_executor_work.take(reinterpret_cast<std::uintptr_t>(ticket)); }

    // This is a call by an executor. When it ends, by an exception too, no further piece begins and no job is at work.
    struct executor_call {
        pooled shared;
        std::uintptr_t ticket;

        explicit executor_call(split_work* self) noexcept : shared(self) {
            (void)the_thread_pool.prepare_for_fork();
            shared.generation = the_thread_pool.forks();
            ticket = the_executor_work.open(&shared);
        }
        ~executor_call() {
            shared.all->next.store(shared.all->n, std::memory_order_relaxed);
            if (ticket != 0) the_executor_work.close(ticket);
        }
        executor_call(const executor_call&) = delete;
        executor_call& operator=(const executor_call&) = delete;
    };

    void run_by(const executor& by) {
        const executor_call call(this);
        if (call.ticket != 0) by.run(by.self, workers, join, reinterpret_cast<void*>(call.ticket));
        take();
    }

    static std::size_t count(std::size_t pieces, threads wanted) noexcept {
        if (wanted.count != 0 || pieces < 2) return std::max(wanted.count, 1u);
        return cores_allowed();
    }
#endif
};

/// Calls f(first, last) for pieces of [0, n), over threads. A callable f(first, last, leads) is told whether its thread
/// is the one that took the first piece.
/// \param n the end of the range
/// \param sizes the sizes of the pieces
/// \param wanted how many threads take part
/// \param f the callable
template <class F>
void split(std::size_t n, piece_sizes sizes, threads wanted, F&& f) {
#if defined(__cpp_exceptions)
    constexpr bool throws = true;
#else
    constexpr bool throws = false;
#endif
    using callable = std::remove_reference_t<F>;
    constexpr auto call = [](void* context, std::size_t first, std::size_t last, [[maybe_unused]] bool leads) noexcept {
        callable& function = *static_cast<callable*>(context);
        if constexpr (std::is_invocable_v<callable&, std::size_t, std::size_t, bool>)
            function(first, last, leads);
        else
            function(first, last);
    };
    split_work<throws>(n, sizes, call, const_cast<std::remove_const_t<callable>*>(&f)).run(wanted);
}

/// Returns how many messages of `bytes` bytes take long enough for a piece: some hundredths of a millisecond.
/// docs/TUNING.md, "Threads", has the measurements.
constexpr std::size_t messages_a_piece(std::size_t bytes) { return 1 + (std::size_t{1} << 16) / (bytes + 64); }

}  // namespace hashlane::inline HASHLANE_ABI
