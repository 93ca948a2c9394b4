// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// How a thread reads its message: as blocks of words in registers, with the padding in place. Every index of a block is
// known at compile time, so that no block goes to memory. The device and the simulated one are little endian.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <hashlane/sha3.hpp>

#include "grid.hpp"

namespace hashlane::gpu {

// A message: `prefix` where there is one, the data, and the eight bytes of `nonce` where there is one, low byte first.
template <bool has_prefix, bool has_nonce>
struct message {
    static constexpr bool prefixed = has_prefix, ends_with_nonce = has_nonce;

    const std::uint8_t* data;
    std::uint64_t size;  // of the data, in bytes
    std::uint8_t prefix = 0;
    std::uint64_t nonce = 0;

    HASHLANE_INLINE std::uint64_t bytes() const { return has_prefix + size + 8 * has_nonce; }
};

using plain_message = message<false, false>;
using prefixed_message = message<true, false>;
using message_with_nonce = message<false, true>;

// What is appended to every message before the zeros of its padding: one byte or two, the first one lowest.
template <std::size_t n>
struct padding {
    static_assert(n == 1 || n == 2);
    static constexpr std::size_t size = n;
    std::uint16_t bytes;
};

// Returns the word of type W at p, which is aligned for it.
template <class W>
HASHLANE_INLINE W load_aligned(const std::uint8_t* p) {
    W word;
    __builtin_memcpy(&word, __builtin_assume_aligned(p, sizeof(W)), sizeof(W));
    return word;
}

// Returns the n bytes at p as a word, the first one lowest. load_partial() of lanes/bytes.hpp loads words that are not
// aligned, which a device does not do.
template <class W>
HASHLANE_INLINE W load_bytes(const std::uint8_t* p, std::size_t n) {
    W word = 0;
    for (std::size_t i = 0; i < n; ++i) word |= static_cast<W>(static_cast<W>(p[i]) << 8 * i);
    return word;
}

template <class W>
HASHLANE_INLINE bool is_aligned(const std::uint8_t* p) {
    return reinterpret_cast<std::uintptr_t>(p) % sizeof(W) == 0;
}

// The blocks of n words W of a message, its padding, and zeros.
template <class W, std::size_t n, class Message, class Padding>
class message_blocks {
  public:
    HASHLANE_INLINE message_blocks(const Message& m, Padding padding)
        : at_(m.data), whole_(static_cast<std::int64_t>(m.size / width)), aligned_(is_aligned<W>(m.data)),
          left_(static_cast<std::int64_t>(m.bytes() + Padding::size)),
          carried_(static_cast<W>(W{m.prefix} << (bits - 8))) {
        make_end(m, padding);
    }

    // Returns how many bytes of the message and its padding the blocks have that next() has not written yet.
    HASHLANE_INLINE std::int64_t left() const { return left_; }

    // Writes the next block.
    HASHLANE_INLINE void next(W* block) {
        const int whole =
            static_cast<int>(std::min<std::int64_t>(whole_, n));  // words that have bytes of the data alone
        if (!aligned_)
            load_unaligned(block, whole);
        else if (whole < int{n})
            unrolled<0, n>([&](auto i) HASHLANE_LAMBDA_INLINE {
                block[i] = int{i} < whole ? load_aligned<W>(at_ + i * width) : 0;
            });
        else
            unrolled<0, n>([&](auto i) HASHLANE_LAMBDA_INLINE { block[i] = load_aligned<W>(at_ + i * width); });
        if (whole < int{n}) put_end(block, whole);
        if constexpr (Message::prefixed) move_by_a_byte(block);
        at_ += n * width;
        whole_ -= n;
        left_ -= n * width;
    }

  private:
    static constexpr std::size_t width = sizeof(W), bits = 8 * width;
    // The words behind the whole words of the data: the last bytes of the data, the nonce and the padding.
    static constexpr std::size_t words_of_nonce = Message::ends_with_nonce ? 8 / width : 0;
    static constexpr std::size_t words_of_end = words_of_nonce + 1 + (Padding::size > 1);

    HASHLANE_INLINE void make_end(const Message& m, Padding padding) {
        const std::size_t rest = m.size % width;
        W tail[words_of_end] = {};
        unrolled<0, words_of_nonce>([&](auto i)
                                        HASHLANE_LAMBDA_INLINE { tail[i] = static_cast<W>(m.nonce >> bits * i); });
        tail[words_of_nonce] = padding.bytes;
        end_[0] = load_bytes<W>(m.data + (m.size - rest), rest) | static_cast<W>(tail[0] << 8 * rest);
        unrolled<1, words_of_end>([&](auto i) HASHLANE_LAMBDA_INLINE {
            const W from_before = tail[i - 1] >> 1 >> (bits - 1 - 8 * rest);  // nothing where rest is 0
            end_[i] = static_cast<W>(tail[i] << 8 * rest) | from_before;
        });
    }

    // Writes `whole` words and zeros behind them. It reads aligned words of 4 bytes, and single bytes where such a word would
    // begin before these words or end behind them.
    HASHLANE_INLINE void load_unaligned(W* block, int whole) const {
        constexpr int parts = width / 4;
        const auto skipped = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(at_) % 4);
        const std::uint8_t* from = at_ - skipped;
        const int count = whole * parts;
        std::uint32_t before = 0, last = 0;
        if (count > 0) {
            before = load_bytes<std::uint32_t>(at_, 4 - skipped) << 8 * skipped;
            last = load_bytes<std::uint32_t>(from + 4 * count, skipped);
        }
        unrolled<0, n>([&](auto i) HASHLANE_LAMBDA_INLINE { block[i] = 0; });
        unrolled<0, n * parts>([&](auto i) HASHLANE_LAMBDA_INLINE {
            const std::uint32_t after = int{i} + 1 < count ? load_aligned<std::uint32_t>(from + 4 * i + 4) : last;
            const W part = int{i} < count ? four_bytes(before, after, skipped) : 0;
            block[i / parts] |= static_cast<W>(part << 32 * (i % parts));
            before = after;
        });
    }

    // Puts the words of the end behind the `whole` words of the data. `whole` is negative where the end began earlier.
    HASHLANE_INLINE void put_end(W* block, int whole) const {
        unrolled<0, n>([&](auto i) HASHLANE_LAMBDA_INLINE {
            unrolled<0, words_of_end>(
                [&](auto j) HASHLANE_LAMBDA_INLINE { block[i] = int{i} - int{j} == whole ? end_[j] : block[i]; });
        });
    }

    // Puts the last byte of the block before, or the prefix, before this block. The last byte of this block is kept.
    HASHLANE_INLINE void move_by_a_byte(W* block) {
        unrolled<0, n>([&](auto i) HASHLANE_LAMBDA_INLINE {
            const W word = block[i];
            block[i] = static_cast<W>(word << 8 | carried_ >> (bits - 8));
            carried_ = word;
        });
    }

    const std::uint8_t* at_;
    std::int64_t whole_;  // words of the data from at_ on
    bool aligned_;
    std::int64_t left_;
    W carried_;
    W end_[words_of_end];
};

// Writes the words of a digest to `out`.
template <class W, std::size_t n>
HASHLANE_INLINE void store_digest(std::uint8_t* out, const std::array<W, n>& digest) {
    if (is_aligned<W>(out))
        unrolled<0, n>([&](auto i) HASHLANE_LAMBDA_INLINE {
            __builtin_memcpy(__builtin_assume_aligned(out + i * sizeof(W), sizeof(W)), &digest[i], sizeof(W));
        });
    else
        unrolled<0, n * sizeof(W)>([&](auto i) HASHLANE_LAMBDA_INLINE {
            out[i] = static_cast<std::uint8_t>(digest[i / sizeof(W)] >> 8 * (i % sizeof(W)));
        });
}

}  // namespace hashlane::gpu
