// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The threads that help callers: one pool for all calls. It starts a thread when a call wants more threads than there
/// are, and keeps it asleep between calls until the process ends. The pool is a constant-initialised object of a fixed
/// size: it needs no heap, no C++ runtime and no call at the end. A shared object that contains it is linked with -z
/// nodelete.
///
/// A caller waits only for the helpers that have begun a piece. A helper without work, and a caller that waits for
/// helpers, first stay awake for at most 50 us: docs/TUNING.md, "Threads", says why. A caller that has one core, which
/// its helpers would have to share, does all the work itself.
///
/// After fork() the child begins without threads and starts its own. A child that begins within a call, in a piece of
/// its work, may make other calls. If it goes on with that call, which needs the threads of its parent, it is ended.

#include "../lanes/config.hpp"
#include "../lanes/contract.hpp"

#if HASHLANE_HOSTED
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

namespace hashlane::inline HASHLANE_ABI {

/// Returns on how many cores this thread may run.
inline unsigned cores_allowed() noexcept {
#if defined(CPU_COUNT)
    cpu_set_t mine;
    if (sched_getaffinity(0, sizeof mine, &mine) == 0) return static_cast<unsigned>(CPU_COUNT(&mine));
#endif
#if defined(_SC_NPROCESSORS_ONLN)
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
#else
    const int cores = pthread_num_processors_np();  // Windows, by winpthreads
#endif
    return cores > 0 ? static_cast<unsigned>(cores) : 1;
}

#if defined(PTHREAD_CANCEL_DISABLE)
/// While an object of this class lives, pthread_cancel() of its thread is deferred. The helpers of a call use its
/// caller's stack, and waiting for them is a cancellation point. Systems without pthread_cancel() have no
/// PTHREAD_CANCEL_DISABLE.
class without_cancellation {
  public:
    /// Defers cancellation.
    without_cancellation() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before); }
    ~without_cancellation() {
        int disabled = 0;
        pthread_setcancelstate(before, &disabled);
    }
    without_cancellation(const without_cancellation&) = delete;
    without_cancellation& operator=(const without_cancellation&) = delete;

  private:
    int before = 0;
};
#else
/// Does nothing, on a system without pthread_cancel().
struct without_cancellation {
    ~without_cancellation() {}
};
#endif

#if defined(_WIN32)
/// Does nothing: Windows sends no signals to a thread.
struct without_signals {
    ~without_signals() {}
};
#else
/// While an object of this class lives, its thread takes no signals, and the threads that it starts never take any:
/// they go to the program's own threads. The signals of a fault do come, since they are for the thread that has the
/// fault: a program may map a message and handle SIGBUS, and a blocked one would end it.
class without_signals {
  public:
    /// Blocks all signals but those of a fault.
    without_signals() noexcept {
        sigset_t blocked;
        sigfillset(&blocked);
        for (const int fault : {SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP}) sigdelset(&blocked, fault);
        pthread_sigmask(SIG_SETMASK, &blocked, &before);
    }
    ~without_signals() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
    without_signals(const without_signals&) = delete;
    without_signals& operator=(const without_signals&) = delete;

  private:
    sigset_t before;
};
#endif

/// Work that several threads may do, on its caller's stack.
struct shared_work {
    /// Does pieces of the work; returns when no piece is left to begin.
    void (*take)(shared_work*) noexcept;
    unsigned open_places = 0;          ///< how many helpers may still come
    std::atomic<unsigned> inside = 0;  ///< how many helpers have come and not left; it grows under the lock
    unsigned generation = 0;           ///< thread_pool::forks() when the call began
    shared_work* next = nullptr;       ///< the next work of the list

    /// Makes work whose pieces `f` does.
    explicit shared_work(void (*f)(shared_work*) noexcept) noexcept : take(f) {}
};

/// The pool of threads. Programs do not use it directly.
class thread_pool {
  public:
    /// Makes a pool without threads.
    constexpr thread_pool() noexcept = default;
    thread_pool(const thread_pool&) = delete;
    thread_pool& operator=(const thread_pool&) = delete;

    /// Calls work->take() on this thread and on up to `helpers` others, and returns when all of them have returned.
    /// \param work the work
    /// \param helpers how many other threads may take part
    void run(shared_work* work, unsigned helpers) noexcept {
        if (cores_allowed() == 1 && cores_of_helpers.load(std::memory_order_relaxed) <= 1) return work->take(work);
        if (!prepare_for_fork()) return work->take(work);
        announce(work, helpers);
        work->take(work);
        withdraw(work);
        if (work->inside.load(std::memory_order_acquire) != 0) wait_for_helpers(work);
    }

    /// Registers what fork() has to do, once in a process. It returns false while another thread is registering it, and
    /// when it cannot be registered; no helper may be called then. The lock is not held meanwhile, since a child of a
    /// fork() in another thread would find it locked.
    bool prepare_for_fork() noexcept {
        pid_t state = fork_handlers.load(std::memory_order_acquire);
        if (state == registered) return true;
        const pid_t me = getpid();  // a parent that was registering when this child began does not go on here
        if (state == me || !fork_handlers.compare_exchange_strong(state, me)) return state == registered;
        const bool good = pthread_atfork(before_fork, after_fork, in_child) == 0;
        fork_handlers.store(good ? registered : 0, std::memory_order_release);
        return good;
    }

    /// Returns how many forks lie between this process and the one that called prepare_for_fork() first.
    unsigned forks() const noexcept { return generation; }

    /// Ends a child of fork() that goes on with a call of its parent, part of whose work is done by threads of the
    /// parent.
    /// \param begun what forks() returned when the call began
    void require_no_fork_since(unsigned begun) const noexcept {
        contract(begun == generation, "a child of fork() goes on with a call whose threads are in its parent");
    }

  private:
    static constexpr unsigned most_threads = 255;
    static constexpr pid_t registered = -1;
    static constexpr long long longest_spin = 50'000, yield_after = 5'000;  // nanoseconds

    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t work_added = PTHREAD_COND_INITIALIZER, helper_left = PTHREAD_COND_INITIALIZER;
    shared_work* first = nullptr;
    unsigned threads = 0, idle = 0, wanted = 0;  // `idle` have no work; `wanted` is the sum of `open_places`
    unsigned spinning = 0;                       // that many of the idle ones are awake
    unsigned callers = 0, waiting = 0;  // `callers` are in run(); `waiting` of them sleep until their helpers are gone
    unsigned generation = 0;
    std::atomic<pid_t> fork_handlers{0};        // it is `registered`, or the process that is registering
    std::atomic<unsigned> announcements{0};     // spin_for_work() looks at it
    std::atomic<unsigned> cores_of_helpers{0};  // a new thread may run on the cores of the thread that starts it

    // A thread holds the lock for some nanoseconds, so another thread tries for a while before it sleeps.
    void take_lock() noexcept {
        for (int i = 0; i < 100; ++i) {
            if (pthread_mutex_trylock(&lock) == 0) return;
            HASHLANE_RELAX;
        }
        pthread_mutex_lock(&lock);
    }

    void announce(shared_work* work, unsigned helpers) noexcept {
        take_lock();
        work->generation = generation;
        work->open_places = helpers;
        work->next = first;
        first = work;
        wanted += helpers;
        ++callers;
        while (idle < wanted && threads < most_threads && start()) {
            ++threads;
            ++idle;
        }
        unsigned to_wake = wanted > spinning ? wanted - spinning : 0;
        pthread_mutex_unlock(&lock);
        // The lock is released first, because each thread that comes needs it.
        announcements.fetch_add(1, std::memory_order_relaxed);
        for (to_wake = to_wake < helpers ? to_wake : helpers; to_wake != 0; --to_wake) pthread_cond_signal(&work_added);
    }

    void withdraw(const shared_work* work) noexcept {
        take_lock();
        if (work->generation == generation) --callers;
        for (shared_work** at = &first; *at != nullptr; at = &(*at)->next)
            if (*at == work) {
                wanted -= work->open_places;
                *at = work->next;
                break;
            }
        pthread_mutex_unlock(&lock);
    }

    static long long nanoseconds() noexcept {
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC, &now);
        return static_cast<long long>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
    }

    // Stays awake until done(), for at most longest_spin. After some microseconds it lets other threads have the core.
    template <class F>
    static bool spin_until(F&& done) noexcept {
        const auto begin = nanoseconds();
        for (long long waited = 0; waited < longest_spin; waited = nanoseconds() - begin) {
            if (waited > yield_after) sched_yield();
            for (int i = 0; i < 8; ++i) {
                if (done()) return true;
                HASHLANE_RELAX;
            }
        }
        return false;
    }

    void wait_for_helpers(const shared_work* work) noexcept {
        if (spin_until([=] { return work->inside.load(std::memory_order_acquire) == 0; })) return;
        take_lock();
        ++waiting;
        while (work->inside != 0) {
            require_no_fork_since(work->generation);
            pthread_cond_wait(&helper_left, &lock);
        }
        --waiting;
        pthread_mutex_unlock(&lock);
    }

    // Starts a thread, which counts as idle until it takes the lock.
    bool start() noexcept {
        pthread_t thread;
        {
            const without_signals always;
            if (pthread_create(&thread, nullptr, live, this) != 0) return false;
        }
        pthread_detach(thread);
        const unsigned cores = cores_allowed();
        if (cores > cores_of_helpers) cores_of_helpers = cores;
        return true;
    }

    static void* live(void* self) noexcept {
        const without_cancellation always;
        static_cast<thread_pool*>(self)->serve();
        return nullptr;
    }

    // The functions below hold the lock when they begin and when they end.
    [[noreturn]] void serve() noexcept {
        for (take_lock();;) {
            while (first != nullptr) help(first);
            if (!spin_for_work()) pthread_cond_wait(&work_added, &lock);
        }
    }

    void help(shared_work* work) noexcept {
        --idle;
        --wanted;
        work->inside.fetch_add(1, std::memory_order_relaxed);
        if (--work->open_places == 0) first = work->next;
        pthread_mutex_unlock(&lock);
        work->take(work);
        require_no_fork_since(work->generation);
        // The caller may be gone as soon as it sees the last helper leave.
        const bool last = work->inside.fetch_sub(1, std::memory_order_release) == 1;
        take_lock();
        ++idle;
        if (last && waiting != 0) pthread_cond_broadcast(&helper_left);
    }

    // Waits awake for work. It returns false when no work came, or when each core has a thread of the pool that is
    // awake; the caller that was just served counts as one.
    bool spin_for_work() noexcept {
        const unsigned awake = (callers != 0 ? callers : 1) + (threads - idle) + spinning;
        const unsigned seen = announcements.load(std::memory_order_relaxed);
        ++spinning;
        pthread_mutex_unlock(&lock);
        const bool came = awake < cores_allowed() &&
                          spin_until([&] { return announcements.load(std::memory_order_relaxed) != seen; });
        take_lock();
        --spinning;
        return came || first != nullptr;
    }

    static void before_fork() noexcept;
    static void after_fork() noexcept;
    static void in_child() noexcept;
};

/// The pool of this process.
inline constinit thread_pool the_thread_pool;

inline void thread_pool::before_fork() noexcept { pthread_mutex_lock(&the_thread_pool.lock); }
inline void thread_pool::after_fork() noexcept { pthread_mutex_unlock(&the_thread_pool.lock); }
inline void thread_pool::in_child() noexcept {
    thread_pool& pool = the_thread_pool;
    pthread_mutex_init(&pool.lock, nullptr);
    pthread_cond_init(&pool.work_added, nullptr);
    pthread_cond_init(&pool.helper_left, nullptr);
    pool.first = nullptr;
    pool.threads = pool.idle = pool.wanted = pool.waiting = 0;
    pool.spinning = pool.callers = 0;
    pool.cores_of_helpers = 0;
    pool.fork_handlers.store(registered, std::memory_order_relaxed);
    ++pool.generation;
}

}  // namespace hashlane::inline HASHLANE_ABI
#endif
