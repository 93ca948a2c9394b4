// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The numbers of hashlane.h, and what stands in the registry under each.

#include "hashlane.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <hashlane/any.hpp>
#include <hashlane/by_name/kdf.hpp>
#include <hashlane/registry.hpp>

namespace hashlane_c {

namespace hl = hashlane;
using octets = std::span<const std::uint8_t>;

struct number {
    hashlane_algorithm value;
    std::string_view name;
};

// clang-format off
inline constexpr number numbers[] = {
    {HASHLANE_SHA224, "sha224"}, {HASHLANE_SHA256, "sha256"}, {HASHLANE_SHA384, "sha384"}, {HASHLANE_SHA512, "sha512"},
    {HASHLANE_SHA512_224, "sha512-224"}, {HASHLANE_SHA512_256, "sha512-256"},
    {HASHLANE_SHA3_224, "sha3-224"}, {HASHLANE_SHA3_256, "sha3-256"},
    {HASHLANE_SHA3_384, "sha3-384"}, {HASHLANE_SHA3_512, "sha3-512"},
    {HASHLANE_KECCAK_224, "keccak-224"}, {HASHLANE_KECCAK_256, "keccak-256"},
    {HASHLANE_KECCAK_384, "keccak-384"}, {HASHLANE_KECCAK_512, "keccak-512"},
    {HASHLANE_SHAKE128, "shake128"}, {HASHLANE_SHAKE256, "shake256"},
    {HASHLANE_CSHAKE128, "cshake128"}, {HASHLANE_CSHAKE256, "cshake256"},
    {HASHLANE_KMAC128, "kmac128"}, {HASHLANE_KMAC256, "kmac256"},
    {HASHLANE_KMACXOF128, "kmacxof128"}, {HASHLANE_KMACXOF256, "kmacxof256"},
    {HASHLANE_TUPLEHASH128, "tuplehash128"}, {HASHLANE_TUPLEHASH256, "tuplehash256"},
    {HASHLANE_TUPLEHASHXOF128, "tuplehashxof128"}, {HASHLANE_TUPLEHASHXOF256, "tuplehashxof256"},
    {HASHLANE_PARALLELHASH128, "parallelhash128"}, {HASHLANE_PARALLELHASH256, "parallelhash256"},
    {HASHLANE_PARALLELHASHXOF128, "parallelhashxof128"}, {HASHLANE_PARALLELHASHXOF256, "parallelhashxof256"},
    {HASHLANE_TURBOSHAKE128, "turboshake128"}, {HASHLANE_TURBOSHAKE256, "turboshake256"},
    {HASHLANE_KT128, "kt128"}, {HASHLANE_KT256, "kt256"},
    {HASHLANE_HOPMAC128, "hopmac128"}, {HASHLANE_HOPMAC256, "hopmac256"},
    {HASHLANE_ASCON_HASH256, "ascon-hash256"}, {HASHLANE_ASCON_XOF128, "ascon-xof128"},
    {HASHLANE_ASCON_CXOF128, "ascon-cxof128"}, {HASHLANE_ASCON_AEAD128, "ascon-aead128"},
    {HASHLANE_ASCON_HASH, "ascon-hash"}, {HASHLANE_ASCON_HASHA, "ascon-hasha"},
    {HASHLANE_ASCON_XOF, "ascon-xof"}, {HASHLANE_ASCON_XOFA, "ascon-xofa"},
    {HASHLANE_ASCON_128, "ascon-128"}, {HASHLANE_ASCON_128A, "ascon-128a"}, {HASHLANE_ASCON_80PQ, "ascon-80pq"},
};
inline constexpr number over_a_hash[] = {
    {HASHLANE_HMAC, "hmac-"}, {HASHLANE_HKDF, "hkdf-"}, {HASHLANE_PBKDF2, "pbkdf2-"},
};
// clang-format on

// 0 for a name that does not stand in `numbers`.
constexpr hashlane_algorithm listed_number_of(std::string_view name) {
    for (const number& n : numbers)
        if (n.name == name) return n.value;
    return 0;
}

// 0 for a name that has no number.
constexpr hashlane_algorithm number_of(std::string_view name) {
    for (const number& n : over_a_hash)
        if (name.starts_with(n.name)) {
            name.remove_prefix(n.name.size());  // g++ lets a reference to an exception of substr() stand
            const int hash = listed_number_of(name);
            return hash == 0 ? 0 : n.value + hash;
        }
    return listed_number_of(name);
}

using output = std::span<std::uint8_t>;

struct entry {
    hashlane_info info;
    std::size_t row;  // its place in hl::algorithms()

    // Each is nullptr where the algorithm has no such functions.
    const hl::any_operations* any() const { return hl::any_operations_at(row); }            // of a hash, xof or mac
    const hl::digest_operations* at_once() const { return hl::digest_operations_at(row); }  // where it needs no options
    const hl::kdf_operations* kdf() const { return hl::kdf_operations_at(row); }
};

constexpr hashlane_info describe(const hl::algorithm& a) {
    return {a.name.data(), a.family.data(), a.standard.data(), static_cast<hashlane_kind>(a.kind),
            a.any_length,  a.digest_size,   a.block_size,      a.security_strength,
            a.parameters};
}

// The entry of each algorithm whose name keep(name) is true for, at the place of its number.
template <class Keep>
constexpr std::array<entry, HASHLANE_LAST + 1> entries_where(Keep keep) {
    std::array<entry, HASHLANE_LAST + 1> out{};
    std::size_t row = 0;
    for (const hl::algorithm& a : hl::algorithms()) {
        const int n = number_of(a.name);
        if (n != 0 && keep(a.name)) out[static_cast<std::size_t>(n)] = {describe(a), row};
        ++row;
    }
    return out;
}

extern const std::array<entry, HASHLANE_LAST + 1> entries;  // algorithms.cpp

inline const entry* find(hashlane_algorithm n) {
    const auto index = static_cast<unsigned>(n);
    return index < entries.size() && entries[index].info.name != nullptr ? &entries[index] : nullptr;
}

}  // namespace hashlane_c
