// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What is built from a hash and a key. H is any hash<> whose digest fits into its block: all of sha2.hpp and sha3.hpp.

#include "classes/hkdf.hpp"
#include "classes/hmac.hpp"
#include "classes/pbkdf2.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// RFC 2104. An object: hmac<sha256> m{key}; m.update(text); m.tag(); m.tag<16>(); m.verify(t); m.verify(short_tag(t, 16)).
// A message at once: tag<hmac<sha256>>(key, text), verify<hmac<sha256>>(key, text, t).
template <class H>
using hmac = hmac_construction<H>;

// RFC 5869. derive<hkdf<sha256>, 32>(salt, input_key, info); hkdf_extract<sha256>(salt, input_key) and
// hkdf_expand<sha256, 32>(pseudorandom_key, info)
template <class H>
using hkdf = hkdf_construction<H>;

// RFC 8018 s.5.2. derive<pbkdf2<sha256>, 32>(password, salt, iterations)
template <class H>
using pbkdf2 = pbkdf2_construction<H>;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
