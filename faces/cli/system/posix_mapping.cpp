// SPDX-License-Identifier: Apache-2.0 OR MIT
// Files in memory, for Linux and macOS.
//
// A page of a mapped file that cannot be read raises SIGBUS in the thread that looks at it. The handler puts zeros in the place
// of the rest of that piece, notes that the piece is damaged, and returns; the thread goes on. The handler uses atomic values,
// mmap(), signal() and raise() alone.

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

#include "system.hpp"

namespace hashlane::cli::sys {

// One piece at a time. `first` is null while there is no piece; the handler may read it at any time.
struct file_mapping::place {
    std::atomic<bool> taken{false};
    std::atomic<std::uint8_t*> first{nullptr};
    std::atomic<bool> damaged{false};
};

namespace {

constexpr std::size_t most_mappings = 64;
std::array<file_mapping::place, most_mappings> places;
std::uintptr_t page_size = 0;

// Puts zeros where the piece could not be read, from the start of that page to the end of the piece.
bool replace_rest(file_mapping::place& place, std::uint8_t* first, std::size_t offset) {
    const std::size_t start = offset - offset % page_size;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    if (mmap(first + start, file_mapping::most - start, PROT_READ, flags, -1, 0) == MAP_FAILED) return false;
    place.damaged = true;
    return true;
}

// Looks for the piece that the address lies in. The offset of an address before a piece wraps around to a large number.
bool repaired(const void* address) {
    for (file_mapping::place& place : places) {
        std::uint8_t* const first = place.first;
        if (first == nullptr) continue;
        const std::uintptr_t offset =
            reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(first);
        if (offset < file_mapping::most) return replace_rest(place, first, offset);
    }
    return false;
}

// A signal that is not of a piece ends the program, as it would without this handler.
extern "C" void on_bus_error(int number, siginfo_t* about, void*) {
    const int kept = errno;
    if (!repaired(about->si_addr)) {
        std::signal(number, SIG_DFL);
        std::raise(number);
    }
    errno = kept;
}

bool install_handler() {
    page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action{};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGBUS, &action, nullptr) == 0;
}

bool handler_is_installed() {
    static const bool done = install_handler();
    return done;
}

// Whoever started this program may have blocked SIGBUS. A fault in a thread that blocks it ends the program.
void unblock_in_this_thread() {
    sigset_t bus_error;
    sigemptyset(&bus_error);
    sigaddset(&bus_error, SIGBUS);
    pthread_sigmask(SIG_UNBLOCK, &bus_error, nullptr);
}

}  // namespace

file_mapping::~file_mapping() {
    if (held == nullptr) return;
    unmap();
    held->taken = false;
}

void file_mapping::unmap() {
    std::uint8_t* const first = held->first.exchange(nullptr);
    if (first != nullptr) munmap(first, most);
}

bool file_mapping::take_place() {
    if (!handler_is_installed()) return false;
    unblock_in_this_thread();
    for (place& candidate : places) {
        if (candidate.taken.exchange(true)) continue;
        candidate.damaged = false;
        held = &candidate;
        return true;
    }
    return false;
}

// Always `most` bytes, so that the handler knows where the piece ends. What lies behind the end of the file is not looked at.
std::span<const std::uint8_t> file_mapping::map(int descriptor, std::int64_t offset, std::size_t size) {
    if (held == nullptr && !take_place()) return {};
    unmap();
    void* const mapped = mmap(nullptr, most, PROT_READ, MAP_SHARED, descriptor, static_cast<off_t>(offset));
    if (mapped == MAP_FAILED) return {};
    held->first = static_cast<std::uint8_t*>(mapped);
    return {static_cast<const std::uint8_t*>(mapped), size};
}

bool file_mapping::damaged() const { return held != nullptr && held->damaged; }

}  // namespace hashlane::cli::sys
