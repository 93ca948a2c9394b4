// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Authenticated encryption with associated data (AEAD), with an algorithm that is a type. ascon.hpp and ascon_v12.hpp
/// name the algorithms; by_name/aead.hpp has those that are chosen by name at run time.
///
///     ascon_aead128 aead{key};                                          // 16 bytes: a size that the compiler knows
///     auto tag = aead.encrypt(nonce, associated_data, text, cipher);    // cipher.size() == text.size()
///     if (!aead.decrypt(nonce, associated_data, cipher, tag, text)) ... // forged: every byte of text is zero
///
/// Inputs are contiguous ranges of bytes. Outputs are those that can be written: std::array, std::vector, std::string,
/// std::span, an array of unsigned char. In constant evaluation the elements of an output must be std::uint8_t.
///
/// The text and the ciphertext have the same size. They may be the same buffer, but must not overlap in part. A call
/// that breaks one of these rules ends the program with a message (docs/CONTRACTS.md), since any result could be
/// mistaken for a right one. An output may overlap all other inputs: the nonce, the associated data, the tag and the
/// bytes that the key was made from.
///
/// Never encrypt two messages with the same key and nonce: both ciphertexts together tell an attacker about the texts.

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

namespace hashlane::inline HASHLANE_ABI {

/// How many bits of the last byte belong to associated data and text that end within a byte. The bit order is that of
/// the family: SP 800-232 takes the low bits. The other bits of the last byte of an output are zero. A message of whole
/// bytes has 8 bits in each.
struct last_byte_bits {
    /// 1 to 8 bits of the last byte of the associated data, and of the last byte of the text or ciphertext. Another
    /// number ends the program.
    unsigned associated_data = 8, text = 8;
};

/// The type of a parameter that is a key of N bytes. It refers to a range of bytes whose size the compiler knows, and
/// is used during the call only.
template <std::size_t N>
class aead_key : public input_block<N> {
  public:
    /// Refers to `key`: a range of exactly N bytes, such as a std::array or `std::span(p).first<16>()`. A range of
    /// another size does not compile, nor does one whose size is known at run time only; aead::create() takes such a
    /// key.
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

/// An AEAD that holds its key. ascon_aead128 and the other algorithms are of this type. An object is never changed by a
/// call, so several threads may use it at the same time; each message needs a nonce of its own. The destructor wipes
/// the key.
///
/// Example (examples/aead.cpp):
///
///     hl::ascon_aead128 aead{key};
///     auto tag = aead.encrypt(nonce, associated_data, text, cipher);            // in place is allowed
///     if (!aead.decrypt(nonce, associated_data, cipher, tag, again)) return 1;  // forged: `again` is zero
///
/// \tparam Name the name in algorithms()
/// \tparam V the parameters: an ascon_variant
template <fixed_string Name, class V>
class aead {
    using duplexing = ascon::duplexing;

  public:
    /// The name in algorithms(), for example "ascon-aead128".
    static constexpr std::string_view name = Name.view();
    /// The sizes of a key, a nonce and a whole tag in bytes.
    static constexpr std::size_t key_size = V::key_size, nonce_size = V::nonce_size, tag_size = V::tag_size;
    /// The number of bytes of text that are encrypted between two permutations: the rate.
    static constexpr std::size_t block_size = V::rate;
    /// The security strength in bits, with whole tags.
    static constexpr unsigned security_strength = 128;
    /// A whole tag.
    using tag_type = std::array<std::uint8_t, tag_size>;
    /// The parameters of the algorithm.
    using variant = V;

    /// Makes an AEAD with a key.
    /// \param k key_size bytes, in a range whose size the compiler knows. Such a range of another size does not
    /// compile; for a size that is known at run time only there is create().
    constexpr explicit aead(const aead_key<key_size>& k) : key(k.data()) {}

    /// Makes an AEAD with a key whose size is known at run time only.
    /// \param k the key
    /// \return the AEAD, or nothing when `k` has not key_size bytes
    [[nodiscard]] static constexpr std::optional<aead> create(const input_bytes& k) {
        std::optional<aead> made;
        if (k.size() != key_size) return made;
        k.for_pieces(key_size, [&](const std::uint8_t* p, std::size_t) {
            made.emplace(std::span<const std::uint8_t, key_size>(p, key_size));
        });
        return made;
    }

    /// Encrypts a message and makes its tag.
    /// \tparam TagSize the size of the tag in bytes, 8 to tag_size: a shorter one than tag_size is the beginning of the
    /// whole tag (SP 800-232 s.4.2.1)
    /// \tparam ShortTag true allows a TagSize of 4 to 7 too. A forger guesses a tag of 4 bytes with a probability of
    /// 2^-32.
    /// \param nonce nonce_size bytes, never used before under this key
    /// \param associated_data bytes that are authenticated and not encrypted; may be empty
    /// \param text the plaintext, of any size
    /// \param cipher the ciphertext is written here: text.size() bytes. Another size ends the program.
    /// \param bits for associated data or text that ends within a byte; whole bytes by default
    /// \return the tag, of TagSize bytes
    ///
    /// Overlap: `cipher` may be the same buffer as `text`; a partial overlap of the two ends the program. It may
    /// overlap the nonce, the associated data and the bytes that the key was made from.
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
        std::array<std::uint8_t, TagSize> tag{};
        std::copy_n(whole.begin(), TagSize, tag.begin());
        return tag;
    }

    /// Decrypts a message if its tag is right. The tag is compared in constant time.
    /// \param nonce the nonce_size bytes that the message was encrypted with
    /// \param associated_data the bytes that the message was encrypted with
    /// \param cipher the ciphertext
    /// \param tag the tag as it was received: a range of tag_size bytes, or a truncated_tag where shorter tags are
    /// accepted
    /// \param text the plaintext is written here: cipher.size() bytes. Another size ends the program.
    /// \param bits for associated data or text that ends within a byte; whole bytes by default
    /// \return true when the tag is right, and `text` is what was encrypted. False when the message is forged: every
    /// byte of `text` is then zero.
    ///
    /// Overlap: `text` may be the same buffer as `cipher`; a partial overlap of the two ends the program. It may
    /// overlap the nonce, the associated data, the tag and the bytes that the key was made from.
    [[nodiscard]] constexpr bool decrypt(const aead_nonce<nonce_size>& nonce, const input_bytes& associated_data,
                                         const input_bytes& cipher, const expected_tag<tag_size>& tag,
                                         const output_bytes& text, last_byte_bits bits = {}) const {
        const octets_out out = text.octets();
        const duplex_tag right = crypt<duplexing::decrypt>(nonce, associated_data, cipher, out, bits);
        const bool good = tag.get().template is_prefix_of<V::order>(right);
        if (!good) std::fill(out.begin(), out.end(), std::uint8_t{0});
        return good;
    }

    /// The encryption of one message in pieces.
    using encryptor_type = aead_encryptor<V>;
    /// The decryption of one message in pieces.
    using decryptor_type = aead_decryptor<V>;
    /// Starts the encryption of one message in pieces: see classes/aead_stream.hpp.
    /// \param nonce nonce_size bytes, never used before under this key
    /// \param associated_data a range of bytes; all of it is absorbed before the call returns
    [[nodiscard]] constexpr encryptor_type encryptor(const aead_nonce<nonce_size>& nonce,
                                                     const input_bytes& associated_data) const {
        return encryptor_type(key, nonce.data(), associated_data);
    }
    /// As above, with associated data in pieces.
    /// \param nonce nonce_size bytes, never used before under this key
    /// \param associated_data a callable that is called once with an aead_associated_data, by reference, and absorbs
    /// any number of pieces, or none
    template <absorbs_associated_data<V> F>
    [[nodiscard]] constexpr encryptor_type encryptor(const aead_nonce<nonce_size>& nonce, F&& associated_data) const {
        return encryptor_type(key, nonce.data(), associated_data);
    }
    /// Starts the decryption of one message in pieces: see classes/aead_stream.hpp.
    /// \param nonce the nonce_size bytes that the message was encrypted with
    /// \param associated_data a range of bytes; all of it is absorbed before the call returns
    [[nodiscard]] constexpr decryptor_type decryptor(const aead_nonce<nonce_size>& nonce,
                                                     const input_bytes& associated_data) const {
        return decryptor_type(key, nonce.data(), associated_data);
    }
    /// As above, with associated data in pieces: `associated_data` is a callable as in encryptor(). `nonce` has
    /// nonce_size bytes.
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
        const partial_byte last = rest(in, bits.text);  // read before the output is written, which may overlap it
        std::uint8_t* to = out.data();
        in.for_pieces(whole, [&](const std::uint8_t* p, std::size_t n) {
            duplex.template duplex<D>(p, to, n);
            to += n;
        });
        const std::uint8_t end = duplex.template end_text<D>(last);
        if (last.bits != 0) out[whole] = end;
        return duplex.tag(key);
    }

    // Returns how many of n bytes belong to the message as a whole, when `last_bits` bits of the last one do.
    static constexpr std::size_t whole_bytes(std::size_t n, unsigned last_bits) {
        return n != 0 && last_bits != 8 ? n - 1 : n;
    }

    // Returns the last byte of a message that ends within it; no bits of one that consists of whole bytes.
    static constexpr partial_byte rest(const input_bytes& bytes, unsigned last_bits) {
        const std::size_t whole = whole_bytes(bytes.size(), last_bits);
        return whole == bytes.size() ? partial_byte{} : partial_byte{bytes[whole], last_bits};
    }

    friend struct access;
    duplex_key<V> key;
};

}  // namespace hashlane::inline HASHLANE_ABI
