// SPDX-License-Identifier: Apache-2.0 OR MIT
// Trees that the compiler builds, proves and verifies, and the same at run time.
#include "merkle.hpp"

using namespace merkle_test;

namespace {

constexpr std::array<std::array<std::uint8_t, 3>, 5> all{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {0, 0, 0}, {9, 9, 9}}};

template <class S>
struct built {
    std::array<typename S::digest_type, hl::merkle_nodes<S>(all.size())> nodes{};
    constexpr built() { hl::merkle_tree<S>(nodes, all.size()).build(all); }
    constexpr hl::merkle_view<S> view() const { return {nodes, all.size()}; }
};

template <class S>
constexpr bool proves() {
    const built<S> tree;
    std::array<typename S::digest_type, 16> memory{};
    const auto root = tree.view().root();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto [result, size] = tree.view().prove(i, memory);
        const auto proof = std::span(memory).first(size);
        if (result != valid || hl::merkle_verify<S>(all[i], i, all.size(), proof, root) != valid) return false;
        if (hl::merkle_verify<S>(root, i, all.size(), proof, root) == valid) return false;
    }
    return hl::merkle_root<S>(all) == root;
}

template <class S>
constexpr bool proves_consistency() {
    const built<S> tree;
    std::array<typename S::digest_type, 16> proof{};
    const auto [result, size] = tree.view().prove_consistency(3, proof);
    const auto old = hl::merkle_root<S>(std::span(all).first(3));
    return result == valid &&
           hl::merkle_verify_consistency<S>(3, 5, old, tree.view().root(), std::span(proof).first(size)) == valid;
}

static_assert(proves<hl::rfc9162<hl::sha256>>());
static_assert(proves<hl::rfc9162<hl::sha3_256>>());
static_assert(proves<hl::plain_tree<hl::sha256>>());
static_assert(proves<hl::plain_tree<hl::keccak_256, 4>>());
static_assert(proves<hl::sorted_pairs<>>());
static_assert(proves_consistency<hl::rfc9162<hl::sha256>>());

}  // namespace

TEST_CASE_TEMPLATE("constant evaluation and run time agree", S, hl::rfc9162<hl::sha256>, hl::plain_tree<hl::sha256>,
                   hl::plain_tree<hl::keccak_256, 4>, hl::sorted_pairs<>) {
    constexpr built<S> tree;
    const list same(1, bytes(3));
    list copies;
    for (const auto& leaf : all) copies.emplace_back(leaf.begin(), leaf.end());
    CHECK(std::ranges::equal(tree.nodes, tree_of<S>(copies).nodes));
}
