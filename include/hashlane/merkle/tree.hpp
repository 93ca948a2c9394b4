// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// A tree with all its nodes in memory of the caller: the digests of the leaves come first, then level above level, the
/// root last.
///
/// Overlap: nodes that overlap a leaf of build() end the program, and so does a proof that overlaps the nodes that it
/// is made from. The new leaf of update() may overlap the nodes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "../lanes/contract.hpp"
#include "path.hpp"
#include "result.hpp"
#include "scheme.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Returns how many digests the memory of a tree holds.
/// \tparam S the scheme
/// \param leaves the number of leaves
/// \return the number of nodes, or SIZE_MAX when their bytes are more than SIZE_MAX, so that no memory has the size of
/// such a tree
template <class S>
constexpr std::size_t merkle_nodes(std::uint64_t leaves) {
    constexpr std::uint64_t most = SIZE_MAX / sizeof(typename S::digest_type);
    std::uint64_t all = 0;
    for (std::uint64_t width = leaves;; width = merkle_width<S>(width, 1)) {
        if (width > most - all) return SIZE_MAX;
        all += width;
        if (width <= 1) return static_cast<std::size_t>(all);
    }
}

/// Writes the digests of a proof, one by one. Digests that do not fit are counted and not written.
template <class D>
class proof_writer {
  public:
    /// Starts a proof in the memory `to`.
    constexpr explicit proof_writer(std::span<D> to) : out(to) {}
    /// Appends the digest `d`.
    constexpr void add(const D& d) {
        if (size < out.size()) out[size] = d;
        ++size;
    }
    /// Returns the size of the proof, and merkle_result::no_room where it did not fit.
    constexpr merkle_proof end() const {
        return {size <= out.size() ? merkle_result::valid : merkle_result::no_room, size};
    }

  private:
    std::span<D> out;
    std::size_t size = 0;
};

/// A tree to read. Proofs are written into memory of the caller; a function reports the size that a proof needs when
/// the memory is too small. Several threads may read at the same time.
/// \tparam S the scheme: `rfc9162<sha256>`, `plain_tree<keccak_256>`, `sorted_pairs<>` or one of your own
template <class S>
class merkle_view {
    static_assert(merkle_detail::has_right_arity<S>, "a scheme has the arity 2, or 4 with padding");

  public:
    /// A node.
    using digest_type = typename S::digest_type;
    /// Whether a node without siblings goes up unchanged.
    static constexpr bool promotes = S::promotes;

    /// Refers to the nodes of a tree, which must live as long as this object.
    /// \param nodes `merkle_nodes<S>(leaves)` digests; another number ends the program. Use create() where either
    /// number comes from outside.
    /// \param leaves the number of leaves
    /// \param how the scheme, where it has a state
    constexpr merkle_view(std::span<const digest_type> nodes, std::uint64_t leaves, const S& how = {})
        : scheme(how), all(nodes_of(leaves, nodes)), n(leaves) {}

    /// As the constructor.
    /// \param nodes the nodes of a tree
    /// \param leaves the number of leaves
    /// \param how the scheme, where it has a state
    /// \return nothing when a tree of that many leaves has another number of nodes
    [[nodiscard]] static constexpr std::optional<merkle_view> create(std::span<const digest_type> nodes,
                                                                     std::uint64_t leaves, const S& how = {}) {
        if (!accepts(nodes.size(), leaves)) return std::nullopt;
        return merkle_view(nodes, leaves, how);
    }
    /// Tells whether a tree of `leaves` leaves has `nodes` nodes.
    static constexpr bool accepts(std::size_t nodes, std::uint64_t leaves) {
        return leaves <= nodes && nodes == merkle_nodes<S>(leaves);
    }

    /// Returns the number of leaves.
    constexpr std::uint64_t size() const { return n; }
    /// Returns the root.
    constexpr digest_type root() const { return n == 0 ? scheme.empty() : all.back(); }

    /// Returns a node.
    /// \param place its place. A place past the width of its level gives padding; a level above the root ends the
    /// program.
    constexpr digest_type node(merkle_place place) const {
        const std::span<const digest_type> level = this->level(place.level);
        return place.index < level.size() ? level[static_cast<std::size_t>(place.index)] : padding(place.level);
    }

    /// Returns all nodes of a level.
    /// \param number the level, from 0, the leaves, to that of the root; a level above it ends the program
    constexpr std::span<const digest_type> level(unsigned number) const {
        std::size_t from = 0, width = static_cast<std::size_t>(n);
        for (; number != 0; --number) {
            contract(width > 1, "the tree has no level above its root");
            from += width;
            width = static_cast<std::size_t>(merkle_width<S>(width, 1));
        }
        return all.subspan(from, width);
    }

    /// Writes the proof that a leaf is in the tree: RFC 9162 s.2.1.3.1.
    /// \param index the leaf, counted from 0
    /// \param out the proof is written here: 64 digests are enough for arity 2, and 96 for arity 4. A proof that
    /// overlaps the nodes ends the program.
    /// \return the size of the proof in digests, also when `out` is too small: the result is then
    /// merkle_result::no_room. Other results say why there is no proof.
    ///
    /// Example (examples/merkle.cpp):
    ///
    ///     auto [made, digests] = tree.prove(2, siblings);
    ///     auto proof = std::span(siblings).first(digests);
    ///     if (hl::merkle_verify<log>(leaves[2], 2, leaves.size(), proof, root) != hl::merkle_result::valid) return 1;
    constexpr merkle_proof prove(std::uint64_t index, std::span<digest_type> out) const {
        if (n == 0) return {merkle_result::empty_tree, 0};
        if (index >= n) return {merkle_result::index_past_end, 0};
        require_apart(out);
        proof_writer<digest_type> writer(out);
        inclusion_path<S>(index, n, [&](merkle_place place) { writer.add(node(place)); });
        return writer.end();
    }

    /// Writes the proof that the tree of the first leaves is the beginning of this tree: RFC 9162 s.2.1.4.1.
    /// \param leaves how many leaves the first tree has
    /// \param out the proof is written here: 65 digests are enough. A proof that overlaps the nodes ends the program.
    /// \return as of prove()
    constexpr merkle_proof prove_consistency(std::uint64_t leaves, std::span<digest_type> out) const
    requires(S::promotes)
    {
        if (leaves == 0) return {merkle_result::first_tree_empty, 0};
        if (leaves > n) return {merkle_result::first_tree_larger, 0};
        return prove_subtree(0, leaves, out);
    }

    /// Writes the proof that a subtree is in this tree: draft-ietf-plants-merkle-tree-certs s.4.4.
    /// \param start the first leaf of the subtree, counted from 0
    /// \param end one past its last leaf: is_subtree() says which ranges are subtrees
    /// \param out the proof is written here: 65 digests are enough. A proof that overlaps the nodes ends the program.
    /// \return as of prove()
    constexpr merkle_proof prove_subtree(std::uint64_t start, std::uint64_t end, std::span<digest_type> out) const
    requires(S::promotes)
    {
        if (!is_subtree(start, end, n)) return {merkle_result::no_subtree, 0};
        require_apart(out);
        proof_writer<digest_type> writer(out);
        if (start != end)
            consistency_path(start, end, n, [&](merkle_place place, merkle_side) { writer.add(node(place)); });
        return writer.end();
    }

    /// Ends the program when the memory of a proof overlaps the nodes. prove() and merkle_prove_many() call this.
    /// \param proof the memory of a proof
    constexpr void require_apart(std::span<digest_type> proof) const {
        contract(batches::apart(proof.data(), proof.size_bytes(), all.data(), all.size_bytes()),
                 "a proof overlaps the nodes of its tree");
    }

  protected:
    constexpr digest_type padding(unsigned level) const {
        digest_type d = scheme.padding();
        for (; level != 0; --level) d = parent_of_equals(d);
        return d;
    }

    constexpr digest_type parent_of_equals(const digest_type& d) const {
        std::array<digest_type, S::arity> group{};
        group.fill(d);
        return scheme.node(group);
    }

    [[no_unique_address]] S scheme;

  private:
    std::span<const digest_type> all;
    std::uint64_t n;

    static constexpr std::span<const digest_type> nodes_of(std::uint64_t leaves, std::span<const digest_type> nodes) {
        contract(accepts(nodes.size(), leaves), "the number of nodes is not that of a tree with this number of leaves");
        return nodes;
    }
};

/// A tree to build and to change. One thread at a time may build or change a tree, and no other thread may read it
/// meanwhile.
/// \tparam S the scheme: `rfc9162<sha256>`, `plain_tree<keccak_256>`, `sorted_pairs<>` or one of your own
///
/// Example (examples/merkle.cpp):
///
///     using log = hl::rfc9162<hl::sha256>;
///     std::vector<log::digest_type> nodes(hl::merkle_nodes<log>(leaves.size())), siblings(64);
///     hl::merkle_tree<log> tree(nodes, leaves.size());
///     tree.build(leaves);
///     auto root = tree.root();
template <class S>
class merkle_tree : public merkle_view<S> {
  public:
    using typename merkle_view<S>::digest_type;

    /// Refers to the nodes of a tree, which must live as long as this object. Either build() follows, or the nodes are
    /// those of a tree that was built before.
    /// \param nodes `merkle_nodes<S>(leaves)` digests; another number ends the program. Use create() where either
    /// number comes from outside.
    /// \param leaves the number of leaves
    /// \param how the scheme, where it has a state
    constexpr merkle_tree(std::span<digest_type> nodes, std::uint64_t leaves, const S& how = {})
        : merkle_view<S>(nodes, leaves, how), all(nodes) {}

    /// As the constructor.
    /// \param nodes memory for the nodes, or the nodes of a tree
    /// \param leaves the number of leaves
    /// \param how the scheme, where it has a state
    /// \return nothing when a tree of that many leaves has another number of nodes
    [[nodiscard]] static constexpr std::optional<merkle_tree> create(std::span<digest_type> nodes, std::uint64_t leaves,
                                                                     const S& how = {}) {
        if (!merkle_view<S>::accepts(nodes.size(), leaves)) return std::nullopt;
        return merkle_tree(nodes, leaves, how);
    }

    /// Returns the part of the nodes that holds the digests of the leaves.
    constexpr std::span<digest_type> leaves() { return all.first(static_cast<std::size_t>(this->size())); }

    /// Computes all nodes.
    /// \param messages size() leaves: batch.hpp lists the forms of a range. Another number ends the program.
    /// \param wanted how many threads take part; one by default
    ///
    /// Overlap: nodes that overlap a leaf end the program.
    template <message_range R>
    constexpr void build(const R& messages, threads wanted = {}) {
        contract(std::size(messages) == this->size(), "the tree has another number of leaves");
        if (std::is_constant_evaluated()) {
            this->scheme.leaves(messages, leaves(), wanted);
            return build(wanted);
        }
        build_apart(batches::kept_messages<R>(messages, all.data(), all.size_bytes()), wanted);
    }

    /// Computes the nodes above the leaves, from the digests that stand in leaves().
    /// \param wanted how many threads take part; one by default
    constexpr void build(threads wanted = {}) {
        (void)build_in_pieces(wanted, SIZE_MAX, [](std::size_t) { return true; });
    }

    /// As build(wanted), in pieces, so that a program can show the progress or stop.
    /// \param wanted how many threads take part
    /// \param piece about how many nodes a piece has, at least 1; 0 counts as 1
    /// \param go_on go_on(n) is called after each piece on the caller's thread, when n nodes above the leaves are
    /// complete. It returns whether the work goes on, and may throw.
    /// \return false when go_on returned false; the nodes are then not those of a tree
    template <class F>
    [[nodiscard]] constexpr bool build_in_pieces(threads wanted, std::size_t piece, F&& go_on) {
        return build_from([](std::size_t) {}, wanted, piece == 0 ? 1 : piece, go_on);
    }

    /// Replaces the digest of a leaf, and computes the nodes above it.
    /// \param index the leaf, counted from 0
    /// \param leaf the new digest
    /// \return false, and nothing is written, when `index` is past the last leaf
    [[nodiscard]] constexpr bool update_digest(std::uint64_t index, const digest_type& leaf) {
        if (index >= this->size()) return false;
        std::span<digest_type> rest = all;
        digest_type d = leaf, pad = this->scheme.padding();
        for (auto width = static_cast<std::size_t>(this->size()), at = static_cast<std::size_t>(index);;
             at /= S::arity) {
            rest[at] = d;
            if (width == 1) return true;
            const std::size_t first = at - at % S::arity, many = width - first < S::arity ? width - first : S::arity;
            d = many == S::arity
                    ? this->scheme.node(std::span<const digest_type>(rest).subspan(first).template first<S::arity>())
                    : last_of(rest.subspan(first, many), pad);
            if (!S::promotes) pad = this->parent_of_equals(pad);
            rest = rest.subspan(width);
            width = static_cast<std::size_t>(merkle_width<S>(width, 1));
        }
    }

    /// Replaces a leaf, and computes the nodes above it.
    /// \param index the leaf, counted from 0
    /// \param leaf the new leaf, of any size. It may overlap the nodes.
    /// \return false, and nothing is written, when `index` is past the last leaf
    template <byte_range R>
    [[nodiscard]] constexpr bool update(std::uint64_t index, const R& leaf) {
        return update_digest(index, this->scheme.leaf(leaf));
    }

  private:
    // A thread takes one block of leaves at a time, and computes the nodes above them until 16 are left.
    // longest_in_block is a size in bytes.
    static constexpr std::size_t roots = 16, longest_in_block = 256;

    std::span<digest_type> all;

    constexpr std::size_t block_size() const { return this->size() < 1 << 15 ? 256 : 1024; }
    constexpr std::size_t all_blocks() const {
        return std::is_constant_evaluated() ? 0 : static_cast<std::size_t>(this->size()) / block_size();
    }
    constexpr std::size_t nodes_of_block() const { return (block_size() - roots) / (S::arity - 1); }

    template <message_range R>
    void build_apart(const R& messages, threads wanted) {
        if (const std::size_t bytes = merkle_detail::leaf_size(messages); bytes == 0 || bytes > longest_in_block) {
            this->scheme.leaves(messages, leaves(), wanted);
            return build(wanted);
        }
        const std::size_t block = block_size(), in_blocks = all_blocks() * block;
        const merkle_detail::slice<R> rest{messages, in_blocks, std::size(messages) - in_blocks};
        this->scheme.leaves(rest, leaves().subspan(in_blocks), wanted);
        (void)build_from(
            [&](std::size_t first) {
                this->scheme.leaves(merkle_detail::slice<R>{messages, first, block}, leaves().subspan(first, block));
            },
            wanted, SIZE_MAX, [](std::size_t) { return true; });
    }

    // Computes whole blocks first, since they stay in a core's cache (docs/TUNING.md, "Merkle trees"), and then level
    // by level. leaves_of(first) computes the digests of the leaves of a block.
    template <class Leaves, class F>
    constexpr bool build_from(Leaves&& leaves_of, threads wanted, std::size_t piece, F&& go_on) {
        const std::size_t block = block_size(), blocks = all_blocks(), at_once = piece < block ? 1 : piece / block;
        for (std::size_t at = 0, some = 0; at < blocks; at += some) {
            some = at_once < blocks - at ? at_once : blocks - at;
            split(some, {1, 8}, wanted, [&](std::size_t from, std::size_t to) {
                for (std::size_t i = at + from; i < at + to; ++i) {
                    leaves_of(i * block);
                    build_block(i * block);
                }
            });
            if (!go_on((at + some) * nodes_of_block())) return false;
        }
        return build_levels(blocks * block, wanted, piece, go_on);
    }

    constexpr void build_block(std::size_t first) {
        std::span<digest_type> level = all;
        auto width = static_cast<std::size_t>(this->size());
        for (std::size_t size = block_size(); size != roots; size /= S::arity) {
            const auto below = level.subspan(first, size);
            level = level.subspan(width);
            width = static_cast<std::size_t>(merkle_width<S>(width, 1));
            first /= S::arity;
            this->scheme.nodes(below, level.subspan(first, size / S::arity));
        }
    }

    // Computes the nodes that are still missing. Of the leaves, the first `in_blocks` have been in blocks.
    template <class F>
    constexpr bool build_levels(std::size_t in_blocks, threads wanted, std::size_t piece, F&& go_on) {
        digest_type pad = this->scheme.padding();
        std::size_t left = block_size(), done = in_blocks / left * nodes_of_block();
        for (std::span<digest_type> below = leaves(), above = all.subspan(below.size()); below.size() > 1;) {
            const std::size_t whole = below.size() / S::arity, rest = below.size() % S::arity;
            in_blocks = left == roots ? 0 : in_blocks / S::arity;
            if (left != roots) left /= S::arity;
            for (std::size_t at = in_blocks, some = 0; at < whole; at += some) {
                some = piece < whole - at ? piece : whole - at;
                this->scheme.nodes(below.subspan(at * S::arity, some * S::arity), above.subspan(at, some), wanted);
                if (!go_on(done += some)) return false;
            }
            if (rest != 0) {
                above[whole] = last_of(below.last(rest), pad);
                ++done;
            }
            if (!S::promotes) pad = this->parent_of_equals(pad);
            below = above.first(whole + (rest != 0));
            above = above.subspan(below.size());
        }
        return true;
    }

    // Returns the parent of an incomplete group: its only digest is promoted, or the group is filled up with padding.
    constexpr digest_type last_of(std::span<const digest_type> some, const digest_type& pad) const {
        if constexpr (S::promotes) return some[0];
        std::array<digest_type, S::arity> group{};
        for (std::size_t c = 0; c < S::arity; ++c) group[c] = c < some.size() ? some[c] : pad;
        return this->scheme.node(group);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
