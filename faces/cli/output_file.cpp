// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "console.hpp"
#include "input.hpp"
#include "names.hpp"
#include "undo.hpp"

namespace hashlane::cli {
namespace {

std::string directory_of(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string temporary_directory() {
    const char* place = std::getenv("TMPDIR");
    return place != nullptr && *place != '\0' ? place : "/tmp";
}

[[noreturn]] void fail(const std::string& path, int error) {
    throw failure((path == "-" ? "a temporary file" : in_message(path)) + ": " + reason(error));
}

void refuse_existing(const std::string& path, bool replace) {
    struct stat status{};
    if (lstat(path.c_str(), &status) != 0) return;
    if (!S_ISREG(status.st_mode)) throw failure(in_message(path) + ": it exists and is not a regular file");
    if (!replace) throw failure(in_message(path) + ": it exists; --force replaces it");
}

mode_t file_mask() {
    const mode_t mask = umask(0);
    umask(mask);
    return mask;
}

}  // namespace

output_file::output_file(const std::string& name, bool may_replace, mode_t mode, to_stdout how) {
    path = name;
    replace = may_replace;
    standard = name == "-";
    spooled = standard && how == to_stdout::once_whole;
    if (!standard) refuse_existing(path, replace);
    if (spooled) create(temporary_directory(), mode);
    if (!standard) create(directory_of(path), mode & ~file_mask());
}

output_file::~output_file() {
    if (descriptor >= 0) ::close(descriptor);
    if (!temporary.empty()) unlink(temporary.c_str());
    undo::remove_file("");
}

void output_file::require_possible(const std::string& path, bool replace, to_stdout how) {
    const bool standard = path == "-";
    if (standard && how == to_stdout::directly) return;
    if (!standard) refuse_existing(path, replace);
    const std::string directory = standard ? temporary_directory() : directory_of(path);
    // With "/." a file in place of the directory is told as such.
    if (faccessat(AT_FDCWD, (directory + "/.").c_str(), W_OK | X_OK, AT_EACCESS) != 0) fail(path, errno);
}

void output_file::create(const std::string& directory, mode_t mode) {
    std::string pattern = directory + "/.hashlane-XXXXXX";
    const undo::hold held;
    descriptor = mkostemp(pattern.data(), O_CLOEXEC);
    if (descriptor < 0) fail(path, errno);
    temporary = pattern;
    undo::remove_file(temporary);
    // Where a file system knows no modes the file stays as private as it was made.
    static_cast<void>(fchmod(descriptor, mode) == 0);
    if (!spooled) return;
    unlink(temporary.c_str());
    temporary.clear();
    undo::remove_file("");
}

void output_file::write(std::span<const std::uint8_t> data) {
    if (descriptor < 0) return console::write(data);
    if (const int error = console::write_all(descriptor, data.data(), data.size())) fail(path, error);
}

void output_file::commit() {
    if (descriptor < 0) return;
    if (spooled) return copy_to_stdout();
    if (fsync(descriptor) != 0) fail(path, errno);
    const int closed = ::close(descriptor);
    descriptor = -1;
    if (closed != 0) fail(path, errno);
    put_in_place();
    temporary.clear();
    undo::remove_file("");
}

// Without leave to replace, a file that has appeared meanwhile stays as it is.
void output_file::put_in_place() {
    if (!replace) {
        if (renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0) return;
        if (errno != EINVAL && errno != ENOSYS) fail(path, errno);
        refuse_existing(path, replace);
    }
    if (std::rename(temporary.c_str(), path.c_str()) != 0) fail(path, errno);
}

void output_file::copy_to_stdout() {
    if (lseek(descriptor, 0, SEEK_SET) != 0) fail(path, errno);
    secret_bytes buffer(buffer_size);
    for (;;) {
        const ssize_t n = ::read(descriptor, buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail(path, errno);
        if (n == 0) return;
        console::write(std::span(buffer.data(), static_cast<std::size_t>(n)));
    }
}

}  // namespace hashlane::cli
