// SPDX-License-Identifier: Apache-2.0 OR MIT
// HMAC, HKDF and PBKDF2 at their edges, against the formulas of their RFCs written out with whole byte strings.
#include <doctest/doctest.h>
#include <hashlane/ascon.hpp>
#include <hashlane/batch.hpp>
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>
#include <hashlane/sp800_185.hpp>

#include <algorithm>
#include <cstddef>
#include <new>
#include <span>
#include <string_view>
#include <vector>

#include "hl_test.hpp"

namespace {

namespace hl = hashlane;
using namespace std::literals;
using bytes = std::vector<std::uint8_t>;

template <class H>
concept has_mac = requires { typename hl::hmac<H>; };
static_assert(has_mac<hl::sha224> && has_mac<hl::sha3_512> && has_mac<hl::keccak_256>);
static_assert(!has_mac<hl::ascon_hash256>);  // 32 bytes of digest, blocks of 8
// A tag below 32 bits is no question that compiles.
static_assert(hl::hmac<hl::sha512_224>::name == "hmac-sha512-224");
static_assert(hl::hkdf<hl::sha3_256>::name == "hkdf-sha3-256");
static_assert(hl::pbkdf2<hl::sha256>::name == "pbkdf2-sha256");

// RFC 6070 with SHA-256, and all of it in constant expressions.
constexpr auto two_rounds = hl::derive<hl::pbkdf2<hl::sha256>, 4>("password"sv, "salt"sv, 2);
static_assert(two_rounds == std::array<std::uint8_t, 4>{0xae, 0x4d, 0x0c, 0x95});
static_assert(hl::verify<hl::hmac<hl::sha3_256>>("key"sv, "text"sv,
                                                 hl::tag<hl::hmac<hl::sha3_256>>("key"sv, "text"sv)));
static_assert(hl::derive<hl::hkdf<hl::sha512>, 80>("s"sv, "k"sv, "i"sv) ==
              hl::hkdf_expand<hl::sha512, 80>(hl::hkdf_extract<hl::sha512>("s"sv, "k"sv), "i"sv));

bytes pattern(std::size_t n, unsigned seed) {
    bytes m(n);
    for (std::size_t i = 0; i < n; ++i) m[i] = static_cast<std::uint8_t>(i * 13 + i / 256 + seed);
    return m;
}

bytes join(std::initializer_list<bytes> parts) {
    bytes out;
    for (const bytes& p : parts) out.insert(out.end(), p.begin(), p.end());
    return out;
}

template <class H>
bytes digest(const bytes& m) {
    const auto d = hl::digest<H>(m);
    return bytes(d.begin(), d.end());
}

// RFC 2104 s.2
template <class H>
bytes expected_tag(bytes key, const bytes& text) {
    if (key.size() > H::block_size) key = digest<H>(key);
    key.resize(H::block_size);
    bytes ipad = key, opad = key;
    for (auto& b : ipad) b ^= 0x36;
    for (auto& b : opad) b ^= 0x5c;
    return digest<H>(join({opad, digest<H>(join({ipad, text}))}));
}

// RFC 5869 s.2.3
template <class H>
bytes expected_expansion(const bytes& key, const bytes& info, std::size_t size) {
    bytes out, T;
    for (std::uint8_t i = 1; out.size() < size; ++i) {
        T = expected_tag<H>(key, join({T, info, {i}}));
        out = join({out, T});
    }
    out.resize(size);
    return out;
}

// RFC 8018 s.5.2
template <class H>
bytes expected_key(const bytes& password, const bytes& salt, unsigned iterations, std::size_t size) {
    bytes out;
    for (unsigned i = 1; out.size() < size; ++i) {
        const bytes number{0, 0, static_cast<std::uint8_t>(i >> 8), static_cast<std::uint8_t>(i)};
        bytes U = expected_tag<H>(password, join({salt, number})), T = U;
        for (unsigned j = 1; j < iterations; ++j) {
            U = expected_tag<H>(password, U);
            for (std::size_t k = 0; k < T.size(); ++k) T[k] ^= U[k];
        }
        out = join({out, T});
    }
    out.resize(size);
    return out;
}

bool same(const auto& a, const bytes& b) { return std::ranges::equal(a, b); }

}  // namespace

#define HASHES                                                                                                         \
    hl::sha224, hl::sha256, hl::sha384, hl::sha512, hl::sha512_256, hl::sha3_224, hl::sha3_512, hl::keccak_256

TEST_CASE_TEMPLATE("keys and messages about a block", H, HASHES) {
    using hmac = hl::hmac<H>;
    constexpr std::size_t b = H::block_size, d = H::digest_size;
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}, d, b - 1, b, b + 1, 2 * b, 3 * b + 1})
        for (const std::size_t n : {std::size_t{0}, std::size_t{1}, d, b - 9, b - 1, b, b + 1, 2 * b}) {
            const bytes key = pattern(k, 1), text = pattern(n, 2);
            const bytes expected = expected_tag<H>(key, text);
            CHECK(same(hl::tag<hmac>(key, text), expected));
            hmac keyed{key}, copy = keyed;
            copy.update(std::span(text).first(n / 3)).update(std::span(text).subspan(n / 3));
            CHECK(same(copy.tag(), expected));
            CHECK(same(copy.tag(), expected));
            keyed.update(text);
            CHECK(same(keyed.template tag<8>(), bytes(expected.begin(), expected.begin() + 8)));
        }
}

// The padding takes a place of its own at each length, and from some lengths on a second block.
TEST_CASE_TEMPLATE("messages of every length up to three blocks", H, hl::sha224, hl::sha256, hl::sha384, hl::sha512) {
    const bytes key = pattern(H::digest_size, 1);
    const hl::hmac<H> keyed{key};
    for (std::size_t n = 0; n <= 3 * H::block_size; ++n) {
        const bytes text = pattern(n, 2);
        auto copy = keyed;
        CHECK(same(copy.update(text).tag(), expected_tag<H>(key, text)));
    }
}

TEST_CASE("a tag verifies only whole and unchanged") {
    const hl::hmac<hl::sha256> m = hl::hmac<hl::sha256>("key"sv).update("text"sv);
    const auto tag = m.tag();
    CHECK(m.verify(tag));
    for (std::size_t bit = 0; bit < 256; ++bit) {
        auto bad = tag;
        bad[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
        CHECK_FALSE(m.verify(bad));
        CHECK(m.verify(hl::short_tag(std::span(bad).first(16), 16)) == (bit >= 128));
    }
    for (std::size_t n = 0; n < 32; ++n) CHECK_FALSE(m.verify(std::span(tag).first(n)));
    CHECK_FALSE(m.verify(bytes(33)));
    for (std::size_t n = 0; n <= 32; ++n) {
        const auto first = std::span(tag).first(n);
        CHECK(m.verify(hl::short_tag(first, 16)) == (n >= 16));
        CHECK(m.verify(hl::short_tag(first, 0)) == (n >= 4));
    }
    CHECK_FALSE(m.verify(hl::short_tag(bytes(33), 16)));
    CHECK(hl::verify<hl::hmac<hl::sha256>>("key"sv, "text"sv, tag));
    CHECK_FALSE(hl::verify<hl::hmac<hl::sha256>>("kez"sv, "text"sv, tag));
}

// The number of a block has four bytes (RFC 8018 s.5.2, step 3): block 256 is the first one that needs a second.
TEST_CASE_TEMPLATE("PBKDF2 counts beyond 255 blocks", H, hl::sha256, hl::sha512, hl::sha3_256) {
    const bytes password = pattern(9, 6), salt = pattern(16, 7);
    const std::size_t n = 257 * H::digest_size + 3;
    const bytes expected = expected_key<H>(password, salt, 2, n);
    bytes out(n), many(2 * n);
    (void)hl::derive_into<hl::pbkdf2<H>>(password, salt, 2, out);
    CHECK(out == expected);
    const std::array passwords{std::span(password), std::span(password)};
    hl::derive_many<H>(passwords, salt, 2, many);
    CHECK(std::ranges::equal(std::span(many).first(n), expected));
    CHECK(std::ranges::equal(std::span(many).last(n), expected));
}

// Of all changes of one bit of `tag`, those that `verify` accepts.
template <class V>
std::size_t accepted_changes(bytes tag, V&& verify) {
    std::size_t accepted = 0;
    for (std::size_t bit = 0; bit < 8 * tag.size(); ++bit) {
        tag[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
        accepted += verify(tag);
        tag[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    }
    return accepted;
}

TEST_CASE("each bit of two strings is compared, at every length") {
    for (std::size_t n = 1; n <= 130; ++n) {
        const bytes right = pattern(n, 3);
        const auto equal = [&](const bytes& other) {
            return hl::equal_in_constant_time(right.data(), other.data(), n);
        };
        CHECK(equal(right));
        CHECK(accepted_changes(right, equal) == 0);
    }
}

TEST_CASE_TEMPLATE("each bit of a tag of HMAC is compared", H, HASHES) {
    const hl::hmac<H> mac = hl::hmac<H>("key"sv).update("text"sv);
    const auto tag = mac.tag();
    const auto verify = [&](const bytes& given) { return mac.verify(given); };
    CHECK(verify(bytes(tag.begin(), tag.end())));
    CHECK(accepted_changes(bytes(tag.begin(), tag.end()), verify) == 0);
}

TEST_CASE_TEMPLATE("each bit of a tag of any length is compared", Mac, hl::kmac128, hl::kmac256, hl::hopmac128) {
    const Mac mac = Mac("key"sv).update("text"sv);
    for (const std::size_t n : {4u, 31u, 32u, 33u, 63u, 64u, 65u, 127u, 128u, 129u}) {  // 64 bytes at a time
        bytes tag(n);
        mac.tag_into(tag);
        const auto verify = [&](const bytes& given) { return mac.verify(hl::short_tag(given, 4)); };
        CHECK(verify(tag));
        CHECK(accepted_changes(tag, verify) == 0);
    }
}

TEST_CASE_TEMPLATE("each bit of the output of an xof is compared", Mac, hl::kmacxof128, hl::kmacxof256) {
    const Mac mac = Mac("key"sv).absorb("text"sv);
    for (const std::size_t n : {32u, 63u, 64u, 65u, 128u}) {
        bytes tag(n);
        mac.reader().squeeze(tag);
        const auto verify = [&](const bytes& given) { return mac.reader().verify(hl::short_tag(given, 4)); };
        CHECK(verify(tag));
        CHECK(accepted_changes(tag, verify) == 0);
    }
}

TEST_CASE("a key leaves nothing behind") {
    using hmac = hl::hmac<hl::sha512>;
    alignas(hmac) static std::byte room[sizeof(hmac)];
    hmac* m = ::new (room) hmac("a secret of some length"sv);
    CHECK(std::ranges::count(room, std::byte{}) < int(sizeof room) - 100);  // two chaining values
    m->~hmac();
    volatile const std::byte* seen = room;
    std::size_t left = 0;
    for (std::size_t i = 0; i < sizeof room; ++i) left += seen[i] != std::byte{};
    CHECK(left == 0);
}

TEST_CASE_TEMPLATE("HKDF", H, HASHES) {
    using hkdf = hl::hkdf<H>;
    constexpr std::size_t d = H::digest_size;
    const bytes salt = pattern(13, 3), key = pattern(22, 4), info = pattern(10, 5);
    const bytes extracted = expected_tag<H>(salt, key);
    CHECK(same(hl::hkdf_extract<H>(salt, key), extracted));
    CHECK(same(hl::hkdf_extract<H>(""sv, key), expected_tag<H>(bytes(d), key)));
    for (const std::size_t n : {std::size_t{0}, std::size_t{1}, d - 1, d, d + 1, 3 * d, 255 * d}) {
        bytes out(n, 0xee), both(n, 0xee);
        CHECK(hl::hkdf_expand_into<H>(extracted, info, out));
        CHECK(out == expected_expansion<H>(extracted, info, n));
        CHECK(hl::derive_into<hkdf>(salt, key, info, both));
        CHECK(both == out);
    }
    bytes too_long(255 * d + 1, 0xee);
    CHECK_FALSE(hl::hkdf_expand_into<H>(extracted, info, too_long));
    CHECK(too_long == bytes(too_long.size()));
    CHECK_FALSE(hl::derive_into<hkdf>(salt, key, info, std::span(too_long)));
}

// A digest of SHA-512/60 or SHA-512/505 has whole words of bytes, and ends within a byte.
TEST_CASE_TEMPLATE("PBKDF2", H, HASHES, hl::sha512_t<60>, hl::sha512_t<64>, hl::sha512_t<505>) {
    using pbkdf2 = hl::pbkdf2<H>;
    constexpr std::size_t d = H::digest_size;
    for (const std::size_t p : {std::size_t{0}, std::size_t{8}, H::block_size + 1})
        for (const unsigned iterations : {1u, 2u, 3u, 20u})
            for (const std::size_t n : {std::size_t{0}, std::size_t{1}, d, d + 1, 2 * d, 2 * d + 5, 5 * d}) {
                const bytes password = pattern(p, 6), salt = pattern(16, 7);
                bytes out(n, 0xee);
                (void)hl::derive_into<pbkdf2>(password, salt, iterations, out);
                CHECK(out == expected_key<H>(password, salt, iterations, n));
            }
    CHECK_FALSE(pbkdf2::accepts(0, 32));
    CHECK(pbkdf2::accepts(1, 0xffffffffull * d));
    CHECK_FALSE(pbkdf2::accepts(1, 0xffffffffull * d + 1));
}
