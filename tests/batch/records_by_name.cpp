// SPDX-License-Identifier: Apache-2.0 OR MIT
// Many records of an algorithm that is chosen by name, against one after the other.
#include <array>
#include <hashlane/any_aead_batch.hpp>

#include "batch.hpp"

using namespace batch_test;

namespace {

// Records with buffers of their own.
struct records {
    std::vector<bytes> out, tags;
    std::array<bool, 40> good{};
    std::vector<hl::aead_record> all;

    explicit records(const std::vector<view>& in, const std::vector<bytes>& expected = {}) : tags(expected) {
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
            const auto* const batch = hl::find_aead_batch(a.name, key_size);
            const auto* const one = hl::find_aead(a.name, key_size);
            REQUIRE((batch == nullptr) == (one == nullptr));
            if (batch == nullptr) continue;
            REQUIRE(a.kind == hl::kind::aead);
            ++found;
            const view key = message(99, key_size);
            std::vector<bytes> want, tags;
            for (std::size_t i = 0; i < texts.size(); ++i) {
                want.emplace_back(texts[i].size());
                tags.emplace_back(16);
                one->encrypt(key, message(i, 16), message(i + 50, i % 20), texts[i], want[i], tags[i]);
            }
            const std::vector<view> ciphers(want.begin(), want.end());
            for (const unsigned n : {1u, 3u}) {
                records sealed(texts);
                batch->encrypt(key, hl::any_records(sealed.all), hl::threads{n});
                CHECK(sealed.out == want);
                CHECK(sealed.tags == tags);
                records opened(ciphers, tags);
                CHECK(batch->decrypt(key, hl::any_records(opened.all), hl::threads{n}));
                CHECK(std::ranges::equal(opened.out, texts,
                                         [](const bytes& x, view y) { return std::ranges::equal(x, y); }));
                CHECK(std::ranges::count(opened.good, true) == 40);

                auto wrong = tags;
                wrong[5][15] ^= 1, wrong[39][0] ^= 0x80;
                records forged(ciphers, wrong);
                CHECK_FALSE(batch->decrypt(key, hl::any_records(forged.all), hl::threads{n}));
                for (std::size_t i = 0; i < 40; ++i) {
                    const bool right = i != 5 && i != 39;
                    CHECK(forged.good[i] == right);
                    CHECK(forged.out[i] == (right ? opened.out[i] : bytes(texts[i].size())));
                }
            }
        }
    CHECK(found == 5);  // one of them with nonce masking, under the name of another
    CHECK(hl::find_aead_batch("no-such", 16) == nullptr);
    CHECK(hl::find_aead("no-such", 16) == nullptr);
}
