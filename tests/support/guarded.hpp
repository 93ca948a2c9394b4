// SPDX-License-Identifier: Apache-2.0 OR MIT
// Memory between two pages that may not be touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <sys/mman.h>
#include <unistd.h>

namespace hl_test {

class guarded {
  public:
    explicit guarded(std::size_t least) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        room = (least + page - 1) / page * page;
        all = room + 2 * page;
        void* const p = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) std::abort();
        base = static_cast<std::uint8_t*>(p);
        if (mprotect(base, page, PROT_NONE) != 0 || mprotect(base + page + room, page, PROT_NONE) != 0) std::abort();
        base += page;
    }
    guarded(const guarded&) = delete;
    guarded& operator=(const guarded&) = delete;
    ~guarded() { munmap(base - (all - room) / 2, all); }

    // n bytes whose last is the last before the page behind, less `gap`; or whose first is the first, plus `gap`.
    std::span<std::uint8_t> at_end(std::size_t n, std::size_t gap) const { return {base + room - gap - n, n}; }
    std::span<std::uint8_t> at_start(std::size_t n, std::size_t gap) const { return {base + gap, n}; }
    std::span<std::uint8_t> whole() const { return {base, room}; }

  private:
    std::uint8_t* base = nullptr;
    std::size_t room = 0, all = 0;
};

}  // namespace hl_test
