// SPDX-License-Identifier: Apache-2.0 OR MIT
// Written by generate.py from tests/data (see its README for the origin of each vector).
#include <hashlane/sha2.hpp>

#include "constant.hpp"

// Under the default limits of the compiler. The message has a budget of its own.
// clang-format off
constexpr auto message = constant::decode(constant::ptn<65536>);
static_assert(hashlane::digest<hashlane::sha512>(message) == constant::decode("ca073ef2daf10b6e3b761d5db007b8f609c7de85419ed2319fdfd35cc4c4e1f7feb61e5618d9d574552b7e2788d674d7144ea2062b1500173528afb3352e55a4"));
