// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What each thread of a kernel does. A thread hashes one message; threads beyond `count` do nothing. Messages, digests and
// offsets are in memory of the device. Digests stand side by side, H::size bytes each.

#include "grid.hpp"
#include "hashes.hpp"

namespace hashlane::gpu {

inline constexpr std::uint8_t leaf_prefix = 0, node_prefix = 1;  // RFC 9162 s.2.1.1

// The digests of rows of `width` bytes, side by side.
template <class H>
HASHLANE_INLINE void digest_rows(const std::uint8_t* rows, std::uint64_t width, std::uint64_t count,
                                 std::uint8_t* digests) {
    const std::uint64_t i = thread_index();
    if (i >= count) return;
    store_digest(digests + i * H::size, H::hash(plain_message{rows + i * width, width}));
}

// The same for the leaves of RFC 9162.
template <class H>
HASHLANE_INLINE void digest_leaves(const std::uint8_t* rows, std::uint64_t width, std::uint64_t count,
                                   std::uint8_t* digests) {
    const std::uint64_t i = thread_index();
    if (i >= count) return;
    store_digest(digests + i * H::size, H::hash(prefixed_message{rows + i * width, width, leaf_prefix}));
}

// The digests of the messages from data + offsets[i] - begin up to data + offsets[i + 1] - begin.
template <class H>
HASHLANE_INLINE void digest_offsets(const std::uint8_t* data, const std::int64_t* offsets, std::int64_t begin,
                                    std::uint64_t count, std::uint8_t* digests) {
    const std::uint64_t i = thread_index();
    if (i >= count) return;
    const std::uint64_t size = static_cast<std::uint64_t>(offsets[i + 1] - offsets[i]);
    store_digest(digests + i * H::size, H::hash(plain_message{data + (offsets[i] - begin), size}));
}

// The nodes of RFC 9162 over pairs of digests that stand side by side.
template <class H>
HASHLANE_INLINE void digest_nodes(const std::uint8_t* digests, std::uint64_t count, std::uint8_t* parents) {
    const std::uint64_t i = thread_index();
    if (i >= count) return;
    store_digest(parents + i * H::size, H::hash(prefixed_message{digests + i * 2 * H::size, 2 * H::size, node_prefix}));
}

// Tells whether the first `bits` bits of a digest are zero, the high bits of a byte first.
template <class W, std::size_t n>
HASHLANE_INLINE bool begins_with_zeros(const std::array<W, n>& digest, std::uint32_t bits) {
    constexpr int width = 8 * sizeof(W);
    W ones = 0;
    unrolled<0, n>([&](auto i) HASHLANE_LAMBDA_INLINE {
        const int asked = std::min(static_cast<int>(bits) - width * int{i}, width);
        if (asked > 0) ones |= byteswap(digest[i]) >> (width - asked);
    });
    return ones == 0;
}

// Of the nonces first, first + 1 ... the smallest one with which the digest of the prefix and the nonce, in eight bytes with
// the low byte first, begins with `bits` zeros. *found is the smallest one so far.
template <class H>
HASHLANE_INLINE void grind(const std::uint8_t* prefix, std::uint64_t size, std::uint64_t first, std::uint64_t count,
                           std::uint32_t bits, std::uint64_t* found) {
    const std::uint64_t i = thread_index();
    if (i >= count) return;
    const std::uint64_t nonce = first + i;
    const message_with_nonce m{.data = prefix, .size = size, .nonce = nonce};
    if (begins_with_zeros(H::hash(m), bits)) replace_larger(found, nonce);
}

}  // namespace hashlane::gpu
