// SPDX-License-Identifier: Apache-2.0 OR MIT
// Bytes that a sponge takes at once and in pieces.
#include <doctest/doctest.h>

#include <array>
#include <hashlane/transcript.hpp>
#include <string>
#include <vector>

namespace hl = hashlane;

// The compiler knows how many bytes all calls have but those of the loop.
TEST_CASE("a message at once, in two pieces, and byte by byte") {
    std::vector<std::uint8_t> message(200);
    for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<std::uint8_t>(i * 7);
    const volatile std::size_t one = 1;
    hl::for_each_suite([&]<class D>() {
        CAPTURE(std::string(D::suite()));
        const hl::session_id id{{1, 2, 3}};
        D whole(id), pieces(id), each(id);
        whole.absorb(message.data(), std::size_t{200});
        pieces.absorb(message.data(), std::size_t{64});
        pieces.absorb(message.data() + 64, std::size_t{136});
        for (const std::uint8_t& byte : message) each.absorb(&byte, one);
        const auto drawn = [](D& sponge) {
            std::array<std::uint8_t, 32> out{};
            sponge.squeeze(out.data(), out.size());
            return out;
        };
        const auto want = drawn(each);
        CHECK(drawn(whole) == want);
        CHECK(drawn(pieces) == want);
    });
}
