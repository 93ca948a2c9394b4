// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <nettle/sha3.h>

#include "peer.hpp"

namespace {

using in = std::span<const std::uint8_t>;
using out = std::span<std::uint8_t>;

template <class Context, auto init, auto update, auto digest>
void hash(in, in m, out d) {
    Context c;
    init(&c);
    update(&c, m.size(), m.data());
    digest(&c, d.size(), d.data());
}

template <class Context, auto set_key, auto update, auto digest>
void hmac(in key, in m, out d) {
    Context c;
    set_key(&c, key.size(), key.data());
    update(&c, m.size(), m.data());
    digest(&c, d.size(), d.data());
}

#define HASH(name, h) {name, hash<h##_ctx, h##_init, h##_update, h##_digest>}
#define HMAC(name, h) {name, hmac<hmac_##h##_ctx, hmac_##h##_set_key, hmac_##h##_update, hmac_##h##_digest>}

const differential::enrol here("nettle",
                               {
                                   HASH("sha224", sha224),
                                   HASH("sha256", sha256),
                                   HASH("sha384", sha384),
                                   HASH("sha512", sha512),
                                   {"sha512-224", hash<sha512_ctx, sha512_224_init, sha512_update, sha512_224_digest>},
                                   {"sha512-256", hash<sha512_ctx, sha512_256_init, sha512_update, sha512_256_digest>},
                                   HASH("sha3-224", sha3_224),
                                   HASH("sha3-256", sha3_256),
                                   HASH("sha3-384", sha3_384),
                                   HASH("sha3-512", sha3_512),
                                   {"shake256", hash<sha3_256_ctx, sha3_256_init, sha3_256_update, sha3_256_shake>},
                                   HMAC("hmac-sha256", sha256),
                                   HMAC("hmac-sha512", sha512),
                               });

}  // namespace
