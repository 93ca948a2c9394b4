// SPDX-License-Identifier: Apache-2.0 OR MIT
// What is wrong with a proof is found, and named.
#include <string_view>

#include "merkle.hpp"

using namespace merkle_test;
using S = hl::rfc9162<hl::sha256>;
using digest = S::digest_type;

namespace {

constexpr std::size_t n = 11;
const list all = leaves(n, 32);

bytes side_by_side(const digest& a, const digest& b) {
    bytes out(a.begin(), a.end());
    out.insert(out.end(), b.begin(), b.end());
    return out;
}

}  // namespace

TEST_CASE("an inclusion proof with one thing wrong") {
    const tree_of<S> t(all);
    const digest root = t.tree.root();
    for (std::size_t i = 0; i < n; ++i) {
        CAPTURE(i);
        const auto proof = t.prove(i);
        const auto verify = [&](const auto& p) { return hl::merkle_verify<S>(all[i], i, n, p, root); };
        auto longer = proof, shorter = proof;
        longer.push_back({});
        shorter.pop_back();
        CHECK(verify(longer) == proof_too_long);
        CHECK(verify(shorter) == proof_too_short);
        longer.insert(longer.begin(), digest{});
        CHECK(verify(longer) == proof_too_long);
        CHECK(verify(bytes(proof.size() * 32 - 1)) == proof_torn);
        CHECK(verify(bytes(1)) == proof_torn);
        for (std::size_t k = 0; k < proof.size(); ++k)
            for (const std::size_t bit : {0u, 100u, 255u}) {
                auto changed = proof;
                changed[k][bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
                CHECK(verify(changed) == root_differs);
                if (k != 0) std::swap(changed = proof, changed);
            }
        for (std::size_t k = 1; k < proof.size(); ++k) {
            auto swapped = proof;
            std::swap(swapped[k], swapped[k - 1]);
            CHECK(verify(swapped) == root_differs);
        }
        for (const std::uint64_t index : {std::uint64_t{n}, std::uint64_t{n + 1}, ~std::uint64_t{0}})
            CHECK(hl::merkle_verify<S>(all[i], index, n, proof, root) == index_past_end);
        for (std::uint64_t index = 0; index < n; ++index)
            if (index != i) CHECK(hl::merkle_verify<S>(all[i], index, n, proof, root) != valid);
        CHECK(hl::merkle_verify<S>(all[i], i, 0, proof, root) == empty_tree);
        CHECK(hl::merkle_verify<S>(all[i], i, n, proof, std::span(root).first(31)) == digest_size);
        CHECK(hl::merkle_verify_digest<S>(bytes(33), i, n, proof, root) == digest_size);
        CHECK(hl::merkle_verify_digest<S>(bytes{}, i, n, proof, root) == digest_size);
        auto other = root;
        other[31] ^= 0x80;
        CHECK(hl::merkle_verify<S>(all[i], i, n, proof, other) == root_differs);
    }
}

// For most sizes the length of the proof, or the order of its digests, gives a wrong size away. RFC 9162 promises no
// more: the size comes with the root, signed.
TEST_CASE("the size of another tree") {
    const tree_of<S> t(all);
    CHECK(hl::merkle_verify<S>(all[0], 0, 8, t.prove(0), t.tree.root()) == proof_too_long);
    CHECK(hl::merkle_verify<S>(all[0], 0, 17, t.prove(0), t.tree.root()) == proof_too_short);
    CHECK(hl::merkle_verify<S>(all[10], 10, 12, t.prove(10), t.tree.root()) == proof_too_short);
    CHECK(hl::merkle_verify<S>(all[10], 10, 16, t.prove(10), t.tree.root()) == proof_too_short);
}

TEST_CASE("an inner node offered as a leaf") {
    const list eight = leaves(8, 32);
    const tree_of<S> t(eight);
    const auto above = t.prove(0);
    const auto proof = std::span(above).subspan(1);
    const digest parent = t.tree.node({1, 0});
    CHECK(hl::merkle_verify_digest<S>(parent, 0, 8, proof, t.tree.root()) == proof_too_short);
    CHECK(hl::merkle_verify_digest<S>(parent, 0, 8, above, t.tree.root()) == root_differs);
    CHECK(hl::merkle_verify<S>(parent, 0, 8, above, t.tree.root()) == root_differs);

    // With a size that the prover may choose, the prefixes are what is left.
    const bytes children = side_by_side(t.tree.node({0, 0}), t.tree.node({0, 1}));
    CHECK(hl::merkle_verify<S>(children, 0, 4, proof, t.tree.root()) == root_differs);
    using P = hl::plain_tree<hl::sha256>;
    const tree_of<P> plain(eight);
    const auto plain_above = plain.prove(0);
    const auto plain_proof = std::span(plain_above).subspan(1);
    const bytes plain_children = side_by_side(plain.tree.node({0, 0}), plain.tree.node({0, 1}));
    CHECK(hl::merkle_verify<P>(plain_children, 0, 8, plain_proof, plain.tree.root()) == proof_too_short);
    CHECK(hl::merkle_verify<P>(plain_children, 0, 4, plain_proof, plain.tree.root()) == valid);
}

TEST_CASE("a consistency proof with one thing wrong") {
    const tree_of<S> t(all);
    const digest root = t.tree.root();
    for (std::uint64_t m = 1; m < n; ++m) {
        CAPTURE(m);
        const digest old = hl::merkle_root<S>(std::span(all).first(m));
        const auto proof = t.prove_consistency(m);
        const auto verify = [&](const auto& p) { return hl::merkle_verify_consistency<S>(m, n, old, root, p); };
        REQUIRE(verify(proof) == valid);
        auto longer = proof, shorter = proof;
        longer.push_back({});
        shorter.pop_back();
        CHECK(verify(longer) == proof_too_long);
        CHECK(verify(shorter) == proof_too_short);
        CHECK(verify(bytes(33)) == proof_torn);
        for (auto& d : proof) {
            auto changed = proof;
            changed[static_cast<std::size_t>(&d - proof.data())][7] ^= 1;
            const auto result = verify(changed);
            CHECK((result == root_differs || result == first_root_differs));
        }
        CHECK(hl::merkle_verify_consistency<S>(m, n, root, old, proof) != valid);
        CHECK(hl::merkle_verify_consistency<S>(n, m, old, root, proof) == first_tree_larger);
        CHECK(hl::merkle_verify_consistency<S>(0, n, old, root, proof) == first_tree_empty);
        CHECK(hl::merkle_verify_consistency<S>(m, n, bytes(31), root, proof) == digest_size);
        CHECK(hl::merkle_verify_consistency<S>(m, n, old, bytes(64), proof) == digest_size);
        CHECK(hl::merkle_verify_consistency<S>(m, m, old, root, std::vector<digest>{}) != valid);
    }
    CHECK(hl::merkle_verify_consistency<S>(0, 0, S::empty(), S::empty(), bytes{}) == first_tree_empty);
}

TEST_CASE("what cannot be proved") {
    const tree_of<S> t(all), none(list{});
    std::vector<digest> room(64);
    CHECK(t.tree.prove(n, room).result == index_past_end);
    CHECK(t.tree.prove(~std::uint64_t{0}, room).result == index_past_end);
    CHECK(none.tree.prove(0, room).result == empty_tree);
    CHECK(none.tree.root() == hl::digest<hl::sha256>(bytes{}));
    CHECK(t.tree.prove_consistency(0, room).result == first_tree_empty);
    CHECK(t.tree.prove_consistency(n + 1, room).result == first_tree_larger);
    CHECK(t.tree.prove_subtree(2, 5, room).result == no_subtree);
    CHECK(t.tree.prove_subtree(0, n + 1, room).result == no_subtree);
    room.assign(3, digest{});
    const auto small = t.tree.prove(0, std::span(room).first(2));
    CHECK(small.result == no_room);
    CHECK(small.size == 4);
    CHECK(room[2] == digest{});
}

TEST_CASE("indices of a proof for several leaves") {
    const tree_of<S> t(all);
    std::vector<digest> room(64), known(2);
    const auto prove = [&](std::vector<std::uint64_t> i) { return hl::merkle_prove_many<S>(t.tree, i, room).result; };
    const auto verify = [&](std::vector<std::uint64_t> i, std::uint64_t size) {
        return hl::merkle_verify_many<S>(known, i, size, bytes{}, t.tree.root());
    };
    CHECK(prove({1, 1}) == indices_unsorted);
    CHECK(prove({3, 2}) == indices_unsorted);
    CHECK(prove({3, n}) == index_past_end);
    CHECK(prove({}) == empty_tree);
    CHECK(verify({1, 1}, n) == indices_unsorted);
    CHECK(verify({3, 2}, n) == indices_unsorted);
    CHECK(verify({3, n}, n) == index_past_end);
    CHECK(verify({}, n) == empty_tree);
    CHECK(verify({0, 1}, 0) == empty_tree);
    CHECK(verify({0, 1, 2}, n) == digest_size);
    for (const std::size_t size : {0u, 31u, 33u})
        CHECK(hl::merkle_verify_many<S>(known, std::vector<std::uint64_t>{0, 1}, n, bytes{}, bytes(size)) ==
              digest_size);
    CHECK(hl::merkle_verify_many<S>(known, std::vector<std::uint64_t>{0, 1}, n, bytes(5), t.tree.root()) == proof_torn);
}

TEST_CASE("each reason has words of its own") {
    std::vector<std::string_view> all_words;
    for (int r = 0; r <= static_cast<int>(no_room); ++r)
        all_words.push_back(hl::merkle_reason(static_cast<hl::merkle_result>(r)));
    std::ranges::sort(all_words);
    CHECK(std::ranges::adjacent_find(all_words) == all_words.end());
    CHECK(all_words[0].size() > 4);
}

// A fuzzer that sees what a root is compared with makes such proofs: leaf, sibling and root are those of one that it made.
TEST_CASE("a root that its prover chose, and what a proof of sorted pairs leaves open") {
    using pairs = hl::sorted_pairs<hl::sha256>;
    const digest leaf{0x21, 0xdf, 0xde, 0xd8, 0xc7, 0x0e, 0xfd, 0xfd};
    const digest sibling{0xfd, 0xfd, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74, 0x74,
                         0xfd, 0x62, 0x96, 0x97, 0x42, 0x7e, 0x86, 0xc5, 0xb4, 0x75, 0xa7,
                         0xe4, 0xdf, 0xf0, 0x13, 0x5f, 0x1f, 0xb9, 0x92, 0xc7, 0x98};
    const digest root{0xae, 0xf8, 0x8e, 0x2f, 0xb0, 0x0a, 0xdf, 0x2d, 0x83, 0xbe, 0xa4, 0x47, 0x21, 0x7f, 0x45, 0x3b,
                      0x84, 0x8b, 0xdc, 0xa7, 0x20, 0xe9, 0x5a, 0x9e, 0x13, 0xad, 0xe2, 0x13, 0xfb, 0x1a, 0x7a, 0x8f};
    const auto verify = [&]<class Scheme>(Scheme, std::uint64_t index, std::uint64_t leaves, const digest& top) {
        return hl::merkle_verify_digest<Scheme>(leaf, index, leaves, sibling, top);
    };
    CHECK(verify(pairs(), 0, 2, root) == valid);
    CHECK(verify(pairs(), 1, 2, root) == valid);
    CHECK(verify(pairs(), 2, 3, root) == valid);
    CHECK(verify(pairs(), 0, 3, root) == proof_too_short);
    CHECK(verify(pairs(), 0, 1, root) == proof_too_long);
    CHECK(verify(pairs(), 2, 2, root) == index_past_end);
    CHECK(verify(S(), 0, 2, root) == root_differs);
    const digest chosen = S::node(std::array{leaf, sibling});
    CHECK(verify(S(), 0, 2, chosen) == valid);
    CHECK(verify(S(), 1, 2, chosen) == root_differs);
}
