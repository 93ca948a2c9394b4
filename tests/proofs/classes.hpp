// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Which nodes of a graph have been shown equal: each has a leader: a constant if there is one among them, else the first. And
// which bits of each have one value.

#include <vector>

#include "fixed_bits.hpp"
#include "graph.hpp"

namespace proofs {

struct classes {
    const graph& all;
    std::vector<node> leader;
    std::vector<fixed_bits> fixed = {};

    const expression& at(node n) const { return all[leader[n]]; }

    // The byte at its source. A constant byte is of no node.
    byte_of resolve(byte_of b) const {
        for (;;) {
            const expression& e = at(b.of);
            if (e.kind == operation::bytes)
                b = e.parts[b.at];
            else if (e.kind == operation::rotate && e.value % 8 == 0)
                b = {e.operand[0], static_cast<std::uint32_t>((b.at + e.value / 8) % (e.bits / 8u))};
            else if (e.kind == operation::constant)
                return {0, static_cast<std::uint32_t>(e.value >> 8 * b.at & 0xff)};
            else
                return {leader[b.of], b.at};
        }
    }
};

}  // namespace proofs
