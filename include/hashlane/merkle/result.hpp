// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The results of proofs: why a proof is refused, or why there is none.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../lanes/config.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Whether a proof was accepted or written, and if not, why. Only `valid` accepts it. merkle_reason() gives a sentence
/// for each value.
enum class [[nodiscard]] merkle_result : std::uint8_t {
    valid,               ///< the proof is right, or the work is complete
    empty_tree,          ///< a tree or subtree without leaves has no proofs, and neither has an empty list of leaves
    index_past_end,      ///< the index is not below the number of leaves
    indices_unsorted,    ///< the indices of a proof for several leaves do not ascend
    first_tree_empty,    ///< a tree without leaves is consistent with every other tree, which proves nothing
    first_tree_larger,   ///< the first tree has more leaves than the second
    no_subtree,          ///< no node covers exactly these leaves
    no_consistency,      ///< trees with padding have no consistency proofs
    digest_size,         ///< a leaf digest, a root or the memory of the nodes has a wrong size, or there is not one
                         ///< leaf digest for each index
    proof_torn,          ///< the size of the proof is no multiple of the size of a digest
    proof_too_short,     ///< the proof has too few digests
    proof_too_long,      ///< the proof has too many digests
    first_root_differs,  ///< the proof leads to another root of the first tree
    root_differs,        ///< the proof leads to another root
    no_room,             ///< the memory for the proof is too small
    stopped,             ///< a callable has stopped the work
};

/// Returns a sentence for a result, for messages to people.
/// \param r the result
/// \return constant text, which lives as long as the program
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
        "a leaf, a root or the memory of the nodes has a wrong size",
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

/// What a function that writes a proof returns. It converts to true when the proof was written.
struct [[nodiscard]] merkle_proof {
    merkle_result result = merkle_result::valid;  ///< valid, or why there is no proof

    /// The size of the proof in digests. With merkle_result::no_room it is the size that the memory needs; with other
    /// errors it is 0.
    std::size_t size = 0;
    constexpr explicit operator bool() const { return result == merkle_result::valid; }
};

}  // namespace hashlane::inline HASHLANE_ABI
