// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What each thread of a kernel does. A thread hashes one message; threads beyond `count` do nothing. Messages, digests and
// offsets are in memory of the device. Digests stand side by side, H::size bytes each.

#include "grid.hpp"
#include "hashes.hpp"

namespace hashlane::gpu {

using bytes = std::span<const std::uint8_t>;

inline constexpr std::uint8_t leaf_prefix = 0, node_prefix = 1;  // RFC 9162 s.2.1.1

// The digests of rows of `width` bytes, side by side. With `leaves` not zero they are leaves of RFC 9162.
template <class H>
void digest_rows(const std::uint8_t* rows, std::uint64_t width, std::uint64_t count, std::uint32_t leaves,
                 std::uint8_t* digests) {
    const std::uint64_t i = thread_index();
    if (i >= count) return;
    const bytes row(rows + i * width, width);
    if (leaves != 0)
        H::hash(digests + i * H::size, bytes(&leaf_prefix, 1), row);
    else
        H::hash(digests + i * H::size, row);
}

// The digests of the messages from data + offsets[i] - begin up to data + offsets[i + 1] - begin.
template <class H>
void digest_offsets(const std::uint8_t* data, const std::int64_t* offsets, std::int64_t begin, std::uint64_t count,
                    std::uint8_t* digests) {
    const std::uint64_t i = thread_index();
    if (i >= count) return;
    const std::uint64_t size = static_cast<std::uint64_t>(offsets[i + 1] - offsets[i]);
    H::hash(digests + i * H::size, bytes(data + (offsets[i] - begin), size));
}

// The nodes of RFC 9162 over pairs of digests that stand side by side.
template <class H>
void digest_nodes(const std::uint8_t* digests, std::uint64_t count, std::uint8_t* parents) {
    const std::uint64_t i = thread_index();
    if (i >= count) return;
    H::hash(parents + i * H::size, bytes(&node_prefix, 1), bytes(digests + i * 2 * H::size, 2 * H::size));
}

// Tells whether the first `bits` bits of a digest are zero, the high bits of a byte first.
inline bool begins_with_zeros(const std::uint8_t* digest, std::uint32_t bits) {
    for (std::uint32_t i = 0; i < bits; ++i)
        if ((digest[i / 8] >> (7 - i % 8) & 1) != 0) return false;
    return true;
}

// Of the nonces first, first + 1 ... the smallest one with which the digest of the prefix and the nonce, in eight bytes with
// the low byte first, begins with `bits` zeros. *found is the smallest one so far.
template <class H>
void grind(const std::uint8_t* prefix, std::uint64_t size, std::uint64_t first, std::uint64_t count, std::uint32_t bits,
           std::uint64_t* found) {
    const std::uint64_t i = thread_index();
    if (i >= count) return;
    const std::uint64_t nonce = first + i;
    std::uint8_t little_endian[8], digest[H::size];
    for (int k = 0; k < 8; ++k) little_endian[k] = static_cast<std::uint8_t>(nonce >> 8 * k);
    H::hash(digest, bytes(prefix, size), bytes(little_endian));
    if (begins_with_zeros(digest, bits)) replace_larger(found, nonce);
}

}  // namespace hashlane::gpu
