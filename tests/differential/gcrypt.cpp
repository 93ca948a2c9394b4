// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <algorithm>

#include <gcrypt.h>

#include "peer.hpp"

namespace {

using in = std::span<const std::uint8_t>;
using out = std::span<std::uint8_t>;

template <int Algorithm>
void hash(in, in m, out d) {
    gcry_md_hash_buffer(Algorithm, d.data(), m.data(), m.size());
}

template <int Algorithm, unsigned Flags>
gcry_md_hd_t handle() {
    static const gcry_md_hd_t md = [] {
        gcry_md_hd_t fresh = nullptr;
        gcry_md_open(&fresh, Algorithm, Flags);
        return fresh;
    }();
    gcry_md_reset(md);
    return md;
}

template <int Algorithm>
void xof(in, in m, out d) {
    const gcry_md_hd_t md = handle<Algorithm, 0>();
    gcry_md_write(md, m.data(), m.size());
    gcry_md_extract(md, Algorithm, d.data(), d.size());
}

template <int Algorithm>
void hmac(in key, in m, out d) {
    const gcry_md_hd_t md = handle<Algorithm, GCRY_MD_FLAG_HMAC>();
    gcry_md_setkey(md, key.data(), key.size());
    gcry_md_write(md, m.data(), m.size());
    std::copy_n(gcry_md_read(md, Algorithm), d.size(), d.data());
}

// The library wants to be told once that nobody else sets it up.
const bool ready = [] {
    gcry_check_version(nullptr);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return true;
}();

const differential::enrol here("libgcrypt", {
                                                {"sha224", hash<GCRY_MD_SHA224>},
                                                {"sha256", hash<GCRY_MD_SHA256>},
                                                {"sha384", hash<GCRY_MD_SHA384>},
                                                {"sha512", hash<GCRY_MD_SHA512>},
                                                {"sha512-224", hash<GCRY_MD_SHA512_224>},
                                                {"sha512-256", hash<GCRY_MD_SHA512_256>},
                                                {"sha3-224", hash<GCRY_MD_SHA3_224>},
                                                {"sha3-256", hash<GCRY_MD_SHA3_256>},
                                                {"sha3-384", hash<GCRY_MD_SHA3_384>},
                                                {"sha3-512", hash<GCRY_MD_SHA3_512>},
                                                {"shake128", xof<GCRY_MD_SHAKE128>},
                                                {"shake256", xof<GCRY_MD_SHAKE256>},
                                                {"hmac-sha256", hmac<GCRY_MD_SHA256>},
                                                {"hmac-sha512", hmac<GCRY_MD_SHA512>},
                                                {"hmac-sha3-256", hmac<GCRY_MD_SHA3_256>},
                                            });

}  // namespace
