// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <gcrypt.h>

#include <cstring>

#include "peer.hpp"

namespace {

template <int Algorithm>
void hash(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    gcry_md_hash_buffer(Algorithm, out, in, n);
}

template <int Algorithm>
gcry_md_hd_t opened() {
    static const gcry_md_hd_t md = [] {
        gcry_md_hd_t fresh = nullptr;
        gcry_md_open(&fresh, Algorithm, 0);
        return fresh;
    }();
    gcry_md_reset(md);
    return md;
}

template <int Algorithm>
void state(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    const gcry_md_hd_t md = opened<Algorithm>();
    gcry_md_write(md, in, n);
    std::memcpy(out, gcry_md_read(md, Algorithm), out_size);
}

template <int Algorithm>
void xof(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    const gcry_md_hd_t md = opened<Algorithm>();
    gcry_md_write(md, in, n);
    gcry_md_extract(md, Algorithm, out, out_size);
}

const bench_entry entries[] = {
    {"sha256", "", bench::each<hash<GCRY_MD_SHA256>>, 0},
    {"sha512", "", bench::each<hash<GCRY_MD_SHA512>>, 0},
    {"sha3-256", "", bench::each<hash<GCRY_MD_SHA3_256>>, 0},
    {"sha3-512", "", bench::each<hash<GCRY_MD_SHA3_512>>, 0},
    {"shake128", "", bench::each<xof<GCRY_MD_SHAKE128>>, 0},
    {"shake256", "", bench::each<xof<GCRY_MD_SHAKE256>>, 0},
    {"sha256 C any state", "gcry_md", bench::each<state<GCRY_MD_SHA256>>, 0},
};

// The library wants to be told once that nobody else sets it up.
const bool ready = [] {
    gcry_check_version(nullptr);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return true;
}();

}  // namespace

BENCH_PEER("libgcrypt", GCRYPT_VERSION, entries);
