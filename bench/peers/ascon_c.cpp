// SPDX-License-Identifier: Apache-2.0 OR MIT
// ascon-c, opt64: no package carries it, so it is built from a checkout named by HASHLANE_BENCH_ASCON_C.
#include "peer.hpp"

// The same two names in each of its folders; CMakeLists.txt renames them.
extern "C" {
int ascon_c_aead128(unsigned char* c, unsigned long long* clen, const unsigned char* m, unsigned long long mlen,
                    const unsigned char* ad, unsigned long long adlen, const unsigned char* nsec,
                    const unsigned char* npub, const unsigned char* k);
int ascon_c_hash256(unsigned char* out, const unsigned char* in, unsigned long long len);
int ascon_c_xof128(unsigned char* out, const unsigned char* in, unsigned long long len);
}

namespace {

void seal(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t* ad, std::size_t ad_size,
          const std::uint8_t* in, std::size_t n, std::uint8_t* out) {
    unsigned long long size = 0;
    ascon_c_aead128(out, &size, in, n, ad, ad_size, nullptr, nonce, key);
}

template <auto simple>
void hash(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    simple(out, in, n);
}

const bench_entry entries[] = {
    {"ascon-aead128", "", bench::each_record<seal>, 0},
    {"ascon-hash256", "", bench::each<hash<ascon_c_hash256>>, 0},
    {"ascon-xof128", "", bench::each<hash<ascon_c_xof128>>, 0},
};

}  // namespace

BENCH_PEER(BENCH_NAME, "checkout", entries);
