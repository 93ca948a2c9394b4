// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The threads that help: one pool for all calls, which starts a thread when a call first wants one more than there are,
// and keeps it, asleep, until the process ends. The pool is a constant-initialised object of a fixed size: no heap, no
// C++ runtime, nothing to be ended. A shared object with this in it is linked with -z nodelete.
//
// A caller never waits for help, only for the helpers that have begun: awake for no longer than falling asleep and
// being woken would take, then asleep. After fork() the child begins without threads.

#include "lanes/config.hpp"

#if HASHLANE_HOSTED
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <atomic>

namespace hashlane {
inline namespace HASHLANE_ABI {

// Work that several threads may do, on its caller's stack. take() returns when there is nothing left to begin.
struct shared_work {
    void (*take)(shared_work*) noexcept;
    unsigned welcome = 0;              // helpers that may still come
    std::atomic<unsigned> inside = 0;  // helpers that have come and not gone; changes under the lock
    unsigned generation = 0;
    shared_work* next = nullptr;

    explicit shared_work(void (*f)(shared_work*) noexcept) noexcept : take(f) {}
};

class thread_pool {
  public:
    constexpr thread_pool() noexcept = default;
    thread_pool(const thread_pool&) = delete;
    thread_pool& operator=(const thread_pool&) = delete;

    // work->take(), on this thread and on up to `helpers` others; returns when all of them have.
    void run(shared_work* work, unsigned helpers) noexcept {
        invite(work, helpers);
        work->take(work);
        pthread_mutex_lock(&lock);
        withdraw(work);
        pthread_mutex_unlock(&lock);
        if (!leave_soon(work)) sleep_until_gone(work);
    }

  private:
    static constexpr unsigned most_threads = 255;
    static constexpr long long worth_sleeping = 20'000;  // nanoseconds; in a virtual machine to be woken takes more

    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t invited = PTHREAD_COND_INITIALIZER, gone = PTHREAD_COND_INITIALIZER;
    shared_work* first = nullptr;
    unsigned threads = 0, asleep = 0, wanted = 0;  // wanted: the sum of `welcome`
    unsigned waiting = 0;                          // callers asleep until their helpers are gone
    unsigned generation = 0;
    bool handles_fork = false;

    void invite(shared_work* work, unsigned helpers) noexcept {
        pthread_mutex_lock(&lock);
        if (!handles_fork) handles_fork = pthread_atfork(before_fork, after_fork, in_child) == 0;
        work->generation = generation, work->welcome = helpers, work->next = first;
        first = work, wanted += helpers;
        while (asleep < wanted && threads < most_threads && start()) ++threads, ++asleep;
        pthread_mutex_unlock(&lock);
        // Whoever is woken wants the lock.
        for (unsigned i = 0; i < helpers; ++i) pthread_cond_signal(&invited);
    }

    void withdraw(const shared_work* work) noexcept {
        for (shared_work** at = &first; *at != nullptr; at = &(*at)->next)
            if (*at == work) {
                wanted -= work->welcome;
                *at = work->next;
                return;
            }
    }

    static long long nanoseconds() noexcept {
        timespec now{};
        clock_gettime(CLOCK_MONOTONIC, &now);
        return static_cast<long long>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
    }

    static bool leave_soon(const shared_work* work) noexcept {
        const auto begin = nanoseconds();
        while (work->inside.load(std::memory_order_acquire) != 0) {
            if (nanoseconds() - begin > worth_sleeping) return false;
            HASHLANE_RELAX;
        }
        return true;
    }

    void sleep_until_gone(const shared_work* work) noexcept {
        pthread_mutex_lock(&lock);
        ++waiting;
        // Helpers of a parent process are not in this one.
        while (work->inside != 0 && work->generation == generation) pthread_cond_wait(&gone, &lock);
        --waiting;
        pthread_mutex_unlock(&lock);
    }

    // A new thread counts as asleep until it takes the lock.
    bool start() noexcept {
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the program's own threads
        pthread_t thread;
        const bool started = pthread_create(&thread, nullptr, live, this) == 0;
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        if (started) pthread_detach(thread);
        return started;
    }

    static void* live(void* self) noexcept {
        static_cast<thread_pool*>(self)->help_for_ever();
        return nullptr;
    }

    [[noreturn]] void help_for_ever() noexcept {
        pthread_mutex_lock(&lock);
        for (;;) {
            shared_work* const work = first;
            if (work == nullptr) {
                pthread_cond_wait(&invited, &lock);
                continue;
            }
            --asleep, --wanted, work->inside.fetch_add(1, std::memory_order_relaxed);
            if (--work->welcome == 0) first = work->next;
            pthread_mutex_unlock(&lock);
            work->take(work);
            pthread_mutex_lock(&lock);
            ++asleep;
            // The caller may be gone as soon as it sees the last helper leave.
            if (work->inside.fetch_sub(1, std::memory_order_release) == 1 && waiting != 0)
                pthread_cond_broadcast(&gone);
        }
    }

    static void before_fork() noexcept;
    static void after_fork() noexcept;
    static void in_child() noexcept;
};

inline constinit thread_pool the_thread_pool;

inline void thread_pool::before_fork() noexcept { pthread_mutex_lock(&the_thread_pool.lock); }
inline void thread_pool::after_fork() noexcept { pthread_mutex_unlock(&the_thread_pool.lock); }
inline void thread_pool::in_child() noexcept {
    thread_pool& pool = the_thread_pool;
    pthread_mutex_init(&pool.lock, nullptr);
    pthread_cond_init(&pool.invited, nullptr), pthread_cond_init(&pool.gone, nullptr);
    pool.first = nullptr, pool.threads = pool.asleep = pool.wanted = pool.waiting = 0;
    ++pool.generation;
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
#endif
