// SPDX-License-Identifier: Apache-2.0 OR MIT
#define OPENSSL_SUPPRESS_DEPRECATED  // the low-level calls cost half of what EVP costs
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include "peer.hpp"

namespace {

using in = std::span<const std::uint8_t>;
using out = std::span<std::uint8_t>;

template <auto one_shot>
void low(in, in m, out d) {
    one_shot(m.data(), m.size(), d.data());
}

template <auto method>
void evp(in, in m, out d) {
    static EVP_MD_CTX* const context = EVP_MD_CTX_new();
    static const EVP_MD* const found = EVP_MD_fetch(nullptr, EVP_MD_get0_name(method()), nullptr);
    EVP_DigestInit_ex(context, found, nullptr);
    EVP_DigestUpdate(context, m.data(), m.size());
    if (EVP_MD_get_flags(found) & EVP_MD_FLAG_XOF)
        EVP_DigestFinalXOF(context, d.data(), d.size());
    else
        EVP_DigestFinal_ex(context, d.data(), nullptr);
}

template <auto method>
void hmac(in key, in m, out d) {
    static HMAC_CTX* const context = HMAC_CTX_new();
    HMAC_Init_ex(context, key.data(), static_cast<int>(key.size()), method(), nullptr);
    HMAC_Update(context, m.data(), m.size());
    HMAC_Final(context, d.data(), nullptr);
}

const differential::enrol here("OpenSSL", {
                                              {"sha224", low<SHA224>},
                                              {"sha256", low<SHA256>},
                                              {"sha384", low<SHA384>},
                                              {"sha512", low<SHA512>},
                                              {"sha512-224", evp<EVP_sha512_224>},
                                              {"sha512-256", evp<EVP_sha512_256>},
                                              {"sha3-224", evp<EVP_sha3_224>},
                                              {"sha3-256", evp<EVP_sha3_256>},
                                              {"sha3-384", evp<EVP_sha3_384>},
                                              {"sha3-512", evp<EVP_sha3_512>},
                                              {"shake128", evp<EVP_shake128>},
                                              {"shake256", evp<EVP_shake256>},
                                              {"hmac-sha256", hmac<EVP_sha256>},
                                              {"hmac-sha512", hmac<EVP_sha512>},
                                              {"hmac-sha3-256", hmac<EVP_sha3_256>},
                                          });

}  // namespace
