// SPDX-License-Identifier: Apache-2.0 OR MIT
// Callers that are cancelled, throw, fork, exit or call again within a call with threads: nobody uses their stacks
// afterwards, nobody waits for ever, and the next call is right.
#include <doctest/doctest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <hashlane/merkle.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/tree_parallel.hpp>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

// ThreadSanitizer would end a child that starts threads.
extern "C" const char* __tsan_default_options() { return "die_after_fork=0:report_signal_unsafe=0"; }

namespace hl = hashlane;

namespace {

constexpr unsigned most_seconds = 60;  // for anything that a mistake would make wait for ever

// Were all of n pieces done, each once?
bool all_once(std::size_t n, hl::threads wanted) {
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

}  // namespace

// ThreadSanitizer registers its own fork handlers before instrumented code can run.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define NOT_INSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#endif
#endif
#ifndef NOT_INSTRUMENTED
#define NOT_INSTRUMENTED
#endif

// The linker leads the registration of the fork handlers here. A child that begins right before it and one that begins
// right after it have threads of their own.
using fork_handler = void (*)();
extern "C" int __real_pthread_atfork(fork_handler before, fork_handler after, fork_handler child);

namespace {

int registrations = 0, children_during_registration = 0;
bool watched = false;  // the sanitizers register theirs before anything is initialised
[[maybe_unused]] const bool begins_to_watch = watched = true;

int register_and_fork(fork_handler before, fork_handler after, fork_handler child) {
    if (++registrations != 1) return __real_pthread_atfork(before, after, child);
    const auto calls = [] { return all_once(100, {4}) && in_child([] { return true; }); };
    children_during_registration += in_child(calls);
    const int result = __real_pthread_atfork(before, after, child);
    children_during_registration += in_child(calls);
    return result;
}

}  // namespace

extern "C" NOT_INSTRUMENTED int __wrap_pthread_atfork(fork_handler before, fork_handler after, fork_handler child) {
    return watched ? register_and_fork(before, after, child) : __real_pthread_atfork(before, after, child);
}

namespace {

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

TEST_CASE("a caller that is cancelled while it waits for helpers goes on until they have finished") {
    const time_limit limit;
    if (hl::cores_allowed() < 2) return;
    for (int i = 0; i < 3; ++i) {
        const auto call = std::make_unique<long_call>();
        thread_on_own_stack caller([&] {
            (*call)({2});
            pthread_testcancel();
        });
        CHECK(call->caller_sleeps());
        caller.cancel();
        usleep(20'000);
        CHECK(!call->done);
        call->go_on = true;
        CHECK(caller.join());
        CHECK(call->done);
        CHECK(all_once(100, {4}));
    }
}

TEST_CASE("callers that are cancelled at any time") {
    const time_limit limit;
    const std::vector<std::uint8_t> message(3 << 20, 1);
    const auto root = [&] {
        hl::kt128 tree;
        hl::absorb_with_threads(tree, message, hl::threads{3});
        std::array<std::uint8_t, 32> out{};
        tree.reader().squeeze(out);
        return out;
    };
    const auto right = root();
    for (int i = 0; i < 20; ++i) {
        std::atomic<int> begun = 0, done = 0;
        thread_on_own_stack caller([&] {
            for (;; pthread_testcancel()) {
                ++begun;
                done += root() == right;
            }
        });
        usleep(static_cast<useconds_t>(1000 + 700 * i));
        caller.cancel();
        CHECK(caller.join());
        CHECK(begun > 0);
        CHECK(begun == done);  // no call ended in the middle
        CHECK(root() == right);
    }
}

TEST_CASE("the state of cancellation is as it was before") {
    int before = 0, after = 0;
    for (const int wanted : {PTHREAD_CANCEL_DISABLE, PTHREAD_CANCEL_ENABLE}) {
        pthread_setcancelstate(wanted, &before);
        CHECK(all_once(100, {4}));
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &after);
        CHECK(after == wanted);
    }
}

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

TEST_CASE("the first call of a process, while another thread forks") {
    CHECK(all_once(100, {4}));
    CHECK(children_during_registration == 2);
    CHECK(registrations == 1);
}

TEST_CASE("a child that begins within a piece may call again, and must not go on with the piece") {
    if (hl::cores_allowed() < 2) return;
    std::atomic<int> good = 0;
    hl::split(8, 1, {4}, [&](std::size_t, std::size_t) {
        good += in_child([] { return all_once(50, {3}) && in_child([] { return all_once(50, {3}); }); });
    });
    CHECK(good == 8);

    // Goes on in a child that begins while both threads are in their pieces.
    const auto returns_into_the_call = [](bool forked_by_caller) {
        return child_is_ended([=] {
            std::atomic<int> inside = 0;
            std::atomic<bool> ended = false, forked = false;
            const pthread_t caller = pthread_self();
            const pid_t me = getpid();
            hl::split(2, 1, {2}, [&](std::size_t, std::size_t) {
                ++inside;
                (void)soon([&] { return inside == 2; });
                if ((pthread_equal(caller, pthread_self()) != 0) != forked_by_caller) {
                    (void)soon([&] { return ended.load(); });
                    return;
                }
                const pid_t child = fork();
                if (child == 0) return;  // what is not allowed
                int status = 0;
                (void)waitpid(child, &status, 0);
                forked = status == 0;
                ended = true;
            });
            if (getpid() != me) _exit(0);
            return forked.load();
        });
    };
    CHECK(returns_into_the_call(true));
    CHECK(returns_into_the_call(false));
}

TEST_CASE("a message that throws ends the program") {
    struct throws {
        std::size_t size() const { return 1000; }
        std::string_view operator[](std::size_t i) const {
            if (i == 700) throw failure("no such message");
            return "message";
        }
    };
    CHECK(child_is_ended([] {
        std::vector<std::uint8_t> out(32 * 1000);
        try {
            hl::digest_many<hl::sha256>(throws{}, out, hl::threads{3});
        } catch (const failure&) {}
        return true;
    }));
}

TEST_CASE("news of a long build: the one who hears it may throw or end its thread") {
    using scheme = hl::rfc9162<hl::sha256>;
    const std::size_t leaves = 5000;
    std::vector<scheme::digest_type> nodes(hl::merkle_nodes<scheme>(leaves)), want(nodes.size());
    hl::merkle_tree<scheme>(want, leaves).build(hl::threads{3});
    hl::merkle_tree<scheme> tree(nodes, leaves);
    CHECK_THROWS_AS((void)tree.build_in_pieces({3}, 1000, [](std::size_t) -> bool { throw failure("enough"); }),
                    failure);
    std::atomic<bool> returned = false;
    {
        thread_on_own_stack caller([&] {
            (void)tree.build_in_pieces({3}, 1000, [](std::size_t) -> bool { pthread_exit(nullptr); });
            returned = true;
        });
        CHECK(!caller.join());
        CHECK(!returned);
    }
    tree.build(hl::threads{3});
    CHECK(nodes == want);
}

TEST_CASE("threads that end after their calls") {
    const time_limit limit;
    std::atomic<int> good = 0;
    for (int i = 0; i < 50; ++i) {
        thread_on_own_stack caller([&] {
            good += all_once(200, {4});
            pthread_exit(nullptr);
        });
        CHECK(!caller.join());
    }
    CHECK(good == 50);
}

TEST_CASE("a process that exits while its threads are within calls") {
    for (int i = 0; i < 10; ++i)
        CHECK(in_child([=] {
            for (int t = 0; t < 3; ++t)
                std::thread([] {
                    while (all_once(100, {3})) {}
                }).detach();
            usleep(static_cast<useconds_t>(500 * i));
            std::exit(0);
            return false;
        }));
}
