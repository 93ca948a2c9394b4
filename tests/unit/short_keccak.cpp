// SPDX-License-Identifier: Apache-2.0 OR MIT
// The kernel of short messages and short outputs of Keccak against the sponge, which goes through another kernel: every
// length of a message, every length of an output, every rate, on every target.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <hashlane/sha3.hpp>

#include "../support/each_target.hpp"

namespace {

namespace hl = hashlane;

constexpr std::uint8_t untouched = 0xa5;
using output = std::array<std::uint8_t, hl::keccak::most_short + 8>;

// Of a sponge of this rate: bytes written by the kernel for short messages, and by the sponge.
template <std::size_t rate>
bool short_is_sponge(std::size_t n, std::size_t size) {
    std::array<std::uint8_t, hl::keccak::most_short> message;
    for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<std::uint8_t>(17 * i + 3);
    output got, want;
    got.fill(untouched);
    want.fill(untouched);
    using sponge = hl::keccak_sponge<rate, 0x1f>;
    sponge defined;
    defined.absorb(message.data(), n);
    defined.finish();
    defined.squeeze(want.data(), size);
    const bool taken = sponge::digest(message.data(), n, got.data(), size);
    return taken && got == want;
}

template <std::size_t rate>
bool every_length() {
    bool good = true;
    const std::size_t longest = std::min(hl::keccak::most_short, rate - 1);
    for (std::size_t n = 0; n <= longest; ++n)
        for (std::size_t size = 0; size <= hl::keccak::most_short; ++size)
            good = good && short_is_sponge<rate>(n, size);
    return good;
}

}  // namespace

TEST_CASE("short messages and outputs of Keccak: every length, and no byte after the output is written") {
    hl_test::each_target([] {
        CHECK(every_length<72>());
        CHECK(every_length<104>());
        CHECK(every_length<136>());
        CHECK(every_length<144>());
        CHECK(every_length<168>());
    });
}
