// SPDX-License-Identifier: Apache-2.0 OR MIT
// The registry against the numbers of the standards, row by row.
#include <hashlane/registry.hpp>

#include "constant.hpp"

using namespace constant;

namespace {

using hl::kind;
namespace p = hl::parameter;

struct expected {
    std::string_view name;
    hl::kind kind;
    bool any_length;
    std::size_t digest, block;
    unsigned strength, parameters;
};

// FIPS 180-4 fig. 1 and FIPS 202 tables 3 and 4; SP 800-57 table 3 and FIPS 202 table 4 for the strengths. Each has an
// HMAC, an HKDF and a PBKDF2.
constexpr expected hashes[] = {
    {"sha224", kind::hash, false, 28, 64, 112, 0},      {"sha256", kind::hash, false, 32, 64, 128, 0},
    {"sha384", kind::hash, false, 48, 128, 192, 0},     {"sha512", kind::hash, false, 64, 128, 256, 0},
    {"sha512-224", kind::hash, false, 28, 128, 112, 0}, {"sha512-256", kind::hash, false, 32, 128, 128, 0},
    {"sha3-224", kind::hash, false, 28, 144, 112, 0},   {"sha3-256", kind::hash, false, 32, 136, 128, 0},
    {"sha3-384", kind::hash, false, 48, 104, 192, 0},   {"sha3-512", kind::hash, false, 64, 72, 256, 0},
    {"keccak-224", kind::hash, false, 28, 144, 112, 0}, {"keccak-256", kind::hash, false, 32, 136, 128, 0},
    {"keccak-384", kind::hash, false, 48, 104, 192, 0}, {"keccak-512", kind::hash, false, 64, 72, 256, 0},
};

// SP 800-185, RFC 9861, SP 800-232 and Ascon v1.2: of a strength of 128 bits with 168 bytes a block, of 256 with 136.
constexpr unsigned named = p::function_name | p::customization, keyed = p::key | p::customization;
constexpr unsigned tuple = p::elements | p::customization, tree = p::parallel_block | p::customization;
constexpr expected others[] = {
    {"shake128", kind::xof, true, 32, 168, 128, 0},
    {"shake256", kind::xof, true, 64, 136, 256, 0},
    {"cshake128", kind::xof, true, 32, 168, 128, named},
    {"cshake256", kind::xof, true, 64, 136, 256, named},
    {"kmac128", kind::mac, true, 32, 168, 128, keyed},
    {"kmac256", kind::mac, true, 64, 136, 256, keyed},
    {"kmacxof128", kind::mac, true, 32, 168, 128, keyed},
    {"kmacxof256", kind::mac, true, 64, 136, 256, keyed},
    {"tuplehash128", kind::hash, true, 32, 168, 128, tuple},
    {"tuplehash256", kind::hash, true, 64, 136, 256, tuple},
    {"tuplehashxof128", kind::xof, true, 32, 168, 128, tuple},
    {"tuplehashxof256", kind::xof, true, 64, 136, 256, tuple},
    {"parallelhash128", kind::hash, true, 32, 168, 128, tree},
    {"parallelhash256", kind::hash, true, 64, 136, 256, tree},
    {"parallelhashxof128", kind::xof, true, 32, 168, 128, tree},
    {"parallelhashxof256", kind::xof, true, 64, 136, 256, tree},
    {"turboshake128", kind::xof, true, 32, 168, 128, p::domain},
    {"turboshake256", kind::xof, true, 64, 136, 256, p::domain},
    {"kt128", kind::xof, true, 32, 168, 128, p::customization},
    {"kt256", kind::xof, true, 64, 136, 256, p::customization},
    {"hopmac128", kind::mac, true, 32, 168, 128, keyed},
    {"hopmac256", kind::mac, true, 64, 136, 256, keyed},
    {"ascon-hash256", kind::hash, false, 32, 8, 128, 0},
    {"ascon-xof128", kind::xof, true, 32, 8, 128, 0},
    {"ascon-cxof128", kind::xof, true, 32, 8, 128, p::customization},
    {"ascon-hash", kind::hash, false, 32, 8, 128, 0},
    {"ascon-hasha", kind::hash, false, 32, 8, 128, 0},
    {"ascon-xof", kind::xof, true, 32, 8, 128, 0},
    {"ascon-xofa", kind::xof, true, 32, 8, 128, 0},
    {"ascon-aead128", kind::aead, false, 16, 16, 128, p::key},
    {"ascon-128", kind::aead, false, 16, 8, 128, p::key},
    {"ascon-128a", kind::aead, false, 16, 16, 128, p::key},
    {"ascon-80pq", kind::aead, false, 16, 8, 128, p::key},
};

constexpr bool as_expected(const hl::algorithm& a, const expected& e) {
    return a.kind == e.kind && a.any_length == e.any_length && a.digest_size == e.digest && a.block_size == e.block &&
           a.security_strength == e.strength && a.parameters == e.parameters;
}

// With a key as long as the digest.
constexpr bool as_expected_of_hash(const hl::algorithm& a, const expected& hash) {
    const unsigned strength = static_cast<unsigned>(8 * hash.digest);
    if (a.name.starts_with("hmac-"))
        return as_expected(a, {"", kind::mac, false, hash.digest, hash.block, strength, p::key});
    return as_expected(a, {"", kind::kdf, true, hash.digest, 0, strength, p::key});
}

constexpr bool good(const hl::algorithm& a) {
    for (const expected& e : others)
        if (a.name == e.name) return as_expected(a, e);
    for (const expected& e : hashes) {
        if (a.name == e.name) return as_expected(a, e);
        const std::size_t dash = a.name.size() - e.name.size();
        if (a.name.ends_with(e.name) && dash > 0 && a.name[dash - 1] == '-') {
            const auto front = a.name.substr(0, dash - 1);
            if (front == "hmac" || front == "hkdf" || front == "pbkdf2") return as_expected_of_hash(a, e);
        }
    }
    return false;
}

constexpr std::string_view first_wrong() {
    for (const hl::algorithm& a : hl::algorithms())
        if (!good(a)) return a.name;
    return "";
}

// A class that says nothing of itself.
struct bare {
    static constexpr std::string_view name = "bare";
};
constexpr hl::algorithm nothing_known = hl::row<bare, kind::hash, "family", "standard">::info();

}  // namespace

// clang-format off
static_assert(first_wrong() == "");
static_assert(hl::algorithms().size() == std::size(others) + 4 * std::size(hashes));
static_assert((p::key | p::customization | p::function_name | p::parallel_block | p::domain | p::elements) == 63);
static_assert(nothing_known.any_length && nothing_known.digest_size == 0 && nothing_known.block_size == 0);
static_assert(nothing_known.security_strength == 0 && nothing_known.parameters == 0);
static_assert(hl::find_algorithm("kt128")->longest_customization == 256 && hl::find_algorithm("shake128")->longest_customization > 1000);
// clang-format on
