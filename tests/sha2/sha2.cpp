// SPDX-License-Identifier: Apache-2.0 OR MIT
// SHA-2 at its edges, on every target, against a second transcription of the standard.
#include <doctest/doctest.h>
#include <hashlane/sha2.hpp>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "hl_test.hpp"
#include "reference.hpp"

namespace {

namespace hl = hashlane;
using namespace std::literals;
using bytes = std::vector<std::uint8_t>;

static_assert(hl::sha512_t<224>::name == "sha512-224" && hl::sha512_t<7>::name == "sha512-7");
static_assert(hl::sha512_t<1>::digest_size == 1 && hl::sha512_t<9>::digest_size == 2);
static_assert(std::is_same_v<hl::sha512_224, hl::sha512_t<224>>);
static_assert(std::is_trivially_copyable_v<hl::sha256> && std::is_trivially_copyable_v<hl::sha512>);

template <unsigned t>
concept has_sha512_t = requires { typename hl::sha512_t<t>; };
static_assert(!has_sha512_t<0> && !has_sha512_t<384> && !has_sha512_t<512> && has_sha512_t<1> && has_sha512_t<511>);

// No two blocks alike.
bytes message(std::size_t n) {
    bytes m(n);
    std::uint32_t x = 0x2545f491;
    for (auto& b : m) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        b = static_cast<std::uint8_t>(x >> 11);
    }
    return m;
}

template <class H, class W, unsigned Bits, bool T = false>
struct algorithm {
    using hash = H;
    static bytes expected(const std::vector<bool>& bits) { return reference::digest<W>(Bits, bits, T); }
    static bytes expected(std::span<const std::uint8_t> m) { return expected(reference::to_bits(m)); }
};

using sha224 = algorithm<hl::sha224, std::uint32_t, 224>;
using sha256 = algorithm<hl::sha256, std::uint32_t, 256>;
using sha384 = algorithm<hl::sha384, std::uint64_t, 384>;
using sha512 = algorithm<hl::sha512, std::uint64_t, 512>;
using sha512_256 = algorithm<hl::sha512_256, std::uint64_t, 256, true>;
#define SHA2 sha224, sha256, sha384, sha512, sha512_256

bool same(const auto& a, const bytes& b) { return std::ranges::equal(a, b); }

// Calls f with each target forced, and with the code that avx512 has for processors with more than four ALUs.
struct every_target {
    template <class F>
    explicit every_target(F&& f) {
        for (const std::string_view name : hl::available_targets()) {
            REQUIRE(hl::use_target(name));
            CAPTURE(name);
            CHECK_FALSE(hl::targets::many_alus());
            f();
        }
        if (hl::use_target("avx512")) {
            hl::entry_points::set_targets_in_use(hl::entry_points::targets_in_use() | hl::targets::many_alus_bit);
            CHECK(hl::targets::many_alus());
            f();
        }
        REQUIRE(hl::use_target(""));
    }
};

}  // namespace

TEST_CASE_TEMPLATE("every length to five blocks, every target", A, SHA2) {
    using H = typename A::hash;
    const auto all = message(5 * H::block_size + 3);
    std::vector<bytes> expected;
    for (std::size_t n = 0; n <= all.size(); ++n) expected.push_back(A::expected(std::span(all).first(n)));
    every_target([&] {
        for (std::size_t n = 0; n <= all.size(); ++n) {
            const bool good = same(hl::digest<H>(std::span(all).first(n)), expected[n]);
            hl_test::count(good, !good);
        }
    });
}

TEST_CASE_TEMPLATE("every number of blocks to 20, at every alignment", A, sha256, sha512) {
    using H = typename A::hash;
    const auto all = message(20 * H::block_size + 64);
    for (std::size_t blocks = 0; blocks <= 20; ++blocks) {
        const auto expected = A::expected(std::span(all).subspan(blocks % 7, blocks * H::block_size));
        every_target([&] {
            alignas(64) static std::uint8_t room[21 * 128 + 64];
            for (std::size_t at = 0; at < 64; ++at) {
                std::copy_n(all.data() + blocks % 7, blocks * H::block_size, room + at);
                const bool good = same(hl::digest<H>(std::span(room + at, blocks * H::block_size)), expected);
                hl_test::count(good, !good);
            }
        });
    }
}

TEST_CASE_TEMPLATE("every split in two, with an empty piece between", A, SHA2) {
    using H = typename A::hash;
    for (const std::size_t n : {H::block_size - 1, H::block_size, H::block_size + 1, 3 * H::block_size + 5}) {
        const auto m = message(n);
        const auto expected = A::expected(m);
        for (std::size_t at = 0; at <= n; ++at) {
            H h;
            h.update(std::span(m).first(at)).update(""sv);
            const auto so_far = h.digest();
            h.update(std::span(m).subspan(at));
            const bool good = same(h.digest(), expected) && so_far == hl::digest<H>(std::span(m).first(at));
            hl_test::count(good, !good);
        }
    }
}

TEST_CASE_TEMPLATE("byte by byte", A, SHA2) {
    using H = typename A::hash;
    const auto m = message(4 * H::block_size + 9);
    H h;
    for (const std::uint8_t b : m) h.update(std::span(&b, 1));
    CHECK(same(h.digest(), A::expected(m)));
}

TEST_CASE_TEMPLATE("every number of bits to two blocks", A, sha224, sha512, sha512_256) {
    using H = typename A::hash;
    const auto m = message(2 * H::block_size + 1);
    auto bits = reference::to_bits(m);
    for (std::size_t n = 16 * H::block_size; n-- != 0;) {
        bits.resize(n);
        H h;
        h.update(std::span(m).first(n / 8));
        // the bits that do not count are left as they are
        const bool good = same(h.digest(hl::partial_byte{m[n / 8], static_cast<unsigned>(n % 8)}), A::expected(bits));
        hl_test::count(good, !good);
    }
}

TEST_CASE("SHA-512/t") {
    const auto m = message(200);
    const auto check = [&]<unsigned t>(std::integral_constant<unsigned, t>) {
        CHECK(same(hl::digest<hl::sha512_t<t>>(m), reference::digest<std::uint64_t>(t, reference::to_bits(m), true)));
    };
    [&]<unsigned... t>(std::integer_sequence<unsigned, t...>) {
        (check(std::integral_constant<unsigned, t>{}), ...);
    }(std::integer_sequence<unsigned, 1, 7, 8, 9, 10, 63, 64, 65, 99, 100, 128, 160, 224, 255, 256, 257, 383, 385, 505,
                            511>{});
}

// What ends a message gives any number of bytes; the bits behind the last one are zero in the last byte alone.
TEST_CASE_TEMPLATE("the first bytes of a digest that ends within a byte", H, hl::sha512_t<9>, hl::sha512_t<100>,
                   hl::sha512_t<511>) {
    H h;
    h.update(message(200));
    const auto whole = h.digest();
    auto ended = hl::access::construction(h);
    ended.finish();
    for (std::size_t n = 0; n <= whole.size(); ++n) {
        bytes some(n);
        ended.squeeze(some.data(), n);
        CHECK(same(std::span(whole).first(n), some));
    }
}

TEST_CASE_TEMPLATE("a state travels as bytes", A, SHA2) {
    using H = typename A::hash;
    const auto m = message(2 * H::block_size + 7);
    const auto expected = hl::digest<H>(m);
    for (std::size_t at = 0; at <= m.size(); ++at) {
        H h;
        h.update(std::span(m).first(at));
        auto state = h.export_state();
        auto back = H::import_state(state);
        REQUIRE(back);
        CHECK(back->export_state() == state);
        CHECK(back->update(std::span(m).subspan(at)).digest() == expected);
        state[at * 7 % state.size()] ^= 1;
        CHECK_FALSE(H::import_state(state));
    }
}

TEST_CASE("a state of another algorithm is refused") {
    CHECK_FALSE(hl::sha224::import_state(hl::sha256{}.export_state()));
    CHECK_FALSE(hl::sha512_224::import_state(hl::sha512_256{}.export_state()));
}

#if defined(HASHLANE_X86)
// Goldmont and its successors have SHA-NI and no AVX, so no vzeroupper either.
TEST_CASE("SHA-NI on a processor without AVX") {
    if (!std::ranges::count(hl::available_targets(), "sha_ni"sv)) return hl_test::skip(1, "no SHA-NI");
    const auto m = message(3 * 64);
    std::array<std::uint32_t, 8> with = hl::sha2::sha256_parameters::initial_hash_value, without = with;
    using kernel = hl::sha2::blocks_kernel<hl::sha2::words32>;
    const bool avx = std::ranges::count(hl::available_targets(), "avx2"sv) != 0;
    hl::targets::sha_ni::run<kernel>(with.data(), static_cast<const std::uint8_t*>(m.data()), std::size_t{3}, avx);
    hl::targets::sha_ni::run<kernel>(without.data(), static_cast<const std::uint8_t*>(m.data()), std::size_t{3}, false);
    CHECK(with == without);
    CHECK(with != hl::sha2::sha256_parameters::initial_hash_value);
}

// Dirty upper halves would cost SHA-NI hundreds of cycles a switch.
TEST_CASE("no upper half of a vector register is left in use") {
    const auto in_use = [] {
        unsigned low = 0, high = 0;
        asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
        return low & 0x44u;
    };
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!(__get_cpuid_count(0xd, 1, &a, &b, &c, &d) != 0 && (a & 4) != 0)) return hl_test::skip(1, "no XGETBV(1)");
    if (!std::ranges::count(hl::available_targets(), "avx2"sv)) return hl_test::skip(1, "no AVX2");
    const auto m = message(5 * 128);
    every_target([&] {
        for (std::size_t n = 0; n <= m.size(); n += 64) {
            hl::sha256 h256;
            hl::sha512 h512;
            asm volatile("vpcmpeqb %%ymm3, %%ymm3, %%ymm3" : : : "xmm3");
            const bool special = hl::target_in_use("sha_ni");
            if (special && in_use() != 0) {
                h256.update(std::span(m).first(n));
                const auto digest = h256.digest();
                CHECK(in_use() == 0);
                CHECK(digest == hl::digest<hl::sha256>(std::span(m).first(n)));
            }
            h512.update(std::span(m).first(n));
            const auto digest = h512.digest();
            if (!hl::target_in_use("avx2") && !hl::target_in_use("avx512")) continue;
            CHECK(in_use() == 0);
            CHECK(digest == hl::digest<hl::sha512>(std::span(m).first(n)));
        }
    });
}
#endif
