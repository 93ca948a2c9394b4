// SPDX-License-Identifier: Apache-2.0 OR MIT
// Which targets a processor gets, and what the public functions say about them.
#include <doctest/doctest.h>

#include <hashlane/sha3.hpp>

#include <string>
#include <thread>
#include <vector>

#include "hl_test.hpp"

namespace hl = hashlane;
namespace targets = hashlane::targets;
using namespace std::literals;

namespace {

// Processors that need not exist: what CPUID and XGETBV would say, and the targets that must come of it.
struct processor {
    std::string_view what;
    targets::cpu says;
    std::string_view gets;  // in the order of targets::all
};

#if defined(HASHLANE_X86)
using x = targets::x86_cpu;
constexpr unsigned sse = x::ssse3 | x::sse41, avx = sse | x::osxsave | x::avx, haswell = x::avx2 | x::bmi1 | x::bmi2,
                   skylake = haswell | x::avx512f | x::avx512bw | x::avx512vl | x::avx512dq;
constexpr processor processors[] = {
    {"nothing", {0, 0, 0}, "baseline"},
    {"Nehalem", {sse, 0, 0}, "baseline"},
    {"Goldmont", {sse | x::osxsave, x::sha, 0x03}, "sha_ni baseline"},
    {"SHA without SSE4.1", {x::ssse3, x::sha, 0}, "baseline"},
    {"SHA without SSSE3", {x::sse41, x::sha, 0}, "baseline"},
    {"Haswell", {avx, haswell, 0x07}, "avx2 baseline"},
    {"Haswell, BMI1 off", {avx, haswell & ~x::bmi1, 0x07}, "baseline"},
    {"Haswell, BMI2 off", {avx, haswell & ~x::bmi2, 0x07}, "baseline"},
    {"Haswell, AVX off", {avx & ~x::avx, haswell, 0x07}, "baseline"},
    {"Haswell, the OS saves no ymm", {avx, haswell, 0x03}, "baseline"},
    {"Haswell, the OS saves ymm without xmm", {avx, haswell, 0x05}, "baseline"},
    {"Haswell, XCR0 cannot be read", {avx & ~x::osxsave, haswell, 0x07}, "baseline"},
    {"Zen", {avx, haswell | x::sha, 0x07}, "sha_ni avx2 baseline"},
    {"Zen, old OS", {avx & ~x::osxsave, haswell | x::sha, 0}, "sha_ni baseline"},
    {"Skylake-X", {avx, skylake, 0xe7}, "avx512 avx2 baseline"},
    {"Ice Lake", {avx, skylake | x::sha, 0xe7}, "sha_ni avx512 avx2 baseline"},
    {"Ice Lake, the OS saves no zmm", {avx, skylake | x::sha, 0x07}, "sha_ni avx2 baseline"},
    {"Ice Lake, no mask registers saved", {avx, skylake, 0xc7}, "avx2 baseline"},
    {"Ice Lake, no upper halves saved", {avx, skylake, 0xa7}, "avx2 baseline"},
    {"Ice Lake, no zmm16..31 saved", {avx, skylake, 0x67}, "avx2 baseline"},
    {"Ice Lake, zmm saved without ymm", {avx, skylake, 0xe3}, "baseline"},
    {"Knights Landing", {avx, haswell | x::avx512f, 0xe7}, "avx2 baseline"},
    {"AVX-512 without VL", {avx, skylake & ~x::avx512vl, 0xe7}, "avx2 baseline"},
    {"AVX-512 without BW", {avx, skylake & ~x::avx512bw, 0xe7}, "avx2 baseline"},
    {"AVX-512 without BMI2", {avx, skylake & ~x::bmi2, 0xe7}, "baseline"},
};
#elif defined(HASHLANE_ARM)
using a = targets::arm_cpu;
constexpr processor processors[] = {
    {"Armv8.0", {0}, "neon baseline"},
    {"with SHA-256", {a::sha2}, "arm_sha2 neon baseline"},
    {"with SHA-3 but not SHA-512", {a::sha2 | a::sha3}, "arm_sha2 neon baseline"},
    {"with SHA-512 but not SHA-3", {a::sha2 | a::sha512}, "arm_sha2 neon baseline"},
    {"with all", {a::sha2 | a::sha3 | a::sha512}, "arm_sha2 arm_sha3 neon baseline"},
};
#else
constexpr processor processors[] = {{"any", {}, "baseline"}};
#endif

constexpr unsigned bits_of(std::string_view names) {
    unsigned bits = 0;
    while (!names.empty()) {
        const auto end = names.find(' ');
        bits |= targets::bit_of(names.substr(0, end));
        names.remove_prefix(end == names.npos ? names.size() : end + 1);
    }
    return bits;
}

}  // namespace

TEST_CASE("a processor gets the targets that it and its operating system can run, and no other") {
    for (const processor& p : processors) {
        CAPTURE(std::string(p.what));
        const bool good = targets::all::available(p.says) == bits_of(p.gets);
        CHECK(good);
        hl_test::count(good, !good);
    }
}

#if defined(HASHLANE_X86)
// CPUID leaf 0 EBX of "AuthenticAMD" and "GenuineIntel", and leaf 1 EAX of processors of both.
TEST_CASE("which processors have code of their own beside the targets") {
    constexpr unsigned amd = 0x68747541, intel = 0x756e6547;
    struct model {
        std::string_view what;
        unsigned vendor, leaf1_eax, family;
        bool slow_vector_chains, many_alus;
    };
    constexpr model models[] = {
        {"nothing", 0, 0, 0, false, false},
        {"Pentium 4", intel, 0x00000f29, 15, false, false},
        {"Skylake", intel, 0x000506e3, 6, false, false},
        {"Redwood Cove", intel, 0x000a06d1, 6, false, false},
        {"a vendor other than AMD, of family 26", intel, 0x00b00f21, 26, false, false},
        {"Zen 2", amd, 0x00830f10, 23, true, false},
        {"Zen 4", amd, 0x00a10f11, 25, true, false},
        {"Zen 5", amd, 0x00b00f21, 26, true, true},
        {"a family after Zen 5", amd, 0x00c00f00, 27, true, true},
    };
    for (const model& m : models) {
        CAPTURE(std::string(m.what));
        const x cpu{.leaf0_ebx = m.vendor, .leaf1_eax = m.leaf1_eax};
        CHECK(cpu.family() == m.family);
        CHECK(cpu.slow_vector_chains() == m.slow_vector_chains);
        CHECK(cpu.many_alus() == m.many_alus);
    }
}

// Written from the manuals, not from x86.hpp: bits of CPUID leaf 1 ECX, leaf 7 EBX, XCR0 (Intel SDM vol. 1 s.13.3, 14.3,
// 15.2). No ymm without XMM and YMM state, no zmm without opmask, ZMM_Hi256 and Hi16_ZMM state.
TEST_CASE("every processor that could be: all combinations of features and of what the system saves") {
    std::uint64_t wrong = 0, tried = 0;
    const unsigned ecx_bits[] = {9, 19, 27, 28}, ebx_bits[] = {3, 5, 8, 16, 17, 29, 30, 31},
                   xcr0_bits[] = {0, 1, 2, 5, 6, 7};
    const auto spread = [](unsigned number, const auto& bits) {
        unsigned out = 0;
        for (std::size_t i = 0; i < std::size(bits); ++i) out |= (number >> i & 1) << bits[i];
        return out;
    };
    for (unsigned c = 0; c < 16; ++c)
        for (unsigned b = 0; b < 256; ++b)
            for (unsigned s = 0; s < 64; ++s) {
                const unsigned ecx = spread(c, ecx_bits), ebx = spread(b, ebx_bits), xcr0 = spread(s, xcr0_bits);
                const auto has = [](unsigned word, unsigned bit) { return (word >> bit & 1) != 0; };
                const bool ymm = has(ecx, 27) && has(xcr0, 1) && has(xcr0, 2);
                const bool zmm = ymm && has(xcr0, 5) && has(xcr0, 6) && has(xcr0, 7);
                const bool avx2 = ymm && has(ecx, 28) && has(ebx, 5) && has(ebx, 3) && has(ebx, 8);
                const bool avx512 = avx2 && zmm && has(ebx, 16) && has(ebx, 30) && has(ebx, 31);
                const bool sha_ni = has(ebx, 29) && has(ecx, 9) && has(ecx, 19);
                const unsigned want = (sha_ni ? targets::bit_of("sha_ni") : 0) |
                                      (avx512 ? targets::bit_of("avx512") : 0) | (avx2 ? targets::bit_of("avx2") : 0) |
                                      targets::baseline_bit;
                wrong += targets::all::available(x{.leaf1_ecx = ecx, .leaf7_ebx = ebx, .xcr0 = xcr0}) != want;
                ++tried;
            }
    CHECK(wrong == 0);
    CHECK(tried == 1 << 18);
    hl_test::count(tried - wrong, wrong);
}
#endif

TEST_CASE("names are exact") {
    for (const std::string_view name : hl::known_targets()) {
        CHECK(targets::name_of(targets::bit_of(name)) == name);
        for (std::size_t n = 0; n < name.size(); ++n) CHECK(targets::bit_of(name.substr(0, n)) == 0);
        CHECK(targets::bit_of(std::string(name) + " ") == 0);
        CHECK(targets::bit_of(std::string(name) + '\0') == 0);
    }
    CHECK(targets::bit_of("AVX2") == 0);
    for (const unsigned bit : {0u, targets::slow_vector_chains, targets::many_alus_bit}) {
        CHECK(targets::name_of(bit) == "baseline");
        CHECK(targets::widest(bit) == "baseline");
    }
}

TEST_CASE("use_target takes what is available, refuses the rest, and \"\" gives the choice back") {
    const auto automatic = hl::target_name();
    const auto available = hl::available_targets();
    CHECK(available.names[available.size() - 1] == "baseline");
    const auto expected = hl::digest<hl::sha3_256>("abc"sv);
    for (const std::string_view name : hl::known_targets()) {
        CAPTURE(std::string(name));
        bool here = false;
        for (const auto other : available) here = here || other == name;
        REQUIRE(hl::use_target("baseline"));
        CHECK(hl::use_target(name) == here);
        CHECK(hl::target_name() == (here ? name : "baseline"sv));
        CHECK(hl::target_in_use("baseline"));
        if (here)
            for (const std::string_view other : hl::known_targets())
                CHECK(hl::target_in_use(other) ==
                      (other == name || other == "baseline" || (name == "avx512" && other == "avx2")));
        CHECK(hl::digest<hl::sha3_256>("abc"sv) == expected);
    }
    CHECK_FALSE(hl::use_target("nosuch"));
    CHECK(hl::use_target(""));
    CHECK(hl::target_name() == automatic);
}

TEST_CASE("threads that come first together agree") {
    std::vector<std::string_view> names(8);
    std::vector<std::thread> threads;
    for (auto& name : names) threads.emplace_back([&name] { name = hl::target_name(); });
    for (auto& thread : threads) thread.join();
    for (const auto name : names) CHECK(name == hl::target_name());
}
