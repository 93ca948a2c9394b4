// SPDX-License-Identifier: Apache-2.0 OR MIT
// Leaves, trees in vectors, and the definitions of RFC 9162 word for word.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <hashlane/hashlane.hpp>
#include <random>
#include <span>
#include <vector>

namespace merkle_test {

namespace hl = hashlane;
using enum hl::merkle_result;
using bytes = std::vector<std::uint8_t>;
using list = std::vector<bytes>;

// Leaves that all differ, of 0 to 79 bytes; `width`: all of that many.
inline list leaves(std::size_t n, std::size_t width = 0, unsigned seed = 1) {
    std::mt19937 random(seed);
    list out(n);
    for (std::size_t i = 0; i < n; ++i) {
        out[i].resize(width != 0 ? width : (i == 3 ? 0 : 4 + random() % 76));
        for (auto& b : out[i]) b = static_cast<std::uint8_t>(random());
    }
    return out;
}

template <class S>
struct tree_of {
    using digest_type = typename S::digest_type;
    std::vector<digest_type> nodes;
    hl::merkle_tree<S> tree;

    explicit tree_of(const list& all, hl::threads wanted = {})
        : nodes(hl::merkle_nodes<S>(all.size())), tree(nodes, all.size()) {
        tree.build(all, wanted);
    }

    // Exactly as long as it is said to be.
    std::vector<digest_type> proof(hl::merkle_proof (hl::merkle_view<S>::*make)(std::uint64_t, std::span<digest_type>)
                                       const,
                                   std::uint64_t of) const {
        const hl::merkle_proof sized = (tree.*make)(of, {});
        REQUIRE((sized.result == valid || sized.result == no_room));
        std::vector<digest_type> out(sized.size);
        const hl::merkle_proof made = (tree.*make)(of, out);
        CHECK(made.result == valid);
        CHECK(made.size == sized.size);
        return out;
    }
    std::vector<digest_type> prove(std::uint64_t index) const { return proof(&hl::merkle_view<S>::prove, index); }
    std::vector<digest_type> prove_consistency(std::uint64_t m) const {
        return proof(&hl::merkle_view<S>::prove_consistency, m);
    }
};

// ---- RFC 9162 s.2.1, recursively, over slices of the list of leaves

template <class H>
struct defined {
    using digest = typename H::digest_type;
    using digests = std::vector<digest>;
    using slice = std::span<const bytes>;

    static digest node(const digest& left, const digest& right) {
        bytes b{0x01};
        b.insert(b.end(), left.begin(), left.end());
        b.insert(b.end(), right.begin(), right.end());
        return hl::digest<H>(b);
    }

    // The largest power of two smaller than n.
    static std::size_t split(std::size_t n) {
        std::size_t k = 1;
        while (2 * k < n) k *= 2;
        return k;
    }

    // s.2.1.1
    static digest MTH(slice D) {
        if (D.empty()) return hl::digest<H>(bytes{});
        if (D.size() == 1) {
            bytes b{0x00};
            b.insert(b.end(), D[0].begin(), D[0].end());
            return hl::digest<H>(b);
        }
        const std::size_t k = split(D.size());
        return node(MTH(D.first(k)), MTH(D.subspan(k)));
    }

    static digests with(digests path, const digest& last) {
        path.push_back(last);
        return path;
    }

    // s.2.1.3.1
    static digests PATH(std::size_t m, slice D) {
        if (D.size() == 1) return {};
        const std::size_t k = split(D.size());
        if (m < k) return with(PATH(m, D.first(k)), MTH(D.subspan(k)));
        return with(PATH(m - k, D.subspan(k)), MTH(D.first(k)));
    }

    // s.2.1.4.1, and SUBTREE_SUBPROOF of draft-ietf-plants-merkle-tree-certs for start != 0
    static digests SUBPROOF(std::size_t start, std::size_t end, slice D, bool b) {
        if (start == 0 && end == D.size()) return b ? digests{} : digests{MTH(D)};
        const std::size_t k = split(D.size());
        if (end <= k) return with(SUBPROOF(start, end, D.first(k), b), MTH(D.subspan(k)));
        if (k <= start) return with(SUBPROOF(start - k, end - k, D.subspan(k), b), MTH(D.first(k)));
        return with(SUBPROOF(0, end - k, D.subspan(k), false), MTH(D.first(k)));
    }
    static digests PROOF(std::size_t m, slice D) { return SUBPROOF(0, m, D, true); }
};

}  // namespace merkle_test
