// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What is built from a hash and a key. H is any hash<> whose digest fits into its block: all of sha2.hpp and sha3.hpp.

#include "constructions/hkdf.hpp"
#include "constructions/hmac.hpp"
#include "constructions/pbkdf2.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// RFC 2104. hmac<sha256> m{key}; m.update(text); m.tag(); m.tag<16>(); m.verify(tag); m.verify<16>(tag); hmac<sha256>::tag(key, text)
template <class H>
using hmac = hmac_construction<H>;

// RFC 5869. hkdf<sha256>::derive(salt, input_key, info, out); extract(salt, input_key), expand(key, info, out)
template <class H>
using hkdf = hkdf_construction<H>;

// RFC 8018 s.5.2. pbkdf2<sha256>::derive(password, salt, iterations, out)
template <class H>
using pbkdf2 = pbkdf2_construction<H>;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
