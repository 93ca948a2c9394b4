// SPDX-License-Identifier: Apache-2.0 OR MIT
// The same random messages through OpenSSL's libcrypto and through Hashlane, on every target.
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include <hashlane/mac.hpp>
#include <hashlane/sp800_185.hpp>
#include <memory>

#include "algorithms.hpp"

using namespace properties;
using kat::tally;

namespace {

struct free_context {
    void operator()(EVP_MAC_CTX* c) const { EVP_MAC_CTX_free(c); }
    void operator()(EVP_MAC* m) const { EVP_MAC_free(m); }
    void operator()(EVP_KDF_CTX* c) const { EVP_KDF_CTX_free(c); }
    void operator()(EVP_KDF* k) const { EVP_KDF_free(k); }
    void operator()(EVP_MD_CTX* c) const { EVP_MD_CTX_free(c); }
    void operator()(EVP_MD* m) const { EVP_MD_free(m); }
};
using context = std::unique_ptr<EVP_MD_CTX, free_context>;
using method = std::unique_ptr<EVP_MD, free_context>;

// Nothing where OpenSSL has no such algorithm; where it has one, it knows our name for it too.
method find(std::string_view name) { return method(EVP_MD_fetch(nullptr, std::string(name).c_str(), nullptr)); }

bytes theirs(const EVP_MD* m, std::span<const std::uint8_t> data, std::size_t size, bool xof) {
    const context c(EVP_MD_CTX_new());
    bytes out(size);
    unsigned written = 0;
    REQUIRE(EVP_DigestInit_ex(c.get(), m, nullptr) == 1);
    REQUIRE(EVP_DigestUpdate(c.get(), data.data(), data.size()) == 1);
    REQUIRE((xof ? EVP_DigestFinalXOF(c.get(), out.data(), size) : EVP_DigestFinal_ex(c.get(), out.data(), &written)) ==
            1);
    return out;
}

// Every length of the first blocks, then longer ones.
std::vector<std::size_t> lengths(std::size_t block) {
    std::vector<std::size_t> out;
    for (std::size_t n = 0; n <= 4 * block + 1; ++n) out.push_back(n);
    for (std::size_t n = 5 * block; n < 70000; n = n * 5 / 4 + 1) out.push_back(n);
    return out;
}

OSSL_PARAM octets(const char* name, const bytes& b) {
    // libcrypto takes no null pointer for nothing, and writes to none of its inputs
    static unsigned char none[1];
    return OSSL_PARAM_construct_octet_string(name, b.empty() ? none : const_cast<std::uint8_t*>(b.data()), b.size());
}

OSSL_PARAM word(const char* name, std::string_view text) {
    return OSSL_PARAM_construct_utf8_string(name, const_cast<char*>(text.data()), text.size());
}

bytes their_mac(const char* name, const OSSL_PARAM* parameters, const bytes& key, const bytes& message,
                std::size_t size) {
    const std::unique_ptr<EVP_MAC, free_context> m(EVP_MAC_fetch(nullptr, name, nullptr));
    REQUIRE(m);
    const std::unique_ptr<EVP_MAC_CTX, free_context> c(EVP_MAC_CTX_new(m.get()));
    bytes out(size);
    REQUIRE(EVP_MAC_init(c.get(), key.data(), key.size(), parameters) == 1);
    REQUIRE(EVP_MAC_update(c.get(), message.data(), message.size()) == 1);
    REQUIRE(EVP_MAC_final(c.get(), out.data(), &size, out.size()) == 1);
    return out;
}

bytes their_kdf(const char* name, const OSSL_PARAM* parameters, std::size_t size) {
    const std::unique_ptr<EVP_KDF, free_context> k(EVP_KDF_fetch(nullptr, name, nullptr));
    REQUIRE(k);
    const std::unique_ptr<EVP_KDF_CTX, free_context> c(EVP_KDF_CTX_new(k.get()));
    bytes out(size);
    REQUIRE(EVP_KDF_derive(c.get(), out.data(), size, parameters) == 1);
    return out;
}

// Sizes of keys and messages round the edges of a block.
template <class F>
void each_size(std::size_t block, F&& f) {
    for (const std::size_t key : {std::size_t{4}, block - 1, block, block + 1, 3 * block})
        for (const std::size_t n : edges(block)) f(key, n);
}

template <class H>
void check_macs() {
    tally count("libcrypto HMAC, HKDF, PBKDF2 " + std::string(H::name));
    const OSSL_PARAM hash[] = {word(OSSL_MAC_PARAM_DIGEST, H::name), OSSL_PARAM_construct_end()};
    each_size(H::block_size, [&](std::size_t key_size, std::size_t n) {
        const bytes key = random_bytes(key_size, 61), data = random_bytes(n, 62);
        std::uint64_t iterations = 1 + n % 5;
        const OSSL_PARAM hkdf[] = {hash[0], octets(OSSL_KDF_PARAM_KEY, key), octets(OSSL_KDF_PARAM_SALT, data),
                                   octets(OSSL_KDF_PARAM_INFO, key), OSSL_PARAM_construct_end()};
        const OSSL_PARAM pbkdf2[] = {hash[0], octets(OSSL_KDF_PARAM_PASSWORD, key), octets(OSSL_KDF_PARAM_SALT, data),
                                     OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &iterations),
                                     OSSL_PARAM_construct_end()};
        const bytes mac = their_mac("HMAC", hash, key, data, H::digest_size);
        const bytes extracted = their_kdf("HKDF", hkdf, 3 * H::digest_size + 1);
        const bytes stretched = their_kdf("PBKDF2", pbkdf2, 2 * H::digest_size + 1);
        const std::string sizes = std::to_string(key_size) + ", " + std::to_string(n);
        kat::each_target([&] {
            count.vector();
            bytes out(extracted.size()), longer(stretched.size());
            count.check(kat::same(hl::tag<hl::hmac<H>>(key, data), mac), sizes, "HMAC");
            count.check(hl::derive_into<hl::hkdf<H>>(data, key, key, out) && out == extracted, sizes, "HKDF");
            (void)hl::derive_into<hl::pbkdf2<H>>(key, data, iterations, longer);
            count.check(longer == stretched, sizes, "PBKDF2");
        });
    });
}

template <class K>
void check_kmac(const char* name) {
    tally count(std::string("libcrypto ") + name);
    each_size(K::block_size, [&](std::size_t key_size, std::size_t n) {
        const bytes key = random_bytes(key_size, 71), data = random_bytes(n, 72), custom = random_bytes(n % 300, 73);
        const OSSL_PARAM parameters[] = {octets(OSSL_MAC_PARAM_CUSTOM, custom), OSSL_PARAM_construct_end()};
        const bytes mac = their_mac(name, parameters, key, data, K::security_strength / 4);
        kat::each_target([&] {
            count.vector();
            K h(key, custom);
            count.check(h.update(data).verify(mac), std::to_string(key_size) + ", " + std::to_string(n), "verify");
        });
    });
}

}  // namespace

TEST_CASE("libcrypto agrees on HMAC, HKDF, PBKDF2") {
    hl::registry::for_each([]<class Row>(Row) {
        using T = typename Row::type;
        if constexpr (plain<Row> && requires { typename hl::hmac<T>; })
            if (find(T::name) && !is_xof<T>) check_macs<T>();
    });
}

TEST_CASE("libcrypto agrees on KMAC") {
    check_kmac<hl::kmac128>("KMAC128");
    check_kmac<hl::kmac256>("KMAC256");
}

TEST_CASE("libcrypto agrees") {
    int found = 0;
    each_plain([&]<class H>() {
        const method m = find(H::name);
        if (!m) return;
        ++found;
        tally count("libcrypto " + std::string(H::name));
        const std::size_t size = as_hash<H>::of({}).size();
        for (const std::size_t n : lengths(H::block_size)) {
            const bytes data = random_bytes(n, static_cast<std::uint32_t>(n + 1));
            const bytes want = theirs(m.get(), data, size, is_xof<H>);
            kat::each_target([&] {
                count.vector();
                count.check(as_hash<H>::of(data) == want, std::to_string(n), "at once");
                H h;
                kat::feed(data, kat::random_cut(n, H::block_size, static_cast<std::uint32_t>(n)),
                          [&](auto piece) { as_hash<H>::feed(h, piece); });
                count.check(as_hash<H>::result(h) == want, std::to_string(n), "random pieces");
            });
        }
    });
    MESSAGE(found, " algorithms of libcrypto");
    CHECK(found >= 6);
}
