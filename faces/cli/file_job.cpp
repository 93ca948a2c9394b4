// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "file_job.hpp"

#include <algorithm>
#include <cerrno>
#include <future>
#include <new>
#include <span>
#include <system_error>
#include <utility>

#include <hashlane/threads.hpp>

#include "bits.hpp"
#include "console.hpp"
#include "progress.hpp"
#include "read_buffer.hpp"

namespace hashlane::cli {
namespace {

constexpr std::size_t piece_of_a_thread = std::size_t{1} << 20, largest_piece = std::size_t{64} << 20;

// One element of a tuple is one update: its length comes before it.
void update_whole(message_file& file, std::vector<any_hash>& states) {
    bytes message, piece(buffer_size);
    while (const std::size_t n = file.read(piece)) {
        message.insert(message.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(n));
        progress::add(n);
    }
    for (any_hash& state : states) state.update(message);
}

void update_piecewise(message_file& file, std::vector<any_hash>& states) {
    const read_buffer buffer(buffer_size);
    for (;;) {
        const std::span<const std::uint8_t> piece = file.next(buffer.whole());
        if (piece.empty()) return;
        for (any_hash& state : states) state.update(piece);
        progress::add(piece.size());
    }
}

// Only a tree gains from threads within one file.
bool trees_among(std::vector<any_hash>& states, threads workers) {
    for (any_hash& state : states)
        if (absorb_with_threads(state, bytes{}, workers)) return true;
    return false;
}

void absorb_piece(std::vector<any_hash>& states, std::span<const std::uint8_t> piece, threads workers) {
    for (any_hash& state : states)
        if (!absorb_with_threads(state, piece, workers)) state.update(piece);
    progress::add(piece.size());
}

// The leaves on several threads, which look at the mapped file.
void update_mapped(message_file& file, std::vector<any_hash>& states, threads workers) {
    const read_buffer unmapped(sys::file_mapping::most);
    for (;;) {
        const std::span<const std::uint8_t> piece = file.next(unmapped.whole());
        if (piece.empty()) return;
        absorb_piece(states, piece, workers);
    }
}

// Reads in another thread. If none can be started, it reads when the result is asked for.
std::future<std::size_t> begin_to_read(message_file& file, std::span<std::uint8_t> room) {
    const auto read = [&file, room] { return file.read(room); };
    try {
        return std::async(std::launch::async, read);
    } catch (const std::system_error&) { return std::async(std::launch::deferred, read); }
}

// The leaves on several threads, and the next piece is read while this one is digested.
void update_threaded(message_file& file, std::vector<any_hash>& states, std::size_t count, threads workers) {
    const std::size_t piece_size = std::min(count * piece_of_a_thread, largest_piece);
    read_buffer now(piece_size), next(piece_size);
    std::size_t size = file.read(now.whole().first(buffer_size));  // most files end here
    while (size != 0) {
        auto reading = begin_to_read(file, next.whole());
        absorb_piece(states, now.whole().first(size), workers);
        size = reading.get();
        std::swap(now, next);
    }
}

bool by_elements(const std::vector<any_hash>& states) {
    for (const any_hash& state : states)
        if ((state.info().parameters & parameter::elements) != 0) return true;
    return false;
}

void digest_opened(file_job& job) {
    const std::unique_ptr<input_file> input = std::move(job.opened);
    message_file file(*input, job.bits);
    hash_list states = *job.hashes;
    const threads workers{static_cast<unsigned>(job.threads)};
    const bool alone = job.threads == 1 || !trees_among(states, workers);
    if (alone) input->is_for_one_thread();
    if (by_elements(states))
        update_whole(file, states);
    else if (alone)
        update_piecewise(file, states);
    else if (file.is_mapped())
        update_mapped(file, states, workers);
    else
        update_threaded(file, states, job.threads, workers);
    const partial_byte last = file.end(states.at(0).info());
    input->verify_unchanged();
    job.found.size = input->bytes_read();
    for (const any_hash& state : states) {
        bytes digest(state.output_size());
        if (!state.digest(digest, last)) throw failure("no digest of this length");
        job.found.digests.push_back(std::move(digest));
    }
}

// Leaves the file out, or refuses it, because standard output goes there.
void pass_over(file_job& job) {
    job.opened.reset();
    job.left_out = job.output == own_output::is_left_out;
    if (!job.left_out) job.found.error = "the output goes there";
}

bool never_own_output(const file_job& job) { return job.output == own_output::is_read || job.found.path == "-"; }

}  // namespace

bool open_job(file_job& job) {
    if (job.opened == nullptr) job.opened = std::make_unique<input_file>(job.found.path, job.only_regular);
    if (never_own_output(job) || !console::is_output(job.opened->status())) return true;
    pass_over(job);
    return false;
}

void digest_job(file_job& job) {
    note_error(job, [&] {
        const progress::file named(job.found.path);
        if (open_job(job)) digest_opened(job);
    });
}

std::string error_of(const std::function<void()>& what) {
    try {
        what();
    } catch (const std::bad_alloc&) { return "out of memory"; } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

void note_error(file_job& job, const std::function<void()>& what) {
    const std::string error = error_of(what);
    if (error.empty()) return;
    sys::file_status status;
    const bool named = job.found.path != "-" && sys::status(job.found.path, status) == 0;
    job.found.missing = job.found.path != "-" && !named && errno == ENOENT;
    job.found.digests.clear();
    job.found.error = error;
    if (named && !never_own_output(job) && console::is_output(status)) pass_over(job);
}

}  // namespace hashlane::cli
