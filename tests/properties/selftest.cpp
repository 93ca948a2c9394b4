// SPDX-License-Identifier: Apache-2.0 OR MIT
// The self-test passes, on every target, and leaves the choice of targets as it was. That it finds damage is shown by
// tests/c/damage.py and tests/cli/test_selftest.py.
#include <doctest/doctest.h>

#include <hashlane/selftest.hpp>
#include <set>
#include <string>

#include "hl_test.hpp"

namespace hl = hashlane;

TEST_CASE("answers of every family, on every target") {
    std::set<std::string> targets, algorithms;
    std::uint64_t right = 0, wrong = 0;
    hl::selftest([&](std::string_view target, std::string_view algorithm, bool good) {
        targets.emplace(target);
        algorithms.emplace(algorithm);
        ++(good ? right : wrong);
    });
    hl_test::count(right, wrong);
    CHECK(wrong == 0);
    CHECK(targets.size() == hl::available_targets().size());
    for (const char* name :
         {"sha224", "sha512-256", "sha3-384", "keccak-256", "shake128", "cshake256", "kmacxof128", "tuplehash128",
          "parallelhash256", "turboshake256", "kt128", "ascon-hash256", "ascon-cxof128", "ascon-xofa", "ascon-aead128",
          "ascon-80pq", "hmac-sha512", "hkdf-sha256", "pbkdf2-sha512"})
        CHECK_MESSAGE(algorithms.contains(name), name);
}

TEST_CASE("the targets in use are in use again") {
    for (const std::string_view target : hl::available_targets()) {
        REQUIRE(hl::use_target(target));
        CHECK(hl::selftest());
        CHECK(hl::target_name() == target);
    }
    REQUIRE(hl::use_target(""));
    CHECK(hl::selftest());
    CHECK(hl::target_name() == *hl::available_targets().begin());
}
