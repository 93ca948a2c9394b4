// SPDX-License-Identifier: Apache-2.0 OR MIT
// Hashlane as a contestant. Built once with each compiler, as a header-only user would build it (-O2).

#include <hashlane/ascon.hpp>
#include <hashlane/batch.hpp>
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>
#include <hashlane/sp800_185.hpp>
#include <hashlane/threads.hpp>
#include <hashlane/turboshake.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <vector>

#if BENCH_C
#include <hashlane_typed.h>
#endif

#include "peers/peer.hpp"
#include "trees.hpp"

namespace hl = hashlane;

namespace {

template <class Hash>
void digest(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    hl::digest_into<Hash>(std::span(in, n), std::span<std::uint8_t, Hash::digest_size>(out, Hash::digest_size));
}

template <class Xof>
void squeeze(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    hl::digest_into<Xof>(std::span(in, n), std::span(out, out_size));
}

// Initialisation, update and digest of an object: what a program does whose messages come in pieces.
template <class Hash>
void object(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    Hash h;
    h.update(std::span(in, n));
    const auto digest = h.digest();
    std::memcpy(out, digest.data(), digest.size());
}

#if BENCH_C
// The same through the C interface, in libhashlane: the state of SHA-256, and the one that holds any algorithm.
void c_state(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t) {
    hashlane_sha256_state state;
    hashlane_sha256_init(&state);
    hashlane_sha256_update(&state, in, n);
    hashlane_sha256_digest(&state, out);
}

void c_any_state(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    hashlane_hash state;
    hashlane_hash_init(&state, HASHLANE_SHA256, nullptr);
    hashlane_hash_update(&state, in, n);
    hashlane_hash_digest(&state, out, out_size);
}
#endif

void parallelhash128(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    hl::digest_into<hl::parallelhash128>(std::span(in, n), std::span(out, out_size), std::uint64_t{8192});
}

void seal(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t* ad, std::size_t ad_size,
          const std::uint8_t* in, std::size_t n, std::uint8_t* out) {
    const hl::ascon_aead128 aead{std::span<const std::uint8_t, 16>(key, 16)};
    const auto tag = aead.encrypt(std::span<const std::uint8_t, 16>(nonce, 16), std::span(ad, ad_size),
                                  std::span(in, n), std::span(out, n));
    std::memcpy(out + n, tag.data(), tag.size());
}

// Texts, and where they go: each before its tag.
struct sealed_texts {
    const bench_work* w;
    std::size_t size() const { return w->count; }
    std::span<std::uint8_t> operator[](std::size_t i) const {
        return {w->out + w->offsets[i] + 16 * i, w->offsets[i + 1] - w->offsets[i]};
    }
};

// Tags lie behind the texts, so they are copied there.
void seal_many(const bench_work* w) {
    static std::vector<std::uint8_t> tags;
    tags.resize(16 * w->count);
    const std::span<const std::uint64_t> offsets(w->offsets, w->count + 1);
    const hl::ascon_aead128 aead{std::span<const std::uint8_t, 16>(w->key, 16)};
    hl::encrypt_many(aead, std::span(w->nonces, 16 * w->count), std::span(w->ad, w->ad_size),
                     hl::with_offsets(std::span(w->in, offsets.back()), offsets), sealed_texts{w}, tags,
                     hl::threads{w->threads});
    for (std::size_t i = 0; i < w->count; ++i)
        std::copy_n(tags.begin() + static_cast<std::ptrdiff_t>(16 * i), 16, w->out + offsets[i + 1] + 16 * i);
}

template <class Tree>
void with_threads(const bench_work* w) {
    for (std::size_t i = 0; i < w->count; ++i) {
        Tree tree;
        hl::absorb_with_threads(tree, std::span(w->in + w->offsets[i], w->in + w->offsets[i + 1]),
                                hl::threads{w->threads});
        tree.reader().squeeze(std::span(w->out + i * w->out_size, w->out_size));
    }
}

std::span<std::uint8_t> outputs(const bench_work* w) { return {w->out, w->count * w->out_size}; }

template <class Hash>
void many(const bench_work* w) {
    const std::span<const std::uint64_t> offsets(w->offsets, w->count + 1);
    hl::digest_many<Hash>(hl::with_offsets(std::span(w->in, offsets.back()), offsets), outputs(w),
                          hl::threads{w->threads});
}

template <class Hash>
void pairs(const bench_work* w) {
    hl::hash_pairs<Hash>(std::span(w->in, w->offsets[w->count]), outputs(w), hl::threads{w->threads});
}

template <class Hash>
constexpr bench_job hash = bench::each<digest<Hash>>;
template <class Xof>
constexpr bench_job xof = bench::each<squeeze<Xof>>;

// A key that was prepared before: the first call of a key prepares it.
void hmac(const bench_work* w) {
    static std::array<std::uint8_t, 16> key{};
    static hl::hmac<hl::sha256> keyed(key);
    if (std::memcmp(key.data(), w->key, key.size()) != 0) {
        std::copy_n(w->key, key.size(), key.begin());
        keyed = hl::hmac<hl::sha256>(key);
    }
    for (std::size_t i = 0; i < w->count; ++i) {
        hl::hmac<hl::sha256> m = keyed;
        m.update(std::span(w->in + w->offsets[i], w->in + w->offsets[i + 1]));
        m.tag_into(std::span(w->out + i * w->out_size, w->out_size));
    }
}

void pbkdf2_1000(const bench_work* w) {
    for (std::size_t i = 0; i < w->count; ++i)
        (void)hl::derive_into<hl::pbkdf2<hl::sha256>>(std::span(w->in + w->offsets[i], w->in + w->offsets[i + 1]),
                                                      std::span(w->key, 16), 1000,
                                                      std::span(w->out + i * w->out_size, w->out_size));
}

const bench_entry entries[] = {
    {"hmac-sha256", "", hmac, 0},
    {"pbkdf2-sha256 x 1000", "", pbkdf2_1000, 0},
    {"keccak-256", "", hash<hl::keccak_256>, 0},
    {"keccak-256 batch", "", many<hl::keccak_256>, 0},
    {"sha256", "", hash<hl::sha256>, 0},
    {"sha512", "", hash<hl::sha512>, 0},
    {"sha3-256", "", hash<hl::sha3_256>, 0},
    {"sha3-512", "", hash<hl::sha3_512>, 0},
    {"shake128", "", xof<hl::shake128>, 0},
    {"shake256", "", xof<hl::shake256>, 0},
    {"turboshake128", "", xof<hl::turboshake128>, 0},
    {"turboshake256", "", xof<hl::turboshake256>, 0},
    {"kt128", "", xof<hl::kt128>, 0},
    {"kt256", "", xof<hl::kt256>, 0},
    {"sha256 batch", "", many<hl::sha256>, 0},
    {"sha512 batch", "", many<hl::sha512>, 0},
    {"sha3-256 batch", "", many<hl::sha3_256>, 0},
    {"ascon-hash256 batch", "", many<hl::ascon_hash256>, 0},
    {"ascon-aead128 batch", "", seal_many, 0},
    {"sha256 pairs", "", pairs<hl::sha256>, 0},
    {"sha256 tree", "", bench::tree_of_digests<hl::sha256>, 0},
    {"sha3-256 tree", "", bench::tree_of_digests<hl::sha3_256>, 0},
    {"keccak-256 tree", "", bench::tree_of_digests<hl::keccak_256>, 0},
    {"sha256 rfc9162", "", bench::rfc9162_tree<hl::sha256>, 0},
    {"kt128 threads", "", with_threads<hl::kt128>, 0},
    {"parallelhash128", "", bench::each<parallelhash128>, 0},
    {"ascon-hash256", "", hash<hl::ascon_hash256>, 0},
    {"ascon-xof128", "", xof<hl::ascon_xof128>, 0},
    {"ascon-aead128", "", bench::each_record<seal>, 0},
    {"sha256 object", "", bench::each<object<hl::sha256>>, 0},
#if BENCH_C
    {"sha256 C state", "", bench::each<c_state>, 0},
    {"sha256 C any state", "", bench::each<c_any_state>, 0},
#endif
};

// Views of literals: each ends with a null byte.
struct names {
    std::array<const char*, 9> all{};
    names() {
        std::size_t n = 0;
        for (const auto name : hl::available_targets()) all[n++] = name.data();
    }
};
const names targets;

int use_target(const char* name) {
#if BENCH_C
    if (hashlane_use_target(name) != HASHLANE_OK) return 0;
#endif
    return hl::use_target(name) ? 1 : 0;
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#if defined(__clang__)
#define COMPILER_VERSION TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__)
#else
#define COMPILER_VERSION TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__) "." TEXT(__GNUC_PATCHLEVEL__)
#endif

const bench_contestant self[] = {
    {"Hashlane " BENCH_COMPILER, HASHLANE_VERSION " by " COMPILER_VERSION, entries, std::size(entries)}};

}  // namespace

BENCH_EXPORT = {BENCH_ABI, self, 1, targets.all.data(), use_target};
