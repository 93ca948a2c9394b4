// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <nettle/nettle-meta.h>
#include <nettle/sha2.h>
#include <nettle/sha3.h>
#include <nettle/version.h>

#include <vector>

#include "peer.hpp"

namespace {

template <class Ctx, auto init, auto update, auto digest>
void hash(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    Ctx ctx;
    init(&ctx);
    update(&ctx, n, in);
    digest(&ctx, out_size, out);
}

// A state of any algorithm: its functions and its size are known at run time.
void any_state(const std::uint8_t* in, std::size_t n, std::uint8_t* out, std::size_t out_size) {
    static const nettle_hash* const hash = nettle_lookup_hash("sha256");
    static std::vector<std::uint8_t> ctx(hash->context_size);
    hash->init(ctx.data());
    hash->update(ctx.data(), n, in);
    hash->digest(ctx.data(), out_size, out);
}

template <auto digest>
constexpr auto shake = bench::each<hash<sha3_256_ctx, sha3_256_init, sha3_256_update, digest>>;

#define HASH(workload, h) {workload, "", bench::each<hash<h##_ctx, h##_init, h##_update, h##_digest>>, 0}

const bench_entry entries[] = {
    HASH("sha256", sha256),
    HASH("sha512", sha512),
    HASH("sha3-256", sha3_256),
    HASH("sha3-512", sha3_512),
    {"sha256 C any state", "nettle_hash", bench::each<any_state>, 0},
    {"shake256", "", shake<nettle_sha3_256_shake>, 0},
};

#define STR(x) #x
#define VERSION(a, b) STR(a) "." STR(b)

}  // namespace

BENCH_PEER("nettle", VERSION(NETTLE_VERSION_MAJOR, NETTLE_VERSION_MINOR), entries);
