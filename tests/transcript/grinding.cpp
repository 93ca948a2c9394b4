// SPDX-License-Identifier: Apache-2.0 OR MIT
// Proofs of work: lanes and threads find the nonce that a loop finds.
#include <doctest/doctest.h>

#include <hashlane/transcript.hpp>
#include <string>
#include <vector>

#include "each_target.hpp"

namespace {

namespace hl = hashlane;
using bytes = std::vector<std::uint8_t>;

template <class D>
hl::statement<D> begun(std::size_t n) {
    return hl::session<D>(hl::session_id{}).template instance<hl::string_codec>(std::string(n, 'x'));
}

using hl_test::each_target;

// A sponge whose challenge after a nonce n of less than 2^32 begins with exactly n zero bits; 65 and more: it is zero.
class told {
  public:
    explicit told(const hl::session_id& = {}) {}
    static std::string_view suite() { return "told"; }
    template <class B>
    void absorb(const B* p, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) input.push_back(static_cast<std::uint8_t>(p[i]));
    }
    void squeeze(std::uint8_t* p, std::size_t n) {
        const std::uint64_t zeros =
            input.size() < 8 ? 0 : hl::load<std::endian::little, std::uint64_t>(&*input.end() - 8);
        const std::uint64_t word = zeros > 63 ? 0 : ~std::uint64_t{0} >> zeros;
        for (std::size_t i = 0; i < n; ++i) p[i] = static_cast<std::uint8_t>(i < 8 ? word >> (56 - 8 * i) : 0);
    }

  private:
    bytes input;
};
static_assert(hl::duplex_sponge<told>);

// A sponge over which no nonce below `first` does any work.
class late {
  public:
    static constexpr std::uint64_t first = (std::uint64_t{1} << 18) + 5;
    static std::string_view suite() { return "late"; }
    template <class B>
    void absorb(const B* p, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) nonce = nonce >> 8 | std::uint64_t{static_cast<std::uint8_t>(p[i])} << 56;
    }
    void squeeze(std::uint8_t* p, std::size_t n) { std::fill_n(p, n, std::uint8_t(nonce < first ? 0xff : 0)); }

  private:
    std::uint64_t nonce = 0;
};
static_assert(hl::duplex_sponge<late>);

hl::refusal verdict(std::uint64_t nonce, unsigned bits) {
    bytes proof(8);
    hl::store<std::endian::little>(proof.data(), nonce);
    hl::verifier v(hl::session<told>(hl::session_id{}).encoded_instance(std::string("x")), proof);
    (void)hl::check_work(v, bits);
    return v.check_eof();
}

}  // namespace

// At every place within a block: alone in a word, in two words, across the end of the block.
TEST_CASE("the least nonce") {
    hl::for_each_suite([]<class D>() {
        each_target([] {
            for (std::size_t n = 0; n < 170; n += (n > 120 ? 1 : 5)) {
                const auto s = begun<D>(n);
                const std::uint64_t want = hl::fiat_shamir::search_in_turn(s.sponge(), 0, 400, 5);
                CHECK(hl::fiat_shamir::search(s.sponge(), 0, 400, 5) == want);
                const std::uint64_t next = hl::fiat_shamir::search_in_turn(s.sponge(), want + 1, want + 14, 2);
                CHECK(hl::fiat_shamir::search(s.sponge(), want + 1, want + 14, 2) == next);
                CHECK(hl::fiat_shamir::search(s.sponge(), 3, 3, 0) == 3);
                CHECK(hl::fiat_shamir::search(s.sponge(), 4, 3, 0) == 3);
                CHECK(hl::fiat_shamir::search(s.sponge(), 5, 18, 60) == 18);
            }
        });
    });
}

// The lanes hold nonces behind the end of the range too, and behind 2^64 - 1 they begin again at 0.
TEST_CASE("the last nonces of all") {
    constexpr std::uint64_t last = ~std::uint64_t{0};
    hl::for_each_suite([]<class D>() {
        for (std::size_t n = 0; n < 40; ++n) {
            const auto s = begun<D>(n);
            for (const std::uint64_t first : {last - 1, last - 3, last - 7, last - 8, last - 9})
                CHECK(hl::fiat_shamir::search(s.sponge(), first, last, 3) ==
                      hl::fiat_shamir::search_in_turn(s.sponge(), first, last, 3));
        }
    });
}

// Alone in the first chunk, across its end, in a leaf.
TEST_CASE("a nonce where a chunk of KangarooTwelve ends") {
    for (std::size_t n = 7900; n < 8200; ++n) {
        CAPTURE(n);
        const auto s = begun<hl::own_kt128_duplex>(n);
        CHECK(hl::fiat_shamir::search(s.sponge(), 0, 60, 4) == hl::fiat_shamir::search_in_turn(s.sponge(), 0, 60, 4));
    }
}

TEST_CASE("large nonces") {
    const auto s = begun<hl::turboshake128_duplex>(3);
    for (const std::uint64_t first :
         {(std::uint64_t{1} << 32) - 5, (std::uint64_t{1} << 56) - 7, ~std::uint64_t{0} - 600})
        CHECK(hl::fiat_shamir::search(s.sponge(), first, first + 500, 6) ==
              hl::fiat_shamir::search_in_turn(s.sponge(), first, first + 500, 6));
}

TEST_CASE("a nonce beyond the first 2^18") {
    for (const unsigned threads : {1u, 2u})
        CHECK(hl::fiat_shamir::find_nonce(late(), 9, hl::threads{threads}) == late::first);
}

TEST_CASE("work is proved and checked") {
    hl::for_each_suite([]<class D>() {
        const auto s = begun<D>(3);
        for (const unsigned threads : {1u, 2u, 0u}) {
            bytes proof;
            hl::prover p(s, proof);
            const std::uint64_t nonce = hl::grind(p, 11, hl::threads{threads});
            CHECK(nonce == hl::fiat_shamir::search_in_turn(s.sponge(), 0, 1 << 20, 11));
            hl::verifier v(s, proof);
            const auto read = hl::check_work(v, 11);
            CHECK((read && *read == nonce));
            CHECK(v.check_eof() == hl::refusal::none);
            CHECK(v.template challenge<16>() == p.template challenge<16>());
        }
    });
}

TEST_CASE("work that was not done") {
    const auto s = begun<hl::shake128_duplex>(3);
    const std::uint64_t nonce = hl::fiat_shamir::search_in_turn(s.sponge(), 0, 1 << 20, 11);
    const auto verdict = [&](std::uint64_t claimed, unsigned bits) {
        bytes proof;
        hl::prover(s, proof).send<hl::integer_codec<std::uint64_t>>(claimed);
        hl::verifier v(s, proof);
        const auto read = hl::check_work(v, bits);
        CHECK(read.why() == v.check_eof());
        return v.check_eof();
    };
    CHECK(verdict(nonce, 11) == hl::refusal::none);
    CHECK(verdict(nonce, 0) == hl::refusal::none);
    CHECK(verdict(nonce, 40) == hl::refusal::no_work);
    for (std::uint64_t other = 0; other < nonce; other += nonce / 50 + 1)
        CHECK(verdict(other, 11) == hl::refusal::no_work);
    const bytes three{1, 2, 3};
    hl::verifier v(s, three);
    CHECK(hl::check_work(v, 0).why() == hl::refusal::truncated);
}

TEST_CASE("a suite chosen by its name") {
    const hl::session<hl::any_duplex> s(*hl::any_duplex::create("TurboSHAKE128", hl::session_id{}));
    bytes proof, typed;
    hl::prover p(s.instance<hl::string_codec>(std::string("xxx")), proof);
    hl::prover q(begun<hl::turboshake128_duplex>(3), typed);
    CHECK(hl::grind(p, 8) == hl::grind(q, 8));
    CHECK(proof == typed);
}

// Every number of bits counts, above 32 too, which no test can search for; more than the 64 of a challenge are never there.
TEST_CASE("a work of every number of bits") {
    const auto s = hl::session<told>(hl::session_id{}).encoded_instance(std::string("x"));
    for (unsigned bits = 0; bits <= 64; ++bits) {
        CAPTURE(bits);
        CHECK(verdict(bits, bits) == hl::refusal::none);
        CHECK(verdict(64, bits) == hl::refusal::none);
        if (bits != 0) CHECK(verdict(bits - 1, bits) == hl::refusal::no_work);
        for (const unsigned threads : {1u, 2u}) {
            bytes proof;
            hl::prover p(s, proof);
            CHECK(hl::grind(p, bits, hl::threads{threads}) == bits);
        }
        CHECK(hl::fiat_shamir::does_work(bits == 64 ? 0 : ~std::uint64_t{0} >> bits, bits));
        if (bits != 0) CHECK_FALSE(hl::fiat_shamir::does_work(~std::uint64_t{0} >> (bits - 1), bits));
    }
    for (const unsigned bits : {65u, 96u, 256u, ~0u}) {
        CHECK(verdict(64, bits) == hl::refusal::no_work);
        CHECK_FALSE(hl::fiat_shamir::does_work(0, bits));
    }
}
