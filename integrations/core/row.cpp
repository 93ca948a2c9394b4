// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "row.hpp"

namespace hashlane::engine {
namespace {

// The bytes that may follow a first byte, from Unicode 15, table 3-7.
struct sequence {
    std::uint8_t first, last;              // the first bytes that begin it
    std::uint8_t second_low, second_high;  // the range of the second byte
    std::uint8_t size;                     // in bytes
};
constexpr sequence sequences[] = {
    {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3},
    {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

// Returns the size of the sequence that begins with a byte above 0x7f, of which `left` bytes are there; 0 when it is none.
std::size_t sequence_size(const std::uint8_t* p, std::size_t left) noexcept {
    for (const sequence& s : sequences) {
        if (p[0] < s.first || p[0] > s.last) continue;
        if (left < s.size || p[1] < s.second_low || p[1] > s.second_high) return 0;
        for (std::size_t i = 2; i < s.size; ++i)
            if ((p[i] & 0xc0) != 0x80) return 0;
        return s.size;
    }
    return 0;
}

// Returns how many of the n bytes at p are ASCII before the first other one, rounded down to a multiple of 8.
std::size_t ascii_words(const std::uint8_t* p, std::size_t n) noexcept {
    std::size_t done = 0;
    for (; n - done >= 8; done += 8) {
        std::uint64_t word;
        std::memcpy(&word, p + done, sizeof word);
        if ((word & 0x8080808080808080) != 0) break;
    }
    return done;
}

}  // namespace

bool is_utf8(octets_in bytes) noexcept {
    std::size_t i = ascii_words(bytes.data(), bytes.size());
    while (i < bytes.size()) {
        if (bytes[i] < 0x80) {
            ++i;
            continue;
        }
        const std::size_t size = sequence_size(bytes.data() + i, bytes.size() - i);
        if (size == 0) return false;
        i += size;
        i += ascii_words(bytes.data() + i, bytes.size() - i);
    }
    return true;
}

}  // namespace hashlane::engine
