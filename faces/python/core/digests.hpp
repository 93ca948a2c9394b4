// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Digests: many of one size in one piece of memory, some of which may be missing.

#include "state.hpp"

namespace hashlane_python {

// Memory that several owners share, with or without the GIL.
class shared_bytes {
  public:
    shared_bytes() = default;
    shared_bytes(const shared_bytes& other);
    shared_bytes(shared_bytes&& other) noexcept : b(std::exchange(other.b, nullptr)) {}
    shared_bytes& operator=(shared_bytes other) noexcept {
        std::swap(b, other.b);
        return *this;
    }
    ~shared_bytes();

    // Room for n bytes at least, the first `kept` of them as before. False, with MemoryError, if there is none.
    [[nodiscard]] bool reserve(std::size_t n, std::size_t kept = 0);

    std::uint8_t* data() const { return b == nullptr ? nullptr : b->data; }
    explicit operator bool() const { return b != nullptr; }

  private:
    struct block {
        alignas(64) std::size_t owners;
        std::size_t capacity;
        alignas(64) std::uint8_t data[64];
    };
    block* b = nullptr;
};

struct digest_table {
    shared_bytes digests, present;  // present: a bit for each, the lowest first; nothing when none is missing
    std::size_t count = 0, width = 0, missing = 0;
};

// Some of the digests of a table, which they share: the first, the number after it, and so on.
struct digest_view {
    digest_table table;
    std::size_t first = 0, count = 0, missing = 0;
    std::ptrdiff_t step = 1;

    std::size_t row(std::size_t i) const { return first + i * static_cast<std::size_t>(step); }
    bool has(std::size_t i) const {
        return !table.present || (table.present.data()[row(i) / 8] >> row(i) % 8 & 1) != 0;
    }
    octets operator[](std::size_t i) const { return {table.digests.data() + row(i) * table.width, table.width}; }
    bool is_contiguous() const { return step == 1 || count < 2; }
};

// All digests of a table.
PyObject* make_digests(const module_state& state, digest_table&& table);

}  // namespace hashlane_python
