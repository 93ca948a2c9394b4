// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The digest that HMAC and the KDFs are told to use, of this provider or of another one, and HMAC over it.

#include <string_view>

#include <openssl/evp.h>

#include "params.hpp"

namespace hashlane::openssl {

// HMAC over a hash of Hashlane, in memory of the caller of at least `hmac_room` bytes.
struct hmac_functions {
    std::string_view name;  // of the hash
    std::size_t digest_size, block_size;
    void (*begin)(void* place, octets_in key) noexcept;
    void (*copy)(void* place, const void* from) noexcept;
    void (*update)(void* place, octets_in data) noexcept;
    void (*finish)(const void* place, std::uint8_t* tag) noexcept;
    void (*destroy)(void* place) noexcept;
};
inline constexpr std::size_t hmac_room = 448;

// A digest that was fetched in the child of the core's library context.
class chosen_digest {
  public:
    chosen_digest() noexcept = default;
    chosen_digest(const chosen_digest&) = delete;
    chosen_digest& operator=(const chosen_digest&) = delete;
    ~chosen_digest() { reset(); }

    // Fetches what the parameters "digest" and "properties" name; does nothing where "digest" is absent. Without
    // properties a digest of this provider comes before others. False after an error was reported.
    bool read(const provider& owner, const OSSL_PARAM params[]) noexcept;
    bool fetch(const provider& owner, const char* name, const char* wanted_properties) noexcept;
    bool assign(const chosen_digest& from) noexcept;
    void reset() noexcept;

    bool is_set() const noexcept { return digest != nullptr; }
    const EVP_MD* get() const noexcept { return digest; }
    const hmac_functions* own() const noexcept { return functions; }  // null: a digest of another provider
    bool is_xof() const noexcept { return (EVP_MD_get_flags(digest) & EVP_MD_FLAG_XOF) != 0; }  // where one is set
    std::size_t digest_size() const noexcept;
    std::size_t block_size() const noexcept;

  private:
    EVP_MD* digest = nullptr;
    const hmac_functions* functions = nullptr;
};

// HMAC over a chosen digest, which must live as long. Only one thread at a time may use an object.
class any_digest_hmac {
  public:
    any_digest_hmac() noexcept = default;
    any_digest_hmac(const any_digest_hmac&) = delete;
    any_digest_hmac& operator=(const any_digest_hmac&) = delete;
    ~any_digest_hmac() { reset(); }

    // These return false where another provider's digest fails, or where there is no memory.
    bool begin(const chosen_digest& with, octets_in key) noexcept;
    bool begin_again() noexcept;  // a message with the same key
    bool update(octets_in data) noexcept;
    bool finish(std::uint8_t* tag) noexcept;  // one digest
    bool assign(const any_digest_hmac& from, const chosen_digest& with) noexcept;
    void reset() noexcept;
    bool has_key() const noexcept { return digest != nullptr; }

  private:
    bool begin_foreign(octets_in key) noexcept;
    bool absorb_pad(EVP_MD_CTX* context, octets_in key, std::uint8_t byte) noexcept;

    const chosen_digest* digest = nullptr;
    EVP_MD_CTX *inner = nullptr, *outer = nullptr, *running_context = nullptr;  // of another provider's digest
    alignas(16) std::uint8_t keyed[hmac_room];                                  // of a hash of Hashlane
    alignas(16) std::uint8_t running[hmac_room];
};

}  // namespace hashlane::openssl
