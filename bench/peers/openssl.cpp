// SPDX-License-Identifier: Apache-2.0 OR MIT
// OpenSSL: built twice, against Debian's and against the newest. Three ways to call it: the one-shot EVP_Digest with a
// fetched EVP_MD, one EVP_MD_CTX used again and again, and the low-level calls that are deprecated but fastest.
// BENCH_NAME: the newest one again, kept from newer instructions by a file of its environment.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/opensslv.h>
#include <openssl/params.h>
#include <openssl/sha.h>

#include <cstring>

#include "tree.hpp"

namespace {

template <std::size_t N>
struct text {
    char c[N]{};
    constexpr text(const char (&s)[N]) {  // NOLINT: a literal is meant
        for (std::size_t i = 0; i < N; ++i) c[i] = s[i];
    }
};

template <text Name>
const EVP_MD* fetched() {
    static const EVP_MD* const md = EVP_MD_fetch(nullptr, Name.c, nullptr);
    return md;
}

template <text Name>
void one_shot(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    EVP_Digest(in, n, out, nullptr, fetched<Name>(), nullptr);
}

template <text Name, bool Xof>
void context(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    static EVP_MD_CTX* const ctx = [] {
        EVP_MD_CTX* fresh = EVP_MD_CTX_new();
        EVP_DigestInit_ex2(fresh, fetched<Name>(), nullptr);
        return fresh;
    }();
    EVP_DigestInit_ex2(ctx, nullptr, nullptr);
    EVP_DigestUpdate(ctx, in, n);
    if constexpr (Xof)
        EVP_DigestFinalXOF(ctx, out, out_size);
    else
        EVP_DigestFinal_ex(ctx, out, nullptr);
}

template <class Ctx, auto init, auto update, auto final>
void low(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    Ctx ctx;
    init(&ctx);
    update(&ctx, in, n);
    final(out, &ctx);
}

// HMAC with a key that was prepared before: prepare(key) once for each key, one(message, its size, tag) for each message.
constexpr std::size_t key_size = 16;

template <auto prepare, auto one>
void keyed(const bench_work* w) {
    static unsigned char key[key_size];
    static bool ready = false;
    if (!ready || std::memcmp(key, w->key, key_size) != 0) {
        std::memcpy(key, w->key, key_size);
        prepare(key);
        ready = true;
    }
    for (std::size_t i = 0; i < w->count; ++i)
        one(w->in + w->offsets[i], w->offsets[i + 1] - w->offsets[i], w->out + i * w->out_size);
}

HMAC_CTX* hmac_ctx() {
    static HMAC_CTX* const ctx = HMAC_CTX_new();
    return ctx;
}
void hmac_ctx_prepare(const unsigned char* key) { HMAC_Init_ex(hmac_ctx(), key, key_size, EVP_sha256(), nullptr); }
void hmac_ctx_tag(const std::uint8_t* in, std::size_t n, std::uint8_t* out) {
    unsigned size = 0;
    HMAC_Init_ex(hmac_ctx(), nullptr, 0, nullptr, nullptr);
    HMAC_Update(hmac_ctx(), in, n);
    HMAC_Final(hmac_ctx(), out, &size);
}

EVP_MAC_CTX* mac_ctx() {
    static EVP_MAC_CTX* const ctx = EVP_MAC_CTX_new(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
    return ctx;
}
void mac_ctx_prepare(const unsigned char* key) {
    char digest[] = "SHA256";
    const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
                                     OSSL_PARAM_construct_end()};
    EVP_MAC_init(mac_ctx(), key, key_size, parameters);
}
void mac_ctx_tag(const std::uint8_t* in, std::size_t n, std::uint8_t* out) {
    std::size_t size = 0;
    EVP_MAC_init(mac_ctx(), nullptr, 0, nullptr);
    EVP_MAC_update(mac_ctx(), in, n);
    EVP_MAC_final(mac_ctx(), out, &size, SHA256_DIGEST_LENGTH);
}

// RFC 2104 by hand: the states behind the two blocks of the key are kept, and each message begins with a copy.
struct midstates {
    SHA256_CTX inner, outer;
};
midstates& kept() {
    static midstates both;
    return both;
}
void begin(SHA256_CTX& ctx, const unsigned char* key, unsigned char pad) {
    unsigned char block[SHA256_CBLOCK];
    std::memset(block, pad, sizeof block);
    for (std::size_t i = 0; i < key_size; ++i) block[i] = static_cast<unsigned char>(key[i] ^ pad);
    SHA256_Init(&ctx);
    SHA256_Update(&ctx, block, sizeof block);
}
void midstates_prepare(const unsigned char* key) {
    begin(kept().inner, key, 0x36);
    begin(kept().outer, key, 0x5c);
}
void midstates_tag(const std::uint8_t* in, std::size_t n, std::uint8_t* out) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    midstates both = kept();
    SHA256_Update(&both.inner, in, n);
    SHA256_Final(digest, &both.inner);
    SHA256_Update(&both.outer, digest, sizeof digest);
    SHA256_Final(out, &both.outer);
}

void pbkdf2_1000(const bench_work* w) {
    for (std::size_t i = 0; i < w->count; ++i)
        PKCS5_PBKDF2_HMAC(reinterpret_cast<const char*>(w->in + w->offsets[i]),
                          static_cast<int>(w->offsets[i + 1] - w->offsets[i]), w->key, key_size, 1000, EVP_sha256(),
                          static_cast<int>(w->out_size), w->out + i * w->out_size);
}

#define EVP(workload, name)                                                                                            \
    {workload, "EVP_Digest", bench::each<one_shot<name>>, 0},                                                          \
        {workload, "context", bench::each<context<name, false>>, 0}
#define LOW(workload, ctx, h) {workload, "low-level", bench::each<low<ctx, h##_Init, h##_Update, h##_Final>>, 0}

const bench_entry entries[] = {
    EVP("sha256", "SHA256"),
    LOW("sha256", SHA256_CTX, SHA256),
    {"sha256 tree", "low-level", bench::tree_of_digests<low<SHA256_CTX, SHA256_Init, SHA256_Update, SHA256_Final>>, 0},
    {"sha256 rfc9162", "low-level", bench::rfc9162_tree<low<SHA256_CTX, SHA256_Init, SHA256_Update, SHA256_Final>>, 0},
    {"sha3-256 tree", "context", bench::tree_of_digests<context<"SHA3-256", false>>, 0},
    {"hmac-sha256", "HMAC_CTX", keyed<hmac_ctx_prepare, hmac_ctx_tag>, 0},
    {"hmac-sha256", "EVP_MAC", keyed<mac_ctx_prepare, mac_ctx_tag>, 0},
    {"hmac-sha256", "midstates", keyed<midstates_prepare, midstates_tag>, 0},
    {"pbkdf2-sha256 x 1000", "", pbkdf2_1000, 0},
    EVP("sha512", "SHA512"),
    LOW("sha512", SHA512_CTX, SHA512),
    EVP("sha3-256", "SHA3-256"),
    EVP("sha3-512", "SHA3-512"),
    {"shake128", "context", bench::each<context<"SHAKE128", true>>, 0},
    {"shake256", "context", bench::each<context<"SHAKE256", true>>, 0},
};

}  // namespace

#ifndef BENCH_NAME
#define BENCH_NAME "OpenSSL"
#endif
BENCH_PEER(BENCH_NAME, OPENSSL_VERSION_STR, entries);
