// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Authenticated encryption with associated data, here called the header.
//
//   aead box{key};                                              // a key of another size does not compile
//   auto tag = box.encrypt(nonce, header, text, cipher);        // cipher.size() == text.size()
//   if (!box.decrypt(nonce, header, cipher, tag, text)) ...     // forged, and every byte of text is zero
//
// text and cipher may be the same buffer, but not overlap in part. Buffers of different sizes, or such an overlap, end
// the program with a message (lanes/contract.hpp): no result could be given that is not mistaken for one. The output of
// encrypt() and of decrypt() may overlap the nonce, the header, the tag and the bytes that the key was made from.
// Never encrypt twice with the same key and nonce.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "aead_stream.hpp"
#include "aead_tag.hpp"
#include "constructions/duplex_aead.hpp"
#include "lanes/bytes.hpp"
#include "lanes/contract.hpp"
#include "lanes/fixed_string.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// Header and text that end within a byte: how many bits of their last byte belong to them, 1..8, in the bit order of
// the family (SP 800-232: the low ones). The other bits of the last byte of the output are zero.
struct last_byte_bits {
    unsigned header = 8, text = 8;
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

    template <byte_block<key_size> K>
    constexpr explicit aead(const K& k) : key(std::data(k)) {}

    // A key whose size is known at run time only: nothing if it is not key_size.
    template <byte_range K>
    [[nodiscard]] static constexpr std::optional<aead> create(const K& k) {
        if (std::size(k) != key_size) return std::nullopt;
        return std::optional<aead>(std::in_place, std::span(k).template first<key_size>());
    }

    // TagSize 8..16 truncates the tag. encrypt<4, true>: one of 4..7 bytes is an explicit choice.
    template <std::size_t TagSize = tag_size, bool ShortTag = false, byte_block<nonce_size> N, byte_range A,
              byte_range M>
    requires(TagSize <= tag_size && TagSize >= (ShortTag ? shortest_tag : recommended_tag))
    [[nodiscard]] constexpr std::array<std::uint8_t, TagSize> encrypt(const N& nonce, const A& header, const M& text,
                                                                      std::span<std::uint8_t> cipher,
                                                                      last_byte_bits bits = {}) const {
        const tag_type whole = tag_bytes<V>(crypt<duplexing::encrypt>(nonce, header, text, cipher, bits));
        if constexpr (TagSize == tag_size) return whole;
        std::array<std::uint8_t, TagSize> tag{};
        std::copy_n(whole.begin(), TagSize, tag.begin());
        return tag;
    }

    // True: text is what was encrypted under this nonce and header. False: text is all zero.
    template <byte_block<nonce_size> N, byte_range A, byte_range C, byte_block<tag_size> T>
    [[nodiscard]] constexpr bool decrypt(const N& nonce, const A& header, const C& cipher, const T& tag,
                                         std::span<std::uint8_t> text, last_byte_bits bits = {}) const {
        return decrypt(nonce, header, cipher, truncated_tag(tag, tag_size), text, bits);
    }
    template <byte_block<nonce_size> N, byte_range A, byte_range C>
    [[nodiscard]] constexpr bool decrypt(const N& nonce, const A& header, const C& cipher, const truncated_tag& tag,
                                         std::span<std::uint8_t> text, last_byte_bits bits = {}) const {
        const bool good =
            tag.template is_prefix_of<V::order>(crypt<duplexing::decrypt>(nonce, header, cipher, text, bits));
        if (!good) std::fill(text.begin(), text.end(), std::uint8_t{0});
        return good;
    }

    // Header and text in pieces: see aead_stream.hpp.
    using start_type = aead_start<V>;
    using encryptor_type = aead_encryptor<V>;
    using decryptor_type = aead_decryptor<V>;
    template <byte_block<nonce_size> N>
    [[nodiscard]] constexpr start_type start(const N& nonce) const {
        return start_type(key, std::data(nonce));
    }

  private:
    template <duplexing D, class N, class A, class M>
    constexpr duplex_tag crypt(const N& nonce, const A& header, const M& in, std::span<std::uint8_t> out,
                               last_byte_bits bits) const {
        contract(bits.header - 1 < 8 && bits.text - 1 < 8, "the last byte of a text has 1 to 8 bits");
        require_buffers(std::data(in), std::size(in), out);
        if (!std::is_constant_evaluated() && bits.header == 8 && bits.text == 8)
            return duplex_message<V, D>(key, as_octets(nonce).data(), as_octets(header), as_octets(in).data(),
                                        out.data(), out.size());
        return crypt_step_by_step<D>(nonce, header, in, out, bits);
    }

    template <duplexing D, class N, class A, class M>
    constexpr duplex_tag crypt_step_by_step(const N& nonce, const A& header, const M& in, std::span<std::uint8_t> out,
                                            last_byte_bits bits) const {
        keyed_duplex<V> duplex(key, std::data(nonce));
        with_bytes(header, [&](auto p, std::size_t n) {
            const std::size_t whole = whole_bytes(n, bits.header);
            duplex.absorb_header(p, whole);
            duplex.end_header(rest(p, n, whole, bits.header));
        });
        with_bytes(in, [&](auto p, std::size_t n) {
            const std::size_t whole = whole_bytes(n, bits.text);
            const partial_byte last = rest(p, n, whole, bits.text);
            duplex.template duplex<D>(p, out.data(), whole);
            const std::uint8_t end = duplex.template end_text<D>(last);
            if (last.bits != 0) out[whole] = end;
        });
        return duplex.tag(key);
    }

    static constexpr std::size_t whole_bytes(std::size_t n, unsigned last_bits) {
        return n != 0 && last_bits != 8 ? n - 1 : n;
    }

    template <class B>
    static constexpr partial_byte rest(const B* p, std::size_t n, std::size_t whole, unsigned last_bits) {
        return whole == n ? partial_byte{} : partial_byte{static_cast<std::uint8_t>(p[whole]), last_bits};
    }

  protected:
    duplex_key<V> key;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
