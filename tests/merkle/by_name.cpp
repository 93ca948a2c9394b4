// SPDX-License-Identifier: Apache-2.0 OR MIT
// Trees and streams over a hash that is chosen at run time: every shape with digests of every size, in pieces, stopped,
// and with memory of another size.
#include <hashlane/by_name/merkle_stream.hpp>
#include <string_view>

#include "merkle.hpp"

using namespace merkle_test;
using enum hl::merkle_shape;

namespace {

template <class F>
void each_tree(F&& f) {
    for (const char* name : {"sha224", "sha256", "sha384", "sha512"})
        for (const hl::merkle_shape shape : {rfc9162, plain, plain4, sorted_pairs}) {
            CAPTURE(name);
            CAPTURE(static_cast<int>(shape));
            const auto trees = hl::any_tree::create(name, shape);
            REQUIRE(trees);
            CHECK(trees->hash_name() == name);
            CHECK(trees->shape() == shape);
            f(*trees);
        }
}

bytes built(const hl::any_tree& trees, const list& all) {
    bytes nodes(trees.node_bytes(all.size()));
    REQUIRE(trees.build(all, nodes));
    return nodes;
}

bytes root_of(const hl::any_tree& trees, const list& all) {
    bytes root(trees.digest_size());
    REQUIRE(trees.root(all, root));
    return root;
}

// What build() tells; after `last` calls it is told to stop.
struct news {
    std::vector<std::size_t> done{};
    std::size_t all = 0, last = ~std::size_t{0};
    bool same = true;  // whether each call told the same number of all digests

    bool operator()(std::size_t now, std::size_t of) {
        same = same && (done.empty() || of == all);
        done.push_back(now);
        all = of;
        return done.size() < last;
    }
};

// As many messages as nobody keeps: the size of their digests is 0 modulo 2^64, or 2^32.
struct a_great_many {
    static constexpr std::size_t size() { return SIZE_MAX / 32 + 1; }
    std::string_view operator[](std::size_t) const { return "x"; }
};

}  // namespace

TEST_CASE("a build that tells of its pieces is the build, until it is told to stop") {
    each_tree([](const hl::any_tree& trees) {
        for (const std::size_t n : {0u, 1u, 2u, 5u, 70u}) {
            CAPTURE(n);
            const list all = leaves(n);
            const bytes want = built(trees, all);
            const std::size_t size = trees.digest_size(), nodes = want.size() / size;
            bytes got(want.size());
            news told;
            CHECK(trees.build(all, got, {}, told) == valid);
            CHECK(got == want);
            CHECK(std::ranges::is_sorted(told.done));
            CHECK(told.done.empty() == (n == 0));
            CHECK(told.same);
            if (n != 0) CHECK((told.done.back() == nodes && told.all == nodes));
            for (std::size_t last = 1; last <= told.done.size(); ++last) {
                news stopping{.last = last};
                CHECK(trees.build(all, got, {}, stopping) == stopped);
                CHECK(stopping.done.size() == last);
            }
            got.assign(want.size(), 0);
            REQUIRE(trees.leaves(all, std::span(got).first(n * size)));
            news above;
            CHECK(trees.build_from_digests(got, n, {}, above) == valid);
            CHECK(got == want);
            CHECK(above.done.empty() == (n == 0));
            REQUIRE(trees.build_from_digests(got, n));
            CHECK(got == want);
        }
    });
}

TEST_CASE("pieces of 65536 leaves, or of 16 MiB") {
    const auto trees = hl::any_tree::create("sha256", rfc9162);
    REQUIRE(trees);
    using S = hl::rfc9162<hl::sha256>;
    const list many = leaves(70000, 4);
    bytes nodes(trees->node_bytes(many.size()));
    news told;
    CHECK(trees->build(many, nodes, {}, told) == valid);
    REQUIRE(told.done.size() > 3);
    CHECK(told.done[0] == 65536);
    CHECK(told.done[1] == 70000);
    const bytes large(9 << 20, 0x5a);
    const std::vector<std::span<const std::uint8_t>> three(3, large);
    nodes.resize(trees->node_bytes(3));
    news few;
    CHECK(trees->build(three, nodes, {}, few) == valid);
    CHECK(few.done == std::vector<std::size_t>{2, 3, 4, 6});
    CHECK(std::ranges::equal(std::span(nodes).last(32), hl::merkle_root<S>(three)));
}

TEST_CASE("memory of another size") {
    each_tree([](const hl::any_tree& trees) {
        constexpr std::size_t n = 9;
        const list all = leaves(n);
        const bytes nodes = built(trees, all);
        CHECK(trees.is_tree(nodes.size(), n));
        for (const std::uint64_t other :
             {std::uint64_t{0}, std::uint64_t{n - 1}, std::uint64_t{n + 1}, ~std::uint64_t{0}})
            CHECK(!trees.is_tree(nodes.size(), other));
        for (const std::size_t wrong : {std::size_t{0}, nodes.size() - 1, nodes.size() + trees.digest_size()}) {
            bytes some(wrong, 0xa5), room(64 * trees.digest_size());
            news none;
            CHECK(!trees.build(all, some));
            CHECK(trees.build(all, some, {}, none) == digest_size);
            CHECK(!trees.build_from_digests(some, n));
            CHECK(trees.build_from_digests(some, n, {}, none) == digest_size);
            CHECK(!trees.update(some, n, 0, all[0]));
            CHECK(!trees.leaves(all, some));
            CHECK(!trees.root(all, some));
            CHECK(trees.prove(some, n, 0, room).result == digest_size);
            CHECK(trees.prove_consistency(some, n, 1, room).result == digest_size);
            CHECK(some == bytes(wrong, 0xa5));
            CHECK(none.done.empty());
        }
        CHECK(!trees.leaves(a_great_many(), {}));
        bytes same = nodes;
        CHECK(!trees.update(same, n, n, all[0]));
        CHECK(same == nodes);
    });
}

TEST_CASE("proofs") {
    each_tree([](const hl::any_tree& trees) {
        const bool promotes = trees.shape() == rfc9162 || trees.shape() == sorted_pairs;
        for (const std::size_t n : {1u, 2u, 9u}) {
            CAPTURE(n);
            const list all = leaves(n);
            const bytes nodes = built(trees, all), root = root_of(trees, all);
            bytes room(64 * trees.digest_size());
            for (std::size_t i = 0; i < n; ++i) {
                const auto made = trees.prove(nodes, n, i, room);
                REQUIRE(made.result == valid);
                const auto proof = std::span(room).first(made.size * trees.digest_size());
                CHECK(trees.verify(all[i], i, n, proof, root) == valid);
                CHECK(trees.verify(bytes{9}, i, n, proof, root) == root_differs);
                bytes digest(trees.digest_size());
                REQUIRE(trees.leaves(std::span(all).subspan(i, 1), digest));
                CHECK(trees.verify_digest(digest, i, n, proof, root) == valid);
                if (n > 1) CHECK(trees.prove(nodes, n, i, {}).result == no_room);
            }
            CHECK(trees.prove(nodes, n, n, room).result == index_past_end);
            for (std::size_t m = 1; m <= n; ++m) {
                const auto made = trees.prove_consistency(nodes, n, m, room);
                CHECK(made.result == (promotes ? valid : no_consistency));
                const bytes old = root_of(trees, list(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(m)));
                CHECK(trees.verify_consistency(m, n, old, root,
                                               std::span(room).first(made.size * trees.digest_size())) == made.result);
            }
        }
    });
}

TEST_CASE("a stream has the root of the tree at any time") {
    const list all = leaves(3000, 0, 5);
    each_tree([&](const hl::any_tree& trees) {
        const std::size_t size = trees.digest_size();
        hl::any_merkle_stream one_by_one(trees), many(trees), digests(trees);
        bytes root(size);
        CHECK(many.trees().shape() == trees.shape());
        REQUIRE(many.root(root));
        CHECK(root == root_of(trees, {}));
        std::size_t done = 0;
        for (const std::size_t n : {1u, 2u, 6u, 100u, 2500u}) {
            const auto piece = std::span(all).subspan(done, n);
            if (done < 10)
                for (const bytes& leaf : piece) one_by_one.push(leaf);
            else
                one_by_one.push_many(piece);
            many.push_many(piece, hl::threads{2});
            bytes some(n * size);
            REQUIRE(trees.leaves(piece, some));
            REQUIRE(digests.push_digests(some));
            done += n;
            const bytes want = root_of(trees, list(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(done)));
            for (const hl::any_merkle_stream* stream : {&one_by_one, &many, &digests}) {
                CHECK(stream->size() == done);
                REQUIRE(stream->root(root));
                CHECK(root == want);
            }
        }
        hl::any_merkle_stream subtrees(trees);
        for (const std::size_t first : {0u, 256u}) {
            REQUIRE(trees.root(std::span(all).subspan(first, 256), root));
            REQUIRE(subtrees.push_subtree(root, 256));
        }
        CHECK_FALSE(subtrees.push_subtree(root, 3));
        CHECK_FALSE(subtrees.push_subtree(std::span(root).first(size - 1), 256));
        CHECK(subtrees.size() == 512);
        REQUIRE(subtrees.root(root));
        CHECK(root == root_of(trees, list(all.begin(), all.begin() + 512)));
        // A tree has at most 2^64 - 1 leaves.
        hl::any_merkle_stream full(trees);
        const unsigned step = trees.shape() == hl::merkle_shape::plain4 ? 2 : 1;
        for (unsigned shift = 64; shift != 0; shift -= step)
            for (unsigned i = 1; i < 1u << step; ++i)
                REQUIRE(full.push_subtree(root, std::uint64_t{1} << (shift - step)));
        CHECK(full.size() == ~std::uint64_t{0});
        CHECK(full.leaves_left() == 0);
        CHECK(!full.push_subtree(root, 1));
        CHECK(!full.push_digests(root));
        CHECK(full.push_digests({}));
        CHECK(subtrees.leaves_left() == ~std::uint64_t{512});
        const bytes torn(size + 1);
        CHECK(!digests.push_digests(torn));
        CHECK(digests.size() == done);
        bytes wrong(size + 1, 0xa5);
        CHECK(!digests.root(wrong));
        CHECK(!digests.root(std::span(wrong).first(size - 1)));
        CHECK(wrong == bytes(size + 1, 0xa5));
    });
}
