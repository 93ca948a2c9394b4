// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "merkle_trusted.hpp"

#include <algorithm>

#include "console.hpp"
#include "names.hpp"
#include "text.hpp"

namespace hashlane::cli {
namespace {

// Whether some hash has digests of this size.
bool is_digest(const bytes& root) {
    return std::ranges::any_of(algorithms(), [&](const algorithm& a) {
        return (a.kind == kind::hash || a.kind == kind::xof) && a.digest_size == root.size();
    });
}

// The options that choose a shape.
std::string options_for(merkle_shape shape) {
    if (shape == merkle_shape::plain4) return "--plain --arity 4";
    return "--" + std::string(shape_name(shape));
}

std::string chunks_of(std::uint64_t size) { return "chunks of " + std::to_string(size) + " bytes"; }

}  // namespace

void trusted_tree::declare(command_line& line) {
    line.value("-a,--algorithm,--alg", algorithm, "the hash; the one that the proof names if not given", "ALG");
    line.number("--chunk", chunk, "the size of the chunks of a file; the one that the proof names if not given",
                "BYTES", 1, most_chunk);
    shape_options::declare(line);
}

void trusted_tree::require_possible() const {
    const merkle_shape chosen = shape();
    if (!algorithm.empty()) made_trees(made_hash(algorithm), chosen);
}

bytes trusted_tree::root_from(const char* option, const std::string& hex) const {
    const auto root = from_hex(hex);
    if (!root || !is_digest(*root))
        throw wrong_use(std::string(option) + ": this is not a digest in hexadecimal digits");
    if (!algorithm.empty() && root->size() != made_hash(algorithm).output_size())
        throw wrong_use(std::string(option) + ": this is not a digest of " + algorithm);
    return *root;
}

std::string trusted_tree::refusal(merkle_shape named, const std::string& named_algorithm,
                                  std::uint64_t named_chunk) const {
    if (named != shape())
        return "the proof names a tree of the shape " + std::string(shape_name(named)) +
               "; if the root is of such a tree, give " + options_for(named);
    if (!algorithm.empty() && named_algorithm != algorithm)
        return "the proof names the algorithm " + in_message(named_algorithm) + ", and -a is " + algorithm;
    if (chunk == 0 || named_chunk == chunk) return "";
    if (named_chunk == 0) return "the proof is for a directory, and --chunk is for a file";
    return "the proof names " + chunks_of(named_chunk) + ", and --chunk is " + std::to_string(chunk);
}

any_tree trees_of_proof(const std::string& algorithm, merkle_shape shape) try {
    return made_trees(made_hash(algorithm), shape);
} catch (const wrong_use& error) { throw failure(std::string("no proof: ") + error.what()); }

std::string refusal_of_root(const bytes& root, const any_tree& trees) {
    if (root.size() == trees.digest_size()) return "";
    return "the root is not a digest of " + std::string(trees.hash_name()) + ", which the proof names";
}

std::string reason_of(merkle_result result) {
    return result == merkle_result::valid ? "" : std::string(merkle_reason(result));
}

int print_verdict(const std::string& path, const std::string& why) {
    const shown_name name = line_name(path, console::output_is_terminal());
    console::write((name.escaped ? "\\" : "") + name.text + (why.empty() ? ": OK\n" : ": FAILED\n"));
    if (why.empty()) return good;
    throw failure(why);
}

}  // namespace hashlane::cli
