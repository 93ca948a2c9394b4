// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cryptopp/config_ver.h>
#include <cryptopp/sha.h>
#include <cryptopp/sha3.h>
#include <cryptopp/shake.h>

#include "peer.hpp"

namespace {

template <class Hash>
void hash(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    static Hash h;
    h.Update(in, n);
    h.TruncatedFinal(out, out_size);
}

const bench_entry entries[] = {
    {"sha256", "", bench::each<hash<CryptoPP::SHA256>>, 0},
    {"sha512", "", bench::each<hash<CryptoPP::SHA512>>, 0},
    {"sha3-256", "", bench::each<hash<CryptoPP::SHA3_256>>, 0},
    {"sha3-512", "", bench::each<hash<CryptoPP::SHA3_512>>, 0},
    {"shake128", "", bench::each<hash<CryptoPP::SHAKE128>>, 0},
    {"shake256", "", bench::each<hash<CryptoPP::SHAKE256>>, 0},
};

#define STR(x) #x
#define VERSION(a, b, c) STR(a) "." STR(b) "." STR(c)

}  // namespace

BENCH_PEER("Crypto++", VERSION(CRYPTOPP_MAJOR, CRYPTOPP_MINOR, CRYPTOPP_REVISION), entries);
