// SPDX-License-Identifier: Apache-2.0 OR MIT
// Written by generate.py from tests/data (see its README for the origin of each vector).
#include <hashlane/sha2.hpp>

#include "constant.hpp"

// Under the default limits of the compiler. The message has a budget of its own.
// clang-format off
constexpr auto message = constant::decode(constant::ptn<65536>);
static_assert(hashlane::digest<hashlane::sha256>(message) == constant::decode("4b640d85ab3ba30fd02c9fc9db4a8928f416322ad27022ea58a65aaee68a4df2"));
