// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <hashlane/sha3.hpp>

#include <array>
#include <cstdint>
#include <string_view>

#include "show.hpp"

using namespace std::literals;
namespace hl = hashlane;

int main() {
    const auto seed = "seed"sv;
    const std::array<std::uint8_t, 1> index{7};
    std::array<std::uint8_t, 16> matrix{};
    // README
    hl::shake128 xof;
    xof.absorb(seed).absorb(index);
    auto reader = xof.reader();  // another type: nothing can be absorbed after this
    reader.squeeze(matrix);
    auto more = reader.squeeze<64>();  // goes on where the last one ended
    // end
    show(matrix);
    show(more);
}
// prints 62e790ff9d583260d55c182dfcf8573e
// prints fdf7a59e06912266e68cbd880fcb33cfed40743f4e3ba89dbd3e73ac132c21849e73a85441b69fb4ada96b5c2ffd726b21be9b8be836ab1f2d067961bc83f63f
