// SPDX-License-Identifier: Apache-2.0 OR MIT
// Files, for Linux and macOS.

#include "posix.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../common.hpp"

namespace hashlane::cli {

std::string reason(int error) { return std::strerror(error); }

namespace sys {
namespace {

file_kind kind_of(mode_t mode) {
    if (S_ISREG(mode)) return file_kind::regular;
    if (S_ISDIR(mode)) return file_kind::directory;
    if (S_ISLNK(mode)) return file_kind::link;
    if (S_ISCHR(mode)) return file_kind::characters;
    if (S_ISFIFO(mode)) return file_kind::pipe;
    if (S_ISSOCK(mode)) return file_kind::socket;
    return file_kind::device;
}

int take(int result, const struct stat& from, file_status& to) {
    if (result != 0) return result;
    to.kind = kind_of(from.st_mode);
    to.size = from.st_size;
    to.device = static_cast<std::uint64_t>(from.st_dev);
    to.file = from.st_ino;
    take_times(from, to);
    return 0;
}

// Returns the nanoseconds from b to a; when the two are more than two seconds apart, any number beyond a second.
std::int64_t nanoseconds_between(const moment& a, const timespec& b) {
    constexpr std::int64_t second = 1'000'000'000;
    const std::int64_t seconds = std::clamp<std::int64_t>(a.seconds - b.tv_sec, -2, 2);
    return seconds * second + (a.nanoseconds - b.tv_nsec);
}

void wait_for(int descriptor, short events) {
    pollfd waiting{descriptor, events, 0};
    poll(&waiting, 1, -1);
}

}  // namespace

int status(int descriptor, file_status& found) {
    struct stat raw{};
    return take(fstat(descriptor, &raw), raw, found);
}

int status(const std::string& path, file_status& found) {
    struct stat raw{};
    return take(stat(path.c_str(), &raw), raw, found);
}

int status_of_link(const std::string& path, file_status& found) {
    struct stat raw{};
    return take(lstat(path.c_str(), &raw), raw, found);
}

// A time that lies far ahead was not made by this clock.
bool next_change_may_be_unseen(const file_status& found) {
    constexpr std::int64_t longest_tick = 20'000'000;
    const std::int64_t ahead = nanoseconds_between(found.changed, clock_of_files());
    return ahead >= 0 && ahead <= longest_tick;
}

int open_to_read(const std::string& path, bool never_wait) {
    const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (never_wait ? O_NONBLOCK : 0);
    int descriptor;
    do descriptor = open(path.c_str(), flags);
    while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

std::ptrdiff_t read(int descriptor, void* data, std::size_t size) {
    for (;;) {
        const ssize_t n = ::read(descriptor, data, size);
        if (n >= 0) return n;
        if (errno == EAGAIN || errno == EWOULDBLOCK)
            wait_for(descriptor, POLLIN);
        else if (errno != EINTR)
            return -1;
    }
}

int write_all(int descriptor, const void* data, std::size_t size) {
    const char* p = static_cast<const char*>(data);
    while (size != 0) {
        const ssize_t n = ::write(descriptor, p, size);
        if (n > 0) {
            p += n;
            size -= static_cast<std::size_t>(n);
        } else if (n == 0) {
            return EIO;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            wait_for(descriptor, POLLOUT);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

// Interrupted or not, the descriptor is free after it.
int close(int descriptor) {
    const int result = ::close(descriptor);
    return result != 0 && errno == EINTR ? 0 : result;
}

std::int64_t position(int descriptor) { return lseek(descriptor, 0, SEEK_CUR); }

int move_to(int descriptor, std::int64_t position) { return lseek(descriptor, position, SEEK_SET) < 0 ? -1 : 0; }

int create_temporary(std::string& path) { return mkostemp(path.data(), O_CLOEXEC); }

void set_mode(int descriptor, unsigned mode) { static_cast<void>(fchmod(descriptor, static_cast<mode_t>(mode)) == 0); }

unsigned mode_of_new_file(unsigned mode) {
    const mode_t mask = umask(0);
    umask(mask);
    return mode & ~static_cast<unsigned>(mask);
}

int synchronise(int descriptor) { return fsync(descriptor); }

int remove(const std::string& path) { return unlink(path.c_str()); }

int rename_over(const std::string& from, const std::string& to) { return std::rename(from.c_str(), to.c_str()); }

int may_read(const std::string& path) { return faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS); }

// With "/." the error is ENOTDIR when a file stands in place of the directory.
int may_create_in(const std::string& directory) {
    return faccessat(AT_FDCWD, (directory + "/.").c_str(), W_OK | X_OK, AT_EACCESS);
}

int list_directory(const std::string& path, std::vector<std::string>& names) {
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(opendir(path.c_str()), closedir);
    if (!stream) return -1;
    for (;;) {
        errno = 0;
        const dirent* entry = readdir(stream.get());
        if (entry == nullptr) return errno == 0 ? 0 : -1;
        const std::string name = entry->d_name;
        if (name != "." && name != "..") names.push_back(name);
    }
}

std::string temporary_directory() {
    const char* place = std::getenv("TMPDIR");
    return place != nullptr && *place != '\0' ? place : "/tmp";
}

std::string directory_of(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string_view last_part(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

// The system says which directory it is. Names alone do not: where `link` is a link, `link/../x` is not `x`.
std::string key_of_path(const std::string& path) {
    file_status directory;
    if (status(directory_of(path), directory) != 0) return "?" + path;
    const std::string identity = std::to_string(directory.device) + ":" + std::to_string(directory.file);
    return identity + "/" + std::string(last_part(path));
}

std::string path_for_list(const std::string& path) { return path; }

// A limit of 1 byte is the one that also keeps a dump from a program that the system would pipe it to (core(5)).
void leave_no_core_dump() {
    const rlimit one{1, 1};
    setrlimit(RLIMIT_CORE, &one);
}

std::vector<std::string> command_line(int argc, char** argv) { return {argv, argv + argc}; }

}  // namespace sys
}  // namespace hashlane::cli
