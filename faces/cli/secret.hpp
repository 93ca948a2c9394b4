// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Memory of keys and passphrases: it is zeroed before anybody else can have it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "system/system.hpp"

namespace hashlane::cli {

// Zeroes the bytes. The compiler does not leave it out.
inline void wipe(std::span<std::uint8_t> data) {
    if (!data.empty()) sys::zero(data.data(), data.size());
}

// Zeroes what functions that have returned left on the stack, 32 KiB of it, and the vector registers through which
// memcpy has copied a passphrase: whatever is called next may save those on the stack.
[[gnu::noinline]] inline void wipe_left_behind() {
    std::array<std::uint8_t, 1 << 15> below;
    wipe(below);
    for (std::size_t size = 12; size <= 3072; size *= 2) {
        const volatile std::size_t known_at_run_time = size;
        std::memcpy(below.data() + 4096, below.data(), known_at_run_time);
    }
    wipe(below);
}

// Zeroes what it gives back: also what a vector leaves behind when it grows, and when an exception ends it.
template <class T>
struct wiping_allocator {
    using value_type = T;

    wiping_allocator() = default;
    template <class U>
    wiping_allocator(const wiping_allocator<U>&) {}

    T* allocate(std::size_t n) { return std::allocator<T>().allocate(n); }
    void deallocate(T* p, std::size_t n) {
        sys::zero(p, n * sizeof(T));
        std::allocator<T>().deallocate(p, n);
    }

    template <class U>
    bool operator==(const wiping_allocator<U>&) const {
        return true;
    }
};

using secret_bytes = std::vector<std::uint8_t, wiping_allocator<std::uint8_t>>;

}  // namespace hashlane::cli
