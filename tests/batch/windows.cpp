// SPDX-License-Identifier: Apache-2.0 OR MIT
// More messages than are looked at together, none of them short.
#include "batch.hpp"

using namespace batch_test;

TEST_CASE_TEMPLATE("hundreds of long messages", H, hl::sha256, hl::sha512, hl::sha3_256, hl::ascon_hash256) {
    each_target_and_all([] {
        for (const std::size_t spread : {std::size_t{1}, std::size_t{97}}) {
            std::vector<view> messages;
            for (std::size_t i = 0; i < 300; ++i) messages.push_back(message(i, 1030 + i % spread * 5));
            std::vector<typename H::digest_type> digests(messages.size());
            hl::digest_many<H>(messages, digests);
            bool good = true;
            for (std::size_t i = 0; i < messages.size(); ++i) good = good && digests[i] == hl::digest<H>(messages[i]);
            CHECK(good);
        }
    });
}
