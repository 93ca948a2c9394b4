// SPDX-License-Identifier: Apache-2.0 OR MIT
// prints 33376a3bd63e9993708a84ddfe6c28ae58b83505dd1fed711bd924ec5a6239f0
// prints 2 digests prove leaf 2
// prints the proof leads to another root
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <hashlane/merkle.hpp>
#include <hashlane/sha2.hpp>

#include "show.hpp"

namespace hl = hashlane;

int main() {
    const std::vector<std::string> leaves{"a", "b", "c", "d"};

    // README
    using log = hl::rfc9162<hl::sha256>;  // or hl::plain_tree<hl::keccak_256>, hl::sorted_pairs<> ...
    std::vector<log::digest_type> nodes(hl::merkle_nodes<log>(leaves.size())), siblings(64);
    hl::merkle_tree<log> tree(nodes, leaves.size());
    tree.build(leaves);  // hl::threads{2} for two cores
    auto root = tree.root();

    auto [made, digests] = tree.prove(2, siblings);
    auto proof = std::span(siblings).first(digests);
    if (hl::merkle_verify<log>(leaves[2], 2, leaves.size(), proof, root) != hl::merkle_result::valid) return 1;
    // end
    show(root);
    std::printf("%zu digests prove leaf 2\n", digests);
    std::puts(hl::merkle_reason(hl::merkle_verify<log>(leaves[1], 2, leaves.size(), proof, root)).data());
    return made != hl::merkle_result::valid;
}
