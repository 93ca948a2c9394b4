// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <cstdio>
#include <string_view>

#include <hashlane/sha2.hpp>

int main() {
    using namespace std::literals;
    std::printf("C++: ");
    for (const unsigned byte : hashlane::digest<hashlane::sha256>("abc"sv)) std::printf("%02x", byte);
    std::puts("");
}
