// SPDX-License-Identifier: Apache-2.0 OR MIT
// sha3_answers SCHEME HEX...: the digest of the pieces, once by each generation of the older interface.
#include "sha3_224.hpp"
#include "sha3_256.hpp"
#include "sha3_384.hpp"
#include "sha3_512.hpp"
#include "shake128.hpp"
#include "shake256.hpp"
#include "utils.hpp"

#include <iostream>

using bytes = std::vector<uint8_t>;
using pieces = std::vector<bytes>;

static void print(const auto& out) { std::cout << sha3_utils::to_hex(out.data(), out.size()) << '\n'; }

template <class T, size_t len>
static void by_spans(const pieces& in, auto&& output) {
    std::array<uint8_t, len> out{};
    T hasher{};
    for (const bytes& piece : in) hasher.absorb(piece);
    hasher.finalize();
    output(hasher, out);
    print(out);
}

template <class T, size_t len>
static void hash(const pieces& in, void (*first)(const uint8_t*, size_t, uint8_t*)) {
    std::array<uint8_t, len> out{};
    first(in[0].data(), in[0].size(), out.data());
    print(out);
    print(T::hash(in[0]));
    by_spans<T, len>(in, [](T& hasher, auto& digest) { hasher.digest(digest); });
}

template <class T, template <bool> class First>
static void xof(const pieces& in) {
    std::array<uint8_t, 40> out{};
    First<true> hasher{};
    for (const bytes& piece : in) hasher.absorb(piece.data(), piece.size());
    hasher.finalize();
    for (size_t i = 0; i < out.size(); ++i) hasher.read(out.data() + i, 1);
    print(out);
    by_spans<T, 40>(in, [](T& x, std::span<uint8_t> o) {
        x.squeeze(o.first(7));
        x.squeeze(o.subspan(7));
    });
    if (in.size() != 1) return;
    First<false> whole{};
    whole.hash(in[0].data(), in[0].size());
    whole.read(out.data(), out.size());
    print(out);
}

int main(int argc, char** argv) {
    const std::string_view scheme = argc > 2 ? argv[1] : "";
    pieces in;
    for (int i = 2; i < argc; ++i) in.push_back(sha3_utils::from_hex(argv[i]));
    if (scheme == "SHA3-224") hash<sha3_224::sha3_224_t, sha3_224::DIGEST_LEN>(in, sha3_224::hash);
    if (scheme == "SHA3-256") hash<sha3_256::sha3_256_t, sha3_256::DIGEST_LEN>(in, sha3_256::hash);
    if (scheme == "SHA3-384") hash<sha3_384::sha3_384_t, sha3_384::DIGEST_LEN>(in, sha3_384::hash);
    if (scheme == "SHA3-512") hash<sha3_512::sha3_512_t, sha3_512::DIGEST_LEN>(in, sha3_512::hash);
    if (scheme == "SHAKE128") xof<shake128::shake128_t, shake128::shake128>(in);
    if (scheme == "SHAKE256") xof<shake256::shake256_t, shake256::shake256>(in);
}
