// SPDX-License-Identifier: Apache-2.0 OR MIT
// SP 800-185 against its definitions, where vectors are thin: prefixes of whole blocks, leaves of every length, elements
// in pieces, tags.
#include <hashlane/sha3.hpp>
#include <hashlane/sp800_185.hpp>
#include <new>

#include "edges.hpp"

using namespace edges;

namespace {

bytes big_endian(std::size_t x) {
    bytes out;
    do out.insert(out.begin(), static_cast<std::uint8_t>(x));
    while ((x >>= 8) != 0);
    return out;
}
bytes left_encode(std::size_t x) {
    const bytes n = big_endian(x);
    return bytes{static_cast<std::uint8_t>(n.size())} + n;
}
bytes right_encode(std::size_t x) {
    bytes n = big_endian(x);
    n.push_back(static_cast<std::uint8_t>(n.size()));
    return n;
}
bytes encode_string(view s) { return left_encode(8 * s.size()) + s; }
bytes bytepad(view x, std::size_t w) {
    bytes out = left_encode(w) + x;
    while (out.size() % w != 0) out.push_back(0);
    return out;
}

// s.3.3: KECCAK[c] of bytepad(encode_string(N) || encode_string(S), rate) || X || 00.
template <std::size_t Rate>
bytes cshake_defined(view X, std::size_t L, view N, view S) {
    const bytes input = bytepad(encode_string(N) + encode_string(S), Rate) + X;
    bytes out(L);
    hl::keccak_sponge<Rate, 0x04> sponge;
    sponge.absorb(input.data(), input.size());
    sponge.finish();
    sponge.squeeze(out.data(), L);
    return out;
}

// s.6.3
template <std::size_t Rate, class SHAKE>
bytes parallelhash_defined(view X, std::size_t B, std::size_t L, view S, bool xof) {
    bytes z = left_encode(B);
    std::size_t n = 0;
    for (; !X.empty(); X = X.subspan(std::min(B, X.size())), ++n)
        z = z + digest<SHAKE>(X.first(std::min(B, X.size())), 200 - Rate);
    z = z + right_encode(n) + right_encode(xof ? 0 : 8 * L);
    return cshake_defined<Rate>(z, L, text("ParallelHash"), S);
}

template <std::size_t Rate, class Hash, class Xof, class SHAKE>
void parallelhash_edges() {
    const bytes S = message(5);
    for (const std::size_t B : {1u, 2u, 7u, 8u, 135u, 136u, 137u, 167u, 168u, 169u, 1000u, 8192u})
        for (const std::size_t leaves : {0u, 1u, 2u, 3u, 4u, 7u, 8u, 9u, 16u, 17u, 65u})
            for (const std::size_t rest : {std::size_t{0}, B / 2}) {
                const bytes X = message(leaves * B + rest);
                const bytes want = parallelhash_defined<Rate, SHAKE>(X, B, 77, S, false),
                            want_xof = parallelhash_defined<Rate, SHAKE>(X, B, 77, S, true);
                CAPTURE(B);
                CAPTURE(X.size());
                each_target([&] {
                    CHECK(digest<Hash>(X, 77, B, S) == want);
                    CHECK(digest<Xof>(X, 77, B, S) == want_xof);
                    CHECK(squeezed(fed(Xof(B, S), X, 3 * B + 1), 77) == want_xof);
                });
            }
}

}  // namespace

TEST_CASE("cSHAKE prefixes round a whole number of blocks") {
    const bytes X = message(200);
    const auto check = [&]<std::size_t Rate, class X_of_NS>(std::integral_constant<std::size_t, Rate>, X_of_NS*) {
        for (std::size_t n = Rate - 20; n <= Rate + 5; ++n)
            for (const std::size_t s : {std::size_t{0}, std::size_t{3}, Rate}) {
                const bytes N = message(n), S = message(s);
                CHECK(digest<X_of_NS>(X, 50, N, S) == cshake_defined<Rate>(X, 50, N, S));
                CHECK(digest<X_of_NS>(X, 50, S, N) == cshake_defined<Rate>(X, 50, S, N));
            }
    };
    each_target([&] {
        check(std::integral_constant<std::size_t, 168>{}, static_cast<hl::cshake128*>(nullptr));
        check(std::integral_constant<std::size_t, 136>{}, static_cast<hl::cshake256*>(nullptr));
    });
    CHECK(digest<hl::cshake128>(X, 50, ""sv, ""sv) == digest<hl::shake128>(X, 50));
    CHECK(digest<hl::cshake256>(X, 50) == digest<hl::shake256>(X, 50));
}

TEST_CASE("ParallelHash128 of every shape") {
    parallelhash_edges<168, hl::parallelhash128, hl::parallelhashxof128, hl::shake128>();
}
TEST_CASE("ParallelHash256 of every shape") {
    parallelhash_edges<136, hl::parallelhash256, hl::parallelhashxof256, hl::shake256>();
}

TEST_CASE("ParallelHash takes leaves of 8192 bytes where none are asked for") {
    const bytes X = message(20000);
    CHECK(fed(hl::parallelhash128(), X, 777).digest<32>() == hl::parallelhash128(8192).update(X).digest<32>());
    CHECK(squeezed(fed(hl::parallelhashxof256(), X, 777), 50) == digest<hl::parallelhashxof256>(X, 50, 8192u));
}

TEST_CASE("KMAC keys round a block, and tags") {
    const bytes X = message(300), S = message(4);
    for (const std::size_t n : {0u, 1u, 132u, 133u, 134u, 135u, 136u, 164u, 165u, 166u, 167u, 168u, 400u}) {
        const bytes K = message(n);
        const auto defined = [&](std::size_t rate, std::size_t L, bool xof) {
            return bytepad(encode_string(K), rate) + X + right_encode(xof ? 0 : 8 * L);
        };
        const auto tag = hl::tag<hl::kmac128, 30>(K, X, S);
        CHECK(bytes(tag.begin(), tag.end()) == cshake_defined<168>(defined(168, 30, false), 30, text("KMAC"), S));
        CHECK(squeezed(fed(hl::kmacxof256(K, S), X, 7), 99) ==
              cshake_defined<136>(defined(136, 99, true), 99, text("KMAC"), S));
        CHECK(hl::verify<hl::kmac128>(K, X, hl::short_tag(tag), S));
        CHECK(fed(hl::kmac128(K, S), X, 1).verify(hl::short_tag(tag)));
        CHECK(!hl::verify<hl::kmac128>(K, X, hl::short_tag(std::span(tag).first(29)),
                                       S));  // the length is part of the input
        CHECK(!hl::verify<hl::kmac128>(K, X, hl::short_tag(view(), 0), S));
        CHECK(hl::verify<hl::kmac128>(K, X, hl::short_tag(hl::tag<hl::kmac128, 4>(K, X, S), 4), S));
        CHECK(!hl::verify<hl::kmac128>(K, X, hl::short_tag(hl::tag<hl::kmac128, 3>(K, X, S), 0), S));
        for (std::size_t i = 0; i < tag.size(); ++i) {
            auto wrong = tag;
            wrong[i] ^= 1;
            CHECK(!hl::verify<hl::kmac128>(K, X, wrong, S));
        }
        CHECK(fed(hl::kmacxof256(K, S), X, 7).reader().verify(squeezed(fed(hl::kmacxof256(K, S), X, 7), 200)));
        CHECK(!fed(hl::kmacxof256(K, S), X, 7).reader().verify(view()));
    }
}

TEST_CASE("integers of every length") {
    const auto written = [](const hl::encoded_integer& x) { return bytes(x.bytes.begin(), x.bytes.begin() + x.size); };
    for (unsigned bits = 0; bits <= 64; ++bits)
        for (const std::uint64_t x :
             {~std::uint64_t{0} >> (64 - bits) % 64 >> (bits == 0), std::uint64_t{1} << bits % 64}) {
            CAPTURE(x);
            CHECK(written(hl::left_encode(x)) == left_encode(x));
            CHECK(written(hl::right_encode(x)) == right_encode(x));
            CHECK(written(hl::length_encode(x)) == (x == 0 ? bytes{0} : right_encode(x)));
        }
}

// s.2.3.2 pads bytes; the bits of a key's last one stand in a byte of their own (NIST's ACVP).
TEST_CASE("KMAC keys that end within a byte") {
    const bytes X = message(50), S = message(4);
    for (const std::size_t n : {0u, 20u, 132u, 163u, 164u})
        for (unsigned bits = 1; bits < 8; ++bits) {
            const bytes K = message(n);
            const std::uint8_t last = static_cast<std::uint8_t>(0xa5u << (8 - bits));
            const bytes key = left_encode(8 * n + bits) + K + bytes{last};
            const auto defined = bytepad(key, 168) + X + right_encode(8 * 30);
            bytes tag(30);
            fed(hl::kmac128(K, S, hl::partial_byte{last, bits}), X, 7).tag_into(tag);
            CHECK(tag == cshake_defined<168>(defined, 30, text("KMAC"), S));
        }
}

TEST_CASE("ParallelHash of messages that end within a byte") {
    constexpr std::size_t B = 8;
    for (const std::size_t n : {0u, 1u, 7u, 8u, 16u, 20u})
        for (unsigned bits = 1; bits < 8; ++bits) {
            const bytes X = message(n);
            const hl::partial_byte last{0x5a, bits};
            bytes leaves, leaf(32), out(40);
            for (std::size_t at = 0; at <= n; at += B) {
                const view chunk = view(X).subspan(at, std::min(B, n - at));
                hl::shake128 x;
                (at + B <= n ? x.absorb(chunk).reader() : x.absorb(chunk).reader(last)).squeeze(leaf);
                leaves = leaves + leaf;
            }
            const bytes z = left_encode(B) + leaves + right_encode(n / B + 1) + right_encode(8 * 40);
            hl::parallelhash128(B).update(X).digest_into(out, last);
            CHECK(out == cshake_defined<168>(z, 40, text("ParallelHash"), view()));
        }
}

TEST_CASE("tuples keep their elements apart, and an element may come in pieces") {
    const auto of = [](auto... elements) { return hl::digest<hl::tuplehash128, 32>(std::tuple(elements...)); };
    CHECK(of("ab"sv, "c"sv) != of("a"sv, "bc"sv));
    CHECK(of("abc"sv) != of("abc"sv, ""sv));
    CHECK(of() != of(""sv));
    const bytes element = message(1000);
    hl::tuplehashxof256 whole, pieces;
    whole.absorb(element).absorb("tail"sv);
    pieces.element(element.size()).absorb(view(element).first(999)).absorb(view()).absorb(view(element).subspan(999));
    pieces.element(4).absorb("tail"sv);
    CHECK(squeezed(whole, 200) == squeezed(pieces, 200));
    auto again = hl::tuplehashxof256::import_state(pieces.export_state());
    REQUIRE(again.has_value());
    CHECK(squeezed(again->absorb("more"sv), 20) == squeezed(whole.absorb("more"sv), 20));
}

TEST_CASE("an output of bits has its bits low and nothing above them") {
    const hl::parallelhash128 h(8);
    std::array<std::uint8_t, 3> some{};
    h.digest_bits_into(some, 19);
    CHECK(some[2] < 8);
    CHECK(h.digest<3>() != some);  // another length, another output
    for (unsigned bits = 1; bits <= 24; ++bits) {
        unsigned seen = 0;
        for (std::size_t n = 0; n < 64; ++n) {
            some = {};
            hl::parallelhash128(8).update(message(n)).digest_bits_into(std::span(some).first((bits + 7) / 8), bits);
            seen |= some[0] | some[1] * 0x100u | some[2] * 0x10000u;
        }
        CAPTURE(bits);
        CHECK(seen == (1u << bits) - 1);  // each bit is set in some of 64 outputs
    }
}

// A keyed object leaves nothing of its state behind.
TEST_CASE("KMAC wipes itself") {
    using mac = hl::kmac256;
    alignas(mac) static unsigned char place[sizeof(mac)];
    const auto set = [] {
        std::size_t n = 0;
        for (const volatile unsigned char& b : place) n += b != 0;
        return n;
    };
    mac* h = ::new (static_cast<void*>(place)) mac("secret"sv);
    h->update("message"sv);
    CHECK(set() > 150);
    h->~mac();
    CHECK(set() < 16);  // the position in the block, and which padding
}
