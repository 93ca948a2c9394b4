// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// One message that several threads, processes or machines read in ranges: kt128, kt256, parallelhash128,
/// parallelhash256 and their XOFs. Each range becomes a few bytes, out of which one place makes the digest.
///
///     hl::tree_ranges all(hl::kt128{}, size);           the same in the workers and the driver
///     all.leaves(place, bytes, out)                     a worker; `out` goes to the driver
///     all.add(out)                                      the driver, in the order of the places
///     all.whole()->reader()                             the tree, after the last range

#include "many/tree_ranges.hpp"
