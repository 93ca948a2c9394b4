// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <hashlane/sha3.hpp>

#include <array>
#include <cstdint>
#include <string_view>

#include "show.hpp"

using namespace std::literals;
namespace hl = hashlane;

// README
constexpr auto root = hl::digest<hl::sha3_256>("leaf"sv);  // the same function, run by the compiler
static_assert(root[0] == 0xa5);
// end

int main() { show(root); }
// prints a5358e3a706c1d06636e7b5cbf11480edfa3571a48bca5d1842ee2a1ab22da27
