// SPDX-License-Identifier: Apache-2.0 OR MIT
// ascon_readme SCHEME KEY NONCE DATA TEXT: the older library's program, its random bytes given as arguments. Prints the
// ciphertext.
#include "aead.hpp"

#include <iostream>

static void encrypt(const std::string_view scheme, const uint8_t* key, const uint8_t* nonce, const uint8_t* data,
                    size_t dlen, const uint8_t* text, size_t ctlen, uint8_t* enc, uint8_t* tag) {
    if (scheme == "Ascon-128") ascon::encrypt_128(key, nonce, data, dlen, text, ctlen, enc, tag);
    if (scheme == "Ascon-128a") ascon::encrypt_128a(key, nonce, data, dlen, text, ctlen, enc, tag);
    if (scheme == "Ascon-80pq") ascon::encrypt_80pq(key, nonce, data, dlen, text, ctlen, enc, tag);
}

static bool decrypt(const std::string_view scheme, const uint8_t* key, const uint8_t* nonce, const uint8_t* data,
                    size_t dlen, const uint8_t* enc, size_t ctlen, uint8_t* dec, const uint8_t* tag) {
    bool f = false;
    if (scheme == "Ascon-128") f = ascon::decrypt_128(key, nonce, data, dlen, enc, ctlen, dec, tag);
    if (scheme == "Ascon-128a") f = ascon::decrypt_128a(key, nonce, data, dlen, enc, ctlen, dec, tag);
    if (scheme == "Ascon-80pq") f = ascon::decrypt_80pq(key, nonce, data, dlen, enc, ctlen, dec, tag);
    return f;
}

int main(int argc, char** argv) {
    if (argc != 6) return 2;
    const std::string_view scheme = argv[1];
    const auto key = ascon_utils::from_hex(argv[2]), nonce = ascon_utils::from_hex(argv[3]);
    const auto data = ascon_utils::from_hex(argv[4]), text = ascon_utils::from_hex(argv[5]);
    std::vector<uint8_t> enc(text.size()), dec(text.size(), 0xff), tag(ascon::ASCON128_TAG_LEN);

    encrypt(scheme, key.data(), nonce.data(), data.data(), data.size(), text.data(), text.size(), enc.data(),
            tag.data());
    bool f = decrypt(scheme, key.data(), nonce.data(), data.data(), data.size(), enc.data(), text.size(), dec.data(),
                     tag.data());
    if (!f || dec != text) return 1;

    tag[15] ^= 1;
    f = decrypt(scheme, key.data(), nonce.data(), data.data(), data.size(), enc.data(), text.size(), dec.data(),
                tag.data());
    if (f || dec != std::vector<uint8_t>(text.size())) return 1;

    std::cout << ascon_utils::to_hex(enc.data(), enc.size()) << '\n';
}
