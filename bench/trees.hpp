// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Hashlane's Merkle trees as jobs. The messages are the leaves, of the size of a digest; the root is the first output.

#include <hashlane/merkle.hpp>

#include <algorithm>
#include <span>
#include <vector>

#include "peers/peer.hpp"

namespace bench {

namespace hl = hashlane;

// Nodes above leaves that are digests: as many as leaves, less one. In O(log n) memory.
template <class Hash>
void tree_of_digests(const bench_work* w) {
    using S = hl::plain_tree<Hash>;
    const std::span leaves(reinterpret_cast<const typename S::digest_type*>(w->in), w->count);
    std::ranges::copy(hl::merkle_root_of_digests<S>(leaves, hl::threads{w->threads}), w->out);
}

// A digest for each leaf and for each node above: all of them in memory.
template <class Hash>
void rfc9162_tree(const bench_work* w) {
    using S = hl::rfc9162<Hash>;
    static std::vector<typename S::digest_type> nodes;
    nodes.resize(hl::merkle_nodes<S>(w->count));
    hl::merkle_tree<S> tree(nodes, w->count);
    tree.build(hl::fixed_width(std::span(w->in, w->offsets[w->count]), w->offsets[1]), hl::threads{w->threads});
    std::ranges::copy(tree.root(), w->out);
}

}  // namespace bench
