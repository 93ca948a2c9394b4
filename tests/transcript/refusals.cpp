// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a verifier refuses, and the reason that it gives.
#include <doctest/doctest.h>

#include <hashlane/transcript.hpp>
#include <random>
#include <string_view>
#include <vector>

namespace {

namespace hl = hashlane;
using namespace std::string_view_literals;
using bytes = std::vector<std::uint8_t>;
using D = hl::shake128_duplex;
using hl::refusal;

// A type of one's own for elements: a residue plus one, say.
struct shifted {
    std::uint32_t plus_one;
    bool operator==(const shifted&) const = default;
};
struct shifted_babybear : hl::babybear {
    using element = shifted;
    static constexpr std::uint32_t to_integer(const shifted& e) { return e.plus_one - 1; }
    static constexpr shifted from_integer(std::uint32_t i) { return {i + 1}; }
};
struct cubic_babybear : hl::extension_field<shifted_babybear, 3> {};

// A codec of one's own, whose message has no bytes.
struct nothing_codec {
    using value_type = bool;
    static constexpr std::size_t size = 0;
    template <class Out>
    static constexpr void encode(Out&, bool) {}
    static constexpr hl::received<bool> decode(hl::proof_reader& in) {
        if (in.take(size) == nullptr) return refusal::truncated;
        return true;
    }
};
constexpr bool reads_nothing(std::span<const std::uint8_t> proof) {
    hl::proof_reader in(proof);
    return in.take(0) != nullptr && in.take(1) == nullptr && in.take(0) != nullptr && in.unread().empty();
}
static_assert(reads_nothing({}));

hl::statement<D> begun() { return hl::session<D>(hl::session_id{}).instance<hl::string_codec>("x"sv); }

template <class C>
refusal why(const bytes& proof) {
    hl::verifier v(begun(), proof);
    const auto one = v.template receive<C>();
    if (!one) CHECK(one.why() == v.check_eof());
    return v.check_eof();
}

// Everything that begins with, but is not, one message of this codec.
template <class C, class V>
void check_strict(const V& value) {
    bytes proof;
    hl::prover(begun(), proof).template send<C>(value);
    if constexpr (requires { C::size; }) CHECK(proof.size() == C::size);
    CHECK(why<C>(proof) == refusal::none);
    CHECK(hl::deserialize<C>(proof));
    for (std::size_t n = 0; n < proof.size(); ++n)
        CHECK(why<C>(bytes(proof.begin(), proof.begin() + std::ptrdiff_t(n))) == refusal::truncated);
    proof.push_back(0);
    CHECK(why<C>(proof) == refusal::trailing_bytes);
    CHECK(hl::deserialize<C>(proof).why() == refusal::trailing_bytes);
}

template <class F>
typename hl::field_of<F>::integer modulus() {
    typename hl::field_of<F>::integer m{};
    if constexpr (requires { m.size(); })
        std::copy_n(F::modulus.begin(), m.size(), m.begin());
    else
        m = static_cast<decltype(m)>(F::modulus[0]);
    return m;
}

// The modulus itself, all bits set, and p - 1, which is the last that is right.
template <class F>
void check_canonical() {
    using field = hl::field_of<F>;
    using C = hl::field_codec<F>;
    auto m = modulus<F>();
    const auto written = [&](const auto& x) {
        bytes out(field::serialized);
        const auto w = field::to_limbs(x);
        for (std::size_t i = 0; i < out.size(); ++i)
            out[field::order == std::endian::big ? out.size() - 1 - i : i] =
                static_cast<std::uint8_t>(w[i / 4] >> 8 * (i % 4));
        return out;
    };
    CHECK(why<C>(written(m)) == refusal::not_canonical);
    CHECK(why<C>(bytes(field::serialized, 0xff)) == refusal::not_canonical);
    if constexpr (requires { m[0]; })
        --m[0];
    else
        --m;
    CHECK(why<C>(written(m)) == refusal::none);
    check_strict<C>(m);
}

}  // namespace

TEST_CASE("a message is whole, and nothing follows the last one") {
    check_strict<hl::string_codec>("abc"sv);
    check_strict<hl::string_codec>(""sv);
    check_strict<hl::bytes_codec<5>>(std::array<std::uint8_t, 5>{1, 2, 3, 4, 5});
    check_strict<hl::integer_codec<std::uint8_t>>(std::uint8_t{255});
    check_strict<hl::integer_codec<std::uint64_t>>(~std::uint64_t{0});
    check_strict<hl::below_codec<0>>(~std::uint64_t{0});
    check_strict<hl::below_codec<(std::uint64_t{1} << 32)>>(0xffffffffu);
    check_strict<hl::below_codec<1000000>>(999999u);
    check_strict<hl::array_codec<hl::field_codec<hl::goldilocks>, 3>>(std::array<std::uint64_t, 3>{1, 2, 3});
    check_strict<hl::field_codec<cubic_babybear>>(std::array<shifted, 3>{{{1}, {2}, {3}}});
    check_strict<hl::field_codec<shifted_babybear>>(shifted{hl::babybear::modulus[0] & 0xffffffff});
}

TEST_CASE("an integer of another type is not cut to that of the codec") {
    using element = hl::field_codec<hl::koalabear>;
    CHECK(element::accepts(5));
    CHECK(element::accepts(5ull));
    CHECK_FALSE(element::accepts(0x1'0000'0005));
    CHECK_FALSE(element::accepts(-1));
    CHECK_FALSE(element::accepts(-0x7fff'ffff));
    CHECK_FALSE(hl::field_codec<hl::goldilocks>::accepts(-1));
    CHECK(hl::below_codec<100>::accepts(99));
    CHECK_FALSE(hl::below_codec<100>::accepts(100));
    CHECK_FALSE(hl::below_codec<100>::accepts(-1));
    CHECK_FALSE(hl::below_codec<0>::accepts(-1));
    bytes proof;
    hl::prover p(begun(), proof);
    p.send<element, hl::below_codec<100>>(5ll, static_cast<std::uint8_t>(7));
    CHECK(proof == bytes{5, 0, 0, 0, 7});
}

TEST_CASE("integers are below their modulus") {
    check_canonical<hl::mersenne31>();
    check_canonical<hl::babybear>();
    check_canonical<hl::koalabear>();
    check_canonical<hl::goldilocks>();
    check_canonical<hl::bn254_scalar>();
    check_canonical<hl::bls12_381_scalar>();
    check_canonical<hl::p256_scalar>();
    CHECK(why<hl::below_codec<1000>>({0xe8, 0x03}) == refusal::not_canonical);
    CHECK(why<hl::below_codec<1000>>({0xe7, 0x03}) == refusal::none);
    CHECK(why<hl::field_codec<shifted_babybear>>({0x01, 0, 0, 0x78}) == refusal::not_canonical);
}

TEST_CASE("a length that lies") {
    CHECK(why<hl::string_codec>({0xff, 0xff, 0xff, 0xff}) == refusal::truncated);
    CHECK(why<hl::string_codec>({0xff, 0xff, 0xff, 0xff, 1, 2, 3}) == refusal::truncated);
    CHECK(why<hl::string_codec>({4, 0, 0, 0, 1, 2, 3}) == refusal::truncated);
    CHECK(why<hl::string_codec>({2, 0, 0, 0, 1, 2, 3}) == refusal::trailing_bytes);
}

TEST_CASE("the first reason stays, and nothing is read after it") {
    bytes proof{0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0};
    hl::verifier v(begun(), proof);
    CHECK(v.receive<hl::field_codec<hl::mersenne31>>().why() == refusal::not_canonical);
    CHECK(v.receive<hl::field_codec<hl::mersenne31>>().why() == refusal::not_canonical);
    CHECK(!v.require(false, refusal::no_work));
    CHECK(v.check_eof() == refusal::not_canonical);
    const bytes nothing, two{1, 0, 0, 0, 2, 0, 0, 0};
    hl::verifier w(begun(), nothing);
    CHECK(w.require(true));
    CHECK(w.check_eof() == refusal::none);
    CHECK(!w.require(false));
    CHECK(w.check_eof() == refusal::check_failed);
    std::array<std::uint32_t, 3> three{};
    hl::verifier x(begun(), two);
    CHECK(!x.receive_all<hl::field_codec<hl::mersenne31>>(three));
    CHECK(three == std::array<std::uint32_t, 3>{1, 2, 0});
    hl::verifier y(begun(), two);
    CHECK(y.receive_all<hl::field_codec<hl::mersenne31>>(std::span(three).last(2)));
    CHECK(three == std::array<std::uint32_t, 3>{1, 1, 2});
    CHECK(y.check_eof() == refusal::none);
    for (int i = 0; i <= 5; ++i) CHECK(!hl::reason(static_cast<refusal>(i)).empty());
}

// A verifier of any one message is refused, or draws another challenge, for any one byte that changes.
TEST_CASE("every byte of a proof counts") {
    bytes proof;
    const auto start = begun();
    hl::prover p(start, proof);
    p.send<hl::string_codec>("commitment"sv);
    p.send<hl::field_codec<hl::bn254_scalar>>(std::array<std::uint64_t, 4>{1, 2, 3, 4});
    const auto drawn = p.challenge<32>();
    for (std::size_t i = 0; i < proof.size(); ++i) {
        bytes other = proof;
        other[i] ^= 0x10;
        hl::verifier v(start, other);
        const bool read = v.receive<hl::string_codec>() && v.receive<hl::field_codec<hl::bn254_scalar>>();
        CHECK((!read || v.check_eof() != refusal::none || v.challenge<32>() != drawn));
    }
}

TEST_CASE("a message of no bytes is read from a proof without memory") {
    const bytes none, one{7};
    for (const std::span<const std::uint8_t> proof :
         {std::span<const std::uint8_t>(), std::span<const std::uint8_t>(none), std::span(one).first(0)}) {
        CHECK(reads_nothing(proof));
        CHECK(hl::deserialize<nothing_codec>(proof));
        hl::verifier v(begun(), proof);
        CHECK(v.receive<nothing_codec>());
        CHECK(v.check_eof() == refusal::none);
        CHECK(v.receive<hl::bytes_codec<1>>().why() == refusal::truncated);
        CHECK(v.receive<nothing_codec>().why() == refusal::truncated);
    }
}
