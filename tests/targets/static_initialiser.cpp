// SPDX-License-Identifier: Apache-2.0 OR MIT
// The first call from the initialiser of a static object, before main() and before the library's own statics may be
// there; and the last one from a destructor, after main().
#include <hashlane/ascon.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace hl = hashlane;
using namespace std::literals;

namespace {

bool right() {
    constexpr auto sha = hl::digest<hl::sha512>("abc"sv);
    constexpr auto sha3 = hl::digest<hl::shake128, 64>("abc"sv);
    constexpr auto ascon = hl::digest<hl::ascon_hash256>("abc"sv);
    return hl::digest<hl::sha512>("abc"sv) == sha && hl::digest<hl::shake128, 64>("abc"sv) == sha3 &&
           hl::digest<hl::ascon_hash256>("abc"sv) == ascon;
}

struct early_and_late {
    bool good = right();
    ~early_and_late() {
        if (!right()) _exit(3);
    }
} before_main;

}  // namespace

TEST_CASE("a static initialiser may hash") {
    CHECK(before_main.good);
    CHECK(hl::use_target(""));
    CHECK(right());
}
