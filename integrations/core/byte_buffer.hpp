// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Memory that grows. No function here throws: a lack of memory is remembered, and the caller asks for it once.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include <string.h>  // explicit_bzero

#include <hashlane/any.hpp>

namespace hashlane::engine {

/// Bytes on the heap.
class byte_buffer {
  public:
    byte_buffer() noexcept = default;
    byte_buffer(const byte_buffer&) = delete;
    byte_buffer& operator=(const byte_buffer&) = delete;
    ~byte_buffer() { std::free(first); }

    /// Returns false when memory was lacking once: bytes are missing then.
    bool complete() const noexcept { return !lacking; }
    /// Returns the number of bytes.
    std::size_t size() const noexcept { return used; }
    /// Returns the bytes. The view is good until the next append().
    octets_in view() const noexcept { return {first, used}; }
    /// Returns the bytes, to be changed. The view is good until the next append().
    octets_out bytes() noexcept { return {first, used}; }

    /// Appends n bytes at p.
    void append(const std::uint8_t* p, std::size_t n) noexcept {
        std::uint8_t* const to = extend(n);
        if (to != nullptr && n != 0) std::memcpy(to, p, n);
    }
    /// Appends n bytes that are to be written by the caller.
    /// \return where they are, or nullptr when memory is lacking
    std::uint8_t* extend(std::size_t n) noexcept {
        if (n > allocated - used && !grow(n)) return nullptr;
        std::uint8_t* const to = first + used;
        used += n;
        return to;
    }
    /// Forgets the bytes after the first n. The memory is kept.
    void shorten(std::size_t n) noexcept {
        if (n < used) used = n;
    }
    /// Zeroes the memory.
    void wipe() noexcept {
        if (first != nullptr) explicit_bzero(first, allocated);
        used = 0;
    }

  private:
    static constexpr std::size_t smallest = 256;

    // Makes space for n bytes more, and for half as many as there are.
    bool grow(std::size_t n) noexcept {
        const std::size_t wanted = used + n;
        const std::size_t ample = allocated + allocated / 2;
        const std::size_t size = wanted < ample ? ample : wanted < smallest ? smallest : wanted;
        void* const moved = wanted < used ? nullptr : std::realloc(first, size);
        if (moved == nullptr) {
            lacking = true;
            return false;
        }
        first = static_cast<std::uint8_t*>(moved);
        allocated = size;
        return true;
    }

    std::uint8_t* first = nullptr;
    std::size_t used = 0;
    std::size_t allocated = 0;
    bool lacking = false;
};

}  // namespace hashlane::engine
