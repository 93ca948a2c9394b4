// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane merkle root|prove|verify

#include "merkle.hpp"

#include <algorithm>

#include "app.hpp"
#include "console.hpp"
#include "digester.hpp"
#include "input.hpp"
#include "jobs.hpp"
#include "lines.hpp"
#include "names.hpp"
#include "progress.hpp"
#include "text.hpp"
#include "verbs.hpp"
#include "walk.hpp"

namespace hashlane::cli {
namespace {

constexpr std::size_t most_chunk = std::size_t{1} << 30, most_proof = std::size_t{1} << 20;

struct settings {
    std::string algorithm = "sha256", leaf, root;
    bool rfc9162 = false, plain = false, sorted = false, json = false, leaf_alone = false;
    std::size_t arity = 2, chunk = 65536, jobs = 1, index = 0, leaves = 0;
    CLI::Option *index_given = nullptr, *leaves_given = nullptr, *chunk_given = nullptr, *arity_given = nullptr;
};

void declare_tree(command_line& line, settings& s) {
    line.value("-a,--algorithm,--alg", s.algorithm, "the hash; sha256 if not given", "ALG");
    s.chunk_given = line.number("--chunk", s.chunk, "of a file, the leaves are chunks of this size; 65536 if not given",
                                "BYTES", 1, most_chunk);
    line.flag("--rfc9162", s.rfc9162, "leaves and nodes with prefixes, as in RFC 9162 (as without this)");
    line.flag("--plain", s.plain, "no prefixes; filled up with zero digests");
    s.arity_given = line.number("--arity", s.arity, "with --plain: 2 or 4 digests in a node", "N", 2, 4);
    line.flag("--sorted-pairs", s.sorted, "no prefixes; the lesser of two digests first");
    add_jobs_option(line, s.jobs);
}

merkle_shape chosen_shape(const settings& s) {
    if (s.rfc9162 + s.plain + s.sorted > 1) throw wrong_use("--rfc9162, --plain and --sorted-pairs exclude each other");
    if (s.arity == 3) throw wrong_use("--arity: 2 or 4");
    if (s.arity_given->count() != 0 && !s.plain) throw wrong_use("--arity goes with --plain");
    if (s.plain) return s.arity == 4 ? merkle_shape::plain4 : merkle_shape::plain;
    return s.sorted ? merkle_shape::sorted_pairs : merkle_shape::rfc9162;
}

any_hash made_hash(const std::string& algorithm) {
    std::string_view error;
    const auto hash = any_hash::create(algorithm, {}, error);
    if (!hash) throw wrong_use(in_message(algorithm) + ": " + std::string(error));
    return *hash;
}

any_merkle made_trees(const any_hash& hash, merkle_shape shape) {
    std::string_view error;
    const auto trees = any_merkle::create(hash, shape, error);
    if (!trees) throw wrong_use(std::string(hash.info().name) + ": " + std::string(error));
    return *trees;
}

merkle_source source_of(const settings& s, const command_line& line) {
    if (line.operands().size() > 1) throw wrong_use("extra operand " + in_message(line.operands()[1]));
    merkle_source source{line.operands().empty() ? "-" : line.operands()[0], s.chunk, s.jobs, false};
    source.directory = source.path != "-" && is_directory(source.path);
    if (source.directory && s.chunk_given->count() != 0)
        throw wrong_use("--chunk is for files; the leaves of a directory are its files");
    return source;
}

progress drawn_for(const merkle_source& source) {
    return progress([=](std::stop_token stop) { return total_size({source.path}, source.directory, stop); });
}

struct rooted {
    bytes root;
    std::uint64_t leaves;
};

rooted root_of(const merkle_source& source, const any_hash& hash, const any_merkle& trees) {
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
    declare_tree(line, s);
    line.flag("--json", s.json, "a JSON object with the number of leaves, which verify wants too");
    if (!line.read(arguments)) return good;
    const any_hash hash = made_hash(s.algorithm);
    const any_merkle trees = made_trees(hash, chosen_shape(s));
    const merkle_source source = source_of(s, line);
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

// The digests of all leaves, and the place of the one that is looked for.
class proving {
  public:
    proving(const settings& chosen, const any_merkle& t) : s(chosen), trees(t) {}

    inclusion_proof of(const merkle_source& source, const any_hash& hash) {
        found = s.leaf.empty(), proof.index = s.index;
        each_leaf(source, hash, [&](leaf_list leaves, std::string_view name) { take(leaves, name); });
        if (!found) throw failure(in_message(s.leaf) + ": no such file in " + in_message(source.path));
        proof.shape = trees.shape(), proof.algorithm = s.algorithm, proof.leaves = count;
        proof.chunk = source.directory ? 0 : source.chunk;
        make();
        return proof;
    }

  private:
    void take(leaf_list leaves, std::string_view name) {
        if (!s.leaf.empty() && name == s.leaf) found = true, proof.index = count;
        if (found && count == proof.index) proof.name = name;
        const std::size_t size = trees.digest_size(), before = nodes.size();
        nodes.resize(before + leaves.size() * size);
        count += leaves.size();
        if (!trees.leaves(leaves, std::span(nodes).subspan(before), threads{static_cast<unsigned>(s.jobs)}))
            throw failure("no digests");
    }

    void make() {
        const std::size_t size = trees.digest_size();
        nodes.resize(trees.node_bytes(count));
        bytes room(size * 96);
        if (!trees.build_from_digests(nodes, count, threads{static_cast<unsigned>(s.jobs)})) throw failure("no tree");
        const auto [result, digests] = trees.prove(nodes, count, proof.index, room);
        if (result != merkle_result::valid) throw failure(std::string(merkle_reason(result)));
        for (std::size_t i = 0; i < digests; ++i) {
            const auto one = std::span(room).subspan(i * size, size);
            proof.digests.emplace_back(one.begin(), one.end());
        }
        proof.root.assign(nodes.end() - static_cast<std::ptrdiff_t>(size), nodes.end());
    }

    const settings& s;
    const any_merkle& trees;
    inclusion_proof proof;
    bytes nodes;
    std::uint64_t count = 0;
    bool found = false;
};

int prove_verb(const words& arguments) {
    settings s;
    command_line line("Prints a proof, in JSON, that a chunk is in a file or a file in a directory.",
                      "hashlane merkle prove [OPTION]... --index N|--leaf NAME [FILE|DIR]");
    declare_tree(line, s);
    s.index_given = line.number("--index", s.index, "which leaf; the first is 0", "N");
    line.value("--leaf", s.leaf, "of a directory: which file, by its name within it", "NAME");
    if (!line.read(arguments)) return good;
    const any_hash hash = made_hash(s.algorithm);
    const any_merkle trees = made_trees(hash, chosen_shape(s));
    const merkle_source source = source_of(s, line);
    if ((s.index_given->count() != 0) + !s.leaf.empty() != 1) throw wrong_use("one of --index and --leaf is needed");
    if (!s.leaf.empty() && !source.directory) throw wrong_use("--leaf is for directories");
    const progress drawn = drawn_for(source);
    console::write(to_json(proving(s, trees).of(source, hash)));
    return good;
}

// The bytes of the leaf that the proof is about.
bytes leaf_in(const std::string& path, const inclusion_proof& proof, const any_hash& hash, bool alone) {
    if (proof.chunk == 0) {
        const digested d = digest_file(path, {hash}, false, 1);
        if (!d.error.empty()) throw failure(in_message(path) + ": " + d.error);
        return leaf_of_file(d.digests.at(0), proof.name);
    }
    if (alone) return read_whole(path, most_chunk);
    if (proof.chunk > most_chunk) throw failure("no proof: \"chunk\" is out of range");
    try {
        input_file file(path);
        bytes leaf(proof.chunk);
        std::size_t n = 0;
        for (std::uint64_t i = 0; i <= proof.index; ++i)
            if ((n = file.read(leaf)) == 0) throw failure("it has no chunk " + std::to_string(proof.index));
        leaf.resize(n);
        return leaf;
    } catch (const failure& error) { throw failure(in_message(path) + ": " + error.what()); }
}

std::string refusal(const settings& s, const inclusion_proof& proof, const any_merkle& trees, const bytes& leaf) {
    const auto root = from_hex(s.root);
    if (!root || root->size() != trees.digest_size())
        throw wrong_use("--root: this is no digest of " + proof.algorithm);
    if (s.leaves_given->count() != 0 && s.leaves != proof.leaves) return "the proof is for a tree of another size";
    bytes flat;
    for (const bytes& d : proof.digests) {
        if (d.size() != root->size()) return std::string(merkle_reason(merkle_result::proof_torn));
        flat.insert(flat.end(), d.begin(), d.end());
    }
    const auto result = trees.verify(leaf, proof.index, proof.leaves, flat, *root);
    return result == merkle_result::valid ? "" : std::string(merkle_reason(result));
}

int verify_verb(const words& arguments) {
    settings s;
    command_line line("Checks a proof against a root that you trust. FILE: what the proof was made of; of a directory, "
                      "the one file.",
                      "hashlane merkle verify --root HEX [OPTION]... PROOF FILE");
    line.value("--root", s.root, "the root, from whom you trust", "HEX");
    s.leaves_given = line.number("--leaves", s.leaves, "how many leaves the tree has, from there too", "N");
    line.flag("--chunk-only", s.leaf_alone, "FILE is the chunk alone");
    if (!line.read(arguments)) return good;
    if (line.operands().size() != 2) throw wrong_use("verify takes a proof and a file");
    if (s.root.empty()) throw wrong_use("--root is needed: a proof that brings its own root proves nothing");
    const std::string &proof_path = line.operands()[0], &path = line.operands()[1];
    const bytes text = read_whole(proof_path, most_proof);
    try {
        const inclusion_proof proof = proof_from_json(text);
        if (proof.shape != merkle_shape::rfc9162 && s.leaves_given->count() == 0)
            throw wrong_use("--leaves is needed: without prefixes, an inner node passes for a leaf of a smaller tree");
        const any_hash hash = made_hash(proof.algorithm);
        const any_merkle trees = made_trees(hash, proof.shape);
        const std::string why = refusal(s, proof, trees, leaf_in(path, proof, hash, s.leaf_alone));
        console::write(line_name(path, console::output_is_terminal()).text + (why.empty() ? ": OK\n" : ": FAILED\n"));
        if (why.empty()) return good;
        throw failure(why);
    } catch (const failure& error) { throw failure(in_message(proof_path) + ": " + error.what()); }
}

}  // namespace

int merkle_verb(const words& arguments) {
    if (arguments.empty()) throw wrong_use("merkle: root, prove or verify?");
    const words rest(arguments.begin() + 1, arguments.end());
    const std::string& what = arguments.front();
    if (what == "root") return root_verb(rest);
    if (what == "prove") return prove_verb(rest);
    if (what == "verify") return verify_verb(rest);
    if (what != "--help") throw wrong_use("merkle: " + in_message(what) + " is none of root, prove and verify");
    console::write("Usage: hashlane merkle root|prove|verify [OPTION]... [FILE|DIR]\n"
                   "Merkle trees over the chunks of a file or the files of a directory.\n"
                   "`hashlane merkle root --help` and so on list the options.\n");
    return good;
}

}  // namespace hashlane::cli
