// SPDX-License-Identifier: Apache-2.0 OR MIT
// What comes from a file or a network is checked by a result, not by a contract: offsets, rows, lengths, numbers.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <hashlane/any.hpp>
#include <hashlane/by_name/merkle.hpp>
#include <hashlane/hashlane.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace hl = hashlane;
using namespace std::string_view_literals;
using bytes = std::vector<std::uint8_t>;
using D = hl::shake128_duplex;
using scheme = hl::rfc9162<hl::sha256>;

template <class O>
bool taken(const bytes& data, std::initializer_list<O> offsets) {
    const std::vector<O> all(offsets);
    const auto messages = hl::checked_offsets(data, all);
    if (messages) CHECK(messages->size() == (all.empty() ? 0 : all.size() - 1));
    return messages.has_value();
}

template <class O>
void check_offsets() {
    constexpr O most = std::numeric_limits<O>::max(), least = std::numeric_limits<O>::min();
    const bytes data(10);
    CHECK(taken<O>(data, {}));
    CHECK(taken<O>(data, {0}));
    CHECK(taken<O>(data, {10}));
    CHECK(taken<O>(data, {0, 10}));
    CHECK(taken<O>(data, {3, 3, 3, 10, 10}));
    CHECK_FALSE(taken<O>(data, {11}));
    CHECK_FALSE(taken<O>(data, {0, 11}));
    CHECK_FALSE(taken<O>(data, {0, 5, 4}));
    CHECK_FALSE(taken<O>(data, {0, most}));
    CHECK_FALSE(taken<O>(data, {most}));
    CHECK(taken<O>(data, {least}) == (least == 0));
    CHECK_FALSE(taken<O>(data, {0, 4, static_cast<O>(-1), 5}));
    CHECK_FALSE(taken<O>(bytes(), {0, 1}));
    CHECK(taken<O>(bytes(), {0, 0}));
}

}  // namespace

TEST_CASE("offsets") {
    check_offsets<std::int32_t>();
    check_offsets<std::uint32_t>();
    check_offsets<std::int64_t>();
    check_offsets<std::uint64_t>();
    const bytes data{'a', 'b', 'c'};
    const std::array<std::int32_t, 3> offsets{0, 1, 3};
    const auto messages = hl::checked_offsets(data, offsets);
    REQUIRE(messages);
    std::array<hl::sha256::digest_type, 2> digests;
    hl::digest_many<hl::sha256>(*messages, digests);
    CHECK(digests[0] == hl::digest<hl::sha256>("a"sv));
    CHECK(digests[1] == hl::digest<hl::sha256>("bc"sv));
    std::array<std::int32_t, 3> not_const = offsets;
    CHECK(hl::checked_offsets(data, std::span(not_const)));
    CHECK(hl::with_offsets(data, std::span(not_const)).size() == 2);
    using columns = hl::offset_messages<const std::uint8_t, std::int32_t>;
    CHECK(columns::create(data, offsets).has_value());
    CHECK_FALSE(columns::create(std::span(data).first(2), offsets));
}

TEST_CASE("rows") {
    const bytes table(64);
    const auto rows = [&](std::size_t n, std::size_t width, std::size_t stride) {
        const auto checked = hl::checked_rows(std::span(table).first(n), width, stride);
        return checked ? checked->size() : std::size_t{99};
    };
    CHECK(rows(64, 12, 16) == 4);
    CHECK(rows(60, 12, 16) == 4);
    CHECK(rows(0, 12, 16) == 0);
    CHECK(rows(59, 12, 16) == 99);
    CHECK(rows(61, 12, 16) == 99);
    CHECK(rows(11, 12, 11) == 99);
    CHECK(rows(64, 16, 0) == 99);
    CHECK(rows(64, ~std::size_t{0}, ~std::size_t{0}) == 99);
    CHECK(hl::checked_rows(table, 32)->size() == 2);
    CHECK_FALSE(hl::checked_rows(table, 33));
    CHECK_FALSE(hl::checked_rows(table, 0));
}

TEST_CASE("customization strings and other parameters") {
    const std::string longest(256, 'c'), longer(257, 'c');
    CHECK(hl::kt128::create(longest));
    CHECK_FALSE(hl::kt128::create(longer));
    CHECK(hl::kt256::create(longest));
    CHECK_FALSE(hl::kt256::create(longer));
    CHECK(hl::hopmac128::create("key"sv, longest));
    CHECK_FALSE(hl::hopmac128::create("key"sv, longer));
    CHECK(hl::hopmac256::create("key"sv, longest));
    CHECK_FALSE(hl::hopmac256::create("key"sv, longer));
    CHECK(hl::ascon_cxof128::create(longest));
    CHECK_FALSE(hl::ascon_cxof128::create(longer));
    CHECK(hl::ascon_cxof128::create(longest.substr(1), hl::partial_byte{1, 7}));
    CHECK_FALSE(hl::ascon_cxof128::create(longest, hl::partial_byte{1, 1}));
    CHECK_FALSE(hl::ascon_cxof128::create("c"sv, hl::partial_byte{1, 8}));
    CHECK_FALSE(hl::ascon_cxof128::create("c"sv, hl::partial_byte{1, ~0u}));
    CHECK(hl::kmac128::create("key"sv, "c"sv, hl::partial_byte{1, 7}));
    CHECK_FALSE(hl::kmac128::create("key"sv, "c"sv, hl::partial_byte{1, 8}));
    CHECK_FALSE(hl::kmacxof256::create("key"sv, "c"sv, hl::partial_byte{1, ~0u}));
    CHECK(hl::parallelhash128::create(1u));
    CHECK_FALSE(hl::parallelhash128::create(0u));
    CHECK_FALSE(hl::parallelhashxof256::create(-1));
    using turboshake = hl::turboshake128;
    CHECK(turboshake::create(std::uint8_t{0x7f}));
    CHECK_FALSE(turboshake::create(std::uint8_t{0x80}));
    CHECK_FALSE(turboshake::create(std::uint8_t{0}));
    CHECK_FALSE(turboshake::create(-1));
    CHECK_FALSE(turboshake::create(0x11f));
}

TEST_CASE("partial bytes of a hash chosen by name") {
    const auto hash = hl::any_hash::create("shake128");
    REQUIRE(hash);
    bytes out(16);
    CHECK(hash->digest(out, {0, 7}));
    CHECK(hash->reader(hl::partial_byte{0, 7}));
    const bytes before = out;
    for (const unsigned bits : {8u, 9u, 32u, ~0u}) {
        CHECK_FALSE(hash->digest(out, {0, bits}));
        CHECK_FALSE(hash->reader(hl::partial_byte{0, bits}));
    }
    CHECK(out == before);
}

// Fields that no message leaves behind; the check at the end of a state anybody can compute.
TEST_CASE("a state of ParallelHash with an absurd block size") {
    constexpr std::size_t at = 5 + hl::parallelhash128::name.size() + 25 * 8 + 8 + 1;
    const auto imported = [](std::uint64_t B, std::uint64_t filled, std::uint64_t closed) {
        auto state = hl::parallelhash128(std::size_t{100}).export_state();
        const std::uint64_t node_position = (hl::left_encode(B).size + closed % 168 * 32) % 168;
        hl::store<std::endian::little>(state.data() + at - 9, node_position);
        hl::store<std::endian::little>(state.data() + at, B);
        const std::size_t leaf = at + 8 + 25 * 8;
        hl::store<std::endian::little>(state.data() + leaf, filled);
        hl::store<std::endian::little>(state.data() + leaf + 8, filled);
        hl::store<std::endian::little>(state.data() + leaf + 16, closed);
        hl::digest_into<hl::turboshake128>(std::span(state).first(state.size() - 8), std::span(state).last(8), 0x48);
        return hl::parallelhash128::import_state(state).has_value();
    };
    CHECK(imported(100, 0, 0));
    CHECK(imported(100, 99, 0));
    CHECK_FALSE(imported(100, 100, 0));
    CHECK_FALSE(imported(0, 0, 0));
    CHECK_FALSE(imported(0, 0, 1));
    CHECK(imported(1, 0, std::uint64_t{1} << 63));
    CHECK_FALSE(imported(1, 0, (std::uint64_t{1} << 63) + 1));
    CHECK_FALSE(imported(1, 0, ~std::uint64_t{0}));
    CHECK(imported(~std::uint64_t{0} - 1, 0, 0));
    CHECK_FALSE(imported(~std::uint64_t{0} - 1, 0, 1));
    CHECK_FALSE(imported(~std::uint64_t{0} - 1, 0, ~std::uint64_t{0}));
    CHECK(imported(~std::uint64_t{0}, 0, 0));  // the largest B that there is
    CHECK(hl::parallelhash256::import_state(hl::parallelhash256(SIZE_MAX).export_state()));
    CHECK(hl::parallelhashxof128::import_state(hl::parallelhashxof128(SIZE_MAX).absorb(bytes(9)).export_state()));
}

// Offsets of the fields are counted from the end of the name.
template <class X>
bool takes_state_with(const X& x, std::size_t field, std::uint8_t change) {
    auto state = x.export_state();
    auto& changed = state[5 + X::name.size() + field];
    changed = static_cast<std::uint8_t>(changed ^ change);
    hl::digest_into<hl::turboshake128>(std::span(state).first(state.size() - 8), std::span(state).last(8), 0x48);
    return X::import_state(state).has_value();
}

TEST_CASE("a state of ParallelHash whose fields do not go together") {
    constexpr std::size_t sponge = 25 * 8 + 8, customised = sponge, leaf = sponge + 1 + 8;
    hl::parallelhash128 started(std::size_t{500});
    CHECK(takes_state_with(started, 0, 0));
    CHECK_FALSE(takes_state_with(started, leaf, 1));        // a leaf of no bytes that is not new
    CHECK_FALSE(takes_state_with(started, leaf + 199, 1));  // in its capacity
    CHECK_FALSE(takes_state_with(started, customised, 1));
    CHECK_FALSE(takes_state_with(started, 25 * 8, 1));             // the position in the final node
    CHECK_FALSE(takes_state_with(started, leaf + sponge + 8, 1));  // a leaf more than the final node has absorbed
    started.update(bytes(3));
    CHECK(takes_state_with(started, leaf + 2, 1));
    CHECK_FALSE(takes_state_with(started, leaf + 3, 1));
    started.update(bytes(200));
    CHECK(takes_state_with(started, leaf + 199, 1));
}

TEST_CASE("a state of KangarooTwelve whose fields do not go together") {
    constexpr std::size_t sponge = 25 * 8 + 8, leaf = sponge + 8, filled = leaf + sponge, closed = filled + 8;
    hl::kt128 started;
    CHECK(takes_state_with(started, 0, 0));
    CHECK_FALSE(takes_state_with(started, 0, 1));       // a node of no bytes that is not new
    CHECK_FALSE(takes_state_with(started, 199, 1));     // in its capacity
    CHECK_FALSE(takes_state_with(started, 25 * 8, 1));  // its position
    CHECK_FALSE(takes_state_with(started, leaf, 1));    // a leaf of no bytes that is not new
    CHECK_FALSE(takes_state_with(started, closed, 1));  // a leaf before the first chunk is full
    started.absorb(bytes(2 * 8192));
    CHECK(takes_state_with(started, 0, 1));
    CHECK_FALSE(takes_state_with(started, leaf, 1));
    CHECK_FALSE(takes_state_with(started, 25 * 8, 1));
    CHECK_FALSE(takes_state_with(started, closed, 2));  // three leaves, and the node holds one
    started.absorb(bytes(100));
    CHECK(takes_state_with(started, leaf + 99, 1));
    CHECK_FALSE(takes_state_with(started, leaf + 100, 1));
    CHECK_FALSE(takes_state_with(started, filled, 1));
}

TEST_CASE("an element of a tuple whose length is wrong") {
    hl::tuplehash128 tuple, same;
    tuple.absorb("first"sv);
    same.absorb("first"sv);
    {
        auto element = tuple.element(std::uint64_t{1} << 61);
        CHECK(element.left() == std::uint64_t{1} << 61);
        element.absorb("all that came"sv);
        CHECK(element.left() == (std::uint64_t{1} << 61) - 13);
        element.cancel();
        CHECK(element.left() == 0);
    }
    CHECK(tuple.digest() == same.digest());
    tuple.element(4).absorb("seco"sv);
    same.absorb("seco"sv);
    CHECK(tuple.digest() == same.digest());
}

// SP 800-185 s.2.3.1: 2^61 bytes are 2^64 bits, which nine bytes hold; eight of them are those of the empty string.
TEST_CASE("the length of an element in bits does not wrap") {
    const auto encoded = [](std::uint64_t n) {
        const hl::encoded_integer x = hl::left_encode_bits_of(n);
        return bytes(x.bytes.begin(), x.bytes.begin() + static_cast<std::ptrdiff_t>(x.size));
    };
    CHECK(encoded(0) == bytes{1, 0});
    CHECK(encoded(31) == bytes{1, 248});
    CHECK(encoded(32) == bytes{2, 1, 0});
    CHECK(encoded((std::uint64_t{1} << 61) - 1) == bytes{8, 255, 255, 255, 255, 255, 255, 255, 248});
    CHECK(encoded(std::uint64_t{1} << 61) == bytes{9, 1, 0, 0, 0, 0, 0, 0, 0, 0});
    CHECK(encoded(~std::uint64_t{0}) == bytes{9, 7, 255, 255, 255, 255, 255, 255, 255, 248});
    hl::tuplehash128 empty, wrapped;
    empty.absorb(""sv);
    auto element = wrapped.element(std::uint64_t{1} << 61);
    CHECK(empty.digest() != wrapped.digest());
    element.cancel();
}

TEST_CASE("the number of leaves of a tree") {
    for (const std::uint64_t leaves : {~std::uint64_t{0}, std::uint64_t{1} << 63, (std::uint64_t{1} << 63) + 1,
                                       std::uint64_t{1} << 59, (std::uint64_t{1} << 58) + 1}) {
        CAPTURE(leaves);
        CHECK(hl::merkle_nodes<scheme>(leaves) == SIZE_MAX);
        CHECK(hl::merkle_nodes<hl::plain_tree<hl::sha512, 4>>(leaves) == SIZE_MAX);
        for (const auto shape : {hl::merkle_shape::rfc9162, hl::merkle_shape::plain, hl::merkle_shape::plain4,
                                 hl::merkle_shape::sorted_pairs}) {
            const auto trees = hl::any_tree::create("sha512", shape);
            REQUIRE(trees);
            CHECK(trees->node_bytes(leaves) == SIZE_MAX);
            CHECK_FALSE(trees->is_tree(SIZE_MAX, leaves));
            CHECK_FALSE(trees->is_tree(0, leaves));
        }
        std::array<scheme::digest_type, 3> nodes{};
        CHECK_FALSE(hl::merkle_tree<scheme>::create(nodes, leaves));
        CHECK_FALSE(hl::merkle_view<scheme>::create(nodes, leaves));
    }
    if constexpr (sizeof(std::size_t) == 8) {
        const std::uint64_t most = std::uint64_t{1} << 57;
        CHECK(hl::merkle_nodes<scheme>(most) == 2 * most - 1);
        CHECK(hl::merkle_nodes<hl::plain_tree<hl::sha256>>(most) == 2 * most - 1);
    }
    std::vector<scheme::digest_type> nodes(6);
    CHECK(hl::merkle_tree<scheme>::create(nodes, 3));
    CHECK(hl::merkle_view<scheme>::create(nodes, 3));
    for (const std::uint64_t leaves : {0u, 1u, 2u, 4u, 6u}) {
        CHECK_FALSE(hl::merkle_tree<scheme>::create(nodes, leaves));
        CHECK_FALSE(hl::merkle_view<scheme>::create(nodes, leaves));
    }
    CHECK(hl::merkle_tree<scheme>::create({}, 0));
}

TEST_CASE("a stream of leaves that goes on at a count") {
    const auto at = [](std::uint64_t leaves) {
        return hl::merkle_stream<scheme>::resume(leaves, [](hl::merkle_place) { return scheme::digest_type{}; });
    };
    CHECK(at(0).leaves_left() == ~std::uint64_t{0});
    CHECK(at(~std::uint64_t{0} - 1).leaves_left() == 1);
    auto full = at(~std::uint64_t{0} - 1);
    full.push_digest(scheme::digest_type{});
    CHECK(full.leaves_left() == 0);
    CHECK(full.size() == ~std::uint64_t{0});
    const hl::merkle_stream<scheme> const_full = full;
    CHECK(const_full.root() == at(~std::uint64_t{0}).root());
}

TEST_CASE("messages of a transcript") {
    const hl::session<D> session{hl::session_id{}};
    CHECK_FALSE(session.checked_instance(""sv));
    const auto statement = session.checked_instance("x"sv);
    REQUIRE(statement);
    std::array<std::uint8_t, 7> memory{};
    hl::proof_buffer proof(memory);
    CHECK(proof.left() == 7);
    hl::prover(*statement, proof).send<hl::string_codec>("ab"sv);
    CHECK(proof.left() == 1);
    CHECK(hl::string_codec::accepts("text"sv));
    if constexpr (sizeof(std::size_t) == 8) {
        const char one = 0;
        CHECK(hl::string_codec::accepts(std::span(&one, 0xffffffff)));
        CHECK_FALSE(hl::string_codec::accepts(std::span(&one, std::size_t{0xffffffff} + 1)));
    }
    CHECK(hl::below_codec<5>::accepts(4));
    CHECK_FALSE(hl::below_codec<5>::accepts(5));
    CHECK(hl::below_codec<0>::accepts(~std::uint64_t{0}));
    const auto modulus = static_cast<std::uint32_t>(hl::babybear::modulus[0]);
    CHECK(hl::field_codec<hl::babybear>::accepts(modulus - 1));
    CHECK_FALSE(hl::field_codec<hl::babybear>::accepts(modulus));
}
