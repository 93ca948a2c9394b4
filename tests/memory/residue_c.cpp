// SPDX-License-Identifier: Apache-2.0 OR MIT
// What stays behind of a tag that libhashlane has computed to compare it.
#include <hashlane.h>

#include "residue.hpp"

#if defined(HASHLANE_X86)

using namespace residues;

TEST_CASE("libhashlane: the right tag of a forgery") {
    const bytes key = planted_key(40), message(100, 5);
    bytes right(64);
    for (const int mac : {int{HASHLANE_KMAC128}, HASHLANE_HMAC + HASHLANE_SHA512}) {
        REQUIRE(hashlane_mac(mac, key.data(), 40, message.data(), 100, right.data(), 64) == HASHLANE_OK);
        const bytes wrong(64);
        check(
            "hashlane_mac_verify", right,
            [&] { (void)!hashlane_mac_verify(mac, key.data(), 40, message.data(), 100, wrong.data(), 64); },
            in_general | in_vectors);
    }
}

#endif
