// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What is known of an algorithm besides its code, and the list of such rows that registry.hpp fills.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "../lanes/fixed_string.hpp"
#include "../lanes/nearest_name.hpp"
#include "hmac.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

enum class kind : std::uint8_t { hash, xof, mac, kdf, aead };

// What an algorithm wants besides the message, as bits of algorithm::parameters.
namespace parameter {
inline constexpr unsigned key = 1;             // kmac, hmac, hopmac, aead
inline constexpr unsigned customization = 2;   // S of SP 800-185, C of KangarooTwelve, Z of Ascon-CXOF128
inline constexpr unsigned function_name = 4;   // N of cSHAKE
inline constexpr unsigned parallel_block = 8;  // B of ParallelHash, bytes
inline constexpr unsigned domain = 16;         // D of TurboSHAKE
inline constexpr unsigned elements = 32;       // each update is one element of a tuple
}  // namespace parameter

struct algorithm {
    std::string_view name, family, standard;
    hashlane::kind kind;
    bool any_length;             // digest_size is only the usual one
    std::size_t digest_size;     // bytes; for an aead the tag, for a kdf a key
    std::size_t block_size;      // bytes: block or rate
    unsigned security_strength;  // bits
    unsigned parameters;         // bits of namespace parameter
    std::size_t longest_customization = static_cast<std::size_t>(-1);
};

// A row: the class, and what the class does not know of itself.
template <class T, hashlane::kind Kind, fixed_string Family, fixed_string Standard, unsigned Parameters = 0>
struct row {
    using type = T;
    static constexpr algorithm info() {
        algorithm a{T::name, Family.view(), Standard.view(), Kind, true, 0, 0, 0, Parameters};
        if constexpr (requires { T::longest_customization; }) a.longest_customization = T::longest_customization;
        if constexpr (requires { T::block_size; }) a.block_size = T::block_size;
        if constexpr (requires { T::security_strength; }) a.security_strength = T::security_strength;
        a.digest_size = 2 * a.security_strength / 8;
        if constexpr (requires { T::digest_size; }) {
            a.digest_size = T::digest_size;
            a.any_length = false;
        }
        if constexpr (requires { T::tag_size; }) {
            a.digest_size = T::tag_size;
            a.any_length = false;
        }
        if constexpr (Kind == hashlane::kind::kdf) a.digest_size = T::key_size;
        return a;
    }
};

template <class... Rows>
struct rows {
    static constexpr std::size_t size = sizeof...(Rows);
    static constexpr std::array<algorithm, size> table{Rows::info()...};

    static constexpr const std::array<algorithm, size>& all() noexcept { return table; }

    // Exact names only: nothing when no algorithm has this one.
    static constexpr const algorithm* find(std::string_view name) noexcept {
        for (const algorithm& a : table)
            if (a.name == name) return &a;
        return nullptr;
    }

    // The place of a row among them.
    template <class Row>
    static consteval std::size_t index_of() {
        std::size_t i = 0;
        for (const bool same : {std::is_same_v<Row, Rows>...}) {
            if (same) break;
            ++i;
        }
        return i;
    }

    // Calls f(Row{}) for every row.
    template <class F>
    static constexpr void for_each(F&& f) {
        (f(Rows{}), ...);
    }
};

// Objects that are called like functions: a unit that does not call them does not compile the table.
template <class List>
struct all_rows {
    constexpr const auto& operator()() const noexcept { return List::all(); }
};
template <class List>
struct row_search {
    constexpr const algorithm* operator()(std::string_view name) const noexcept { return List::find(name); }
};
template <class List>
struct nearest_row {
    constexpr std::string_view operator()(std::string_view name) const noexcept {
        return names_detail::nearest(name, List::size, [](std::size_t row) { return List::table[row].name; });
    }
};

template <class List, class... Lists>
struct joined_rows {
    using type = List;
};
template <class... A, class... B, class... Lists>
struct joined_rows<rows<A...>, rows<B...>, Lists...> : joined_rows<rows<A..., B...>, Lists...> {};
template <class... Lists>
using joined = typename joined_rows<Lists...>::type;

template <class Row>
concept has_hmac = Row::info().kind == kind::hash && has_room_for_digest<typename Row::type>;

// A row for each hash of a list that HMAC, and what stands on it, can use.
template <class List, template <class> class Mac, hashlane::kind Kind, fixed_string Family, fixed_string Standard>
struct over_hashes;
template <class... Rows, template <class> class Mac, hashlane::kind Kind, fixed_string Family, fixed_string Standard>
struct over_hashes<rows<Rows...>, Mac, Kind, Family, Standard> {
    template <class Row>
    struct over {
        using type = rows<>;
    };
    template <class Row>
    requires has_hmac<Row>
    struct over<Row> {
        using type = rows<row<Mac<typename Row::type>, Kind, Family, Standard, parameter::key>>;
    };
    using type = joined<typename over<Rows>::type...>;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
