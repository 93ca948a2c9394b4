// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Authenticated encryption of one message in pieces, without a buffer for the whole message. Encryption and decryption
/// are different types, and a nonce starts one message:
///
///     auto e = aead.encryptor(nonce, associated_data);
///     e.update(text_1, cipher_1).update(text_2, cipher_2);
///     auto tag = e.finish();
///
///     auto d = aead.decryptor(nonce, associated_data);
///     d.update(cipher_1, text_1).update(cipher_2, text_2);
///     if (!d.finish(tag)) ...                                    // forged: wipe the texts
///
/// Associated data is a range of bytes, or a callable that absorbs any number of pieces of it, or none:
///
///     auto e = aead.encryptor(nonce, [&](auto& associated_data) { associated_data.absorb(a).absorb(b); });
///
/// finish() ends the message. It wipes the key and the state, so that only the tag is left, and gives the same answer
/// when it is called again. A call of update() after finish() would use the nonce twice; it ends the program with a
/// message. The objects cannot be copied, and their destructor wipes what is left.

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

namespace hashlane::inline HASHLANE_ABI {

/// The type of a parameter that is a nonce of N bytes. It refers to a range of bytes whose size the compiler knows, and
/// is used during the call only.
template <std::size_t N>
class aead_nonce : public input_block<N> {
  public:
    /// Refers to `nonce`: a range of exactly N bytes, such as a std::array or `std::span(p).first<16>()`. A range of
    /// another size does not compile, nor does one whose size is known at run time only.
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

/// Ends the program unless `out` has `n` bytes and is the same memory as the `n` bytes at `in`, or apart from them.
constexpr void require_buffers(const void* in, std::size_t n, octets_out out) {
    contract(n == out.size(), "text and ciphertext differ in size");
    if (__builtin_is_constant_evaluated()) return;
    const auto a = reinterpret_cast<std::uintptr_t>(in);
    const auto b = reinterpret_cast<std::uintptr_t>(out.data());
    contract(a == b || (a < b ? b - a : a - b) >= n, "text and ciphertext overlap in part");
}

/// How many bytes of stack are cleared after a function of aead_state. These functions and those that they call use at
/// most 240, as was measured on x86-64 with g++ 12 and clang++ 19 at -O1, -O2 and -O3 for every target.
inline constexpr std::size_t aead_frames = 768;

/// One message in pieces, in either direction: the state of an aead_encryptor or an aead_decryptor. The functions that
/// work on it are not inlined: what they spill then lies below the frame of their caller, where the destructor clears
/// it.
/// \tparam V the parameters of the AEAD
template <class V>
class aead_state {
  public:
    /// Starts a message.
    /// \param k the key, which is copied
    /// \param nonce V::nonce_size bytes
    HASHLANE_NOINLINE constexpr aead_state(const duplex_key<V>& k, const std::uint8_t* nonce)
        : key(k), duplex(k, nonce) {}
    aead_state(const aead_state&) = delete;
    aead_state& operator=(const aead_state&) = delete;
    constexpr ~aead_state() {
        wipe(&tag);
        forget_frames<aead_frames>();
    }

    /// Absorbs `piece`, the next bytes of the associated data.
    HASHLANE_NOINLINE constexpr void absorb(const input_bytes& piece) {
        piece.for_pieces(piece.size(),
                         [&](const std::uint8_t* p, std::size_t n) { duplex.absorb_associated_data(p, n); });
    }
    /// Ends the associated data. The text follows.
    HASHLANE_NOINLINE constexpr void end_associated_data() { duplex.end_associated_data(); }

    /// Encrypts or decrypts the next piece of the text. A call after finish() ends the program.
    /// \tparam D the direction, the same in all calls of an object
    /// \param in any number of bytes
    /// \param out in.size() bytes are written here. They are the same memory as `in`, or do not overlap it; anything
    /// else ends the program.
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

    /// Ends the message and returns its tag. The first call wipes the key and the state; later calls return the same
    /// tag.
    /// \tparam D the direction
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

/// Absorbs the associated data of a message. The callable of encryptor() and decryptor() gets it by reference. It is
/// valid during that call only.
/// \tparam Message the message: an aead_state, or an any_aead_stream
template <class Message>
class associated_data_of {
  public:
    /// Absorbs into the message `m`. Programs need not call this.
    constexpr explicit associated_data_of(Message& m) noexcept : message(m) {}
    associated_data_of(const associated_data_of&) = delete;
    associated_data_of& operator=(const associated_data_of&) = delete;

    /// Absorbs the next piece of the associated data.
    /// \param piece any number of bytes
    /// \return this object
    ///
    /// The destructor of the message cannot know how deep the stack of the callable is, so this function clears the
    /// stack below it.
    constexpr associated_data_of& absorb(const input_bytes& piece) noexcept {
        (void)message.absorb(piece);  // the functions that follow report what fails here
        forget_frames<aead_frames>();
        return *this;
    }

  private:
    Message& message;
};

/// What absorbs the associated data of a message of an AEAD that is a type.
/// \tparam V the parameters of the AEAD
template <class V>
using aead_associated_data = associated_data_of<aead_state<V>>;

/// A callable that takes an aead_associated_data by reference and absorbs the associated data of a V in pieces.
template <class F, class V>
concept absorbs_associated_data = std::invocable<F&, aead_associated_data<V>&>;

/// A base of encryptors. A call of the wrong direction gives a message of the compiler that names the right call.
struct encrypting {
    /// Does not compile: an encryptor has update(text, cipher).
    template <bool N = false>
    void decrypt(const input_bytes&, const output_bytes&) const {
        static_assert(N, "an encryptor has update(text, cipher): make a decryptor(nonce, associated_data)");
    }
};
/// A base of decryptors. A call of the wrong direction, or finish() without a tag, gives a message of the compiler that
/// names the right call.
struct decrypting {
    /// Does not compile: a decryptor has update(cipher, text).
    template <bool N = false>
    void encrypt(const input_bytes&, const output_bytes&) const {
        static_assert(N, "a decryptor has update(cipher, text): make an encryptor(nonce, associated_data)");
    }
    /// Does not compile: finish() of a decryptor takes the tag.
    template <bool N = false>
    bool finish() const {
        static_assert(N, "a decryptor compares the tag that came with the text: finish(tag)");
        return false;
    }
};

/// What an aead_encryptor and an aead_decryptor have in common: a message whose associated data has been absorbed.
/// \tparam V the parameters of the AEAD
/// \tparam Direction encrypting or decrypting
template <class V, class Direction>
class aead_message : public Direction {
  public:
    /// Starts a message. Programs call aead::encryptor() or aead::decryptor().
    /// \param k the key, which is copied
    /// \param nonce V::nonce_size bytes
    /// \param associated_data a range of bytes, which may be empty; or a callable that absorbs pieces
    template <class A>
    constexpr aead_message(const duplex_key<V>& k, const std::uint8_t* nonce, A& associated_data) : state(k, nonce) {
        if constexpr (absorbs_associated_data<A, V>) {
            aead_associated_data<V> pieces(state);
            associated_data(pieces);
        } else {
            state.absorb(associated_data);
        }
        state.end_associated_data();
    }

  protected:
    /// The state of the message.
    aead_state<V> state;
};

/// The encryption of one message in pieces. aead::encryptor() makes it. It cannot be copied. finish() wipes the key and
/// the state, and the destructor wipes what is left.
/// \tparam V the parameters of the AEAD
template <class V>
class aead_encryptor : public aead_message<V, encrypting> {
  public:
    using aead_message<V, encrypting>::aead_message;

    /// Encrypts the next piece of the text. A call after finish() ends the program.
    /// \param text any number of bytes
    /// \param cipher text.size() bytes are written here. Another size ends the program.
    /// \return this object
    ///
    /// Overlap: `cipher` may be the same buffer as `text`; a partial overlap ends the program. It may overlap the key,
    /// the nonce and the associated data, which were read before.
    constexpr aead_encryptor& update(const input_bytes& text, const output_bytes& cipher) {
        this->state.template update<ascon::duplexing::encrypt>(text, cipher.octets());
        return *this;
    }

    /// Ends the message and returns the tag of all pieces, of V::tag_size bytes. A second call returns the same tag.
    [[nodiscard]] constexpr std::array<std::uint8_t, V::tag_size> finish() {
        return tag_bytes<V>(this->state.template finish<ascon::duplexing::encrypt>());
    }
};

/// The decryption of one message in pieces. aead::decryptor() makes it. It cannot be copied. finish() wipes the key and
/// the state, and the destructor wipes what is left.
///
/// THE TEXT OF update() IS NOT VERIFIED until finish() has returned true: a forger may have chosen it. Keep the text,
/// but do nothing that depends on it before. If finish() returns false, wipe the text: it is in your buffers, which the
/// decryptor does not own.
/// \tparam V the parameters of the AEAD
template <class V>
class aead_decryptor : public aead_message<V, decrypting> {
  public:
    using aead_message<V, decrypting>::aead_message;

    /// Decrypts the next piece of the ciphertext. A call after finish() ends the program.
    /// \param cipher any number of bytes
    /// \param text cipher.size() bytes are written here. Another size ends the program. They are not verified until
    /// finish() has returned true.
    /// \return this object
    ///
    /// Overlap: `text` may be the same buffer as `cipher`; a partial overlap ends the program. It may overlap the key,
    /// the nonce and the associated data, which were read before. If it overlaps the tag, copy the tag first.
    constexpr aead_decryptor& update(const input_bytes& cipher, const output_bytes& text) {
        this->state.template update<ascon::duplexing::decrypt>(cipher, text.octets());
        return *this;
    }

    // This brings in the answer to a call without a tag.
    using decrypting::finish;
    /// Ends the message and compares the tag of all pieces in constant time. A second call with the same tag gives the
    /// same result.
    /// \param tag the tag as it was received: a range of V::tag_size bytes, or a truncated_tag where shorter tags are
    /// accepted
    /// \return whether the tag is right
    [[nodiscard]] constexpr bool finish(const expected_tag<V::tag_size>& tag) {
        return tag.get().template is_prefix_of<V::order>(this->state.template finish<ascon::duplexing::decrypt>());
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
