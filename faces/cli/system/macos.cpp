// SPDX-License-Identifier: Apache-2.0 OR MIT
// What macOS has in place of the calls in linux.cpp.

#define __STDC_WANT_LIB_EXT1__ 1

#include <algorithm>
#include <cstdio>
#include <ctime>

#include <fcntl.h>
#include <string.h>
#include <sys/random.h>

#include "posix.hpp"

namespace hashlane::cli::sys {

void take_times(const struct stat& from, file_status& to) {
    to.written = {from.st_mtimespec.tv_sec, from.st_mtimespec.tv_nsec};
    to.changed = {from.st_ctimespec.tv_sec, from.st_ctimespec.tv_nsec};
}

timespec clock_of_files() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return now;
}

bool is_made_up(int) { return false; }

bool has_small_pages(int) { return false; }

void will_read_to_the_end(int descriptor) { fcntl(descriptor, F_RDAHEAD, 1); }

int rename_to_new(const std::string& from, const std::string& to) {
    return renamex_np(from.c_str(), to.c_str(), RENAME_EXCL);
}

int fill_random(std::span<std::uint8_t> data) {
    constexpr std::size_t most = 256;  // bytes of one call
    while (!data.empty()) {
        const std::size_t n = std::min(data.size(), most);
        if (getentropy(data.data(), n) != 0) return -1;
        data = data.subspan(n);
    }
    return 0;
}

void zero(void* data, std::size_t size) { memset_s(data, size, 0, size); }

}  // namespace hashlane::cli::sys
