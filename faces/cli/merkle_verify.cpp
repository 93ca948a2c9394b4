// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane merkle verify

#include "file_job.hpp"
#include "input.hpp"
#include "merkle_trusted.hpp"
#include "names.hpp"

namespace hashlane::cli {
namespace {

// What the command line says about the tree and the leaf.
struct claim : trusted_tree {
    std::string leaf, root;
    bool leaf_alone = false;
    std::size_t leaves = 0;
    declared_option leaves_given;

    void declare(command_line& line);
    void require_possible() const;
};

void claim::declare(command_line& line) {
    line.value("--root", root, "the root, from a source that you trust", "HEX");
    leaves_given = line.number("--leaves", leaves, "the number of leaves, from the same source", "N");
    trusted_tree::declare(line);
    line.value("--leaf", leaf, "FILE is the file of this name within a directory", "NAME");
    line.flag("--chunk-only", leaf_alone, "FILE holds the chunk alone");
}

void claim::require_possible() const {
    trusted_tree::require_possible();
    if (root.empty()) throw wrong_use("--root is needed: a proof that brings its own root proves nothing");
    if (shape() != merkle_shape::rfc9162 && !leaves_given.given())
        throw wrong_use("--leaves is needed: without prefixes, an inner node passes for a leaf of a smaller tree");
    if (!leaf.empty() && (chunk != 0 || leaf_alone))
        throw wrong_use("--leaf is for directories, and --chunk and --chunk-only are for files");
}

// Does the path end with this name of a file within a directory?
bool ends_with_name(const std::string& path, const std::string& name) {
    const std::string with_slashes = sys::path_for_list(path);
    return !name.empty() && (with_slashes == name || with_slashes.ends_with("/" + name));
}

// Returns why a proof is refused that names another leaf than the command line; "" if it does not.
std::string refusal_of_leaf(const claim& trusted, const inclusion_proof& proof, const std::string& path) {
    if (proof.chunk != 0)
        return trusted.leaf.empty() ? "" : "the proof is for a chunk of a file, and --leaf is for a directory";
    if (trusted.leaf_alone) return "the proof is for a directory, and --chunk-only is for a file";
    const std::string named = "the proof is for the file " + in_message(proof.name) + " of a directory";
    if (!trusted.leaf.empty()) return proof.name == trusted.leaf ? "" : named + ", not for " + in_message(trusted.leaf);
    if (ends_with_name(path, proof.name)) return "";
    return named + ", and " + in_message(path) +
           " has another name; if the root is of a directory, give --leaf NAME, the name that the file has in it";
}

// The digest of the file, followed by its name.
bytes leaf_of_directory(const std::string& path, const inclusion_proof& proof) {
    file_job job;
    job.found.path = path;
    job.hashes = std::make_shared<const hash_list>(1, made_hash(proof.algorithm));
    digest_job(job);
    if (!job.found.error.empty()) throw failure(in_message(path) + ": " + job.found.error);
    return leaf_of_file(job.found.digests.at(0), proof.name);
}

bytes chunk_in(const std::string& path, const inclusion_proof& proof) {
    if (proof.chunk > most_chunk) throw failure("no proof: \"chunk\" is out of range");
    try {
        input_file file(path);
        bytes leaf(static_cast<std::size_t>(proof.chunk));
        std::size_t n = 0;
        for (std::uint64_t i = 0; i <= proof.index; ++i)
            if ((n = file.read(leaf)) == 0) throw failure("it has no chunk " + std::to_string(proof.index));
        leaf.resize(n);
        file.verify_unchanged_so_far();
        return leaf;
    } catch (const failure& error) { throw failure(in_message(path) + ": " + error.what()); }
}

// The bytes of the leaf that the proof is about.
bytes leaf_in(const std::string& path, const inclusion_proof& proof, bool alone) {
    if (proof.chunk == 0) return leaf_of_directory(path, proof);
    return alone ? read_whole(path, most_chunk) : chunk_in(path, proof);
}

// Returns why the proof is refused before any file is read; "" if it is not.
std::string refusal_of_claims(const claim& trusted, const inclusion_proof& proof, const std::string& path) {
    const std::string why = trusted.refusal(proof.shape, proof.algorithm, proof.chunk);
    if (!why.empty()) return why;
    if (trusted.leaves_given.given() && trusted.leaves != proof.leaves)
        return "the proof is for a tree of another size";
    return refusal_of_leaf(trusted, proof, path);
}

std::string refusal_of(const claim& trusted, const bytes& root, const inclusion_proof& proof, const std::string& path) {
    std::string why = refusal_of_claims(trusted, proof, path);
    if (!why.empty()) return why;
    const any_tree trees = trees_of_proof(proof.algorithm, proof.shape);
    why = refusal_of_root(root, trees);
    if (!why.empty()) return why;
    const auto flat = flattened(proof.digests, root.size());
    if (!flat) return reason_of(merkle_result::proof_torn);
    const bytes leaf = leaf_in(path, proof, trusted.leaf_alone);
    return reason_of(trees.verify(leaf, proof.index, proof.leaves, *flat, root));
}

}  // namespace

int verify_verb(const words& arguments) {
    claim trusted;
    command_line line(
        "Checks a proof against a root that you trust. FILE is the file that the proof was made of; for a "
        "directory it is the one file in it.",
        "hashlane merkle verify --root HEX [OPTION]... PROOF FILE");
    trusted.declare(line);
    if (!line.read(arguments)) return good;
    if (line.operands().size() != 2) throw wrong_use("verify takes a proof and a file");
    trusted.require_possible();
    const bytes root = trusted.root_from("--root", trusted.root);
    const std::string &proof_path = line.operands()[0], &path = line.operands()[1];
    const bytes text = read_whole(proof_path, most_proof);
    try {
        return print_verdict(path, refusal_of(trusted, root, proof_from_json(text), path));
    } catch (const failure& error) { throw failure(in_message(proof_path) + ": " + error.what()); }
}

}  // namespace hashlane::cli
