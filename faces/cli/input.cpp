// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "input.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

#include "console.hpp"
#include "names.hpp"

namespace hashlane::cli {
namespace {

std::atomic<bool> standard_input_taken{false};

// The kernel reads a file of at most this many bytes ahead without a call that asks for it.
constexpr std::int64_t small_file = 128 << 10;

}  // namespace

input_file::input_file(const std::string& name, bool only_regular) : path(name), descriptor(sys::standard_input) {
    if (path == "-") {
        if (standard_input_taken.exchange(true)) throw failure("standard input can be read only once");
    } else {
        descriptor = sys::open_to_read(path, only_regular);
        if (descriptor < 0) throw failure(reason(errno));
    }
    try {
        start();
        if (only_regular && !before.regular()) throw failure("it is not a regular file");
    } catch (...) {
        if (descriptor != sys::standard_input) sys::close(descriptor);
        throw;
    }
    typed = before.kind == sys::file_kind::characters && sys::is_terminal(descriptor);
    if (typed) console::typing_begins();
}

void input_file::start() {
    if (sys::status(descriptor, before) != 0) throw failure(reason(errno));
    if (before.directory()) throw failure(reason(EISDIR));
    if (!before.regular()) return;
    settle();
    // A file that was opened here stands at its first byte.
    if (path == "-") offset = std::max<std::int64_t>(0, sys::position(descriptor));
    if (before.size > small_file) sys::will_read_to_the_end(descriptor);
    mapped = path != "-" && before.size >= smallest_mapped && !sys::is_made_up(descriptor);
}

// Waits, for a tick of the clock at most, until every later change gives the file another time.
void input_file::settle() {
    for (int tries = 0; tries < 25 && sys::next_change_may_be_unseen(before); ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (sys::status(descriptor, before) != 0) throw failure(reason(errno));
    }
}

input_file::~input_file() {
    if (typed) console::typing_ends();
    if (descriptor != sys::standard_input) sys::close(descriptor);
}

std::size_t input_file::read(std::span<std::uint8_t> buffer) {
    std::size_t filled = 0;
    while (filled < buffer.size() && !ended) {
        const std::size_t asked = buffer.size() - filled;
        const std::ptrdiff_t n = sys::read(descriptor, buffer.data() + filled, asked);
        if (n < 0) throw failure(reason(errno));
        const auto got = static_cast<std::size_t>(n);
        filled += got;
        ended = got == 0 || (got < asked && at_told_end(total + filled));
    }
    total += filled;
    return filled;
}

std::span<const std::uint8_t> input_file::next(std::span<std::uint8_t> buffer) {
    if (mapped && piece.empty()) map_next();
    if (piece.empty()) return buffer.first(read(buffer));
    const std::span<const std::uint8_t> given = piece.first(std::min(piece.size(), buffer.size()));
    piece = piece.subspan(given.size());
    total += given.size();
    return given;
}

// The piece before has been looked at now: only now does its mapping tell whether all of it was there.
void input_file::map_next() {
    if (mapping.damaged()) {
        verify_unchanged_so_far();
        throw failure(reason(EIO));
    }
    const std::uint64_t left = static_cast<std::uint64_t>(before.size) - total;
    ended = left == 0;
    if (ended) return;
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(left, sys::file_mapping::most));
    piece = mapping.map(descriptor, static_cast<std::int64_t>(total), size);
    if (!piece.empty()) return;
    mapped = false;
    if (sys::move_to(descriptor, static_cast<std::int64_t>(total)) != 0) throw failure(reason(errno));
}

// Has a regular file been read to the end that its size tells? A read that then gave less than it was asked for needs no
// other read to say so: the check after the end sees whether the file has another size now. Files that are made up as they
// are read say that they are empty, or give less than they say.
bool input_file::at_told_end(std::uint64_t count) const {
    if (!before.regular() || before.size <= offset) return false;
    return count == static_cast<std::uint64_t>(before.size - offset);
}

void input_file::verify_unchanged() const {
    verify_unchanged_so_far();
    if (!before.regular()) return;
    const auto expected = static_cast<std::uint64_t>(std::max<std::int64_t>(0, before.size - offset));
    if (total != expected && !sys::is_made_up(descriptor))
        throw failure("only " + std::to_string(total) + " bytes were read of a file of " + std::to_string(expected));
}

// The status of the name. Returns why it is not that of the open file any more, or "". As long as the file is open, no other
// file of its device has its number.
std::string input_file::look_at_name(sys::file_status& named) const {
    if (sys::status(path, named) != 0) {
        const bool gone = errno == ENOENT || errno == ENOTDIR;
        return gone ? "the file was removed while it was read" : reason(errno);
    }
    if (named.same_file(before)) return "";
    return "the file was replaced while it was read";
}

void input_file::verify_unchanged_so_far() const {
    if (!before.regular()) return;
    sys::file_status after;
    // The status of a name that still leads to the open file is that of the file.
    const std::string moved = path == "-" ? "" : look_at_name(after);
    const bool has_name = path != "-" && moved.empty();
    // Linux gives a file of /proc/net new times whenever it looks the name up. Then the open file is asked for its times.
    const bool new_times = has_name && after.changed != before.changed && sys::is_made_up(descriptor);
    if ((!has_name || new_times) && sys::status(descriptor, after) != 0) throw failure(reason(errno));
    if (after.size < before.size) throw failure("the file shrank while it was read");
    if (after.size > before.size) throw failure("the file grew while it was read");
    if (before.written != after.written) throw failure("the file was written to while it was read");
    if (!moved.empty()) throw failure(moved);
    // Last, since removing or replacing the file changes this time too.
    if (before.changed != after.changed)
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
