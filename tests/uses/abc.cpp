// SPDX-License-Identifier: Apache-2.0 OR MIT
// Ten lines of a user's: prints sha3-256("abc").
#include <cstdio>
#include <string_view>

#include <hashlane/sha3.hpp>

int main() {
    using namespace std::literals;
    for (const unsigned byte : hashlane::digest<hashlane::sha3_256>("abc"sv)) std::printf("%02x", byte);
    std::puts("");
}
