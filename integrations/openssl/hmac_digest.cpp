// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "hmac_digest.hpp"

#include <algorithm>

namespace hashlane::openssl {
namespace {

template <class H>
struct own_hmac {
    using object = hmac<H>;
    static_assert(sizeof(object) <= hmac_room && alignof(object) <= 16);

    static object& at(void* place) noexcept { return *static_cast<object*>(place); }
    static const object& at(const void* place) noexcept { return *static_cast<const object*>(place); }
    static void begin(void* place, octets_in key) noexcept { ::new (place) object(key); }
    static void copy(void* place, const void* from) noexcept { ::new (place) object(at(from)); }
    static void update(void* place, octets_in data) noexcept { at(place).update(data); }
    static void finish(const void* place, std::uint8_t* tag) noexcept {
        at(place).tag_into(octets_out(tag, H::digest_size));
    }
    static void destroy(void* place) noexcept { at(place).~object(); }

    static constexpr hmac_functions functions{H::name, H::digest_size, H::block_size, begin,
                                              copy,    update,         finish,        destroy};
};

const hmac_functions* const own_functions[] = {
    &own_hmac<sha224>::functions,     &own_hmac<sha256>::functions,     &own_hmac<sha384>::functions,
    &own_hmac<sha512>::functions,     &own_hmac<sha512_224>::functions, &own_hmac<sha512_256>::functions,
    &own_hmac<sha3_224>::functions,   &own_hmac<sha3_256>::functions,   &own_hmac<sha3_384>::functions,
    &own_hmac<sha3_512>::functions,   &own_hmac<keccak_224>::functions, &own_hmac<keccak_256>::functions,
    &own_hmac<keccak_384>::functions, &own_hmac<keccak_512>::functions};

// Finds HMAC over the hash that a digest is, where it is one of this provider.
const hmac_functions* functions_of(const EVP_MD* digest) noexcept {
    const char* name = nullptr;
    OSSL_PARAM params[] = {OSSL_PARAM_utf8_ptr(name_parameter, &name, 0), OSSL_PARAM_END};
    if (EVP_MD_get_params(digest, params) != 1 || name == nullptr) return nullptr;
    const auto found = std::ranges::find_if(own_functions, [&](const hmac_functions* f) { return f->name == name; });
    return found == std::end(own_functions) ? nullptr : *found;
}

}  // namespace

bool chosen_digest::read(const provider& owner, const OSSL_PARAM params[]) noexcept {
    const char* name = nullptr;
    const char* wanted = nullptr;
    if (!openssl::read(params, OSSL_ALG_PARAM_DIGEST, name)) return owner.fail(problem::wrong_parameter);
    if (!openssl::read(params, OSSL_ALG_PARAM_PROPERTIES, wanted)) return owner.fail(problem::wrong_parameter);
    return name == nullptr || fetch(owner, name, wanted);
}

bool chosen_digest::fetch(const provider& owner, const char* name, const char* wanted_properties) noexcept {
    const bool free_choice = wanted_properties == nullptr || *wanted_properties == '\0';
    EVP_MD* const found = EVP_MD_fetch(owner.library, name, free_choice ? "?provider=hashlane" : wanted_properties);
    if (found == nullptr) return owner.fail(problem::unknown_digest);
    reset();
    digest = found;
    functions = functions_of(found);
    return true;
}

bool chosen_digest::assign(const chosen_digest& from) noexcept {
    if (from.digest != nullptr && EVP_MD_up_ref(from.digest) != 1) return false;
    reset();
    digest = from.digest;
    functions = from.functions;
    return true;
}

void chosen_digest::reset() noexcept {
    EVP_MD_free(digest);
    digest = nullptr;
    functions = nullptr;
}

std::size_t chosen_digest::digest_size() const noexcept {
    const int size = digest == nullptr ? 0 : EVP_MD_get_size(digest);
    return size < 0 ? 0 : static_cast<std::size_t>(size);
}

std::size_t chosen_digest::block_size() const noexcept {
    const int size = digest == nullptr ? 0 : EVP_MD_get_block_size(digest);
    return size < 0 ? 0 : static_cast<std::size_t>(size);
}

void any_digest_hmac::reset() noexcept {
    if (digest != nullptr && digest->own() != nullptr) {
        digest->own()->destroy(keyed);
        digest->own()->destroy(running);
    }
    for (EVP_MD_CTX** const context : {&inner, &outer, &running_context}) {
        EVP_MD_CTX_free(*context);
        *context = nullptr;
    }
    digest = nullptr;
}

bool any_digest_hmac::begin(const chosen_digest& with, octets_in key) noexcept {
    reset();
    if (with.own() != nullptr) {
        with.own()->begin(keyed, key);
        with.own()->copy(running, keyed);
        digest = &with;
        return true;
    }
    digest = &with;
    if (begin_foreign(key)) return true;
    reset();
    return false;
}

// A digest of another provider: the hashes that have absorbed the two pads of the key (RFC 2104 s.2). RFC 2104 has no rule
// for a long key where a digest is larger than a block, as that of MDC2 is. OpenSSL takes the beginning of its digest then.
bool any_digest_hmac::begin_foreign(octets_in key) noexcept {
    std::uint8_t hashed[EVP_MAX_MD_SIZE];
    const std::size_t block = digest->block_size();
    if (digest->digest_size() == 0 || block == 0 || block > EVP_MAX_MD_SIZE * 3) return false;
    for (EVP_MD_CTX** const context : {&inner, &outer, &running_context}) {
        *context = EVP_MD_CTX_new();
        if (*context == nullptr) return false;
    }
    bool good = true;
    if (key.size() > block) {
        unsigned size = 0;
        good = EVP_Digest(key.data(), key.size(), hashed, &size, digest->get(), nullptr) == 1;
        key = octets_in(hashed, std::min<std::size_t>(size, block));
    }
    good = good && absorb_pad(inner, key, 0x36) && absorb_pad(outer, key, 0x5c) &&
           EVP_MD_CTX_copy_ex(running_context, inner) == 1;
    wipe(hashed, sizeof hashed);
    return good;
}

bool any_digest_hmac::absorb_pad(EVP_MD_CTX* context, octets_in key, std::uint8_t byte) noexcept {
    std::uint8_t pad[EVP_MAX_MD_SIZE * 3];
    const std::size_t block = digest->block_size();
    std::ranges::fill(pad, byte);
    for (std::size_t i = 0; i < key.size(); ++i) pad[i] = static_cast<std::uint8_t>(pad[i] ^ key[i]);
    const bool good =
        EVP_DigestInit_ex2(context, digest->get(), nullptr) == 1 && EVP_DigestUpdate(context, pad, block) == 1;
    wipe(pad, sizeof pad);
    return good;
}

bool any_digest_hmac::begin_again() noexcept {
    if (digest->own() == nullptr) return EVP_MD_CTX_copy_ex(running_context, inner) == 1;
    digest->own()->destroy(running);
    digest->own()->copy(running, keyed);
    return true;
}

bool any_digest_hmac::update(octets_in data) noexcept {
    if (digest->own() == nullptr) return EVP_DigestUpdate(running_context, data.data(), data.size()) == 1;
    digest->own()->update(running, data);
    return true;
}

bool any_digest_hmac::finish(std::uint8_t* tag) noexcept {
    if (digest->own() != nullptr) {
        digest->own()->finish(running, tag);
        return true;
    }
    std::uint8_t inner_digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    const bool good = EVP_DigestFinal_ex(running_context, inner_digest, &size) == 1 &&
                      EVP_MD_CTX_copy_ex(running_context, outer) == 1 &&
                      EVP_DigestUpdate(running_context, inner_digest, size) == 1 &&
                      EVP_DigestFinal_ex(running_context, tag, &size) == 1;
    wipe(inner_digest, sizeof inner_digest);
    return good;
}

bool any_digest_hmac::assign(const any_digest_hmac& from, const chosen_digest& with) noexcept {
    reset();
    if (from.digest == nullptr) return true;
    if (with.own() != nullptr) {
        with.own()->copy(keyed, from.keyed);
        with.own()->copy(running, from.running);
        digest = &with;
        return true;
    }
    inner = EVP_MD_CTX_new();
    outer = EVP_MD_CTX_new();
    running_context = EVP_MD_CTX_new();
    digest = &with;
    if (inner != nullptr && outer != nullptr && running_context != nullptr &&
        EVP_MD_CTX_copy_ex(inner, from.inner) == 1 && EVP_MD_CTX_copy_ex(outer, from.outer) == 1 &&
        EVP_MD_CTX_copy_ex(running_context, from.running_context) == 1)
        return true;
    reset();
    return false;
}

}  // namespace hashlane::openssl
