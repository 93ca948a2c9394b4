// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane merkle prove-consistency|verify-consistency: that a file only grew, RFC 9162 s.2.1.4.

#include "console.hpp"
#include "input.hpp"
#include "merkle_trusted.hpp"
#include "names.hpp"

namespace hashlane::cli {
namespace {

consistency_proof proof_of(const tree_options& options, const merkle_source& source, std::uint64_t first) {
    const any_hash hash = made_hash(options.algorithm);
    const any_tree trees = made_trees(hash, options.shape());
    all_nodes all(trees, options.workers());
    each_leaf(source, hash, [&](leaf_list leaves, std::string_view) { all.add(leaves); });
    all.build();
    consistency_proof proof;
    proof.shape = trees.shape();
    proof.algorithm = options.algorithm;
    proof.chunk = source.directory ? 0 : source.chunk;
    proof.first = first;
    proof.leaves = all.leaves();
    proof.digests = all.prove([&](const bytes& nodes, std::span<std::uint8_t> room) {
        return trees.prove_consistency(nodes, all.leaves(), first, room);
    });
    proof.first_root = all.root_of(first);
    proof.root = all.root();
    return proof;
}

// What the command line says about both trees.
struct claim : trusted_tree {
    std::string first_root, root;
    std::size_t first = 0, leaves = 0;
    declared_option first_given, leaves_given;

    void declare(command_line& line);
    void require_possible() const;
};

void claim::declare(command_line& line) {
    line.value("--first-root", first_root, "the root of the earlier tree", "HEX");
    line.value("--root", root, "the root of the later one", "HEX");
    first_given = line.number("--first", first, "the number of leaves of the earlier tree", "N");
    leaves_given = line.number("--leaves", leaves, "the number of leaves of the later tree", "N");
    trusted_tree::declare(line);
}

bool has_consistency_proofs(merkle_shape shape) {
    return shape != merkle_shape::plain && shape != merkle_shape::plain4;
}

// Throws wrong_use.
void require_consistency_proofs(merkle_shape shape) {
    if (!has_consistency_proofs(shape)) throw wrong_use(reason_of(merkle_result::no_consistency));
}

void claim::require_possible() const {
    trusted_tree::require_possible();
    require_consistency_proofs(shape());
    if (first_root.empty() || root.empty())
        throw wrong_use("--first-root and --root are needed: a proof that brings its own roots proves nothing");
    if (first_root.size() != root.size()) throw wrong_use("--first-root and --root are not digests of one size");
    if (shape() != merkle_shape::rfc9162 && (!first_given.given() || !leaves_given.given()))
        throw wrong_use("--first and --leaves are needed: without prefixes, an inner node passes for a leaf");
}

// Returns why the proof is refused for what it says about the trees; "" if it is not.
std::string refusal_of_claims(const claim& trusted, const consistency_proof& proof) {
    if (!has_consistency_proofs(proof.shape))
        return "the proof names trees of the shape " + std::string(shape_name(proof.shape)) + ", and " +
               reason_of(merkle_result::no_consistency);
    const std::string why = trusted.refusal(proof.shape, proof.algorithm, proof.chunk);
    if (!why.empty()) return why;
    const bool others = (trusted.first_given.given() && trusted.first != proof.first) ||
                        (trusted.leaves_given.given() && trusted.leaves != proof.leaves);
    return others ? "the proof is for trees of other sizes" : "";
}

std::string refusal_of(const claim& trusted, const bytes& first_root, const bytes& root,
                       const consistency_proof& proof) {
    std::string why = refusal_of_claims(trusted, proof);
    if (!why.empty()) return why;
    const any_tree trees = trees_of_proof(proof.algorithm, proof.shape);
    why = refusal_of_root(root, trees);
    if (!why.empty()) return why;
    const auto flat = flattened(proof.digests, trees.digest_size());
    if (!flat) return reason_of(merkle_result::proof_torn);
    return reason_of(trees.verify_consistency(proof.first, proof.leaves, first_root, root, *flat));
}

}  // namespace

int prove_consistency_verb(const words& arguments) {
    tree_options options;
    std::size_t first = 0;
    command_line line("Prints a proof, in JSON, that an earlier tree is the beginning of this tree: its leaves were "
                      "not changed, and others were only added.",
                      "hashlane merkle prove-consistency [OPTION]... --first N [FILE|DIR]");
    options.declare(line);
    const declared_option given = line.number("--first", first, "the number of leaves of the earlier tree", "N");
    if (!line.read(arguments)) return good;
    const merkle_shape shape = options.shape();
    const merkle_source source = options.source(line);
    if (!given.given()) throw wrong_use("--first is needed");
    require_consistency_proofs(shape);
    const progress drawn = drawn_for(source);
    console::write(to_json(proof_of(options, source, first)));
    return good;
}

int verify_consistency_verb(const words& arguments) {
    claim trusted;
    command_line line(
        "Checks a proof that the tree of --first-root is the beginning of the tree of --root. Take both roots "
        "from a source that you trust.",
        "hashlane merkle verify-consistency --first-root HEX --root HEX [OPTION]... PROOF");
    trusted.declare(line);
    if (!line.read(arguments)) return good;
    if (line.operands().size() != 1) throw wrong_use("verify-consistency takes a proof");
    trusted.require_possible();
    const bytes first_root = trusted.root_from("--first-root", trusted.first_root);
    const bytes root = trusted.root_from("--root", trusted.root);
    const std::string& path = line.operands()[0];
    const bytes text = read_whole(path, most_proof);
    try {
        return print_verdict(path, refusal_of(trusted, first_root, root, consistency_from_json(text)));
    } catch (const failure& error) { throw failure(in_message(path) + ": " + error.what()); }
}

}  // namespace hashlane::cli
