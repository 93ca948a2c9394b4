// SPDX-License-Identifier: Apache-2.0 OR MIT
// HKDF (EVP_KDF-HKDF(7)) and PBKDF2 (EVP_KDF-PBKDF2(7)) over the digest of any provider.
#include <algorithm>
#include <array>

#include <openssl/kdf.h>

#include "hmac_digest.hpp"

namespace hashlane::openssl {
namespace {

// Finds a KDF of Hashlane by the name of its hash. `prefix` is "hkdf-" or "pbkdf2-".
any_result<any_kdf> kdf_of(std::string_view prefix, std::string_view hash) noexcept {
    std::array<char, 32> name{};
    const auto end = std::ranges::copy(hash, std::ranges::copy(prefix, name.begin()).out).out;
    return any_kdf::create(std::string_view(name.data(), static_cast<std::size_t>(end - name.begin())));
}

// Keeps the bytes of a parameter. False after an error was reported.
bool keep(const provider& owner, const OSSL_PARAM params[], const char* name, secret_bytes& value) noexcept {
    const found_bytes found = find_bytes(params, name);
    if (!found.good) return owner.fail(problem::wrong_parameter);
    return !found.there || value.assign(found.bytes) || owner.fail(problem::no_memory);
}

// HKDF over the digest of another provider, RFC 5869.
bool extract(const chosen_digest& digest, octets_in salt, octets_in key, std::uint8_t* out) noexcept {
    any_digest_hmac h;
    return h.begin(digest, salt) && h.update(key) && h.finish(out);
}

bool expand(const chosen_digest& digest, octets_in key, octets_in info, octets_out out) noexcept {
    std::uint8_t block[EVP_MAX_MD_SIZE];
    const std::size_t size = digest.digest_size();
    any_digest_hmac h;
    bool good = h.begin(digest, key);
    for (std::uint8_t i = 1; good && !out.empty(); ++i) {
        if (i != 1) good = h.begin_again() && h.update({block, size});
        good = good && h.update(info) && h.update({&i, 1}) && h.finish(block);
        const std::size_t n = std::min(out.size(), size);
        std::copy_n(block, n, out.begin());
        out = out.subspan(n);
    }
    wipe(block, sizeof block);
    return good;
}

// PBKDF2 over the digest of another provider, RFC 8018 s.5.2: the block with that number, into `T`.
bool pbkdf2_block(any_digest_hmac& h, octets_in salt, std::size_t iterations, std::uint32_t number,
                  std::span<std::uint8_t> T) noexcept {
    std::uint8_t octets[4];
    for (int i = 0; i < 4; ++i) octets[i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
    std::uint8_t U[EVP_MAX_MD_SIZE];
    bool good = h.begin_again() && h.update(salt) && h.update(octets) && h.finish(U);
    std::copy_n(U, T.size(), T.begin());
    for (std::size_t j = 1; good && j < iterations; ++j) {
        good = h.begin_again() && h.update({U, T.size()}) && h.finish(U);
        for (std::size_t k = 0; k < T.size(); ++k) T[k] = static_cast<std::uint8_t>(T[k] ^ U[k]);
    }
    wipe(U, sizeof U);
    return good;
}

bool pbkdf2_foreign(const chosen_digest& digest, octets_in password, octets_in salt, std::size_t iterations,
                    octets_out out) noexcept {
    std::uint8_t block[EVP_MAX_MD_SIZE];
    const std::size_t size = digest.digest_size();
    any_digest_hmac h;
    bool good = h.begin(digest, password);
    for (std::uint32_t number = 1; good && !out.empty(); ++number) {
        good = pbkdf2_block(h, salt, iterations, number, {block, size});
        const std::size_t n = std::min(out.size(), size);
        std::copy_n(block, n, out.begin());
        out = out.subspan(n);
    }
    wipe(block, sizeof block);
    return good;
}

// HKDF.
struct hkdf_context {
    static constexpr std::size_t longest_info = 32768;  // bytes; OpenSSL 3.0 takes 1024, later versions this many

    explicit hkdf_context(const provider& p) noexcept : owner(&p) {}
    void reset() noexcept {
        mode = EVP_KDF_HKDF_MODE_EXTRACT_AND_EXPAND;
        digest.reset();
        for (secret_bytes* const each : {&key, &salt, &info}) each->clear();
    }
    bool assign(const hkdf_context& from) noexcept {
        mode = from.mode;
        return digest.assign(from.digest) && (!from.key.is_set() || key.assign(from.key.bytes())) &&
               (!from.salt.is_set() || salt.assign(from.salt.bytes())) &&
               (!from.info.is_set() || info.assign(from.info.bytes()));
    }
    int set(const OSSL_PARAM params[]) noexcept;
    int derive(octets_out out) noexcept;
    std::size_t size() const noexcept {
        return mode == EVP_KDF_HKDF_MODE_EXTRACT_ONLY ? digest.digest_size() : SIZE_MAX;
    }
    static const OSSL_PARAM* settable() noexcept;

    const provider* owner;
    int mode = EVP_KDF_HKDF_MODE_EXTRACT_AND_EXPAND;
    chosen_digest digest{};
    secret_bytes key{}, salt{}, info{};

  private:
    bool set_mode(const OSSL_PARAM& p) noexcept;
    bool set_info(const OSSL_PARAM params[]) noexcept;
    bool expand_only(octets_in from, octets_out out) noexcept;
};

bool hkdf_context::set_mode(const OSSL_PARAM& p) noexcept {
    static constexpr std::pair<const char*, int> names[] = {
        {"EXTRACT_AND_EXPAND", EVP_KDF_HKDF_MODE_EXTRACT_AND_EXPAND},
        {"EXTRACT_ONLY", EVP_KDF_HKDF_MODE_EXTRACT_ONLY},
        {"EXPAND_ONLY", EVP_KDF_HKDF_MODE_EXPAND_ONLY}};
    int wanted = -1;
    if (p.data_type != OSSL_PARAM_UTF8_STRING) (void)OSSL_PARAM_get_int(&p, &wanted);
    for (const auto& [name, number] : names) {
        const bool named = p.data_type == OSSL_PARAM_UTF8_STRING && p.data != nullptr &&
                           OPENSSL_strcasecmp(static_cast<const char*>(p.data), name) == 0;
        if (!named && wanted != number) continue;
        mode = number;
        return true;
    }
    return owner->fail(problem::wrong_mode);
}

// Several parameters "info" are one string.
bool hkdf_context::set_info(const OSSL_PARAM params[]) noexcept {
    const OSSL_PARAM* p = OSSL_PARAM_locate_const(params, OSSL_KDF_PARAM_INFO);
    if (p == nullptr) return true;
    info.clear();
    for (; p != nullptr; p = OSSL_PARAM_locate_const(p + 1, OSSL_KDF_PARAM_INFO)) {
        const found_bytes found = find_bytes(p, OSSL_KDF_PARAM_INFO);
        if (!found.good) return owner->fail(problem::wrong_parameter);
        if (found.bytes.size() > longest_info - info.bytes().size()) return owner->fail(problem::string_too_long);
        if (!info.append(found.bytes)) return owner->fail(problem::no_memory);
    }
    return true;
}

int hkdf_context::set(const OSSL_PARAM params[]) noexcept {
    if (params == nullptr) return 1;
    const OSSL_PARAM* const wanted = OSSL_PARAM_locate_const(params, OSSL_KDF_PARAM_MODE);
    if (!digest.read(*owner, params)) return 0;
    if (digest.is_set() && digest.is_xof()) return owner->fail(problem::digest_is_xof);
    return (wanted == nullptr || set_mode(*wanted)) && keep(*owner, params, OSSL_KDF_PARAM_KEY, key) &&
           keep(*owner, params, OSSL_KDF_PARAM_SALT, salt) && set_info(params);
}

bool hkdf_context::expand_only(octets_in from, octets_out out) noexcept {
    if (digest.own() == nullptr) return expand(digest, from, info.bytes(), out);
    const auto kdf = kdf_of("hkdf-", digest.own()->name);
    return kdf && kdf->hkdf_expand(from, info.bytes(), out);
}

int hkdf_context::derive(octets_out out) noexcept {
    if (!digest.is_set()) return owner->fail(problem::no_digest);
    if (digest.is_xof()) return owner->fail(problem::digest_is_xof);
    if (!key.is_set()) return owner->fail(problem::no_key);
    const std::size_t size = digest.digest_size();
    const bool extracts = mode != EVP_KDF_HKDF_MODE_EXPAND_ONLY, expands = mode != EVP_KDF_HKDF_MODE_EXTRACT_ONLY;
    if (out.empty() || out.size() > 255 * size || (!expands && out.size() != size))
        return owner->fail(problem::output_size);
    std::uint8_t pseudorandom_key[EVP_MAX_MD_SIZE];
    bool good = true;
    if (extracts && digest.own() != nullptr) {
        const auto kdf = kdf_of("hkdf-", digest.own()->name);
        good = kdf && kdf->hkdf_extract(key.bytes(), salt.bytes(), {pseudorandom_key, size});
    } else if (extracts) {
        good = extract(digest, salt.bytes(), key.bytes(), pseudorandom_key);
    }
    if (good && expands) good = expand_only(extracts ? octets_in(pseudorandom_key, size) : key.bytes(), out);
    if (good && !expands) std::copy_n(pseudorandom_key, size, out.begin());
    wipe(pseudorandom_key, sizeof pseudorandom_key);
    return good ? 1 : owner->fail(problem::digest_failed);
}

const OSSL_PARAM* hkdf_context::settable() noexcept {
    static const OSSL_PARAM list[] = {OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_MODE, nullptr, 0),
                                      OSSL_PARAM_int(OSSL_KDF_PARAM_MODE, nullptr),
                                      OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, nullptr, 0),
                                      OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, nullptr, 0),
                                      OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, nullptr, 0),
                                      OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, nullptr, 0),
                                      OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, nullptr, 0),
                                      OSSL_PARAM_END};
    return list;
}

// PBKDF2. The digest is SHA-1 and the iterations are 2048 where none are set.
struct pbkdf2_context {
    explicit pbkdf2_context(const provider& p) noexcept : owner(&p) {}
    void reset() noexcept {
        digest.reset();
        password.clear();
        salt.clear();
        iterations = usual_iterations;
        limits = false;
    }
    bool assign(const pbkdf2_context& from) noexcept {
        iterations = from.iterations;
        limits = from.limits;
        return digest.assign(from.digest) && (!from.password.is_set() || password.assign(from.password.bytes())) &&
               (!from.salt.is_set() || salt.assign(from.salt.bytes()));
    }
    int set(const OSSL_PARAM params[]) noexcept;
    int derive(octets_out out) noexcept;
    std::size_t size() const noexcept { return SIZE_MAX; }
    static const OSSL_PARAM* settable() noexcept;

    // Those of SP 800-132, which the parameter pkcs5 = 0 switches on.
    static constexpr std::size_t least_salt = 16, least_iterations = 1000, least_key = 14, usual_iterations = 2048;

    const provider* owner;
    chosen_digest digest{};
    secret_bytes password{}, salt{};
    std::size_t iterations = usual_iterations;
    bool limits = false;
};

int pbkdf2_context::set(const OSSL_PARAM params[]) noexcept {
    if (params == nullptr) return 1;
    int pkcs5 = !limits;
    std::size_t wanted = iterations;
    if (!digest.read(*owner, params)) return 0;
    if (!read(params, OSSL_KDF_PARAM_PKCS5, pkcs5) || !read(params, OSSL_KDF_PARAM_ITER, wanted))
        return owner->fail(problem::wrong_parameter);
    limits = pkcs5 == 0;
    const found_bytes given_salt = find_bytes(params, OSSL_KDF_PARAM_SALT);
    const bool given_iterations = OSSL_PARAM_locate_const(params, OSSL_KDF_PARAM_ITER) != nullptr;
    // What was set before is compared with the limits by derive().
    if (limits &&
        ((given_salt.there && given_salt.bytes.size() < least_salt) || (given_iterations && wanted < least_iterations)))
        return owner->fail(problem::below_limit);
    if (wanted == 0) return owner->fail(problem::iterations);
    iterations = wanted;
    return keep(*owner, params, OSSL_KDF_PARAM_PASSWORD, password) && keep(*owner, params, OSSL_KDF_PARAM_SALT, salt);
}

int pbkdf2_context::derive(octets_out out) noexcept {
    if (!password.is_set()) return owner->fail(problem::no_password);
    if (!salt.is_set()) return owner->fail(problem::no_salt);
    if (!digest.is_set() && !digest.fetch(*owner, "SHA1", nullptr)) return 0;
    if (digest.is_xof()) return owner->fail(problem::digest_is_xof);
    if (digest.digest_size() == 0 || out.size() / digest.digest_size() >= 0xffffffffu)
        return owner->fail(problem::output_size);
    if (limits && (out.size() < least_key || salt.bytes().size() < least_salt || iterations < least_iterations))
        return owner->fail(problem::below_limit);
    bool good = false;
    if (digest.own() != nullptr) {
        const auto kdf = kdf_of("pbkdf2-", digest.own()->name);
        good = kdf && kdf->pbkdf2(password.bytes(), salt.bytes(), iterations, out);
    } else {
        good = pbkdf2_foreign(digest, password.bytes(), salt.bytes(), iterations, out);
    }
    return good ? 1 : owner->fail(problem::digest_failed);
}

const OSSL_PARAM* pbkdf2_context::settable() noexcept {
    static const OSSL_PARAM list[] = {OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_PROPERTIES, nullptr, 0),
                                      OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, nullptr, 0),
                                      OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, nullptr, 0),
                                      OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, nullptr, 0),
                                      OSSL_PARAM_uint64(OSSL_KDF_PARAM_ITER, nullptr),
                                      OSSL_PARAM_int(OSSL_KDF_PARAM_PKCS5, nullptr),
                                      OSSL_PARAM_END};
    return list;
}

// The functions of both that OpenSSL calls.
template <class Context>
struct kdf_functions {
    static Context& at(void* context) noexcept { return *static_cast<Context*>(context); }
    static void* make(void* owner) noexcept { return make_context<Context>(*static_cast<const provider*>(owner)); }
    static void* duplicate(void* from) noexcept {
        auto* const to = make_context<Context>(*at(from).owner);
        if (to == nullptr || to->assign(at(from))) return to;
        free_context<Context>(to);
        return nullptr;
    }
    static void reset(void* context) noexcept { at(context).reset(); }
    static int set(void* context, const OSSL_PARAM params[]) noexcept { return at(context).set(params); }
    static int derive(void* context, unsigned char* key, std::size_t n, const OSSL_PARAM params[]) noexcept {
        return set(context, params) == 1 ? at(context).derive(octets_out(key, n)) : 0;
    }
    static int get(void* context, OSSL_PARAM params[]) noexcept {
        if (OSSL_PARAM_locate(params, OSSL_KDF_PARAM_SIZE) == nullptr) return -2;
        const std::size_t size = at(context).size();
        return size != 0 && write(params, OSSL_KDF_PARAM_SIZE, size);
    }
    static const OSSL_PARAM* gettable(void*, void*) noexcept {
        static const OSSL_PARAM list[] = {OSSL_PARAM_size_t(OSSL_KDF_PARAM_SIZE, nullptr), OSSL_PARAM_END};
        return list;
    }
    static const OSSL_PARAM* settable(void*, void*) noexcept { return Context::settable(); }

    static inline const OSSL_DISPATCH functions[] = {entry(OSSL_FUNC_KDF_NEWCTX, make),
                                                     entry(OSSL_FUNC_KDF_DUPCTX, duplicate),
                                                     entry(OSSL_FUNC_KDF_FREECTX, free_context<Context>),
                                                     entry(OSSL_FUNC_KDF_RESET, reset),
                                                     entry(OSSL_FUNC_KDF_DERIVE, derive),
                                                     entry(OSSL_FUNC_KDF_SET_CTX_PARAMS, set),
                                                     entry(OSSL_FUNC_KDF_SETTABLE_CTX_PARAMS, settable),
                                                     entry(OSSL_FUNC_KDF_GET_CTX_PARAMS, get),
                                                     entry(OSSL_FUNC_KDF_GETTABLE_CTX_PARAMS, gettable),
                                                     {0, nullptr}};
};

}  // namespace

const OSSL_ALGORITHM* kdfs() noexcept {
    static constexpr OSSL_ALGORITHM rows[] = {
        {"HKDF", properties, kdf_functions<hkdf_context>::functions, "HKDF"},
        {"PBKDF2:1.2.840.113549.1.5.12", properties, kdf_functions<pbkdf2_context>::functions, "PBKDF2"},
        {nullptr, nullptr, nullptr, nullptr}};
    return rows;
}

}  // namespace hashlane::openssl
