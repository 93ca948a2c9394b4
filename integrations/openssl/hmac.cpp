// SPDX-License-Identifier: Apache-2.0 OR MIT
// HMAC (EVP_MAC-HMAC(7)) over the digest of any provider.
#include "hmac_digest.hpp"
#include "hmac_table.hpp"

namespace hashlane::openssl {
namespace {

// OpenSSL's libssl says by the parameter tls-data-size that a message is a record of TLS with CBC, whose length is secret.
// The tag must then be computed in constant time, which the HMAC of the default provider does: the call is handed to it.
class tls_record_hmac {
  public:
    tls_record_hmac() noexcept = default;
    tls_record_hmac(const tls_record_hmac&) = delete;
    tls_record_hmac& operator=(const tls_record_hmac&) = delete;
    ~tls_record_hmac() { reset(); }

    bool is_on() const noexcept { return context != nullptr; }
    void reset() noexcept {
        EVP_MAC_CTX_free(context);
        context = nullptr;
    }
    bool begin(const provider& owner, const chosen_digest& digest, octets_in key, std::size_t record_size) noexcept {
        reset();
        EVP_MAC* const other = EVP_MAC_fetch(owner.library, "HMAC", "provider!=hashlane");
        if (other == nullptr) return owner.fail(problem::no_other_hmac);
        context = EVP_MAC_CTX_new(other);
        EVP_MAC_free(other);
        char* const name = const_cast<char*>(EVP_MD_get0_name(digest.get()));
        const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
                                     OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &record_size),
                                     OSSL_PARAM_construct_end()};
        if (context != nullptr && EVP_MAC_init(context, key.data(), key.size(), params) == 1) return true;
        reset();
        return owner.fail(problem::digest_failed);
    }
    bool assign(const tls_record_hmac& from) noexcept {
        reset();
        if (from.context != nullptr) context = EVP_MAC_CTX_dup(from.context);
        return from.context == nullptr || context != nullptr;
    }
    bool update(octets_in data) noexcept { return EVP_MAC_update(context, data.data(), data.size()) == 1; }
    bool finish(std::uint8_t* tag, std::size_t* written, std::size_t room) noexcept {
        return EVP_MAC_final(context, tag, written, room) == 1;
    }

  private:
    EVP_MAC_CTX* context = nullptr;
};

struct hmac_context {
    explicit hmac_context(const provider& p) noexcept : owner(&p) {}

    const provider* owner;
    chosen_digest digest{};
    secret_bytes key{};
    any_digest_hmac hmac{};
    tls_record_hmac record{};
    std::size_t record_size = 0;  // 0: no record of TLS
    bool changed = true;          // the key or the digest, since hmac began
};
hmac_context& at(void* context) noexcept { return *static_cast<hmac_context*>(context); }

void* make(void* owner) noexcept { return make_context<hmac_context>(*static_cast<const provider*>(owner)); }

void* duplicate(void* context) noexcept {
    const hmac_context& from = at(context);
    auto* const to = make_context<hmac_context>(*from.owner);
    if (to == nullptr) return nullptr;
    to->record_size = from.record_size;
    to->changed = from.changed;
    const bool good = to->digest.assign(from.digest) && (!from.key.is_set() || to->key.assign(from.key.bytes())) &&
                      to->hmac.assign(from.hmac, to->digest) && to->record.assign(from.record);
    if (good) return to;
    free_context<hmac_context>(to);
    return nullptr;
}

int set(void* context, const OSSL_PARAM params[]) noexcept {
    hmac_context& c = at(context);
    if (params == nullptr) return 1;
    if (OSSL_PARAM_locate_const(params, OSSL_MAC_PARAM_DIGEST) != nullptr) {
        c.hmac.reset();  // it refers to the digest
        c.changed = true;
        if (!c.digest.read(*c.owner, params)) return 0;
    }
    const found_bytes key = find_bytes(params, OSSL_MAC_PARAM_KEY);
    if (!key.good) return c.owner->fail(problem::wrong_parameter);
    if (key.there && !c.key.assign(key.bytes)) return c.owner->fail(problem::no_memory);
    if (key.there) c.changed = true;
    if (!read(params, OSSL_MAC_PARAM_TLS_DATA_SIZE, c.record_size)) return c.owner->fail(problem::wrong_parameter);
    if (c.record_size == 0) c.record.reset();
    return 1;
}

// Begins a message with the key and the digest that are set.
int begin_message(hmac_context& c) noexcept {
    if (!c.key.is_set()) return c.owner->fail(problem::no_key);
    if (!c.digest.is_set()) return c.owner->fail(problem::no_digest);
    if (c.digest.is_xof()) return c.owner->fail(problem::digest_is_xof);
    c.record.reset();
    const bool good = c.changed ? c.hmac.begin(c.digest, c.key.bytes()) : c.hmac.begin_again();
    if (!good) return c.owner->fail(problem::digest_failed);
    c.changed = false;
    return 1;
}

int begin(void* context, const unsigned char* key, std::size_t n, const OSSL_PARAM params[]) noexcept {
    hmac_context& c = at(context);
    if (set(context, params) != 1) return 0;
    if (key != nullptr) {
        if (!c.key.assign(bytes_of(key, n))) return c.owner->fail(problem::no_memory);
        c.changed = true;
    }
    return begin_message(c);
}

int update(void* context, const unsigned char* data, std::size_t n) noexcept {
    hmac_context& c = at(context);
    // A key and a digest may be set after EVP_MAC_init.
    if (c.changed && begin_message(c) != 1) return 0;
    if (c.record_size != 0) {
        if (!c.record.is_on() && !c.record.begin(*c.owner, c.digest, c.key.bytes(), c.record_size)) return 0;
        return c.record.update(bytes_of(data, n)) ? 1 : 0;
    }
    return c.hmac.update(bytes_of(data, n)) ? 1 : c.owner->fail(problem::digest_failed);
}

int finish(void* context, unsigned char* tag, std::size_t* written, std::size_t room) noexcept {
    hmac_context& c = at(context);
    if (c.record.is_on()) return c.record.finish(tag, written, room) ? 1 : 0;
    if (c.changed && begin_message(c) != 1) return 0;
    const std::size_t size = c.digest.digest_size();
    if (room < size) return c.owner->fail(problem::output_size);
    if (!c.hmac.finish(tag)) return c.owner->fail(problem::digest_failed);
    *written = size;
    return 1;
}

int get(void* context, OSSL_PARAM params[]) noexcept {
    const hmac_context& c = at(context);
    return write(params, OSSL_MAC_PARAM_SIZE, c.digest.digest_size()) &&
           write(params, OSSL_MAC_PARAM_BLOCK_SIZE, c.digest.block_size());
}

const OSSL_PARAM* gettable(void*, void*) noexcept {
    static const OSSL_PARAM list[] = {OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, nullptr),
                                      OSSL_PARAM_size_t(OSSL_MAC_PARAM_BLOCK_SIZE, nullptr), OSSL_PARAM_END};
    return list;
}

const OSSL_PARAM* settable(void*, void*) noexcept {
    static const OSSL_PARAM list[] = {OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, nullptr, 0),
                                      OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_PROPERTIES, nullptr, 0),
                                      OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, nullptr, 0),
                                      OSSL_PARAM_int(OSSL_MAC_PARAM_DIGEST_NOINIT, nullptr),
                                      OSSL_PARAM_int(OSSL_MAC_PARAM_DIGEST_ONESHOT, nullptr),
                                      OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, nullptr),
                                      OSSL_PARAM_END};
    return list;
}

}  // namespace

const OSSL_DISPATCH hmac_table[] = {entry(OSSL_FUNC_MAC_NEWCTX, make),
                                    entry(OSSL_FUNC_MAC_DUPCTX, duplicate),
                                    entry(OSSL_FUNC_MAC_FREECTX, free_context<hmac_context>),
                                    entry(OSSL_FUNC_MAC_INIT, begin),
                                    entry(OSSL_FUNC_MAC_UPDATE, update),
                                    entry(OSSL_FUNC_MAC_FINAL, finish),
                                    entry(OSSL_FUNC_MAC_SET_CTX_PARAMS, set),
                                    entry(OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS, settable),
                                    entry(OSSL_FUNC_MAC_GET_CTX_PARAMS, get),
                                    entry(OSSL_FUNC_MAC_GETTABLE_CTX_PARAMS, gettable),
                                    {0, nullptr}};

}  // namespace hashlane::openssl
