// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Authenticated encryption with associated data.
//
//   ascon_aead128 aead{key};                                                   // 16 bytes, known when it is compiled
//   auto tag = aead.encrypt(nonce, associated_data, text, cipher);             // cipher.size() == text.size()
//   if (!aead.decrypt(nonce, associated_data, cipher, tag, text)) ...          // forged, and every byte of text is zero
//
// Inputs are ranges of bytes, outputs those that can be written: std::array, std::vector, std::string, std::span, an array
// of unsigned char ... In constant evaluation the elements of an output are std::uint8_t.
//
// text and ciphertext may be the same buffer, but not overlap in part. Buffers of different sizes, or such an overlap, end
// the program with a message (lanes/contract.hpp): no result could be given that is not mistaken for one. The output of
// encrypt() and of decrypt() may overlap the nonce, the associated data, the tag and the bytes that the key was made from.
// Never encrypt twice with the same key and nonce.

#include "../lanes/arguments.hpp"  // before the others: an error in it then names few files

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "../constructions/duplex_aead.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/contract.hpp"
#include "../lanes/fixed_string.hpp"
#include "access.hpp"
#include "aead_stream.hpp"
#include "aead_tag.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// Associated data and text that end within a byte: how many bits of their last byte belong to them, 1..8, in the bit order
// of the family (SP 800-232: the low ones). The other bits of the last byte of the output are zero.
struct last_byte_bits {
    unsigned associated_data = 8, text = 8;
};

// The parameter for a key of N bytes.
template <std::size_t N>
class aead_key : public input_block<N> {
  public:
    template <class R>
    HASHLANE_INLINE constexpr aead_key(const R& key) noexcept {
        constexpr bool bytes = arguments::are_bytes<R>;
        constexpr std::size_t size = arguments::fixed_size<R>();
        constexpr bool fixed = size != std::dynamic_extent;
        static_assert(bytes, "a key is a range of key_size bytes: std::array, std::span(p, key_size)");
        static_assert(fixed || !bytes, "a key of run-time size: write create(key), which checks its size");
        static_assert(size == N || !fixed, "a key has key_size bytes: std::span(key).first<key_size>()");
        if constexpr (size == N) this->refer_to(key);
    }
};

template <fixed_string Name, class V>
class aead {
    using duplexing = ascon::duplexing;

  public:
    static constexpr std::string_view name = Name.view();
    static constexpr std::size_t key_size = V::key_size, nonce_size = V::nonce_size, tag_size = V::tag_size;  // bytes
    static constexpr std::size_t block_size = V::rate;                                                        // bytes
    static constexpr unsigned security_strength = 128;                                                        // bits
    using tag_type = std::array<std::uint8_t, tag_size>;
    using variant = V;

    constexpr explicit aead(const aead_key<key_size>& k) : key(k.data()) {}

    // A key whose size is known at run time only: nothing if it is not key_size.
    [[nodiscard]] static constexpr std::optional<aead> create(const input_bytes& k) {
        std::optional<aead> made;
        if (k.size() != key_size) return made;
        k.for_pieces(key_size, [&](const std::uint8_t* p, std::size_t) {
            made.emplace(std::span<const std::uint8_t, key_size>(p, key_size));
        });
        return made;
    }

    // Writes the ciphertext, and returns the tag. cipher is text itself, or does not overlap it; it may overlap all else.
    // TagSize 8..16 truncates the tag. encrypt<4, true>: one of 4..7 bytes is an explicit choice.
    template <std::size_t TagSize = tag_size, bool ShortTag = false>
    [[nodiscard]] constexpr std::array<std::uint8_t, TagSize>
    encrypt(const aead_nonce<nonce_size>& nonce, const input_bytes& associated_data, const input_bytes& text,
            const output_bytes& cipher, last_byte_bits bits = {}) const {
        static_assert(TagSize <= tag_size, "a tag has at most tag_size bytes");
        static_assert(TagSize >= recommended_tag || ShortTag,
                      "a tag below 8 bytes is a choice: encrypt<TagSize, true>");
        static_assert(TagSize >= shortest_tag, "a tag of fewer than 4 bytes is never accepted");
        const tag_type whole =
            tag_bytes<V>(crypt<duplexing::encrypt>(nonce, associated_data, text, cipher.octets(), bits));
        if constexpr (TagSize >= tag_size) {
            return whole;
        } else {
            std::array<std::uint8_t, TagSize> tag{};
            std::copy_n(whole.begin(), TagSize, tag.begin());
            return tag;
        }
    }

    // True: text is what was encrypted under this nonce and associated data. False: text is all zero. tag has tag_size bytes,
    // or is a truncated_tag. text is cipher itself, or does not overlap it; it may overlap all else, the tag too.
    [[nodiscard]] constexpr bool decrypt(const aead_nonce<nonce_size>& nonce, const input_bytes& associated_data,
                                         const input_bytes& cipher, const expected_tag<tag_size>& tag,
                                         const output_bytes& text, last_byte_bits bits = {}) const {
        const octets_out out = text.octets();
        const duplex_tag right = crypt<duplexing::decrypt>(nonce, associated_data, cipher, out, bits);
        const bool good = tag.get().template is_prefix_of<V::order>(right);
        if (!good) std::fill(out.begin(), out.end(), std::uint8_t{0});
        return good;
    }

    // A text in pieces: see classes/aead_stream.hpp. associated_data is a range of bytes, or a callable that absorbs pieces of it.
    using encryptor_type = aead_encryptor<V>;
    using decryptor_type = aead_decryptor<V>;
    [[nodiscard]] constexpr encryptor_type encryptor(const aead_nonce<nonce_size>& nonce,
                                                     const input_bytes& associated_data) const {
        return encryptor_type(key, nonce.data(), associated_data);
    }
    template <absorbs_associated_data<V> F>
    [[nodiscard]] constexpr encryptor_type encryptor(const aead_nonce<nonce_size>& nonce, F&& associated_data) const {
        return encryptor_type(key, nonce.data(), associated_data);
    }
    [[nodiscard]] constexpr decryptor_type decryptor(const aead_nonce<nonce_size>& nonce,
                                                     const input_bytes& associated_data) const {
        return decryptor_type(key, nonce.data(), associated_data);
    }
    template <absorbs_associated_data<V> F>
    [[nodiscard]] constexpr decryptor_type decryptor(const aead_nonce<nonce_size>& nonce, F&& associated_data) const {
        return decryptor_type(key, nonce.data(), associated_data);
    }

  private:
    template <duplexing D>
    constexpr duplex_tag crypt(const aead_nonce<nonce_size>& nonce, const input_bytes& associated_data,
                               const input_bytes& in, octets_out out, last_byte_bits bits) const {
        contract(bits.associated_data - 1 < 8 && bits.text - 1 < 8, "the last byte of a text has 1 to 8 bits");
        require_buffers(in.address(), in.size(), out);
        if (!std::is_constant_evaluated() && bits.associated_data == 8 && bits.text == 8)
            return duplex_message<V, D>(key, nonce.data(), associated_data.octets(), in.octets().data(), out.data(),
                                        out.size());
        return crypt_step_by_step<D>(nonce, associated_data, in, out, bits);
    }

    template <duplexing D>
    constexpr duplex_tag crypt_step_by_step(const aead_nonce<nonce_size>& nonce, const input_bytes& associated_data,
                                            const input_bytes& in, octets_out out, last_byte_bits bits) const {
        keyed_duplex<V> duplex(key, nonce.data());
        associated_data.for_pieces(whole_bytes(associated_data.size(), bits.associated_data),
                                   [&](const std::uint8_t* p, std::size_t n) { duplex.absorb_associated_data(p, n); });
        duplex.end_associated_data(rest(associated_data, bits.associated_data));

        const std::size_t whole = whole_bytes(in.size(), bits.text);
        const partial_byte last = rest(in, bits.text);  // before the output, which may lie over it
        std::uint8_t* to = out.data();
        in.for_pieces(whole, [&](const std::uint8_t* p, std::size_t n) {
            duplex.template duplex<D>(p, to, n);
            to += n;
        });
        const std::uint8_t end = duplex.template end_text<D>(last);
        if (last.bits != 0) out[whole] = end;
        return duplex.tag(key);
    }

    static constexpr std::size_t whole_bytes(std::size_t n, unsigned last_bits) {
        return n != 0 && last_bits != 8 ? n - 1 : n;
    }

    // What follows the whole bytes.
    static constexpr partial_byte rest(const input_bytes& bytes, unsigned last_bits) {
        const std::size_t whole = whole_bytes(bytes.size(), last_bits);
        return whole == bytes.size() ? partial_byte{} : partial_byte{bytes[whole], last_bits};
    }

    friend struct access;
    duplex_key<V> key;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
