// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Which Merkle trees a call is about.

#include <optional>

#include <hashlane/by_name/merkle.hpp>

#include "contexts.hpp"
#include "hashlane_merkle.h"

namespace hashlane_c {

inline bool known(int shape) { return shape >= HASHLANE_MERKLE_RFC9162 && shape <= HASHLANE_MERKLE_SORTED_PAIRS; }

// Which trees, and calls f with them; an error otherwise.
struct kind {
    hashlane_algorithm algorithm;
    int shape;

    template <class F>
    int with(F&& f) const {
        return with_fresh_hash(algorithm, nullptr, [&](const hl::any_hash& hash) -> int {
            if (!known(shape)) return HASHLANE_ERROR_OPTION;
            const auto trees = hl::any_tree::create(hash, static_cast<hl::merkle_shape>(shape));
            return trees ? f(*trees) : HASHLANE_ERROR_ALGORITHM;
        });
    }
};

}  // namespace hashlane_c
