// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Authenticated encryption in pieces. A nonce starts one message in one direction, which is a type:
//
//   auto e = aead.encryptor(nonce, associated_data);
//   e.update(text_1, cipher_1).update(text_2, cipher_2);
//   auto tag = e.finish();
//
//   auto d = aead.decryptor(nonce, associated_data);
//   d.update(cipher_1, text_1).update(cipher_2, text_2);
//   if (!d.finish(tag)) ...                                    // forged: wipe the texts
//
// Associated data is a range of bytes, or a callable that absorbs pieces of it, which may be none:
//
//   auto e = aead.encryptor(nonce, [&](auto& associated_data) { associated_data.absorb(a).absorb(b); });
//
// finish() ends the message. It may be called again, and then gives the same answer. update() after finish() would use the
// nonce twice, and ends the program with a message. The objects cannot be copied, and wipe their state when they are
// destroyed; finish() wipes the key and the state, so that only the tag is left.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "../constructions/duplex_aead.hpp"
#include "../lanes/arguments.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/contract.hpp"
#include "../lanes/secret.hpp"
#include "aead_tag.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// The parameter for a nonce of N bytes.
template <std::size_t N>
class aead_nonce : public input_block<N> {
  public:
    template <class R>
    HASHLANE_INLINE constexpr aead_nonce(const R& nonce) noexcept {
        constexpr bool bytes = arguments::are_bytes<R>;
        constexpr std::size_t size = arguments::fixed_size<R>();
        constexpr bool fixed = size != std::dynamic_extent;
        static_assert(bytes, "a nonce is a range of nonce_size bytes: std::array, std::span(p, nonce_size)");
        static_assert(fixed || !bytes, "a nonce of run-time size: write std::span(nonce).first<nonce_size>()");
        static_assert(size == N || !fixed, "a nonce has nonce_size bytes: std::span(nonce).first<nonce_size>()");
        if constexpr (size == N) this->refer_to(nonce);
    }
};

// The two buffers of a text are one and the same, or apart, and of the same size.
constexpr void require_buffers(const void* in, std::size_t n, octets_out out) {
    contract(n == out.size(), "text and ciphertext differ in size");
    if (__builtin_is_constant_evaluated()) return;
    const auto a = reinterpret_cast<std::uintptr_t>(in);
    const auto b = reinterpret_cast<std::uintptr_t>(out.data());
    contract(a == b || (a < b ? b - a : a - b) >= n, "text and ciphertext overlap in part");
}

// Bytes of stack to clear after the functions of aead_state. These and those that they call take at most 240, as was
// measured on x86-64 with g++ 12 and clang++ 19 at -O1, -O2 and -O3 for every target.
inline constexpr std::size_t aead_frames = 768;

// One message in pieces, in either direction. The functions that work on the state are not inlined: what they spill then
// lies below the frame of their caller, where the destructor clears it.
template <class V>
class aead_state {
  public:
    HASHLANE_NOINLINE constexpr aead_state(const duplex_key<V>& k, const std::uint8_t* nonce)
        : key(k), duplex(k, nonce) {}
    aead_state(const aead_state&) = delete;
    aead_state& operator=(const aead_state&) = delete;
    constexpr ~aead_state() {
        wipe(&tag);
        forget_frames<aead_frames>();
    }

    HASHLANE_NOINLINE constexpr void absorb(const input_bytes& piece) {
        piece.for_pieces(piece.size(),
                         [&](const std::uint8_t* p, std::size_t n) { duplex.absorb_associated_data(p, n); });
    }
    HASHLANE_NOINLINE constexpr void end_associated_data() { duplex.end_associated_data(); }

    template <ascon::duplexing D>
    HASHLANE_NOINLINE constexpr void update(const input_bytes& in, octets_out out) {
        contract(!ended, "this encryption or decryption has ended");
        require_buffers(in.address(), in.size(), out);
        std::uint8_t* to = out.data();
        in.for_pieces(in.size(), [&](const std::uint8_t* p, std::size_t n) {
            duplex.template duplex<D>(p, to, n);
            to += n;
        });
    }

    // The tag. The key and the state are wiped when it is asked for first.
    template <ascon::duplexing D>
    HASHLANE_NOINLINE constexpr const duplex_tag& finish() {
        if (ended) return tag;
        ended = true;
        duplex.template end_text<D>();
        tag = duplex.tag(key);
        key.clear();
        duplex.clear();
        forget_registers();
        return tag;
    }

  private:
    duplex_key<V> key;
    keyed_duplex<V> duplex;
    duplex_tag tag{};
    bool ended = false;
};

// What the callable of encryptor() and decryptor() is given, by reference.
template <class V>
class aead_associated_data {
  public:
    constexpr explicit aead_associated_data(aead_state<V>& s) : state(s) {}
    aead_associated_data(const aead_associated_data&) = delete;
    aead_associated_data& operator=(const aead_associated_data&) = delete;

    // The next piece of the associated data, of any size. The stack is cleared here, since the destructor of the message does
    // not know how deep the callable is.
    constexpr aead_associated_data& absorb(const input_bytes& piece) {
        state.absorb(piece);
        forget_frames<aead_frames>();
        return *this;
    }

  private:
    aead_state<V>& state;
};

// A callable that absorbs the associated data of a V in pieces.
template <class F, class V>
concept absorbs_associated_data = std::invocable<F&, aead_associated_data<V>&>;

// What the likeliest mistakes with an encryptor or a decryptor are told.
struct encrypting {
    template <bool N = false>
    void decrypt(const input_bytes&, const output_bytes&) const {
        static_assert(N, "an encryptor has update(text, cipher): make a decryptor(nonce, associated_data)");
    }
};
struct decrypting {
    template <bool N = false>
    void encrypt(const input_bytes&, const output_bytes&) const {
        static_assert(N, "a decryptor has update(cipher, text): make an encryptor(nonce, associated_data)");
    }
    template <bool N = false>
    bool finish() const {
        static_assert(N, "a decryptor compares the tag that came with the text: finish(tag)");
        return false;
    }
};

template <class V>
class aead_encryptor : public encrypting {
  public:
    // nonce has V::nonce_size bytes. Use aead::encryptor().
    constexpr aead_encryptor(const duplex_key<V>& k, const std::uint8_t* nonce, const input_bytes& associated_data)
        : state(k, nonce) {
        state.absorb(associated_data);
        state.end_associated_data();
    }
    template <absorbs_associated_data<V> F>
    constexpr aead_encryptor(const duplex_key<V>& k, const std::uint8_t* nonce, F& absorb) : state(k, nonce) {
        aead_associated_data<V> pieces(state);
        absorb(pieces);
        state.end_associated_data();
    }

    // The next piece; cipher.size() == text.size(). They are one buffer, or do not overlap: all else ends the program.
    // cipher may overlap nonce, associated data and key, which were read before.
    constexpr aead_encryptor& update(const input_bytes& text, const output_bytes& cipher) {
        state.template update<ascon::duplexing::encrypt>(text, cipher.octets());
        return *this;
    }

    // The tag of all pieces.
    [[nodiscard]] constexpr std::array<std::uint8_t, V::tag_size> finish() {
        return tag_bytes<V>(state.template finish<ascon::duplexing::encrypt>());
    }

  private:
    aead_state<V> state;
};

// THE TEXT OF update() IS NOT VERIFIED until finish() has returned true: a forger has chosen it. Keep it, but act on
// nothing of it before. If finish() returns false, wipe it: it lies in buffers that are not the decryptor's.
template <class V>
class aead_decryptor : public decrypting {
  public:
    // nonce has V::nonce_size bytes. Use aead::decryptor().
    constexpr aead_decryptor(const duplex_key<V>& k, const std::uint8_t* nonce, const input_bytes& associated_data)
        : state(k, nonce) {
        state.absorb(associated_data);
        state.end_associated_data();
    }
    template <absorbs_associated_data<V> F>
    constexpr aead_decryptor(const duplex_key<V>& k, const std::uint8_t* nonce, F& absorb) : state(k, nonce) {
        aead_associated_data<V> pieces(state);
        absorb(pieces);
        state.end_associated_data();
    }

    // The next piece; text.size() == cipher.size(). They are one buffer, or do not overlap: all else ends the program.
    // text may overlap nonce, associated data and key, which were read before; a tag that lies under it must be copied
    // before.
    constexpr aead_decryptor& update(const input_bytes& cipher, const output_bytes& text) {
        state.template update<ascon::duplexing::decrypt>(cipher, text.octets());
        return *this;
    }

    // Is that the tag of all pieces? A tag of V::tag_size bytes, or a truncated_tag.
    using decrypting::finish;
    [[nodiscard]] constexpr bool finish(const expected_tag<V::tag_size>& tag) {
        return tag.get().template is_prefix_of<V::order>(state.template finish<ascon::duplexing::decrypt>());
    }

  private:
    aead_state<V> state;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
