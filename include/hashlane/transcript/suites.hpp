// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The suites: those of draft-irtf-cfrg-fiat-shamir-03 s.9, and Hashlane's own, which no standard defines. The input of
/// an own suite begins with a block that names it, and its sessions are derived under another label. tests/transcript
/// has vectors of all.

#include "../ascon.hpp"
#include "../kangarootwelve.hpp"
#include "../sha2.hpp"
#include "../sha3.hpp"
#include "../turboshake.hpp"
#include "duplex.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// SHAKE128, s.9.1.
using shake128_duplex = xof_duplex<shake128, "SHAKE128", suite_origin::draft>;
/// TurboSHAKE128 with D = 0x1f, s.9.2.
using turboshake128_duplex = xof_duplex<turboshake128, "TurboSHAKE128", suite_origin::draft>;

/// SHA-256, a suite of Hashlane.
using own_sha256_duplex = hash_duplex<sha256, "hashlane-SHA-256">;
/// SHA-512, a suite of Hashlane.
using own_sha512_duplex = hash_duplex<sha512, "hashlane-SHA-512">;
/// SHA3-256, a suite of Hashlane.
using own_sha3_256_duplex = hash_duplex<sha3_256, "hashlane-SHA3-256">;
/// KT128, a suite of Hashlane.
using own_kt128_duplex = xof_duplex<kt128, "hashlane-KT128", suite_origin::own>;
/// Ascon-XOF128, a suite of Hashlane.
using own_ascon_xof128_duplex = xof_duplex<ascon_xof128, "hashlane-Ascon-XOF128", suite_origin::own>;

/// Calls `f.operator()<D>()` for each suite D.
/// \param f a callable with a template parameter
template <class F>
constexpr void for_each_suite(F&& f) {
    f.template operator()<shake128_duplex>();
    f.template operator()<turboshake128_duplex>();
    f.template operator()<own_sha256_duplex>();
    f.template operator()<own_sha512_duplex>();
    f.template operator()<own_sha3_256_duplex>();
    f.template operator()<own_kt128_duplex>();
    f.template operator()<own_ascon_xof128_duplex>();
}

}  // namespace hashlane::inline HASHLANE_ABI
