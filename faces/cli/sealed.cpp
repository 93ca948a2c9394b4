// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "sealed.hpp"

#include <algorithm>

namespace hashlane::cli {
namespace {

// The two odd bytes at the end are what a transfer as text would damage.
constexpr std::array<std::uint8_t, 8> magic{'H', 'L', 'S', 'E', 'A', 'L', 0x1a, '\n'};
constexpr std::uint8_t version = 1, ascon_aead128_id = 1;

template <class Integer>
void put_le(std::uint8_t* p, Integer value) {
    for (std::size_t i = 0; i < sizeof value; ++i) p[i] = static_cast<std::uint8_t>(value >> 8 * i);
}

template <class Integer>
Integer get_le(const std::uint8_t* p) {
    Integer value = 0;
    for (std::size_t i = sizeof value; i-- > 0;) value = static_cast<Integer>(value << 8 | p[i]);
    return value;
}

}  // namespace

header_bytes seal_header::encode() const {
    header_bytes out{};
    std::copy(magic.begin(), magic.end(), out.begin());
    out[8] = version;
    out[9] = ascon_aead128_id;
    out[10] = static_cast<std::uint8_t>(source);
    out[11] = static_cast<std::uint8_t>(chunk_log2);
    put_le(out.data() + 12, iterations);
    std::copy(salt.begin(), salt.end(), out.begin() + 16);
    std::copy(nonce.begin(), nonce.end(), out.begin() + 32);
    return out;
}

seal_header seal_header::decode(std::span<const std::uint8_t> in) {
    if (in.size() < magic.size() || !std::equal(magic.begin(), magic.end(), in.begin()))
        throw failure("it is not a sealed file");
    if (in.size() < sizeof(header_bytes)) throw failure("it is truncated within its header");
    if (in[8] != version)
        throw failure("it has format version " + std::to_string(in[8]) + ", and this program knows version 1");
    if (in[9] != ascon_aead128_id) throw failure("it was sealed by the unknown algorithm " + std::to_string(in[9]));
    if (in[10] > 1) throw failure("it was sealed with an unknown kind of key, " + std::to_string(in[10]));
    if (in[11] < least_log2 || in[11] > most_log2) throw failure("its header has an invalid size of chunks");
    seal_header header{static_cast<key_source>(in[10]), in[11], get_le<std::uint32_t>(in.data() + 12), {}, {}};
    std::copy_n(in.begin() + 16, 16, header.salt.begin());
    std::copy_n(in.begin() + 32, 16, header.nonce.begin());
    const bool raw = header.source == key_source::raw, salted = header.salt != decltype(header.salt){};
    if (raw ? salted || header.iterations != 0 : header.iterations == 0) throw failure("its header contradicts itself");
    return header;
}

chunk_aead::chunk_aead(const seal_key& key, const seal_header& of)
    : aead(key), header(of.encode()), first_nonce(of.nonce) {}

// The file's nonce, its last 8 bytes advanced by the number of the chunk.
std::array<std::uint8_t, 16> chunk_aead::nonce_of(std::uint64_t counter) const {
    std::array<std::uint8_t, 16> nonce = first_nonce;
    put_le(nonce.data() + 8, get_le<std::uint64_t>(nonce.data() + 8) + counter);
    return nonce;
}

std::array<std::uint8_t, 57> chunk_aead::associated(std::uint64_t counter, bool last) const {
    std::array<std::uint8_t, 57> data{};
    std::copy(header.begin(), header.end(), data.begin());
    put_le(data.data() + 48, counter);
    data[56] = last ? 1 : 0;
    return data;
}

std::array<std::uint8_t, 16> chunk_aead::seal(std::uint64_t counter, bool last, std::span<std::uint8_t> text) const {
    return aead.encrypt(nonce_of(counter), associated(counter, last), text, text);
}

bool chunk_aead::open(std::uint64_t counter, bool last, std::span<std::uint8_t> text,
                      std::span<const std::uint8_t, 16> tag) const {
    return aead.decrypt(nonce_of(counter), associated(counter, last), text, tag, text);
}

}  // namespace hashlane::cli
