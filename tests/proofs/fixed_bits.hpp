// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The bits of a node that have one value for all values of the variables, as far as they are found: those of constants,
// and what logic, rotations, sums and joins of bytes make of them.

#include <vector>

#include "graph.hpp"

namespace proofs {

struct fixed_bits {
    std::uint64_t zeros = 0, ones = 0;

    fixed_bits rotated(unsigned right, unsigned bits) const {
        return {rotate_right(zeros, right, bits), rotate_right(ones, right, bits)};
    }
};

// Those of node n. before: of each node in front of it.
fixed_bits fixed_bits_of(const graph& g, node n, const std::vector<fixed_bits>& before);

}  // namespace proofs
