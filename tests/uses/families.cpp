// SPDX-License-Identifier: Apache-2.0 OR MIT
// A digest, a tag or a ciphertext of each family, with `import hashlane;`. Compiled with FAMILIES_BY_HEADER it includes
// the header: both must print the same.
#include <array>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>

#ifdef FAMILIES_BY_HEADER
#include <hashlane/hashlane.hpp>
#include <hashlane/selftest.hpp>
#else
import hashlane;
#endif

namespace hl = hashlane;
using namespace std::literals;

namespace {

constexpr auto at_compile_time = hl::digest<hl::sha3_256>("abc"sv);

void print(std::string_view name, std::span<const std::uint8_t> bytes) {
    std::printf("%.*s ", static_cast<int>(name.size()), name.data());
    for (const unsigned byte : bytes) std::printf("%02x", byte);
    std::puts("");
}

template <class H>
void print_digest() {
    print(H::name, hl::digest<H>("abc"sv));
}

void print_keyed() {
    const std::array<std::uint8_t, 16> key{1, 2, 3}, nonce{4};
    print("hmac-sha256", hl::tag<hl::hmac<hl::sha256>>(key, "abc"sv));
    print("kmac128", hl::tag<hl::kmac128, 32>(key, "abc"sv));
    print("hkdf-sha256", hl::derive<hl::hkdf<hl::sha256>, 32>("salt"sv, key, "info"sv));
    print("pbkdf2-hmac-sha256", hl::derive<hl::pbkdf2<hl::sha256>, 32>("password"sv, "salt"sv, 2));
    std::array<std::uint8_t, 3> cipher{};
    const hl::ascon_aead128 aead{key};
    print("ascon-aead128", aead.encrypt(nonce, "header"sv, "abc"sv, cipher));
    print("ascon-aead128", cipher);
}

void print_by_name() {
    auto hash = hl::any_hash::create("sha512");
    std::array<std::uint8_t, 64> digest{};
    if (!hash || !hash->update("abc"sv).digest(digest)) return;
    print("any", digest);
    const std::array<std::string_view, 3> leaves{"a"sv, "b"sv, "c"sv};
    std::array<hl::sha256::digest_type, 3> digests{};
    hl::digest_many<hl::sha256>(leaves, digests);
    print("many", digests[2]);
    print("merkle", hl::merkle_root<hl::rfc9162<hl::sha256>>(leaves));
    print("transcript", hl::derive_session_id<hl::shake128_duplex>("example"sv).bytes);
}

}  // namespace

int main() {
    print_digest<hl::sha256>();
    print("constexpr", at_compile_time);
    print_digest<hl::sha512>();
    print_digest<hl::sha3_256>();
    print_digest<hl::shake128>();
    print_digest<hl::turboshake128>();
    print_digest<hl::kt128>();
    print_digest<hl::cshake128>();
    print("tuplehash128", hl::digest<hl::tuplehash128>(std::array{"a"sv, "bc"sv}));
    print_digest<hl::ascon_hash256>();
    print_digest<hl::ascon_hash>();
    print_keyed();
    print_by_name();
    std::printf("%zu algorithms, %s\n", hl::algorithms().size(),
                hl::selftest() ? "selftest passed" : "selftest failed");
}
