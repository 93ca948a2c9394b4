// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "merkle_trees.hpp"

#include "digester.hpp"
#include "jobs.hpp"
#include "lines.hpp"
#include "names.hpp"
#include "walk.hpp"

namespace hashlane::cli {

void shape_options::declare(command_line& line) {
    line.flag("--rfc9162", rfc9162, "use the prefixes of RFC 9162 for leaves and nodes (the default)");
    line.flag("--plain", plain, "use no prefixes, and fill the tree up with zero digests");
    arity_given = line.number("--arity", arity, "the number of digests in a node of --plain: 2 or 4", "N", 2, 4);
    line.flag("--sorted-pairs", sorted, "use no prefixes, and put the lesser of two digests first");
}

merkle_shape shape_options::shape() const {
    if (rfc9162 + plain + sorted > 1) throw wrong_use("--rfc9162, --plain and --sorted-pairs exclude each other");
    if (arity == 3) throw wrong_use("--arity must be 2 or 4");
    if (arity_given.given() && !plain) throw wrong_use("--arity goes with --plain");
    if (plain) return arity == 4 ? merkle_shape::plain4 : merkle_shape::plain;
    return sorted ? merkle_shape::sorted_pairs : merkle_shape::rfc9162;
}

void tree_options::declare(command_line& line) {
    line.value("-a,--algorithm,--alg", algorithm, "the hash; sha256 if not given", "ALG");
    chunk_given =
        line.number("--chunk", chunk, "the size of the chunks of a file, which are its leaves; 65536 if not given",
                    "BYTES", 1, most_chunk);
    shape_options::declare(line);
    add_jobs_option(line, jobs);
}

merkle_source tree_options::source(const command_line& line) const {
    if (line.operands().size() > 1) throw wrong_use("extra operand " + in_message(line.operands()[1]));
    merkle_source from{line.operands().empty() ? "-" : line.operands()[0], chunk, jobs, false};
    from.directory = from.path != "-" && is_directory(from.path);
    if (from.directory && chunk_given.given())
        throw wrong_use("--chunk is for files; the leaves of a directory are its files");
    return from;
}

any_hash made_hash(const std::string& algorithm) {
    known_or_throw(algorithm);
    const auto hash = any_hash::create(algorithm);
    if (!hash) throw wrong_use(std::string(hash.error().message()));
    return *hash;
}

any_tree made_trees(const any_hash& hash, merkle_shape shape) {
    const auto trees = any_tree::create(hash, shape);
    if (!trees) throw wrong_use(std::string(trees.error().message()));
    return *trees;
}

progress drawn_for(const merkle_source& source) {
    return progress([=](const std::atomic<bool>& stop) { return total_size({source.path}, source.directory, stop); });
}

void all_nodes::add(leaf_list leaves) {
    const std::size_t before = digests.size();
    digests.resize(before + leaves.size() * trees.digest_size());
    count += leaves.size();
    if (!trees.leaves(leaves, std::span(digests).subspan(before), workers)) throw failure("no digests");
}

void all_nodes::build() {
    digests.resize(trees.node_bytes(count));
    if (!trees.build_from_digests(digests, count, workers)) throw failure("no tree");
}

bytes all_nodes::root() const {
    return {digests.end() - static_cast<std::ptrdiff_t>(trees.digest_size()), digests.end()};
}

bytes all_nodes::root_of(std::uint64_t n) const {
    return trees.with([&]<class S>(const S& scheme) {
        using stored = typename S::digest_type;
        const std::span all(reinterpret_cast<const stored*>(digests.data()), static_cast<std::size_t>(n));
        const stored root = merkle_root_of_digests<S>(all, workers, scheme);
        return bytes(root.begin(), root.end());
    });
}

std::optional<bytes> flattened(const std::vector<bytes>& digests, std::size_t size) {
    bytes flat;
    for (const bytes& d : digests) {
        if (d.size() != size) return std::nullopt;
        flat.insert(flat.end(), d.begin(), d.end());
    }
    return flat;
}

}  // namespace hashlane::cli
