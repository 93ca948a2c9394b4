// SPDX-License-Identifier: Apache-2.0 OR MIT
// HMAC, HKDF, PBKDF2: RFC 4231, RFC 5869, NIST ACVP, Wycheproof, OpenSSL's evp_test.
#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>

#include "kdf_shapes.hpp"
#include "mac_records.hpp"

namespace {

using namespace kat;
using vectors::format;

template <class M, std::size_t N>
void check_verify(const M& mac, const hash_case& c, tally& count) {
    if constexpr (N <= M::digest_size)
        if (c.output.data.size() == N)
            count.check(mac.verify(hl::short_tag(c.output.data, N)) == c.valid, c.where, "verify");
}

template <class H>
void check_hmac(const hash_case& c, tally& count) {
    using M = hl::hmac<H>;
    const std::size_t size = c.output.data.size();
    const M keyed(c.key.data);
    const auto begins_tag = [&](const M& m, std::string_view how) {
        const auto tag = m.tag();
        const bool equal = size <= tag.size() && std::ranges::equal(std::span(tag).first(size), c.output.data);
        count.check(equal == c.valid, c.where, how);
    };
    M whole = keyed;
    whole.update(c.message.data);
    begins_tag(whole, "one update");
    check_verify<M, M::digest_size>(whole, c, count);
    check_verify<M, M::digest_size / 2>(whole, c, count);
    for (const cut& way : cuts(c.message.data.size(), {H::block_size})) {
        M m = keyed;
        feed(c.message.data, way, [&](auto piece) { m.update(piece); });
        begins_tag(m, way.how);
    }
}

constexpr hash_file hmacs[] = {
    {"hmac-kdf/rfc/rfc-4231-sha224.txt", format::text, rfc4231, check_hmac<hl::sha224>},
    {"hmac-kdf/rfc/rfc-4231-sha256.txt", format::text, rfc4231, check_hmac<hl::sha256>},
    {"hmac-kdf/rfc/rfc-4231-sha384.txt", format::text, rfc4231, check_hmac<hl::sha384>},
    {"hmac-kdf/rfc/rfc-4231-sha512.txt", format::text, rfc4231, check_hmac<hl::sha512>},
    {"hmac-kdf/acvp/HMAC-SHA2-256-2.0.json", format::json, acvp_mac, check_hmac<hl::sha256>},
    {"hmac-kdf/acvp/HMAC-SHA2-512-2.0.json", format::json, acvp_mac, check_hmac<hl::sha512>},
    {"hmac-kdf/acvp/HMAC-SHA3-256-2.0.json", format::json, acvp_mac, check_hmac<hl::sha3_256>},
    {"hmac-kdf/wycheproof/hmac_sha224_test.json", format::json, wycheproof_mac, check_hmac<hl::sha224>},
    {"hmac-kdf/wycheproof/hmac_sha256_test.json", format::json, wycheproof_mac, check_hmac<hl::sha256>},
    {"hmac-kdf/wycheproof/hmac_sha384_test.json", format::json, wycheproof_mac, check_hmac<hl::sha384>},
    {"hmac-kdf/wycheproof/hmac_sha512_test.json", format::json, wycheproof_mac, check_hmac<hl::sha512>},
    {"hmac-kdf/wycheproof/hmac_sha512_224_test.json", format::json, wycheproof_mac, check_hmac<hl::sha512_224>},
    {"hmac-kdf/wycheproof/hmac_sha512_256_test.json", format::json, wycheproof_mac, check_hmac<hl::sha512_256>},
    {"hmac-kdf/wycheproof/hmac_sha3_224_test.json", format::json, wycheproof_mac, check_hmac<hl::sha3_224>},
    {"hmac-kdf/wycheproof/hmac_sha3_256_test.json", format::json, wycheproof_mac, check_hmac<hl::sha3_256>},
    {"hmac-kdf/wycheproof/hmac_sha3_384_test.json", format::json, wycheproof_mac, check_hmac<hl::sha3_384>},
    {"hmac-kdf/wycheproof/hmac_sha3_512_test.json", format::json, wycheproof_mac, check_hmac<hl::sha3_512>},
};

constexpr const char* evp_macs = "openssl-3.0.20/evpmac_common.txt";
constexpr hash_file evp_hmacs[] = {
    {evp_macs, format::text, evp_mac, check_hmac<hl::sha224>, {"Algorithm", "SHA224"}},
    {evp_macs, format::text, evp_mac, check_hmac<hl::sha256>, {"Algorithm", "SHA256"}},
    {evp_macs, format::text, evp_mac, check_hmac<hl::sha384>, {"Algorithm", "SHA384"}},
    {evp_macs, format::text, evp_mac, check_hmac<hl::sha512>, {"Algorithm", "SHA512"}},
    {evp_macs, format::text, evp_mac, check_hmac<hl::sha3_224>, {"Algorithm", "SHA3-224"}},
    {evp_macs, format::text, evp_mac, check_hmac<hl::sha3_256>, {"Algorithm", "SHA3-256"}},
    {evp_macs, format::text, evp_mac, check_hmac<hl::sha3_384>, {"Algorithm", "SHA3-384"}},
    {evp_macs, format::text, evp_mac, check_hmac<hl::sha3_512>, {"Algorithm", "SHA3-512"}},
};

constexpr const char* evp_hkdfs = "openssl-3.0.20/evpkdf_hkdf.txt";
constexpr const char* evp_pbkdf2s = "openssl-3.0.20/evpkdf_pbkdf2.txt";

constexpr kdf_file kdfs[] = {
    {"hmac-kdf/rfc/rfc-5869-HKDF-SHA256.txt", format::text_count, rfc5869, check_hkdf<hl::hkdf<hl::sha256>>},
    {"hmac-kdf/wycheproof/hkdf_sha256_test.json", format::json, wycheproof_hkdf, check_hkdf<hl::hkdf<hl::sha256>>},
    {"hmac-kdf/wycheproof/hkdf_sha384_test.json", format::json, wycheproof_hkdf, check_hkdf<hl::hkdf<hl::sha384>>},
    {"hmac-kdf/wycheproof/hkdf_sha512_test.json", format::json, wycheproof_hkdf, check_hkdf<hl::hkdf<hl::sha512>>},
    {evp_hkdfs, format::text, evp_hkdf, check_hkdf<hl::hkdf<hl::sha256>>, "Ctrl.digest", "digest:SHA256"},
    {"hmac-kdf/wycheproof/pbkdf2_hmacsha224_test.json", format::json, wycheproof_pbkdf2,
     check_pbkdf2<hl::pbkdf2<hl::sha224>>},
    {"hmac-kdf/wycheproof/pbkdf2_hmacsha256_test.json", format::json, wycheproof_pbkdf2,
     check_pbkdf2<hl::pbkdf2<hl::sha256>>},
    {"hmac-kdf/wycheproof/pbkdf2_hmacsha384_test.json", format::json, wycheproof_pbkdf2,
     check_pbkdf2<hl::pbkdf2<hl::sha384>>},
    {"hmac-kdf/wycheproof/pbkdf2_hmacsha512_test.json", format::json, wycheproof_pbkdf2,
     check_pbkdf2<hl::pbkdf2<hl::sha512>>},
    {"hmac-kdf/acvp/PBKDF-1.0.json", format::json, acvp_pbkdf2, check_pbkdf2<hl::pbkdf2<hl::sha224>>, "hmacAlg",
     "SHA2-224"},
    {evp_pbkdf2s, format::text, evp_pbkdf2, check_pbkdf2<hl::pbkdf2<hl::sha256>>, "Ctrl.digest", "digest:sha256"},
    {evp_pbkdf2s, format::text, evp_pbkdf2, check_pbkdf2<hl::pbkdf2<hl::sha512>>, "Ctrl.digest", "digest:sha512"},
};

}  // namespace

TEST_CASE("HMAC") {
    for (const hash_file& f : hmacs) check_file(f);
    for (const hash_file& f : evp_hmacs) check_file(f);
}

TEST_CASE("HKDF, PBKDF2") {
    for (const kdf_file& f : kdfs) check_file(f);
}
