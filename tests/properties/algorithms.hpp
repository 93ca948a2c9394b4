// SPDX-License-Identifier: Apache-2.0 OR MIT
// The types that the properties are tried on.
#pragma once

#include <doctest/doctest.h>

#include <hashlane/sha3.hpp>
#include <random>

#include "kat.hpp"

namespace properties {

namespace hl = hashlane;
using kat::bytes;

#define HASHLANE_FIXED                                                                                                 \
    hl::sha3_224, hl::sha3_256, hl::sha3_384, hl::sha3_512, hl::keccak224, hl::keccak256, hl::keccak384, hl::keccak512
#define HASHLANE_XOFS hl::shake128, hl::shake256

// Hashes and XOFs alike: feed() and result(), where an XOF gives more than one block.
template <class H>
struct as_hash {
    static constexpr bool is_xof = !requires(H h) { h.digest(); };

    static void feed(H& h, std::span<const std::uint8_t> data) {
        if constexpr (is_xof)
            h.absorb(data);
        else
            h.update(data);
    }
    static bytes result(const H& h) {
        if constexpr (is_xof) {
            bytes out(2 * H::block_size + 3);
            h.reader().squeeze(std::span(out));
            return out;
        } else {
            const auto d = h.digest();
            return bytes(d.begin(), d.end());
        }
    }
    static bytes of(std::span<const std::uint8_t> data) {
        H h;
        feed(h, data);
        return result(h);
    }
};

inline bytes random_bytes(std::size_t n, std::uint32_t seed) {
    std::mt19937 random(seed);
    bytes out(n);
    for (auto& b : out) b = static_cast<std::uint8_t>(random());
    return out;
}

// Lengths round the edges of the blocks.
inline std::vector<std::size_t> edges(std::size_t block) {
    return {0, 1, block - 1, block, block + 1, 2 * block - 1, 2 * block, 2 * block + 1, 3 * block + 5};
}

}  // namespace properties
