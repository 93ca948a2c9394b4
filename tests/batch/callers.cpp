// SPDX-License-Identifier: Apache-2.0 OR MIT
// Callers that are cancelled, fork, exit or throw within a call with threads: nobody uses their stacks afterwards, nobody
// waits for ever, and the next call is right. Executors: executors.cpp.
#include "callers.hpp"

#include <cerrno>
#include <cstdlib>
#include <hashlane/merkle.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/threads.hpp>
#include <memory>
#include <string_view>
#include <thread>

using namespace callers_test;

// ThreadSanitizer would end a child that starts threads.
extern "C" const char* __tsan_default_options() { return "die_after_fork=0:report_signal_unsafe=0"; }

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
extern "C" pid_t __real_getpid();

namespace {

int registrations = 0, children_during_registration = 0;
int refused_registrations = 0;
bool refuses = false, refused_calls_done = false;
bool overtaken = false, overtaking_call_done = false;
bool watched = false;  // the sanitizers register theirs before anything is initialised
[[maybe_unused]] const bool begins_to_watch = watched = true;

// Meanwhile other calls find that another one is registering.
int refuse_to_register() {
    ++refused_registrations;
    refused_calls_done = all_once(100, {4});
    std::thread([] { refused_calls_done &= all_once(100, {4}); }).join();
    return ENOMEM;
}

void be_overtaken() {
    overtaken = false;
    std::thread([] { overtaking_call_done = all_once(100, {4}); }).join();
}

int register_and_fork(fork_handler before, fork_handler after, fork_handler child) {
    if (refuses) return refuse_to_register();
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

// A call asks for the number of its process after it has seen that nobody has registered.
extern "C" NOT_INSTRUMENTED pid_t __wrap_getpid() {
    if (overtaken) be_overtaken();
    return __real_getpid();
}

// This test case and the next are the first, since the registration is done once in a process.
TEST_CASE("calls in a process whose fork handlers cannot be registered go on without helpers") {
    const time_limit limit;
    if (hl::cores_allowed() < 2) return;
    refuses = true;
    for (int i = 1; i <= 2; ++i) {
        refused_calls_done = false;
        CHECK(all_once(100, {4}));
        CHECK(refused_calls_done);
        CHECK(refused_registrations == i);
    }
    refuses = false;
    CHECK(registrations == 0);
}

TEST_CASE("a call that is about to register the fork handlers when another thread has done so") {
    const time_limit limit;
    if (hl::cores_allowed() < 2) return;
    overtaken = true;
    CHECK(all_once(100, {4}));
    CHECK(!overtaken);
    CHECK(overtaking_call_done);
    CHECK(registrations == 1);
}

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
