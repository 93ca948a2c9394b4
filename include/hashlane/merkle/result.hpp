// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Why a proof is refused.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../lanes/config.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

enum class [[nodiscard]] merkle_result : std::uint8_t {
    valid,
    empty_tree,
    index_past_end,
    indices_unsorted,
    first_tree_empty,
    first_tree_larger,
    no_subtree,
    no_consistency,
    digest_size,
    proof_torn,
    proof_too_short,
    proof_too_long,
    first_root_differs,
    root_differs,
    no_room,
    stopped,
};

constexpr std::string_view merkle_reason(merkle_result r) {
    constexpr std::string_view reasons[] = {
        "valid",
        "a tree without leaves has no proofs",
        "the index is past the last leaf",
        "the indices do not ascend",
        "a tree without leaves is consistent with every other: it proves nothing",
        "the first tree is larger than the second",
        "no node covers exactly these leaves",
        "a tree whose levels are filled up has no consistency proofs",
        "a leaf or a root is not of the size of a digest",
        "the proof is not of whole digests",
        "the proof has too few digests",
        "the proof has too many digests",
        "the proof leads to another root of the first tree",
        "the proof leads to another root",
        "the memory for the proof is too small",
        "the work was stopped",
    };
    return reasons[static_cast<std::size_t>(r)];
}

// How many digests a proof has, if there is one.
struct [[nodiscard]] merkle_proof {
    merkle_result result = merkle_result::valid;
    std::size_t size = 0;
    constexpr explicit operator bool() const { return result == merkle_result::valid; }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
