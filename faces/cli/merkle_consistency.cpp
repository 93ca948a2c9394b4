// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane merkle prove-consistency|verify-consistency: that a file only grew, RFC 9162 s.2.1.4.

#include "console.hpp"
#include "input.hpp"
#include "lines.hpp"
#include "merkle_trees.hpp"
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

struct claim {
    std::string first_root, root;
    std::size_t first = 0, leaves = 0;
    declared_option first_given, leaves_given;
};

// Why the proof is refused; nothing when it is not.
std::string refusal(const claim& trusted, const consistency_proof& proof) {
    const any_tree trees = made_trees(made_hash(proof.algorithm), proof.shape);
    const bytes first_root = root_from("--first-root", trusted.first_root, trees);
    const bytes root = root_from("--root", trusted.root, trees);
    if ((trusted.first_given.given() && trusted.first != proof.first) ||
        (trusted.leaves_given.given() && trusted.leaves != proof.leaves))
        return "the proof is for trees of other sizes";
    const auto flat = flattened(proof.digests, trees.digest_size());
    if (!flat) return std::string(merkle_reason(merkle_result::proof_torn));
    const auto result = trees.verify_consistency(proof.first, proof.leaves, first_root, root, *flat);
    return result == merkle_result::valid ? "" : std::string(merkle_reason(result));
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
    if (shape == merkle_shape::plain || shape == merkle_shape::plain4)
        throw wrong_use(std::string(merkle_reason(merkle_result::no_consistency)));
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
    line.value("--first-root", trusted.first_root, "the root of the earlier tree", "HEX");
    line.value("--root", trusted.root, "the root of the later one", "HEX");
    trusted.first_given = line.number("--first", trusted.first, "the number of leaves of the earlier tree", "N");
    trusted.leaves_given = line.number("--leaves", trusted.leaves, "the number of leaves of the later tree", "N");
    if (!line.read(arguments)) return good;
    if (line.operands().size() != 1) throw wrong_use("verify-consistency takes a proof");
    if (trusted.first_root.empty() || trusted.root.empty())
        throw wrong_use("--first-root and --root are needed: a proof that brings its own roots proves nothing");
    const std::string& path = line.operands()[0];
    const bytes text = read_whole(path, most_proof);
    try {
        const consistency_proof proof = consistency_from_json(text);
        if (proof.shape != merkle_shape::rfc9162 && (!trusted.first_given.given() || !trusted.leaves_given.given()))
            throw wrong_use("--first and --leaves are needed: without prefixes, an inner node passes for a leaf");
        const std::string why = refusal(trusted, proof);
        console::write(line_name(path, console::output_is_terminal()).text + (why.empty() ? ": OK\n" : ": FAILED\n"));
        if (why.empty()) return good;
        throw failure(why);
    } catch (const failure& error) { throw failure(in_message(path) + ": " + error.what()); }
}

}  // namespace hashlane::cli
