// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "digests.hpp"

namespace hashlane_python {

shared_bytes::shared_bytes(const shared_bytes& other) : b(other.b) {
    if (b != nullptr) std::atomic_ref(b->owners).fetch_add(1, std::memory_order_relaxed);
}

shared_bytes::~shared_bytes() {
    if (b != nullptr && std::atomic_ref(b->owners).fetch_sub(1, std::memory_order_acq_rel) == 1) std::free(b);
}

bool shared_bytes::reserve(std::size_t n, std::size_t kept) {
    if (b != nullptr && b->capacity >= n) return true;
    const std::size_t capacity = b == nullptr ? std::max<std::size_t>(n, 64) : std::max(n, 2 * b->capacity);
    void* room = nullptr;
    if (capacity > PTRDIFF_MAX - 256 || posix_memalign(&room, 64, sizeof(block) + capacity) != 0) return no_memory();
    auto* const larger = ::new (room) block;
    larger->owners = 1;
    larger->capacity = capacity;
    if (kept != 0) std::memcpy(larger->data, b->data, kept);
    shared_bytes old;
    std::swap(old.b, b);
    b = larger;
    return true;
}

}  // namespace hashlane_python
