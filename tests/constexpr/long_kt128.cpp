// SPDX-License-Identifier: Apache-2.0 OR MIT
// Written by generate.py from tests/data (see its README for the origin of each vector).
#include <hashlane/kangarootwelve.hpp>

#include "constant.hpp"

// Under the default limits of the compiler. The message has a budget of its own.
// clang-format off
constexpr auto message = constant::decode(constant::ptn<83521>);
static_assert(hashlane::digest<hashlane::kt128>(message) == constant::decode("8701045e22205345ff4dda05555cbb5c3af1a771c2b89baef37db43d9998b9fe"));
