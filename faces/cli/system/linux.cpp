// SPDX-License-Identifier: Apache-2.0 OR MIT
// What Linux has and other systems of POSIX have not.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <iterator>

#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/random.h>
#include <sys/vfs.h>

#include "posix.hpp"

namespace hashlane::cli::sys {

void take_times(const struct stat& from, file_status& to) {
    to.written = {from.st_mtim.tv_sec, from.st_mtim.tv_nsec};
    to.changed = {from.st_ctim.tv_sec, from.st_ctim.tv_nsec};
}

// The kernel stamps changes with the time of its last tick, which is what this clock gives.
timespec clock_of_files() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return now;
}

namespace {

// Is the file in a file system of one of these kinds?
template <std::size_t N>
bool lies_in(int descriptor, const unsigned long (&kinds)[N]) {
    struct statfs system{};
    if (fstatfs(descriptor, &system) != 0) return false;
    return std::find(std::begin(kinds), std::end(kinds), static_cast<unsigned long>(system.f_type)) != std::end(kinds);
}

}  // namespace

bool is_made_up(int descriptor) {
    return lies_in(descriptor, {PROC_SUPER_MAGIC, SYSFS_MAGIC, DEBUGFS_MAGIC, TRACEFS_MAGIC, SECURITYFS_MAGIC,
                                CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC});
}

bool has_small_pages(int descriptor) { return lies_in(descriptor, {TMPFS_MAGIC}); }

void will_read_to_the_end(int descriptor) { posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL); }

int rename_to_new(const std::string& from, const std::string& to) {
#if defined(RENAME_NOREPLACE)
    return renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
#else  // musl
    static_cast<void>(from);
    static_cast<void>(to);
    errno = ENOSYS;
    return -1;
#endif
}

int fill_random(std::span<std::uint8_t> data) {
    while (!data.empty()) {
        const ssize_t n = getrandom(data.data(), data.size(), 0);
        if (n > 0)
            data = data.subspan(static_cast<std::size_t>(n));
        else if (errno != EINTR)
            return -1;
    }
    return 0;
}

void zero(void* data, std::size_t size) { explicit_bzero(data, size); }

}  // namespace hashlane::cli::sys
