// SPDX-License-Identifier: Apache-2.0 OR MIT
// OpenSSL: built twice, against Debian's and against the newest. Three ways to call it: the one-shot EVP_Digest with a
// fetched EVP_MD, one EVP_MD_CTX used again and again, and the low-level calls that are deprecated but fastest.
// BENCH_NAME: the newest one again, kept from newer instructions by a file of its environment.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/opensslv.h>
#include <openssl/sha.h>

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
