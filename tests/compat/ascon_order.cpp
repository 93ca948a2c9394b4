// SPDX-License-Identifier: Apache-2.0 OR MIT
// Calls in the wrong order, constants, the permutation, every length of authenticated encryption.
#include "aead.hpp"
#include "ascon_xof.hpp"
#include "ascon_xofa.hpp"
#include "hash.hpp"
#include "permutation.hpp"
#include "utils.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "../support/check.h"

static_assert(ascon::ASCON128_KEY_LEN == 16 && ascon::ASCON128_NONCE_LEN == 16 && ascon::ASCON128_TAG_LEN == 16);
static_assert(ascon::ASCON128A_KEY_LEN == 16 && ascon::ASCON128A_NONCE_LEN == 16 && ascon::ASCON128A_TAG_LEN == 16);
static_assert(ascon::ASCON80PQ_KEY_LEN == 20 && ascon::ASCON80PQ_NONCE_LEN == 16 && ascon::ASCON80PQ_TAG_LEN == 16);
static_assert(ascon::ASCON_HASH_DIGEST_LEN == 32 && ascon::ASCON_HASHA_DIGEST_LEN == 32);

using bytes = std::vector<uint8_t>;
static const bytes msg(33, 7), blank(32);

template <template <bool> class Hash, class Same>
static void wrong_order_of_a_hash() {
    const auto want = hashlane::digest<Same>(msg);
    bytes out = blank;
    Hash<true> hasher;
    hasher.digest(out.data());
    CHECK(out == blank);  // before finalize
    hasher.absorb(msg.data(), msg.size());
    hasher.finalize();
    hasher.absorb(msg.data(), msg.size());
    hasher.finalize();
    hasher.digest(out.data());
    CHECK(std::ranges::equal(out, want));
    out = blank;
    hasher.digest(out.data());  // twice
    CHECK(out == blank);
    Hash<false> whole;
    whole.hash(msg.data(), msg.size());
    whole.hash(msg.data(), msg.size());
    whole.digest(out.data());
    CHECK(std::ranges::equal(out, want));
}

template <template <bool> class Xof, class Same>
static void wrong_order_of_an_xof() {
    const auto want = hashlane::digest<Same, 32>(msg);
    bytes out = blank;
    Xof<true> xof;
    xof.read(out.data(), 32);
    CHECK(out == blank);
    xof.absorb(msg.data(), msg.size());
    xof.finalize();
    xof.absorb(msg.data(), msg.size());
    xof.read(out.data(), 5);
    xof.finalize();
    xof.read(out.data() + 5, 27);
    CHECK(std::ranges::equal(out, want));
}

// A program's own overload, beside functions of the library.
namespace ascon {
static void encrypt_128(std::span<const uint8_t> key, std::span<const uint8_t> nonce, bytes& text, bytes& tag) {
    encrypt_128(key.data(), nonce.data(), nullptr, 0, text.data(), text.size(), text.data(), tag.data());
}
}  // namespace ascon

static void functions() {
    const bytes key(ascon::ASCON128_KEY_LEN, 1), nonce(ascon::ASCON128_NONCE_LEN, 2);
    bytes text = msg, tag(ascon::ASCON128_TAG_LEN);
    ascon::encrypt_128(key, nonce, text, tag);
    ascon::decrypt_128(key.data(), nonce.data(), nullptr, 0, text.data(), text.size(), text.data(), tag.data());
    CHECK(text == msg);
}

static void every_length(size_t key_len, auto&& encrypt, auto&& decrypt) {
    bytes key(key_len, 1), nonce(16, 2), tag(16), data(40, 3), text(70);
    for (size_t i = 0; i < text.size(); ++i) text[i] = static_cast<uint8_t>(i);
    for (size_t n = 0; n <= text.size(); ++n) {
        const size_t dlen = n % data.size();
        bytes in_place(text.begin(), text.begin() + n), enc(n), dec(n, 9);
        encrypt(key.data(), nonce.data(), data.data(), dlen, text.data(), n, enc.data(), tag.data());
        encrypt(key.data(), nonce.data(), data.data(), dlen, in_place.data(), n, in_place.data(), tag.data());
        CHECK(in_place == enc);
        bool f = decrypt(key.data(), nonce.data(), data.data(), dlen, enc.data(), n, dec.data(), tag.data());
        CHECK(f && std::equal(dec.begin(), dec.end(), text.begin()));
        tag[n % 16] ^= 0x80;
        f = decrypt(key.data(), nonce.data(), data.data(), dlen, enc.data(), n, dec.data(), tag.data());
        CHECK(!f && dec == bytes(n));
    }
}

constexpr bool permutes() {
    uint64_t S[5]{0x00400c0000000100, 0, 0, 0, 0};
    ascon_perm::permute<12>(S);
    return S[0] == 0xee9398aadb67f03d && S[4] == 0x348fa5c9d525e140;  // Ascon v1.2 s.2.5.1
}
static_assert(permutes());

template <size_t rounds>
constexpr std::array<uint64_t, 5> after_rounds() {
    std::array<uint64_t, 5> S{1, 2, 3, 4, 5};
    ascon_perm::permute<rounds>(S.data());
    return S;
}

// permute<0> to permute<12>, at run time on every target, give what they give at compile time.
template <size_t... rounds>
static void every_number_of_rounds(std::index_sequence<rounds...>) {
    static constexpr std::array<uint64_t, 5> expected[] = {after_rounds<rounds>()...};
    for (const auto target : hashlane::available_targets()) {
        CHECK(hashlane::use_target(target));
        (CHECK(after_rounds<rounds>() == expected[rounds]), ...);
    }
    CHECK(hashlane::use_target(""));
}

static void constant_time_helpers() {
    bytes a(64, 7), b = a;
    CHECK(ascon_utils::ct_eq_byte_array(a.data(), b.data(), 0) == 0xffffffff);
    CHECK(ascon_utils::ct_eq_byte_array(a.data(), b.data(), a.size()) == 0xffffffff);
    for (size_t i = 0; i < a.size(); ++i) {
        for (const uint8_t difference : {0x01, 0x80, 0xff}) {
            b[i] ^= difference;
            CHECK(ascon_utils::ct_eq_byte_array(a.data(), b.data(), a.size()) == 0);
            b[i] ^= difference;
        }
    }
    ascon_utils::ct_conditional_memset(0, b.data(), 9, 63);
    CHECK(b == a);
    ascon_utils::ct_conditional_memset(0xffffffff, b.data(), 9, 63);
    CHECK(b[63] == 7 && std::count(b.begin(), b.end(), 9) == 63);
}

int main() {
    wrong_order_of_a_hash<ascon::ascon_hash, hashlane::ascon_hash>();
    wrong_order_of_a_hash<ascon::ascon_hasha, hashlane::ascon_hasha>();
    wrong_order_of_an_xof<ascon::ascon_xof, hashlane::ascon_xof>();
    wrong_order_of_an_xof<ascon::ascon_xofa, hashlane::ascon_xofa>();
    functions();
    const auto encrypt_128 = [](auto... arguments) { ascon::encrypt_128(arguments...); };
    every_length(ascon::ASCON128_KEY_LEN, encrypt_128, ascon::decrypt_128);
    every_length(ascon::ASCON128A_KEY_LEN, ascon::encrypt_128a, ascon::decrypt_128a);
    every_length(ascon::ASCON80PQ_KEY_LEN, ascon::encrypt_80pq, ascon::decrypt_80pq);
    CHECK(permutes());
    every_number_of_rounds(std::make_index_sequence<ascon_perm::ROUNDS + 1>{});
    constant_time_helpers();
    return closing_line();
}
