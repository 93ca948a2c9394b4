// SPDX-License-Identifier: Apache-2.0 OR MIT
// The first call, which looks at the processor, from wherever it may come. Each case is a child of its own: this process
// itself never calls the library.
#include <doctest/doctest.h>

#include <hashlane/any.hpp>
#include <hashlane/ascon.hpp>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <pthread.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace hl = hashlane;
using namespace std::literals;

namespace {

// Of three families that are dispatched each in its own way, against constants of the compiler.
bool right() {
    constexpr auto sha = hl::digest<hl::sha256>("abc"sv);
    constexpr auto sha3 = hl::digest<hl::sha3_256>("abc"sv);
    constexpr auto ascon = hl::digest<hl::ascon_hash256>("abc"sv);
    return hl::digest<hl::sha256>("abc"sv) == sha && hl::digest<hl::sha3_256>("abc"sv) == sha3 &&
           hl::digest<hl::ascon_hash256>("abc"sv) == ascon && !hl::target_name().empty();
}

// Is what f says true, in a child?
template <class F>
bool in_a_child(F&& f) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(f() ? 0 : 1);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::atomic<unsigned> arrived{0}, good{0};
volatile std::sig_atomic_t handled = 0;

void* first_in_a_thread(void*) {
    ++arrived;
    while (arrived < 64) sched_yield();
    good += right();
    return nullptr;
}

void first_in_a_handler(int) { handled = right() ? 1 : 2; }

}  // namespace

TEST_CASE("from 64 threads at once") {
    for (int again = 0; again < 20; ++again)
        CHECK(in_a_child([] {
            pthread_t threads[64];
            for (pthread_t& t : threads)
                if (pthread_create(&t, nullptr, first_in_a_thread, nullptr) != 0) return false;
            for (const pthread_t t : threads) pthread_join(t, nullptr);
            return good == 64;
        }));
}

TEST_CASE("in a signal handler") {
    CHECK(in_a_child([] {
        std::signal(SIGUSR1, first_in_a_handler);
        raise(SIGUSR1);
        return handled == 1 && right();
    }));
}

TEST_CASE("in a signal handler, amid a digest") {
    CHECK(in_a_child([] {
        std::signal(SIGALRM, first_in_a_handler);
        ualarm(1000, 0);
        for (std::size_t i = 0; handled == 0 && i < 100'000'000; ++i)
            if (!right()) return false;
        return handled == 1;
    }));
}

TEST_CASE("after fork, the parent having called or not") {
    CHECK(in_a_child(right));
    CHECK(in_a_child([] { return right() && in_a_child(right) && right(); }));
    CHECK(in_a_child(
        [] { return hl::use_target("baseline") && in_a_child([] { return hl::target_name() == "baseline"; }); }));
}

// What the library says on stderr when HASHLANE_TARGET is that, and in `takes` the target that it takes then.
std::string told(const char* value, std::string& takes) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    takes.clear();
    for (const std::string_view name : hl::known_targets())
        if (in_a_child([&] {
                dup2(ends[1], 2);
                return setenv("HASHLANE_TARGET", value, 1) == 0 && hl::target_name() == name && right();
            }))
            takes = name;
    close(ends[1]);
    std::string all(1 << 14, '\0');
    std::size_t used = 0;
    for (ssize_t n; (n = read(ends[0], all.data() + used, all.size() - used)) > 0;) used += static_cast<std::size_t>(n);
    close(ends[0]);
    return all.substr(0, used);
}

TEST_CASE("HASHLANE_TARGET") {
    std::string takes, other;
    CHECK(told("", takes) == "");
    CHECK(in_a_child([&] { return unsetenv("HASHLANE_TARGET") == 0 && hl::target_name() == takes; }));
    for (const std::string_view name : hl::known_targets()) {
        const bool here = in_a_child([&] { return hl::use_target(name); });
        const std::string said = told(std::string(name).c_str(), takes);
        CHECK(takes == (here ? name : "baseline"sv));
        CHECK((said.find("not available on this processor") == said.npos) == here);
        CHECK(said.empty() == here);
    }
    const std::string longest(5000, 'x');
    for (const char* wrong : {"nosuch", "AVX2", " baseline", longest.c_str()}) {
        const std::string said = told(wrong, takes);
        CHECK(takes == "baseline");
        CHECK(said.find("hashlane: HASHLANE_TARGET=" + std::string(wrong).substr(0, 32) +
                        " is not the name of a target; using baseline\n") == 0);
        CHECK(said.size() < 120 * hl::known_targets().size());
    }
}

TEST_CASE("a child that is wrong is seen") {
    CHECK_FALSE(in_a_child([] { return false; }));
    CHECK_FALSE(in_a_child([] { return raise(SIGKILL) == 0; }));
}
