// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Merkle trees over a hash that is chosen by name at run time. Nodes, proofs and roots are bytes. Nothing is
/// allocated: a tree stands in memory of the caller.
///
///     auto trees = hl::any_tree::create("sha3-256", hl::merkle_shape::rfc9162);
///     std::vector<std::uint8_t> nodes(trees->node_bytes(n)), proof(trees->node_bytes(64));
///     if (!trees->build(leaves, nodes, hl::threads{2})) ...
///     const auto [result, digests] = trees->prove(nodes, n, 7, proof);
///     const auto siblings = std::span(proof).first(digests * trees->digest_size());
///     if (trees->verify(leaf, 7, n, siblings, root) != hl::merkle_result::valid) ...
///
/// Overlap: as in merkle/tree.hpp. root() may write over the leaves.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "merkle_operations.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// A hash and a shape, for trees whose nodes stand in memory of the caller: first the digests of the leaves, then level
/// above level, the root last. The object itself holds no tree and is never changed, so several threads may use one
/// object at the same time.
class any_tree {
  public:
    /// Calls a function with the scheme of this tree, for those functions of merkle.hpp that any_tree does not have.
    /// \param f a callable that takes any scheme: f(scheme)
    /// \return what f returns
    template <class F>
    decltype(auto) with(F&& f) const {
        return merkle_detail::with_scheme(digest_size(), how.shape, [&]<class S>() { return f(scheme<S>()); });
    }

    /// Makes trees over a hash.
    /// \param hash a hash, XOF or MAC. What it has absorbed comes before each leaf and each node.
    /// \param shape which scheme
    /// \return the trees, or an error: the hash takes tuples, or its output has not 28, 32, 48 or 64 bytes
    template <class...>
    static any_result<any_tree> create(const any_hash& hash, merkle_shape shape) noexcept {
        constexpr std::size_t sizes[] = {28, 32, 48, 64};
        if ((hash.info().parameters & parameter::elements) != 0)
            return any_error(any_problem::elements).add(hash.info().name).add(" hashes tuples: it has no Merkle trees");
        if (std::ranges::find(sizes, hash.output_size()) == std::end(sizes)) {
            any_error error(any_problem::tree_digest_size);
            error.add("a digest in a Merkle tree has 28, 32, 48 or 64 bytes; that of ").add(hash.info().name);
            return error.add(" has ").add(hash.output_size());
        }
        const void* const found = entry_points::merkle_table(hash.output_size(), static_cast<unsigned>(shape));
        return any_tree(hash, shape, static_cast<const merkle_operations*>(found));
    }
    /// Makes trees over a hash that is given by its name.
    /// \param name the name of a hash, XOF or MAC: hl::algorithms() lists them
    /// \param shape which scheme
    /// \param options what the hash takes besides the message
    /// \return the trees, or an error of any_hash::create() or of create(hash, shape)
    template <class...>
    static any_result<any_tree> create(std::string_view name, merkle_shape shape,
                                       const any_options& options = {}) noexcept {
        const auto hash = any_hash::create(name, options);
        if (!hash) return hash.error();
        return create(*hash, shape);
    }

    /// Returns the name of the hash.
    std::string_view hash_name() const noexcept { return how.hash.info().name; }
    /// Returns the shape.
    merkle_shape shape() const noexcept { return how.shape; }
    /// Returns the size of a node in bytes.
    std::size_t digest_size() const noexcept { return how.hash.output_size(); }

    /// Returns how many bytes all nodes of a tree take.
    /// \param leaves the number of leaves
    /// \return the size in bytes, or SIZE_MAX when it is larger. Any proof fits into 96 * digest_size() bytes.
    std::size_t node_bytes(std::uint64_t leaves) const noexcept { return operations->node_bytes(leaves); }

    /// Tells whether memory of `bytes` bytes has the size of a tree of `leaves` leaves.
    bool is_tree(std::size_t bytes, std::uint64_t leaves) const noexcept {
        return bytes != SIZE_MAX && leaves <= bytes / digest_size() && bytes == node_bytes(leaves);
    }

    /// Computes the digests of leaves alone, several side by side.
    /// \param leaves a range of messages: batch.hpp lists the forms
    /// \param digests digest_size() bytes for each leaf
    /// \param wanted how many threads take part; one by default
    /// \return false, and nothing is written, when `digests` has another size
    ///
    /// Overlap: digests that overlap a leaf end the program.
    template <message_range R>
    [[nodiscard]] bool leaves(const R& leaves, octets_out digests, threads wanted = {}) const noexcept {
        return operations->leaves(how, any_messages(leaves), digests, wanted);
    }

    /// Computes all nodes of a tree.
    /// \param leaves a range of messages: batch.hpp lists the forms
    /// \param nodes node_bytes(n) bytes for n leaves. The digests of the leaves come first.
    /// \param wanted how many threads take part; one by default
    /// \return false, and nothing is written, when `nodes` has another size
    ///
    /// Overlap: nodes that overlap a leaf end the program.
    template <message_range R>
    [[nodiscard]] bool build(const R& leaves, octets_out nodes, threads wanted = {}) const noexcept {
        return operations->build(how, any_messages(leaves), nodes, wanted);
    }
    /// Computes the nodes above the leaves.
    /// \param nodes node_bytes(leaves) bytes, which begin with the digests of the leaves
    /// \param leaves the number of leaves
    /// \param wanted how many threads take part; one by default
    /// \return false, and nothing is written, when `nodes` has another size
    [[nodiscard]] bool build_from_digests(octets_out nodes, std::uint64_t leaves, threads wanted = {}) const noexcept {
        return operations->build_from_digests(how, nodes, leaves, wanted);
    }

    /// As build(), in pieces of some milliseconds, so that a program can show the progress or stop.
    /// \param leaves as in build()
    /// \param nodes as in build(): nodes that overlap a leaf end the program
    /// \param wanted how many threads take part
    /// \param go_on go_on(done, all) is called after each piece on the caller's thread, and returns whether the work
    /// goes on. Both arguments count digests; in the last call they are equal. It may throw.
    /// \return merkle_result::valid; merkle_result::stopped when go_on returned false, and then the nodes must not be
    /// used; merkle_result::digest_size when `nodes` has another size
    template <message_range R, class F>
    merkle_result build(const R& leaves, octets_out nodes, threads wanted, F&& go_on) const {
        const batches::kept_messages<R> kept(leaves, nodes.data(), nodes.size());
        const any_messages messages(kept);
        const std::size_t n = messages.size(), size = digest_size();
        if (!is_tree(nodes.size(), n)) return merkle_result::digest_size;
        for (std::size_t first = 0; first < n;) {
            const merkle_detail::slice<any_messages> piece{messages, first, merkle_detail::piece_from(messages, first)};
            (void)this->leaves(piece, nodes.subspan(first * size, piece.count * size), wanted);  // their size is right
            first += piece.count;
            if (n > 1 && !go_on(first, nodes.size() / size)) return merkle_result::stopped;
        }
        return build_from_digests(nodes, n, wanted, go_on);
    }
    /// As build_from_digests(), in pieces of some milliseconds.
    /// \param nodes as in build_from_digests()
    /// \param leaves the number of leaves
    /// \param wanted how many threads take part
    /// \param go_on as in build() with pieces
    /// \return as of build() with pieces
    template <class F>
    merkle_result build_from_digests(octets_out nodes, std::uint64_t leaves, threads wanted, F&& go_on) const {
        const std::size_t all = nodes.size() / digest_size();
        std::size_t told = 0;
        bool going = true;
        auto tell = [&](std::size_t done) {
            told = done;
            going = go_on(done, all);
            return going;
        };
        auto tell_above = [&](std::size_t above) { return tell(static_cast<std::size_t>(leaves) + above); };
        const auto call = [](void* context, std::size_t above) {
            return (*static_cast<decltype(tell_above)*>(context))(above);
        };
        if (!operations->build_in_pieces(how, nodes, leaves, wanted, &tell_above, call))
            return merkle_result::digest_size;
        if (going && told != all) tell(all);
        return going ? merkle_result::valid : merkle_result::stopped;
    }

    /// Replaces a leaf, and computes the nodes above it.
    /// \param nodes all nodes of the tree
    /// \param leaves the number of leaves
    /// \param index which leaf, counted from 0
    /// \param leaf the new leaf. It may overlap the nodes.
    /// \return false, and nothing is written, when `nodes` has not the size of such a tree, or when `index` is past the
    /// last leaf
    [[nodiscard]] bool update(octets_out nodes, std::uint64_t leaves, std::uint64_t index,
                              octets_in leaf) const noexcept {
        return operations->update(how, nodes, leaves, index, leaf);
    }

    /// Computes the root of leaves in O(log n) memory, without the nodes.
    /// \param leaves a range of messages: batch.hpp lists the forms
    /// \param root digest_size() bytes. It may overlap the leaves.
    /// \param wanted how many threads take part; one by default
    /// \return false, and nothing is written, when `root` has another size
    template <message_range R>
    [[nodiscard]] bool root(const R& leaves, octets_out root, threads wanted = {}) const noexcept {
        if (root.size() != digest_size()) return false;
        operations->root(how, any_messages(leaves), root, wanted);
        return true;
    }

    /// Writes the proof that a leaf is in the tree: RFC 9162 s.2.1.3.
    /// \param nodes all nodes of the tree
    /// \param leaves the number of leaves
    /// \param index which leaf, counted from 0
    /// \param out the proof is written here. A proof that overlaps the nodes ends the program.
    /// \return the size of the proof in digests, also when `out` is too small: the result is then
    /// merkle_result::no_room. Other results say why there is no proof.
    merkle_proof prove(octets_in nodes, std::uint64_t leaves, std::uint64_t index, octets_out out) const noexcept {
        return operations->prove(how, nodes, leaves, index, out);
    }
    /// Writes the proof that an earlier tree is the beginning of this one: RFC 9162 s.2.1.4. Only shapes without
    /// padding have such proofs.
    /// \param nodes all nodes of the tree
    /// \param leaves the number of leaves
    /// \param first the number of leaves of the earlier tree
    /// \param out the proof is written here. A proof that overlaps the nodes ends the program.
    /// \return as of prove(); merkle_result::no_consistency for shapes with padding
    merkle_proof prove_consistency(octets_in nodes, std::uint64_t leaves, std::uint64_t first,
                                   octets_out out) const noexcept {
        return operations->prove_consistency(how, nodes, leaves, first, out);
    }

    /// Checks that a leaf is in a tree: RFC 9162 s.2.1.3.2. All inputs may come from outside; merkle/verify.hpp says
    /// which of them must be trusted.
    /// \param leaf the leaf
    /// \param index its place, counted from 0
    /// \param leaves the number of leaves of the tree
    /// \param proof the digests of the proof, one after the other
    /// \param root the root of the tree: digest_size() bytes
    /// \return merkle_result::valid, or why the proof is refused
    merkle_result verify(octets_in leaf, std::uint64_t index, std::uint64_t leaves, octets_in proof,
                         octets_in root) const noexcept {
        return operations->verify(how, leaf, index, leaves, proof, root);
    }
    /// As verify(), with the digest of the leaf.
    /// \param leaf digest_size() bytes
    /// \param index as in verify()
    /// \param leaves as in verify()
    /// \param proof as in verify()
    /// \param root as in verify()
    /// \return merkle_result::valid, or why the proof is refused
    merkle_result verify_digest(octets_in leaf, std::uint64_t index, std::uint64_t leaves, octets_in proof,
                                octets_in root) const noexcept {
        return operations->verify_digest(how, leaf, index, leaves, proof, root);
    }
    /// Checks that one tree is the beginning of another: RFC 9162 s.2.1.4.2.
    /// \param first the number of leaves of the first tree, 1 or more
    /// \param second the number of leaves of the second tree
    /// \param first_root the root of the first tree: digest_size() bytes
    /// \param second_root the root of the second tree: digest_size() bytes
    /// \param proof the digests of the proof, one after the other
    /// \return merkle_result::valid, or why the proof is refused; merkle_result::no_consistency for shapes with padding
    merkle_result verify_consistency(std::uint64_t first, std::uint64_t second, octets_in first_root,
                                     octets_in second_root, octets_in proof) const noexcept {
        return operations->verify_consistency(how, first, second, first_root, second_root, proof);
    }

    /// Returns the scheme, where S is the any_merkle_scheme of this shape and size.
    template <class S>
    S scheme() const noexcept {
        return how.scheme<S>();
    }

  private:
    any_tree_hash how;
    const merkle_operations* operations;

    any_tree(const any_hash& hash, merkle_shape shape, const merkle_operations* chosen) noexcept
        : how{hash, shape}, operations(chosen) {}
};

/// The name of any_tree until version 0.2.
using any_merkle = any_tree;

}  // namespace hashlane::inline HASHLANE_ABI
