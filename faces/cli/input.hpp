// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A file that is read from its first byte to its last, or not at all.
//
// read() copies a file of less than `smallest_mapped` bytes, and what is no regular file, into a buffer. next() looks at longer
// ones where the system has put them. KT128 over 1 GiB from the page cache (EPYC 9004, Linux 6.18): read by 256 KiB 0.27 s,
// by 8 MiB 0.38 s, mapped by 16 MiB 0.21 s. Of /dev/shm, whose pages have 4 KiB (EPYC 9005): read by 256 KiB 0.22 s, mapped
// 0.30 s; by two threads 0.24 s and 0.19 s. A mapped file that is cut short raises SIGBUS, which file_mapping handles.

#include <cstdint>
#include <span>
#include <string>

#include "common.hpp"
#include "secret.hpp"
#include "system/system.hpp"

namespace hashlane::cli {

// All of these throw failure with the bare reason; the caller knows the name.
class input_file {
  public:
    // "-" is standard input, once. only_regular: what a walk found must not be a pipe that blocks.
    explicit input_file(const std::string& path, bool only_regular = false);
    ~input_file();
    input_file(const input_file&) = delete;
    input_file& operator=(const input_file&) = delete;

    // Fills the buffer; fewer bytes only at the end of the file.
    std::size_t read(std::span<std::uint8_t> buffer);

    // The next bytes, at most as many as the buffer has: in the buffer, or in the mapped file. They are there until the next
    // call. Empty at the end of the file only.
    std::span<const std::uint8_t> next(std::span<std::uint8_t> buffer);

    // Will next() give the mapped file? Where the system cannot map a piece of it, the rest is read.
    bool is_mapped() const { return mapped; }

    // One thread alone will look at the file: next() reads it if it has small pages. Two threads share the work of mapping.
    void is_for_one_thread() { mapped = mapped && !sys::has_small_pages(descriptor); }

    // After the end: throws unless all bytes were read, and of one file that nobody changed or replaced meanwhile. What
    // cannot be noticed stands in the manual, section CHANGES WHILE A FILE IS READ.
    void verify_unchanged() const;

    // The same for a file of which only the beginning was wanted.
    void verify_unchanged_so_far() const;

    std::uint64_t bytes_read() const { return total; }
    const sys::file_status& status() const { return before; }

  private:
    void start();
    void settle();
    void map_next();
    bool at_told_end(std::uint64_t count) const;
    std::string look_at_name(sys::file_status& named) const;

    std::string path;
    int descriptor;
    sys::file_status before;
    std::int64_t offset = 0;  // where standard input stood
    std::uint64_t total = 0;
    bool typed = false;  // this is a terminal
    bool ended = false;  // it is not read again after its end: a terminal would want another end
    bool mapped = false;
    sys::file_mapping mapping;
    std::span<const std::uint8_t> piece;  // what next() has not given yet of the mapped piece
};

inline constexpr std::size_t buffer_size = 1 << 18;
inline constexpr std::int64_t smallest_mapped = 4 << 20;  // bytes

// All of a small file. Throws failure naming it.
bytes read_whole(const std::string& path, std::size_t limit);
secret_bytes read_secret(const std::string& path, std::size_t limit);

}  // namespace hashlane::cli
