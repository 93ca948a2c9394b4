// SPDX-License-Identifier: Apache-2.0 OR MIT
// A message in a mapped file that was cut short: a helper's SIGBUS reaches the program's handler, as the caller's does.
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/threads.hpp>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <span>
#include <vector>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

constexpr std::size_t size = 256 * 8192, page = 4096;
pthread_t caller;
std::atomic<int> faults_of_helpers = 0;

// Puts a page of zeros where the fault was.
extern "C" void zeros_in_place(int, siginfo_t* about, void*) {
    const auto address = reinterpret_cast<std::uintptr_t>(about->si_addr);
    auto* const begin = reinterpret_cast<void*>(address - address % page);
    if (mmap(begin, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) _exit(1);
    if (pthread_equal(pthread_self(), caller) == 0) ++faults_of_helpers;
}

// While it lives, the handler above is that of SIGBUS.
class handler {
  public:
    handler() {
        struct sigaction action{};
        action.sa_sigaction = zeros_in_place;
        action.sa_flags = SA_SIGINFO;
        sigemptyset(&action.sa_mask);
        sigaction(SIGBUS, &action, &before);
    }
    ~handler() { sigaction(SIGBUS, &before, nullptr); }
    handler(const handler&) = delete;
    handler& operator=(const handler&) = delete;

  private:
    struct sigaction before{};
};

// `size` bytes of a file that is empty by now: the first look at each page is a fault.
class cut_file {
  public:
    cut_file() {
        std::array<char, 32> name = {"/tmp/hashlane-faults-XXXXXX"};
        const int descriptor = mkstemp(name.data());
        REQUIRE(descriptor >= 0);
        unlink(name.data());
        REQUIRE(ftruncate(descriptor, size) == 0);
        begin = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
        REQUIRE(begin != MAP_FAILED);
        REQUIRE(ftruncate(descriptor, 0) == 0);
        close(descriptor);
    }
    ~cut_file() { munmap(begin, size); }
    cut_file(const cut_file&) = delete;
    cut_file& operator=(const cut_file&) = delete;

    std::span<const std::uint8_t> message() const { return {static_cast<const std::uint8_t*>(begin), size}; }

  private:
    void* begin = nullptr;
};

}  // namespace

TEST_CASE("the handler sees the faults of helpers") {
    caller = pthread_self();
    const handler installed;
    const std::vector<std::uint8_t> zeros(size);
    const auto want = hashlane::digest<hashlane::kt128, 32>(zeros);
    // A helper comes late now and then, and finds no work.
    for (int tries = 0; tries < 1000 && faults_of_helpers == 0; ++tries) {
        const cut_file file;
        CHECK(hashlane::digest<hashlane::kt128, 32>(file.message(), hashlane::threads{4}) == want);
    }
    if (hashlane::cores_allowed() > 1) CHECK(faults_of_helpers > 0);
}
