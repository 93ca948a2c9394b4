// SPDX-License-Identifier: Apache-2.0 OR MIT
// Bytes that a sponge takes at once and in pieces, and bytes of every type in proofs.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <deque>
#include <hashlane/transcript.hpp>
#include <string>
#include <vector>

namespace hl = hashlane;
using byte_vector = std::vector<std::uint8_t>;

// The compiler knows how many bytes all calls have but those of the loop.
TEST_CASE("a message at once, in two pieces, and byte by byte") {
    byte_vector message(200);
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

namespace {

// Proves with values of the bytes B, in a container of them.
template <class Container, class B>
constexpr byte_vector proof_in() {
    const std::array<B, 3> three{B{1}, B{2}, B{3}};
    const hl::session<hl::shake128_duplex> session(hl::session_id{});
    Container proof;
    hl::prover prover(session.encoded_instance(three), proof);
    prover.template send<hl::bytes_codec<3>, hl::string_codec>(three, three);
    prover.template send<hl::integer_codec<std::uint16_t>>(std::uint16_t{7});
    byte_vector octets;
    for (const auto byte : proof) octets.push_back(static_cast<std::uint8_t>(byte));
    return octets;
}

}  // namespace

TEST_CASE("proofs and values of any bytes") {
    const byte_vector want = proof_in<byte_vector, std::uint8_t>();
    CHECK(want.size() == 3 + 7 + 2);
    CHECK(proof_in<byte_vector, std::byte>() == want);
    CHECK(proof_in<std::vector<std::byte>, std::uint8_t>() == want);
    CHECK(proof_in<std::vector<std::byte>, std::byte>() == want);
    CHECK(proof_in<std::vector<std::byte>, char>() == want);
    CHECK(proof_in<std::string, std::byte>() == want);
    CHECK(proof_in<std::deque<char>, std::byte>() == want);
    constexpr bool constant = proof_in<byte_vector, std::byte>() == proof_in<std::vector<std::byte>, char>();
    CHECK(constant);
}
