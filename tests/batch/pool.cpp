// SPDX-License-Identifier: Apache-2.0 OR MIT
// The threads that help: every piece is done once, whoever calls, in parents and children.
#include <doctest/doctest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <hashlane/threads.hpp>
#include <set>
#include <thread>
#include <vector>

// ThreadSanitizer would end a child that starts threads.
extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }

// The linker leads every call of pthread_cond_signal() here: a helper that is asleep is woken by one.
namespace {
std::atomic<int> signals = 0;
}  // namespace
extern "C" int __real_pthread_cond_signal(pthread_cond_t* condition);
extern "C" int __wrap_pthread_cond_signal(pthread_cond_t* condition) {
    ++signals;
    return __real_pthread_cond_signal(condition);
}

namespace hl = hashlane;

namespace {

// Were all of n pieces done, each once?
bool all_once(std::size_t n, std::size_t grain, hl::threads wanted) {
    std::vector<std::atomic<int>> done(n);
    hl::split(n, grain, wanted, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) ++done[i];
    });
    for (const auto& d : done)
        if (d != 1) return false;
    return true;
}

// In a child process.
template <class F>
bool in_child(F&& f) {
    const pid_t child = fork();
    if (child == 0) _exit(f() ? 0 : 1);
    int status = -1;
    return waitpid(child, &status, 0) == child && status == 0;
}

double seconds_of(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// A call whose caller waits until its helper has come, if one comes. How many had to be woken.
struct call {
    int signals;
    bool helped;
};
call call_that_waits(int turns) {
    const int before = signals;
    const pthread_t caller = pthread_self();
    std::atomic<bool> helped = false;
    hl::split(2, 1, {2}, [&](std::size_t, std::size_t) {
        if (pthread_equal(caller, pthread_self()) == 0) helped = true;
        for (int i = 0; i < turns && !helped; ++i) sched_yield();
    });
    return {signals - before, helped};
}

bool on_one_core() {
    cpu_set_t mine, one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof mine, &mine) != 0) return false;
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
        if (CPU_ISSET(i, &mine)) CPU_SET(i, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

struct counting {
    unsigned calls = 0;
    bool at_once = false;
    hl::executor as_executor{this, run};

    static void run(void* self, unsigned count, void (*job)(void*) noexcept, void* argument) {
        auto& me = *static_cast<counting*>(self);
        me.calls += count;
        std::vector<std::thread> started;
        for (unsigned i = 0; i < count; ++i)
            if (me.at_once)
                started.emplace_back(job, argument);
            else
                job(argument);
        for (auto& t : started) t.join();
    }
};

}  // namespace

TEST_CASE("every piece once, with any number of threads") {
    for (const std::size_t n : {0u, 1u, 2u, 7u, 1000u})
        for (const std::size_t grain : {0u, 1u, 3u, 2000u})
            for (unsigned count = 0; count <= 8; ++count) CHECK(all_once(n, grain, {count}));
    CHECK(all_once(1000, 1, {1000}));
}

TEST_CASE("a thousand short calls one after the other") {
    bool good = true;
    for (int i = 0; i < 1000; ++i) good = good && all_once(8, 1, {3});
    CHECK(good);
}

TEST_CASE("several callers at once, and a caller within a piece") {
    std::atomic<int> good = 0;
    std::vector<std::thread> callers;
    for (int i = 0; i < 4; ++i)
        callers.emplace_back([&] {
            for (int turn = 0; turn < 100; ++turn) good += all_once(20, 1, {4});
        });
    for (auto& c : callers) c.join();
    CHECK(good == 400);

    std::atomic<int> inner = 0;
    hl::split(8, 1, {4}, [&](std::size_t, std::size_t) { inner += all_once(9, 1, {4}); });
    CHECK(inner == 8);
}

TEST_CASE("helpers do not hear the program's signals") {
    std::atomic<int> open = 0;
    const pthread_t caller = pthread_self();
    hl::split(64, 1, {4}, [&](std::size_t, std::size_t) {
        sigset_t blocked;
        pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
        if (!pthread_equal(caller, pthread_self())) open += !sigismember(&blocked, SIGINT);
    });
    CHECK(open == 0);
}

TEST_CASE("after fork the child has threads of its own") {
    CHECK(all_once(100, 1, {4}));
    CHECK(in_child([] { return all_once(100, 1, {4}) && in_child([] { return all_once(100, 1, {3}); }); }));
    CHECK(all_once(100, 1, {4}));
    std::atomic<bool> stop = false;
    std::thread busy([&] {
        while (!stop) (void)all_once(50, 1, {3});
    });
    bool good = true;
    for (int i = 0; i < 20; ++i) good = good && in_child([] { return all_once(100, 1, {4}); });
    stop = true;
    busy.join();
    CHECK(good);
}

TEST_CASE("who waits for a helper sleeps") {
    if (hl::cores_allowed() < 2) return;
    const pthread_t caller = pthread_self();
    std::atomic<bool> helped = false;
    const double before = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    hl::split(2, 1, {2}, [&](std::size_t, std::size_t) {
        if (pthread_equal(caller, pthread_self()) == 0) {
            helped = true;
            usleep(500'000);
        } else {
            for (int i = 0; i < 10'000 && !helped; ++i) usleep(1000);
        }
    });
    CHECK(helped);
    CHECK(seconds_of(CLOCK_THREAD_CPUTIME_ID) - before < 0.25);
}

TEST_CASE("an idle pool takes no time of a processor") {
    for (int i = 0; i < 20; ++i) CHECK(all_once(100, 1, {4}));
    usleep(5000);
    const double before = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    usleep(100'000);
    CHECK(seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before < 0.005);
}

TEST_CASE("a helper without work stays awake for a moment only") {
    double spent = 0;
    for (int i = 0; i < 20; ++i) {
        (void)call_that_waits(10'000);
        const double before = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        usleep(10'000);
        spent += seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before;
    }
    CHECK(spent < 0.02);
}

TEST_CASE("a call right after another finds its helper awake") {
    if (hl::cores_allowed() < 2) return;
    bool found = false;
    for (int i = 0; i < 200 && !found; ++i) {
        const call first = call_that_waits(10'000), second = call_that_waits(10'000);
        found = first.helped && second.helped && second.signals == 0;
    }
    CHECK(found);
}

TEST_CASE("on one core nobody is woken, unless helpers may run elsewhere") {
    CHECK(in_child([] {
        const bool done = on_one_core() && all_once(100, 1, {4});
        const call one = call_that_waits(10);
        return done && one.signals == 0 && !one.helped;
    }));
    if (hl::cores_allowed() < 2) return;
    CHECK(in_child([] {
        bool helped = all_once(100, 1, {4}) && on_one_core();
        for (int i = 0; i < 20; ++i) helped = helped && call_that_waits(100'000).helped;
        return helped;
    }));
}

TEST_CASE("a program's own threads") {
    counting in_turn, at_once;
    at_once.at_once = true;
    CHECK(all_once(1000, 10, {4, &in_turn.as_executor}));
    CHECK(in_turn.calls == 4);
    CHECK(all_once(1000, 10, {4, &at_once.as_executor}));
    CHECK(at_once.calls == 4);
    CHECK(all_once(10, 10, {4, &at_once.as_executor}));  // one piece: the caller does it
    CHECK(at_once.calls == 4);
}
