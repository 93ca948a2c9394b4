// SPDX-License-Identifier: Apache-2.0 OR MIT
// Written by generate.py from tests/data (see its README for the origin of each vector).
#include <hashlane/ascon.hpp>

#include "constant.hpp"

// Under the default limits of the compiler. The message has a budget of its own.
// clang-format off
constexpr auto message = constant::decode(constant::ptn<65536>);
static_assert(hashlane::digest<hashlane::ascon_hash256>(message) == constant::decode("a651fdd77c99f7493431517ea0233611be93da56050ffecc4385f8fa646f0b5d"));
