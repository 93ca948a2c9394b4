// SPDX-License-Identifier: Apache-2.0 OR MIT
// A system that does not say on which cores a thread may run, and one that starts no thread.
#include <doctest/doctest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <hashlane/threads.hpp>
#include <thread>
#include <vector>

namespace {
std::atomic<bool> says_nothing = false;
}  // namespace

// In place of the C library's.
extern "C" int sched_getaffinity(pid_t who, std::size_t size, cpu_set_t* cores) noexcept {
    if (says_nothing) return -1;
    std::memset(cores, 0, size);
    return syscall(SYS_sched_getaffinity, who, size, cores) < 0 ? -1 : 0;
}

namespace {

namespace hl = hashlane;

// How many threads a call wants that leaves it to the library.
unsigned wanted() {
    unsigned calls = 0;
    const hl::executor mine{&calls, [](void* self, unsigned count, void (*job)(void*) noexcept, void* argument) {
                                *static_cast<unsigned*>(self) = count;
                                job(argument);
                            }};
    hl::split(100, 1, {0, &mine}, [](std::size_t, std::size_t) {});
    return calls;
}

bool all_once(std::size_t n, unsigned count) {
    std::vector<std::atomic<int>> done(n);
    hl::split(n, 1, {count}, [&](std::size_t first, std::size_t) {
        ++done[first];
        usleep(100);
    });
    for (const auto& d : done)
        if (d != 1) return false;
    return true;
}

}  // namespace

TEST_CASE("as many threads as cores that this thread may run on, or as there are") {
    cpu_set_t before, one;
    REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
    const auto several = static_cast<unsigned>(CPU_COUNT(&before));
    CHECK(wanted() == (several > 1 ? several : 0));  // one core: the caller does it, and nobody is called
    says_nothing = true;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    CHECK(wanted() == (cores > 1 ? static_cast<unsigned>(cores) : 0));
    says_nothing = false;
    CPU_ZERO(&one);
    for (int core = 0; CPU_COUNT(&one) == 0; ++core)
        if (CPU_ISSET(core, &before)) CPU_SET(core, &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    CHECK(wanted() == 0);
    REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
}

TEST_CASE("more threads are wanted than there may be") {
    std::atomic<int> good = 0;
    std::vector<std::thread> callers;
    for (int i = 0; i < 3; ++i) callers.emplace_back([&] { good += all_once(300, 128); });
    for (auto& c : callers) c.join();
    CHECK(good == 3);
}

#if defined(__GLIBC__)
TEST_CASE("where no thread can be started the caller does all") {
    const pid_t child = fork();
    if (child == 0) {
        pthread_attr_t attributes;
        bool good = pthread_attr_init(&attributes) == 0 &&
                    pthread_attr_setstacksize(&attributes, std::size_t{1} << 46) == 0 &&
                    pthread_setattr_default_np(&attributes) == 0;  // more memory than there are addresses
        pthread_t thread;
        good = good && pthread_create(&thread, nullptr, [](void* p) { return p; }, nullptr) != 0;
        _exit(good && all_once(100, 4) ? 0 : 1);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}
#endif
