// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "../silent.hpp"
#include "consts.hpp"
#include "permutation.hpp"
#include "utils.hpp"

namespace ascon {

template <bool incremental = false>
struct ascon_hash : hashlane_compat::hash_by_pointer<hashlane::ascon_hash, incremental> {};

}  // namespace ascon
