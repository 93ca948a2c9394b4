// SPDX-License-Identifier: Apache-2.0 OR MIT
// For processors.py: the targets that are available, the one in use, and two digests.
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>

#include <cstdio>
#include <string_view>

int main() {
    using namespace std::literals;
    const auto put = [](std::string_view word) { std::printf("%.*s ", static_cast<int>(word.size()), word.data()); };
    for (const auto name : hashlane::available_targets()) put(name);
    put("->");
    put(hashlane::target_name());
    std::printf("\n");
    for (const unsigned byte : hashlane::digest<hashlane::sha256>("abc"sv)) std::printf("%02x", byte);
    for (const unsigned byte : hashlane::digest<hashlane::sha3_256>("abc"sv)) std::printf("%02x", byte);
    std::printf("\n");
}
