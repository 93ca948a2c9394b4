// SPDX-License-Identifier: Apache-2.0 OR MIT
// After every public call the upper halves of the vector registers are clean. SHA-NI has only legacy SSE encodings, and
// beside dirty upper halves each change between the two costs hundreds of cycles.
#include <doctest/doctest.h>

#include <hashlane/hashlane.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hl_test.hpp"

namespace hl = hashlane;

// In a unit that is itself compiled for AVX the upper halves are the compiler's to use.
#if defined(HASHLANE_X86) && !defined(__AVX__)
namespace {

bool readable() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(13, 1, &a, &b, &c, &d) != 0 && (a & 4) != 0;  // XGETBV with ECX = 1
}

// XINUSE: bit 2 are the upper halves of ymm0..15, bit 6 those of zmm0..15.
unsigned dirty() {
    unsigned a = 0, d = 0;
    asm volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
    return a & 0x44;
}

void clean() { asm volatile("vzeroupper" ::: "xmm0"); }

void soil() { asm volatile("vpcmpeqd %%ymm0, %%ymm0, %%ymm0" ::: "xmm0"); }

hl::any_options options_of(const hl::algorithm& a) {
    static constexpr std::array<std::uint8_t, 32> key{1, 2, 3};
    hl::any_options options;
    if ((a.parameters & hl::parameter::key) != 0) options.key = key;
    if ((a.parameters & hl::parameter::customization) != 0) options.customization = key;
    return options;
}

}  // namespace

TEST_CASE("every digest leaves the upper halves clean") {
    if (!readable()) return hl_test::skip(1, "XGETBV with ECX = 1 is not available");
    clean();
    const unsigned cleaned = dirty();
    soil();
    const unsigned soiled = dirty();  // before doctest calls anything, which may clean them
    CHECK(cleaned == 0);
    CHECK(soiled != 0);

    const std::vector<std::uint8_t> message(40000, 0x5a);
    std::vector<std::uint8_t> out(1000);
    std::vector<std::string_view> choices{""};  // all that the processor has, then each alone
    for (const auto target : hl::available_targets()) choices.push_back(target);
    for (const auto target : choices) {
        REQUIRE(hl::use_target(target));
        for (const hl::algorithm& a : hl::algorithms()) {
            if (a.kind == hl::kind::aead || a.kind == hl::kind::kdf) continue;
            for (const std::size_t length : {0u, 1u, 300u, 40000u}) {
                CAPTURE(std::string(a.name) + " " + std::string(target) + " " + std::to_string(length));
                auto hash = hl::any_hash::create(a.name, options_of(a));
                REQUIRE(hash.has_value());
                clean();
                hash->update(std::span(message).first(length));
                const unsigned absorbed = dirty();
                clean();
                const bool told = hash->digest(std::span(out).first(a.any_length ? out.size() : a.digest_size));
                const unsigned digested = dirty();
                REQUIRE(told);
                const bool good = absorbed == 0 && digested == 0;
                CHECK(good);
                hl_test::count(good, !good);
            }
        }
    }
    CHECK(hl::use_target(""));
}

TEST_CASE("every other call leaves them clean") {
    if (!readable()) return hl_test::skip(1, "XGETBV with ECX = 1 is not available");
    static std::vector<std::uint8_t> bytes(40000, 0x5a), out(40000), more(40000);
    static constexpr std::array<std::uint8_t, 16> key{1, 2, 3};
    using view = std::span<const std::uint8_t>;
    static const auto mixed = [] {
        std::vector<view> messages;
        for (std::size_t i = 0; i < 100; ++i) messages.push_back(view(bytes).first(i * 37 % 1000));
        return messages;
    }();
    static const std::vector<std::array<std::uint8_t, 16>> blocks(100);
    static std::vector<std::vector<std::uint8_t>> ciphers;
    for (const view m : mixed) ciphers.emplace_back(m.size());
    struct call {
        const char* name;
        void (*make)();
    };
    const auto digests = [](std::size_t size) { return std::span(out).first(100 * size); };
    static const auto rows = hl::fixed_width(view(bytes).first(6400), 64);
    static const auto places = digests;
    static const hl::ascon_aead128 aead{key};
    const call calls[] = {
        {"sha256 rows", [] { hl::digest_many<hl::sha256>(rows, places(32)); }},
        {"sha256 mixed", [] { hl::digest_many<hl::sha256>(mixed, places(32)); }},
        {"sha256 two", [] { hl::digest_many<hl::sha256>(std::span(mixed).first(2), std::span(out).first(64)); }},
        {"sha512 mixed", [] { hl::digest_many<hl::sha512>(mixed, places(64)); }},
        {"sha3-256 mixed", [] { hl::digest_many<hl::sha3_256>(mixed, places(32)); }},
        {"ascon-hash256 mixed", [] { hl::digest_many<hl::ascon_hash256>(mixed, places(32)); }},
        {"hmac-sha256 mixed", [] { hl::tag_many(hl::hmac<hl::sha256>(key), mixed, places(32)); }},
        {"kmac128 mixed", [] { hl::tag_many(hl::kmac128(key), mixed, places(20)); }},
        {"pairs", [] { hl::hash_pairs<hl::sha256>(view(bytes).first(6400), places(32)); }},
        {"streams",
         [] {
             hl::xof_lanes<hl::shake128, 4> streams{std::span(mixed).first(4)};
             streams.squeeze_blocks(std::span(out).first(4 * 168), 1);
         }},
        {"kt128 over threads",
         [] {
             hl::kt128 tree;
             hl::absorb_with_threads(tree, bytes, hl::threads{2}).reader().squeeze(std::span(out).first(32));
         }},
        {"encrypt", [] { (void)aead.encrypt(key, view(bytes).first(9), view(bytes), out); }},
        {"decrypt", [] { (void)aead.decrypt(key, view(bytes).first(9), view(bytes), key, more); }},
        {"encrypt_many", [] { hl::encrypt_many(aead, blocks, key, mixed, ciphers, std::span(out).first(1600)); }},
        {"decrypt_many", [] { (void)hl::decrypt_many(aead, blocks, key, mixed, blocks, ciphers); }},
        {"hkdf", [] { (void)hl::derive_into<hl::hkdf<hl::sha256>>(key, view(bytes), key, std::span(out).first(100)); }},
        {"pbkdf2", [] { (void)hl::derive_into<hl::pbkdf2<hl::sha256>>(key, key, 3, std::span(out).first(100)); }},
    };
    for (const auto target : hl::available_targets()) {
        REQUIRE(hl::use_target(target));
        for (const call& c : calls) {
            CAPTURE(std::string(c.name) + " " + std::string(target));
            clean();
            c.make();
            const bool good = dirty() == 0;
            CHECK(good);
            hl_test::count(good, !good);
        }
    }
    CHECK(hl::use_target(""));
}
#else
TEST_CASE("every digest leaves the upper halves clean") { hl_test::skip(1, "no x86-64, or a unit compiled for AVX"); }
#endif
