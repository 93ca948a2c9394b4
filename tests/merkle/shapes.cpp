// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every shape of tree against its definition; streams, threads, targets, updates and proofs of several leaves.
#include <map>
#include <set>
#include <utility>

#include "each_target.hpp"
#include "merkle.hpp"

using namespace merkle_test;
using hl_test::each_target_and_all;

namespace {

template <class S>
using digests = std::vector<typename S::digest_type>;

template <class S>
typename S::digest_type parent(std::span<const typename S::digest_type> group) {
    bytes b;
    for (const auto& d : group) b.insert(b.end(), d.begin(), d.end());
    return hl::digest<typename S::hash_type>(b);
}

// A full tree over the next power of the arity.
template <class H, std::size_t A>
auto definition(hl::plain_tree<H, A>, const list& all) {
    using S = hl::plain_tree<H, A>;
    digests<S> level;
    for (const bytes& leaf : all) level.push_back(hl::digest<H>(leaf));
    std::size_t width = 1;
    while (width < level.size()) width *= A;
    level.resize(width);
    for (; width > 1; level.resize(width))
        for (std::size_t i = 0; i < (width == level.size() ? width / A : 0); ++i) {
            level[i] = parent<S>(std::span(level).subspan(i * A, A));
            if (i + 1 == width / A) width /= A;
        }
    return level[0];
}

template <class H>
auto definition(hl::rfc9162<H>, const list& all) {
    return defined<H>::MTH(all);
}

template <class H>
auto definition(hl::sorted_pairs<H> s, const list& all) {
    using S = hl::sorted_pairs<H>;
    if (all.size() == 1) return hl::digest<H>(all[0]);
    if (all.empty()) return hl::digest<H>(bytes{});
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(defined<H>::split(all.size()));
    digests<S> pair{definition(s, list(all.begin(), middle)), definition(s, list(middle, all.end()))};
    std::ranges::sort(pair);
    return parent<S>(pair);
}

#define SHAPES                                                                                                         \
    hl::rfc9162<hl::sha256>, hl::rfc9162<hl::sha3_256>, hl::rfc9162<hl::sha512>, hl::rfc9162<hl::sha384>,              \
        hl::rfc9162<hl::ascon_hash256>, hl::plain_tree<hl::sha256>, hl::plain_tree<hl::keccak_256>,                    \
        hl::plain_tree<hl::sha256, 4>, hl::plain_tree<hl::sha3_256, 4>, hl::plain_tree<hl::sha512, 4>,                 \
        hl::sorted_pairs<>, hl::sorted_pairs<hl::sha256>

}  // namespace

// More blocks of leaves than are computed together, and some that are no multiple of that.
TEST_CASE_TEMPLATE("streams of many blocks", S, hl::rfc9162<hl::sha256>, hl::rfc9162<hl::sha3_256>) {
    using D = typename S::digest_type;
    std::vector<D> all(34 * 1024 + 5);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].fill(static_cast<std::uint8_t>(i * i >> 7));
    for (const std::size_t n : {15u * 1024, 16u * 1024 + 1, 17u * 1024 + 5, 34u * 1024 + 5}) {
        CAPTURE(n);
        std::vector<D> level(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
        for (; level.size() > 1; level.resize((level.size() + 1) / 2))
            for (std::size_t i = 0; i < level.size(); i += 2)
                level[i / 2] =
                    i + 1 < level.size() ? S::node(std::span(level).subspan(i).template first<2>()) : level[i];
        for (const unsigned count : {1u, 3u})
            CHECK(hl::merkle_root_of_digests<S>(std::span(all).first(n), hl::threads{count}) == level[0]);
    }
}

TEST_CASE_TEMPLATE("trees, streams and threads give the root of the definition on every target", S, SHAPES) {
    std::map<std::size_t, typename S::digest_type> want;
    const list all = leaves(2100);
    const auto first = [&](std::size_t n) { return list(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n)); };
    std::vector<std::size_t> sizes;
    for (std::size_t n = 1; n <= 70; ++n) sizes.push_back(n);
    sizes.insert(sizes.end(), {255, 256, 257, 511, 513, 1024, 1025, 2100});
    for (const std::size_t n : sizes) want[n] = definition(S{}, first(n));
    each_target_and_all([&] {
        for (const std::size_t n : sizes) {
            CAPTURE(n);
            const list some = first(n);
            const tree_of<S> t(some);
            CHECK(t.tree.root() == want[n]);
            CHECK(hl::merkle_root<S>(some) == want[n]);
            if (n < 1000) continue;
            for (unsigned count = 2; count <= 4; ++count) {
                CHECK(tree_of<S>(some, hl::threads{count}).nodes == t.nodes);
                CHECK(hl::merkle_root<S>(some, hl::threads{count}) == want[n]);
            }
        }
    });
}

TEST_CASE_TEMPLATE("a stream in pieces of any size, leaves or digests", S, SHAPES) {
    const list all = leaves(1400, 32);
    const tree_of<S> whole(all);
    std::mt19937 random(4);
    for (unsigned turn = 0; turn < 6; ++turn) {
        hl::merkle_stream<S> stream;
        for (std::size_t at = 0; at < all.size();) {
            const std::size_t n = std::min<std::size_t>(all.size() - at, turn == 0 ? 1 : random() % (turn * 150 + 2));
            if (turn % 2 == 0)
                stream.push_many(std::span(all).subspan(at, n), hl::threads{turn == 2 ? 3u : 1u});
            else
                stream.push_digests(whole.tree.level(0).subspan(at, n));
            at += n;
            if (at % 7 == 0 && at != 0) {
                const list some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at));
                CHECK(stream.root() == tree_of<S>(some).tree.root());
            }
        }
        CHECK(stream.size() == all.size());
        CHECK(stream.root() == whole.tree.root());
    }
}

TEST_CASE_TEMPLATE("subtrees of leaves that were digested elsewhere", S, SHAPES) {
    using digest = typename S::digest_type;
    const list all = leaves(1000, 8);
    const auto root_of = [&](std::size_t first, std::size_t n) {
        return hl::merkle_root<S>(std::span(all).subspan(first, n));
    };
    for (const std::size_t most : {1u, 4u, 64u, 256u}) {
        hl::merkle_stream<S> stream;
        for (std::size_t at = 0; at < all.size();) {
            std::size_t n = most;
            while (n > all.size() - at) n /= S::arity;
            REQUIRE(stream.push_subtree(root_of(at, n), n));
            at += n;
        }
        CHECK(stream.root() == root_of(0, all.size()));
        CHECK(stream.size() == all.size());
    }
    hl::merkle_stream<S> stream;
    for (const std::uint64_t leaves : {3u, 6u, 12u, 1025u}) CHECK_FALSE(stream.push_subtree(digest{}, leaves));
    CHECK(stream.size() == 0);
    CHECK(stream.push_subtree(digest{}, std::uint64_t{1} << 40));
    for (const std::uint64_t leaves : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{12}, std::uint64_t{1} << 42})
        CHECK_FALSE(stream.push_subtree(digest{}, leaves));
    CHECK(stream.size() == std::uint64_t{1} << 40);
    auto last = hl::merkle_stream<S>::resume(~std::uint64_t{0} - 3, [](hl::merkle_place) { return digest{}; });
    CHECK_FALSE(last.push_subtree(digest{}, 4));
    CHECK(last.push_subtree(digest{}, 1));
}

TEST_CASE("few long leaves, which threads take in smaller blocks") {
    using S = hl::plain_tree<hl::sha256, 4>;
    for (const std::size_t size : {1000u, 9000u}) {
        const list all = leaves(300, size);
        const auto want = definition(S{}, all);
        CHECK(hl::merkle_root<S>(all, hl::threads{2}) == want);
        CHECK(tree_of<S>(all, hl::threads{2}).tree.root() == want);
        hl::merkle_stream<S> stream;
        stream.push_many(all, hl::threads{3});
        CHECK(stream.root() == want);
    }
}

TEST_CASE("many leaves of 130 bytes, which threads take in the largest blocks") {
    using S = hl::rfc9162<hl::sha256>;
    const list all = leaves(8200, 130);
    hl::merkle_stream<S> stream;
    stream.push_many(all, hl::threads{2});
    CHECK(stream.root() == tree_of<S>(all).tree.root());
}

TEST_CASE("more digests at once than roots of their blocks are kept") {
    using S = hl::rfc9162<hl::sha256>;
    std::vector<S::digest_type> all(257 * 1024 + 3);
    for (std::size_t i = 0; i < all.size(); ++i) hl::store<std::endian::little>(all[i].data(), std::uint64_t{i});
    hl::merkle_stream<S> in_pieces;
    for (std::size_t at = 0, n = 0; at < all.size(); at += n) {
        n = std::min<std::size_t>(1000, all.size() - at);
        in_pieces.push_digests(std::span(all).subspan(at, n));
    }
    for (const unsigned count : {1u, 2u}) {
        hl::merkle_stream<S> stream;
        stream.push_digests(all, hl::threads{count});
        CHECK(stream.size() == all.size());
        CHECK(stream.root() == in_pieces.root());
    }
}

TEST_CASE_TEMPLATE("a build in pieces of any size, and one that is stopped", S, hl::rfc9162<hl::sha256>,
                   hl::plain_tree<hl::sha256, 4>, hl::sorted_pairs<hl::sha256>) {
    const list all = leaves(1100, 8);
    const tree_of<S> whole(all);
    for (const std::size_t piece : {0u, 1u, 7u, 300u, 10000u}) {
        CAPTURE(piece);
        digests<S> nodes(whole.nodes.size());
        std::copy_n(whole.nodes.begin(), all.size(), nodes.begin());
        hl::merkle_tree<S> tree(nodes, all.size());
        std::vector<std::size_t> told;
        const auto listen = [&](std::size_t done) {
            told.push_back(done);
            return true;
        };
        REQUIRE(tree.build_in_pieces({2}, piece, listen));
        CHECK(nodes == whole.nodes);
        CHECK(std::ranges::is_sorted(told));
        CHECK(told.back() <= nodes.size() - all.size());
        CHECK(told.size() >= (piece < 300 ? 10 : 4));
        for (std::size_t last = 1; last <= told.size(); last += last < 10 ? 1 : told.size() / 7) {
            std::size_t calls = 0;
            CHECK_FALSE(tree.build_in_pieces({}, piece, [&](std::size_t) { return ++calls != last; }));
            CHECK(calls == last);
        }
    }
}

TEST_CASE_TEMPLATE("what a stream gives to its sink are the nodes of the tree", S, SHAPES) {
    for (const std::size_t n : {1u, 2u, 5u, 16u, 37u, 64u, 100u}) {
        const list all = leaves(n);
        const tree_of<S> t(all);
        hl::merkle_stream<S> stream;
        std::size_t given = 0;
        for (const bytes& leaf : all)
            stream.push(leaf, [&](hl::merkle_place place, const typename S::digest_type& d) {
                CHECK(d == t.tree.node(place));
                ++given;
            });
        auto again = hl::merkle_stream<S>::resume(n / 2, [&](hl::merkle_place place) { return t.tree.node(place); });
        again.push_many(std::span(all).subspan(n / 2));
        CHECK(again.root() == t.tree.root());
        std::size_t complete = 0;
        for (std::size_t width = n; width != 0; width /= S::arity) complete += width;
        CHECK(given == complete);
    }
}

// A sink that throws once at each of its calls in turn, as one does whose disk is full.
TEST_CASE_TEMPLATE("a leaf whose sink throws is not added", S, SHAPES) {
    const list all = leaves(40);
    hl::merkle_stream<S> stream, whole;
    std::set<std::pair<unsigned, std::uint64_t>> thrown;
    const auto once = [&](hl::merkle_place place, const typename S::digest_type&) {
        if (thrown.insert({place.level, place.index}).second) throw place;
    };
    for (const bytes& leaf : all) {
        const auto before = stream.root();
        bool added = false;
        for (int tries = 0; !added && tries < 10; ++tries) {
            try {
                stream.push(leaf, once);
                added = true;
            } catch (const hl::merkle_place&) {
                REQUIRE(stream.size() == whole.size());
                REQUIRE(stream.root() == before);
            }
        }
        REQUIRE(added);
        REQUIRE(stream.root() == whole.push(leaf).root());
    }
    CHECK(thrown.size() > all.size());
}

TEST_CASE_TEMPLATE("every leaf is proved, and no other is", S, SHAPES) {
    for (std::size_t n = 1; n <= 40; ++n) {
        const list all = leaves(n, 20);
        const tree_of<S> t(all);
        for (std::size_t i = 0; i < n; ++i) {
            const auto proof = t.prove(i);
            CHECK(hl::merkle_verify<S>(all[i], i, n, proof, t.tree.root()) == valid);
            const bytes flat(proof.empty() ? nullptr : proof[0].data(),
                             proof.empty() ? nullptr : proof[0].data() + proof.size() * S::digest_size);
            CHECK(hl::merkle_verify<S>(all[i], i, n, flat, t.tree.root()) == valid);
            for (std::size_t j = 0; j < n; ++j)
                if (j != i) CHECK(hl::merkle_verify<S>(all[j], i, n, proof, t.tree.root()) == root_differs);
        }
    }
}

TEST_CASE_TEMPLATE("an update is a tree built anew", S, SHAPES) {
    std::mt19937 random(6);
    for (const std::size_t n : {1u, 2u, 3u, 5u, 9u, 16u, 21u, 64u, 333u}) {
        list all = leaves(n);
        tree_of<S> t(all);
        for (int turn = 0; turn < 8; ++turn) {
            const std::size_t i = turn == 0 ? n - 1 : random() % n;
            all[i] = leaves(1, 9, static_cast<unsigned>(random()))[0];
            REQUIRE(t.tree.update(i, all[i]));
            CHECK(t.nodes == tree_of<S>(all).nodes);
        }
        CHECK(!t.tree.update(n, all[0]));
        CHECK(t.nodes == tree_of<S>(all).nodes);
    }
}

TEST_CASE_TEMPLATE("one proof for several leaves", S, SHAPES) {
    std::mt19937 random(8);
    for (const std::size_t n : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 13u, 16u, 17u, 40u, 301u})
        for (int turn = 0; turn < 12; ++turn) {
            const list all = leaves(n);
            const tree_of<S> t(all);
            std::vector<std::uint64_t> indices;
            for (std::uint64_t i = 0; i < n; ++i)
                if (turn == 0 || random() % static_cast<unsigned>(turn) == 0) indices.push_back(i);
            if (indices.empty()) indices.push_back(n / 2);
            digests<S> proof(hl::merkle_prove_many<S>(t.tree, indices, {}).size);
            const auto made = hl::merkle_prove_many<S>(t.tree, indices, proof);
            REQUIRE(made.result == valid);
            REQUIRE(made.size == proof.size());
            if (indices.size() == 1) CHECK(proof == t.prove(indices[0]));
            if (indices.size() == n && S::promotes) CHECK(proof.empty());
            digests<S> known;
            for (const auto i : indices) known.push_back(S::leaf(all[i]));
            const auto verify = [&](digests<S> these, const digests<S>& p) {
                return hl::merkle_verify_many<S>(these, indices, n, p, t.tree.root());
            };
            CHECK(verify(known, proof) == valid);
            auto longer = proof;
            longer.push_back({});
            CHECK(verify(known, longer) == proof_too_long);
            if (!proof.empty()) {
                auto shorter = proof, changed = proof;
                shorter.pop_back();
                CHECK(verify(known, shorter) == proof_too_short);
                changed[random() % changed.size()][3] ^= 4;
                CHECK(verify(known, changed) == root_differs);
            }
            known[random() % known.size()][1] ^= 1;
            CHECK(verify(known, proof) == root_differs);
        }
}

// The same by names: by_name/merkle.hpp.
TEST_CASE_TEMPLATE("a tree whose hash is chosen at run time", S, hl::rfc9162<hl::sha256>, hl::plain_tree<hl::sha512>,
                   hl::plain_tree<hl::sha3_224, 4>, hl::sorted_pairs<>) {
    using enum hl::merkle_shape;
    constexpr auto shape = S::arity == 4                    ? plain4
                           : !S::promotes                   ? plain
                           : requires { typename S::base; } ? sorted_pairs
                                                            : rfc9162;
    const auto trees = hl::any_tree::create(S::hash_type::name, shape);
    REQUIRE(trees);
    CHECK(trees->digest_size() == S::digest_size);
    for (const std::size_t n : {0u, 1u, 2u, 9u, 300u}) {
        CAPTURE(n);
        list all = leaves(n);
        const tree_of<S> t(all);
        bytes nodes(trees->node_bytes(n)), root(S::digest_size), proof(96 * S::digest_size);
        REQUIRE(trees->build(all, nodes, hl::threads{2}));
        CHECK(std::ranges::equal(nodes, std::span(t.nodes.empty() ? nullptr : t.nodes[0].data(), nodes.size())));
        REQUIRE(trees->root(all, root));
        CHECK(std::ranges::equal(root, t.tree.root()));
        CHECK(!trees->root(all, std::span(root).first(27)));
        CHECK(!trees->build(all, std::span(proof).first(1)));
        if (n == 0) continue;
        const auto made = trees->prove(nodes, n, n / 2, proof);
        const auto exact = std::span(proof).first(made.size * S::digest_size);
        CHECK(made.result == valid);
        CHECK(bool(made));
        CHECK(!trees->prove(nodes, n, n, proof));
        CHECK(made.size == t.prove(n / 2).size());
        CHECK(trees->verify(all[n / 2], n / 2, n, exact, root) == valid);
        CHECK(trees->verify_digest(S::leaf(all[n / 2]), n / 2, n, exact, root) == valid);
        CHECK(trees->verify(bytes{1}, n / 2, n, exact, root) == root_differs);
        const auto old = trees->prove_consistency(nodes, n, (n + 1) / 2, proof);
        CHECK(old.result == (S::promotes ? valid : no_consistency));
        bytes old_root(S::digest_size);
        REQUIRE(trees->root(std::span(all).first((n + 1) / 2), old_root));
        CHECK(trees->verify_consistency((n + 1) / 2, n, old_root, root,
                                        std::span(proof).first(old.size * S::digest_size)) == old.result);
        all[0] = bytes{1, 2, 3};
        REQUIRE(trees->update(nodes, n, 0, all[0]));
        CHECK(std::ranges::equal(std::span(nodes).last(S::digest_size), tree_of<S>(all).tree.root()));
    }
}

TEST_CASE("hashes that make no tree") {
    for (const char* name : {"no-such", "tuplehash128", "hmac-sha256", "kmac128", "ascon-aead128", "sha"}) {
        CAPTURE(name);
        const auto none = hl::any_tree::create(name, hl::merkle_shape::rfc9162);
        CHECK(!none);
        CHECK(!none.error().message().empty());
    }
    CHECK(hl::any_tree::create("shake128", hl::merkle_shape::plain));
    const auto short_one = hl::any_tree::create("shake128", hl::merkle_shape::plain, {.output_size = 20});
    CHECK(short_one.error().message() ==
          "a digest in a Merkle tree has 28, 32, 48 or 64 bytes; that of shake128 has 20");
    CHECK(hl::any_tree::create("tuplehash128", hl::merkle_shape::plain).error().problem() == hl::any_problem::elements);
    CHECK(hl::any_tree::create("kmac128", hl::merkle_shape::plain, {.key = bytes(16)}));
}
