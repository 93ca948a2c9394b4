// SPDX-License-Identifier: Apache-2.0 OR MIT
// Many keys from passwords, against one after the other.
#include <array>

#include "batch.hpp"

using namespace batch_test;

namespace {

template <class H>
std::vector<bytes> in_turn(const std::vector<view>& passwords, const std::vector<view>& salts, std::uint64_t iterations,
                           const std::vector<bytes>& keys) {
    std::vector<bytes> out = keys;
    for (std::size_t i = 0; i < out.size(); ++i)
        CHECK(hl::derive_into<hl::pbkdf2<H>>(passwords[i], salts[i], iterations, out[i]));
    return out;
}

}  // namespace

TEST_CASE_TEMPLATE("0 to 33 keys of one digest and more", H, hl::sha256, hl::sha224, hl::sha512, hl::sha384,
                   hl::sha512_256, hl::sha512_224, hl::sha3_256) {
    each_target_and_all([] {
        for (std::size_t count = 0; count <= 33; count += count < 10 ? 1 : 7)
            for (const std::uint64_t iterations : {1u, 2u, 5u}) {
                CAPTURE(count);
                std::vector<view> passwords, salts;
                std::vector<bytes> keys;
                for (std::size_t i = 0; i < count; ++i) {
                    passwords.push_back(message(i, i * 9));
                    salts.push_back(message(i + 50, 8 + i % 3));
                    keys.emplace_back(count == 9 ? H::digest_size : i * 13 % 150);
                }
                const auto want = in_turn<H>(passwords, salts, iterations, keys);
                hl::derive_many<H>(passwords, salts, iterations, keys, hl::threads{count > 20 ? 3u : 1u});
                CHECK(keys == want);
            }
    });
}

TEST_CASE("no keys, side by side") {
    bytes none, one(1, 0xa5);
    const std::vector<std::string> passwords;
    hl::derive_many<hl::sha256>(passwords, std::string_view("salt"), 1, none);
    hl::derive_many<hl::sha256>(passwords, passwords, 1, none);
    for (const char* name : {"pbkdf2-sha256", "pbkdf2-sha512"}) {
        const auto kdf = hl::any_kdf::create(name);
        REQUIRE(kdf);
        const hl::any_messages nobody(passwords);
        CHECK(kdf->pbkdf2_many(nobody, nobody, 1, none));
        CHECK_FALSE(kdf->pbkdf2_many(nobody, nobody, 1, one));
        CHECK_FALSE(kdf->pbkdf2_many(nobody, nobody, 0, none));
        CHECK(one == bytes(1, 0xa5));
    }
}

TEST_CASE("one salt for all, keys side by side, one key of many digests") {
    const std::vector<std::string> passwords{"a", "secret", "", "correct horse battery staple"};
    std::vector<std::array<std::uint8_t, 20>> keys(4);
    hl::derive_many<hl::sha256>(passwords, std::string_view("salt"), 100, keys);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(keys[i] == hl::derive<hl::pbkdf2<hl::sha256>, 20>(passwords[i], std::string_view("salt"), 100));
    each_target_and_all([&] {
        bytes longer(1000), want(1000);
        hl::derive_many<hl::sha512>(std::span(passwords).first(1), std::string_view("salt"), 10, longer);
        (void)hl::derive_into<hl::pbkdf2<hl::sha512>>(passwords[0], std::string_view("salt"), 10, want);
        CHECK(longer == want);
    });
}
