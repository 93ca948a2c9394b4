// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Authenticated encryption in pieces. Each phase is a type of its own, so that no order of calls is wrong:
//
//   auto start = box.start(nonce);   start.header(a).header(b);
//   auto e = start.encryptor();      e.update(text_1, cipher_1).update(text_2, cipher_2);   auto tag = e.finish();
//   auto d = start.decryptor();      d.update(cipher_1, text_1).update(cipher_2, text_2);   if (!d.finish(tag)) ...
//
// A phase ends once: to use it afterwards, which would use the nonce twice, ends the program with a message.
// All of them wipe their state when they are destroyed, and none can be copied.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "aead_tag.hpp"
#include "constructions/duplex_aead.hpp"
#include "lanes/bytes.hpp"
#include "lanes/contract.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// The two buffers of a text are one and the same, or apart, and of the same size.
constexpr void require_buffers(const void* in, std::size_t n, std::span<std::uint8_t> out) {
    contract(n == out.size(), "text and ciphertext differ in size");
    if (__builtin_is_constant_evaluated()) return;
    const auto a = reinterpret_cast<std::uintptr_t>(in), b = reinterpret_cast<std::uintptr_t>(out.data());
    contract(a == b || (a < b ? b - a : a - b) >= n, "text and ciphertext overlap in part");
}

// What the three phases share. The functions that work on the state are not inlined: what they spill then lies below the
// frame of their caller, where the destructor clears it.
template <class V>
class aead_phase {
  public:
    aead_phase(const aead_phase&) = delete;
    aead_phase& operator=(const aead_phase&) = delete;

  protected:
    constexpr ~aead_phase() { forget_frames(); }

    constexpr aead_phase(const duplex_key<V>& k, const keyed_duplex<V>& d) : key(k), duplex(d) {}

    template <ascon::duplexing D, byte_range R>
    HASHLANE_NOINLINE constexpr void update_text(const R& in, std::span<std::uint8_t> out) {
        contract(!ended, "this encryption or decryption has ended");
        with_bytes(in, [&](auto p, std::size_t n) {
            require_buffers(p, n, out);
            duplex.template duplex<D>(p, out.data(), n);
        });
    }

    template <ascon::duplexing D>
    HASHLANE_NOINLINE constexpr duplex_tag end() {
        contract(!ended, "this encryption or decryption has ended");
        ended = true;
        duplex.template end_text<D>();
        return duplex.tag(key);
    }

    duplex_key<V> key;
    keyed_duplex<V> duplex;
    bool ended = false;
};

template <class V>
class aead_encryptor : public aead_phase<V> {
  public:
    constexpr aead_encryptor(const duplex_key<V>& k, const keyed_duplex<V>& d) : aead_phase<V>(k, d) {}

    // The next piece; cipher.size() == text.size(). They are one buffer, or do not overlap. cipher may overlap nonce,
    // header and key, which were read before.
    template <byte_range M>
    constexpr aead_encryptor& update(const M& text, std::span<std::uint8_t> cipher) {
        this->template update_text<ascon::duplexing::encrypt>(text, cipher);
        return *this;
    }

    [[nodiscard]] constexpr std::array<std::uint8_t, V::tag_size> finish() {
        return tag_bytes<V>(this->template end<ascon::duplexing::encrypt>());
    }
};

// THE TEXT OF update() IS NOT VERIFIED until finish() has returned true: a forger has chosen it. Keep it, but act on
// nothing of it before. If finish() returns false, wipe it: it lies in buffers that are not the decryptor's.
template <class V>
class aead_decryptor : public aead_phase<V> {
  public:
    constexpr aead_decryptor(const duplex_key<V>& k, const keyed_duplex<V>& d) : aead_phase<V>(k, d) {}

    // The next piece; text.size() == cipher.size(). They are one buffer, or do not overlap. text may overlap nonce,
    // header and key, which were read before; a tag that lies under it must be copied before.
    template <byte_range R>
    constexpr aead_decryptor& update(const R& cipher, std::span<std::uint8_t> text) {
        this->template update_text<ascon::duplexing::decrypt>(cipher, text);
        return *this;
    }

    template <byte_block<V::tag_size> T>
    [[nodiscard]] constexpr bool finish(const T& tag) {
        return finish(truncated_tag(tag, V::tag_size));
    }
    [[nodiscard]] constexpr bool finish(const truncated_tag& tag) {
        return tag.template is_prefix_of<V::order>(this->template end<ascon::duplexing::decrypt>());
    }
};

// The header, in pieces, none of them too.
template <class V>
class aead_start : public aead_phase<V> {
  public:
    template <class B>
    constexpr aead_start(const duplex_key<V>& k, const B* nonce) : aead_phase<V>(k, keyed_duplex<V>(k, nonce)) {}

    template <byte_range A>
    constexpr aead_start& header(const A& piece) {
        contract(!this->ended, "the header has ended");
        with_bytes(piece, [&](auto p, std::size_t n) { this->duplex.absorb_header(p, n); });
        return *this;
    }

    [[nodiscard]] constexpr aead_encryptor<V> encryptor() { return next<aead_encryptor<V>>(); }
    [[nodiscard]] constexpr aead_decryptor<V> decryptor() { return next<aead_decryptor<V>>(); }

  private:
    template <class Phase>
    HASHLANE_NOINLINE constexpr Phase next() {
        contract(!this->ended, "the header has ended");
        this->ended = true;
        this->duplex.end_header();
        return Phase(this->key, this->duplex);
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
