// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Shows nodes of a graph equal, for all values of its variables. All nodes are computed for a few random values of the
// variables; nodes that agree there are candidates, and from the variables upwards each pair is proved and merged, or
// stays apart. A proof is one of:
//   the same operation of equal operands;
//   truth tables: both are the same function, bit for bit, of some common nodes below them and of their rotations, where
//     a bit of these nodes that is fixed (fixed_bits.hpp) has its one value;
//   complements: by truth tables a node is the complement of another; it is then equal to a new node that says so;
//   sums: their difference is 0 as a linear form modulo 2^bits, after the terms that share no bit are taken for one OR;
//   all values: where a graph has one byte as a variable, nodes that depend on nothing else agree for its 256 values.
// Nothing is taken for equal because it agreed at random.

#include <unordered_map>
#include <utility>
#include <vector>

#include "classes.hpp"

namespace proofs {

class prover {
  public:
    // doubt: of nodes of one width each two are candidates, as if the random values had shown nothing.
    explicit prover(const graph& g, bool doubt = false);

    bool equal(byte_of a, byte_of b) const { return known.resolve(a) == known.resolve(b); }
    bool equal(node a, node b) const { return leader[a] == leader[b]; }

    std::size_t merged = 0;   // nodes that were shown equal to an earlier one
    std::size_t doubted = 0;  // pairs that agreed at random and could not be proved

  private:
    static constexpr unsigned samples = 96;          // many, for nodes of which one bit alone is not constant
    using signature = std::array<std::uint64_t, 2>;  // a hash of the values: equal nodes have equal ones
    struct hash_of {
        std::size_t operator()(const signature& s) const;
        std::size_t operator()(const std::vector<std::uint64_t>& key) const;
    };

    graph all;  // and behind it the complements that were found
    classes known;
    std::vector<node>& leader;
    std::vector<bool> of_one_byte;                       // nodes that depend on nothing but the only byte
    std::vector<std::vector<std::uint64_t>> everywhere;  // for each value of that byte, those of all nodes
    std::size_t most_doubted;                            // then all is lost, and only time is left to lose
    std::unordered_map<std::vector<std::uint64_t>, node, hash_of> structure;
    std::unordered_map<signature, std::vector<node>, hash_of> candidates;

    std::vector<std::uint64_t> key_of(node n) const;
    node find_equal(node n, const signature& s, const signature& complement);
    node complement_of(node n, const signature& s);
    bool worth_proving(node a, node b) const { return all[a].bits == all[b].bits && doubted < most_doubted; }
    bool prove(node a, node b) const;
    bool agree_everywhere(node a, node b) const;
    bool complements(node a, node b) const;
    bool same_sum(node a, node b) const;
    bool same_bytes(node a, node b) const;
    bool same_logic(node a, node b) const;
    bool same_or(const std::vector<node>& a, const std::vector<node>& b) const;
    template <class F>
    bool for_all_values(const std::vector<node>& roots, F&& wrong) const;
};

}  // namespace proofs
