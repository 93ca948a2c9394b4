// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The keyed duplex of SP 800-232 s.4.1 and Ascon v1.2 s.2.4. The text passes through the rate of the state; the key is
// added at the beginning and at the end. The variants differ in the template arguments of ascon_variant.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../kernels/ascon_blocks.hpp"
#include "../lanes/secret.hpp"
#include "ascon_padding.hpp"

namespace hashlane::inline HASHLANE_ABI {

// The parameters of a variant. IV is S_0 before the key bits of Ascon-80pq are added. Rate is counted in bytes. b is
// the number of rounds between blocks. If Masked, the second half of the key is added to the nonce (SP 800-232
// s.4.2.2).
template <std::uint64_t IV, std::size_t KeySize, std::size_t Rate, std::endian Order, unsigned b, bool Masked = false>
struct ascon_variant {
    static_assert(ascon::is_round_count(b), "the kernels compute two rounds a turn");
    static constexpr std::uint64_t iv = IV;
    static constexpr std::size_t key_size = KeySize, nonce_size = 16, tag_size = 16, rate = Rate;
    static constexpr std::size_t mask_words = Masked ? 2 : 0;
    static constexpr std::endian order = Order;
    static constexpr bool big_endian = Order == std::endian::big;
    static constexpr unsigned rounds = b;
    static constexpr ascon::parameters parameters{b, Rate / 8, big_endian};
};

using duplex_tag = std::array<std::uint64_t, 2>;  // in words, in the byte order of the variant

template <class V>
constexpr std::array<std::uint8_t, V::tag_size> tag_bytes(const duplex_tag& tag) {
    std::array<std::uint8_t, V::tag_size> bytes{};
    for (std::size_t i = 0; i < 2; ++i) store<V::order>(bytes.data() + 8 * i, tag[i]);
    return bytes;
}

// The key in words, as kernels/ascon_aead_steps.hpp describes them. The destructor wipes it.
template <class V>
struct duplex_key {
    std::array<std::uint64_t, 6> K{};
    std::array<std::uint64_t, V::mask_words> mask{};

    // Reads the key from the V::key_size bytes at p.
    constexpr explicit duplex_key(const std::uint8_t* p) {
        constexpr std::size_t size = V::key_size - 8 * V::mask_words, words = (size + 7) / 8, odd = size % 8;
        static_assert(odd == 0 || (V::big_endian && words == 3 && V::rate == 8));
        const auto word = [&](std::size_t at) { return load<V::order, std::uint64_t>(p + at); };
        for (std::size_t i = 0; i < 2; ++i) {
            K[1 + i] = word(odd + 8 * i);
            K[2 + V::rate / 8 + i] = word(8 * i);
        }
        if constexpr (odd != 0) {
            const auto first = load_partial<V::order, std::uint64_t>(p, odd);
            K[0] = first >> 8 * (8 - odd);
            K[5] = load_partial<V::order, std::uint64_t>(p + 16, odd);
        }
        for (std::size_t i = 0; i < V::mask_words; ++i) mask[i] = word(size + 8 * i);
    }
    constexpr duplex_key(const duplex_key&) = default;
    constexpr duplex_key& operator=(const duplex_key&) = default;
    constexpr ~duplex_key() {
        clear();
        forget_registers();
    }

    constexpr void clear() {
        wipe(K.data(), K.size());
        if constexpr (V::mask_words != 0) wipe(mask.data(), mask.size());
    }

    HASHLANE_INLINE constexpr std::uint64_t nonce_word(const std::uint8_t* nonce, std::size_t i) const {
        const auto N = load<V::order, std::uint64_t>(nonce + 8 * i);
        if constexpr (V::mask_words != 0) return N ^ mask[i];
        return N;
    }

    // Returns the state before the initialisation: IV, key and nonce.
    constexpr ascon::state initial_state(const std::uint8_t* nonce) const {
        std::uint64_t first[3] = {K[0], K[1], K[2]};
        pin(first[1], first[2]);  // as a vector these would wait for the words that were just stored
        ascon::state S{};
        ascon::begin_aead(S, V::iv, first, nonce_word(nonce, 0), nonce_word(nonce, 1));
        return S;
    }
};

template <class V>
class keyed_duplex {
    static constexpr std::size_t rate = V::rate;
    static constexpr std::endian order = V::order;

  public:
    constexpr keyed_duplex(const duplex_key<V>& key, const std::uint8_t* nonce) : S(key.initial_state(nonce)) {
        ascon::permute_state(S.data(), ascon::a);
        ascon::add_key_after_initialisation(S, key.K.data());
    }
    constexpr keyed_duplex(const keyed_duplex&) = default;
    constexpr keyed_duplex& operator=(const keyed_duplex&) = default;
    constexpr ~keyed_duplex() { clear(); }

    constexpr void clear() { wipe(S.data(), S.size()); }

    // Absorbs a piece of the associated data.
    constexpr void absorb_associated_data(const std::uint8_t* p, std::size_t n) {
        has_associated_data = has_associated_data || n != 0;
        duplex<ascon::duplexing::absorb>(p, nullptr, n);
    }

    // Ends the associated data. If it ends within a byte, `last` is its last byte.
    constexpr void end_associated_data(partial_byte last = {}) {
        if (has_associated_data || last.bits != 0) {
            add_byte(ascon::padded<order>(last));
            ascon::permute_state(S.data(), V::rounds);
        }
        position = 0;
        ascon::separate_domains(S, V::big_endian);
    }

    // Absorbs, encrypts or decrypts n bytes of text from `in` to `out`, which may be the same.
    template <ascon::duplexing D>
    constexpr void duplex(const std::uint8_t* in, std::uint8_t* out, std::size_t n) {
        if (position != 0) {
            const std::size_t head = n < rate - position ? n : rate - position;
            duplex_within_block<D>(in, out, head);
            if (position != rate) return;
            ascon::permute_state(S.data(), V::rounds);
            position = 0;
            in += head;
            n -= head;
            if constexpr (D != ascon::duplexing::absorb) out += head;
        }
        if (const std::size_t blocks = n / rate; blocks != 0) {
            ascon::duplex_blocks<D, V::parameters>(S.data(), in, out, blocks);
            in += blocks * rate;
            n -= blocks * rate;
            if constexpr (D != ascon::duplexing::absorb) out += blocks * rate;
        }
        duplex_within_block<D>(in, out, n);
    }

    // Ends the text with its padding. If it ends within a byte, `last` is its last byte. Returns what the bits of that
    // byte become.
    template <ascon::duplexing D>
    constexpr std::uint8_t end_text(partial_byte last = {}) {
        const auto s = static_cast<std::uint8_t>(S[position / 8] >> shift_of_byte(position % 8));
        const std::uint8_t other = ascon::first_bits<order>(static_cast<std::uint8_t>(s ^ last.value), last.bits);
        add_byte(ascon::padded<order>({D == ascon::duplexing::decrypt ? other : last.value, last.bits}));
        return other;
    }

    constexpr duplex_tag tag(const duplex_key<V>& key) {
        ascon::add_key_before_finalisation(S, key.K.data());
        ascon::permute_state(S.data(), ascon::a);
        return {ascon::tag_word(S, key.K.data(), 0), ascon::tag_word(S, key.K.data(), 1)};
    }

  private:
    // Returns by how many bits byte i is shifted in a word of the state.
    static constexpr unsigned shift_of_byte(std::size_t i) {
        return static_cast<unsigned>(8 * (V::big_endian ? 7 - i : i));
    }

    constexpr void add_byte(std::uint8_t byte) {
        S[position / 8] ^= std::uint64_t{byte} << shift_of_byte(position % 8);
    }

    // Does what duplex() does, for n bytes that do not pass the end of the block.
    template <ascon::duplexing D>
    constexpr void duplex_within_block(const std::uint8_t* in, std::uint8_t* out, std::size_t n) {
        while (n != 0) {
            const std::size_t room = 8 - position % 8, m = n < room ? n : room;
            duplex_within_word<D>(in, out, m);
            position += m;
            in += m;
            n -= m;
            if constexpr (D != ascon::duplexing::absorb) out += m;
        }
    }

    template <ascon::duplexing D>
    constexpr void duplex_within_word(const std::uint8_t* in, std::uint8_t* out, std::size_t m) {
        std::uint64_t& s = S[position / 8];
        const std::size_t offset = 8 * (position % 8);
        const auto up = [&](std::uint64_t w) { return V::big_endian ? w >> offset : w << offset; };
        const std::uint64_t w = up(load_partial<order, std::uint64_t>(in, m)), text = s ^ w;
        if constexpr (D == ascon::duplexing::decrypt)
            s ^= text & up(ascon::first_bits_of_word<order>(8 * m));
        else
            s = text;
        if constexpr (D != ascon::duplexing::absorb)
            store_partial<order>(out, V::big_endian ? text << offset : text >> offset, m);
    }

    ascon::state S;
    std::size_t position = 0;
    bool has_associated_data = false;
};

// Encrypts or decrypts a whole message at run time, through one entry point. Returns the tag that belongs to it.
template <class V, ascon::duplexing D>
duplex_tag duplex_message(const duplex_key<V>& key, const std::uint8_t* nonce, octets_in associated_data,
                          const std::uint8_t* in, std::uint8_t* out, std::size_t n) {
    duplex_tag tag;
    const ascon::texts texts{associated_data.data(), associated_data.size(), in, out, n};
    if constexpr (V::mask_words == 0) {
        ascon::message_at_run_time(D, tag.data(), V::iv, key.K.data(), nonce, V::parameters, texts);
    } else {
        std::uint8_t masked[V::nonce_size];
        for (std::size_t i = 0; i < 2; ++i) store<V::order>(masked + 8 * i, key.nonce_word(nonce, i));
        ascon::message_at_run_time(D, tag.data(), V::iv, key.K.data(), masked, V::parameters, texts);
        wipe(masked, sizeof masked);
        forget_registers();
    }
    return tag;
}

}  // namespace hashlane::inline HASHLANE_ABI
