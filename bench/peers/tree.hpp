// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A Merkle tree as anybody would build it with a hash function: a call for each node.

#include <cstring>
#include <vector>

#include "peer.hpp"

namespace bench {

inline constexpr std::size_t node_size = 32;

// one(in, n, out, out_size); the leaves are digests, as many as a power of two.
template <auto one>
void tree_of_digests(const bench_work* w) {
    static std::vector<std::uint8_t> level;
    level.resize(w->count * node_size);
    const std::uint8_t* below = w->in;
    for (std::size_t n = w->count / 2; n != 0; n /= 2, below = level.data())
        for (std::size_t i = 0; i < n; ++i)
            one(below + 2 * i * node_size, 2 * node_size, level.data() + i * node_size, node_size);
    std::memcpy(w->out, level.data(), node_size);
}

// RFC 9162 s.2.1.1.
template <auto one>
void rfc9162_tree(const bench_work* w) {
    static std::vector<std::uint8_t> level;
    level.resize(w->count * node_size);
    std::uint8_t leaf[1 + node_size] = {0}, node[1 + 2 * node_size] = {1};
    for (std::size_t i = 0; i < w->count; ++i) {
        std::memcpy(leaf + 1, w->in + i * node_size, node_size);
        one(leaf, sizeof leaf, level.data() + i * node_size, node_size);
    }
    for (std::size_t n = w->count / 2; n != 0; n /= 2)
        for (std::size_t i = 0; i < n; ++i) {
            std::memcpy(node + 1, level.data() + 2 * i * node_size, 2 * node_size);
            one(node, sizeof node, level.data() + i * node_size, node_size);
        }
    std::memcpy(w->out, level.data(), node_size);
}

}  // namespace bench
