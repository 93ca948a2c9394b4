// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A file that is read from its first byte to its last, or not at all.
//
// read() into a buffer, not mmap: a mapped file that shrinks kills the program (SIGBUS), and mmap is slower too. KT128
// over 256 MiB from the page cache (EPYC 9005, Linux 6): read by 32 KiB 0.6 of the speed of 256 KiB, by 1 MiB 1.0, by
// 4 MiB 1.0; mmap 0.8, with MAP_POPULATE 0.75.

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
    bool at_told_end(std::uint64_t count) const;
    std::string look_at_name(sys::file_status& named) const;

    std::string path;
    int descriptor;
    sys::file_status before;
    std::int64_t offset = 0;  // where standard input stood
    std::uint64_t total = 0;
    bool typed = false;  // this is a terminal
    bool ended = false;  // it is not read again after its end: a terminal would want another end
};

inline constexpr std::size_t buffer_size = 1 << 18;

// All of a small file. Throws failure naming it.
bytes read_whole(const std::string& path, std::size_t limit);
secret_bytes read_secret(const std::string& path, std::size_t limit);

}  // namespace hashlane::cli
