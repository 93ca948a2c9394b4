// SPDX-License-Identifier: Apache-2.0 OR MIT
// RFC 9162: roots, every inclusion proof, every consistency proof, every subtree.
#include "merkle.hpp"

using namespace merkle_test;
using S = hl::rfc9162<hl::sha256>;
using D = defined<hl::sha256>;

TEST_CASE("roots and every inclusion proof, 0 to 70 leaves") {
    const list all = leaves(70);
    for (std::size_t n = 0; n <= 70; ++n) {
        CAPTURE(n);
        const list some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
        const tree_of<S> t(some);
        CHECK(t.tree.root() == D::MTH(some));
        for (std::size_t m = 0; m < n; ++m) {
            const auto proof = t.prove(m);
            CHECK(proof == D::PATH(m, some));
            CHECK(hl::merkle_verify<S>(some[m], m, n, proof, t.tree.root()) == valid);
        }
    }
}

TEST_CASE("every consistency proof of up to 64 leaves") {
    const list all = leaves(64);
    std::vector<D::digest> roots;
    for (std::size_t n = 0; n <= 64; ++n) roots.push_back(D::MTH(std::span(all).first(n)));
    for (std::size_t n = 1; n <= 64; ++n) {
        const list some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
        const tree_of<S> t(some);
        for (std::size_t m = 1; m <= n; ++m) {
            CAPTURE(n);
            CAPTURE(m);
            const auto proof = t.prove_consistency(m);
            CHECK(proof == D::PROOF(m, some));
            CHECK(hl::merkle_verify_consistency<S>(m, n, roots[m], roots[n], proof) == valid);
            CHECK(hl::merkle_verify_consistency<S>(m, n, roots[m - 1], roots[n], proof) != valid);
            CHECK(hl::merkle_verify_consistency<S>(m, n, roots[m], roots[n - 1], proof) != valid);
        }
    }
}

TEST_CASE("every subtree of up to 20 leaves") {
    const list all = leaves(20);
    std::size_t subtrees = 0;
    for (std::size_t n = 1; n <= 20; ++n) {
        const list some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
        const tree_of<S> t(some);
        for (std::size_t start = 0; start <= n; ++start)
            for (std::size_t end = start; end <= n; ++end) {
                CAPTURE(n);
                CAPTURE(start);
                CAPTURE(end);
                const auto inside = std::span(some).subspan(start, end - start);
                std::vector<D::digest> proof(64);
                const auto made = t.tree.prove_subtree(start, end, proof);
                std::size_t width = 1;
                while (width < end - start) width *= 2;
                if (start != end && start % width != 0) {
                    CHECK(made.result == no_subtree);
                    continue;
                }
                proof.resize(made.size);
                if (start != end) CHECK(proof == D::SUBPROOF(start, end, some, true));
                CHECK(hl::merkle_verify_subtree<S>(start, end, n, D::MTH(inside), t.tree.root(), proof) == valid);
                for (std::size_t i = start; i < end; ++i) {
                    const auto path = D::PATH(i - start, inside);
                    CHECK(hl::merkle_verify_in_subtree<S>(S::leaf(some[i]), i, start, end, path, D::MTH(inside)) ==
                          valid);
                }
                ++subtrees;
            }
    }
    CHECK(subtrees > 700);
}

TEST_CASE("thousands of leaves, at random") {
    std::mt19937 random(9);
    for (const std::size_t n : {1000u, 2047u, 2048u, 2049u, 4133u}) {
        CAPTURE(n);
        const list all = leaves(n);
        const tree_of<S> t(all);
        CHECK(t.tree.root() == D::MTH(all));
        for (int turn = 0; turn < 3; ++turn) {
            const std::size_t i = random() % n, m = 1 + random() % n;
            CHECK(t.prove(i) == D::PATH(i, all));
            CHECK(t.prove_consistency(m) == D::PROOF(m, all));
        }
    }
}

// Trees that nobody can build: the numbers alone must go right.
TEST_CASE("sizes up to 2^64 - 1") {
    for (const std::uint64_t n : {~std::uint64_t{0}, (std::uint64_t{1} << 63) + 1, std::uint64_t{1} << 63})
        for (const std::uint64_t index : {n - 1, n / 2, std::uint64_t{0}}) {
            std::vector<S::digest_type> proof;
            S::digest_type d = S::leaf(bytes{1}), other{};
            std::uint64_t last = n - 1, at = index;
            for (; last != 0; last /= 2, at /= 2) {
                if (at == last && at % 2 == 0) continue;
                other[0]++;
                proof.push_back(other);
                d = at % 2 == 0 ? D::node(d, other) : D::node(other, d);
            }
            CHECK(hl::merkle_verify<S>(bytes{1}, index, n, proof, d) == valid);
            CHECK(hl::merkle_verify<S>(bytes{1}, n, n, proof, d) == index_past_end);
            std::size_t places = 0;
            hl::inclusion_path<S>(index, n, [&](hl::merkle_place) { ++places; });
            CHECK(places == proof.size());
        }
    CHECK(!hl::is_subtree(1, (std::uint64_t{1} << 63) + 2, ~std::uint64_t{0}));
    CHECK(hl::is_subtree(0, ~std::uint64_t{0}, ~std::uint64_t{0}));
    CHECK(hl::is_subtree(std::uint64_t{1} << 63, ~std::uint64_t{0}, ~std::uint64_t{0}));
}
