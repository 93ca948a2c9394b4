// SPDX-License-Identifier: Apache-2.0 OR MIT
// Many messages and trees: what overlap.txt refuses ends the program, and what it allows gives the same as buffers apart.
#include "overlap.hpp"
#include "refused.hpp"

using namespace overlap_test;
using hl_test::refused;

namespace {

using output = std::span<std::uint8_t>;
using scheme = hl::rfc9162<hl::sha256>;
using digest = scheme::digest_type;

// Five messages of 40 bytes from byte 200 on, 60 bytes apart. Outputs are laid from byte `at` on.
constexpr std::size_t count = 5, width = 40, stride = 60, begin = 200, end = begin + (count - 1) * stride + width;

auto messages_in(const bytes& memory) {
    return hl::fixed_width(std::span(memory).subspan(begin, end - begin), width, stride);
}

bool meets_a_message(std::size_t at, std::size_t n) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t first = begin + i * stride;
        if (at < first + width && first < at + n) return true;
    }
    return false;
}

// Outputs of n bytes in all, before the messages, in the gap behind the first, and over them: at their edges.
std::vector<std::size_t> places(std::size_t n) {
    std::vector<std::size_t> at = {begin, begin + width - 1, begin + width, end - 1, end};
    if (n <= begin) at.insert(at.end(), {begin - n, begin - n + 1});
    return at;
}

// f(messages, out) is refused where an output meets a message, and right where it does not.
template <class F>
void refuses(const std::string& what, std::size_t n, F&& f) {
    for (const std::size_t at : places(n)) {
        bytes memory = random_bytes(end + n + 8, 4), apart(n);
        const bytes fresh = memory;
        const output out = std::span(memory).subspan(at, n);
        if (meets_a_message(at, n)) {
            CHECK_MESSAGE(refused([&] { f(messages_in(memory), out); }), what, ": not refused at ", at);
            continue;
        }
        f(messages_in(fresh), output(apart));
        f(messages_in(memory), out);
        CHECK_MESSAGE(std::ranges::equal(out, apart), what, ": wrong at ", at);
    }
}

}  // namespace

TEST_CASE("a batch that looks at no overlap is found") {
    bool noticed = false;
    bytes memory = random_bytes(end + count * 32, 4);
    const output out = std::span(memory).subspan(begin, count * 32);
    noticed = !refused([&] { hl::batches::digest_rows(hl::sha256(), messages_in(memory), out, hl::threads{}); });
    CHECK(noticed);
}

TEST_CASE("digest_many: a digest over a message is refused") {
    for (const hl::algorithm& a : hl::algorithms()) {
        const auto h = hl::any_hash::create(a.name, {.key = a.kind == hl::kind::mac
                                                                ? std::span<const std::uint8_t>(random_bytes(32, 1))
                                                                : std::span<const std::uint8_t>()});
        if (!h) continue;
        refuses(std::string(a.name), count * h->output_size(),
                [&](const auto& messages, output out) { CHECK(hl::digest_many(*h, messages, out)); });
    }
    const auto beginning = hl::sha256().update(random_bytes(10, 1));  // no memory of a refused call is freed
    refuses("with what all begin with", count * 32,
            [&](const auto& messages, output out) { hl::digest_many(beginning, messages, out); });
    refuses("threads", count * 32,
            [](const auto& messages, output out) { hl::digest_many<hl::sha3_256>(messages, out, hl::threads{2}); });
}

TEST_CASE("tag_many: a tag over a message is refused") {
    const bytes key = random_bytes(32, 1);
    const auto each = [&]<class M>(const M& mac, const char* name, std::size_t n) {
        refuses(name, count * n, [&](const auto& messages, output out) { hl::tag_many(mac, messages, out); });
    };
    each(hl::hmac<hl::sha256>(key), "hmac-sha256", 32);
    each(hl::hmac<hl::sha3_256>(key), "hmac-sha3-256", 32);
    each(hl::kmac128(key), "kmac128", 20);
    each(hl::hopmac128(key), "hopmac128", 32);
}

TEST_CASE("hash_pairs: parents at the beginning of their children, all else is refused") {
    const bytes fresh = random_bytes(8 * 64, 2);
    const auto each = [&]<class H>(H) {
        const std::size_t n = 4 * H::digest_size;
        bytes apart(n), memory = fresh;
        const auto children = std::span(fresh).first(2 * n);
        hl::hash_pairs<H>(children, apart);
        const output all(memory);
        hl::hash_pairs<H>(all.first(2 * n), all.first(n));
        CHECK(std::ranges::equal(all.first(n), apart));
        CHECK(refused([&] { hl::hash_pairs<H>(all.first(2 * n), all.subspan(1, n)); }));
        CHECK(refused([&] { hl::hash_pairs<H>(all.first(2 * n), all.subspan(2 * n - 1).first(n)); }));
        CHECK(refused([&] { hl::hash_pairs<H>(all.first(2 * n), all.first(n), hl::threads{2}); }));
    };
    each(hl::sha256());
    each(hl::sha512());
    each(hl::sha3_256());
    std::vector<digest> level(8), parents(4);
    scheme::nodes(level, parents);
    scheme::nodes(level, std::span(level).first(4));
    CHECK(std::ranges::equal(std::span(level).first(4), parents));
    CHECK(refused([&] { scheme::nodes(level, std::span(level).subspan(1, 4)); }));
    CHECK(refused([&] { hl::sorted_pairs<>::nodes(level, std::span(level).subspan(1, 4)); }));
}

TEST_CASE("derive_many: a key over what belongs to another is refused") {
    const auto each = []<class H>(H) {
        bytes memory = random_bytes(1000, 3);
        const output all(memory);
        const auto passwords = hl::fixed_width(all.first(5 * 20), 20);
        const auto salts = hl::fixed_width(all.subspan(200, 5 * 20), 20);
        const auto run = [&](const auto& salt, std::size_t at) {
            return refused([&] { hl::derive_many<H>(passwords, salt, 2, all.subspan(at, 5 * 20)); });
        };
        CHECK_FALSE(run(salts, 0));    // each over its own password
        CHECK_FALSE(run(salts, 200));  // each over its own salt
        CHECK_FALSE(run(salts, 100));
        CHECK_FALSE(run(salts, 300));
        for (const std::size_t at : {1u, 20u, 99u, 101u, 180u, 199u, 201u, 299u}) CHECK(run(salts, at));
        const auto one_salt = all.subspan(400, 20);
        CHECK_FALSE(run(one_salt, 300));
        CHECK_FALSE(run(one_salt, 420));
        CHECK(run(one_salt, 301));
        CHECK(run(one_salt, 419));
        std::vector<output> scattered;
        for (std::size_t i = 0; i < 5; ++i) scattered.push_back(all.subspan(500 + 30 * i, 30));
        CHECK_FALSE(refused([&] { hl::derive_many<H>(passwords, one_salt, 2, scattered); }));
        CHECK(refused([&] { hl::derive_many<H>(passwords, scattered[2], 2, scattered); }));
    };
    each(hl::sha256());
    each(hl::sha512());
    each(hl::sha3_256());
}

TEST_CASE("encrypt_many and decrypt_many: an output over what belongs to another record is refused") {
    hl::any_detail::each_aead([]<class A>() {
        const A aead = *A::create(random_bytes(A::key_size, 1));
        bytes memory = random_bytes(1000, 3);
        const output all(memory);
        // nonces, tags, data of all, texts
        const auto nonces = all.first(5 * 16), tags = all.subspan(100, 5 * 16), data = all.subspan(200, 20);
        const auto texts = hl::fixed_width(all.subspan(300, 5 * 20), 20);
        const auto seals = [&](std::size_t out, output to) {
            return refused([&] {
                hl::encrypt_many(aead, nonces, data, texts, hl::fixed_width(all.subspan(out, 5 * 20), 20), to);
            });
        };
        const auto opens = [&](std::size_t out) {
            return refused([&] {
                (void)hl::decrypt_many(aead, nonces, data, texts, tags, hl::fixed_width(all.subspan(out, 5 * 20), 20));
            });
        };
        CHECK_FALSE(seals(500, tags));
        CHECK_FALSE(seals(300, tags));    // in place
        CHECK_FALSE(seals(500, nonces));  // a tag over its own nonce
        CHECK(seals(290, tags));          // in part
        CHECK(seals(0, tags));            // nonces of others
        CHECK(seals(100, tags));          // tags
        CHECK(seals(110, tags));
        CHECK(seals(180, tags));                  // data of all
        CHECK(seals(500, all.subspan(1, 80)));    // tags over nonces of others
        CHECK(seals(500, all.subspan(195, 80)));  // tags over data of all
        CHECK(seals(500, all.subspan(321, 80)));  // tags over texts of others
        CHECK_FALSE(opens(500));
        CHECK_FALSE(opens(300));
        CHECK(opens(290));
        CHECK(opens(0));
        CHECK(opens(100));
        CHECK(opens(180));
        const auto one = [&](std::size_t out) {
            return refused([&] {
                (void)hl::decrypt_many(aead, nonces.first(16), data, hl::fixed_width(all.subspan(300, 20), 20),
                                       tags.first(16), hl::fixed_width(all.subspan(out, 20), 20));
            });
        };
        for (const std::size_t own : {0u, 100u, 200u, 300u, 320u}) CHECK_FALSE(one(own));
        CHECK(one(301));
    });
}

TEST_CASE("AEAD by name: a ciphertext over its tag is refused") {
    for (const hl::algorithm& a : hl::algorithms()) {
        if (a.kind != hl::kind::aead) continue;
        const auto aead = hl::any_aead::create(a.name);
        REQUIRE(aead);
        const bytes key = random_bytes(aead->key_size(), 1), text = random_bytes(40, 2);
        const auto seals = [&](std::size_t tag) {
            bytes memory(100);
            const output all(memory);
            return aead->encrypt(key, std::span(text).first(16), {}, text, all.subspan(20, 40), all.subspan(tag, 16));
        };
        CHECK(seals(4));
        CHECK(seals(60));
        for (const std::size_t at : {5u, 20u, 30u, 59u}) CHECK_FALSE(seals(at));
    }
}

TEST_CASE("Merkle trees: nodes over a leaf and a proof over the nodes are refused") {
    const std::size_t nodes = hl::merkle_nodes<scheme>(count) * 32;
    const auto trees = hl::any_tree::create("sha256", hl::merkle_shape::rfc9162);
    REQUIRE(trees);
    const auto digests_in = [](output out) {
        return std::span(reinterpret_cast<digest*>(out.data()), out.size() / 32);
    };
    refuses("any_tree::build", nodes, [&](const auto& leaves, output out) { CHECK(trees->build(leaves, out)); });
    refuses("any_tree::build with news", nodes, [&](const auto& leaves, output out) {
        CHECK(trees->build(leaves, out, {}, [](std::size_t, std::size_t) { return true; }) == hl::merkle_result::valid);
    });
    refuses("any_tree::leaves", count * 32, [&](const auto& leaves, output out) { CHECK(trees->leaves(leaves, out)); });
    refuses("leaves", count * 32, [&](const auto& leaves, output out) { scheme::leaves(leaves, digests_in(out)); });
    refuses("build", nodes,
            [&](const auto& leaves, output out) { hl::merkle_tree<scheme>(digests_in(out), count).build(leaves); });

    std::vector<digest> room(hl::merkle_nodes<scheme>(count) + 8);
    const auto in = std::span(room).first(room.size() - 8);
    hl::merkle_tree<scheme> tree(in, count);
    tree.build();
    const std::array<std::uint64_t, 2> indices{0, 3};
    for (const bool over : {false, true}) {
        const auto out = std::span(room).last(over ? 9 : 8);
        const std::span<std::uint8_t> raw(reinterpret_cast<std::uint8_t*>(out.data()), out.size_bytes());
        const std::span<const std::uint8_t> raw_in(reinterpret_cast<const std::uint8_t*>(in.data()), in.size_bytes());
        CHECK(refused([&] { (void)tree.prove(2, out); }) == over);
        CHECK(refused([&] { (void)tree.prove_consistency(3, out); }) == over);
        CHECK(refused([&] { (void)tree.prove_subtree(0, 4, out); }) == over);
        CHECK(refused([&] { (void)hl::merkle_prove_many<scheme>(tree, indices, out); }) == over);
        CHECK(refused([&] { (void)trees->prove(raw_in, count, 2, raw); }) == over);
        CHECK(refused([&] { (void)trees->prove_consistency(raw_in, count, 3, raw); }) == over);
    }
    std::vector<digest> both(6);
    const auto known = std::span(both).first(2);
    const auto verify = [&](std::span<const digest> proof) {
        return refused([&] { (void)hl::merkle_verify_many<scheme>(known, indices, count, proof, tree.root()); });
    };
    CHECK_FALSE(verify(std::span(both).subspan(2, 3)));
    CHECK(verify(std::span(both).subspan(1, 3)));

    // The indices before the digests, and over the first of them.
    alignas(std::uint64_t) std::array<std::uint8_t, 8 * sizeof(digest)> shared{};
    auto* const two = ::new (static_cast<void*>(shared.data())) std::uint64_t[2]{0, 3};
    for (const std::size_t at : {2 * sizeof(std::uint64_t), 2 * sizeof(std::uint64_t) - 1}) {
        const std::span digests(reinterpret_cast<digest*>(shared.data() + at), 2);
        CHECK(refused([&] {
                  (void)hl::merkle_verify_many<scheme>(digests, std::span<const std::uint64_t>(two, 2), count,
                                                       std::span(both).first(3), tree.root());
              }) == (at < 2 * sizeof(std::uint64_t)));
    }
}

TEST_CASE("Merkle trees by name: parents over their children, a root over leaves that were pushed") {
    for (const auto shape : {hl::merkle_shape::rfc9162, hl::merkle_shape::plain, hl::merkle_shape::sorted_pairs}) {
        const auto trees = hl::any_tree::create("sha3-256", shape);
        REQUIRE(trees);
        trees->with([&]<class S>(const S& s) {
            std::vector<typename S::digest_type> level(8), parents(4);
            s.nodes(level, parents);
            s.nodes(level, std::span(level).first(4));
            CHECK(std::ranges::equal(std::span(level).first(4), parents));
            CHECK(refused([&] { s.nodes(level, std::span(level).subspan(1, 4)); }));
            const std::span<const std::uint8_t> bytes(level[0].data(), 8 * sizeof level[0]);
            CHECK(refused([&] { s.leaves(hl::fixed_width(bytes, 32), level); }));
        });
        check("root of a stream", {40, 40, 40}, 32, [&](const inputs& in, output out) {
            hl::any_merkle_stream stream(*trees);
            stream.push(in[0]).push(in[1]).push(in[2]);
            CHECK(stream.root(out));
        });
    }
}

TEST_CASE("ranges over the bytes of the message are refused with a reason") {
    const hl::tree_ranges ranges(hl::parallelhash128(8), 40);
    const std::size_t size = ranges.range_size(0, 40);
    for (const std::size_t at : {std::size_t{0}, 400 - size, 401 - size, std::size_t{439}, std::size_t{440}}) {
        bytes memory = random_bytes(1000, 4), apart(size);
        const bytes fresh = memory;
        const bool over = at < 440 && at + size > 400;
        REQUIRE(ranges.leaves(0, std::span(fresh).subspan(400, 40), apart) == hl::range_result::accepted);
        const output out = std::span(memory).subspan(at, size);
        const hl::range_result expected = over ? hl::range_result::buffers_overlap : hl::range_result::accepted;
        CHECK(ranges.leaves(0, std::span(memory).subspan(400, 40), out) == expected);
        CHECK(std::ranges::equal(out, apart) != over);
        if (over) CHECK(memory == fresh);
    }
}

TEST_CASE("transcripts: values that are received over the proof are refused") {
    using D = hl::shake128_duplex;
    const auto statement =
        hl::session<D>::of(std::string_view("tests/overlap")).encoded_instance(std::string_view("x"));
    const auto receives = [&](std::size_t at) {
        bytes proof = random_bytes(60, 3);
        return refused([&] {
            hl::verifier<D> verifier(statement, std::span<const std::uint8_t>(proof).subspan(10, 20));
            std::array<std::uint8_t, 1>* const values =
                reinterpret_cast<std::array<std::uint8_t, 1>*>(proof.data() + at);
            (void)verifier.receive_all<hl::bytes_codec<1>>(std::span(values, 10));
        });
    };
    CHECK_FALSE(receives(0));
    CHECK_FALSE(receives(30));
    for (const std::size_t at : {1u, 10u, 15u, 29u}) CHECK(receives(at));
}

TEST_CASE("streams of several messages: outputs over each other are refused") {
    const std::vector<std::string> four(4, "message");
    hl::xof_lanes<hl::shake128, 4> streams(four);
    bytes memory(4 * 168);
    const auto with = [&](std::size_t last) {
        const output all(memory);
        const std::array<output, 4> out{all.first(168), all.subspan(168, 168), all.subspan(336, 168),
                                        all.subspan(last, 168)};
        return refused([&] { streams.squeeze_blocks(out, 1); });
    };
    CHECK_FALSE(with(504));
    CHECK(with(503));
    CHECK(with(0));
}
