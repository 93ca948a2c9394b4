// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane merkle root|prove; merkle_verify.cpp and merkle_consistency.cpp have the others.

#include "console.hpp"
#include "digester.hpp"
#include "hints.hpp"
#include "lines.hpp"
#include "merkle_trees.hpp"
#include "names.hpp"
#include "text.hpp"

namespace hashlane::cli {
namespace {

struct settings : tree_options {
    std::string leaf;
    bool json = false;
    std::size_t index = 0;
    declared_option index_given;
};

struct rooted {
    bytes root;
    std::uint64_t leaves;
};

rooted root_of(const merkle_source& source, const any_hash& hash, const any_tree& trees) {
    const threads workers{static_cast<unsigned>(source.jobs)};
    return trees.with([&]<class S>(const S& scheme) {
        merkle_stream<S> stream(scheme);
        each_leaf(source, hash, [&](leaf_list leaves, std::string_view) { stream.push_many(leaves, workers); });
        const auto root = stream.root();
        return rooted{{root.begin(), root.end()}, stream.size()};
    });
}

int root_verb(const words& arguments) {
    settings s;
    command_line line("Prints the root of the Merkle tree over the chunks of a file or the files of a directory.",
                      "hashlane merkle root [OPTION]... [FILE|DIR]");
    s.declare(line);
    line.flag("--json", s.json, "write a JSON object, which also has the number of leaves");
    if (!line.read(arguments)) return good;
    const any_hash hash = made_hash(s.algorithm);
    const any_tree trees = made_trees(hash, s.shape());
    const merkle_source source = s.source(line);
    const progress drawn = drawn_for(source);
    const rooted r = root_of(source, hash, trees);
    if (s.json)
        console::write("{\"shape\": \"" + std::string(shape_name(trees.shape())) +
                       "\", \"algorithm\": " + json_string(s.algorithm) + ", \"leaves\": " + std::to_string(r.leaves) +
                       (source.directory ? "" : ", \"chunk\": " + std::to_string(s.chunk)) + ", \"root\": \"" +
                       to_hex(r.root) + "\"}\n");
    else
        console::write(digest_line({layout::gnu, false, false, false, console::output_is_terminal()}, s.algorithm,
                                   r.root, source.path, 0));
    return good;
}

// Reads all leaves, and returns the proof of the one that --index or --leaf names.
inclusion_proof proof_of(const settings& s, const merkle_source& source, const any_hash& hash, const any_tree& trees) {
    all_nodes all(trees, s.workers());
    inclusion_proof proof;
    bool found = s.leaf.empty();
    proof.index = s.index;
    each_leaf(source, hash, [&](leaf_list leaves, std::string_view name) {
        if (!s.leaf.empty() && name == s.leaf) {
            found = true;
            proof.index = all.leaves();
        }
        if (found && all.leaves() == proof.index) proof.name = name;
        all.add(leaves);
    });
    if (!found) throw failure(in_message(s.leaf) + ": no such file in " + in_message(source.path));
    all.build();
    proof.shape = trees.shape();
    proof.algorithm = s.algorithm;
    proof.leaves = all.leaves();
    proof.chunk = source.directory ? 0 : source.chunk;
    proof.digests = all.prove([&](const bytes& nodes, std::span<std::uint8_t> room) {
        return trees.prove(nodes, all.leaves(), proof.index, room);
    });
    proof.root = all.root();
    return proof;
}

int prove_verb(const words& arguments) {
    settings s;
    command_line line("Prints a proof, in JSON, that a chunk is in a file or a file in a directory.",
                      "hashlane merkle prove [OPTION]... --index N|--leaf NAME [FILE|DIR]");
    s.declare(line);
    s.index_given = line.number("--index", s.index, "the number of the leaf; the first is 0", "N");
    line.value("--leaf", s.leaf, "the leaf of a directory: the name of a file within it", "NAME");
    if (!line.read(arguments)) return good;
    const any_hash hash = made_hash(s.algorithm);
    const any_tree trees = made_trees(hash, s.shape());
    const merkle_source source = s.source(line);
    if (s.index_given.given() + !s.leaf.empty() != 1) throw wrong_use("one of --index and --leaf is needed");
    if (!s.leaf.empty() && !source.directory) throw wrong_use("--leaf is for directories");
    const progress drawn = drawn_for(source);
    console::write(to_json(proof_of(s, source, hash, trees)));
    return good;
}

}  // namespace

int merkle_verb(const words& arguments) {
    static constexpr struct {
        std::string_view name;
        int (*run)(const words&);
    } verbs[] = {{"root", root_verb},
                 {"prove", prove_verb},
                 {"verify", verify_verb},
                 {"prove-consistency", prove_consistency_verb},
                 {"verify-consistency", verify_consistency_verb}};
    if (arguments.empty())
        throw wrong_use("merkle needs one of: root, prove, verify, prove-consistency, verify-consistency");
    const words rest(arguments.begin() + 1, arguments.end());
    const std::string& what = arguments.front();
    for (const auto& verb : verbs)
        if (verb.name == what) return verb.run(rest);
    if (what != "--help") {
        std::vector<std::string> names;
        for (const auto& verb : verbs) names.emplace_back(verb.name);
        throw wrong_use("merkle: " + in_message(what) +
                        " is none of root, prove, verify, prove-consistency and verify-consistency" +
                        did_you_mean(nearest_of(what, names)));
    }
    console::write("Usage: hashlane merkle root|prove|verify [OPTION]... [FILE|DIR]\n"
                   "       hashlane merkle prove-consistency|verify-consistency [OPTION]... [FILE|DIR]\n"
                   "Merkle trees over the chunks of a file or the files of a directory.\n"
                   "`hashlane help merkle root` and so on list the options.\n");
    return good;
}

}  // namespace hashlane::cli
