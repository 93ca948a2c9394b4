// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The functions of trees by name as pointers: a table for each scheme of by_name/merkle_scheme.hpp. In the compiled
/// mode src/trees.cpp has the tables, and no other unit compiles them.
///
/// Programs include by_name/merkle.hpp.

#include <cstddef>
#include <cstdint>
#include <span>

#include "../merkle.hpp"
#include "merkle_scheme.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The functions of trees of one shape over digests of one size as pointers, for interfaces of other languages. The
/// first argument of each is the hash and the shape. Each is as the function of any_tree with its name.
struct merkle_operations {
    /// As any_tree::node_bytes().
    std::size_t (*node_bytes)(std::uint64_t leaves) noexcept;
    /// As any_tree::leaves().
    bool (*leaves)(const any_tree_hash&, const any_messages& leaves, octets_out digests, threads wanted) noexcept;
    /// As any_tree::build().
    bool (*build)(const any_tree_hash&, const any_messages& leaves, octets_out nodes, threads wanted) noexcept;
    /// As any_tree::build_from_digests().
    bool (*build_from_digests)(const any_tree_hash&, octets_out nodes, std::uint64_t leaves, threads wanted) noexcept;

    /// As any_tree::build_from_digests() with a callable: after each piece go_on(context, above) is called, where
    /// `above` counts the nodes above the leaves that are complete. It returns whether the work goes on. False when
    /// `nodes` has a wrong size.
    bool (*build_in_pieces)(const any_tree_hash&, octets_out nodes, std::uint64_t leaves, threads wanted, void* context,
                            bool (*go_on)(void* context, std::size_t above));
    /// As any_tree::update().
    bool (*update)(const any_tree_hash&, octets_out nodes, std::uint64_t leaves, std::uint64_t index,
                   octets_in leaf) noexcept;
    /// As any_tree::root(), where the size of the root is right.
    void (*root)(const any_tree_hash&, const any_messages& leaves, octets_out root, threads wanted) noexcept;
    /// As any_tree::prove().
    merkle_proof (*prove)(const any_tree_hash&, octets_in nodes, std::uint64_t leaves, std::uint64_t index,
                          octets_out out) noexcept;
    /// As any_tree::prove_consistency().
    merkle_proof (*prove_consistency)(const any_tree_hash&, octets_in nodes, std::uint64_t leaves, std::uint64_t first,
                                      octets_out out) noexcept;
    /// As any_tree::verify().
    merkle_result (*verify)(const any_tree_hash&, octets_in leaf, std::uint64_t index, std::uint64_t leaves,
                            octets_in proof, octets_in root) noexcept;
    /// As any_tree::verify_digest().
    merkle_result (*verify_digest)(const any_tree_hash&, octets_in leaf, std::uint64_t index, std::uint64_t leaves,
                                   octets_in proof, octets_in root) noexcept;
    /// As any_tree::verify_consistency().
    merkle_result (*verify_consistency)(const any_tree_hash&, std::uint64_t first, std::uint64_t second,
                                        octets_in first_root, octets_in second_root, octets_in proof) noexcept;
};

namespace merkle_detail {

// This holds the merkle_operations of a scheme.
template <class S>
struct functions {
    using stored = typename S::digest_type;

    static std::size_t node_bytes(std::uint64_t leaves) noexcept {
        const std::size_t nodes = merkle_nodes<S>(leaves);
        return nodes == SIZE_MAX ? nodes : nodes * S::digest_size;
    }

    static bool is_tree(std::size_t bytes, std::uint64_t leaves) noexcept {
        return bytes % S::digest_size == 0 && merkle_view<S>::accepts(bytes / S::digest_size, leaves);
    }

    static std::span<stored> digests_in(octets_out bytes) noexcept {
        return {reinterpret_cast<stored*>(bytes.data()), bytes.size() / sizeof(stored)};
    }
    static std::span<const stored> digests_in(octets_in bytes) noexcept {
        return {reinterpret_cast<const stored*>(bytes.data()), bytes.size() / sizeof(stored)};
    }

    static bool leaves(const any_tree_hash& how, const any_messages& messages, octets_out digests,
                       threads wanted) noexcept {
        if (!batches::is_product(digests.size(), messages.size(), sizeof(stored))) return false;
        how.scheme<S>().leaves(messages, digests_in(digests), wanted);
        return true;
    }

    // Calls f(tree). Returns false when `nodes` has a wrong size.
    template <class F>
    static bool on_tree(const any_tree_hash& how, octets_out nodes, std::uint64_t leaves, F&& f) {
        if (!is_tree(nodes.size(), leaves)) return false;
        const S scheme = how.scheme<S>();
        f(merkle_tree<S>(digests_in(nodes), leaves, scheme));
        return true;
    }
    static bool build(const any_tree_hash& how, const any_messages& messages, octets_out nodes,
                      threads wanted) noexcept {
        return on_tree(how, nodes, messages.size(), [&](auto tree) { tree.build(messages, wanted); });
    }
    static bool build_from_digests(const any_tree_hash& how, octets_out nodes, std::uint64_t leaves,
                                   threads wanted) noexcept {
        return on_tree(how, nodes, leaves, [&](auto tree) { tree.build(wanted); });
    }
    static bool build_in_pieces(const any_tree_hash& how, octets_out nodes, std::uint64_t leaves, threads wanted,
                                void* context, bool (*go_on)(void*, std::size_t)) {
        return on_tree(how, nodes, leaves, [&](auto tree) {
            const auto tell = [&](std::size_t above) { return go_on(context, above); };
            (void)tree.build_in_pieces(wanted, piece_leaves, tell);  // go_on knows whether it was stopped
        });
    }
    static bool update(const any_tree_hash& how, octets_out nodes, std::uint64_t leaves, std::uint64_t index,
                       octets_in leaf) noexcept {
        bool done = false;
        return on_tree(how, nodes, leaves, [&](auto tree) { done = tree.update(index, leaf); }) && done;
    }
    static void root(const any_tree_hash& how, const any_messages& messages, octets_out out, threads wanted) noexcept {
        const S scheme = how.scheme<S>();
        copy_bytes(out.data(), merkle_root<S>(messages, wanted, scheme).data(), out.size());
    }

    // Calls f(view), or returns the error that `nodes` has a wrong size.
    template <class F>
    static merkle_proof on_view(const any_tree_hash& how, octets_in nodes, std::uint64_t leaves, F&& f) {
        if (!is_tree(nodes.size(), leaves)) return {merkle_result::digest_size, 0};
        const S scheme = how.scheme<S>();
        return f(merkle_view<S>(digests_in(nodes), leaves, scheme));
    }
    static merkle_proof prove(const any_tree_hash& how, octets_in nodes, std::uint64_t leaves, std::uint64_t index,
                              octets_out out) noexcept {
        return on_view(how, nodes, leaves, [&](auto view) { return view.prove(index, digests_in(out)); });
    }
    static merkle_proof prove_consistency(const any_tree_hash& how, octets_in nodes, std::uint64_t leaves,
                                          std::uint64_t first, octets_out out) noexcept {
        return on_view(how, nodes, leaves, [&]([[maybe_unused]] auto view) -> merkle_proof {
            if constexpr (S::promotes)
                return view.prove_consistency(first, digests_in(out));
            else
                return {merkle_result::no_consistency, 0};
        });
    }

    // `given` are the parameters of the pointer of merkle_operations that the function is for.
    static merkle_result verify(const any_tree_hash& how, auto... given) noexcept {
        return merkle_verify<S>(given..., how.scheme<S>());
    }
    static merkle_result verify_digest(const any_tree_hash& how, auto... given) noexcept {
        return merkle_verify_digest<S>(given..., how.scheme<S>());
    }
    static merkle_result verify_consistency([[maybe_unused]] const any_tree_hash& how,
                                            [[maybe_unused]] auto... given) noexcept {
        if constexpr (S::promotes)
            return merkle_verify_consistency<S>(given..., how.scheme<S>());
        else
            return merkle_result::no_consistency;
    }

    static constexpr merkle_operations table{
        .node_bytes = node_bytes,
        .leaves = leaves,
        .build = build,
        .build_from_digests = build_from_digests,
        .build_in_pieces = build_in_pieces,
        .update = update,
        .root = root,
        .prove = prove,
        .prove_consistency = prove_consistency,
        .verify = verify,
        .verify_digest = verify_digest,
        .verify_consistency = verify_consistency,
    };
};

}  // namespace merkle_detail
}  // namespace hashlane::inline HASHLANE_ABI

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {
// Returns the merkle_operations of a shape over digests of digest_size bytes.
HASHLANE_ENTRY const void* merkle_table(std::size_t digest_size, unsigned shape) noexcept
    HASHLANE_ENTERS_TREES(merkle_detail::table_of_scheme<merkle_detail::functions>(digest_size, shape));
}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI
