// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Authenticated encryption with an algorithm that is chosen by name at run time, without a heap: a message in one
/// call, or in pieces. Encryption and decryption in pieces are different types, as in classes/aead_stream.hpp, and a
/// nonce starts one message.
///
///     const auto aead = hl::any_aead::create("ascon-aead128");              if (!aead) ... aead.error().message()
///     if (!aead->encrypt(key, nonce, associated_data, text, cipher, tag)) ...      a size is wrong
///     if (!aead->decrypt(key, nonce, associated_data, cipher, tag, text)) ...      forged
///
///     auto e = aead->encryptor(key, nonce, associated_data);                if (!e) ... e.error().message()
///     if (!e->update(text_1, cipher_1) || !e->update(text_2, cipher_2) || !e->finish(tag)) ...     a size is wrong
///
///     auto d = aead->decryptor(key, nonce, associated_data);
///     if (!d->update(cipher_1, text_1) || !d->update(cipher_2, text_2) || !d->finish(tag)) ...   forged: wipe
///
/// The associated data of encryptor() and decryptor() is a range of bytes, or a callable that absorbs pieces of it:
///
///     auto e = aead->encryptor(key, nonce, [&](auto& associated_data) { associated_data.absorb(a).absorb(b); });

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "aead_operations.hpp"
#include "aead_stream.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Options that choose between the variants of an AEAD that share one name.
struct any_aead_options {
    std::optional<std::size_t> key_size{};  ///< in bytes; else the shortest key size, which is the usual one

    /// With true, tags of 4 bytes and more are accepted; with false, of 8 bytes and more. A forger guesses a tag of 4
    /// bytes with a probability of 2^-32.
    bool short_tags = false;
};

/// An AEAD without a key: each call takes the key. Keys have key_size() bytes and nonces nonce_size() bytes. A nonce
/// must not be used for two messages under one key.
///
/// Objects are never changed after create(), so several threads may use one object at the same time.
class any_aead {
  public:
    /// Finds an AEAD by its name.
    /// \param name a name of kind::aead in hl::algorithms(). "ascon-aead128" with a key of 32 bytes is the variant with
    /// nonce masking (SP 800-232 s.4.2.2).
    /// \param options the size of the key, and whether short tags are accepted
    /// \return the AEAD, or an error: the name is unknown or that of another kind of algorithm, or the AEAD has no keys
    /// of that size
    template <class...>
    static any_result<any_aead> create(std::string_view name, const any_aead_options& options = {}) noexcept {
        const aead_operations* found = nullptr;
        if (options.key_size) found = find(name, *options.key_size, options.short_tags);
        for (std::size_t size = 1; !options.key_size && found == nullptr && size <= longest_key; ++size)
            found = find(name, size, options.short_tags);
        if (found != nullptr) return any_aead(*found);
        if (entry_points::report_name(name.data(), name.size()).kind != static_cast<int>(kind::aead))
            return any_detail::not_found(name, "an AEAD");
        return wrong_key_size(name, options.key_size.value_or(0));
    }

    /// Returns the name of the AEAD.
    std::string_view name() const noexcept { return operations->name; }
    /// Returns the size of a key in bytes.
    std::size_t key_size() const noexcept { return operations->key_size; }
    /// Returns the size of a nonce in bytes.
    std::size_t nonce_size() const noexcept { return operations->nonce_size; }
    /// Returns the size of the shortest tag that is accepted, in bytes: 4 or 8.
    std::size_t least_tag() const noexcept { return operations->least_tag; }
    /// Tells whether tags of `n` bytes are accepted: least_tag() to 16.
    bool takes_tag(std::size_t n) const noexcept { return operations->takes_tag(n); }
    /// Returns the functions of this AEAD as pointers, for interfaces of other languages.
    const aead_operations& functions() const noexcept { return *operations; }

    /// Encrypts a message and makes its tag.
    /// \param key key_size() bytes
    /// \param nonce nonce_size() bytes, never used before under this key
    /// \param associated_data bytes that are authenticated and not encrypted; may be empty
    /// \param text the plaintext, of any size
    /// \param cipher the ciphertext is written here: text.size() bytes
    /// \param tag the tag is written here: 16 bytes, or fewer where takes_tag() accepts them
    /// \return false, and nothing is written, when a size is wrong or when `tag` overlaps `cipher`
    ///
    /// Overlap: `cipher` may be the same buffer as `text`; a partial overlap of the two ends the program. `cipher` and
    /// `tag` may overlap all other inputs.
    [[nodiscard]] bool encrypt(octets_in key, octets_in nonce, octets_in associated_data, octets_in text,
                               octets_out cipher, octets_out tag) const noexcept {
        if (!fits(key, nonce, text.size(), cipher.size()) || !takes_tag(tag.size())) return false;
        if (overlap(cipher.data(), cipher.size(), tag.data(), tag.size())) return false;
        operations->encrypt(key, nonce, associated_data, text, cipher, tag);
        return true;
    }
    /// Decrypts a message if its tag is right. The tag is compared in constant time.
    /// \param key key_size() bytes
    /// \param nonce the nonce_size() bytes that the message was encrypted with
    /// \param associated_data the bytes that the message was encrypted with
    /// \param cipher the ciphertext
    /// \param tag the tag as it was received
    /// \param text the plaintext is written here: cipher.size() bytes
    /// \return true when the tag is right. False for a forged message and for a tag whose size is not accepted: every
    /// byte of `text` is then zero. False, and nothing is written, when the key or the nonce has a wrong size, or when
    /// `text` and `cipher` differ in size.
    ///
    /// Overlap: `text` may be the same buffer as `cipher`; a partial overlap of the two ends the program. `text` may
    /// overlap all other inputs.
    [[nodiscard]] bool decrypt(octets_in key, octets_in nonce, octets_in associated_data, octets_in cipher,
                               octets_in tag, octets_out text) const noexcept {
        if (!fits(key, nonce, text.size(), cipher.size())) return false;
        return operations->decrypt(key, nonce, associated_data, cipher, tag, text);
    }

    /// Starts the encryption of one message in pieces.
    /// \param key key_size() bytes
    /// \param nonce nonce_size() bytes, never used before under this key
    /// \param associated_data a range of bytes; all of it is absorbed before the call returns
    /// \return the encryption, or an error: the key or the nonce has a wrong size
    any_result<any_encryptor> encryptor(const input_bytes& key, const input_bytes& nonce,
                                        const input_bytes& associated_data) const noexcept {
        return start<any_encryptor>(key.octets(), nonce.octets(), associated_data);
    }
    /// As above, with associated data in pieces.
    /// \param key key_size() bytes
    /// \param nonce nonce_size() bytes, never used before under this key
    /// \param associated_data a callable that is called once with an any_associated_data, by reference, and absorbs any
    /// number of pieces. It is not called when the key or the nonce has a wrong size.
    template <absorbs_any_associated_data F>
    any_result<any_encryptor> encryptor(const input_bytes& key, const input_bytes& nonce, F&& associated_data) const {
        return start<any_encryptor>(key.octets(), nonce.octets(), associated_data);
    }
    /// Starts the decryption of one message in pieces.
    /// \param key key_size() bytes
    /// \param nonce the nonce_size() bytes that the message was encrypted with
    /// \param associated_data a range of bytes; all of it is absorbed before the call returns
    /// \return the decryption, or an error: the key or the nonce has a wrong size
    any_result<any_decryptor> decryptor(const input_bytes& key, const input_bytes& nonce,
                                        const input_bytes& associated_data) const noexcept {
        return start<any_decryptor>(key.octets(), nonce.octets(), associated_data);
    }
    /// As above, with associated data in pieces: `associated_data` is a callable as in encryptor(). `key` and `nonce`
    /// are as above.
    template <absorbs_any_associated_data F>
    any_result<any_decryptor> decryptor(const input_bytes& key, const input_bytes& nonce, F&& associated_data) const {
        return start<any_decryptor>(key.octets(), nonce.octets(), associated_data);
    }

  private:
    static constexpr std::size_t longest_key = 64;

    template <class T, class A>
    any_result<T> start(octets_in key, octets_in nonce, A& associated_data) const {
        if (key.size() != key_size()) return wrong_size(any_problem::key_size, "key", key_size(), key.size());
        if (nonce.size() != nonce_size())
            return wrong_size(any_problem::nonce_size, "nonce", nonce_size(), nonce.size());
        return any_result<T>(std::in_place, *operations, key, nonce, associated_data);
    }
    // The message is, for example, "this ascon-aead128 takes a nonce of 16 bytes, not of 12".
    any_error wrong_size(any_problem problem, std::string_view what, std::size_t right,
                         std::size_t given) const noexcept {
        any_error error(problem);
        error.add("this ").add(name()).add(" takes a ").add(what).add(" of ");
        return error.add(right).add(" bytes, not of ").add(given);
    }

    template <class...>
    static const aead_operations* find(std::string_view name, std::size_t key_size, bool short_tags) noexcept {
        return static_cast<const aead_operations*>(
            entry_points::find_aead(name.data(), name.size(), key_size, short_tags));
    }
    // The message is, for example, "ascon-aead128 takes a key of 16 or 32 bytes, not of 15".
    template <class...>
    static any_error wrong_key_size(std::string_view name, std::size_t given) noexcept {
        any_error error(any_problem::key_size);
        error.add(name).add(" takes a key of ");
        bool several = false;
        for (std::size_t size = 1; size <= longest_key; ++size) {
            if (find(name, size, false) == nullptr) continue;
            error.add(several ? " or " : "").add(size);
            several = true;
        }
        return error.add(" bytes, not of ").add(given);
    }

    explicit any_aead(const aead_operations& chosen) noexcept : operations(&chosen) {}
    bool fits(octets_in key, octets_in nonce, std::size_t in, std::size_t out) const noexcept {
        return key.size() == key_size() && nonce.size() == nonce_size() && in == out;
    }

    const aead_operations* operations;
};

}  // namespace hashlane::inline HASHLANE_ABI
