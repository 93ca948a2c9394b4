// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every number of rounds that a permutation takes, and every number of streams, on every target.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <hashlane/ascon.hpp>
#include <hashlane/kernels/keccak_streams.hpp>
#include <hashlane/sha3.hpp>
#include <vector>

#include "../support/each_target.hpp"
#include "refused.hpp"

namespace {

namespace hl = hashlane;
using words = std::array<std::uint64_t, 5>;

// One round of SP 800-232 s.3, bit by bit: the constant (s.3.2), the S-aead by its table (s.3.3), the rotations (s.3.4).
words ascon_round(words S, std::uint64_t constant) {
    constexpr unsigned sbox[32] = {0x04, 0x0b, 0x1f, 0x14, 0x1a, 0x15, 0x09, 0x02, 0x1b, 0x05, 0x08,
                                   0x12, 0x1d, 0x03, 0x06, 0x1c, 0x1e, 0x13, 0x07, 0x0e, 0x00, 0x0d,
                                   0x11, 0x18, 0x10, 0x0c, 0x01, 0x19, 0x16, 0x0a, 0x0f, 0x17};
    constexpr int rotations[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    S[2] ^= constant;
    words T{};
    for (int bit = 0; bit < 64; ++bit) {
        unsigned in = 0;
        for (const std::uint64_t w : S) in = in << 1 | static_cast<unsigned>(w >> bit & 1);
        for (int i = 0; i < 5; ++i) T[static_cast<std::size_t>(i)] |= std::uint64_t{sbox[in] >> (4 - i) & 1} << bit;
    }
    for (std::size_t i = 0; i < 5; ++i)
        T[i] = T[i] ^ std::rotr(T[i], rotations[i][0]) ^ std::rotr(T[i], rotations[i][1]);
    return T;
}

// Ascon-p[rnd] takes the last rnd of the sixteen constants.
words ascon_p(words S, unsigned rnd) {
    constexpr std::uint64_t constants[16] = {0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3,
                                             0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b};
    for (unsigned i = 16 - rnd; i < 16; ++i) S = ascon_round(S, constants[i]);
    return S;
}

constexpr words start = {0x0123456789abcdef, 0xfedcba9876543210, 0x0f1e2d3c4b5a6978, 0x8877665544332211, 5};

template <unsigned rnd>
constexpr words at_compile_time() {
    words S = start;
    hl::ascon::permute_state(S.data(), rnd);
    return S;
}

}  // namespace

TEST_CASE("Ascon-p: 0 to 16 rounds") {
    hl_test::each_target([] {
        for (unsigned rnd = 0; rnd <= 16; ++rnd) {
            CAPTURE(rnd);
            words S = start;
            hl::ascon::permute_state(S.data(), rnd);
            CHECK(S == ascon_p(start, rnd));
        }
    });
}

TEST_CASE("Ascon-p: 0, 1, 2 and 15 rounds at compile time") {
    static_assert(at_compile_time<0>() == start);
    constexpr words one = at_compile_time<1>();
    constexpr words two = at_compile_time<2>();
    constexpr words fifteen = at_compile_time<15>();
    CHECK(one == ascon_p(start, 1));
    CHECK(two == ascon_p(start, 2));
    CHECK(fifteen == ascon_p(start, 15));
}

TEST_CASE("Keccak streams: 2, 4 and 8 are the permutation of each; another number ends the program") {
    constexpr std::size_t lanes = hl::keccak::lanes;
    hl_test::each_target([] {
        for (const std::size_t streams : {2u, 4u, 8u}) {
            CAPTURE(streams);
            std::vector<std::uint64_t> S(streams * lanes);
            for (std::size_t i = 0; i < S.size(); ++i) S[i] = 0x9e3779b97f4a7c15 * (i + 1);
            const auto before = S;
            hl::entry_points::keccak_streams(streams, S.data(), 24, 17, nullptr, nullptr, 1);
            for (std::size_t j = 0; j < streams; ++j) {
                std::array<std::uint64_t, lanes> one{};
                for (std::size_t i = 0; i < lanes; ++i) one[i] = before[i * streams + j];
                hl::keccak_mode<136, 24>::permute(one.data());
                for (std::size_t i = 0; i < lanes; ++i) CHECK(S[i * streams + j] == one[i]);
            }
        }
    });
    for (const std::size_t streams : {0u, 1u, 3u, 5u, 16u}) {
        CAPTURE(streams);
        CHECK(hl_test::refused([streams] {
            std::array<std::uint64_t, 16 * lanes> S{};
            hl::entry_points::keccak_streams(streams, S.data(), 24, 17, nullptr, nullptr, 1);
        }));
    }
}
