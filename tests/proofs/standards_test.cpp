// SPDX-License-Identifier: Apache-2.0 OR MIT
// The transcriptions over plain numbers, against examples that NIST published and the tables they do not use.

#include <cstdio>

#include "standards/calls.hpp"

namespace {

int passed = 0, failed = 0;

void check(const char* what, bool good) {
    ++(good ? passed : failed);
    if (!good) std::printf("wrong: %s\n", what);
}

using bytes = std::vector<std::uint8_t>;

bytes of_hex(const char* hex) {
    bytes out;
    for (; *hex != 0; hex += 2) {
        unsigned byte = 0;
        std::sscanf(hex, "%2x", &byte);
        out.push_back(static_cast<std::uint8_t>(byte));
    }
    return out;
}

// SP 800-232, table 6.
constexpr unsigned s_box[32] = {4,  11, 31, 20, 26, 21, 9,  2,  27, 5,  8, 18, 29, 3,  6,  28,
                                30, 19, 7,  14, 0,  13, 17, 24, 16, 12, 1, 25, 22, 10, 15, 23};

bool ascon_s_box(unsigned x) {
    standards::sp800_232::state<std::uint64_t> S{};
    for (unsigned i = 0; i < 5; ++i) S[i] = 0 - std::uint64_t{x >> (4 - i) & 1};
    S = standards::sp800_232::p_S(S);
    unsigned y = 0;
    for (unsigned i = 0; i < 5; ++i) y |= unsigned(S[i] & 1) << (4 - i);
    return y == s_box[x];
}

bytes counting(unsigned first, std::size_t n) {
    bytes b;
    for (std::size_t i = 0; i < n; ++i) b.push_back(static_cast<std::uint8_t>(first + i));
    return b;
}

}  // namespace

int main() {
    using namespace standards;
    const bytes abc = {'a', 'b', 'c'};
    for (unsigned x = 0; x < 32; ++x) check("the S-box of Ascon", ascon_s_box(x));
    check("SHA-256", calls::sha2<fips180::sha256>(abc) ==
                         of_hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    check("SHA-512", calls::sha2<fips180::sha512>(abc) ==
                         of_hex("ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                                "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"));
    check("SHA3-256", calls::keccak(abc, 136, 0x06, 24, 32) ==
                          of_hex("3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"));
    check("SHAKE128", calls::keccak(bytes{}, 168, 0x1f, 24, 16) == of_hex("7f9c2ba4e88f827d616045507605853e"));
    check("TurboSHAKE128", calls::keccak(bytes{}, 168, 0x1f, 12, 16) == of_hex("1e415f1c5983aff2169217277d17bb53"));
    check("Ascon-Hash256",
          calls::ascon_hash256(bytes{}) == of_hex("0b3be5850f2f6b98caf29f8fdea89b64a1fa70aa249b8f839bd53baa304d92b2"));
    check("Ascon-AEAD128, empty", calls::ascon_aead128(counting(0, 16), counting(16, 16), bytes{}, bytes{}) ==
                                      of_hex("4f9c278211bec9316bf68f46ee8b2ec6"));
    check("Ascon-AEAD128",
          calls::ascon_aead128(counting(0, 16), counting(16, 16), counting(48, 19), counting(32, 10)) ==
              of_hex("a967c136d389e007ba4288f5aa823357d40cf629cbb136e67852"));
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
