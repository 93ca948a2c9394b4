// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The type numeric.

#include "kinds.hpp"

namespace hashlane::postgresql {

// Writes a numeric as a decimal; an error for NaN and infinity, and where it has more digits than an encoding can have.
void put_decimal(Datum numeric, writer to);

}  // namespace hashlane::postgresql
