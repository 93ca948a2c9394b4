// SPDX-License-Identifier: Apache-2.0 OR MIT
// The kernel of short messages and short outputs of Keccak against the constructions step by step, which go through another
// kernel: every length of a message, every length of an output, every rate, on every target.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/sha3.hpp>
#include <hashlane/turboshake.hpp>

#include "../support/each_target.hpp"

namespace {

namespace hl = hashlane;

constexpr std::uint8_t untouched = 0xa5;
using short_output = std::array<std::uint8_t, hl::keccak::most_short + 8>;

// Bytes written by the kernel for short messages, and by the construction step by step.
template <class C>
bool short_is_step_by_step(std::size_t n, std::size_t size) {
    std::array<std::uint8_t, hl::keccak::most_short> message;
    for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<std::uint8_t>(17 * i + 3);
    short_output got, want;
    got.fill(untouched);
    want.fill(untouched);
    C defined;
    defined.absorb(message.data(), n);
    defined.finish();
    defined.squeeze(want.data(), size);
    const bool taken = C::digest(message.data(), n, got.data(), size);
    return taken && got == want;
}

template <class C>
bool every_length(std::size_t longest = std::min(hl::keccak::most_short, C::block_size - 1)) {
    bool good = true;
    for (std::size_t n = 0; n <= longest; ++n)
        for (std::size_t size = 0; size <= hl::keccak::most_short; ++size)
            good = good && short_is_step_by_step<C>(n, size);
    return good;
}

// Returns whether C leaves messages of n bytes, and outputs of `size` bytes, to the calls step by step, and writes nothing.
template <class C>
bool leaves(std::size_t n, std::size_t size) {
    const std::array<std::uint8_t, hl::keccak::most_short + 1> message{};
    short_output got;
    got.fill(untouched);
    const bool taken = C::digest(message.data(), n, got.data(), size);
    return !taken && std::ranges::count(got, untouched) == std::ssize(got);
}

}  // namespace

TEST_CASE("short messages and outputs of Keccak: every length, and no byte after the output is written") {
    hl_test::each_target([] {
        CHECK(every_length<hl::keccak_sponge<72, 0x1f>>());
        CHECK(every_length<hl::keccak_sponge<104, 0x1f>>());
        CHECK(every_length<hl::keccak_sponge<136, 0x1f>>());
        CHECK(every_length<hl::keccak_sponge<144, 0x1f>>());
        CHECK(every_length<hl::keccak_sponge<168, 0x1f>>());
        CHECK(every_length<hl::turboshake_sponge<168>>());
        CHECK(every_length<hl::turboshake_sponge<136>>());
        CHECK(every_length<hl::kangarootwelve<168, 32>>(hl::keccak::most_short - 1));
        CHECK(every_length<hl::kangarootwelve<136, 64>>(hl::keccak::most_short - 1));
    });
}

TEST_CASE("longer messages and outputs of Keccak are left to the calls step by step") {
    constexpr std::size_t most = hl::keccak::most_short;
    CHECK(leaves<hl::turboshake_sponge<168>>(most + 1, 32));
    CHECK(leaves<hl::turboshake_sponge<168>>(most, most + 1));
    CHECK(leaves<hl::kangarootwelve<168, 32>>(most, 32));
    CHECK(leaves<hl::kangarootwelve<168, 32>>(most - 1, most + 1));
}
