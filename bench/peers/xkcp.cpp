// SPDX-License-Identifier: Apache-2.0 OR MIT
// XKCP, built once for each instruction set (BENCH_NAME): AVX-512 and AVX2 have several states side by side.
extern "C" {
#include <SP800-185.h>
#include <SimpleFIPS202.h>
#include <TurboSHAKE.h>
#if BENCH_TIMES > 1
#include BENCH_TIMES_HEADER
#endif
}

#include "peer.hpp"

#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE_(a, b, c)
#define STATES(operation) PASTE(KeccakP1600times, BENCH_TIMES, _##operation)
#define FAST_LOOP PASTE(KeccakF1600times, BENCH_TIMES, _FastLoop_Absorb)

namespace {

template <auto simple>
void hash(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    simple(out, in, n);
}

template <auto simple>
void xof(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    simple(out, out_size, in, n);
}

template <int Capacity>
void turboshake(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    TurboSHAKE(Capacity, in, n, 0x1f, out, out_size);
}

void parallelhash128(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    ParallelHash128(in, 8 * n, 8192, out, 8 * out_size, nullptr, 0);
}

#if BENCH_TIMES > 1
constexpr std::size_t rate = 136, ways = BENCH_TIMES;

// SHA3-256 of `ways` messages of n bytes each, one after the other in memory; n is a multiple of 8.
void sha3_256_side_by_side(const std::uint8_t* in, std::size_t n, std::uint8_t* out) {
    alignas(64) PASTE(KeccakP1600times, BENCH_TIMES, _states) states;
    STATES(InitializeAll)(&states);
    const auto stride = static_cast<unsigned>(n / 8);
    const std::size_t blocks = n / rate;
    if (blocks != 0) FAST_LOOP(&states, rate / 8, stride, rate / 8, in, n * (ways - 1) + blocks * rate);
    const auto rest = static_cast<unsigned>(n % rate);
    if (rest != 0) STATES(AddLanesAll)(&states, in + blocks * rate, rest / 8, stride);
    for (unsigned i = 0; i < ways; ++i) {
        const std::uint8_t suffix = 0x06, end = 0x80;
        STATES(AddBytes)(&states, i, &suffix, rest, 1);
        STATES(AddBytes)(&states, i, &end, rate - 1, 1);
    }
    STATES(PermuteAll_24rounds)(&states);
    STATES(ExtractLanesAll)(&states, out, 4, 4);
}

void sha3_256_batch(const bench_work* w) {
    const std::size_t n = w->offsets[1] - w->offsets[0];
    std::size_t i = 0;
    if (n % 8 == 0 && w->out_size == 32 && bench::equal_lengths(w))
        for (; i + ways <= w->count; i += ways) sha3_256_side_by_side(w->in + w->offsets[i], n, w->out + 32 * i);
    for (; i < w->count; ++i)
        SHA3_256(w->out + w->out_size * i, w->in + w->offsets[i], w->offsets[i + 1] - w->offsets[i]);
}

#endif

const bench_entry entries[] = {
    {"sha3-256", "", bench::each<hash<SHA3_256>>, 0},
    {"sha3-512", "", bench::each<hash<SHA3_512>>, 0},
    {"shake128", "", bench::each<xof<SHAKE128>>, 0},
    {"shake256", "", bench::each<xof<SHAKE256>>, 0},
    {"turboshake128", "", bench::each<turboshake<256>>, 0},
    {"turboshake256", "", bench::each<turboshake<512>>, 0},
    {"parallelhash128", "", bench::each<parallelhash128>, 0},
#if BENCH_TIMES > 1
    {"sha3-256 batch", "", sha3_256_batch, 0},
#endif
};

}  // namespace

BENCH_PEER_IF(__builtin_cpu_supports(BENCH_NEEDS), BENCH_NAME, BENCH_VERSION, entries);
