// SPDX-License-Identifier: Apache-2.0 OR MIT
// Many messages with a common beginning, tags under one key, keys from passwords, and several XOFs side by side.
#include <hashlane/batch.hpp>
#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>
#include <hashlane/sp800_185.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "show.hpp"

using namespace std::literals;
namespace hl = hashlane;

int main() {
    const auto domain = "a domain"sv, key = "a key"sv, salt = "a salt"sv;
    const std::vector<std::string> messages(100, "abc"), passwords{"one", "two", "three"};
    std::vector<hl::sha256::digest_type> digests(messages.size()), tags(messages.size()), keys(passwords.size());
    std::array<std::uint8_t, 2 * hl::shake128::block_size * 4> out{};
    const std::array seeds{"seed 0"sv, "seed 1"sv, "seed 2"sv, "seed 3"sv};

    hl::sha256 prefix;
    prefix.update(domain);
    hl::digest_many(prefix, messages, digests);
    show(digests[99]);

    hl::tag_many(hl::hmac<hl::sha256>(key), messages, tags);
    show(tags[99]);

    hl::derive_many<hl::sha256>(passwords, salt, 1000, keys, hl::threads{0});  // one thread for each core
    show(keys[2]);

    hl::xof_lanes<hl::shake128, 4> streams(seeds);
    streams.squeeze_blocks(out, 2);  // two blocks of each stream
    show(std::span(out).first<8>());
}
// prints 6d6f42d73bf35bcabb896e7a8422204e2258e278b47a372e96b8c90e4d6d0352
// prints e84bac9c08d7281cb92acd265b68d214706a69e15ce1b61c623cf8108711fafa
// prints 5a53b9d5bfad780c692e5038d7ae84153f4bc7d5b1a9e6da52e90ec7716c8fa8
// prints 6d8e2c27fc253d9c
