// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <span>

#include "console.hpp"
#include "digester.hpp"
#include "input.hpp"
#include "merkle.hpp"
#include "names.hpp"
#include "ordered.hpp"
#include "progress.hpp"
#include "read_buffer.hpp"
#include "walk.hpp"

namespace hashlane::cli {
namespace {

constexpr std::size_t piece_of_a_thread = std::size_t{4} << 20, largest_piece = std::size_t{64} << 20;

// The bytes that are read at a time: whole chunks, at least one.
std::size_t bytes_at_a_time(const merkle_source& source) {
    const std::size_t wanted = std::min(piece_of_a_thread * source.jobs, largest_piece);
    return std::max<std::size_t>(1, wanted / source.chunk) * source.chunk;
}

void each_chunk(const merkle_source& source, const leaf_taker& take) {
    const std::string shown = source.path == "-" ? "standard input" : in_message(source.path);
    try {
        const progress::file named(source.path);
        input_file file(source.path);
        if (source.path != "-" && console::is_output(file.status())) throw failure("the output goes there");
        const std::size_t size = bytes_at_a_time(source);
        const read_buffer memory(read_buffer::whole_pages(size));
        const std::span<std::uint8_t> buffer = memory.whole().first(size);
        while (const std::size_t n = file.read(buffer)) {
            std::vector<std::span<const std::uint8_t>> leaves;
            for (std::size_t at = 0; at < n; at += source.chunk)
                leaves.push_back(buffer.subspan(at, std::min(source.chunk, n - at)));
            take(leaves, {});
            progress::add(n);
        }
        file.verify_unchanged();
    } catch (const failure& error) { throw failure(shown + ": " + error.what()); }
}

std::string_view name_within(const std::string& directory, std::string_view path) {
    path.remove_prefix(directory.size());
    while (path.starts_with('/')) path.remove_prefix(1);
    return path;
}

void each_file(const merkle_source& source, const any_hash& hash, const leaf_taker& take) {
    std::size_t unread = 0;
    const auto done = [&](const file_job& job) {
        const digested& d = job.found;
        if (!d.error.empty()) {
            console::complain(in_message(d.path) + ": " + d.error);
            ++unread;
            return;
        }
        const std::string_view name = name_within(source.path, d.path);
        const bytes leaf = leaf_of_file(d.digests.at(0), name);
        const std::span<const std::uint8_t> one[] = {leaf};
        take(one, name);
    };
    const auto hashes = std::make_shared<const hash_list>(1, hash);
    ordered<file_job> queue(source.jobs, done);
    walk(source.path, [&](const std::string& path, const std::string& why) {
        auto job = std::make_unique<file_job>();
        job->found.path = path;
        job->found.error = why;
        if (why.empty()) job->hashes = hashes;
        job->only_regular = true;
        job->output = own_output::is_refused;
        queue.submit(std::move(job));
    });
    queue.finish();
    if (unread != 0) throw failure(in_message(source.path) + ": not all of it could be read");
}

}  // namespace

bytes leaf_of_file(const bytes& digest, std::string_view name) {
    bytes leaf = digest;
    leaf.insert(leaf.end(), name.begin(), name.end());
    return leaf;
}

void each_leaf(const merkle_source& source, const any_hash& hash, const leaf_taker& take) {
    if (source.directory)
        each_file(source, hash, take);
    else
        each_chunk(source, take);
}

}  // namespace hashlane::cli
