// SPDX-License-Identifier: Apache-2.0 OR MIT
// A contestant whose digest is wrong in one bit: the benchmark has to refuse to time it.

#include <hashlane/sha2.hpp>

#include "../../bench/peers/peer.hpp"

namespace {

void almost(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    const auto d = hashlane::digest<hashlane::sha256>(std::span(in, n));
    for (std::size_t i = 0; i < out_size; ++i) out[i] = d[i];
    out[out_size - 1] ^= 1;
}

const bench_entry entries[] = {{"sha256", "", bench::each<almost>, 0}};

}  // namespace

BENCH_PEER("planted", "1", entries);
