// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The provider in one library context of OpenSSL, its errors, and the tables of its algorithms.

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>

#include <hashlane/hashlane.hpp>

namespace hashlane::openssl {

// What can go wrong. The texts are in provider.cpp.
enum class problem : std::uint32_t {
    no_memory = 1,
    wrong_parameter,
    string_too_long,
    wrong_function_name,
    message_has_begun,
    message_has_ended,
    no_output_size,
    no_squeeze,
    elements_only,
    wrong_domain,
    wrong_block,
    no_digest,
    unknown_digest,
    digest_is_xof,
    no_key,
    key_size,
    output_size,
    no_other_hmac,
    no_password,
    no_salt,
    wrong_mode,
    below_limit,
    iterations,
    nonce_missing,
    nonce_size,
    tag_size,
    tag_missing,
    forged,
    overlap,
    order,
    digest_failed,
    self_test,
    last = self_test
};

// One for each library context that loads the module.
struct provider {
    const OSSL_CORE_HANDLE* handle = nullptr;
    OSSL_LIB_CTX* library = nullptr;  // a child of the core's library context: it fetches what any provider there has
    bool shake_has_size = true;  // whether SHAKE has an output size where none is set, which it has before OpenSSL 3.4
    OSSL_FUNC_core_new_error_fn* new_error = nullptr;
    OSSL_FUNC_core_vset_error_fn* vset_error = nullptr;

    // Whether digests take `size` for `xoflen`, which OpenSSL does since 3.4.
    bool size_is_xoflen() const noexcept { return !shake_has_size; }

    // Puts the problem into the error queue of the core. Returns 0.
    int fail(problem what) const noexcept;
};

// The tables of algorithms. They end with an empty row.
const OSSL_ALGORITHM* digests(bool shake_has_size) noexcept;
const OSSL_ALGORITHM* macs() noexcept;
const OSSL_ALGORITHM* kdfs() noexcept;
const OSSL_ALGORITHM* ciphers() noexcept;

inline constexpr const char* properties = "provider=hashlane";

// A digest of this provider gives by this parameter the name that it has in Hashlane. HMAC and the KDFs recognise it so.
inline constexpr const char* name_parameter = "hashlane-name";

// Makes a row of a table of functions.
template <class F>
OSSL_DISPATCH entry(int number, F* function) noexcept {
    return {number, reinterpret_cast<void (*)()>(function)};
}

// Makes a context in memory of OpenSSL; a null pointer where there is no memory.
template <class T, class... Arguments>
T* make_context(Arguments&&... arguments) noexcept {
    static_assert(alignof(T) <= alignof(std::max_align_t));
    void* const place = OPENSSL_malloc(sizeof(T));
    return place == nullptr ? nullptr : ::new (place) T(static_cast<Arguments&&>(arguments)...);
}

// Destroys a context of make_context() and overwrites it with zeros. Takes a null pointer too.
template <class T>
void free_context(void* context) noexcept {
    if (context == nullptr) return;
    static_cast<T*>(context)->~T();
    OPENSSL_clear_free(context, sizeof(T));
}

}  // namespace hashlane::openssl
