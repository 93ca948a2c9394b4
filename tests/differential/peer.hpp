// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What an independent implementation gives: digests of one message, at its full speed.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace differential {

// out.size() bytes of output; key is empty but for a MAC.
using digest_function = void (*)(std::span<const std::uint8_t> key, std::span<const std::uint8_t> message,
                                 std::span<std::uint8_t> out);

struct entry {
    std::string_view algorithm;  // as the registry names it
    digest_function digest;
};

struct peer {
    std::string_view name;
    std::vector<entry> entries;
};

// All that this program was linked with.
inline std::vector<peer>& peers() {
    static std::vector<peer> all;
    return all;
}

// One of these at namespace scope in each peer's file.
struct enrol {
    enrol(std::string_view name, std::vector<entry> entries) { peers().push_back({name, std::move(entries)}); }
};

}  // namespace differential
