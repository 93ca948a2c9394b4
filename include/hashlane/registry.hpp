// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The list of all algorithms. Faces, tests and benchmarks use it. A new algorithm is a new row. sha512_t<t> where t is
/// neither 224 nor 256, and ascon_aead128_masked, have no row.

#include "ascon.hpp"
#include "ascon_v12.hpp"
#include "classes/row.hpp"
#include "kangarootwelve.hpp"
#include "mac.hpp"
#include "sha2.hpp"
#include "sha3.hpp"
#include "sp800_185.hpp"
#include "turboshake.hpp"

namespace hashlane::inline HASHLANE_ABI {

// clang-format off
/// The algorithms that are not built from a hash by HMAC, HKDF or PBKDF2: type, kind, family, standard, and what they
/// take besides the message.
using own_rows = rows<
    row<sha224,     kind::hash, "SHA-2", "FIPS 180-4 s.6.3">,
    row<sha256,     kind::hash, "SHA-2", "FIPS 180-4 s.6.2">,
    row<sha384,     kind::hash, "SHA-2", "FIPS 180-4 s.6.5">,
    row<sha512,     kind::hash, "SHA-2", "FIPS 180-4 s.6.4">,
    row<sha512_224, kind::hash, "SHA-2", "FIPS 180-4 s.6.6">,
    row<sha512_256, kind::hash, "SHA-2", "FIPS 180-4 s.6.7">,
    row<sha3_224,  kind::hash, "SHA-3", "FIPS 202 s.6.1">,
    row<sha3_256,  kind::hash, "SHA-3", "FIPS 202 s.6.1">,
    row<sha3_384,  kind::hash, "SHA-3", "FIPS 202 s.6.1">,
    row<sha3_512,  kind::hash, "SHA-3", "FIPS 202 s.6.1">,
    row<keccak_224, kind::hash, "Keccak", "Keccak submission 3">,
    row<keccak_256, kind::hash, "Keccak", "Keccak submission 3">,
    row<keccak_384, kind::hash, "Keccak", "Keccak submission 3">,
    row<keccak_512, kind::hash, "Keccak", "Keccak submission 3">,
    row<shake128,  kind::xof,  "SHAKE", "FIPS 202 s.6.2">,
    row<shake256,  kind::xof,  "SHAKE", "FIPS 202 s.6.2">,
    row<cshake128, kind::xof,  "SP 800-185", "SP 800-185 s.3", parameter::function_name | parameter::customization>,
    row<cshake256, kind::xof,  "SP 800-185", "SP 800-185 s.3", parameter::function_name | parameter::customization>,
    row<kmac128,     kind::mac, "SP 800-185", "SP 800-185 s.4", parameter::key | parameter::customization>,
    row<kmac256,     kind::mac, "SP 800-185", "SP 800-185 s.4", parameter::key | parameter::customization>,
    row<kmacxof128, kind::mac, "SP 800-185", "SP 800-185 s.4.3.1", parameter::key | parameter::customization>,
    row<kmacxof256, kind::mac, "SP 800-185", "SP 800-185 s.4.3.1", parameter::key | parameter::customization>,
    row<tuplehash128,     kind::hash, "SP 800-185", "SP 800-185 s.5", parameter::elements | parameter::customization>,
    row<tuplehash256,     kind::hash, "SP 800-185", "SP 800-185 s.5", parameter::elements | parameter::customization>,
    row<tuplehashxof128, kind::xof, "SP 800-185", "SP 800-185 s.5.3.1", parameter::elements | parameter::customization>,
    row<tuplehashxof256, kind::xof, "SP 800-185", "SP 800-185 s.5.3.1", parameter::elements | parameter::customization>,
    row<parallelhash128,     kind::hash, "SP 800-185", "SP 800-185 s.6",
        parameter::parallel_block | parameter::customization>,
    row<parallelhash256,     kind::hash, "SP 800-185", "SP 800-185 s.6",
        parameter::parallel_block | parameter::customization>,
    row<parallelhashxof128, kind::xof, "SP 800-185", "SP 800-185 s.6.3.1",
        parameter::parallel_block | parameter::customization>,
    row<parallelhashxof256, kind::xof, "SP 800-185", "SP 800-185 s.6.3.1",
        parameter::parallel_block | parameter::customization>,
    row<turboshake128, kind::xof, "TurboSHAKE", "RFC 9861 s.2", parameter::domain>,
    row<turboshake256, kind::xof, "TurboSHAKE", "RFC 9861 s.2", parameter::domain>,
    row<kt128,     kind::xof, "KangarooTwelve", "RFC 9861 s.3", parameter::customization>,
    row<kt256,     kind::xof, "KangarooTwelve", "RFC 9861 s.3", parameter::customization>,
    row<hopmac128, kind::mac, "KangarooTwelve", "RFC 9861 s.4", parameter::key | parameter::customization>,
    row<hopmac256, kind::mac, "KangarooTwelve", "RFC 9861 s.4", parameter::key | parameter::customization>,
    row<ascon_hash256, kind::hash, "Ascon", "SP 800-232 s.5.1">,
    row<ascon_xof128,  kind::xof,  "Ascon", "SP 800-232 s.5.2">,
    row<ascon_cxof128, kind::xof,  "Ascon", "SP 800-232 s.5.3", parameter::customization>,
    row<ascon_hash,  kind::hash, "Ascon v1.2", "Ascon v1.2 s.2.5">,
    row<ascon_hasha, kind::hash, "Ascon v1.2", "Ascon v1.2 s.2.5">,
    row<ascon_xof,   kind::xof,  "Ascon v1.2", "Ascon v1.2 s.2.5">,
    row<ascon_xofa,  kind::xof,  "Ascon v1.2", "Ascon v1.2 s.2.5">,
    row<ascon_aead128, kind::aead, "Ascon", "SP 800-232 s.4", parameter::key>,
    row<ascon_128,  kind::aead, "Ascon v1.2", "Ascon v1.2 s.2.4", parameter::key>,
    row<ascon_128a, kind::aead, "Ascon v1.2", "Ascon v1.2 s.2.4", parameter::key>,
    row<ascon_80pq, kind::aead, "Ascon v1.2", "Ascon v1.2 s.2.4", parameter::key>
>;

/// All algorithms: own_rows, and hmac-sha256, hkdf-sha256, pbkdf2-sha256 and the like for every hash that can be used
/// with HMAC.
using registry = joined<own_rows,
    over_hashes<own_rows, hmac,   kind::mac, "HMAC",   "RFC 2104">::type,
    over_hashes<own_rows, hkdf,   kind::kdf, "HKDF",   "RFC 5869">::type,
    over_hashes<own_rows, pbkdf2, kind::kdf, "PBKDF2", "RFC 8018 s.5.2">::type
>;
// clang-format on

/// algorithms() returns the descriptions of all algorithms, as a range of hashlane::algorithm.
inline constexpr all_rows<registry> algorithms;
/// find_algorithm("sha3-256") returns the description of an algorithm, or nullptr when none has exactly that name.
inline constexpr row_search<registry> find_algorithm;

/// nearest_name("SHA3_256") returns the registered name that is meant, "sha3-256", or "" when no name is near.
///
/// Case and punctuation do not count. If no name is the same without them, names are near that differ by one wrong,
/// missing or additional letter or digit, or by two neighbours that are exchanged. A registered name is nearest to
/// itself. Of several near names the first one in the order of algorithms() is returned. The view refers to constant
/// text, which lives as long as the program.
inline constexpr nearest_row<registry> nearest_name;

}  // namespace hashlane::inline HASHLANE_ABI
