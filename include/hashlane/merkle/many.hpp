// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// One proof for several leaves: it holds the digests that cannot be computed from these leaves, level by level, from
/// the left. The indices ascend, and none is given twice.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tree.hpp"
#include "verify.hpp"

namespace hashlane::inline HASHLANE_ABI {
namespace merkle_detail {

constexpr merkle_result check_indices(std::span<const std::uint64_t> indices, std::uint64_t leaves) {
    if (leaves == 0 || indices.empty()) return merkle_result::empty_tree;
    for (std::size_t i = 1; i < indices.size(); ++i)
        if (indices[i] <= indices[i - 1]) return merkle_result::indices_unsorted;
    return indices.back() < leaves ? merkle_result::valid : merkle_result::index_past_end;
}

// These are the nodes of a level above the given leaves: node index / divisor for each index, some of them more than
// once.
struct known_nodes {
    std::span<const std::uint64_t> indices;
    std::uint64_t divisor = 1;

    constexpr bool is(std::size_t i, std::uint64_t index) const {
        return i < indices.size() && indices[i] / divisor == index;
    }

    // Calls child(index, known) for the children of every group that has a known one, then done().
    template <class S, class Child, class Done>
    constexpr void each_group(std::uint64_t last, Child&& child, Done&& done) const {
        for (std::size_t i = 0; i < indices.size(); done()) {
            const std::uint64_t first = indices[i] / divisor / S::arity * S::arity;
            for (std::size_t c = 0; c < S::arity && !(S::promotes && first + c > last); ++c) {
                const bool known = is(i, first + c);
                while (is(i, first + c)) ++i;
                child(first + c, known);
            }
        }
    }
};

}  // namespace merkle_detail

/// Writes one proof that several leaves are in a tree.
/// \param tree the tree
/// \param indices the leaves, counted from 0, in ascending order
/// \param out the proof is written here
/// \return the size of the proof in digests, also when `out` is too small: the result is then merkle_result::no_room.
/// Other results say why there is no proof.
///
/// Overlap: an `out` that overlaps the nodes of the tree or the indices ends the program.
template <class S>
constexpr merkle_proof merkle_prove_many(const merkle_view<S>& tree, std::span<const std::uint64_t> indices,
                                         std::span<typename S::digest_type> out) {
    if (const auto result = merkle_detail::check_indices(indices, tree.size()); result != merkle_result::valid)
        return {result, 0};
    tree.require_apart(out);
    contract(batches::apart(out.data(), out.size_bytes(), indices.data(), indices.size_bytes()),
             "a proof overlaps the indices of its leaves");
    proof_writer<typename S::digest_type> writer(out);
    merkle_detail::known_nodes known{indices};
    unsigned level = 0;
    for (std::uint64_t last = tree.size() - 1; last != 0; last /= S::arity, known.divisor *= S::arity, ++level)
        known.template each_group<S>(
            last,
            [&](std::uint64_t index, bool is_known) {
                if (!is_known) writer.add(tree.node({level, index}));
            },
            [] {});
    return writer.end();
}

/// Checks that several leaves are in a tree, by a proof of merkle_prove_many(). merkle/verify.hpp says which inputs
/// must be trusted.
/// \tparam S the scheme
/// \param digests the digests of the leaves, in the order of the indices: S::leaves() computes them. The function
/// writes into this memory.
/// \param indices the leaves, counted from 0, in ascending order
/// \param leaves the number of leaves of the tree
/// \param proof digests, or their bytes one after the other
/// \param root the root of the tree: S::digest_size bytes
/// \param s the scheme, where it has a state
/// \return merkle_result::valid, or why the proof is refused
///
/// Overlap: `digests` may overlap the root. Digests that overlap the proof or the indices end the program.
template <class S, byte_range Root, class Proof>
requires merkle_detail::digests_of<S, Proof>
constexpr merkle_result merkle_verify_many(std::span<typename S::digest_type> digests,
                                           std::span<const std::uint64_t> indices, std::uint64_t leaves,
                                           const Proof& proof, const Root& root, const S& s = {}) {
    using enum merkle_result;
    if (const auto result = merkle_detail::check_indices(indices, leaves); result != valid) return result;
    if (!merkle_detail::is_digest<S>(root) || digests.size() != indices.size()) return digest_size;
    merkle_detail::digest_reader<S, Proof> reader(proof);
    if (reader.torn()) return proof_torn;
    contract(batches::apart(digests.data(), digests.size_bytes(), std::data(proof),
                            std::size(proof) * sizeof *std::data(proof)) &&
                 batches::apart(digests.data(), digests.size_bytes(), indices.data(), indices.size_bytes()),
             "the digests overlap the proof or the indices");
    const auto expected = merkle_detail::to_digest<S>(root);
    merkle_detail::known_nodes known{indices};
    bool missing = false;
    for (std::uint64_t last = leaves - 1; last != 0 && !missing; last /= S::arity, known.divisor *= S::arity) {
        std::array<typename S::digest_type, S::arity> group{};
        std::size_t in = 0, out = 0, children = 0;
        known.template each_group<S>(
            last,
            [&](std::uint64_t, bool is_known) {
                if (!is_known && reader.ended()) missing = true;
                if (!missing) group[children++] = is_known ? digests[in++] : reader.next();
            },
            [&] {
                if (!missing) digests[out++] = children == S::arity ? s.node(group) : group[0];
                children = 0;
            });
    }
    if (missing) return proof_too_short;
    return reader.end(digests[0] == expected ? valid : root_differs);
}

}  // namespace hashlane::inline HASHLANE_ABI
