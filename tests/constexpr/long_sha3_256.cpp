// SPDX-License-Identifier: Apache-2.0 OR MIT
// Written by generate.py from tests/data (see its README for the origin of each vector).
#include <hashlane/sha3.hpp>

#include "constant.hpp"

// Under the default limits of the compiler. The message has a budget of its own.
// clang-format off
constexpr auto message = constant::decode(constant::ptn<65536>);
static_assert(hashlane::digest<hashlane::sha3_256>(message) == constant::decode("2bd9b99b0278aeaf46b3675e70b80dd21d5213fd84f72dbd2417c0608c33b27d"));
