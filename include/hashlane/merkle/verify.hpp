// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Proofs against roots. Leaves, roots and proofs are arrays, or bytes of any origin: their sizes are checked. The size of
// the tree is a part of what is claimed, and must come from the same trusted source as the root. Neither may come from the
// prover: a prover that chooses the root can make a proof for any leaf.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <type_traits>

#include "../lanes/bytes.hpp"
#include "path.hpp"
#include "result.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace merkle_detail {

template <class R>
using element = std::remove_cvref_t<decltype(*std::data(std::declval<const R&>()))>;

template <class S, class R>
concept digests_of = std::same_as<element<R>, typename S::digest_type> || byte_range<R>;

// Digests of a proof, one after the other.
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

// RFC 9162 s.2.1.3.2, with the digest of a leaf. Only a trusted tree size tells a leaf digest from an inner node.
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

// The same with the leaf itself.
template <class S, byte_range Leaf, byte_range Root, class Proof>
requires merkle_detail::digests_of<S, Proof>
constexpr merkle_result merkle_verify(const Leaf& leaf, std::uint64_t index, std::uint64_t leaves, const Proof& proof,
                                      const Root& root, const S& s = {}) {
    return merkle_verify_digest<S>(s.leaf(leaf), index, leaves, proof, root, s);
}

// Leaf `index` is in the subtree of [start, end), whose root that is.
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

// The subtree of [start, end) with that root is in the tree of that many leaves with this one. A subtree of none is in
// every tree.
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

// RFC 9162 s.2.1.4.2: the tree of `first` leaves is how the one of `second` leaves began.
template <class S, byte_range Root1, byte_range Root2, class Proof>
requires(S::promotes && merkle_detail::digests_of<S, Proof>)
constexpr merkle_result merkle_verify_consistency(std::uint64_t first, std::uint64_t second, const Root1& first_root,
                                                  const Root2& second_root, const Proof& proof, const S& s = {}) {
    if (first == 0) return merkle_result::first_tree_empty;
    if (first > second) return merkle_result::first_tree_larger;
    return merkle_verify_subtree<S>(0, first, second, first_root, second_root, proof, s);
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
