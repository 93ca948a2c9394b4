// SPDX-License-Identifier: Apache-2.0 OR MIT
// What stays behind when keys are derived.
#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>

#include "residue.hpp"

#if defined(HASHLANE_X86)

using namespace residues;

// Of a key that is only made ready nothing is written over by what comes next.
TEST_CASE("the padded key of HMAC") {
    const bytes key = planted_key(40);
    check("HMAC-SHA256", key, [&] {
        const hl::hmac<hl::sha256> keyed(key);
        asm volatile("" : : "r"(&keyed) : "memory");
    });
    check("HMAC-SHA512", key, [&] {
        const hl::hmac<hl::sha512> keyed(key);
        asm volatile("" : : "r"(&keyed) : "memory");
    });
}

TEST_CASE("key derivation") {
    const bytes key = planted_key(40), salt(16, 7);
    bytes out(50);
    check("HKDF", key, [&] { (void)hl::hkdf<hl::sha256>::derive(salt, key, salt, out); });
    check("PBKDF2", key, [&] { hl::pbkdf2<hl::sha256>::derive(key, salt, 3, out); });
}

// Of the last block not all is given. What was copied last may be in a general register still: it is the caller's own.
TEST_CASE("derived keys stand where they were asked for, and nowhere else in memory") {
    const bytes key = planted_key(40), salt(16, 7);
    bytes whole(96), out(70);
    REQUIRE(hl::hkdf<hl::sha256>::derive(salt, key, salt, whole));
    check("HKDF", whole, [&] { (void)hl::hkdf<hl::sha256>::derive(salt, key, salt, out); }, in_general);
    hl::pbkdf2<hl::sha256>::derive(key, salt, 3, whole);
    check("PBKDF2", whole, [&] { hl::pbkdf2<hl::sha256>::derive(key, salt, 3, out); }, in_general);
}

#endif
