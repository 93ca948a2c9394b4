// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every algorithm by its name, its messages side by side, against one after the other.
#include "batch.hpp"

using namespace batch_test;

namespace {

hl::any_hash make(const hl::algorithm& a) {
    static const bytes key(40, 0x4b);
    hl::any_options o;
    if (a.parameters & hl::parameter::key) o.key = key;
    if (a.parameters & hl::parameter::customization) o.customization = view(key).first(7);
    auto hash = hl::any_hash::create(a.name, o);
    REQUIRE(hash);
    return *hash;
}

bytes in_turn(const hl::any_hash& prefix, const std::vector<view>& messages, std::size_t size) {
    bytes out(messages.size() * size);
    for (std::size_t i = 0; i < messages.size(); ++i) {
        hl::any_hash h = prefix;
        REQUIRE(h.update(messages[i]).digest(std::span(out).subspan(i * size, size)));
    }
    return out;
}

template <class F>
void each_digesting(F&& f) {
    for (const hl::algorithm& a : hl::algorithms())
        if (a.kind != hl::kind::aead && a.kind != hl::kind::kdf) {
            CAPTURE(std::string(a.name));
            f(a);
        }
}

}  // namespace

TEST_CASE("every row of the registry") {
    std::vector<view> messages;
    for (std::size_t i = 0; i < 70; ++i) messages.push_back(message(i, i < 40 ? 40 : i * 37 % 500));
    messages.push_back(message(70, 20000));
    each_digesting([&](const hl::algorithm& a) {
        const std::size_t size = a.any_length ? a.digest_size + 3 : a.digest_size;
        hl::any_hash prefix = make(a);
        for (const unsigned n : {1u, 3u}) {
            bytes out(messages.size() * size);
            CHECK(hl::digest_many(prefix, messages, out, hl::threads{n}));
            CHECK(out == in_turn(prefix, messages, size));
            prefix.update(message(99, 33));  // what all begin with
        }
    });
}

TEST_CASE("another size is refused, and nothing is written") {
    const std::vector<view> three(3, message(1, 20)), none;
    each_digesting([&](const hl::algorithm& a) {
        const hl::any_hash prefix = make(a);
        for (const std::size_t wrong : {3 * a.digest_size + 1, 3 * a.digest_size - 3, 3 * a.digest_size + 3}) {
            if (a.any_length && wrong % 3 == 0) continue;
            bytes out(wrong, 0xa5);
            CHECK_FALSE(hl::digest_many(prefix, three, out));
            CHECK(out == bytes(wrong, 0xa5));
        }
        bytes nothing, something(1);
        CHECK(hl::digest_many(prefix, none, nothing));
        CHECK_FALSE(hl::digest_many(prefix, none, something));
    });
}

TEST_CASE("arrays as digests") {
    const std::vector<std::string> messages{"a", "bc", ""};
    std::vector<hl::sha256::digest_type> out(3);
    std::vector<std::array<std::uint8_t, 31>> short_ones(3);
    const auto sha256 = hl::any_hash::create("sha256");
    REQUIRE(sha256);
    CHECK(hl::digest_many(*sha256, messages, out));
    CHECK(out[1] == hl::digest<hl::sha256>(std::string_view("bc")));
    CHECK_FALSE(hl::digest_many(*sha256, messages, short_ones));
    // As many bytes as all outputs have, in another number of arrays.
    const auto shake128 = hl::any_hash::create("shake128");
    REQUIRE(shake128);
    std::vector<std::array<std::uint8_t, 32>> six(6), one_more(4);
    CHECK_FALSE(hl::digest_many(*shake128, messages, six));
    CHECK(hl::digest_many(*shake128, messages, std::span(one_more).first(3)));
}

TEST_CASE("keys by name, one after the other and side by side") {
    std::vector<view> passwords, salts;
    for (std::size_t i = 0; i < 21; ++i) {
        passwords.push_back(message(i, i * 7));
        salts.push_back(message(i + 30, i % 5));
    }
    std::size_t hkdfs = 0, pbkdf2s = 0;
    for (const hl::algorithm& a : hl::algorithms()) {
        CAPTURE(std::string(a.name));
        const auto kdf = hl::any_kdf::create(a.name);
        REQUIRE(kdf.has_value() == (a.kind == hl::kind::kdf));
        if (!kdf) continue;
        CHECK(kdf->info().name == a.name);
        CHECK(kdf->is_hkdf() == (a.family == "HKDF"));
        CHECK(kdf->is_pbkdf2() == (a.family == "PBKDF2"));
        bytes key(a.digest_size), whole(100), parts(100), too_long(255 * a.digest_size + 1, 0xa5);
        if (kdf->is_hkdf()) {
            ++hkdfs;
            CHECK(kdf->hkdf_extract(passwords[5], salts[3], key));
            CHECK_FALSE(kdf->hkdf_extract(passwords[5], salts[3], std::span(key).first(3)));
            CHECK(kdf->hkdf(passwords[5], salts[3], passwords[6], whole));
            CHECK(kdf->hkdf_expand(key, passwords[6], parts));
            CHECK(whole == parts);
            CHECK_FALSE(kdf->hkdf(passwords[5], salts[3], passwords[6], too_long));
            CHECK_FALSE(kdf->hkdf_expand(key, passwords[6], too_long));
            CHECK_FALSE(kdf->pbkdf2(passwords[0], salts[0], 1, too_long));
            CHECK_FALSE(kdf->pbkdf2_many(passwords, salts, 1, too_long));
            CHECK(too_long == bytes(too_long.size(), 0xa5));
            continue;
        }
        ++pbkdf2s;
        for (const std::size_t size : {a.digest_size, a.digest_size + 3})
            for (const unsigned n : {1u, 3u}) {
                bytes want(passwords.size() * size), got(want.size());
                for (std::size_t i = 0; i < passwords.size(); ++i)
                    CHECK(kdf->pbkdf2(passwords[i], salts[i], 3, std::span(want).subspan(i * size, size)));
                CHECK(kdf->pbkdf2_many(passwords, salts, 3, got, hl::threads{n}));
                CHECK(got == want);
            }
        const auto twenty = std::span(salts).first(20);
        bytes out(21 * 8, 0xa5);
        CHECK_FALSE(kdf->pbkdf2(passwords[0], salts[0], 0, out));
        CHECK_FALSE(kdf->pbkdf2_many(passwords, salts, 0, out));
        CHECK_FALSE(kdf->pbkdf2_many(passwords, twenty, 1, out));
        CHECK_FALSE(kdf->pbkdf2_many(passwords, salts, 1, std::span(out).first(22)));
        CHECK_FALSE(kdf->hkdf(passwords[0], salts[0], salts[0], out));
        CHECK_FALSE(kdf->hkdf_extract(passwords[0], salts[0], key));
        CHECK_FALSE(kdf->hkdf_expand(passwords[0], salts[0], out));
        CHECK(out == bytes(21 * 8, 0xa5));
    }
    CHECK(hkdfs == 14);
    CHECK(pbkdf2s == 14);
}
