// SPDX-License-Identifier: Apache-2.0 OR MIT
// Many records under one key, against one after the other.
#include <array>

#include "batch.hpp"

using namespace batch_test;

namespace {

using block = std::array<std::uint8_t, 16>;

// Records of the lengths that are asked for.
template <class Aead>
struct records {
    Aead aead{message(7, Aead::key_size).template first<Aead::key_size>()};
    std::vector<block> nonces, tags;
    std::vector<view> all_associated, texts;
    std::vector<bytes> ciphers;

    template <class Length, class AssociatedLength>
    records(std::size_t count, const Length& length, const AssociatedLength& associated_length) {
        for (std::size_t i = 0; i < count; ++i) {
            std::ranges::copy(message(i + 1000, 16), nonces.emplace_back().begin());
            all_associated.push_back(message(i + 3, associated_length(i)));
            texts.push_back(message(i, length(i)));
            bytes cipher(texts[i].size());
            tags.push_back(aead.encrypt(nonces[i], all_associated[i], texts[i], cipher));
            ciphers.push_back(cipher);
        }
    }

    void check(hl::threads wanted = {}) const {
        std::vector<block> got_tags(texts.size());
        std::vector<bytes> out = blank(), back = blank();
        hl::encrypt_many(aead, nonces, all_associated, texts, out, got_tags, wanted);
        CHECK(out == ciphers);
        CHECK(got_tags == tags);
        CHECK(hl::decrypt_many(aead, nonces, all_associated, ciphers, tags, back, wanted));
        CHECK(plain(back, {}));
        CHECK(hl::decrypt_many(aead, nonces, all_associated, out, tags, out, wanted));  // in place
        CHECK(out == back);
    }

    // Those records whose number is in `forged` have another tag.
    void check_forged(const std::vector<std::size_t>& forged, hl::threads wanted = {}) const {
        auto wrong = tags;
        for (std::size_t i : forged) wrong[i][i % 16] ^= 0x40;
        std::vector<bytes> back = blank();
        std::array<bool, 100> good{};
        const auto answers = std::span(good).first(texts.size());
        CHECK_FALSE(hl::decrypt_many(aead, nonces, all_associated, ciphers, wrong, back, answers, wanted));
        CHECK(plain(back, forged));
        for (std::size_t i = 0; i < texts.size(); ++i)
            CHECK(answers[i] == (std::ranges::find(forged, i) == forged.end()));
    }

    // Every bit of the tag of one record decides whether that record is authentic, and no other one.
    void check_each_bit_of_tag(std::size_t record) const {
        auto changed = tags;
        std::array<bool, 100> good{};
        const auto answers = std::span(good).first(texts.size());
        for (std::size_t bit = 0; bit < 128; ++bit) {
            changed[record][bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
            std::vector<bytes> back = blank();
            CHECK_FALSE(hl::decrypt_many(aead, nonces, all_associated, ciphers, changed, back, answers));
            CHECK(plain(back, {record}));
            CHECK(std::ranges::count(answers, false) == 1);
            CHECK_FALSE(answers[record]);
            changed[record] = tags[record];
        }
    }

  private:
    std::vector<bytes> blank() const {
        std::vector<bytes> out;
        for (const view t : texts) out.emplace_back(t.size(), 0xa5);
        return out;
    }
    bool plain(const std::vector<bytes>& back, const std::vector<std::size_t>& forged) const {
        bool right = true;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const bool zero = std::ranges::find(forged, i) != forged.end();
            right = right && (zero ? back[i] == bytes(texts[i].size()) : std::ranges::equal(back[i], texts[i]));
        }
        return right;
    }
};

#define AEADS hl::ascon_aead128, hl::ascon_aead128_masked, hl::ascon_128, hl::ascon_128a, hl::ascon_80pq

}  // namespace

TEST_CASE_TEMPLATE("0 to 33 records of one length", Aead, AEADS) {
    each_target_and_all([] {
        for (std::size_t count = 0; count <= 33; ++count)
            for (const std::size_t n : {0u, 1u, 7u, 8u, 15u, 16u, 17u, 31u, 100u})
                records<Aead>(count, [=](std::size_t) { return n; }, [=](std::size_t) { return n * 3 % 37; }).check();
    });
}

TEST_CASE_TEMPLATE("records of any lengths, some without associated data", Aead, AEADS) {
    each_target_and_all([] {
        std::mt19937 random(21);
        for (const std::size_t longest : {1u, 20u, 300u, 3000u})
            for (const std::size_t count : {1u, 2u, 5u, 8u, 9u, 16u, 17u, 40u, 150u}) {
                CAPTURE(longest);
                CAPTURE(count);
                records<Aead>(
                    count, [&](std::size_t) { return random() % (longest + 1); },
                    [&](std::size_t i) { return i % 3 == 0 ? 0 : random() % 60; })
                    .check();
            }
    });
}

TEST_CASE_TEMPLATE("associated data of every length up to 200 bytes, and of whole blocks beyond", Aead, AEADS) {
    each_target_and_all([] {
        records<Aead>(201, [](std::size_t i) { return i % 20; }, [](std::size_t i) { return i; }).check();
        for (const std::size_t n : {64u, 80u, 96u, 128u, 512u, 1024u}) {
            CAPTURE(n);
            records<Aead>(20, [](std::size_t) { return std::size_t{9}; }, [=](std::size_t) { return n; }).check();
        }
    });
}

TEST_CASE_TEMPLATE("forged records give zeros, the others their text", Aead, AEADS) {
    each_target_and_all([] {
        const records<Aead> all(100, [](std::size_t i) { return i * 7; }, [](std::size_t i) { return i % 5; });
        all.check_forged({0});
        all.check_forged({99, 3, 17, 18, 19});
        all.check_forged({50}, hl::threads{3});
    });
}

TEST_CASE_TEMPLATE("each bit of each record's tag is compared", Aead, AEADS) {
    each_target_and_all([] {
        const records<Aead> all(
            17, [](std::size_t i) { return i % 3 * 10; }, [](std::size_t) { return std::size_t{5}; });
        for (std::size_t record = 0; record < 17; record += 4) all.check_each_bit_of_tag(record);
    });
}

TEST_CASE("threads") {
    const records<hl::ascon_aead128> all(
        3000, [](std::size_t i) { return i * 131 % 2000; }, [](std::size_t) { return std::size_t{13}; });
    for (unsigned n = 0; n <= 8; ++n) all.check(hl::threads{n});
}

TEST_CASE("a ciphertext right behind its tag, and right before it") {
    const hl::ascon_aead128 aead(std::array<std::uint8_t, 16>{});
    const std::vector<block> nonces(1);
    const std::vector<view> text{message(1, 20)}, associated{message(2, 3)};
    bytes expected(20);
    const auto tag = aead.encrypt(nonces[0], associated[0], text[0], expected);
    for (const std::size_t at : {0u, 20u}) {  // where the tag stands
        bytes memory(36);
        const std::vector<std::span<std::uint8_t>> out{std::span(memory).subspan(at == 0 ? 16 : 0, 20)};
        const auto written = std::span(memory).subspan(at, 16);
        hl::encrypt_many(aead, nonces, associated, text, out, written);
        CHECK(std::ranges::equal(out[0], expected));
        CHECK(std::ranges::equal(written, tag));
    }
}

TEST_CASE("rows of one piece of memory, and one piece of associated data for all") {
    const records<hl::ascon_aead128> all(
        40, [](std::size_t) { return std::size_t{64}; }, [](std::size_t) { return std::size_t{5}; });
    const view associated = message(1, 5), text = message(2, 40 * 64);
    const bytes nonces = [&] {
        bytes n;
        for (const block& b : all.nonces) n.insert(n.end(), b.begin(), b.end());
        return n;
    }();
    bytes cipher(40 * 64), tags(40 * 16), back(40 * 64);
    hl::encrypt_many(all.aead, nonces, associated, hl::fixed_width(text, 64), hl::fixed_width(std::span(cipher), 64),
                     tags);
    for (std::size_t i = 0; i < 40; ++i) {
        bytes one(64);
        const auto tag = all.aead.encrypt(all.nonces[i], associated, text.subspan(64 * i, 64), one);
        CHECK(std::ranges::equal(one, std::span(cipher).subspan(64 * i, 64)));
        CHECK(std::ranges::equal(tag, std::span(tags).subspan(16 * i, 16)));
    }
    CHECK(hl::decrypt_many(all.aead, nonces, associated, hl::fixed_width(cipher, 64), tags,
                           hl::fixed_width(std::span(back), 64)));
    CHECK(std::ranges::equal(back, text));
}
