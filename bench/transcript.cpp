// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a transcript costs beyond its permutations: thousands of tiny absorbs, rounds of a few bytes and a challenge; and
// grinding against a loop. Contestants take turns in short slices; the median of their ratios counts.
//
//   hashlane_transcript_bench

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <hashlane/transcript.hpp>
#include <string_view>
#include <vector>

namespace {

namespace hl = hashlane;
using namespace std::string_view_literals;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class T>
void keep(const T& value) {
    asm volatile("" : : "r"(&value) : "memory");
}

struct comparison {
    double ours, other, ratio;  // seconds for a slice; the median of ours / other
};

template <class F, class G>
comparison compare(F&& ours, G&& other) {
    std::vector<double> a, b, ratios;
    for (int slice = 0; slice < 301; ++slice) {
        const double begin = seconds();
        ours();
        const double between = seconds();
        other();
        const double end = seconds();
        a.push_back(between - begin);
        b.push_back(end - between);
        ratios.push_back(a.back() / b.back());
    }
    const auto median = [](std::vector<double>& v) {
        std::nth_element(v.begin(), v.begin() + std::ptrdiff_t(v.size() / 2), v.end());
        return v[v.size() / 2];
    };
    return {median(a), median(b), median(ratios)};
}

template <class D>
hl::statement<D> begun() {
    return hl::session<D>(hl::session_id{}).template instance<hl::integer_codec<std::uint64_t>>(std::uint64_t{1});
}

// The permutation of a Keccak suite alone, as often as the transcript needs it.
template <unsigned Rounds>
void permutations(std::size_t count) {
    std::uint64_t A[25] = {1};
    for (; count != 0; --count) hl::keccak_mode<168, Rounds>::permute(A);
    keep(A);
}

// Rounds of some values of one codec and a challenge; none after a single round. 8 bytes of instance stand before.
template <class D, unsigned Rounds, class Codec, class V>
void tiny(const char* what, const V& value, std::size_t rounds, std::size_t of_round) {
    const std::vector<V> values(rounds * of_round, value);
    const std::size_t challenges = rounds == 1 ? 0 : rounds,
                      needed = (8 + values.size() * Codec::size) / 168 + challenges;
    const auto s = begun<D>();
    const comparison c = compare(
        [&] {
            hl::verifier party(s, std::span<const std::uint8_t>{});
            std::uint64_t sum = 0;
            for (std::size_t round = 0; round < rounds; ++round) {
                for (std::size_t i = 0; i < of_round; ++i) party.template bind<Codec>(values[round * of_round + i]);
                if (challenges != 0) sum += party.challenge_bits(64);
            }
            keep(sum);
            keep(party);
        },
        [&] { permutations<Rounds>(needed); });
    std::printf("%-15s %-48s %6zu permutations %8.2f us %8.2f us  %.3fx\n", D::suite().data(), what, needed,
                c.ours * 1e6, c.other * 1e6, c.ratio);
}

// The same in one call.
template <class D, unsigned Rounds, class Codec>
void in_one_call(const char* what, std::size_t values) {
    const std::vector<typename Codec::value_type> all(values);
    const std::size_t needed = (8 + values * Codec::size) / 168;
    const auto s = begun<D>();
    const comparison c = compare(
        [&] {
            hl::verifier party(s, std::span<const std::uint8_t>{});
            party.template bind_all<Codec>(all);
            keep(party);
        },
        [&] { permutations<Rounds>(needed); });
    std::printf("%-15s %-48s %6zu permutations %8.2f us %8.2f us  %.3fx\n", D::suite().data(), what, needed,
                c.ours * 1e6, c.other * 1e6, c.ratio);
}

template <class D, unsigned Rounds>
void overhead() {
    using M31 = hl::field_codec<hl::mersenne31>;
    using Gold = hl::field_codec<hl::goldilocks>;
    using Bn = hl::field_codec<hl::bn254_scalar>;
    tiny<D, Rounds, M31>("4200 elements of Mersenne31", 5u, 1, 4200);
    tiny<D, Rounds, Gold>("4200 elements of Goldilocks", std::uint64_t{5}, 1, 4200);
    tiny<D, Rounds, hl::integer_codec<std::uint8_t>>("8400 bytes", std::uint8_t{5}, 1, 8400);
    tiny<D, Rounds, hl::integer_codec<std::uint16_t>>("8400 integers of 16 bits", std::uint16_t{5}, 1, 8400);
    tiny<D, Rounds, hl::bytes_codec<12>>("4200 strings of 12 bytes", std::array<std::uint8_t, 12>{}, 1, 4200);
    tiny<D, Rounds, hl::bytes_codec<16>>("4200 strings of 16 bytes", std::array<std::uint8_t, 16>{}, 1, 4200);
    tiny<D, Rounds, Bn>("2100 elements of BN254", std::array<std::uint64_t, 4>{1, 2, 3, 4}, 1, 2100);
    tiny<D, Rounds, hl::bytes_codec<32>>("2100 digests of 32 bytes", std::array<std::uint8_t, 32>{}, 1, 2100);
    in_one_call<D, Rounds, M31>("4200 elements of Mersenne31, one call", 4200);
    in_one_call<D, Rounds, Gold>("4200 elements of Goldilocks, one call", 4200);
    in_one_call<D, Rounds, Bn>("2100 elements of BN254, one call", 2100);
    tiny<D, Rounds, M31>("200 rounds of 2 elements of Mersenne31", 5u, 200, 2);
    tiny<D, Rounds, Gold>("200 rounds of 4 elements of Goldilocks", std::uint64_t{5}, 200, 4);
    tiny<D, Rounds, hl::bytes_codec<32>>("100 rounds of one digest", std::array<std::uint8_t, 32>{}, 100, 1);
}

template <class D>
void grinding() {
    constexpr std::uint64_t tries = 1024;
    const auto s = begun<D>();
    const comparison c = compare([&] { keep(hl::fiat_shamir::search(s.sponge(), 0, tries, 60)); },
                                 [&] { keep(hl::fiat_shamir::search_in_turn(s.sponge(), 0, tries, 60)); });
    std::printf("%-22s %8.1f ns a nonce %8.1f ns one at a time  %.2fx\n", D::suite().data(), c.ours / tries * 1e9,
                c.other / tries * 1e9, 1 / c.ratio);
}

}  // namespace

int main() {
    std::printf("target %s\n\ntranscript, bare permutations, ratio:\n", hl::target_name().data());
    overhead<hl::shake128_duplex, 24>();
    overhead<hl::turboshake128_duplex, 12>();
    std::puts("\ngrinding on one core, lanes against a loop:");
    hl::for_each_suite([]<class D>() { grinding<D>(); });
}
