// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <hashlane/by_name/batch.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "show.hpp"

using namespace std::literals;
namespace hl = hashlane;

int main() {
    const std::vector<std::string> messages(100, "abc");
    std::vector<std::uint8_t> digests(100 * 32);
    const auto hash = hl::any_hash::create("sha3-256"sv);
    if (!hash || !hl::digest_many(*hash, messages, digests, hl::threads{2})) return 1;
    show(std::span(digests).last(32));
}
// prints 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532
