// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <hashlane/kangarootwelve.hpp>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "show.hpp"

namespace hl = hashlane;
using namespace std::literals;

int main() {
    // ptn(17 ** 5) of RFC 9861 s.5
    std::vector<std::uint8_t> message(1419857);
    for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<std::uint8_t>(i % 251);
    // README
    auto digest = hl::digest<hl::kt128, 32>(message);  // the leaves of its tree go to the lanes side by side
    // end
    show(digest);
}
// prints 844d610933b1b9963cbdeb5ae3b6b05cc7cbd67ceedf883eb678a0a8e0371682
