// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <hashlane/sha2.hpp>

#include <string_view>

#include "show.hpp"

int main() {
    // README
    namespace hl = hashlane;
    using namespace std::literals;

    auto digest = hl::digest<hl::sha256>("abc"sv);  // std::array<std::uint8_t, 32>
    // end
    show(digest);
}
// prints ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
