// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Which nodes make up a proof. Node `index` of `level` covers the leaves from index * arity^level on, up to
// arity^level of them; level 0 is the leaves. Whoever keeps nodes in files can prove from these alone.

#include <array>
#include <cstddef>
#include <cstdint>

#include "result.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

struct merkle_place {
    unsigned level;
    std::uint64_t index;
};

// How many nodes a level has.
template <class S>
constexpr std::uint64_t merkle_width(std::uint64_t leaves, unsigned level) {
    std::uint64_t width = leaves;
    for (; level != 0; --level) width = width / S::arity + (width % S::arity != 0);
    return width;
}

// RFC 9162 s.2.1.3.1, from the leaf up; index < leaves. Calls f(place) for each node of the proof. Without promotion
// there are always arity - 1 of them at each level: those that are past the width of the level are padding.
template <class S, class F>
constexpr void inclusion_path(std::uint64_t index, std::uint64_t leaves, F&& f) {
    std::uint64_t last = leaves - 1;
    for (unsigned level = 0; last != 0; ++level, last /= S::arity, index /= S::arity) {
        const std::uint64_t first = index - index % S::arity;
        for (unsigned c = 0; c < S::arity; ++c)
            if (first + c != index && !(S::promotes && first + c > last)) f(merkle_place{level, first + c});
    }
}

// The leaves [start, end) are those of one node of a tree of `leaves` leaves, or of the part of one that is on the left:
// draft-ietf-plants-merkle-tree-certs s.4.1. None at all are allowed here.
constexpr bool is_subtree(std::uint64_t start, std::uint64_t end, std::uint64_t leaves) {
    if (start > end || end > leaves) return false;
    std::uint64_t size = 1;
    while (size < end - start && size != 0) size <<= 1;
    return start == 0 || start == end || (size != 0 && start % size == 0);
}

// RFC 9162 s.2.1.4.1 for start == 0; the draft's s.4.4 for other subtrees. Calls f(place, part): the node is on the left
// of what has been covered so far, and of the same subtree of [start, end); it is on the left; on the right.
enum class merkle_side { begins, left_inside, left, right };

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

}  // namespace HASHLANE_ABI
}  // namespace hashlane
