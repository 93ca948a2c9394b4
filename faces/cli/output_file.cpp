// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "output_file.hpp"

#include <cerrno>

#include "console.hpp"
#include "input.hpp"
#include "names.hpp"
#include "undo.hpp"

namespace hashlane::cli {
namespace {

[[noreturn]] void fail(const std::string& path, int error) {
    throw failure((path == "-" ? "a temporary file" : in_message(path)) + ": " + reason(error));
}

void refuse_existing(const std::string& path, bool replace) {
    sys::file_status found;
    if (sys::status_of_link(path, found) != 0) {
        if (errno == ENAMETOOLONG) fail(path, errno);
        return;
    }
    if (!found.regular()) throw failure(in_message(path) + ": it exists and is not a regular file");
    if (!replace) throw failure(in_message(path) + ": it exists; --force replaces it");
}

// The path of a temporary file, whose last six characters the system chooses.
std::string temporary_in(const std::string& directory) { return directory + "/.hashlane-XXXXXX"; }

}  // namespace

output_file::output_file(const std::string& name, bool may_replace, unsigned mode, to_stdout how) {
    path = name;
    replace = may_replace;
    standard = name == "-";
    spooled = standard && how == to_stdout::once_whole;
    if (!standard) refuse_existing(path, replace);
    if (spooled) create(sys::temporary_directory(), mode);
    if (!standard) create(sys::directory_of(path), sys::mode_of_new_file(mode));
}

output_file::~output_file() {
    if (descriptor >= 0) sys::close(descriptor);
    if (!temporary.empty()) sys::remove(temporary);
    undo::remove_file("");
}

void output_file::require_possible(const std::string& path, bool replace, to_stdout how) {
    const bool standard = path == "-";
    if (standard && how == to_stdout::directly) return;
    if (!standard) refuse_existing(path, replace);
    const std::string directory = standard ? sys::temporary_directory() : sys::directory_of(path);
    if (sys::may_create_in(directory) != 0) fail(path, errno);
    sys::file_status found;
    if (sys::status_of_link(temporary_in(directory), found) != 0 && errno == ENAMETOOLONG) fail(path, errno);
}

void output_file::create(const std::string& directory, unsigned mode) {
    std::string pattern = temporary_in(directory);
    const undo::hold held;
    descriptor = sys::create_temporary(pattern);
    if (descriptor < 0) fail(path, errno);
    temporary = pattern;
    undo::remove_file(temporary);
    sys::set_mode(descriptor, mode);
    if (!spooled) return;
    const int error = sys::remove(temporary) == 0 ? 0 : errno;
    temporary.clear();
    undo::remove_file("");
    if (error == 0) return;
    // With a name it would stay behind, and what it has is secret.
    sys::close(descriptor);
    fail(path, error);
}

void output_file::write(std::span<const std::uint8_t> data) {
    if (descriptor < 0) return console::write(data);
    if (const int error = sys::write_all(descriptor, data.data(), data.size())) fail(path, error);
}

void output_file::commit() {
    if (descriptor < 0) return;
    if (spooled) return copy_to_stdout();
    if (sys::synchronise(descriptor) != 0) fail(path, errno);
    const int closed = sys::close(descriptor);
    descriptor = -1;
    if (closed != 0) fail(path, errno);
    put_in_place();
    temporary.clear();
    undo::remove_file("");
}

// Without leave to replace, a file that has appeared meanwhile stays as it is.
void output_file::put_in_place() {
    if (!replace) {
        if (sys::rename_to_new(temporary, path) == 0) return;
        if (errno != EINVAL && errno != ENOSYS) fail(path, errno);
        refuse_existing(path, replace);
    }
    if (sys::rename_over(temporary, path) != 0) fail(path, errno);
}

void output_file::copy_to_stdout() {
    if (sys::move_to(descriptor, 0) != 0) fail(path, errno);
    secret_bytes buffer(buffer_size);
    for (;;) {
        const std::ptrdiff_t n = sys::read(descriptor, buffer.data(), buffer.size());
        if (n < 0) fail(path, errno);
        if (n == 0) return;
        console::write(std::span(buffer.data(), static_cast<std::size_t>(n)));
    }
}

}  // namespace hashlane::cli
