// SPDX-License-Identifier: Apache-2.0 OR MIT
// The same random messages through OpenSSL's libcrypto and through Hashlane, on every target.
#include <openssl/evp.h>

#include <memory>

#include "algorithms.hpp"

using namespace properties;
using kat::tally;

namespace {

struct free_context {
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

}  // namespace

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
