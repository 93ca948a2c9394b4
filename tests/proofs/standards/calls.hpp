// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Whole messages: padding, byte order and output of FIPS 180-4, FIPS 202, RFC 9861 and SP 800-232, over bytes that are
// numbers or symbols. A message here has a known length, so the padding is known.

#include <vector>

#include "fips180.hpp"
#include "fips202.hpp"
#include "sp800_232.hpp"

namespace standards::calls {

// What a word of W over bytes B is; the two orders to put bytes together, and byte i of a word, the lowest first.
// A symbol has its own (symbol.hpp).
template <class W, class B>
struct word_over;

template <class W>
struct word_over<W, std::uint8_t> {
    using type = W;
    static W join(const std::uint8_t* lowest_first) {
        W w = 0;
        for (std::size_t i = 0; i < sizeof(W); ++i) w |= W(lowest_first[i]) << 8 * i;
        return w;
    }
    static std::uint8_t byte(W w, std::size_t i) { return static_cast<std::uint8_t>(w >> 8 * i); }
    static W constant(W w) { return w; }
    static std::uint8_t byte_constant(unsigned b) { return static_cast<std::uint8_t>(b); }
};

template <class B>
using text = std::vector<B>;
template <class W, class B>
using word = typename word_over<W, B>::type;

template <class W, class B>
word<W, B> big_endian(const B* p) {
    B reversed[sizeof(W)];
    for (std::size_t i = 0; i < sizeof(W); ++i) reversed[i] = p[sizeof(W) - 1 - i];
    return word_over<W, B>::join(reversed);
}

// The chaining value at the beginning, FIPS 180-4 s.5.3.
template <class P, class B>
std::vector<word<typename P::word, B>> sha2_start() {
    std::vector<word<typename P::word, B>> H;
    for (const auto w : fips180::initial_hash_value<P>()) H.push_back(word_over<typename P::word, B>::constant(w));
    return H;
}

// The length of a message in bits, and what does not fit into 64 bits of it.
template <class B>
struct bit_length {
    word<std::uint64_t, B> low, high;
};

// FIPS 180-4 s.5.1, s.6.2 and s.6.4: the end of a message, which follows whole blocks that gave H.
template <class P, class B>
text<B> sha2_end(std::vector<word<typename P::word, B>> H, text<B> message, bit_length<B> bits) {
    using W = typename P::word;
    using over = word_over<W, B>;
    using numbers = word_over<std::uint64_t, B>;
    constexpr std::size_t block = 16 * sizeof(W), length = 2 * sizeof(W);
    message.push_back(over::byte_constant(0x80));
    while (message.size() % block != block - length) message.push_back(over::byte_constant(0));
    for (std::size_t i = length; i-- > 0;)
        message.push_back(i < 8 ? numbers::byte(bits.low, i) : numbers::byte(bits.high, i - 8));
    for (std::size_t at = 0; at < message.size(); at += block) {
        std::vector<word<W, B>> M;
        for (std::size_t i = 0; i < 16; ++i) M.push_back(big_endian<W>(&message[at + i * sizeof(W)]));
        H = fips180::hash_computation<P>(H, M);
    }
    text<B> digest;
    for (const auto& w : H)
        for (std::size_t i = sizeof(W); i-- > 0;) digest.push_back(over::byte(w, i));
    return digest;
}

template <class P, class B>
text<B> sha2(const text<B>& message) {
    using numbers = word_over<std::uint64_t, B>;
    const bit_length<B> bits{numbers::constant(8 * message.size()), numbers::constant(0)};
    return sha2_end<P, B>(sha2_start<P, B>(), message, bits);
}

// FIPS 180-4 s.6.2.2 and s.6.4.2: the chaining value H, as words in the byte order of x86-64, and whole blocks behind it.
template <class P, class B>
text<B> sha2_blocks(const text<B>& in) {
    using W = typename P::word;
    using over = word_over<W, B>;
    std::vector<word<W, B>> H;
    for (std::size_t i = 0; i < 8; ++i) H.push_back(over::join(&in[i * sizeof(W)]));
    for (std::size_t at = 8 * sizeof(W); at < in.size(); at += 16 * sizeof(W)) {
        std::vector<word<W, B>> M;
        for (std::size_t i = 0; i < 16; ++i) M.push_back(big_endian<W>(&in[at + i * sizeof(W)]));
        H = fips180::hash_computation<P>(H, M);
    }
    text<B> out;
    for (const auto& w : H)
        for (std::size_t i = 0; i < sizeof(W); ++i) out.push_back(over::byte(w, i));
    return out;
}

// FIPS 202 s.4: a state of 200 bytes and whole blocks of the rate behind it. Squeezing takes no block; so many blocks of
// output follow the new state.
template <class B>
text<B> keccak_blocks(const text<B>& in, std::size_t rate, int rounds, std::size_t squeezed) {
    using over = word_over<std::uint64_t, B>;
    fips202::state<word<std::uint64_t, B>> S;
    for (std::size_t i = 0; i < 25; ++i) S[i % 5][i / 5] = over::join(&in[8 * i]);
    for (std::size_t at = 200; at < in.size(); at += rate) {
        for (std::size_t i = 0; i < rate / 8; ++i) S[i % 5][i / 5] = S[i % 5][i / 5] ^ over::join(&in[at + 8 * i]);
        S = fips202::keccak_p(S, rounds);
    }
    text<B> blocks;
    for (std::size_t block = 0; block < squeezed; ++block) {
        S = fips202::keccak_p(S, rounds);
        for (std::size_t i = 0; i < rate; ++i) blocks.push_back(over::byte(S[i / 8 % 5][i / 40], i % 8));
    }
    text<B> out;
    for (std::size_t i = 0; i < 200; ++i) out.push_back(over::byte(S[i / 8 % 5][i / 40], i % 8));
    out.insert(out.end(), blocks.begin(), blocks.end());
    return out;
}

// FIPS 202 s.4 (the sponge), s.5.1 (pad10*1 after the suffix, whose bits are in `domain` with the first 1 of the padding)
// and B.1; RFC 9861 s.2.2 with 12 rounds.
template <class B>
text<B> keccak(text<B> message, std::size_t rate, unsigned domain, int rounds, std::size_t size,
               const text<B>& start = text<B>(200, word_over<std::uint64_t, B>::byte_constant(0))) {
    using over = word_over<std::uint64_t, B>;
    const std::size_t padding = rate - message.size() % rate;
    for (std::size_t i = 0; i < padding; ++i)
        message.push_back(over::byte_constant((i == 0 ? domain : 0) ^ (i + 1 == padding ? 0x80 : 0)));
    fips202::state<word<std::uint64_t, B>> S;
    for (std::size_t i = 0; i < 25; ++i) S[i % 5][i / 5] = over::join(&start[8 * i]);
    for (std::size_t at = 0; at < message.size(); at += rate) {
        for (std::size_t i = 0; i < rate / 8; ++i) S[i % 5][i / 5] = S[i % 5][i / 5] ^ over::join(&message[at + 8 * i]);
        S = fips202::keccak_p(S, rounds);
    }
    text<B> out;
    for (;; S = fips202::keccak_p(S, rounds))
        for (std::size_t i = 0; i < rate; ++i) {
            if (out.size() == size) return out;
            out.push_back(over::byte(S[i / 8 % 5][i / 40], i % 8));
        }
}

template <class B>
word<std::uint64_t, B> padded_ascon_word(const text<B>& message, std::size_t at) {
    using over = word_over<std::uint64_t, B>;
    B part[8];
    for (std::size_t i = 0; i < 8; ++i)
        part[i] = at + i < message.size() ? message[at + i] : over::byte_constant(at + i == message.size());
    return over::join(part);
}

// SP 800-232 s.5.1: the state before a message.
template <class B>
text<B> ascon_hash256_start() {
    using over = word_over<std::uint64_t, B>;
    sp800_232::state<word<std::uint64_t, B>> S;
    for (auto& w : S) w = over::constant(0);
    S[0] = over::constant(0x0000080100cc0002);
    S = sp800_232::ascon_p(S, 12);
    text<B> out;
    for (const auto& w : S)
        for (std::size_t i = 0; i < 8; ++i) out.push_back(over::byte(w, i));
    return out;
}

// SP 800-232 s.5.1: a message, or the end of one that follows whole blocks, which gave the state `start`.
template <class B>
text<B> ascon_hash256(const text<B>& message, const text<B>& start = ascon_hash256_start<B>()) {
    using over = word_over<std::uint64_t, B>;
    sp800_232::state<word<std::uint64_t, B>> S;
    for (std::size_t i = 0; i < 5; ++i) S[i] = over::join(&start[8 * i]);
    for (std::size_t at = 0; at <= message.size(); at += 8) {
        S[0] = S[0] ^ padded_ascon_word(message, at);
        S = sp800_232::ascon_p(S, 12);
    }
    text<B> digest;
    for (int block = 0; block < 4; ++block) {
        if (block != 0) S = sp800_232::ascon_p(S, 12);
        for (std::size_t i = 0; i < 8; ++i) digest.push_back(over::byte(S[0], i));
    }
    return digest;
}

enum class ascon_use { absorb, encrypt, decrypt, squeeze };

// SP 800-232 s.4.1.1, s.4.1.2 and s.5: a state of 40 bytes and whole blocks of `rate` bytes behind it. Squeezing takes no
// block; so many blocks of output follow the new state, where there is output.
template <class B>
text<B> ascon_blocks(const text<B>& in, std::size_t rate, int rnd, ascon_use use, std::size_t blocks) {
    using over = word_over<std::uint64_t, B>;
    sp800_232::state<word<std::uint64_t, B>> S;
    for (std::size_t i = 0; i < 5; ++i) S[i] = over::join(&in[8 * i]);
    text<B> output;
    const auto write = [&](word<std::uint64_t, B> w) {
        for (std::size_t i = 0; i < 8; ++i) output.push_back(over::byte(w, i));
    };
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t i = 0; i < rate / 8 && use != ascon_use::squeeze; ++i) {
            const auto text_word = over::join(&in[40 + block * rate + 8 * i]);
            const auto sum = S[i] ^ text_word;
            if (use != ascon_use::absorb) write(sum);
            S[i] = use == ascon_use::decrypt ? text_word : sum;
        }
        S = sp800_232::ascon_p(S, rnd);
        if (use == ascon_use::squeeze) write(S[0]);
    }
    text<B> out;
    for (const auto& w : S)
        for (std::size_t i = 0; i < 8; ++i) out.push_back(over::byte(w, i));
    out.insert(out.end(), output.begin(), output.end());
    return out;
}

// SP 800-232 s.4.1, algorithm 3: the ciphertext, then the tag. Of whole bytes.
template <class B>
text<B> ascon_aead128(const text<B>& key, const text<B>& nonce, const text<B>& header, const text<B>& plain) {
    using over = word_over<std::uint64_t, B>;
    const auto K0 = over::join(&key[0]), K1 = over::join(&key[8]);
    sp800_232::state<word<std::uint64_t, B>> S = {over::constant(0x00001000808c0001), K0, K1, over::join(&nonce[0]),
                                                  over::join(&nonce[8])};
    S = sp800_232::ascon_p(S, 12);
    S[3] = S[3] ^ K0;
    S[4] = S[4] ^ K1;
    if (!header.empty())
        for (std::size_t at = 0; at <= header.size(); at += 16) {
            S[0] = S[0] ^ padded_ascon_word(header, at);
            S[1] = S[1] ^ padded_ascon_word(header, at + 8);
            S = sp800_232::ascon_p(S, 8);
        }
    S[4] = S[4] ^ (std::uint64_t{1} << 63);
    text<B> out;
    for (std::size_t at = 0; at <= plain.size(); at += 16) {
        if (at != 0) S = sp800_232::ascon_p(S, 8);
        S[0] = S[0] ^ padded_ascon_word(plain, at);
        S[1] = S[1] ^ padded_ascon_word(plain, at + 8);
        for (std::size_t i = 0; i < 16 && at + i < plain.size(); ++i) out.push_back(over::byte(S[i / 8], i % 8));
    }
    S[2] = S[2] ^ K0;
    S[3] = S[3] ^ K1;
    S = sp800_232::ascon_p(S, 12);
    const word<std::uint64_t, B> tag[2] = {S[3] ^ K0, S[4] ^ K1};
    for (std::size_t i = 0; i < 16; ++i) out.push_back(over::byte(tag[i / 8], i % 8));
    return out;
}

}  // namespace standards::calls
