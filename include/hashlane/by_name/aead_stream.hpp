// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Authenticated encryption in pieces of an AEAD that is chosen by name: see aead.hpp. Which buffers may overlap is said
// at each function.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "aead_operations.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// One message in pieces whose direction is decided by its first call: for interfaces that have one type for both directions,
// as that of C. Other programs use any_aead::encryptor() and any_aead::decryptor(), where the direction is a type.
//
// First comes the associated data, then the text. The first call of encrypt() or decrypt(), or of finish() or verify(), ends
// the associated data and decides the direction. A call that does not fit gives false and does nothing. finish() and verify()
// end the message, and wipe the key and the state; they may be called again. DECRYPTED TEXT IS NOT VERIFIED until verify() has
// returned true.
class any_aead_stream {
  public:
    // key and nonce have the sizes that `chosen` names. With others every call gives false.
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

    bool takes_tag(std::size_t n) const noexcept { return operations->takes_tag(n); }

    // The next piece of the associated data, before any text.
    [[nodiscard]] bool absorb(octets_in piece) noexcept {
        if (now != stage::associated_data) return false;
        operations->absorb(state, piece);
        return true;
    }
    // The next piece of the text; the two have the same size. They are one buffer, or do not overlap: all else ends the
    // program.
    [[nodiscard]] bool encrypt(octets_in text, octets_out cipher) noexcept {
        if (text.size() != cipher.size() || !enter(stage::encryption)) return false;
        operations->encrypt_piece(state, text, cipher);
        return true;
    }
    [[nodiscard]] bool decrypt(octets_in cipher, octets_out text) noexcept {
        if (text.size() != cipher.size() || !enter(stage::decryption)) return false;
        operations->decrypt_piece(state, cipher, text);
        return true;
    }
    // Writes the tag, of a size that takes_tag().
    [[nodiscard]] bool finish(octets_out tag) noexcept {
        if (!takes_tag(tag.size()) || !end(stage::encryption, stage::encrypted)) return false;
        operations->finish(state, tag);
        forget_frames<aead_frames>();
        return true;
    }
    // Is the tag right? `in_order` says whether this stream decrypts.
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

// What the callable of any_aead::encryptor() and any_aead::decryptor() is given, by reference.
class any_associated_data {
  public:
    explicit any_associated_data(any_aead_stream& s) noexcept : stream(s) {}
    any_associated_data(const any_associated_data&) = delete;
    any_associated_data& operator=(const any_associated_data&) = delete;

    // The next piece of the associated data, of any size. The stack is cleared here, since the destructor of the message does
    // not know how deep the callable is.
    any_associated_data& absorb(const input_bytes& piece) noexcept {
        (void)stream.absorb(piece.octets());  // false where sizes did not fit: update() and finish() say so
        forget_frames<aead_frames>();
        return *this;
    }

  private:
    any_aead_stream& stream;
};

// A callable that absorbs associated data in pieces.
template <class F>
concept absorbs_any_associated_data = std::invocable<F&, any_associated_data&>;

namespace any_detail {

// Associated data that is a range of bytes, or a callable that absorbs pieces of it.
template <class A>
void absorb_associated_data(any_aead_stream& stream, A& associated_data) {
    any_associated_data pieces(stream);
    if constexpr (absorbs_any_associated_data<A>)
        associated_data(pieces);
    else
        pieces.absorb(associated_data);
}

}  // namespace any_detail

// One encryption in pieces: any_aead::encryptor() makes it. It cannot be copied, and wipes its state when it is destroyed;
// finish() wipes the key and the state, so that only the tag is left.
class any_encryptor : public encrypting {
  public:
    // data: the associated data. With a key or a nonce of another size than `chosen` names every call gives false.
    template <class A>
    any_encryptor(const aead_operations& chosen, octets_in key, octets_in nonce, A& data) : stream(chosen, key, nonce) {
        any_detail::absorb_associated_data(stream, data);
    }

    bool takes_tag(std::size_t n) const noexcept { return stream.takes_tag(n); }

    // The next piece. False, and nothing written, when `cipher` has not as many bytes as `text`, and after finish(). They are
    // one buffer, or do not overlap: all else ends the program. `cipher` may overlap key, nonce and associated data, which
    // were read before.
    [[nodiscard]] bool update(const input_bytes& text, const output_bytes& cipher) noexcept {
        return stream.encrypt(text.octets(), cipher.octets());
    }

    // Writes the tag of all pieces, of a size that takes_tag(); with another size it gives false and does nothing. It ends
    // the message. It may be called again, and then writes the same tag.
    [[nodiscard]] bool finish(const output_bytes& tag) noexcept { return stream.finish(tag.octets()); }

  private:
    any_aead_stream stream;
};

// One decryption in pieces: any_aead::decryptor() makes it. It cannot be copied, and is wiped as an any_encryptor is.
// THE TEXT OF update() IS NOT VERIFIED until finish() has returned true: a forger has chosen it. Keep it, but act on
// nothing of it before. If finish() returns false, wipe it: it lies in buffers that are not the decryptor's.
class any_decryptor : public decrypting {
  public:
    // data: the associated data. With a key or a nonce of another size than `chosen` names every call gives false.
    template <class A>
    any_decryptor(const aead_operations& chosen, octets_in key, octets_in nonce, A& data) : stream(chosen, key, nonce) {
        any_detail::absorb_associated_data(stream, data);
    }

    bool takes_tag(std::size_t n) const noexcept { return stream.takes_tag(n); }

    // The next piece. False, and nothing written, when `text` has not as many bytes as `cipher`, and after finish(). They are
    // one buffer, or do not overlap: all else ends the program. `text` may overlap key, nonce and associated data, which were
    // read before; a tag that lies under it must be copied before.
    [[nodiscard]] bool update(const input_bytes& cipher, const output_bytes& text) noexcept {
        return stream.decrypt(cipher.octets(), text.octets());
    }

    // Is that the tag of all pieces? False for a tag of a size that is not taken, too. It ends the message. It may be called
    // again.
    using decrypting::finish;
    [[nodiscard]] bool finish(const input_bytes& tag) noexcept {
        bool in_order = false;
        return stream.verify(tag.octets(), in_order);
    }

  private:
    any_aead_stream stream;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
