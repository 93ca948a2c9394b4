// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Memory that files are read into.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

namespace hashlane::cli {

// Memory that is not cleared, and begins at the start of a page: the kernel copies to there 1.3 times as fast as to
// where malloc begins, 16 bytes behind it (KT128 over 1 GiB from the page cache, EPYC 9004, Linux 6).
class read_buffer {
  public:
    // size: bytes, a multiple of `page`. Throws std::bad_alloc.
    explicit read_buffer(std::size_t size)
        : memory(static_cast<std::uint8_t*>(::operator new(size, std::align_val_t{page}))), length(size) {}

    // The size of a buffer for so many bytes.
    static constexpr std::size_t whole_pages(std::size_t size) { return (size + page - 1) / page * page; }

    std::span<std::uint8_t> whole() const { return {memory.get(), length}; }

  private:
    struct release {
        void operator()(std::uint8_t* first) const { ::operator delete(first, std::align_val_t{page}); }
    };

    static constexpr std::size_t page = 4096;

    std::unique_ptr<std::uint8_t[], release> memory;
    std::size_t length;
};

}  // namespace hashlane::cli
