// SPDX-License-Identifier: Apache-2.0 OR MIT
// A contract that is broken ends the program; the last call that keeps it does not. Of each both, a step apart.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <hashlane/any.hpp>
#include <hashlane/hashlane.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "refused.hpp"

namespace {

namespace hl = hashlane;
using namespace std::string_view_literals;

// So many messages that all digests of 32 bytes together have SIZE_MAX + 1 bytes, and none has memory.
struct too_many_messages {
    static std::size_t size() { return SIZE_MAX / 32 + 1; }
    std::string_view operator[](std::size_t) const { return ""sv; }
};

using hl_test::refused;
using bytes = std::vector<std::uint8_t>;
using D = hl::shake128_duplex;

// What must go through, and what must not.
template <class Kept, class Broken>
void check(const char* what, Kept&& kept, Broken&& broken) {
    INFO(what);
    CHECK_FALSE(refused(kept));
    CHECK(refused(broken));
}

const std::array<std::uint8_t, 16> key{};

hl::statement<D> begun() { return hl::session<D>(hl::session_id{}).instance<hl::string_codec>("x"sv); }

hl::prover<D, bytes> prover() {
    static bytes proof;
    proof.clear();
    return hl::prover(begun(), proof);
}

}  // namespace

TEST_CASE("AEAD: how many bits the last bytes have") {
    const hl::ascon_aead128 aead(key);
    bytes out(5);
    const auto with = [&](unsigned associated, unsigned text) {
        return refused(
            [&] { (void)aead.encrypt(key, "head"sv, "texts"sv, out, {.associated_data = associated, .text = text}); });
    };
    CHECK_FALSE(with(1, 8));
    CHECK_FALSE(with(8, 1));
    CHECK(with(0, 8));
    CHECK(with(9, 8));
    CHECK(with(8, 0));
    CHECK(with(8, 9));
}

TEST_CASE("AEAD: where the text goes") {
    const hl::ascon_aead128 aead(key);
    bytes all(30);
    const auto text = std::span(all).subspan(10, 10);
    const auto at = [&](std::size_t from, std::size_t n) {
        return refused([&] { (void)aead.encrypt(key, "head"sv, text, std::span(all).subspan(from, n)); });
    };
    for (const std::size_t from : {0u, 10u, 20u}) CHECK_FALSE(at(from, 10));
    for (const std::size_t from : {1u, 9u, 11u, 19u}) CHECK(at(from, 10));
    CHECK(at(10, 9));
    CHECK(at(10, 11));
}

TEST_CASE("AEAD: truncated tags") {
    const auto tag = [](std::size_t least, unsigned bits) {
        return refused([=] { (void)hl::truncated_tag(key, least, bits); });
    };
    CHECK_FALSE(tag(4, 8));
    CHECK(tag(3, 8));
    CHECK_FALSE(tag(8, 1));
    CHECK(tag(8, 0));
    CHECK(tag(8, 9));
}

TEST_CASE("AEAD: many records") {
    const hl::ascon_aead128 aead(key);
    const std::vector<std::string> three(3, "text"), two(2, "text");
    std::vector<bytes> out(3, bytes(4)), fewer(2, bytes(4)), shorter(3, bytes(3));
    const bytes nonces(48);
    bytes tags(48);
    std::array<bool, 3> good{};
    CHECK_FALSE(refused([&] { hl::encrypt_many(aead, nonces, three, three, out, tags); }));
    CHECK(refused([&] { hl::encrypt_many(aead, nonces, three, three, fewer, tags); }));
    CHECK(refused([&] { hl::encrypt_many(aead, nonces, three, three, shorter, tags); }));
    CHECK(refused([&] { hl::encrypt_many(aead, nonces, two, three, out, tags); }));
    CHECK(refused([&] { hl::encrypt_many(aead, std::span(nonces).first(32), three, three, out, tags); }));
    CHECK(refused([&] { hl::encrypt_many(aead, nonces, three, three, out, std::span(tags).first(47)); }));
    std::vector<bytes> back(3, bytes(4));
    CHECK_FALSE(refused([&] { (void)hl::decrypt_many(aead, nonces, three, out, tags, back); }));
    CHECK_FALSE(refused([&] { (void)hl::decrypt_many(aead, nonces, three, out, tags, back, std::span(good)); }));
    CHECK(refused([&] { (void)hl::decrypt_many(aead, nonces, three, out, tags, back, std::span(good).first(2)); }));
}

TEST_CASE("parameters") {
    const std::string longest(256, 'c'), longer(257, 'c');
    check("KangarooTwelve", [&] { (void)hl::kt128(longest); }, [&] { (void)hl::kt128(longer); });
    check("Ascon-CXOF128", [&] { (void)hl::ascon_cxof128(longest); }, [&] { (void)hl::ascon_cxof128(longer); });
    using turboshake = hl::turboshake128;
    const auto domain = [](std::uint8_t D) { return refused([=] { (void)turboshake(D); }); };
    for (const std::uint8_t D : {std::uint8_t{0x01}, std::uint8_t{0x7f}}) CHECK_FALSE(domain(D));
    for (const std::uint8_t D : {std::uint8_t{0x00}, std::uint8_t{0x80}}) CHECK(domain(D));
    check("ParallelHash", [] { (void)hl::parallelhash128(1u); }, [] { (void)hl::parallelhash128(0u); });
    const auto derive = [](std::uint64_t n) { (void)hl::derive<hl::pbkdf2<hl::sha256>, 8>("password"sv, "salt"sv, n); };
    check("PBKDF2", [&] { derive(1); }, [&] { derive(0); });
}

TEST_CASE("elements of a tuple") {
    hl::tuplehash128 tuple;
    check("fewer", [&] { tuple.element(2).absorb("ab"sv); }, [&] { tuple.element(3).absorb("ab"sv); });
    auto element = tuple.element(2);
    check("more", [&] { element.absorb("a"sv); }, [&] { element.absorb("bc"sv); });
    element.absorb("b"sv);
}

TEST_CASE("many messages") {
    const std::vector<std::string> three(3, "message");
    const auto digests = [&](auto& out) { return refused([&] { hl::digest_many<hl::sha256>(three, out); }); };
    std::vector<hl::sha256::digest_type> arrays(3), fewer(2);
    CHECK_FALSE(digests(arrays));
    CHECK(digests(fewer));
    bytes flat(96), flatter(95);
    CHECK_FALSE(digests(flat));
    CHECK(digests(flatter));
    CHECK(refused([&] { hl::digest_many<hl::sha256>(too_many_messages{}, std::span(flat).first(0)); }));
    CHECK(refused([&] { hl::tag_many(hl::hmac<hl::sha256>(key), too_many_messages{}, std::span(flat).first(0)); }));
    std::vector<bytes> apart(3, bytes(32)), too_few(2, bytes(32)), too_short(3, bytes(31)), too_many(4, bytes(32));
    CHECK_FALSE(digests(apart));
    CHECK(digests(too_few));
    CHECK(digests(too_many));
    CHECK(digests(too_short));
    const auto outputs = [&](std::size_t n) {
        return refused([&] { hl::digest_many<hl::shake128>(three, std::span(flat).first(n)); });
    };
    CHECK_FALSE(outputs(33));
    CHECK(outputs(34));
    const std::vector<std::string> none;
    CHECK_FALSE(refused([&] { hl::digest_many<hl::shake128>(none, std::span(flat).first(0)); }));
    CHECK(refused([&] { hl::digest_many<hl::shake128>(none, std::span(flat).first(1)); }));
}

TEST_CASE("rows of bytes") {
    const bytes table(64);
    const auto rows = [&](std::size_t n, std::size_t width, std::size_t stride) {
        return refused([&] { (void)hl::fixed_width(std::span(table).first(n), width, stride); });
    };
    CHECK_FALSE(rows(64, 12, 16));
    CHECK_FALSE(rows(60, 12, 16));
    CHECK_FALSE(rows(0, 12, 16));
    CHECK(rows(59, 12, 16));
    CHECK(rows(61, 12, 16));
    CHECK(rows(11, 12, 11));
    CHECK_FALSE(rows(0, 12, 11));
    CHECK_FALSE(rows(23, 12, 11));
    CHECK(rows(22, 12, 11));  // the second row would be behind the end
    CHECK_FALSE(rows(8, 0, 4));
    CHECK(rows(64, 16, 0));
    const auto offsets = [&](std::array<std::int32_t, 3> all) {
        const hl::offset_messages<const std::uint8_t, std::int32_t> messages(table.data(), table.size(), all);
        return refused([&] {
            (void)messages[0];
            (void)messages[1];
        });
    };
    CHECK_FALSE(offsets({0, 0, 64}));
    CHECK(offsets({-1, 0, 64}));
    CHECK(offsets({0, 2, 1}));
    CHECK(offsets({0, 0, 65}));
}

TEST_CASE("keys from passwords") {
    const std::vector<std::string> three(3, "password"), two(2, "salt");
    bytes keys(96);
    std::vector<bytes> apart(3, bytes(16)), fewer(2, bytes(16));
    const auto derive = [&](const auto& salts, std::uint64_t n, auto&& out) {
        return refused([&] { hl::derive_many<hl::sha256>(three, salts, n, out); });
    };
    CHECK_FALSE(derive("salt"sv, 1, keys));
    CHECK_FALSE(derive(three, 1, apart));
    CHECK(derive(two, 1, keys));
    CHECK(derive("salt"sv, 1, fewer));
    CHECK(derive("salt"sv, 1, std::span(keys).first(95)));
    std::vector<std::array<std::uint8_t, 16>> arrays(3), twice_as_many(6);
    CHECK_FALSE(derive("salt"sv, 1, arrays));
    CHECK(derive("salt"sv, 1, twice_as_many));
    CHECK(derive("salt"sv, 0, keys));
}

TEST_CASE("streams side by side") {
    const std::vector<std::string> four(4, "message"), three(3, "message");
    check(
        "messages", [&] { (void)hl::xof_lanes<hl::shake128, 4>(four); },
        [&] { (void)hl::xof_lanes<hl::shake128, 4>(three); });
    hl::xof_lanes<hl::shake128, 4> streams(four);
    bytes out(4 * 2 * 168);
    check(
        "blocks", [&] { streams.squeeze_blocks(std::span(out), 2); },
        [&] { streams.squeeze_blocks(std::span(out), 3); });
    check(
        "a number of blocks whose bytes are more than SIZE_MAX", [&] { streams.squeeze_blocks(std::span(out), 0); },
        [&] { streams.squeeze_blocks(std::span(out), SIZE_MAX / decltype(streams)::block_size + 2); });
}

TEST_CASE("the levels of a Merkle tree") {
    using scheme = hl::rfc9162<hl::sha256>;
    for (std::uint64_t leaves = 0; leaves < 10; ++leaves) {
        std::vector<scheme::digest_type> nodes(hl::merkle_nodes<scheme>(leaves));
        const hl::merkle_view<scheme> tree(nodes, leaves);
        unsigned root = 0;
        while (leaves > std::uint64_t{1} << root) ++root;
        CAPTURE(leaves);
        CHECK_FALSE(refused([&] { (void)tree.level(root); }));
        CHECK_FALSE(refused([&] { (void)tree.node({root, 5}); }));
        CHECK(refused([&] { (void)tree.level(root + 1); }));
        CHECK(refused([&] { (void)tree.node({root + 1, 0}); }));
        CHECK(refused([&] { (void)tree.node({~0u, 0}); }));
    }
}

TEST_CASE("the parents of sorted pairs") {
    using scheme = hl::sorted_pairs<>;
    std::array<scheme::digest_type, 6> below{};
    std::array<scheme::digest_type, 4> parents{};
    for (std::size_t children = 0; children <= 6; ++children)
        for (std::size_t n = 0; n <= 4; ++n) {
            CAPTURE(children);
            CAPTURE(n);
            const bool wrong =
                refused([&] { scheme::nodes(std::span(below).first(children), std::span(parents).first(n)); });
            CHECK(wrong == (children != 2 * n));
        }
}

TEST_CASE("Merkle trees") {
    using scheme = hl::rfc9162<hl::sha256>;
    std::vector<scheme::digest_type> nodes(hl::merkle_nodes<scheme>(3));
    const auto tree = [&](std::size_t room, std::uint64_t leaves) {
        return refused([&] { (void)hl::merkle_tree<scheme>(std::span(nodes).first(room), leaves); });
    };
    CHECK_FALSE(tree(nodes.size(), 3));
    CHECK(tree(nodes.size() - 1, 3));
    CHECK(tree(nodes.size(), 2));
    CHECK(tree(nodes.size(), ~std::uint64_t{0}));
    hl::merkle_tree<scheme> three(nodes, 3);
    const std::vector<std::string> some(3, "leaf"), fewer(2, "leaf");
    check("leaves", [&] { three.build(some); }, [&] { three.build(fewer); });
    const auto push = [](std::uint64_t before) {
        const scheme::digest_type digest{};
        auto stream = hl::merkle_stream<scheme>::resume(before, [&](hl::merkle_place) { return digest; });
        return refused([&] { stream.push_digest(digest); });
    };
    CHECK_FALSE(push(~std::uint64_t{0} - 1));
    CHECK(push(~std::uint64_t{0}));
}

TEST_CASE("transcripts") {
    check("below", [] { (void)prover().challenge_below(2); }, [] { (void)prover().challenge_below(1); });
    for (const unsigned bits : {1u, 64u}) CHECK_FALSE(refused([=] { (void)prover().challenge_bits(bits); }));
    for (const unsigned bits : {0u, 65u}) CHECK(refused([=] { (void)prover().challenge_bits(bits); }));
    check(
        "instance", [] { (void)hl::session<D>(hl::session_id{}).encoded_instance("x"sv); },
        [] { (void)hl::session<D>(hl::session_id{}).encoded_instance(""sv); });
    std::array<std::uint8_t, 7> memory{};
    const auto send = [&](std::string_view text) {
        hl::proof_buffer proof(memory);
        hl::prover(begun(), proof).send<hl::string_codec>(text);
    };
    check("memory", [&] { send("abc"sv); }, [&] { send("abcd"sv); });
    check(
        "integer", [] { prover().send<hl::below_codec<5>>(std::uint64_t{4}); },
        [] { prover().send<hl::below_codec<5>>(std::uint64_t{5}); });
    const auto modulus = static_cast<std::uint32_t>(hl::babybear::modulus[0]);
    check(
        "element", [=] { prover().send<hl::field_codec<hl::babybear>>(modulus - 1); },
        [=] { prover().send<hl::field_codec<hl::babybear>>(modulus); });
    check(
        "an element of a wider type", [] { prover().send<hl::field_codec<hl::babybear>>(std::uint64_t{5}); },
        [] { prover().send<hl::field_codec<hl::babybear>>(0x1'0000'0005); });
    check(
        "a negative integer", [] { prover().send<hl::below_codec<0>>(0); },
        [] { prover().send<hl::below_codec<0>>(-1); });
    const bytes empty;
    hl::verifier reading(begun(), empty);
    CHECK(refused([&] { (void)*reading.receive<hl::string_codec>(); }));
    bytes proof;
    hl::prover working(begun(), proof);
    check("work", [&] { (void)hl::grind(working, 1); }, [&] { (void)hl::grind(working, 65); });
}

TEST_CASE("remainders") {
    const bytes x(70, 1), modulus(67, 1);
    bytes out(67);
    const auto remainder = [&](std::size_t n, std::size_t room) {
        return refused([&] { hl::modular::remainder(x, std::span(modulus).first(n), std::span(out).first(room)); });
    };
    CHECK_FALSE(remainder(66, 66));
    CHECK(remainder(67, 67));
    CHECK(remainder(66, 65));
}

TEST_CASE("the message names what was broken") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        std::signal(SIGABRT, SIG_DFL);
        hl::contract(false, "planted");
        _exit(0);
    }
    close(ends[1]);
    std::array<char, 100> told{};
    const auto n = read(ends[0], told.data(), told.size());
    close(ends[0]);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGABRT);
    CHECK(std::string_view(told.data(), n > 0 ? static_cast<std::size_t>(n) : 0) == "hashlane: planted\n");
}

TEST_CASE("a partial byte") {
    const auto with = [](unsigned bits) {
        const hl::partial_byte last{0, bits};
        std::array<std::uint8_t, 32> out{};
        return std::array{refused([&] { (void)hl::sha256().digest(last); }),
                          refused([&] { (void)hl::shake128().reader(last); }),
                          refused([&] { hl::kmac128("key"sv).tag_bits_into(out, 256, last); }),
                          refused([&] { hl::parallelhash128(8).digest_into(out, last); }),
                          refused([&] { (void)hl::kmac256("key"sv, "S"sv, last).tag(); }),
                          refused([&] { (void)hl::ascon_cxof128("Z"sv, last).reader(); })};
    };
    CHECK(with(7) == std::array{false, false, false, false, false, false});
    CHECK(with(8) == std::array{true, true, true, true, true, true});
    CHECK(with(32) == std::array{true, true, true, true, true, true});
}

TEST_CASE("an output that ends within a byte") {
    const auto with = [](std::size_t size, std::uint64_t bits) {
        std::array<std::uint8_t, 4> room{};
        const std::span out(room.data(), size);
        return std::array{refused([&] { hl::kmac128("key"sv).tag_bits_into(out, bits); }),
                          refused([&] { hl::parallelhash128(8).digest_bits_into(out, bits); })};
    };
    CHECK(with(0, 0) == std::array{false, false});
    CHECK(with(2, 9) == std::array{false, false});
    CHECK(with(2, 16) == std::array{false, false});
    CHECK(with(0, 3) == std::array{true, true});
    CHECK(with(2, 17) == std::array{true, true});
    CHECK(with(3, 16) == std::array{true, true});
}
