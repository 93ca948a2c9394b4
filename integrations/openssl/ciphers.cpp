// SPDX-License-Identifier: Apache-2.0 OR MIT
// Ascon-AEAD128 (SP 800-232 s.4) as a cipher of OpenSSL (provider-cipher(7)).
#include "params.hpp"

#include <algorithm>
#include <optional>

namespace hashlane::openssl {
namespace {

constexpr std::size_t key_size = 16, nonce_size = 16, longest_tag = 16, shortest_tag = 8;

struct aead_context {
    explicit aead_context(const provider& p) noexcept : owner(&p) {}
    ~aead_context() {
        wipe(&key);
        wipe(&tag);
    }

    const provider* owner;
    std::optional<any_aead_stream> message{};
    std::array<std::uint8_t, key_size> key{};
    std::array<std::uint8_t, nonce_size> nonce{};
    std::array<std::uint8_t, longest_tag> tag{};  // that of the message, or the one that is expected
    std::size_t tag_size = longest_tag;
    bool encrypting = true, has_key = false, has_nonce = false, has_tag = false, ended = false;

    // Begins a message with the key and the nonce that are set. A nonce serves for one message.
    bool begun() noexcept {
        if (message && !ended) return true;
        if (!has_key) return owner->fail(problem::no_key);
        if (!has_nonce) return owner->fail(problem::nonce_missing);
        const auto aead = any_aead::create("ascon-aead128");
        if (!aead) return owner->fail(problem::no_memory);
        message.emplace(aead->functions(), key, nonce);
        has_nonce = false;
        ended = false;
        return true;
    }
};
aead_context& at(void* context) noexcept { return *static_cast<aead_context*>(context); }

void* make(void* owner) noexcept { return make_context<aead_context>(*static_cast<const provider*>(owner)); }

int set(void* context, const OSSL_PARAM params[]) noexcept {
    aead_context& c = at(context);
    if (params == nullptr) return 1;
    std::size_t given_nonce = nonce_size, given_key = key_size;
    if (!read(params, OSSL_CIPHER_PARAM_IVLEN, given_nonce) || !read(params, OSSL_CIPHER_PARAM_KEYLEN, given_key))
        return c.owner->fail(problem::wrong_parameter);
    if (given_nonce != nonce_size) return c.owner->fail(problem::nonce_size);
    if (given_key != key_size) return c.owner->fail(problem::key_size);
    const OSSL_PARAM* const p = OSSL_PARAM_locate_const(params, OSSL_CIPHER_PARAM_AEAD_TAG);
    if (p == nullptr) return 1;
    if (p->data_type != OSSL_PARAM_OCTET_STRING) return c.owner->fail(problem::wrong_parameter);
    if (p->data_size < shortest_tag || p->data_size > longest_tag) return c.owner->fail(problem::tag_size);
    c.tag_size = p->data_size;
    if (p->data == nullptr) return 1;  // the size alone
    if (c.encrypting) return c.owner->fail(problem::order);
    std::copy_n(static_cast<const std::uint8_t*>(p->data), p->data_size, c.tag.begin());
    c.has_tag = true;
    return 1;
}

int begin(aead_context& c, octets_in key, octets_in nonce, const OSSL_PARAM params[], bool encrypting) noexcept {
    if (key.data() != nullptr && key.size() != key_size) return c.owner->fail(problem::key_size);
    if (nonce.data() != nullptr && nonce.size() != nonce_size) return c.owner->fail(problem::nonce_size);
    if (key.data() != nullptr) {
        std::ranges::copy(key, c.key.begin());
        c.has_key = true;
    }
    if (nonce.data() != nullptr) {
        std::ranges::copy(nonce, c.nonce.begin());
        c.has_nonce = true;
    }
    if (encrypting != c.encrypting) c.has_tag = false;
    c.encrypting = encrypting;
    c.message.reset();
    c.ended = false;
    return set(&c, params);
}

int begin_encryption(void* context, const unsigned char* key, std::size_t n, const unsigned char* nonce, std::size_t m,
                     const OSSL_PARAM params[]) noexcept {
    return begin(at(context), bytes_of(key, n), bytes_of(nonce, m), params, true);
}

int begin_decryption(void* context, const unsigned char* key, std::size_t n, const unsigned char* nonce, std::size_t m,
                     const OSSL_PARAM params[]) noexcept {
    return begin(at(context), bytes_of(key, n), bytes_of(nonce, m), params, false);
}

// Tells whether two ranges of n bytes are neither the same nor apart.
bool overlap_in_part(const unsigned char* a, const unsigned char* b, std::size_t n) noexcept {
    const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
    return x != y && (x < y ? y - x : x - y) < n;
}

// Without `out` the bytes are associated data.
int update(void* context, unsigned char* out, std::size_t* written, std::size_t room, const unsigned char* in,
           std::size_t n) noexcept {
    aead_context& c = at(context);
    *written = 0;
    if (in == nullptr || n == 0) return 1;
    if (c.ended) return c.owner->fail(problem::nonce_missing);
    if (!c.begun()) return 0;
    if (out == nullptr) {
        if (!c.message->absorb(bytes_of(in, n))) return c.owner->fail(problem::order);
    } else {
        if (room < n) return c.owner->fail(problem::output_size);
        if (overlap_in_part(in, out, n)) return c.owner->fail(problem::overlap);
        const octets_out to(out, n);
        const bool good =
            c.encrypting ? c.message->encrypt(bytes_of(in, n), to) : c.message->decrypt(bytes_of(in, n), to);
        if (!good) return c.owner->fail(problem::order);
    }
    *written = n;
    return 1;
}

int finish(void* context, unsigned char*, std::size_t* written, std::size_t) noexcept {
    aead_context& c = at(context);
    *written = 0;
    if (c.ended) return c.owner->fail(problem::nonce_missing);
    if (!c.begun()) return 0;
    if (!c.encrypting && !c.has_tag) return c.owner->fail(problem::tag_missing);
    c.ended = true;
    if (c.encrypting) {
        c.has_tag = c.message->finish(c.tag);
        return c.has_tag ? 1 : c.owner->fail(problem::order);
    }
    c.has_tag = false;
    bool in_order = false;
    const bool good = c.message->verify(octets_in(c.tag.data(), c.tag_size), in_order);
    return good ? 1 : c.owner->fail(in_order ? problem::forged : problem::order);
}

int get_facts(OSSL_PARAM params[]) noexcept {
    return write(params, OSSL_CIPHER_PARAM_MODE, 0) && write(params, OSSL_CIPHER_PARAM_KEYLEN, key_size) &&
           write(params, OSSL_CIPHER_PARAM_IVLEN, nonce_size) &&
           write(params, OSSL_CIPHER_PARAM_BLOCK_SIZE, std::size_t{1}) && write(params, OSSL_CIPHER_PARAM_AEAD, 1) &&
           write(params, OSSL_CIPHER_PARAM_CUSTOM_IV, 1);
}

int get(void* context, OSSL_PARAM params[]) noexcept {
    const aead_context& c = at(context);
    for (const char* const name : {OSSL_CIPHER_PARAM_IV, OSSL_CIPHER_PARAM_UPDATED_IV}) {
        OSSL_PARAM* const p = OSSL_PARAM_locate(params, name);
        if (p != nullptr && OSSL_PARAM_set_octet_string(p, c.nonce.data(), c.nonce.size()) != 1 &&
            OSSL_PARAM_set_octet_ptr(p, c.nonce.data(), c.nonce.size()) != 1)
            return c.owner->fail(problem::wrong_parameter);
    }
    OSSL_PARAM* const tag = OSSL_PARAM_locate(params, OSSL_CIPHER_PARAM_AEAD_TAG);
    if (tag != nullptr) {
        if (!c.encrypting || !c.ended || !c.has_tag) return c.owner->fail(problem::tag_missing);
        if (tag->data_size < shortest_tag || tag->data_size > longest_tag) return c.owner->fail(problem::tag_size);
        if (OSSL_PARAM_set_octet_string(tag, c.tag.data(), tag->data_size) != 1)
            return c.owner->fail(problem::wrong_parameter);
    }
    return write(params, OSSL_CIPHER_PARAM_KEYLEN, key_size) && write(params, OSSL_CIPHER_PARAM_IVLEN, nonce_size) &&
           write(params, OSSL_CIPHER_PARAM_AEAD_TAGLEN, c.tag_size);
}

const OSSL_PARAM* gettable_facts(void*) noexcept {
    static const OSSL_PARAM list[] = {OSSL_PARAM_uint(OSSL_CIPHER_PARAM_MODE, nullptr),
                                      OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, nullptr),
                                      OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, nullptr),
                                      OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_BLOCK_SIZE, nullptr),
                                      OSSL_PARAM_int(OSSL_CIPHER_PARAM_AEAD, nullptr),
                                      OSSL_PARAM_int(OSSL_CIPHER_PARAM_CUSTOM_IV, nullptr),
                                      OSSL_PARAM_END};
    return list;
}

const OSSL_PARAM* gettable(void*, void*) noexcept {
    static const OSSL_PARAM list[] = {OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, nullptr),
                                      OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, nullptr),
                                      OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, nullptr),
                                      OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, nullptr, 0),
                                      OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, nullptr, 0),
                                      OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, nullptr, 0),
                                      OSSL_PARAM_END};
    return list;
}

const OSSL_PARAM* settable(void*, void*) noexcept {
    static const OSSL_PARAM list[] = {OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, nullptr),
                                      OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, nullptr),
                                      OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, nullptr, 0), OSSL_PARAM_END};
    return list;
}

// A message is not duplicated: two texts would be encrypted with one nonce.
const OSSL_DISPATCH functions[] = {entry(OSSL_FUNC_CIPHER_NEWCTX, make),
                                   entry(OSSL_FUNC_CIPHER_FREECTX, free_context<aead_context>),
                                   entry(OSSL_FUNC_CIPHER_ENCRYPT_INIT, begin_encryption),
                                   entry(OSSL_FUNC_CIPHER_DECRYPT_INIT, begin_decryption),
                                   entry(OSSL_FUNC_CIPHER_UPDATE, update),
                                   entry(OSSL_FUNC_CIPHER_FINAL, finish),
                                   entry(OSSL_FUNC_CIPHER_GET_PARAMS, get_facts),
                                   entry(OSSL_FUNC_CIPHER_GETTABLE_PARAMS, gettable_facts),
                                   entry(OSSL_FUNC_CIPHER_GET_CTX_PARAMS, get),
                                   entry(OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, gettable),
                                   entry(OSSL_FUNC_CIPHER_SET_CTX_PARAMS, set),
                                   entry(OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, settable),
                                   {0, nullptr}};

}  // namespace

const OSSL_ALGORITHM* ciphers() noexcept {
    static constexpr OSSL_ALGORITHM rows[] = {{"ASCON-AEAD128:ASCONAEAD128", properties, functions, "Ascon-AEAD128"},
                                              {nullptr, nullptr, nullptr, nullptr}};
    return rows;
}

}  // namespace hashlane::openssl
