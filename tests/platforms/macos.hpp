// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Included before a file that is compiled for tests/platforms/macos.py: the calls that macOS has and Linux has not are
// declared here, and those that it lacks are poisoned, after the headers that name them.
// lacks: st_mtim st_ctim posix_fadvise renameat2 getrandom explicit_bzero fstatfs jthread stop_token aligned_alloc

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <termios.h>
#include <unistd.h>

// As the manual pages of macOS declare them: rename(2), memset_s(3), fcntl(2), stat(2).
extern "C" int renamex_np(const char* from, const char* to, unsigned flags);
extern "C" int memset_s(void* data, std::size_t size, int value, std::size_t count);
#define RENAME_EXCL 4
#define F_RDAHEAD 45
#define st_mtimespec st_mtim
#define st_ctimespec st_ctim
#undef CLOCK_REALTIME_COARSE

#pragma GCC poison st_mtim st_ctim posix_fadvise renameat2 getrandom explicit_bzero fstatfs jthread stop_token aligned_alloc
