// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SP 800-232: Ascon-Hash256 (s.5.1), Ascon-XOF128 (s.5.2), Ascon-CXOF128 (s.5.3). The IVs are those of s.A.3.

#include "constructions/ascon_sponge.hpp"
#include "hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

using ascon_hash256 = hash<"ascon-hash256", ascon_sponge<0x0000080100cc0002, std::endian::little>, 32>;
using ascon_xof128 = xof<"ascon-xof128", ascon_sponge<0x0000080000cc0003, std::endian::little>>;

// ascon_cxof128 x{customization}; at most 256 bytes, a longer one ends the program. For a string that comes from
// outside: std::optional<ascon_cxof128> x = ascon_cxof128::create(customization);
using ascon_cxof128 = xof<"ascon-cxof128", ascon_cxof_sponge<0x0000080000cc0004, std::endian::little>>;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
