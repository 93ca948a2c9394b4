// SPDX-License-Identifier: Apache-2.0 OR MIT
// KangarooTwelve of the XKCP team, which chooses among its own instruction sets at run time; BENCH_WITHOUT: 1 AVX-512,
// 2 all that is beyond x86-64 itself.
extern "C" {
#include <KangarooTwelve.h>
int KangarooTwelve_DisableAVX512(void);
int KangarooTwelve_DisableAVX2(void);
int KangarooTwelve_DisableSSSE3(void);
}

#include "peer.hpp"

namespace {

template <int Strength>
void hash(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    KangarooTwelve(Strength, in, n, out, out_size, nullptr, 0);
}

const bench_entry entries[] = {{"kt128", "", bench::each<hash<128>>, 0}, {"kt256", "", bench::each<hash<256>>, 0}};

const bool chosen = [] {
    if (BENCH_WITHOUT >= 1) KangarooTwelve_DisableAVX512();
    if (BENCH_WITHOUT >= 2) {
        KangarooTwelve_DisableAVX2();
        KangarooTwelve_DisableSSSE3();
    }
    return true;
}();

}  // namespace

BENCH_PEER(BENCH_NAME, BENCH_VERSION, entries);
