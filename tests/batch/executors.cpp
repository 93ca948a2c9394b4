// SPDX-License-Identifier: Apache-2.0 OR MIT
// Executors that throw, do less than they were asked for, or are cancelled; and calls within calls.
#include "callers.hpp"

#include <algorithm>
#include <hashlane/threads.hpp>
#include <memory>
#include <thread>

using namespace callers_test;

namespace {

// An executor of a program: it calls what it is told to.
struct executor_of {
    using function = std::function<void(unsigned, void (*)(void*), void*)>;
    function call;
    hl::executor as_executor{this, run};

    explicit executor_of(function f) : call(std::move(f)) {}
    executor_of(const executor_of&) = delete;
    executor_of& operator=(const executor_of&) = delete;

    static void run(void* self, unsigned count, void (*job)(void*) noexcept, void* argument) {
        static_cast<executor_of*>(self)->call(count, job, argument);
    }
};

void on_new_threads(unsigned count, void (*job)(void*), void* argument) {
    std::vector<std::thread> all;
    for (unsigned i = 0; i < count; ++i) all.emplace_back(job, argument);
    for (auto& t : all) t.join();
}

}  // namespace

TEST_CASE("a caller that is cancelled within its executor") {
    const time_limit limit;
    const auto call = std::make_unique<long_call>();
    executor_of mine([](unsigned, void (*job)(void*), void* argument) {
        std::thread helper(job, argument);
        job(argument);
        usleep(100'000);  // a cancellation point
        helper.join();
    });
    thread_on_own_stack caller([&] {
        (*call)({2, &mine.as_executor});
        pthread_testcancel();
    });
    CHECK(call->caller_sleeps());
    caller.cancel();
    usleep(20'000);
    call->go_on = true;
    CHECK(caller.join());
    CHECK(call->done);
}

TEST_CASE("the jobs of a call within a call take part") {
    const time_limit limit;
    executor_of idle([](unsigned, void (*)(void*), void*) {});
    executor_of mine(on_new_threads);
    std::atomic<int> inside = 0;
    std::atomic<bool> together = false;
    hl::split(2, 1, {2, &idle.as_executor}, [&](std::size_t first, std::size_t) {
        if (first != 0) return;
        hl::split(2, 1, {2, &mine.as_executor}, [&](std::size_t, std::size_t) {
            ++inside;
            if (soon([&] { return inside == 2; })) together = true;
        });
    });
    CHECK(together);
}

TEST_CASE("a child that begins while a late job runs may call again") {
    const time_limit limit;
    std::pair<void (*)(void*), void*> late;
    executor_of keeps([&](unsigned, void (*job)(void*), void* argument) { late = {job, argument}; });
    executor_of idle([](unsigned, void (*)(void*), void*) {});
    CHECK(all_once(10, {2, &keeps.as_executor}));
    std::atomic<bool> stop = false;
    std::thread other([&] {
        while (!stop) late.first(late.second);
    });
    int good = 0;
    for (int i = 0; i < 60; ++i) good += in_child([&] { return all_once(10, {2, &idle.as_executor}); });
    CHECK(good == 60);
    stop = true;
    other.join();
}

TEST_CASE("an exception of an executor leaves the call when its jobs have returned") {
    std::atomic<bool> begun = false, go_on = false;
    std::atomic<int> inside = 0, pieces = 0;
    std::vector<std::thread> running;
    void (*late_job)(void*) = nullptr;
    void* late_argument = nullptr;
    executor_of mine([&](unsigned, void (*job)(void*), void* argument) {
        late_job = job;
        late_argument = argument;
        running.emplace_back(job, argument);
        (void)soon([&] { return begun.load(); });
        throw failure("no more threads");
    });
    std::thread releases([&] {
        (void)soon([&] { return begun.load(); });
        usleep(50'000);
        go_on = true;
    });
    bool caught = false;
    try {
        hl::split(1000, 1, {4, &mine.as_executor}, [&](std::size_t, std::size_t) {
            ++inside;
            begun = true;
            (void)soon([&] { return go_on.load(); });
            ++pieces;
            --inside;
        });
    } catch (const failure&) {
        caught = true;
        CHECK(inside == 0);
    }
    CHECK(caught);
    CHECK(go_on);
    const int then = pieces;
    CHECK(then < 1000);
    for (int i = 0; i < 3; ++i) late_job(late_argument);
    for (auto& t : running) t.join();
    releases.join();
    CHECK(pieces == then);
    CHECK(all_once(1000, {4}));
}

TEST_CASE("an exception of an executor, through a tree") {
    const std::vector<std::uint8_t> message(1 << 20, 1);
    executor_of mine([](unsigned, void (*)(void*), void*) { throw failure("none"); });
    hl::kt128 tree;
    CHECK_THROWS_AS(hl::absorb_with_threads(tree, message, hl::threads{4, &mine.as_executor}), failure);
    tree = hl::kt128();
    std::array<std::uint8_t, 32> out{}, want{};
    tree.absorb(message).reader().squeeze(want);
    tree = hl::kt128();
    hl::absorb_with_threads(tree, message, hl::threads{4}).reader().squeeze(out);
    CHECK(out == want);
}

TEST_CASE("jobs that are called after the call, or on tickets that were never given") {
    void (*late_job)(void*) = nullptr;
    std::vector<void*> arguments;
    executor_of mine([&](unsigned, void (*job)(void*), void* argument) {
        late_job = job;
        arguments.push_back(argument);
        job(argument);
    });
    for (int i = 0; i < 300; ++i) CHECK(all_once(10, {3, &mine.as_executor}));
    CHECK(arguments.size() == 300);
    std::atomic<int> pieces = 0;
    executor_of calls_old_ones([&](unsigned, void (*job)(void*), void* argument) {
        for (void* old : arguments) job(old);
        CHECK(pieces == 0);
        job(argument);
    });
    hl::split(10, 1, {3, &calls_old_ones.as_executor},
              [&](std::size_t first, std::size_t last) { pieces += static_cast<int>(last - first); });
    CHECK(pieces == 10);
}

TEST_CASE("an executor that does less than it was asked for") {
    executor_of idle([](unsigned, void (*)(void*), void*) {});
    CHECK(all_once(1000, {4, &idle.as_executor}));
    // returns while its thread is at work
    std::vector<std::thread> left;
    executor_of hasty([&](unsigned, void (*job)(void*), void* argument) { left.emplace_back(job, argument); });
    for (int i = 0; i < 50; ++i) CHECK(all_once(1000, {4, &hasty.as_executor}));
    for (auto& t : left) t.join();
}

TEST_CASE("calls within calls: the pool, executors, and one in the other") {
    executor_of threaded(on_new_threads);
    const hl::threads pool{3}, executed{3, &threaded.as_executor};
    for (const auto& outer : {pool, executed})
        for (const auto& middle : {pool, executed})
            for (const auto& inner : {pool, executed}) {
                std::atomic<int> good = 0;
                hl::split(4, 1, outer, [&](std::size_t, std::size_t) {
                    hl::split(4, 1, middle, [&](std::size_t, std::size_t) { good += all_once(9, inner); });
                });
                CHECK(good == 16);
            }
    // more calls than there are tickets, each within the one before
    int deepest = 0;
    executor_of in_turn([](unsigned, void (*job)(void*), void* argument) { job(argument); });
    const std::function<void(int)> go_down = [&](int depth) {
        deepest = std::max(deepest, depth);
        if (depth == 200) return;
        hl::split(2, 1, {2, &in_turn.as_executor}, [&](std::size_t first, std::size_t) {
            if (first == 0) go_down(depth + 1);
        });
    };
    go_down(0);
    CHECK(deepest == 200);
    CHECK(all_once(100, executed));
}
