// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Schemes: how a node is computed from the nodes below it. A scheme may hold a key or an algorithm that is chosen at
/// run time. It has these members:
///
/// * digest_type, digest_size;
/// * arity: 2, or 4 in a scheme with padding. With another number trees and streams do not compile;
/// * promotes: a node without siblings goes up unchanged; otherwise its level is filled up with padding;
/// * leaf(data), node(children), empty() for the root of no leaves, and padding() for a leaf that is missing;
/// * leaves(messages, digests, threads) and nodes(children, parents, threads), for many at a time. The digests must not
/// overlap the messages. Without threads the parents may be the beginning of the children.
///
/// A scheme of your own may derive from one of these and hide members. What it hides it must hide in pairs, since the
/// members of the base do not call it: leaf() and leaves(), node() and nodes(), padding() and empty(), which returns the
/// padding. If only one of a pair is hidden, a tree refuses its own proofs, or has another root without leaves.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "../many/digest_many.hpp"
#include "../sha3.hpp"
#include "../threads/executor.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The prefix of merkle_scheme that adds no byte.
inline constexpr int no_prefix = -1;

/// A scheme over a hash.
/// \tparam H the hash
/// \tparam Arity the number of children of a node, 2 or 4
/// \tparam LeafPrefix the byte before each leaf, or no_prefix
/// \tparam NodePrefix the byte before the children of a node, or no_prefix
/// \tparam Promotes whether a node without siblings goes up unchanged; only with arity 2
template <class H, std::size_t Arity, int LeafPrefix, int NodePrefix, bool Promotes>
struct merkle_scheme {
    static_assert(Arity == 2 || (Arity == 4 && !Promotes));

    /// The hash.
    using hash_type = H;
    /// A node.
    using digest_type = typename H::digest_type;
    /// The nodes below a node.
    using children = std::span<const digest_type, Arity>;
    /// The size of a node in bytes, and the number of children of a node.
    static constexpr std::size_t digest_size = H::digest_size, arity = Arity;
    /// Whether a node without siblings goes up unchanged; otherwise its level is filled up with padding.
    static constexpr bool promotes = Promotes;

    /// Returns the digest of the leaf `data`, with the prefix.
    template <byte_range R>
    [[nodiscard]] static constexpr digest_type leaf(const R& data) {
        return behind(LeafPrefix).update(data).digest();
    }

    /// Returns the node above the nodes `below`.
    [[nodiscard]] static constexpr digest_type node(children below) {
        H h = behind(NodePrefix);
        for (const digest_type& d : below) h.update(d);
        return h.digest();
    }

    /// Returns the root of a tree without leaves: the digest of no bytes (RFC 9162 s.2.1.1), or with padding the root
    /// of a tree that has one missing leaf.
    [[nodiscard]] static constexpr digest_type empty() {
        if constexpr (Promotes) return H().digest();
        return padding();
    }
    /// Returns what stands for a leaf that is missing: zeros.
    [[nodiscard]] static constexpr digest_type padding() { return {}; }

    /// Computes the digests of many leaves, several side by side.
    /// \param messages a range of leaves: batch.hpp lists the forms
    /// \param digests one place for each leaf; another number ends the program
    /// \param wanted how many threads take part; one by default
    ///
    /// Overlap: a digest that overlaps a message ends the program.
    template <message_range R>
    static constexpr void leaves(const R& messages, std::span<digest_type> digests, threads wanted = {}) {
        digest_many(behind(LeafPrefix), messages, digests, wanted);
    }

    /// Computes a level of a tree.
    /// \param below the children, side by side
    /// \param parents one place for each group of children; another number ends the program
    /// \param wanted how many threads take part; one by default
    ///
    /// Overlap: without threads `parents` may be the beginning of `below`; any other overlap ends the program.
    static constexpr void nodes(std::span<const digest_type> below, std::span<digest_type> parents,
                                threads wanted = {}) {
        if (std::is_constant_evaluated()) {
            for (std::size_t i = 0; i < parents.size(); ++i)
                parents[i] = node(below.subspan(i * Arity).template first<Arity>());
            return;
        }
        const std::span bytes(reinterpret_cast<const std::uint8_t*>(below.data()), below.size_bytes());
        batches::require_level(below.data(), below.size_bytes(), parents.data(), parents.size_bytes(), wanted);
        batches::digest_rows(behind(NodePrefix), fixed_width(bytes, Arity * digest_size), parents, wanted);
    }

  private:
    static constexpr H behind(int prefix) {
        H h;
        if (prefix != no_prefix) h.update(std::array{static_cast<std::uint8_t>(prefix)});
        return h;
    }
};

/// The tree of RFC 9162 s.2.1.1. The prefixes separate leaves from inner nodes: nobody can find another list of leaves
/// with the same root, whatever its length, without a collision of the hash.
template <class H>
using rfc9162 = merkle_scheme<H, 2, 0x00, 0x01, true>;

/// A tree without prefixes: a node is the digest of two digests, or of four. Missing leaves up to a power of that
/// number are zeros. With SHA-256 and leaves that are given as digests of 32 bytes this is merkleize of Ethereum's SSZ.
///
/// A leaf looks like an inner node: a leaf that consists of two digests side by side has the digest of their parent. A
/// program that checks proofs must get the number of leaves from a source that it trusts, and not from the prover, or
/// must accept no leaf of such a length.
template <class H, std::size_t Arity = 2>
using plain_tree = merkle_scheme<H, Arity, no_prefix, no_prefix, false>;

namespace merkle_detail {

// Whether trees and streams can have the arity of the scheme S: their blocks are powers of 2 and of 4.
template <class S>
inline constexpr bool has_right_arity = S::arity == 2 || (S::arity == 4 && !S::promotes);

// A part of a range of messages.
template <class R>
struct slice {
    const R& all;
    std::size_t first, count;
    constexpr std::size_t size() const { return count; }
    constexpr decltype(auto) operator[](std::size_t i) const { return all[first + i]; }
};

// Estimates the size of a leaf from a few of them. It is 0 during constant evaluation, which does not need it.
template <message_range R>
constexpr std::size_t leaf_size(const R& messages) {
    return std::is_constant_evaluated() || std::size(messages) == 0 ? 0 : batches::mean_size(messages);
}

template <class D>
constexpr std::array<D, 2> sorted(std::span<const D, 2> pair) {
    std::size_t i = 0;
    while (i + 1 < pair[0].size() && pair[0][i] == pair[1][i]) ++i;
    const bool turned = pair[1][i] < pair[0][i];
    return {pair[turned], pair[!turned]};
}

// Sorts each pair and gives them to nodes(pairs, parents), some at a time.
template <class D, class F>
constexpr void sorted_nodes(std::span<const D> below, std::span<D> parents, threads wanted, F&& nodes) {
    constexpr std::size_t at_once = 64;
    contract(below.size() == 2 * parents.size(), "the number of parents is not half of that of their children");
    batches::require_level(below.data(), below.size_bytes(), parents.data(), parents.size_bytes(), wanted);
    const auto some = [&](std::size_t first, std::size_t last) {
        std::array<D, 2 * at_once> pairs{};
        for (std::size_t i = first; i < last; i += at_once) {
            const std::size_t now = last - i < at_once ? last - i : at_once;
            for (std::size_t j = 0; j < now; ++j) {
                const auto pair = sorted(below.subspan(2 * (i + j)).template first<2>());
                pairs[2 * j] = pair[0];
                pairs[2 * j + 1] = pair[1];
            }
            nodes(std::span<const D>(pairs).first(2 * now), parents.subspan(i, now));
        }
    };
    if (std::is_constant_evaluated() || wanted.count == 1) return some(0, parents.size());
    split(parents.size(), messages_a_piece(2 * sizeof(D)), wanted, some);
}

}  // namespace merkle_detail

/// The tree that contracts of Ethereum check: the smaller of two digests comes first, so a proof needs no index; a
/// digest without a sibling goes up unchanged.
///
/// A leaf looks like an inner node here too, and the root does not bind the order of the leaves. A leaf must therefore
/// not have a length of 64 bytes, and must itself contain what identifies it, for example its number. A proof shows
/// that a leaf is in the tree, but not at which index: it is accepted for every index whose proofs have the same number
/// of digests.
template <class H = keccak_256>
struct sorted_pairs : merkle_scheme<H, 2, no_prefix, no_prefix, true> {
    /// The scheme without sorting.
    using base = merkle_scheme<H, 2, no_prefix, no_prefix, true>;
    using typename base::children, typename base::digest_type;

    /// Returns the node above the nodes `below`, whose order does not matter.
    [[nodiscard]] static constexpr digest_type node(children below) { return base::node(merkle_detail::sorted(below)); }

    /// Computes a level of a tree.
    /// \param below the children, side by side
    /// \param parents one place for each pair of children; another number ends the program
    /// \param wanted how many threads take part; one by default
    ///
    /// Overlap: without threads `parents` may be the beginning of `below`; any other overlap ends the program.
    static constexpr void nodes(std::span<const digest_type> below, std::span<digest_type> parents,
                                threads wanted = {}) {
        merkle_detail::sorted_nodes(below, parents, wanted, [](auto pairs, auto to) { base::nodes(pairs, to); });
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
