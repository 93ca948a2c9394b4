// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Authenticated encryption in pieces, with an AEAD that is chosen by name at run time. Programs include
/// by_name/aead.hpp, whose any_aead makes these objects.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "aead_operations.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// One message in pieces whose direction is decided by its first call. It is for interfaces that have one type for both
/// directions, such as that of C. Other programs use any_aead::encryptor() and any_aead::decryptor(), where the
/// direction is a type.
///
/// The associated data comes first, then the text. The first call of encrypt() or decrypt(), or of finish() or
/// verify(), ends the associated data and decides the direction. A call that does not fit returns false and does
/// nothing. finish() and verify() end the message and wipe the key and the state; they may be called again, with the
/// same result. The destructor wipes everything.
///
/// DECRYPTED TEXT IS NOT VERIFIED until verify() has returned true.
class any_aead_stream {
  public:
    /// Starts a message.
    /// \param chosen the functions of an AEAD: any_aead::functions()
    /// \param key the key, of chosen.key_size bytes
    /// \param nonce the nonce, of chosen.nonce_size bytes. When the key or the nonce has another size, every call
    /// returns false.
    any_aead_stream(const aead_operations& chosen, octets_in key, octets_in nonce) noexcept : operations(&chosen) {
        static constexpr std::uint8_t zeros[64]{};
        const bool fits = key.size() == chosen.key_size && nonce.size() == chosen.nonce_size;
        if (fits) {
            operations->start(state, key, nonce);
        } else {
            operations->start(state, {zeros, chosen.key_size}, {zeros, chosen.nonce_size});
            now = stage::refused;
        }
    }
    any_aead_stream(const any_aead_stream&) = delete;
    any_aead_stream& operator=(const any_aead_stream&) = delete;
    ~any_aead_stream() { operations->destroy(state); }

    /// Tells whether finish() accepts tags of `n` bytes.
    bool takes_tag(std::size_t n) const noexcept { return operations->takes_tag(n); }

    /// Absorbs a piece of the associated data, before any text.
    /// \param piece any number of bytes
    /// \return false, and nothing is done, when the associated data has ended
    [[nodiscard]] bool absorb(const input_bytes& piece) noexcept {
        if (now != stage::associated_data) return false;
        operations->absorb(state, piece.octets());
        return true;
    }
    /// Encrypts the next piece of the text.
    /// \param text any number of bytes
    /// \param cipher text.size() bytes are written here
    /// \return false, and nothing is written, when the sizes differ, when this message is being decrypted, or after its
    /// end
    ///
    /// Overlap: `cipher` may be the same buffer as `text`; a partial overlap ends the program. It may overlap the key,
    /// the nonce and the associated data.
    [[nodiscard]] bool encrypt(octets_in text, octets_out cipher) noexcept {
        if (text.size() != cipher.size() || !enter(stage::encryption)) return false;
        operations->encrypt_piece(state, text, cipher);
        return true;
    }
    /// Decrypts the next piece of the ciphertext.
    /// \param cipher any number of bytes
    /// \param text cipher.size() bytes are written here. They are not verified until verify() has returned true.
    /// \return false, and nothing is written, when the sizes differ, when this message is being encrypted, or after its
    /// end
    ///
    /// Overlap: `text` may be the same buffer as `cipher`; a partial overlap ends the program. It may overlap the key,
    /// the nonce and the associated data.
    [[nodiscard]] bool decrypt(octets_in cipher, octets_out text) noexcept {
        if (text.size() != cipher.size() || !enter(stage::decryption)) return false;
        operations->decrypt_piece(state, cipher, text);
        return true;
    }
    /// Ends an encryption and writes its tag.
    /// \param tag the tag is written here. takes_tag() accepts its size. It may overlap everything that was absorbed.
    /// \return false, and nothing is written, when the size is not accepted or when this message is being decrypted
    [[nodiscard]] bool finish(octets_out tag) noexcept {
        if (!takes_tag(tag.size()) || !end(stage::encryption, stage::encrypted)) return false;
        operations->finish(state, tag);
        forget_frames<aead_frames>();
        return true;
    }
    /// Ends a decryption and compares its tag in constant time.
    /// \param tag the tag as it was received
    /// \param in_order is set to whether this message is decrypted; false: it is being encrypted, or its key or nonce
    /// had a wrong size
    /// \return whether the tag is right. Also false for a tag whose size is not accepted.
    [[nodiscard]] bool verify(octets_in tag, bool& in_order) noexcept {
        in_order = end(stage::decryption, stage::decrypted);
        const bool good = in_order && operations->verify(state, tag);
        forget_frames<aead_frames>();
        return good;
    }

  private:
    enum class stage : std::uint8_t { associated_data, encryption, encrypted, decryption, decrypted, refused };

    bool enter(stage direction) noexcept {
        if (now == stage::associated_data) {
            operations->end_associated_data(state);
            now = direction;
        }
        return now == direction;
    }
    bool end(stage direction, stage ended) noexcept {
        if (now == ended) return true;
        if (!enter(direction)) return false;
        now = ended;
        return true;
    }

    const aead_operations* operations;
    stage now = stage::associated_data;
    alignas(8) std::uint8_t state[any_detail::aead_state_room];
};

/// What absorbs the associated data of a message of an any_aead.
using any_associated_data = associated_data_of<any_aead_stream>;

/// A callable that takes an any_associated_data by reference.
template <class F>
concept absorbs_any_associated_data = std::invocable<F&, any_associated_data&>;

/// What an any_encryptor and an any_decryptor have in common: a message whose associated data has been absorbed.
/// \tparam Direction encrypting or decrypting
template <class Direction>
class any_aead_message : public Direction {
  public:
    /// Starts a message; programs call any_aead::encryptor() or any_aead::decryptor(), which check the sizes.
    /// \param chosen the functions of an AEAD
    /// \param key chosen.key_size bytes
    /// \param nonce chosen.nonce_size bytes; with another size of either every call returns false
    /// \param data the associated data: a range of bytes, or a callable that absorbs pieces
    template <class A>
    any_aead_message(const aead_operations& chosen, octets_in key, octets_in nonce, A& data)
        : stream(chosen, key, nonce) {
        any_associated_data pieces(stream);
        if constexpr (absorbs_any_associated_data<A>)
            data(pieces);
        else
            pieces.absorb(data);
    }

    /// Tells whether finish() accepts tags of `n` bytes.
    bool takes_tag(std::size_t n) const noexcept { return stream.takes_tag(n); }

  protected:
    /// The state of the message.
    any_aead_stream stream;
};

/// The encryption of one message in pieces. any_aead::encryptor() makes it. It cannot be copied. finish() wipes the key
/// and the state, and the destructor wipes what is left.
class any_encryptor : public any_aead_message<encrypting> {
  public:
    using any_aead_message::any_aead_message;

    /// Encrypts the next piece of the text.
    /// \param text any number of bytes
    /// \param cipher text.size() bytes are written here
    /// \return false, and nothing is written, when the sizes differ, and after finish()
    ///
    /// Overlap: `cipher` may be the same buffer as `text`; a partial overlap ends the program. It may overlap the key,
    /// the nonce and the associated data, which were read before.
    [[nodiscard]] bool update(const input_bytes& text, const output_bytes& cipher) noexcept {
        return stream.encrypt(text.octets(), cipher.octets());
    }

    /// Ends the message and writes the tag of all pieces. A second call writes the same tag again.
    /// \param tag the tag is written here. takes_tag() accepts its size. It may overlap everything that was absorbed.
    /// \return false, and nothing is done, when the size is not accepted
    [[nodiscard]] bool finish(const output_bytes& tag) noexcept { return stream.finish(tag.octets()); }
};

/// The decryption of one message in pieces. any_aead::decryptor() makes it. It cannot be copied. finish() wipes the key
/// and the state, and the destructor wipes what is left.
///
/// THE TEXT OF update() IS NOT VERIFIED until finish() has returned true: a forger may have chosen it. Keep the text,
/// but do nothing that depends on it before. If finish() returns false, wipe the text: it is in your buffers, which the
/// decryptor does not own.
class any_decryptor : public any_aead_message<decrypting> {
  public:
    using any_aead_message::any_aead_message;

    /// Decrypts the next piece of the ciphertext.
    /// \param cipher any number of bytes
    /// \param text cipher.size() bytes are written here. They are not verified until finish() has returned true.
    /// \return false, and nothing is written, when the sizes differ, and after finish()
    ///
    /// Overlap: `text` may be the same buffer as `cipher`; a partial overlap ends the program. It may overlap the key,
    /// the nonce and the associated data, which were read before. If it overlaps the tag, copy the tag first.
    [[nodiscard]] bool update(const input_bytes& cipher, const output_bytes& text) noexcept {
        return stream.decrypt(cipher.octets(), text.octets());
    }

    using decrypting::finish;

    /// Ends the message and compares the tag of all pieces in constant time. A second call with the same tag gives the
    /// same result.
    /// \param tag the tag as it was received
    /// \return whether the tag is right. Also false for a tag whose size is not accepted.
    [[nodiscard]] bool finish(const input_bytes& tag) noexcept {
        bool in_order = false;
        return stream.verify(tag.octets(), in_order);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
