// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Checks proofs against roots. Leaves, roots and proofs are arrays, or bytes of any origin: their sizes are checked.
///
/// The caller must get the root and the number of leaves from a source that it trusts, and not from the prover. A
/// prover that chooses the root can make a proof for any leaf.

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "../lanes/bytes.hpp"
#include "path.hpp"
#include "result.hpp"

namespace hashlane::inline HASHLANE_ABI {
namespace merkle_detail {

template <class R>
using element = std::remove_cvref_t<decltype(*std::data(std::declval<const R&>()))>;

template <class S, class R>
concept digests_of = std::same_as<element<R>, typename S::digest_type> || byte_range<R>;

// This reads the digests of a proof, one after the other.
template <class S, class R>
class digest_reader {
    using digest_type = typename S::digest_type;

  public:
    constexpr explicit digest_reader(const R& r) : all(r) {}

    constexpr bool torn() const { return std::size(all) % stride != 0; }
    constexpr bool ended() const { return at == std::size(all); }

    constexpr merkle_result end(merkle_result otherwise) const {
        return ended() ? otherwise : merkle_result::proof_too_long;
    }

    constexpr digest_type next() {
        digest_type d{};
        if constexpr (stride == 1)
            d = std::data(all)[at];
        else
            copy_bytes(d.data(), std::data(all) + at, stride);
        at += stride;
        return d;
    }

  private:
    static constexpr std::size_t stride = std::same_as<element<R>, digest_type> ? 1 : S::digest_size;
    const R& all;
    std::size_t at = 0;
};

template <class S, byte_range R>
constexpr bool is_digest(const R& bytes) {
    return std::size(bytes) == S::digest_size;
}

template <class S, byte_range R>
constexpr typename S::digest_type to_digest(const R& bytes) {
    typename S::digest_type d{};
    copy_bytes(d.data(), std::data(bytes), S::digest_size);
    return d;
}

// Recomputes the root: at each level d is joined with its siblings from the proof.
template <class S, class Reader>
constexpr merkle_result climb(const S& s, typename S::digest_type& d, std::uint64_t index, std::uint64_t last,
                              Reader& proof) {
    for (; last != 0; last /= S::arity, index /= S::arity) {
        if (S::promotes && index == last && index % S::arity == 0) continue;
        std::array<typename S::digest_type, S::arity> group{};
        for (std::size_t c = 0; c < S::arity; ++c) {
            if (c != index % S::arity && proof.ended()) return merkle_result::proof_too_short;
            group[c] = c == index % S::arity ? d : proof.next();
        }
        d = s.node(group);
    }
    return proof.end(merkle_result::valid);
}

}  // namespace merkle_detail

/// Checks that a leaf, whose digest is given, is in a tree: RFC 9162 s.2.1.3.2. Only a trusted number of leaves tells
/// the digest of a leaf from an inner node.
/// \tparam S the scheme
/// \param leaf the digest of the leaf: S::digest_size bytes
/// \param index the place of the leaf, counted from 0
/// \param leaves the number of leaves of the tree
/// \param proof digests, or their bytes one after the other
/// \param root the root of the tree: S::digest_size bytes
/// \param s the scheme, where it has a state
/// \return merkle_result::valid, or why the proof is refused
template <class S, byte_range Leaf, byte_range Root, class Proof>
requires merkle_detail::digests_of<S, Proof>
constexpr merkle_result merkle_verify_digest(const Leaf& leaf, std::uint64_t index, std::uint64_t leaves,
                                             const Proof& proof, const Root& root, const S& s = {}) {
    using enum merkle_result;
    merkle_detail::digest_reader<S, Proof> reader(proof);
    if (leaves == 0) return empty_tree;
    if (index >= leaves) return index_past_end;
    if (!merkle_detail::is_digest<S>(leaf) || !merkle_detail::is_digest<S>(root)) return digest_size;
    if (reader.torn()) return proof_torn;
    auto d = merkle_detail::to_digest<S>(leaf);
    if (const auto result = merkle_detail::climb(s, d, index, leaves - 1, reader); result != valid) return result;
    return d == merkle_detail::to_digest<S>(root) ? valid : root_differs;
}

/// Checks that a leaf is in a tree: RFC 9162 s.2.1.3.2.
/// \tparam S the scheme
/// \param leaf the leaf, of any size
/// \param index the place of the leaf, counted from 0
/// \param leaves the number of leaves of the tree
/// \param proof digests, or their bytes one after the other
/// \param root the root of the tree: S::digest_size bytes
/// \param s the scheme, where it has a state
/// \return merkle_result::valid, or why the proof is refused
template <class S, byte_range Leaf, byte_range Root, class Proof>
requires merkle_detail::digests_of<S, Proof>
constexpr merkle_result merkle_verify(const Leaf& leaf, std::uint64_t index, std::uint64_t leaves, const Proof& proof,
                                      const Root& root, const S& s = {}) {
    return merkle_verify_digest<S>(s.leaf(leaf), index, leaves, proof, root, s);
}

/// Checks that a leaf, whose digest is given, is in a subtree (draft-ietf-plants-merkle-tree-certs).
/// \tparam S the scheme, without padding
/// \param leaf the digest of the leaf: S::digest_size bytes
/// \param index the place of the leaf in the tree, counted from 0
/// \param start the first leaf of the subtree
/// \param end one past its last leaf
/// \param proof digests, or their bytes one after the other
/// \param root the root of the subtree: S::digest_size bytes
/// \param s the scheme, where it has a state
/// \return merkle_result::valid, or why the proof is refused
template <class S, byte_range Leaf, byte_range Root, class Proof>
requires(S::promotes && merkle_detail::digests_of<S, Proof>)
constexpr merkle_result merkle_verify_in_subtree(const Leaf& leaf, std::uint64_t index, std::uint64_t start,
                                                 std::uint64_t end, const Proof& proof, const Root& root,
                                                 const S& s = {}) {
    using enum merkle_result;
    if (start == end) return empty_tree;
    if (!is_subtree(start, end, end)) return no_subtree;
    if (index < start) return index_past_end;
    return merkle_verify_digest<S>(leaf, index - start, end - start, proof, root, s);
}

/// Checks that a subtree is in a tree: draft-ietf-plants-merkle-tree-certs s.4.4. An empty subtree is in every tree.
/// \tparam S the scheme, without padding
/// \param start the first leaf of the subtree, counted from 0
/// \param end one past its last leaf
/// \param leaves the number of leaves of the tree
/// \param subroot the root of the subtree: S::digest_size bytes
/// \param root the root of the tree: S::digest_size bytes
/// \param proof digests, or their bytes one after the other
/// \param s the scheme, where it has a state
/// \return merkle_result::valid, or why the proof is refused
template <class S, byte_range Subroot, byte_range Root, class Proof>
requires(S::promotes && merkle_detail::digests_of<S, Proof>)
constexpr merkle_result merkle_verify_subtree(std::uint64_t start, std::uint64_t end, std::uint64_t leaves,
                                              const Subroot& subroot, const Root& root, const Proof& proof,
                                              const S& s = {}) {
    using enum merkle_result;
    merkle_detail::digest_reader<S, Proof> reader(proof);
    if (!is_subtree(start, end, leaves)) return no_subtree;
    if (!merkle_detail::is_digest<S>(subroot) || !merkle_detail::is_digest<S>(root)) return digest_size;
    if (reader.torn()) return proof_torn;
    const auto given = merkle_detail::to_digest<S>(subroot);
    if (start == end) return given == s.empty() ? reader.end(valid) : first_root_differs;
    auto fr = given, sr = given;
    bool missing = false;
    consistency_path(start, end, leaves, [&](merkle_place, merkle_side side) {
        if (missing || (missing = reader.ended())) return;
        const auto p = reader.next();
        if (side == merkle_side::begins) fr = sr = p;
        if (side == merkle_side::left_inside) fr = s.node(std::array{p, fr});
        if (side == merkle_side::left_inside || side == merkle_side::left) sr = s.node(std::array{p, sr});
        if (side == merkle_side::right) sr = s.node(std::array{sr, p});
    });
    if (missing) return proof_too_short;
    if (!reader.ended()) return proof_too_long;
    if (fr != given) return first_root_differs;
    return sr == merkle_detail::to_digest<S>(root) ? valid : root_differs;
}

/// Checks that one tree is the beginning of another: RFC 9162 s.2.1.4.2.
/// \tparam S the scheme, without padding
/// \param first the number of leaves of the first tree, 1 or more
/// \param second the number of leaves of the second tree
/// \param first_root the root of the first tree: S::digest_size bytes
/// \param second_root the root of the second tree: S::digest_size bytes
/// \param proof digests, or their bytes one after the other
/// \param s the scheme, where it has a state
/// \return merkle_result::valid, or why the proof is refused
template <class S, byte_range Root1, byte_range Root2, class Proof>
requires(S::promotes && merkle_detail::digests_of<S, Proof>)
constexpr merkle_result merkle_verify_consistency(std::uint64_t first, std::uint64_t second, const Root1& first_root,
                                                  const Root2& second_root, const Proof& proof, const S& s = {}) {
    if (first == 0) return merkle_result::first_tree_empty;
    if (first > second) return merkle_result::first_tree_larger;
    return merkle_verify_subtree<S>(0, first, second, first_root, second_root, proof, s);
}

}  // namespace hashlane::inline HASHLANE_ABI
