// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Which algorithms this build of the crate has. build.rs defines a macro HASHLANE_CRATE_... as 1 or 0 for each feature.
//
// The tables of algorithms that are chosen by name are specialised here. They have the places of the registry, and a place
// is empty where the features leave its algorithm out, so that no kernel of it is compiled.

#include "states.h"

#include "c/algorithms.hpp"

#include <string_view>

#include <hashlane/by_name/aead_batch.hpp>
#include <hashlane/by_name/batch.hpp>

namespace hashlane_rust {

namespace hl = hashlane;

struct family {
    std::string_view name;  // in the registry
    bool built;
};
inline constexpr family families[] = {
    {"SHA-2", HASHLANE_CRATE_SHA2 != 0},
    {"SHA-3", HASHLANE_CRATE_SHA3 != 0},
    {"Keccak", HASHLANE_CRATE_SHA3 != 0},
    {"SHAKE", HASHLANE_CRATE_SHA3 != 0},
    {"SP 800-185", HASHLANE_CRATE_SP800_185 != 0},
    {"TurboSHAKE", HASHLANE_CRATE_TURBOSHAKE != 0},
    {"KangarooTwelve", HASHLANE_CRATE_KANGAROOTWELVE != 0},
    {"Ascon", HASHLANE_CRATE_ASCON != 0},
    {"Ascon v1.2", HASHLANE_CRATE_ASCON != 0},
};

// Tells whether this build has the algorithm of that name. One over a hash, such as hmac-sha256, needs two features.
constexpr bool built(std::string_view name) {
    for (const hashlane_c::number& over : hashlane_c::over_a_hash)
        if (name.starts_with(over.name)) {
            name.remove_prefix(over.name.size());
            return HASHLANE_CRATE_HMAC != 0 && built(name);
        }
    const hl::algorithm* found = hl::find_algorithm(name);
    for (const family& f : families)
        if (found != nullptr && f.name == found->family) return f.built;
    return false;
}

// A column of a table, with the entries of this build alone.
template <class Column>
struct kept {
    template <class Row>
    static constexpr bool has = Column::template has<Row> && built(Row::info().name);
    template <class Row>
    static constexpr auto of() {
        return Column::template of<Row>();
    }
};

// The column of the KDFs. Without the feature `many` PBKDF2 has no function for many passwords.
struct kdf_column : hl::any_detail::kdf_column {
    template <class Row>
    using functions = hl::any_detail::kdf_table<typename Row::type>;
    template <class Row>
    static constexpr hl::kdf_operations one_password{.info = Row::info(), .pbkdf2 = functions<Row>::derive};

    template <class Row>
    static constexpr const hl::kdf_operations* of() {
        if constexpr (HASHLANE_CRATE_MANY == 0 && requires { &functions<Row>::derive_all; })
            return &one_password<Row>;
        else
            return hl::any_detail::kdf_column::of<Row>();
    }
};

template <class Column>
const void* const* kept_table() noexcept {
    return hl::any_detail::table_of<kept<Column>>();
}

}  // namespace hashlane_rust

namespace hashlane::entry_points {

template <>
inline const void* const* table_of_hashes<>() noexcept {
    return hashlane_rust::kept_table<any_detail::hash_column>();
}
template <>
inline const void* const* table_of_digests<>() noexcept {
    return hashlane_rust::kept_table<any_detail::digest_column>();
}
template <>
inline const void* const* table_of_batches<>() noexcept {
    return hashlane_rust::kept_table<any_detail::batch_column>();
}
template <>
inline const void* const* table_of_kdfs<>() noexcept {
    return hashlane_rust::kept_table<hashlane_rust::kdf_column>();
}

#if !HASHLANE_CRATE_MANY
// No kernel for many records.
template <>
inline const void* find_aead_batch<>(const char*, std::size_t, std::size_t) noexcept {
    return nullptr;
}
#endif

}  // namespace hashlane::entry_points
