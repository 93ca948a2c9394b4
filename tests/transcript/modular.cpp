// SPDX-License-Identifier: Apache-2.0 OR MIT
// Reduction, against remainders by subtraction, and how challenges are drawn.
#include <doctest/doctest.h>

#include <bit>
#include <hashlane/transcript.hpp>
#include <random>
#include <string_view>

namespace {

namespace hl = hashlane;
using namespace std::string_view_literals;

// r = 2 r + bit, less p: on bytes, the low one first.
template <class F>
typename hl::field_of<F>::integer slow(const std::uint8_t* p, std::size_t n) {
    using field = hl::field_of<F>;
    hl::modular::limbs<field::limb_count + 1> r{}, m{};
    std::ranges::copy(field::modulus, m.begin());
    for (std::size_t bit = 8 * n; bit-- != 0;) {
        for (std::size_t i = r.size(); i-- != 0;) r[i] = r[i] << 1 | (i ? r[i - 1] >> 31 : p[bit / 8] >> bit % 8 & 1);
        if (!hl::modular::below(r, m)) hl::modular::subtract(r, m);
    }
    typename field::limbs out{};
    std::copy_n(r.begin(), out.size(), out.begin());
    return field::from_limbs(out);
}

template <class F, std::size_t N>
void check_reduction() {
    using field = hl::field_of<F>;
    std::minstd_rand random(N);
    std::array<std::uint8_t, N> x{};
    const auto check = [&] { CHECK(field::template reduced<N>(x.data()) == slow<F>(x.data(), N)); };
    check();
    x.fill(0xff);
    check();
    for (int i = 0; i < 400; ++i) {
        for (auto& b : x) b = static_cast<std::uint8_t>(i % 3 == 0 ? random() : random() % 2 ? 0xff : 0);
        check();
    }
    // Multiples of p, and their neighbours.
    for (int i = 0; i < 400; ++i) {
        hl::modular::limbs<(N + 3) / 4> high{};
        for (auto& w : high) w = i % 2 ? static_cast<std::uint32_t>(random()) : random() % 2 ? 0xffffffff : 0;
        const auto product = hl::modular::multiply<(N + 3) / 4>(high, field::modulus);
        for (std::size_t k = 0; k < N; ++k) x[k] = static_cast<std::uint8_t>(product[k / 4] >> 8 * (k % 4));
        if (N > 4 && i % 4 == 3) x[0]--;
        check();
    }
}

template <class F>
void check_field() {
    constexpr std::size_t Ns = hl::field_of<F>::serialized;
    check_reduction<F, Ns>();
    check_reduction<F, Ns + 16>();
    check_reduction<F, Ns + 3>();
    check_reduction<F, 2 * Ns + 32>();
}

struct p521 {  // 2^521 - 1
    static constexpr std::array<std::uint64_t, 9> modulus{~0ull, ~0ull, ~0ull, ~0ull, ~0ull,
                                                          ~0ull, ~0ull, ~0ull, 0x1ff};
};
struct just_above_64 {  // 2^64 + 13
    static constexpr std::array<std::uint64_t, 2> modulus{13, 1};
};
struct five {
    static constexpr std::array<std::uint64_t, 1> modulus{5};
};

hl::verifier<hl::shake128_duplex> party() {
    return hl::verifier(hl::session<hl::shake128_duplex>(hl::session_id{}).instance<hl::string_codec>("x"sv),
                        std::span<const std::uint8_t>{});
}

}  // namespace

TEST_CASE_TEMPLATE("LE2IP mod p", F, hl::mersenne31, hl::babybear, hl::koalabear, hl::goldilocks, hl::bn254_scalar,
                   hl::bls12_381_scalar, hl::p256_scalar, p521, just_above_64, five) {
    check_field<F>();
}

TEST_CASE("LE2IP mod M, at run time") {
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        std::array<std::uint8_t, 24> x{};
        for (auto& b : x) b = static_cast<std::uint8_t>(random());
        const std::uint64_t m = std::max<std::uint64_t>(2, random() >> random() % 63);
        // By halves of words: r < 2^32 m / 2^32 never leaves 64 bits where m is below 2^32.
        if (m >> 32 == 0) {
            std::uint64_t r = 0;
            for (std::size_t k = x.size(); k-- != 0;) r = (r << 8 | x[k]) % m;
            CHECK(hl::modular::remainder(x.data(), x.size(), m) == r);
        } else {
            const std::uint64_t r = hl::modular::remainder(x.data(), x.size(), m);
            CHECK(r < m);
            // x - r is a multiple of m: adding r's complement gives 0.
            auto y = x;
            std::uint64_t borrow = 0;
            for (std::size_t k = 0; k < y.size(); ++k) {
                const std::uint64_t d = std::uint64_t{y[k]} - (k < 8 ? r >> 8 * k & 0xff : 0) - borrow;
                y[k] = static_cast<std::uint8_t>(d);
                borrow = d >> 63;
            }
            CHECK(borrow == 0);
            CHECK(hl::modular::remainder(y.data(), y.size(), m) == 0);
        }
    }
}

// s.6.1.3: the smallest with 256^Ns >= M.
TEST_CASE("sizes") {
    static_assert(hl::modular::serialized_size(2) == 1 && hl::modular::serialized_size(256) == 1);
    static_assert(hl::modular::serialized_size(257) == 2 && hl::modular::serialized_size(std::uint64_t{1} << 32) == 4);
    static_assert(hl::modular::serialized_size(0) == 8 && hl::modular::serialized_size(~std::uint64_t{0}) == 8);
    static_assert(hl::field_of<hl::mersenne31>::serialized == 4 && hl::field_of<hl::bn254_scalar>::serialized == 32);
    static_assert(hl::field_of<p521>::serialized == 66 && hl::field_of<just_above_64>::serialized == 9);
    CHECK(sizeof(hl::field_of<hl::goldilocks>::integer) == 8);
}

// Challenges are pieces of one stream.
TEST_CASE("what challenges are made of") {
    std::array<std::uint8_t, 64> stream{};
    auto raw = party();
    raw.challenge(stream);

    auto bits = party();
    CHECK(bits.challenge_bits(1) == (stream[0] & 1u));
    CHECK(bits.challenge_bits(13) == (stream[1] | (stream[2] & 0x1fu) << 8));
    CHECK(bits.challenge_bits(64) == hl::load<std::endian::little, std::uint64_t>(stream.data() + 3));

    auto below = party();
    CHECK(below.challenge_below(256) == stream[0]);  // 17 bytes, of which the others are multiples of 256
    CHECK(below.challenge_below(1000) == hl::modular::remainder(stream.data() + 17, 18, 1000));

    auto field = party();
    CHECK(field.challenge_in<hl::mersenne31>() == slow<hl::mersenne31>(stream.data(), 20));
    CHECK(field.challenge_in<hl::mersenne31, 0>() == slow<hl::mersenne31>(stream.data() + 20, 4));

    auto extension = party();
    const auto two = extension.challenge_in<hl::extension_field<hl::goldilocks, 2>>();
    CHECK(two[0] == slow<hl::goldilocks>(stream.data(), 24));
    CHECK(two[1] == slow<hl::goldilocks>(stream.data() + 24, 24));

    auto some = party();
    for (int i = 0; i < 1000; ++i) {
        CHECK(some.challenge_below(3) < 3);
        CHECK(some.challenge_in<five>() < 5);
    }
}
