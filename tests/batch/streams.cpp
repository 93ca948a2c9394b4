// SPDX-License-Identifier: Apache-2.0 OR MIT
// Streams of output that stay side by side.
#include "batch.hpp"

using namespace batch_test;

namespace {

template <class X, std::size_t N>
void check_streams(const std::vector<view>& messages, const X& prefix) {
    constexpr std::size_t block = X::block_size;
    hl::xof_lanes<X, N> streams(messages, prefix);
    bytes out[N], first(N * 2 * block);
    std::array<std::span<std::uint8_t>, N> rest;
    for (std::size_t j = 0; j < N; ++j) {
        out[j].resize(4 * block);
        rest[j] = std::span(out[j]).subspan(2 * block);
    }
    streams.squeeze_blocks(first, 2);
    for (std::size_t j = 0; j < N; ++j)
        std::copy_n(first.begin() + static_cast<std::ptrdiff_t>(j * 2 * block), 2 * block, out[j].begin());
    for (auto& r : rest) r = r.first(block);
    streams.squeeze_blocks(rest, 1);
    for (std::size_t j = 0; j < N; ++j) rest[j] = std::span(out[j]).subspan(3 * block);
    streams.squeeze_blocks(rest, 1);
    streams.squeeze_blocks(rest, 0);
    for (std::size_t j = 0; j < N; ++j) CHECK(out[j] == one_by_one(prefix, {messages[j]}, 4 * block));
}

template <class X>
void check_all(const X& prefix) {
    constexpr std::size_t block = X::block_size;
    each_target_and_all([&] {
        for (const std::size_t n : {std::size_t{0}, std::size_t{34}, block - 1, block, block + 1, 3 * block + 7}) {
            CAPTURE(n);
            std::vector<view> messages, longer, shorter;
            for (std::size_t j = 0; j < 8; ++j) {
                messages.push_back(message(j, n));
                longer.push_back(message(j, n + 50 * j));
                shorter.push_back(message(j, n + 50 * (7 - j)));
            }
            for (auto& m : {messages, longer, shorter}) {
                check_streams<X, 8>(m, prefix);
                check_streams<X, 4>({m.begin(), m.begin() + 4}, prefix);
                check_streams<X, 2>({m.begin() + 5, m.begin() + 7}, prefix);
            }
        }
    });
}

// Two blocks of each input are absorbed, and a block is stored after each. S are the states after them.
template <std::size_t N, std::size_t Rate>
void check_both_ways(const std::array<std::uint64_t, 25 * N>& S, const std::uint8_t* const* in) {
    std::array<std::uint64_t, 25 * N> after_one{}, after_two{};
    bytes out[N];
    std::uint8_t* to[N];
    for (std::size_t j = 0; j < N; ++j) {
        out[j].resize(2 * Rate);
        to[j] = out[j].data();
    }
    hl::keccak_f1600_blocks<N, Rate>(after_one, in, nullptr, 1);
    hl::keccak_f1600_blocks<N, Rate>(after_two, in, to, 2);
    CHECK(after_two == S);
    for (std::size_t j = 0; j < N; ++j) {
        bytes want(2 * Rate);
        for (std::size_t i = 0; i < Rate; ++i) {
            want[i] = static_cast<std::uint8_t>(after_one[i / 8 * N + j] >> 8 * (i % 8));
            want[Rate + i] = static_cast<std::uint8_t>(S[i / 8 * N + j] >> 8 * (i % 8));
        }
        CHECK(out[j] == want);
    }
}

// SHAKE of messages of two blocks less a byte, by the permutation alone and by its loop over blocks.
template <std::size_t N, std::size_t Rate, class X>
void check_states() {
    constexpr std::size_t n = 2 * Rate - 1;
    std::array<std::uint64_t, 25 * N> S{};
    bytes messages[N], out[N];
    const std::uint8_t* in[N];
    std::uint8_t* to[N];
    for (std::size_t j = 0; j < N; ++j) {
        messages[j] = bytes(message(j, n).begin(), message(j, n).end());
        messages[j].push_back(0x1f ^ 0x80);
        out[j].resize(3 * Rate);
        in[j] = messages[j].data();
        to[j] = out[j].data() + Rate;
    }
    hl::keccak_f1600_blocks<N, Rate>(S, in, nullptr, 2);
    check_both_ways<N, Rate>(S, in);
    for (std::size_t j = 0; j < N; ++j)
        for (std::size_t i = 0; i < Rate; ++i) out[j][i] = static_cast<std::uint8_t>(S[i / 8 * N + j] >> 8 * (i % 8));
    hl::keccak_f1600_blocks<N, Rate>(S, nullptr, to, 1);
    hl::keccak_f1600<N>(S);
    for (std::size_t j = 0; j < N; ++j)
        for (std::size_t i = 0; i < Rate; ++i)
            out[j][2 * Rate + i] = static_cast<std::uint8_t>(S[i / 8 * N + j] >> 8 * (i % 8));
    for (std::size_t j = 0; j < N; ++j) CHECK(out[j] == one_by_one(X(), {message(j, n)}, 3 * Rate));
}

template <std::size_t... N>
void check_all_states() {
    each_target_and_all([] {
        (check_states<N, 168, hl::shake128>(), ...);
        (check_states<N, 136, hl::shake256>(), ...);
    });
}

// Chains against steps by the permutation.
template <std::size_t N, hl::keccak_chain Chain>
void check_chains() {
    std::array<std::uint64_t, 25 * N> S, plain;
    for (std::size_t i = 0; i < S.size(); ++i) S[i] = plain[i] = ~i * 0x9e3779b97f4a7c15u;
    std::array<std::array<std::uint64_t, Chain.words * N>, 3> values{};
    hl::keccak_f1600_chains<N, Chain>(S, std::span(values).first(0));
    CHECK(S == plain);
    hl::keccak_f1600_chains<N, Chain>(S, values);
    for (const auto& value : values) {
        auto now = plain;
        hl::keccak_f1600<N>(now);
        std::copy_n(now.begin(), value.size(), plain.begin() + Chain.value * N);
        for (std::size_t j = 0; j < N; ++j) plain[Chain.counter * N + j] += Chain.increment;
        CHECK(std::equal(value.begin(), value.end(), now.begin()));
    }
    CHECK(S == plain);
}

template <std::size_t... N>
void check_all_chains() {
    each_target_and_all([] {
        (check_chains<N, hl::keccak_chain{.words = 1, .value = 24, .counter = 0, .increment = 1}>(), ...);
        (check_chains<N, hl::keccak_chain{.words = 2, .value = 6, .counter = 5, .increment = std::uint64_t{1} << 56}>(),
         ...);
        (check_chains<N, hl::keccak_chain{.words = 3, .value = 0, .counter = 24, .increment = ~std::uint64_t{0}}>(),
         ...);
        (check_chains<N, hl::keccak_chain{.words = 4, .value = 21, .counter = 20, .increment = 0}>(), ...);
    });
}

}  // namespace

TEST_CASE("chains of hashes over Keccak-f[1600]") { check_all_chains<1, 2, 4, 8>(); }

TEST_CASE("states of Keccak-f[1600] side by side") { check_all_states<1, 2, 4, 8>(); }

TEST_CASE("streams of SHAKE") {
    check_all(hl::shake128());
    check_all(hl::shake256());
}

TEST_CASE("streams of TurboSHAKE and cSHAKE, after a common beginning") {
    check_all(hl::turboshake128(0x0b));
    hl::turboshake256 begun;
    begun.absorb(message(9, 140));
    check_all(begun);
    check_all(hl::cshake128(message(1, 2), message(3, 4)));
}
