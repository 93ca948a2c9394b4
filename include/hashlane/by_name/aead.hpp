// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Authenticated encryption that is chosen by name at run time, without a heap: at once, or in pieces. A nonce starts one
// message in one direction, which is a type, as in classes/aead_stream.hpp.
//
//   const auto aead = hl::any_aead::create("ascon-aead128");              if (!aead) ... aead.error().message()
//   if (!aead->encrypt(key, nonce, associated_data, text, cipher, tag)) ...      a size is wrong
//   if (!aead->decrypt(key, nonce, associated_data, cipher, tag, text)) ...      forged
//
//   auto e = aead->encryptor(key, nonce, associated_data);                if (!e) ... e.error().message()
//   if (!e->update(text_1, cipher_1) || !e->update(text_2, cipher_2) || !e->finish(tag)) ...     a size is wrong
//
//   auto d = aead->decryptor(key, nonce, associated_data);
//   if (!d->update(cipher_1, text_1) || !d->update(cipher_2, text_2) || !d->finish(tag)) ...     forged: wipe the texts
//
// Associated data of encryptor() and decryptor() is a range of bytes, or a callable that absorbs pieces of it:
//
//   auto e = aead->encryptor(key, nonce, [&](auto& associated_data) { associated_data.absorb(a).absorb(b); });

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "aead_operations.hpp"
#include "aead_stream.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// Which of the AEADs of one name.
struct any_aead_options {
    std::optional<std::size_t> key_size{};  // bytes; else the shortest, which is the usual one
    bool short_tags = false;                // tags of 4 bytes and more, not of 8: a forger then succeeds once in 2^32
};

// An AEAD without its key, which each call takes. Keys and nonces have key_size() and nonce_size() bytes.
class any_aead {
  public:
    // The name of an AEAD: hl::algorithms() lists them. "ascon-aead128" with 32 bytes of key is the one with nonce masking
    // (SP 800-232 s.4.2.2). An error: the name is unknown or of something else, or there is none with keys of that size.
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

    std::string_view name() const noexcept { return operations->name; }
    std::size_t key_size() const noexcept { return operations->key_size; }
    std::size_t nonce_size() const noexcept { return operations->nonce_size; }
    std::size_t least_tag() const noexcept { return operations->least_tag; }
    bool takes_tag(std::size_t n) const noexcept { return operations->takes_tag(n); }
    const aead_operations& functions() const noexcept { return *operations; }

    // False, and nothing written, when the key, the nonce or the tag has a size that is not taken, when `cipher` has not as
    // many bytes as `text`, or when `tag` overlaps `cipher`. `cipher` may be `text` itself.
    [[nodiscard]] bool encrypt(octets_in key, octets_in nonce, octets_in associated_data, octets_in text,
                               octets_out cipher, octets_out tag) const noexcept {
        if (!fits(key, nonce, text.size(), cipher.size()) || !takes_tag(tag.size())) return false;
        if (overlap(cipher.data(), cipher.size(), tag.data(), tag.size())) return false;
        operations->encrypt(key, nonce, associated_data, text, cipher, tag);
        return true;
    }
    // False for a forged message, and for a tag of a size that is not taken: `text` is then zero. False, and nothing
    // written, when the key or the nonce has a wrong size, or when `text` has not as many bytes as `cipher`.
    [[nodiscard]] bool decrypt(octets_in key, octets_in nonce, octets_in associated_data, octets_in cipher,
                               octets_in tag, octets_out text) const noexcept {
        if (!fits(key, nonce, text.size(), cipher.size())) return false;
        return operations->decrypt(key, nonce, associated_data, cipher, tag, text);
    }

    // A text in pieces. associated_data is a range of bytes, or a callable that is given an any_associated_data by reference
    // and absorbs pieces, which may be none. An error: the key or the nonce has a wrong size; the callable is then not called.
    any_result<any_encryptor> encryptor(const input_bytes& key, const input_bytes& nonce,
                                        const input_bytes& associated_data) const noexcept {
        return start<any_encryptor>(key.octets(), nonce.octets(), associated_data);
    }
    template <absorbs_any_associated_data F>
    any_result<any_encryptor> encryptor(const input_bytes& key, const input_bytes& nonce, F&& associated_data) const {
        return start<any_encryptor>(key.octets(), nonce.octets(), associated_data);
    }
    any_result<any_decryptor> decryptor(const input_bytes& key, const input_bytes& nonce,
                                        const input_bytes& associated_data) const noexcept {
        return start<any_decryptor>(key.octets(), nonce.octets(), associated_data);
    }
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
    // "this ascon-aead128 takes a nonce of 16 bytes, not of 12"
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
    // "ascon-aead128 takes a key of 16 or 32 bytes, not of 15"
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

}  // namespace HASHLANE_ABI
}  // namespace hashlane
