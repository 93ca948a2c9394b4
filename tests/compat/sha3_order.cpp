// SPDX-License-Identifier: Apache-2.0 OR MIT
// Calls in the wrong order, constants, the permutation, TurboSHAKE: what the older headers promise beyond digests.
#include "sha3/keccak.hpp"
#include "sha3/sha3_224.hpp"
#include "sha3/sha3_256.hpp"
#include "sha3/sha3_384.hpp"
#include "sha3/sha3_512.hpp"
#include "sha3/shake128.hpp"
#include "sha3/shake256.hpp"
#include "sha3/turboshake128.hpp"
#include "sha3/turboshake256.hpp"
#include "sha3/utils.hpp"

#include "../support/check.h"

static_assert(sha3_224::RATE == 1152 && sha3_256::RATE == 1088 && sha3_384::RATE == 832 && sha3_512::RATE == 576);
static_assert(sha3_224::CAPACITY == 448 && sha3_512::CAPACITY == 1024 && sha3_384::DIGEST_BIT_LEN == 384);
static_assert(sha3_224::DIGEST_LEN == 28 && sha3_512::DIGEST_LEN == 64);
static_assert(sha3_256::DOM_SEP == 0b10 && sha3_256::DOM_SEP_BW == 2);
static_assert(shake128::RATE == 1344 && shake128::CAPACITY == 256 && shake256::RATE == 1088);
static_assert(shake128::rate == 1344 && shake256::capacity == 512 && shake128::DOM_SEP == 15);
static_assert(turboshake128::TARGET_BIT_SECURITY_LEVEL == 128 && turboshake256::CAPACITY == 512);
static_assert(turboshake128::NUM_KECCAK_ROUNDS == 12 && turboshake128::RATE == 1344);
static_assert(keccak::LANE_CNT == 25 && keccak::ROUNDS == 24 && keccak::MAX_NUM_ROUNDS == 24);
static_assert(std::is_same_v<decltype(sha3_256::RATE), const size_t>);
static_assert(std::is_same_v<decltype(sha3_256::DOM_SEP), const uint8_t>);

using block = std::array<uint8_t, 200>;

static block message() {
    block m{};
    std::iota(m.begin(), m.end(), 1);
    return m;
}

template <class T, size_t len>
static void wrong_order_of_a_hash() {
    const block m = message();
    const std::array<uint8_t, len> want = T::hash(m), blank{};
    std::array<uint8_t, len> out{};
    T hasher;
    hasher.digest(out);
    CHECK(out == blank);  // before finalize
    hasher.absorb(m);
    hasher.finalize();
    hasher.absorb(m);  // after finalize
    hasher.finalize();
    hasher.digest(out);
    CHECK(out == want);
    out = blank;
    hasher.digest(out);  // twice
    hasher.finalize();
    hasher.digest(out);
    CHECK(out == blank);
    hasher.reset();
    hasher.absorb(std::span(m).first(3));
    hasher.absorb(std::span(m).subspan(3));
    hasher.finalize();
    hasher.digest(out);
    CHECK(out == want);
}

template <class T>
static void wrong_order_of_an_xof(auto&& finalize) {
    const block m = message(), blank{};
    block want{}, out{};
    T xof;
    xof.squeeze(out);
    CHECK(out == blank);  // before finalize
    xof.absorb(m);
    finalize(xof);
    T other = xof;
    other.squeeze(want);
    CHECK(want != blank);
    xof.absorb(m);  // after finalize
    finalize(xof);
    xof.squeeze(std::span(out).first(99));
    finalize(xof);
    xof.squeeze(std::span(out).subspan(99));
    CHECK(out == want);
    xof.reset();
    xof.absorb(m);
    finalize(xof);
    xof.squeeze(out);
    CHECK(out == want);
}

static void wrong_order_of_the_first_generation() {
    const block m = message(), blank{};
    block want{}, out{};
    shake128::shake128<> whole;
    whole.read(out.data(), out.size());
    CHECK(out == blank);
    whole.hash(m.data(), m.size());
    whole.hash(m.data(), m.size());
    whole.read(want.data(), want.size());
    CHECK(want == (hashlane::digest<hashlane::shake128, 200>(m)));
    shake128::shake128<true> pieces;
    pieces.absorb(m.data(), m.size());
    pieces.read(out.data(), out.size());
    CHECK(out == blank);
    pieces.finalize();
    pieces.absorb(m.data(), m.size());
    pieces.read(out.data(), out.size());
    CHECK(out == want);
}

template <uint8_t D>
static void turboshake() {
    const block m = message();
    block a{}, b{};
    turboshake128::turboshake128_t t128;
    turboshake256::turboshake256_t t256;
    t128.absorb(m);
    t256.absorb(m);
    t128.finalize<D>();
    t256.finalize<D>();
    t128.squeeze(a);
    t256.squeeze(b);
    CHECK(a == (hashlane::digest<hashlane::turboshake128, 200>(m, D)));
    CHECK(b == (hashlane::digest<hashlane::turboshake256, 200>(m, D)));
}

constexpr std::array<uint64_t, 25> permuted() {
    std::array<uint64_t, 25> state{};
    keccak::permute(state);
    return state;
}
static_assert(permuted()[0] == 0xf1258f7940e1dde7);  // Keccak-f[1600] of zeros

// What compat/README.md says of the digests that the first library's README prints: the padding is zeros and 0x80.
static void wrong_padding_of_the_older_readme() {
    const auto message = sha3_utils::from_hex("70a3bf382218c7f4ae25775ab1d21f9d48e2f03af70dcdec790a338e982e6fa8");
    const auto printed = sha3_utils::from_hex("57be0ef9634da2d94219c53032809f4ffc145df6782279a8059afe607715d675");
    std::array<uint8_t, 200> block{};
    std::ranges::copy(message, block.begin());
    block[sha3_256::RATE / 8 - 1] = 0x80;
    std::array<uint64_t, 25> state{};
    for (size_t i = 0; i < block.size(); ++i) state[i / 8] |= uint64_t{block[i]} << 8 * (i % 8);
    keccak::permute(state);
    for (size_t i = 0; i < printed.size(); ++i) CHECK(static_cast<uint8_t>(state[i / 8] >> 8 * (i % 8)) == printed[i]);
    std::array<uint8_t, 32> digest{};
    sha3_256::hash(message.data(), message.size(), digest.data());
    CHECK(!std::ranges::equal(digest, printed));
}

static void permutation() {
    uint64_t state[25]{};
    keccak::permute(state);
    CHECK(std::ranges::equal(state, permuted()));
    std::array<uint64_t, 25> other{};
    keccak::permute(other);
    CHECK(other == permuted());
}

static void utilities() {
    std::array<uint32_t, 64> words{};
    sha3_utils::random_data(words.data(), words.size());
    CHECK(std::ranges::count(words, 0u) < 3);
    std::vector<uint8_t> data(32);
    sha3_utils::random_data(std::span(data));
    CHECK(data != std::vector<uint8_t>(32));
    data.assign(32, 0);
    sha3_utils::random_data<uint8_t>(data);
    CHECK(data != std::vector<uint8_t>(32));
    CHECK(sha3_utils::from_hex(sha3_utils::to_hex(data)) == data);
    CHECK(sha3_utils::to_hex(data.data(), 0).empty());
    CHECK(sha3_utils::from_hex("00fFA5") == (std::vector<uint8_t>{0, 255, 0xa5}));
    CHECK(sha3_utils::from_hex("0").empty() && sha3_utils::from_hex("0g").empty());
}

int main() {
    wrong_order_of_a_hash<sha3_224::sha3_224_t, 28>();
    wrong_order_of_a_hash<sha3_256::sha3_256_t, 32>();
    wrong_order_of_a_hash<sha3_384::sha3_384_t, 48>();
    wrong_order_of_a_hash<sha3_512::sha3_512_t, 64>();
    const auto plain = [](auto& xof) { xof.finalize(); };
    wrong_order_of_an_xof<shake128::shake128_t>(plain);
    wrong_order_of_an_xof<shake256::shake256_t>(plain);
    wrong_order_of_an_xof<turboshake128::turboshake128_t>(plain);
    wrong_order_of_an_xof<turboshake256::turboshake256_t>([](auto& xof) { xof.template finalize<0x0b>(); });
    wrong_order_of_the_first_generation();
    [&]<size_t... i>(std::index_sequence<i...>) { (turboshake<i + 1>(), ...); }(std::make_index_sequence<0x7f>{});
    permutation();
    wrong_padding_of_the_older_readme();
    utilities();
    return closing_line();
}
