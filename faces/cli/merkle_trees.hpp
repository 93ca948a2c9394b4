// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the verbs of `hashlane merkle` have in common: the options that say which tree, and all nodes of one.

#include "app.hpp"
#include "merkle.hpp"
#include "progress.hpp"
#include "verbs.hpp"

namespace hashlane::cli {

constexpr std::size_t most_chunk = std::size_t{1} << 30, most_proof = std::size_t{1} << 20;

// The options that choose the shape of a tree.
struct shape_options {
    bool rfc9162 = false, plain = false, sorted = false;
    std::size_t arity = 2;
    declared_option arity_given;

    void declare(command_line& line);
    merkle_shape shape() const;  // throws wrong_use
};

struct tree_options : shape_options {
    std::string algorithm = "sha256";
    std::size_t chunk = 65536, jobs = 1;
    declared_option chunk_given;

    void declare(command_line& line);
    merkle_source source(const command_line& line) const;
    threads workers() const { return {static_cast<unsigned>(jobs)}; }
};

any_hash made_hash(const std::string& algorithm);
any_tree made_trees(const any_hash& hash, merkle_shape shape);
progress drawn_for(const merkle_source& source);

// The digests of leaves as they come, then the nodes above them.
class all_nodes {
  public:
    all_nodes(const any_tree& which, threads by) : trees(which), workers(by) {}

    void add(leaf_list leaves);
    void build();

    std::uint64_t leaves() const { return count; }
    bytes root() const;
    // Returns the root of the tree of the first `n` leaves.
    bytes root_of(std::uint64_t n) const;

    // Calls make(nodes, room), which writes a proof to `room` and returns a merkle_proof. Returns the digests of the
    // proof. Throws failure with the reason why there is none.
    template <class Make>
    std::vector<bytes> prove(Make&& make) const {
        const std::size_t size = trees.digest_size();
        bytes room(size * 96);
        const auto [result, n] = make(digests, std::span(room));
        if (result != merkle_result::valid) throw failure(std::string(merkle_reason(result)));
        std::vector<bytes> proof;
        for (std::size_t i = 0; i < n; ++i) {
            const auto one = std::span(room).subspan(i * size, size);
            proof.emplace_back(one.begin(), one.end());
        }
        return proof;
    }

  private:
    const any_tree& trees;
    threads workers;
    bytes digests;
    std::uint64_t count = 0;
};

// The digests of a proof, one after the other; nothing when one is of another size.
std::optional<bytes> flattened(const std::vector<bytes>& digests, std::size_t size);

int verify_verb(const words& arguments);
int prove_consistency_verb(const words& arguments);
int verify_consistency_verb(const words& arguments);

}  // namespace hashlane::cli
