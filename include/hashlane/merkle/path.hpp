// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Finds the nodes of a proof. Node `index` of `level` covers arity^level leaves, or fewer at the end of the tree,
/// from leaf index * arity^level on. Level 0 is the leaves. A program that keeps its nodes in files needs only this
/// header to write proofs.

#include <cstdint>

#include "result.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The place of a node in a tree.
struct merkle_place {
    /// The level, counted from the leaves, which are level 0.
    unsigned level;
    /// The place in the level, counted from 0.
    std::uint64_t index;
};

/// Returns how many nodes a level has.
/// \tparam S the scheme
/// \param leaves the number of leaves
/// \param level the level; 0 is the leaves
template <class S>
constexpr std::uint64_t merkle_width(std::uint64_t leaves, unsigned level) {
    std::uint64_t width = leaves;
    for (; level != 0; --level) width = width / S::arity + (width % S::arity != 0);
    return width;
}

/// Finds the nodes of the proof that a leaf is in a tree: RFC 9162 s.2.1.3.1.
/// \tparam S the scheme
/// \param index the leaf, counted from 0; below `leaves`
/// \param leaves the number of leaves
/// \param f f(place) is called for each node of the proof, from the leaves up. In a scheme with padding each level has
/// arity - 1 of them, and a node past the width of its level is padding.
template <class S, class F>
constexpr void inclusion_path(std::uint64_t index, std::uint64_t leaves, F&& f) {
    std::uint64_t last = leaves - 1;
    for (unsigned level = 0; last != 0; ++level, last /= S::arity, index /= S::arity) {
        const std::uint64_t first = index - index % S::arity;
        for (unsigned c = 0; c < S::arity; ++c)
            if (first + c != index && !(S::promotes && first + c > last)) f(merkle_place{level, first + c});
    }
}

/// Tells whether the leaves [start, end) are a subtree: those of one node, or of the left part of one
/// (draft-ietf-plants-merkle-tree-certs s.4.1). An empty range is one too.
/// \param start the first leaf, counted from 0
/// \param end one past the last leaf
/// \param leaves the number of leaves of the tree
constexpr bool is_subtree(std::uint64_t start, std::uint64_t end, std::uint64_t leaves) {
    if (start > end || end > leaves) return false;
    std::uint64_t size = 1;
    while (size < end - start && size != 0) size <<= 1;
    return start == 0 || start == end || (size != 0 && start % size == 0);
}

/// Where a node of a consistency proof is:
/// * `begins`: the roots of the subtree and of the tree are both computed from this node on;
/// * `left_inside`: on the left, inside the subtree;
/// * `left`: on the left, outside the subtree;
/// * `right`: on the right.
enum class merkle_side { begins, left_inside, left, right };

/// Finds the nodes of the proof that a subtree is in a tree: RFC 9162 s.2.1.4.1 where `start` is 0, and
/// draft-ietf-plants-merkle-tree-certs s.4.4 for other subtrees. The tree has arity 2, without padding.
/// \param start the first leaf of the subtree
/// \param end one past its last leaf; above `start`
/// \param leaves the number of leaves of the tree
/// \param f f(place, side) is called for each node of the proof, in its order; side is a merkle_side
template <class F>
constexpr void consistency_path(std::uint64_t start, std::uint64_t end, std::uint64_t leaves, F&& f) {
    std::uint64_t fn = start, sn = end - 1, tn = leaves - 1;
    unsigned level = 0;
    const auto up = [&] {
        fn >>= 1;
        sn >>= 1;
        tn >>= 1;
        ++level;
    };
    const bool whole = sn == tn;
    while (fn != sn && (whole || sn % 2 == 1)) up();
    if (fn != sn) f(merkle_place{level, sn}, merkle_side::begins);
    while (tn != 0) {
        while (sn == tn && sn % 2 == 0) up();
        if (sn % 2 == 0)
            f(merkle_place{level, sn + 1}, merkle_side::right);
        else
            f(merkle_place{level, sn - 1}, fn < sn ? merkle_side::left_inside : merkle_side::left);
        up();
    }
}

}  // namespace hashlane::inline HASHLANE_ABI
