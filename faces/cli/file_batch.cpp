// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "file_batch.hpp"

#include <algorithm>
#include <new>

#include <hashlane/by_name/batch.hpp>

#include "console.hpp"
#include "progress.hpp"

namespace hashlane::cli {
namespace {

constexpr std::size_t small_file = 16 << 10;  // bytes
constexpr std::size_t short_digest = 1 << 10;
constexpr std::size_t line_of_cache = 64;  // each file begins at one: the kernel copies faster to there

// Tells whether the digests of a batch take little memory.
bool short_digests(const hash_list& hashes) {
    return std::all_of(hashes.begin(), hashes.end(), [](const any_hash& h) { return h.output_size() <= short_digest; });
}

// Can the file be read as a whole into so much memory? A read of one byte more than it has shows that it ends there.
bool is_small(const sys::file_status& status, std::size_t room) {
    if (!status.regular() || status.size < 0) return false;
    const auto size = static_cast<std::uint64_t>(status.size);
    return size <= small_file && size < room;
}

}  // namespace

std::span<std::uint8_t> file_buffer::whole() {
    if (!memory) memory.emplace(buffer_size);
    return memory->whole();
}

file_batch::file_batch(std::span<file_job* const> jobs, file_buffer& buffer) : all(jobs) {
    try {
        room = buffer.whole();
        read.reserve(jobs.size());
        messages.reserve(jobs.size());
        while (count < all.size() && take(*all[count])) ++count;
    } catch (const std::bad_alloc&) {}
    alone = count == 0;
    if (alone) count = 1;
}

// Returns false if the job is not for this batch, which takes whole small files with short digests.
bool file_batch::take(file_job& job) {
    if (job.hashes == nullptr) return true;
    const bool whole = job.bits == whole_file;
    if (job.found.path == "-" || !whole || !short_digests(*job.hashes)) return false;
    bool taken = true;
    note_error(job, [&] { taken = read_small(job); });
    return taken;
}

bool file_batch::read_small(file_job& job) {
    const progress::file named(job.found.path);
    if (!open_job(job)) return true;
    if (!is_small(job.opened->status(), room.size())) return false;
    const std::unique_ptr<input_file> input = std::move(job.opened);
    const auto told = static_cast<std::size_t>(input->status().size);
    const std::size_t size = input->read(room.first(told + 1));
    if (size > told) {
        // A file of /proc, or one that grew since it was opened: it is read anew, piece by piece.
        digest_job(job);
        return true;
    }
    input->verify_unchanged();
    job.found.size = size;
    progress::add(size);
    read.push_back(&job);
    messages.push_back(room.first(size));
    room = room.subspan(std::min(room.size(), (size + line_of_cache - 1) / line_of_cache * line_of_cache));
    return true;
}

void file_batch::digest() {
    if (alone) return digest_job(*all[0]);
    for (std::size_t first = 0; first < read.size();) {
        std::size_t end = first + 1;
        while (end < read.size() && read[end]->hashes == read[first]->hashes) ++end;
        digest_row(first, end - first);
        first = end;
    }
}

// Digests the messages of n jobs, which all want the same digests.
void file_batch::digest_row(std::size_t first, std::size_t n) {
    const std::span<file_job* const> jobs = std::span(read).subspan(first, n);
    const std::span row = std::span(messages).subspan(first, n);
    const auto all_digests = [&] {
        for (const any_hash& hash : *jobs[0]->hashes) {
            bytes digests(n * hash.output_size());
            if (!digest_many(hash, row, digests)) throw failure("no digest of this length");
            const std::span<const std::uint8_t> side_by_side(digests);
            for (std::size_t i = 0; i < n; ++i) {
                const auto one = side_by_side.subspan(i * hash.output_size(), hash.output_size());
                jobs[i]->found.digests.emplace_back(one.begin(), one.end());
            }
        }
    };
    std::string error = error_of(all_digests);
    if (error.empty()) return;
    for (file_job* job : jobs) {
        job->found.digests.clear();
        job->found.error = error;
    }
}

}  // namespace hashlane::cli
