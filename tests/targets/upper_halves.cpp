// SPDX-License-Identifier: Apache-2.0 OR MIT
// After every public call the upper halves of the vector registers are clean. SHA-NI has only legacy SSE encodings, and
// beside dirty upper halves each change between the two costs hundreds of cycles.
#include <doctest/doctest.h>

#include <hashlane/any.hpp>

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
    CHECK(dirty() == 0);
    soil();
    CHECK(dirty() != 0);

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
                std::string_view error;
                auto hash = hl::any_hash::create(a.name, options_of(a), error);
                REQUIRE(hash.has_value());
                clean();
                hash->update(std::span(message).first(length));
                const unsigned absorbed = dirty();
                clean();
                REQUIRE(hash->digest(std::span(out).first(a.any_length ? out.size() : a.digest_size)));
                const bool good = absorbed == 0 && dirty() == 0;
                CHECK(good);
                hl_test::count(good, !good);
            }
        }
    }
    CHECK(hl::use_target(""));
}
#else
TEST_CASE("every digest leaves the upper halves clean") { hl_test::skip(1, "no x86-64, or a unit compiled for AVX"); }
#endif
