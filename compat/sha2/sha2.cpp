// SPDX-License-Identifier: Apache-2.0 OR MIT
// The older C interface to SHA-2, over <hashlane/sha2.hpp>.

#include "sha2.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>

#include <hashlane/batch.hpp>
#include <hashlane/sha2.hpp>

namespace hl = hashlane;
using octet = std::uint8_t;

namespace {

// `count` messages of one length, side by side in memory.
struct row_of_messages {
    const octet* first;
    std::size_t bytes, count;

    std::size_t size() const { return count; }
    std::span<const octet> operator[](std::size_t i) const { return {first + i * bytes, bytes}; }
};

struct operations {
    std::size_t digest_size, block_size;
    void (*init)(void* state);
    void (*update)(void* state, std::span<const octet> data);
    void (*final)(void* state, octet* digest);
    void (*hash)(std::span<const octet> data, octet* digest);
    void (*hash_many)(const row_of_messages& messages, octet* digests);
    sha2_hash_function pluggable;
};

template <class H>
H& self(void* state) {
    static_assert(sizeof(H) <= sizeof(sha2_ctx::u) && alignof(H) <= alignof(sha2_ctx) &&
                  std::is_trivially_copyable_v<H>);
    return *std::launder(static_cast<H*>(state));
}

template <class H>
void store(octet* to, const H& h) {
    const auto digest = h.digest();
    std::memcpy(to, digest.data(), digest.size());
}

int update(void* ctx, const void* data, std::size_t len) { return sha2_update(static_cast<sha2_ctx*>(ctx), data, len); }
int final(void* ctx, void* out, std::size_t n) { return sha2_final(static_cast<sha2_ctx*>(ctx), out, n); }

template <class H, sha2_hash_type type>
constexpr operations row(const char* name) {
    return {H::digest_size,
            H::block_size,
            [](void* state) { ::new (state) H; },
            [](void* state, std::span<const octet> data) { self<H>(state).update(data); },
            [](void* state, octet* digest) { store(digest, self<H>(state)); },
            [](std::span<const octet> data, octet* digest) {
                const auto d = hl::digest<H>(data);
                std::memcpy(digest, d.data(), d.size());
            },
            [](const row_of_messages& messages, octet* digests) {
                hl::digest_many<H>(messages, std::span(digests, messages.count * H::digest_size), hl::threads{0});
            },
            {[](void* ctx) { return sha2_init(static_cast<sha2_ctx*>(ctx), type); }, update, final, sizeof(sha2_ctx),
             H::digest_size, name}};
}

constexpr operations table[] = {
    row<hl::sha224, SHA2_224>("SHA-224"),
    row<hl::sha256, SHA2_256>("SHA-256"),
    row<hl::sha384, SHA2_384>("SHA-384"),
    row<hl::sha512, SHA2_512>("SHA-512"),
};

const operations* find(std::uint64_t type) { return type < std::size(table) ? &table[type] : nullptr; }

const operations* find(const sha2_ctx* ctx) { return ctx == nullptr ? nullptr : find(ctx->type); }

constexpr std::uint64_t spent = ~std::uint64_t{0};

std::span<const octet> message(const void* data, std::size_t n) { return {static_cast<const octet*>(data), n}; }

bool fits(const operations* o, const void* digest, std::size_t n) {
    return o != nullptr && digest != nullptr && n >= o->digest_size;
}

}  // namespace

int sha2_init(sha2_ctx* ctx, sha2_hash_type type) {
    const operations* o = find(static_cast<std::uint64_t>(type));
    if (ctx == nullptr || o == nullptr) return -1;
    o->init(ctx->u.words);
    ctx->type = static_cast<std::uint64_t>(type);
    return 0;
}

int sha2_update(sha2_ctx* ctx, const void* data, size_t len) {
    const operations* o = find(ctx);
    if (o == nullptr || data == nullptr) return -1;
    o->update(ctx->u.words, message(data, len));
    return 0;
}

int sha2_final(sha2_ctx* ctx, void* digest, size_t digest_size) {
    const operations* o = find(ctx);
    if (!fits(o, digest, digest_size)) return -1;
    o->final(ctx->u.words, static_cast<octet*>(digest));
    ctx->type = spent;
    return static_cast<int>(o->digest_size);
}

int sha2_hash(sha2_hash_type type, const void* data, size_t len, void* digest, size_t digest_size) {
    const operations* o = find(static_cast<std::uint64_t>(type));
    if (!fits(o, digest, digest_size) || data == nullptr) return -1;
    o->hash(message(data, len), static_cast<octet*>(digest));
    return static_cast<int>(o->digest_size);
}

size_t sha2_get_digest_size(sha2_hash_type type) {
    const operations* o = find(static_cast<std::uint64_t>(type));
    return o == nullptr ? 0 : o->digest_size;
}

size_t sha2_get_block_size(sha2_hash_type type) {
    const operations* o = find(static_cast<std::uint64_t>(type));
    return o == nullptr ? 0 : o->block_size;
}

const char* sha2_version(void) { return SHA2_COMPAT_VERSION; }

const sha2_hash_function* sha2_get_hash_function(sha2_hash_type type) {
    const operations* o = find(static_cast<std::uint64_t>(type));
    return o == nullptr ? nullptr : &o->pluggable;
}

sha2_hash_function* sha2_create_hash_function(const char* name, size_t ctx_size, size_t digest_size, int (*init)(void*),
                                              int (*update)(void*, const void*, size_t),
                                              int (*final)(void*, void*, size_t)) {
    if (name == nullptr || ctx_size == 0 || digest_size == 0 || !init || !update || !final) return nullptr;
    const std::size_t length = std::strlen(name) + 1;
    void* memory = std::malloc(sizeof(sha2_hash_function) + length);
    if (memory == nullptr) return nullptr;
    char* copy = static_cast<char*>(memory) + sizeof(sha2_hash_function);
    std::memcpy(copy, name, length);
    return ::new (memory) sha2_hash_function{init, update, final, ctx_size, digest_size, copy};
}

void sha2_free_hash_function(sha2_hash_function* function) { std::free(function); }

int sha2_hash_parallel(sha2_hash_type type, const void* data, void* digests, size_t n) {
    return sha2_hash_many(type, data, sha2_get_block_size(type), digests, n);
}

int sha2_hash_many(sha2_hash_type type, const void* data, size_t msg_len, void* digests, size_t n) {
    const operations* o = find(static_cast<std::uint64_t>(type));
    std::size_t bytes = 0, written = 0;
    if (o == nullptr || __builtin_mul_overflow(msg_len, n, &bytes)) return -1;
    if (n == 0) return 0;
    if (digests == nullptr || (data == nullptr && bytes != 0)) return -1;
    if (__builtin_mul_overflow(o->digest_size, n, &written)) return -1;
    if (hl::overlap(data, bytes, digests, written)) return -1;  // messages are read after digests are written
    o->hash_many({static_cast<const octet*>(data), msg_len, n}, static_cast<octet*>(digests));
    return 0;
}

void sha256_ni_transform(uint32_t* state, const void* data, uint64_t blocks) {
    hl::entry_points::sha2_compress(state, static_cast<const octet*>(data), static_cast<std::size_t>(blocks));
}
