// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The one list of all algorithms. Faces, tests and benchmarks walk it; a new algorithm is a new row.

#include "row.hpp"
#include "sha2.hpp"
#include "sha3.hpp"
#include "sp800_185.hpp"
#include "turboshake.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// clang-format off
using registry = rows<
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
    row<keccak224, kind::hash, "Keccak", "Keccak submission 3">,
    row<keccak256, kind::hash, "Keccak", "Keccak submission 3">,
    row<keccak384, kind::hash, "Keccak", "Keccak submission 3">,
    row<keccak512, kind::hash, "Keccak", "Keccak submission 3">,
    row<shake128,  kind::xof,  "SHAKE", "FIPS 202 s.6.2">,
    row<shake256,  kind::xof,  "SHAKE", "FIPS 202 s.6.2">,
    row<cshake128, kind::xof,  "SP 800-185", "SP 800-185 s.3", parameter::function_name | parameter::customization>,
    row<cshake256, kind::xof,  "SP 800-185", "SP 800-185 s.3", parameter::function_name | parameter::customization>,
    row<turboshake128<dynamic_domain>, kind::xof, "TurboSHAKE", "RFC 9861 s.2", parameter::domain>,
    row<turboshake256<dynamic_domain>, kind::xof, "TurboSHAKE", "RFC 9861 s.2", parameter::domain>
>;
// clang-format on

// algorithms(): the rows. find_algorithm("sha3-256"): a row, or nullptr; exact names only.
inline constexpr auto algorithms = registry::all;
inline constexpr auto find_algorithm = registry::find;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
