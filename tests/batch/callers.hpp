// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// For tests of callers that come to an unusual end: child processes, threads on stacks that can be taken away.

#include <doctest/doctest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <functional>
#include <hashlane/threads.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

namespace callers_test {

namespace hl = hashlane;

inline constexpr unsigned most_seconds = 60;  // for anything that a mistake would make wait for ever

// Were all of n pieces done, each once?
inline bool all_once(std::size_t n, hl::threads wanted) {
    std::vector<std::atomic<int>> done(n);
    hl::split(n, 1, wanted, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) ++done[i];
    });
    for (const auto& d : done)
        if (d != 1) return false;
    return true;
}

// How a child process ended in which f() was called: 0 when that was true, the number of a signal, or -1.
template <class F>
int child_ends(F&& f) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);  // doctest would report it
        alarm(most_seconds);
        _exit(f() ? 0 : 100);
    }
    int status = -1;
    if (waitpid(child, &status, 0) != child) return -1;
    if (WIFSIGNALED(status)) return WTERMSIG(status);
    return WEXITSTATUS(status) == 0 ? 0 : -1;
}

template <class F>
bool in_child(F&& f) {
    return child_ends(f) == 0;
}

// Ends with the message of a contract. The sanitizers turn the signal into an exit status of their own.
template <class F>
bool child_is_ended(F&& f) {
    const int how = child_ends(f);
    return how != 0 && how != SIGALRM && how != SIGSEGV && how != SIGBUS;
}

template <class F>
bool soon(F&& done) {
    for (int i = 0; i < 1000 * static_cast<int>(most_seconds); ++i) {
        if (done()) return true;
        usleep(1000);
    }
    return false;
}

// Ends the program when a test of cancellation takes too long.
struct time_limit {
    time_limit() { alarm(2 * most_seconds); }
    ~time_limit() { alarm(0); }
};

// A thread on a stack of its own, which is no memory any more once the thread has ended: who used it would crash.
class thread_on_own_stack {
  public:
    explicit thread_on_own_stack(std::function<void()> f) : body(std::move(f)) {
        pthread_attr_t attributes;
        void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        REQUIRE(memory != MAP_FAILED);
        stack = memory;
        REQUIRE(pthread_attr_init(&attributes) == 0);
        REQUIRE(pthread_attr_setstack(&attributes, stack, size) == 0);
        REQUIRE(pthread_create(&thread, &attributes, run, this) == 0);
        pthread_attr_destroy(&attributes);
    }
    thread_on_own_stack(const thread_on_own_stack&) = delete;
    thread_on_own_stack& operator=(const thread_on_own_stack&) = delete;

    void cancel() const { CHECK(pthread_cancel(thread) == 0); }

    // Was it cancelled?
    bool join() {
        void* result = nullptr;
        REQUIRE(pthread_join(thread, &result) == 0);
        REQUIRE(mprotect(stack, size, PROT_NONE) == 0);
        return result == PTHREAD_CANCELED;
    }

  private:
    static constexpr std::size_t size = std::size_t{1} << 20;
    std::function<void()> body;
    void* stack = nullptr;
    pthread_t thread{};

    static void* run(void* self) {
        static_cast<thread_on_own_stack*>(self)->body();
        return nullptr;
    }
};

// A call of two pieces whose caller is in one until a helper has the other, and then waits for it.
struct long_call {
    std::atomic<bool> helper_came{false}, caller_waits{false}, go_on{false}, done{false};
    std::atomic<int> pieces{0};

    void operator()(hl::threads wanted) {
        const pthread_t caller = pthread_self();
        hl::split(2, 1, wanted, [&](std::size_t, std::size_t) {
            std::array<volatile char, 256> local{};
            if (pthread_equal(caller, pthread_self()) != 0) {
                (void)soon([&] { return helper_came.load(); });
                caller_waits = true;
            } else {
                helper_came = true;
                (void)soon([&] { return go_on.load(); });
            }
            local[0] = 1;
            ++pieces;
        });
        done = pieces == 2;
    }

    bool caller_sleeps() {
        const bool waits = soon([&] { return caller_waits.load(); });
        usleep(20'000);  // longer than it stays awake
        return waits;
    }
};

struct failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace callers_test
