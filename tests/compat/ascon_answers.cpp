// SPDX-License-Identifier: Apache-2.0 OR MIT
// ascon_answers SCHEME HEX: the digest of the message, at once and in pieces.
#include "hash.hpp"

#include <iostream>

using bytes = std::vector<uint8_t>;

template <template <bool> class Hash>
static void hash(const bytes& msg) {
    uint8_t out[ascon::ASCON_HASH_DIGEST_LEN];
    Hash<false> hasher;
    hasher.hash(msg.data(), msg.size());
    hasher.digest(out);
    std::cout << ascon_utils::to_hex(out, sizeof out) << '\n';
    Hash<true> pieces;
    for (const uint8_t& byte : msg) pieces.absorb(&byte, 1);
    pieces.finalize();
    pieces.digest(out);
    std::cout << ascon_utils::to_hex(out, sizeof out) << '\n';
}

template <template <bool> class Xof>
static void xof(const bytes& msg) {
    bytes out(64);
    Xof<false> hasher;
    hasher.hash(msg.data(), msg.size());
    hasher.read(out.data(), out.size());
    std::cout << ascon_utils::to_hex(out.data(), out.size()) << '\n';
    Xof<true> pieces;
    pieces.absorb(msg.data(), 13);
    pieces.absorb(msg.data() + 13, msg.size() - 13);
    pieces.finalize();
    for (uint8_t& byte : out) pieces.read(&byte, 1);
    std::cout << ascon_utils::to_hex(out.data(), out.size()) << '\n';
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::string_view scheme = argv[1];
    const bytes msg = ascon_utils::from_hex(argv[2]);
    if (scheme == "Ascon-Hash") hash<ascon::ascon_hash>(msg);
    if (scheme == "Ascon-HashA") hash<ascon::ascon_hasha>(msg);
    if (scheme == "Ascon-XOF") xof<ascon::ascon_xof>(msg);
    if (scheme == "Ascon-XOFA") xof<ascon::ascon_xofa>(msg);
}
