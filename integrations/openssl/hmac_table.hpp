// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "params.hpp"

namespace hashlane::openssl {

// The functions of HMAC, for the table of MACs.
extern const OSSL_DISPATCH hmac_table[];

}  // namespace hashlane::openssl
