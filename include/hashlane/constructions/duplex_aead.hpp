// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The keyed duplex: SP 800-232 s.4.1, Ascon v1.2 s.2.4. Text goes through the rate of the state, the key holds the two
// ends. What the variants differ in is the template arguments of ascon_variant.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../lanes/secret.hpp"
#include "ascon_doors.hpp"
#include "ascon_padding.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// IV: S_0 before the key bits of Ascon-80pq are added. Rate in bytes. b: rounds between blocks.
// Masked: the second half of the key is added to the nonce (SP 800-232 s.4.2.2).
template <std::uint64_t IV, std::size_t KeySize, std::size_t Rate, std::endian Order, unsigned b, bool Masked = false>
struct ascon_variant {
    static constexpr std::uint64_t iv = IV;
    static constexpr std::size_t key_size = KeySize, nonce_size = 16, tag_size = 16, rate = Rate;
    static constexpr std::size_t mask_words = Masked ? 2 : 0;
    static constexpr std::size_t key_words = (KeySize + 7) / 8 - mask_words;
    static constexpr std::endian order = Order;
    static constexpr bool big_endian = Order == std::endian::big;
    static constexpr unsigned rounds = b;
};

// The key in words, at the end of which it is aligned, as in the state. Wiped by the destructor.
template <class V>
struct duplex_key {
    std::array<std::uint64_t, V::key_words> K{};
    std::array<std::uint64_t, V::mask_words> mask{};

    // p has V::key_size bytes.
    template <class B>
    constexpr explicit duplex_key(const B* p) {
        constexpr std::size_t odd = V::key_size % 8;
        static_assert(odd == 0 || V::big_endian);
        if constexpr (odd != 0) K[0] = load_partial<V::order, std::uint64_t>(p, odd) >> 8 * (8 - odd);
        p += odd;
        for (std::size_t i = odd != 0; i < V::key_words; ++i, p += 8) K[i] = load<V::order, std::uint64_t>(p);
        for (std::size_t i = 0; i < V::mask_words; ++i, p += 8) mask[i] = load<V::order, std::uint64_t>(p);
    }
    constexpr duplex_key(const duplex_key&) = default;
    constexpr duplex_key& operator=(const duplex_key&) = default;
    constexpr ~duplex_key() {
        wipe(K.data(), K.size());
        if constexpr (V::mask_words != 0) wipe(mask.data(), mask.size());
    }

    constexpr void add_at_end(ascon::state& S, std::size_t end) const {
        for (std::size_t i = 0; i < V::key_words; ++i) S[end - V::key_words + i] ^= K[i];
    }

    // The same bytes, beginning with a word.
    constexpr void add_at_begin(ascon::state& S, std::size_t begin) const {
        constexpr unsigned up = 8 * (V::key_size % 8), down = (64 - up) % 64;
        for (std::size_t i = 0; i < V::key_words; ++i) {
            S[begin + i] ^= K[i] << down;
            if constexpr (up != 0) S[begin + i] ^= i + 1 < V::key_words ? K[i + 1] >> up : 0;
        }
    }
};

template <class V>
class keyed_duplex {
    static constexpr std::size_t rate = V::rate;
    static constexpr std::endian order = V::order;

  public:
    // Initialisation; p is the nonce.
    template <class B>
    constexpr keyed_duplex(const duplex_key<V>& key, const B* p) {
        S[0] = V::iv;
        key.add_at_end(S, 3);
        for (std::size_t i = 0; i < 2; ++i) {
            S[3 + i] = load<order, std::uint64_t>(p + 8 * i);
            if constexpr (V::mask_words != 0) S[3 + i] ^= key.mask[i];
        }
        ascon::permute_state(S.data(), ascon::a);
        key.add_at_end(S, 5);
    }
    constexpr keyed_duplex(const keyed_duplex&) = default;
    constexpr keyed_duplex& operator=(const keyed_duplex&) = default;
    constexpr ~keyed_duplex() { wipe(S.data(), S.size()); }

    // The header is the associated data of the standard.
    template <class B>
    constexpr void absorb_header(const B* p, std::size_t n) {
        has_header = has_header || n != 0;
        duplex<ascon::duplexing::absorb>(p, nullptr, n);
    }

    constexpr void end_header(partial_byte last = {}) {
        if (has_header || last.bits != 0) {
            add_byte(ascon::padded<order>(last));
            ascon::permute_state(S.data(), V::rounds);
        }
        position = 0;
        S[4] ^= V::big_endian ? 1 : std::uint64_t{1} << 63;  // domain separation
    }

    // n bytes of text from `in` to `out`, which may be the same.
    template <ascon::duplexing D, class B>
    constexpr void duplex(const B* in, std::uint8_t* out, std::size_t n) {
        if (position != 0) {
            const std::size_t head = n < rate - position ? n : rate - position;
            duplex_within_block<D>(in, out, head);
            if (position != rate) return;
            ascon::permute_state(S.data(), V::rounds);
            position = 0, in += head, n -= head;
            if constexpr (D != ascon::duplexing::absorb) out += head;
        }
        if (const std::size_t blocks = n / rate; blocks != 0) {
            ascon::duplex_blocks<D, rate / 8, order>(S.data(), V::rounds, in, out, blocks);
            in += blocks * rate, n -= blocks * rate;
            if constexpr (D != ascon::duplexing::absorb) out += blocks * rate;
        }
        duplex_within_block<D>(in, out, n);
    }

    // The last byte of a text that ends within it, and the padding. Returns what `bits` bits of it become.
    template <ascon::duplexing D>
    constexpr std::uint8_t end_text(partial_byte last = {}) {
        const auto s = static_cast<std::uint8_t>(S[position / 8] >> shift_of_byte(position % 8));
        const std::uint8_t other = ascon::first_bits<order>(static_cast<std::uint8_t>(s ^ last.value), last.bits);
        add_byte(ascon::padded<order>({D == ascon::duplexing::decrypt ? other : last.value, last.bits}));
        return other;
    }

    // Finalisation.
    constexpr std::array<std::uint8_t, V::tag_size> tag(const duplex_key<V>& key) {
        key.add_at_begin(S, rate / 8);
        ascon::permute_state(S.data(), ascon::a);
        std::array<std::uint8_t, V::tag_size> T{};
        for (std::size_t i = 0; i < 2; ++i) store<order>(T.data() + 8 * i, S[3 + i] ^ key.K[V::key_words - 2 + i]);
        return T;
    }

  private:
    // Where byte i of a word is.
    static constexpr unsigned shift_of_byte(std::size_t i) {
        return static_cast<unsigned>(8 * (V::big_endian ? 7 - i : i));
    }

    constexpr void add_byte(std::uint8_t byte) {
        S[position / 8] ^= std::uint64_t{byte} << shift_of_byte(position % 8);
    }

    // n bytes that do not pass the end of the block.
    template <ascon::duplexing D, class B>
    constexpr void duplex_within_block(const B* in, std::uint8_t* out, std::size_t n) {
        while (n != 0) {
            const std::size_t room = 8 - position % 8, m = n < room ? n : room;
            duplex_within_word<D>(in, out, m);
            position += m, in += m, n -= m;
            if constexpr (D != ascon::duplexing::absorb) out += m;
        }
    }

    template <ascon::duplexing D, class B>
    constexpr void duplex_within_word(const B* in, std::uint8_t* out, std::size_t m) {
        std::uint64_t& s = S[position / 8];
        const std::size_t offset = 8 * (position % 8);
        const auto up = [&](std::uint64_t w) { return V::big_endian ? w >> offset : w << offset; };
        const std::uint64_t w = up(load_partial<order, std::uint64_t>(in, m)), text = s ^ w;
        if constexpr (D == ascon::duplexing::decrypt)
            s ^= text & up(ascon::first_bytes<order>(m));
        else
            s = text;
        if constexpr (D != ascon::duplexing::absorb)
            store_partial<order>(out, V::big_endian ? text << offset : text >> offset, m);
    }

    ascon::state S{};
    std::size_t position = 0;
    bool has_header = false;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
