// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// HMAC, HKDF and PBKDF2 over a hash H: any hash whose digest is not longer than its block, which are all of sha2.hpp
/// and sha3.hpp.
///
/// Example (examples/mac.cpp):
///
///     auto tag = hl::tag<hl::hmac<hl::sha256>>(key, message);
///     bool good = hl::verify<hl::hmac<hl::sha256>>(key, message, tag);  // in constant time
///     auto derived = hl::derive<hl::hkdf<hl::sha256>, 16>(salt, key, "session 1"sv);

#include "classes/hkdf.hpp"
#include "classes/hmac.hpp"
#include "classes/pbkdf2.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// HMAC, RFC 2104. An object takes the message in pieces:
///
///     hl::hmac<hl::sha256> m{key};
///     m.update(text);
///     auto tag = m.tag();             m.tag<16>() is a shorter tag
///     bool good = m.verify(tag);      m.verify(hl::short_tag(t, 16)) accepts a shorter one
template <class H>
using hmac = hmac_construction<H>;

/// HKDF, RFC 5869: `derive<hkdf<sha256>, 32>(salt, input_key, info)`. The two steps are
/// `hkdf_extract<sha256>(salt, input_key)` and `hkdf_expand<sha256, 32>(pseudorandom_key, info)`.
template <class H>
using hkdf = hkdf_construction<H>;

/// PBKDF2, RFC 8018 s.5.2: `derive<pbkdf2<sha256>, 32>(password, salt, iterations)`.
template <class H>
using pbkdf2 = pbkdf2_construction<H>;

}  // namespace hashlane::inline HASHLANE_ABI
