// SPDX-License-Identifier: Apache-2.0 OR MIT
// Many records of an algorithm that is chosen by name, against one after the other.
#include <array>
#include <hashlane/by_name/aead_batch.hpp>

#include "batch.hpp"

using namespace batch_test;

namespace {

// Records with buffers of their own.
struct named_records {
    std::vector<bytes> out, tags;
    std::array<bool, 40> good{};
    std::vector<hl::aead_record> all;

    explicit named_records(const std::vector<view>& in, const std::vector<bytes>& expected = {}) : tags(expected) {
        tags.resize(in.size(), bytes(16));
        for (const view text : in) out.emplace_back(text.size(), 0xa5);
        for (std::size_t i = 0; i < in.size(); ++i)
            all.push_back({message(i, 16).data(), message(i + 50, i % 20).data(), i % 20, in[i].data(), out[i].data(),
                           in[i].size(), tags[i].data(), &good[i]});
    }
};

}  // namespace

TEST_CASE("every aead by its name") {
    std::vector<view> texts;
    for (std::size_t i = 0; i < 40; ++i) texts.push_back(message(i + 7, i * 29 % 200));
    std::size_t found = 0;
    for (const hl::algorithm& a : hl::algorithms())
        for (std::size_t key_size = 0; key_size <= 33; ++key_size) {
            CAPTURE(std::string(a.name));
            CAPTURE(key_size);
            const auto one = hl::any_aead::create(a.name, {.key_size = key_size});
            if (!one) continue;
            CHECK(one->name() == a.name);
            CHECK(one->key_size() == key_size);
            REQUIRE(a.kind == hl::kind::aead);
            ++found;
            const view key = message(99, key_size);
            std::vector<bytes> want, tags;
            for (std::size_t i = 0; i < texts.size(); ++i) {
                want.emplace_back(texts[i].size());
                tags.emplace_back(16);
                REQUIRE(one->encrypt(key, message(i, 16), message(i + 50, i % 20), texts[i], want[i], tags[i]));
            }
            const std::vector<view> ciphers(want.begin(), want.end());
            for (const unsigned n : {1u, 3u}) {
                named_records sealed(texts);
                CHECK(hl::encrypt_many(*one, key, hl::any_records(sealed.all), hl::threads{n}));
                CHECK(sealed.out == want);
                CHECK(sealed.tags == tags);
                named_records opened(ciphers, tags);
                CHECK(hl::decrypt_many(*one, key, hl::any_records(opened.all), hl::threads{n}));
                CHECK(std::ranges::equal(opened.out, texts,
                                         [](const bytes& x, view y) { return std::ranges::equal(x, y); }));
                CHECK(std::ranges::count(opened.good, true) == 40);

                auto wrong = tags;
                wrong[5][15] ^= 1;
                wrong[39][0] ^= 0x80;
                named_records forged(ciphers, wrong);
                CHECK_FALSE(hl::decrypt_many(*one, key, hl::any_records(forged.all), hl::threads{n}));
                for (std::size_t i = 0; i < 40; ++i) {
                    const bool right = i != 5 && i != 39;
                    CHECK(forged.good[i] == right);
                    CHECK(forged.out[i] == (right ? opened.out[i] : bytes(texts[i].size())));
                }
            }
        }
    CHECK(found == 5);  // one of them with nonce masking, under the name of another
}

TEST_CASE("keys, nonces, tags and texts of other sizes are refused by name") {
    const auto error = [](std::string_view name, const hl::any_aead_options& options = {}) {
        return std::string(hl::any_aead::create(name, options).error().message());
    };
    CHECK(error("ascon-aead127") == "no such algorithm: ascon-aead127; did you mean ascon-aead128?");
    CHECK(error("sha256") == "sha256 is a hash, not an AEAD");
    CHECK(error("ascon-aead128", {.key_size = 15}) == "ascon-aead128 takes a key of 16 or 32 bytes, not of 15");
    CHECK(error("ascon-80pq", {.key_size = 16}) == "ascon-80pq takes a key of 20 bytes, not of 16");
    CHECK(error("ascon-128", {.key_size = 0}) == "ascon-128 takes a key of 16 bytes, not of 0");
    const auto aead = hl::any_aead::create("ascon-aead128");
    REQUIRE(aead);
    CHECK(aead->key_size() == 16);
    CHECK(aead->nonce_size() == 16);
    CHECK(aead->least_tag() == 8);
    const auto short_tags = hl::any_aead::create("ascon-aead128", {.short_tags = true});
    REQUIRE(short_tags);
    CHECK(short_tags->least_tag() == 4);

    const bytes key(16, 1), nonce(16, 2), text(20, 3), untouched(36, 0xa5);
    bytes memory = untouched;
    const std::span cipher = std::span(memory).first(20), tag = std::span(memory).subspan(20);
    const auto refused = [&](const bytes& k, const bytes& n, std::span<std::uint8_t> out, std::span<std::uint8_t> t) {
        return !aead->encrypt(k, n, {}, text, out, t) && memory == untouched;
    };
    const bytes shorter(15, 1), longer(17, 1);
    for (const bytes* wrong : {&shorter, &longer}) {
        CHECK(refused(*wrong, nonce, cipher, tag));
        CHECK(refused(key, *wrong, cipher, tag));
        CHECK_FALSE(aead->decrypt(*wrong, nonce, {}, text, nonce, cipher));
        CHECK_FALSE(aead->decrypt(key, *wrong, {}, text, nonce, cipher));
        hl::any_aead_stream by_key(aead->functions(), *wrong, nonce), by_nonce(aead->functions(), key, *wrong);
        for (hl::any_aead_stream* s : {&by_key, &by_nonce}) {
            bool in_order = true;
            CHECK_FALSE(s->absorb(text));
            CHECK_FALSE(s->encrypt(text, cipher));
            CHECK_FALSE(s->decrypt(text, cipher));
            CHECK_FALSE(s->finish(tag));
            CHECK_FALSE(s->verify(nonce, in_order));
            CHECK_FALSE(in_order);
        }
    }
    CHECK(refused(key, nonce, cipher.first(19), tag));
    CHECK(refused(key, nonce, cipher, tag.first(7)));
    CHECK(refused(key, nonce, cipher, std::span(memory).subspan(19, 16)));
    CHECK(memory == untouched);
    REQUIRE(aead->encrypt(key, nonce, {}, text, cipher, tag));
    bytes back(20, 0xa5);
    CHECK(aead->decrypt(key, nonce, {}, cipher, tag, back));
    CHECK(back == text);
    CHECK_FALSE(aead->decrypt(key, nonce, {}, cipher, tag.first(7), back));
    CHECK(back == bytes(20));
    back = text;
    CHECK(short_tags->decrypt(key, nonce, {}, cipher, tag.first(4), back));

    named_records sealed({view(text)});
    CHECK_FALSE(hl::encrypt_many(*aead, shorter, hl::any_records(sealed.all)));
    named_records opened({view(cipher)}, {bytes(tag.begin(), tag.end())});
    CHECK_FALSE(hl::decrypt_many(*aead, longer, hl::any_records(opened.all)));
    CHECK(opened.out[0] == bytes(20));
    CHECK_FALSE(opened.good[0]);
    opened.out[0].assign(20, 0xa5);
    opened.good[0] = true;
    opened.all[0].good = nullptr;  // nobody wants to know which record is forged
    CHECK_FALSE(hl::decrypt_many(*aead, longer, hl::any_records(opened.all)));
    CHECK(opened.out[0] == bytes(20));
    CHECK(opened.good[0]);
}
