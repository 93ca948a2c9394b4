// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The description of an algorithm, and lists of descriptions. registry.hpp has the list of all algorithms.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "../lanes/fixed_string.hpp"
#include "../lanes/nearest_name.hpp"
#include "hmac.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// What an algorithm does.
/// * `hash`: a digest of a fixed size, or of a size that is part of its input
/// * `xof`: output of any length
/// * `mac`: a tag under a key
/// * `kdf`: a key that is derived from a key or a password
/// * `aead`: authenticated encryption
enum class kind : std::uint8_t { hash, xof, mac, kdf, aead };

/// The bits of algorithm::parameters: what an algorithm takes besides the message.
namespace parameter {
inline constexpr unsigned key = 1;             ///< a key or a password: MACs, KDFs and AEADs
inline constexpr unsigned customization = 2;   ///< S of SP 800-185, C of KangarooTwelve, Z of Ascon-CXOF128
inline constexpr unsigned function_name = 4;   ///< N of cSHAKE
inline constexpr unsigned parallel_block = 8;  ///< B of ParallelHash, in bytes
inline constexpr unsigned domain = 16;         ///< D of TurboSHAKE
inline constexpr unsigned elements = 32;       ///< each update is one element of a tuple
}  // namespace parameter

/// The description of an algorithm. algorithms() and find_algorithm() of registry.hpp return descriptions.
struct algorithm {
    /// The name that programs use, for example "sha3-256"; the family, for example "SHA-3"; the standard and its
    /// section, for example "FIPS 202 s.6.1".
    std::string_view name, family, standard;
    hashlane::kind kind;         ///< what it does
    bool any_length;             ///< whether the output has any length: digest_size is then the usual one
    std::size_t digest_size;     ///< in bytes: of a digest, of the tag of a MAC or an AEAD, or of a key from a KDF
    std::size_t block_size;      ///< in bytes: of a block, or of the rate of a sponge; 0 where there is none
    unsigned security_strength;  ///< in bits
    unsigned parameters;         ///< bits of namespace parameter
    /// The size of the longest customization string in bytes; the largest std::size_t where there is no limit.
    std::size_t longest_customization = static_cast<std::size_t>(-1);
};

/// A row of a list: a class, and what the class does not know of itself.
/// \tparam T the class
/// \tparam Kind what the algorithm does
/// \tparam Family the family that it belongs to
/// \tparam Standard the standard and its section
/// \tparam Parameters what it takes besides the message: bits of namespace parameter
template <class T, hashlane::kind Kind, fixed_string Family, fixed_string Standard, unsigned Parameters = 0>
struct row {
    /// The class.
    using type = T;
    /// Returns the description.
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

/// A list of rows.
template <class... Rows>
struct rows {
    /// The number of rows.
    static constexpr std::size_t size = sizeof...(Rows);
    /// The descriptions, in the order of the rows.
    static constexpr std::array<algorithm, size> table{Rows::info()...};

    /// Returns the descriptions, in the order of the rows.
    static constexpr const std::array<algorithm, size>& all() noexcept { return table; }

    /// Returns the description of the algorithm with exactly that `name`, or nullptr when there is none.
    static constexpr const algorithm* find(std::string_view name) noexcept {
        for (const algorithm& a : table)
            if (a.name == name) return &a;
        return nullptr;
    }

    /// Returns the place of a row, counted from 0; the number of rows when it is not in the list.
    template <class Row>
    static consteval std::size_t index_of() {
        std::size_t i = 0;
        for (const bool same : {std::is_same_v<Row, Rows>...}) {
            if (same) break;
            ++i;
        }
        return i;
    }

    /// Calls `f(Row{})` for each row, in order.
    template <class F>
    static constexpr void for_each(F&& f) {
        (f(Rows{}), ...);
    }
};

/// The type of algorithms, which is called like a function and returns the descriptions of all rows. It is an object,
/// so that a unit which does not call it does not compile the table.
template <class List>
struct all_rows {
    /// Returns the descriptions, in the order of the rows.
    constexpr const auto& operator()() const noexcept { return List::all(); }
};
/// The type of find_algorithm, which is called like a function and finds a description by its name.
template <class List>
struct row_search {
    /// Returns the description of the algorithm with exactly that `name`, or nullptr when there is none.
    constexpr const algorithm* operator()(std::string_view name) const noexcept { return List::find(name); }
};
/// The type of nearest_name, which is called like a function and finds the name that is meant.
template <class List>
struct nearest_row {
    /// Returns the nearest registered name, or "" when none is near: nearest_name in registry.hpp has the rules.
    constexpr std::string_view operator()(std::string_view name) const noexcept {
        return names_detail::nearest(name, List::size, [](std::size_t row) { return List::table[row].name; });
    }
};

/// Joins lists of rows: `type` is the list of all rows of `List` and `Lists`, in order.
template <class List, class... Lists>
struct joined_rows {
    /// The list.
    using type = List;
};
/// As above, where two lists or more are left.
template <class... A, class... B, class... Lists>
struct joined_rows<rows<A...>, rows<B...>, Lists...> : joined_rows<rows<A..., B...>, Lists...> {};
/// The list of all rows of several lists, in order.
template <class... Lists>
using joined = typename joined_rows<Lists...>::type;

/// A row of a hash that HMAC is defined over.
template <class Row>
concept has_hmac = Row::info().kind == kind::hash && has_room_for_digest<typename Row::type>;

/// Lists an algorithm for each hash of a list that HMAC is defined over: `type` is the list of these rows.
/// \tparam List the list with the hashes
/// \tparam Mac the class over a hash: hmac, hkdf or pbkdf2
/// \tparam Kind what the algorithm does
/// \tparam Family the family that it belongs to
/// \tparam Standard the standard and its section
template <class List, template <class> class Mac, hashlane::kind Kind, fixed_string Family, fixed_string Standard>
struct over_hashes;
/// As above, for a list of these rows.
template <class... Rows, template <class> class Mac, hashlane::kind Kind, fixed_string Family, fixed_string Standard>
struct over_hashes<rows<Rows...>, Mac, Kind, Family, Standard> {
  private:
    // Returns the list for one row: it is empty where HMAC is not defined over the class of that row.
    template <class Row>
    static consteval auto over() {
        if constexpr (has_hmac<Row>)
            return rows<row<Mac<typename Row::type>, Kind, Family, Standard, parameter::key>>();
        else
            return rows<>();
    }

  public:
    /// The list of all these rows.
    using type = joined<decltype(over<Rows>())...>;
};

}  // namespace hashlane::inline HASHLANE_ABI
