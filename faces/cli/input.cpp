// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "input.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "console.hpp"
#include "names.hpp"

namespace hashlane::cli {
namespace {

std::atomic<bool> standard_input_taken{false};

// The kernel reads a file of at most this many bytes ahead without a call that asks for it.
constexpr off_t small_file = 128 << 10;

bool same_time(const timespec& a, const timespec& b) { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

// From b to a. Times that are more than a second apart are as good as a second apart.
std::int64_t nanoseconds_between(const timespec& a, const timespec& b) {
    constexpr std::int64_t second = 1'000'000'000;
    const std::int64_t seconds = std::clamp<std::int64_t>(a.tv_sec - b.tv_sec, -2, 2);
    return seconds * second + (a.tv_nsec - b.tv_nsec);
}

// Can a change that comes now leave the time of the last change as it is? The kernel stamps changes with the time of
// its last tick, which is what this clock gives. A time that lies far ahead was not made by this clock.
bool changed_within_this_tick(const struct stat& status) {
    constexpr std::int64_t longest_tick = 20'000'000;
    timespec now{};
    if (clock_gettime(CLOCK_REALTIME_COARSE, &now) != 0) return false;
    const std::int64_t ahead = nanoseconds_between(status.st_ctim, now);
    return ahead >= 0 && ahead <= longest_tick;
}

// File systems whose files are made up as they are read: their sizes say nothing.
bool invented(int descriptor) {
    static constexpr unsigned long kinds[] = {PROC_SUPER_MAGIC, SYSFS_MAGIC,        DEBUGFS_MAGIC,      TRACEFS_MAGIC,
                                              SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC};
    struct statfs system{};
    if (fstatfs(descriptor, &system) != 0) return false;
    return std::find(std::begin(kinds), std::end(kinds), static_cast<unsigned long>(system.f_type)) != std::end(kinds);
}

int open_for_reading(const std::string& path, bool only_regular) {
    const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (only_regular ? O_NONBLOCK : 0);
    int descriptor;
    do descriptor = ::open(path.c_str(), flags);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

}  // namespace

input_file::input_file(const std::string& name, bool only_regular) : path(name), descriptor(STDIN_FILENO) {
    if (path == "-") {
        if (standard_input_taken.exchange(true)) throw failure("standard input can be read only once");
    } else {
        descriptor = open_for_reading(path, only_regular);
        if (descriptor < 0) throw failure(reason(errno));
    }
    try {
        start();
        if (only_regular && !S_ISREG(before.st_mode)) throw failure("it is not a regular file");
    } catch (...) {
        if (descriptor != STDIN_FILENO) ::close(descriptor);
        throw;
    }
    typed = S_ISCHR(before.st_mode) && isatty(descriptor) == 1;
    if (typed) console::typing_begins();
}

void input_file::start() {
    if (fstat(descriptor, &before) != 0) throw failure(reason(errno));
    if (S_ISDIR(before.st_mode)) throw failure(reason(EISDIR));
    if (!S_ISREG(before.st_mode)) return;
    settle();
    // A file that was opened here stands at its first byte.
    if (path == "-") offset = std::max<off_t>(0, lseek(descriptor, 0, SEEK_CUR));
    if (before.st_size > small_file) posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
}

// Waits, for a tick of the clock at most, until every later change gives the file another time.
void input_file::settle() {
    for (int tries = 0; tries < 25 && changed_within_this_tick(before); ++tries) {
        const timespec millisecond{0, 1'000'000};
        nanosleep(&millisecond, nullptr);
        if (fstat(descriptor, &before) != 0) throw failure(reason(errno));
    }
}

input_file::~input_file() {
    if (typed) console::typing_ends();
    if (descriptor != STDIN_FILENO) ::close(descriptor);
}

std::size_t input_file::read(std::span<std::uint8_t> buffer) {
    std::size_t filled = 0;
    while (filled < buffer.size() && !ended) {
        const std::size_t asked = buffer.size() - filled;
        const ssize_t n = ::read(descriptor, buffer.data() + filled, asked);
        if (n == 0) {
            ended = true;
        } else if (n > 0) {
            filled += static_cast<std::size_t>(n);
            ended = static_cast<std::size_t>(n) < asked && at_told_end(total + filled);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd waiting{descriptor, POLLIN, 0};
            poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            throw failure(reason(errno));
        }
    }
    total += filled;
    return filled;
}

// Has a regular file been read to the end that its size tells? A read that then gave less than it was asked for needs no
// other read to say so: the check after the end sees whether the file has another size now. Files that are made up as they
// are read say that they are empty, or give less than they say.
bool input_file::at_told_end(std::uint64_t count) const {
    if (!S_ISREG(before.st_mode) || before.st_size <= offset) return false;
    return count == static_cast<std::uint64_t>(before.st_size - offset);
}

void input_file::verify_unchanged() const {
    verify_unchanged_so_far();
    if (!S_ISREG(before.st_mode)) return;
    const auto expected = static_cast<std::uint64_t>(std::max<off_t>(0, before.st_size - offset));
    if (total != expected && !invented(descriptor))
        throw failure("only " + std::to_string(total) + " bytes were read of a file of " + std::to_string(expected));
}

// The status of the name. Returns why it is not that of the open file any more, or "". As long as the file is open, no other
// file of its device has its number.
std::string input_file::look_at_name(struct stat& named) const {
    if (stat(path.c_str(), &named) != 0) {
        const bool gone = errno == ENOENT || errno == ENOTDIR;
        return gone ? "the file was removed while it was read" : reason(errno);
    }
    if (named.st_ino == before.st_ino && named.st_dev == before.st_dev) return "";
    return "the file was replaced while it was read";
}

void input_file::verify_unchanged_so_far() const {
    if (!S_ISREG(before.st_mode)) return;
    struct stat after{};
    // The status of a name that still leads to the open file is that of the file.
    const std::string moved = path == "-" ? "" : look_at_name(after);
    const bool has_name = path != "-" && moved.empty();
    if (!has_name && fstat(descriptor, &after) != 0) throw failure(reason(errno));
    if (after.st_size < before.st_size) throw failure("the file shrank while it was read");
    if (after.st_size > before.st_size) throw failure("the file grew while it was read");
    if (!same_time(before.st_mtim, after.st_mtim)) throw failure("the file was written to while it was read");
    if (!moved.empty()) throw failure(moved);
    // Last, since removing or replacing the file changes this time too.
    if (!same_time(before.st_ctim, after.st_ctim))
        throw failure("the file was changed while it was read: its mtime is as before, its ctime is not");
}

namespace {

template <class Bytes>
Bytes read_all(const std::string& path, std::size_t limit) {
    try {
        input_file file(path);
        Bytes data, piece(std::min(limit + 1, buffer_size));
        while (const std::size_t n = file.read(piece)) {
            data.insert(data.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(n));
            if (data.size() > limit) throw failure("it is longer than " + std::to_string(limit) + " bytes");
        }
        file.verify_unchanged();
        return data;
    } catch (const failure& error) {
        throw failure((path == "-" ? "standard input" : in_message(path)) + ": " + error.what());
    }
}

}  // namespace

bytes read_whole(const std::string& path, std::size_t limit) { return read_all<bytes>(path, limit); }

secret_bytes read_secret(const std::string& path, std::size_t limit) { return read_all<secret_bytes>(path, limit); }

}  // namespace hashlane::cli
