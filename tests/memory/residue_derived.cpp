// SPDX-License-Identifier: Apache-2.0 OR MIT
// What stays behind when keys are derived.
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>
#include <hashlane/sp800_185.hpp>

#include "residue.hpp"

#if defined(HASHLANE_X86)

using namespace residues;

// Of a key that is only made ready nothing is written over by what comes next.
TEST_CASE("the padded key of HMAC") {
    const bytes key = planted_key(40);
    check("HMAC-SHA256", key, [&] {
        const hl::hmac<hl::sha256> keyed(key);
        asm volatile("" : : "r"(&keyed) : "memory");
    });
    check("HMAC-SHA512", key, [&] {
        const hl::hmac<hl::sha512> keyed(key);
        asm volatile("" : : "r"(&keyed) : "memory");
    });
}

// Who has these makes tags without the key.
template <class H>
void keyed_states_of(const std::string& hash) {
    const hl::hmac<H> keyed(planted_key(40));
    const bytes message(3 * H::block_size + 5, 7);
    for (const H* state : {&keyed.inner_hash(), &keyed.outer_hash()}) {
        bytes chaining(H::block_size / 2);
        std::memcpy(chaining.data(), state, chaining.size());
        check("HMAC-" + hash, chaining, [&] {
            auto h = keyed;
            (void)h.update(message).update(message).tag();
        });
    }
}

TEST_CASE("the keyed states of HMAC") {
    keyed_states_of<hl::sha256>("SHA-256");
    keyed_states_of<hl::sha512>("SHA-512");
}

// The whole state of one that has ended tells its key. Of its first block a short output shows the beginning.
template <class Mac>
void ended_states_of(const std::string& name) {
    const auto end = [](const Mac& keyed, bytes& out) {
        const bytes message(200, 7);
        auto h = keyed;
        if constexpr (requires { h.reader(); })
            h.absorb(message).reader().squeeze(out);
        else
            h.update(message).tag_into(out);
    };
    const bytes key = planted_key(40);
    const Mac keyed(key);
    bytes block(Mac::block_size), out(32);
    end(keyed, block);
    const bytes secret(block.begin() + 40, block.end());
    check(name, secret, [&] { end(keyed, out); });
    check(name + " of a new key", secret, [&] { end(Mac(key), out); });
}

TEST_CASE("the ended states of MACs over Keccak") {
    ended_states_of<hl::kmacxof128>("KMACXOF128");
    ended_states_of<hl::kmacxof256>("KMACXOF256");
    ended_states_of<hl::hopmac128>("HopMAC128");
    ended_states_of<hl::hopmac256>("HopMAC256");
}

TEST_CASE("key derivation") {
    const bytes key = planted_key(40), salt(16, 7);
    bytes out(50);
    check("HKDF", key, [&] { (void)hl::derive_into<hl::hkdf<hl::sha256>>(salt, key, salt, out); });
    check("PBKDF2", key, [&] { (void)hl::derive_into<hl::pbkdf2<hl::sha256>>(key, salt, 3, out); });
}

// Of the last block not all is given. What was copied last may be in a general register still: it is the caller's own.
// A key is the last chaining values of a hash: those of PBKDF2 with one iteration.
template <class H>
void derived_keys_of(const std::string& hash) {
    constexpr std::size_t n = H::digest_size;
    const bytes key = planted_key(40), salt(16, 7);
    bytes whole(3 * n), out(2 * n + 6);
    REQUIRE(hl::derive_into<hl::hkdf<H>>(salt, key, salt, whole));
    check("HKDF-" + hash, whole, [&] { (void)hl::derive_into<hl::hkdf<H>>(salt, key, salt, out); }, in_general);
    const auto extracted = hl::hkdf_extract<H>(salt, key);
    check("HKDF-" + hash + "-Extract", {extracted.begin(), extracted.end()}, [&] {
        auto again = hl::hkdf_extract<H>(salt, key);
        hl::wipe(&again);
    });
    for (const unsigned iterations : {1u, 3u}) {
        (void)hl::derive_into<hl::pbkdf2<H>>(key, salt, iterations, whole);
        check(
            "PBKDF2-" + hash, whole, [&] { (void)hl::derive_into<hl::pbkdf2<H>>(key, salt, iterations, out); },
            in_general);
    }
}

TEST_CASE("derived keys stand where they were asked for, and nowhere else in memory") {
    derived_keys_of<hl::sha256>("SHA-256");
    derived_keys_of<hl::sha512>("SHA-512");
    derived_keys_of<hl::sha3_256>("SHA3-256");  // not the kernel of chains
}

#endif
