// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Merkle trees over any hash. Nothing is allocated: the caller gives the memory, and functions tell how much is
/// needed.
///
///     using log = hl::rfc9162<hl::sha256>;                  or plain_tree<hl::sha256, 4>, sorted_pairs<hl::keccak_256>
///     std::vector<log::digest_type> nodes(hl::merkle_nodes<log>(n)), proof(64);
///     hl::merkle_tree<log> tree(nodes, n);
///     tree.build(leaves, hl::threads{2});                        any range of messages: batch.hpp
///     tree.build();                                              from the digests in tree.leaves()
///     auto [result, size] = tree.prove(7, proof);
///     hl::merkle_verify<log>(leaf, 7, n, std::span(proof).first(size), tree.root()) == hl::merkle_result::valid
///     tree.prove_consistency(m, proof);   hl::merkle_verify_consistency<log>(m, n, old_root, tree.root(), proof)
///     hl::merkle_prove_many(tree, indices, proof);   hl::merkle_verify_many<log>(digests, indices, n, proof, root)
///     if (!tree.update(7, other)) ...                            there is no leaf 7
///     hl::merkle_stream<log> stream;   stream.push(leaf);   stream.root();       O(log n) memory
///     hl::merkle_root<log>(leaves, hl::threads{2});                              of leaves that are in memory
///     hl::merkle_reason(result)                                                  why a proof is refused

#include "merkle/many.hpp"
#include "merkle/path.hpp"
#include "merkle/result.hpp"
#include "merkle/scheme.hpp"
#include "merkle/stream.hpp"
#include "merkle/tree.hpp"
#include "merkle/verify.hpp"
