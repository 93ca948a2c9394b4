// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include "../silent.hpp"
#include "consts.hpp"
#include "permutation.hpp"
#include "utils.hpp"

namespace ascon {

template <bool incremental = false>
struct ascon_xof : hashlane_compat::xof_by_pointer<hashlane::ascon_xof, incremental> {};

}  // namespace ascon
