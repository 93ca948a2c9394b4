// SPDX-License-Identifier: Apache-2.0 OR MIT
// AEAD and records whose outputs lie over key, nonce, associated data and tag.
#include <hashlane/by_name/aead_batch.hpp>

#include "overlap.hpp"

using namespace overlap_test;

namespace {

// Nonce masking is Ascon-AEAD128 with a longer key.
template <class A>
constexpr std::string_view name_of = A::key_size == 32 ? hl::ascon_aead128::name : A::name;

template <class A>
hl::any_aead chosen() {
    const auto found = hl::any_aead::create(name_of<A>, {.key_size = A::key_size});
    REQUIRE(found);
    return *found;
}

}  // namespace

// The text is apart from the ciphertext, or the same: over anything else.
TEST_CASE("AEAD: outputs over key, nonce, associated data and tag") {
    hl::any_detail::each_aead([]<class A>() {
        const hl::any_aead aead = chosen<A>();
        const bytes text = random_bytes(150, 5);
        bytes sealed(60);
        kat::each_target([&] {
            check(std::string(A::name) + " encrypt", {A::key_size, 16, 50}, text.size(),
                  [&](const inputs& in, std::span<std::uint8_t> out) {
                      bytes tag(16);
                      CHECK(aead.encrypt(in[0], in[1], in[2], text, out, tag));
                      for (std::size_t i = 0; i < 16; ++i) out[i] ^= tag[i];
                  });
            check(std::string(A::name) + " tag", {A::key_size, 16, 50, 60}, 16,
                  [&](const inputs& in, auto out) { CHECK(aead.encrypt(in[0], in[1], in[2], in[3], sealed, out)); });
            check(std::string(A::name) + " forged", {A::key_size, 16, 50, 16}, text.size(),
                  [&](const inputs& in, std::span<std::uint8_t> out) {
                      CHECK_FALSE(aead.decrypt(in[0], in[1], in[2], text, in[3], out));
                      CHECK(std::ranges::all_of(out, [](std::uint8_t b) { return b == 0; }));
                  });
            check(std::string(A::name) + " in pieces", {A::key_size, 16, 50}, text.size() + 16,
                  [&](const inputs& in, std::span<std::uint8_t> out) {
                      hl::any_aead_stream s(aead.functions(), in[0], in[1]);
                      CHECK(s.absorb(in[2]));
                      CHECK(s.encrypt(std::span(text).first(21), out.first(21)));
                      CHECK(s.encrypt(std::span(text).subspan(21), out.subspan(21, text.size() - 21)));
                      CHECK(s.finish(out.subspan(text.size())));
                  });
            check(std::string(A::name) + " by an encryptor", {A::key_size, 16, 50}, text.size() + 16,
                  [&](const inputs& in, std::span<std::uint8_t> out) {
                      auto e = aead.encryptor(in[0], in[1], in[2]);
                      CHECK(e->update(std::span(text).first(21), out.first(21)));
                      CHECK(e->update(std::span(text).subspan(21), out.subspan(21, text.size() - 21)));
                      CHECK(e->finish(out.subspan(text.size())));
                  });
            check(std::string(A::name) + " by a decryptor", {A::key_size, 16, 50}, text.size(),
                  [&](const inputs& in, std::span<std::uint8_t> out) {
                      auto d = aead.decryptor(in[0], in[1], in[2]);
                      CHECK(d->update(std::span(text).first(21), out.first(21)));
                      CHECK(d->update(std::span(text).subspan(21), out.subspan(21)));
                  });
        });
    });
}

// Here the tag is right, so the places of the text are chosen: over key, nonce, associated data and tag, in part and in whole.
TEST_CASE("AEAD: a decrypted text over key, nonce, associated data and tag, one record and many, on every target") {
    hl::any_detail::each_aead([]<class A>() {
        const hl::any_aead aead = chosen<A>();
        const bytes text = random_bytes(70, 5);
        struct layout {
            std::size_t key, nonce, associated, tag, out;
        };
        kat::each_target([&] {
            for (std::size_t out = 0; out < 200; out += 9) {
                const layout at{80, 120, 140, 170, out};
                const bytes memory = random_bytes(300, 6);
                const auto part = [](const bytes& m, std::size_t from, std::size_t n) {
                    return std::span(m).subspan(from, n);
                };
                bytes cipher(text.size()), tag(16), fresh = memory;
                CHECK(aead.encrypt(part(memory, at.key, A::key_size), part(memory, at.nonce, 16),
                                   part(memory, at.associated, 20), text, cipher, tag));
                std::ranges::copy(tag, fresh.begin() + static_cast<std::ptrdiff_t>(at.tag));

                bytes m = fresh;
                const std::span to = std::span(m).subspan(at.out, text.size());
                CHECK(aead.decrypt(part(m, at.key, A::key_size), part(m, at.nonce, 16), part(m, at.associated, 20),
                                   cipher, part(m, at.tag, 16), to));
                CHECK(std::ranges::equal(to, text));

                for (const std::size_t count : {1u, 5u, 17u}) {
                    std::vector<bytes> each(count, fresh);
                    std::vector<hl::aead_record> records;
                    bool good[17] = {};
                    for (std::size_t i = 0; i < count; ++i) {
                        std::uint8_t* const p = each[i].data();
                        records.push_back({p + at.nonce, p + at.associated, 20, cipher.data(), p + at.out, text.size(),
                                           p + at.tag, good + i});
                    }
                    CHECK(hl::decrypt_many(aead, part(memory, at.key, A::key_size), hl::any_records(records)));
                    bool right = true;
                    for (std::size_t i = 0; i < count; ++i)
                        right = right && good[i] && std::ranges::equal(part(each[i], at.out, text.size()), text);
                    CHECK(right);
                }
            }
        });
    });
}

TEST_CASE("encrypt_many: ciphertext and tag over nonce and associated data of the same record, on every target") {
    hl::any_detail::each_aead([]<class A>() {
        const hl::any_aead aead = chosen<A>();
        const bytes text = random_bytes(37, 5), fresh = random_bytes(300, 6), key = random_bytes(A::key_size, 7);
        kat::each_target([&] {
            for (std::size_t out = 0; out < 100; out += 7)
                for (const std::size_t tag :
                     {110u, 50u, 66u, 100u}) {  // apart; over the nonce; over the associated data
                    if (tag != 110 && out + text.size() > tag && out < tag + 16) continue;
                    bytes m = fresh, want(text.size()), want_tag(16);
                    CHECK(aead.encrypt(key, std::span(m).subspan(50, 16), std::span(m).subspan(70, 30), text, want,
                                       want_tag));
                    for (const std::size_t count : {1u, 6u, 17u}) {
                        std::vector<bytes> each(count, fresh);
                        std::vector<hl::aead_record> records;
                        for (bytes& one : each)
                            records.push_back({one.data() + 50, one.data() + 70, 30, text.data(), one.data() + out,
                                               text.size(), one.data() + tag, nullptr});
                        CHECK(hl::encrypt_many(aead, key, hl::any_records(records)));
                        bool right = true;
                        for (const bytes& one : each)
                            right = right && std::ranges::equal(std::span(one).subspan(tag, 16), want_tag) &&
                                    (tag == 110 && out + text.size() > 110
                                         ? true
                                         : std::ranges::equal(std::span(one).subspan(out, text.size()), want));
                        CHECK(right);
                    }
                }
        });
    });
}
