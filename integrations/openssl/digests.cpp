// SPDX-License-Identifier: Apache-2.0 OR MIT
// The table of digests.
#include "settings.hpp"

#include <algorithm>

namespace hashlane::openssl {

int get_facts(const digest_facts& facts, OSSL_PARAM params[]) noexcept {
    if (facts.name != nullptr) {
        OSSL_PARAM* const name = OSSL_PARAM_locate(params, name_parameter);
        if (name != nullptr && OSSL_PARAM_set_utf8_ptr(name, facts.name) != 1) return 0;
    }
    return write(params, OSSL_DIGEST_PARAM_BLOCK_SIZE, facts.block_size) &&
           write(params, OSSL_DIGEST_PARAM_SIZE, facts.size) && write(params, OSSL_DIGEST_PARAM_XOF, facts.xof) &&
           write(params, OSSL_DIGEST_PARAM_ALGID_ABSENT, 1);
}

const OSSL_PARAM* gettable_facts(void*) noexcept {
    static const OSSL_PARAM list[] = {OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, nullptr),
                                      OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, nullptr),
                                      OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, nullptr),
                                      OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, nullptr), OSSL_PARAM_END};
    return list;
}

#define HASHLANE_LENGTH                                                                                                \
    OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, nullptr), OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_XOFLEN, nullptr)
#define HASHLANE_CUSTOMIZATION OSSL_PARAM_octet_string(customization_parameter, nullptr, 0)
const OSSL_PARAM length_list[] = {HASHLANE_LENGTH, OSSL_PARAM_END};
const OSSL_PARAM names_list[] = {HASHLANE_LENGTH, OSSL_PARAM_octet_string(function_name_parameter, nullptr, 0),
                                 HASHLANE_CUSTOMIZATION, OSSL_PARAM_utf8_string(OSSL_ALG_PARAM_PROPERTIES, nullptr, 0),
                                 OSSL_PARAM_END};
const OSSL_PARAM customization_list[] = {HASHLANE_LENGTH, HASHLANE_CUSTOMIZATION, OSSL_PARAM_END};
const OSSL_PARAM parallel_list[] = {HASHLANE_LENGTH, OSSL_PARAM_size_t(parallel_block_parameter, nullptr),
                                    HASHLANE_CUSTOMIZATION, OSSL_PARAM_END};
const OSSL_PARAM domain_list[] = {HASHLANE_LENGTH, OSSL_PARAM_size_t(domain_parameter, nullptr), OSSL_PARAM_END};
const OSSL_PARAM tuple_list[] = {HASHLANE_LENGTH, HASHLANE_CUSTOMIZATION,
                                 OSSL_PARAM_octet_string(element_parameter, nullptr, 0), OSSL_PARAM_END};
#undef HASHLANE_LENGTH
#undef HASHLANE_CUSTOMIZATION

bool read_string(const provider& owner, const OSSL_PARAM params[], const char* name, std::size_t longest,
                 short_string& string, bool& changed) noexcept {
    const found_bytes found = find_bytes(params, name);
    if (!found.there) return true;
    if (!found.good) return owner.fail(problem::wrong_parameter);
    if (found.bytes.size() > longest || !string.assign(found.bytes)) return owner.fail(problem::string_too_long);
    changed = true;
    return true;
}

bool read_function_name(const provider& owner, const OSSL_PARAM params[], short_string& string,
                        bool& changed) noexcept {
    static constexpr std::string_view names[] = {"", "KMAC", "TupleHash", "ParallelHash"};
    const found_bytes found = find_bytes(params, function_name_parameter);
    if (!found.there) return true;
    if (!found.good) return owner.fail(problem::wrong_parameter);
    const std::string_view given(reinterpret_cast<const char*>(found.bytes.data()), found.bytes.size());
    const auto* const name = std::find_if(std::begin(names), std::end(names), [&](std::string_view each) {
        return each.size() == given.size() && OPENSSL_strncasecmp(each.data(), given.data(), each.size()) == 0;
    });
    if (name == std::end(names)) return owner.fail(problem::wrong_function_name);
    (void)string.assign({reinterpret_cast<const std::uint8_t*>(name->data()), name->size()});
    changed = true;
    return true;
}

namespace {

// Output of any size of an XOF. Size is its usual number of bytes, where it is not that of the class.
template <class X, class Settings = no_settings<X>, std::size_t Size = X::usual_size>
struct xof_kind {
    using object = X;
    using settings = Settings;
    static constexpr std::size_t usual = Size;
    static constexpr bool elements = false;
    static auto reader(const X& x, const Settings&) noexcept { return x.reader(); }
    static void read(const X& x, const Settings&, octets_out out) noexcept { x.reader().squeeze(out); }
};

// A hash whose output depends on its size, and so cannot be read in pieces.
template <class H, class Settings>
struct sized_kind {
    using object = H;
    using settings = Settings;
    static constexpr std::size_t usual = H::usual_size;
    static constexpr bool elements = false;
    static void read(const H& h, const Settings&, octets_out out) noexcept { h.digest_into(out); }
};

// A hash of tuples over another kind: each parameter "element" is the next element, also an empty one.
template <class Kind>
struct tuple_kind : Kind {
    static constexpr bool elements = true;
    static int absorb_elements(const provider& owner, typename Kind::object& tuple,
                               const OSSL_PARAM params[]) noexcept {
        for (const OSSL_PARAM* p = params; p->key != nullptr; ++p) {
            if (std::string_view(p->key) != element_parameter) continue;
            const found_bytes element = find_bytes(p, element_parameter);
            if (!element.good) return owner.fail(problem::wrong_parameter);
            tuple.absorb(element.bytes);
        }
        return 1;
    }
};

template <class X>
using shake = any_size_digest<xof_kind<X, no_settings<X>, X::security_strength / 8>>;
template <class X>
using shake_without_size = any_size_digest<xof_kind<X, no_settings<X>, no_size>>;
template <class X>
using plain_xof = any_size_digest<xof_kind<X>>;
template <class X>
using cshake = any_size_digest<xof_kind<X, named_settings<X>>>;
template <class X>
using turboshake = any_size_digest<xof_kind<X, domain_settings<X>>>;
template <class X>
using customized_xof = any_size_digest<xof_kind<X, customized_settings<X>>>;
template <class H>
using parallelhash = any_size_digest<sized_kind<H, parallel_settings<H>>>;
template <class X>
using parallelhash_xof = any_size_digest<xof_kind<X, parallel_settings<X>>>;
template <class H>
using tuplehash = any_size_digest<tuple_kind<sized_kind<H, tuple_settings<H>>>>;
template <class X>
using tuplehash_xof = any_size_digest<tuple_kind<xof_kind<X, tuple_settings<X>>>>;

template <class D>
constexpr OSSL_ALGORITHM row(const char* names) noexcept {
    return {names, properties, D::functions, names};
}

// clang-format off
// Names that OpenSSL has too are the same there. The numbers are the object identifiers of NIST.
template <template <class> class Shake>
const OSSL_ALGORITHM* table() noexcept {
    static constexpr OSSL_ALGORITHM rows[] = {
        row<fixed_digest<sha224>>("SHA2-224:SHA-224:SHA224:2.16.840.1.101.3.4.2.4"),
        row<fixed_digest<sha256>>("SHA2-256:SHA-256:SHA256:2.16.840.1.101.3.4.2.1"),
        row<fixed_digest<sha384>>("SHA2-384:SHA-384:SHA384:2.16.840.1.101.3.4.2.2"),
        row<fixed_digest<sha512>>("SHA2-512:SHA-512:SHA512:2.16.840.1.101.3.4.2.3"),
        row<fixed_digest<sha512_224>>("SHA2-512/224:SHA-512/224:SHA512-224:2.16.840.1.101.3.4.2.5"),
        row<fixed_digest<sha512_256>>("SHA2-512/256:SHA-512/256:SHA512-256:2.16.840.1.101.3.4.2.6"),
        row<fixed_digest<sha3_224>>("SHA3-224:2.16.840.1.101.3.4.2.7"),
        row<fixed_digest<sha3_256>>("SHA3-256:2.16.840.1.101.3.4.2.8"),
        row<fixed_digest<sha3_384>>("SHA3-384:2.16.840.1.101.3.4.2.9"),
        row<fixed_digest<sha3_512>>("SHA3-512:2.16.840.1.101.3.4.2.10"),
        row<fixed_digest<keccak_224>>("KECCAK-224"),
        row<fixed_digest<keccak_256>>("KECCAK-256"),
        row<fixed_digest<keccak_384>>("KECCAK-384"),
        row<fixed_digest<keccak_512>>("KECCAK-512"),
        row<fixed_digest<ascon_hash256>>("ASCON-HASH256"),
        row<Shake<shake128>>("SHAKE-128:SHAKE128:2.16.840.1.101.3.4.2.11"),
        row<Shake<shake256>>("SHAKE-256:SHAKE256:2.16.840.1.101.3.4.2.12"),
        row<cshake<cshake128>>("CSHAKE-128:CSHAKE128"),
        row<cshake<cshake256>>("CSHAKE-256:CSHAKE256"),
        row<tuplehash<tuplehash128>>("TUPLEHASH-128:TUPLEHASH128"),
        row<tuplehash<tuplehash256>>("TUPLEHASH-256:TUPLEHASH256"),
        row<tuplehash_xof<tuplehashxof128>>("TUPLEHASHXOF-128:TUPLEHASHXOF128"),
        row<tuplehash_xof<tuplehashxof256>>("TUPLEHASHXOF-256:TUPLEHASHXOF256"),
        row<parallelhash<parallelhash128>>("PARALLELHASH-128:PARALLELHASH128"),
        row<parallelhash<parallelhash256>>("PARALLELHASH-256:PARALLELHASH256"),
        row<parallelhash_xof<parallelhashxof128>>("PARALLELHASHXOF-128:PARALLELHASHXOF128"),
        row<parallelhash_xof<parallelhashxof256>>("PARALLELHASHXOF-256:PARALLELHASHXOF256"),
        row<turboshake<turboshake128>>("TURBOSHAKE-128:TURBOSHAKE128"),
        row<turboshake<turboshake256>>("TURBOSHAKE-256:TURBOSHAKE256"),
        row<customized_xof<kt128>>("KT-128:KT128"),
        row<customized_xof<kt256>>("KT-256:KT256"),
        row<plain_xof<ascon_xof128>>("ASCON-XOF128"),
        row<customized_xof<ascon_cxof128>>("ASCON-CXOF128"),
        {nullptr, nullptr, nullptr, nullptr}};
    return rows;
}
// clang-format on

}  // namespace

const OSSL_ALGORITHM* digests(bool shake_has_size) noexcept {
    return shake_has_size ? table<shake>() : table<shake_without_size>();
}

}  // namespace hashlane::openssl
