// SPDX-License-Identifier: Apache-2.0 OR MIT
// KangarooTwelve of the XKCP team, which chooses among its own instruction sets at run time.
extern "C" {
#include <KangarooTwelve.h>
}

#include "peer.hpp"

namespace {

template <int Strength>
void hash(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    KangarooTwelve(Strength, in, n, out, out_size, nullptr, 0);
}

const bench_entry entries[] = {{"kt128", "", bench::each<hash<128>>, 0}, {"kt256", "", bench::each<hash<256>>, 0}};

}  // namespace

BENCH_PEER("XKCP K12", BENCH_VERSION, entries);
