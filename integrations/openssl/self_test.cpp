// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "self_test.hpp"

#include <string_view>

#include <hashlane/hashlane.hpp>

namespace hashlane::openssl {
namespace {

template <std::size_t N>
bool is(const std::array<std::uint8_t, N>& result, std::string_view answer) noexcept {
    const auto expected = from_hex<N>(answer);
    return expected && equal_in_constant_time(result, *expected);
}

// SP 800-232: the first of the known answers of the reference implementation, with an empty text.
bool aead_is_right() noexcept {
    const auto key = from_hex<16>("000102030405060708090a0b0c0d0e0f");
    const auto nonce = from_hex<16>("101112131415161718191a1b1c1d1e1f");
    return is(ascon_aead128(*key).encrypt(*nonce, octets_in{}, octets_in{}, octets_out{}),
              "4f9c278211bec9316bf68f46ee8b2ec6");
}

}  // namespace

bool short_self_test() noexcept {
    using namespace std::string_view_literals;
    const bool hashes =
        // FIPS 180-4 and FIPS 202, the example "abc"
        is(digest<sha256>("abc"sv), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad") &&
        is(digest<sha512>("abc"sv), "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                                    "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f") &&
        is(digest<sha3_256>("abc"sv), "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532") &&
        // RFC 9861 s.5, the empty message
        is(digest<kt128, 32>(""sv), "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5") &&
        // SP 800-232: the first of the known answers of the reference implementation, the empty message
        is(digest<ascon_hash256>(""sv), "0b3be5850f2f6b98caf29f8fdea89b64a1fa70aa249b8f839bd53baa304d92b2");
    // RFC 4231 s.4.3
    const bool mac = is(tag<hmac<sha256>>("Jefe"sv, "what do ya want for nothing?"sv),
                        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    return hashes && mac && aead_is_right();
}

}  // namespace hashlane::openssl
