// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Keys that are derived from keys (HKDF) and from passwords (PBKDF2), over a hash that is chosen by name at run time.
///
///     const auto kdf = hl::any_kdf::create("hkdf-sha256");      if (!kdf) ... kdf.error().message()
///     if (!kdf->hkdf(key, salt, info, out)) ...                 too long
///     const auto kdf = hl::any_kdf::create("pbkdf2-sha256");
///     if (!kdf->pbkdf2(password, salt, 600000, out)) ...
///     if (!kdf->pbkdf2_many(passwords, salts, 600000, keys, hl::threads{0})) ...

#include <cstdint>
#include <string_view>

#include "../many/derive_many.hpp"
#include "../many/messages.hpp"
#include "../threads/executor.hpp"
#include "tables.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The functions of one KDF as pointers, for interfaces of other languages. Each is as the function of any_kdf with its
/// name. The pointers of the other kind of KDF are nullptr.
struct kdf_operations {
    /// The name, the sizes and the parameters.
    algorithm info;
    /// As any_kdf::hkdf(); nullptr in PBKDF2.
    bool (*hkdf)(octets_in key, octets_in salt, octets_in info, octets_out out) noexcept = nullptr;
    /// As any_kdf::hkdf_extract(), where the size of the output is right; nullptr in PBKDF2.
    void (*hkdf_extract)(octets_in key, octets_in salt, octets_out out) noexcept = nullptr;
    /// As any_kdf::hkdf_expand(); nullptr in PBKDF2.
    bool (*hkdf_expand)(octets_in pseudorandom_key, octets_in info, octets_out out) noexcept = nullptr;
    /// As any_kdf::pbkdf2(); nullptr in HKDF.
    bool (*pbkdf2)(octets_in password, octets_in salt, std::uint64_t iterations, octets_out out) noexcept = nullptr;
    /// As any_kdf::pbkdf2_many(); nullptr in HKDF.
    bool (*pbkdf2_many)(const any_messages& passwords, const any_messages& salts, std::uint64_t iterations,
                        octets_out keys, threads wanted) noexcept = nullptr;
};

namespace any_detail {

template <class Kdf>
struct kdf_table;

template <class H>
struct kdf_table<hkdf_construction<H>> {
    using T = hkdf<H>;

    static bool derive(octets_in key, octets_in salt, octets_in info, octets_out out) noexcept {
        return out.size() <= T::longest_output && derive_into<T>(salt, key, info, out);
    }
    static void extract(octets_in key, octets_in salt, octets_out out) noexcept {
        hkdf_extract_into<H>(salt, key, out);
    }
    static bool expand(octets_in pseudorandom_key, octets_in info, octets_out out) noexcept {
        return out.size() <= T::longest_output && hkdf_expand_into<H>(pseudorandom_key, info, out);
    }
    template <class Row>
    static constexpr kdf_operations operations{
        .info = Row::info(), .hkdf = derive, .hkdf_extract = extract, .hkdf_expand = expand};
};

template <class H>
struct kdf_table<pbkdf2_construction<H>> {
    using T = pbkdf2<H>;

    static bool derive(octets_in password, octets_in salt, std::uint64_t iterations, octets_out out) noexcept {
        return T::accepts(iterations, out.size()) && derive_into<T>(password, salt, iterations, out);
    }
    static bool derive_all(const any_messages& passwords, const any_messages& salts, std::uint64_t iterations,
                           octets_out keys, threads wanted) noexcept {
        const std::size_t n = passwords.size();
        if (salts.size() != n || (n == 0 ? !keys.empty() : keys.size() % n != 0)) return false;
        if (!T::accepts(iterations, n == 0 ? 0 : keys.size() / n)) return false;
        derive_many<H>(passwords, salts, iterations, keys, wanted);
        return true;
    }
    template <class Row>
    static constexpr kdf_operations operations{.info = Row::info(), .pbkdf2 = derive, .pbkdf2_many = derive_all};
};

struct kdf_column {
    template <class Row>
    static constexpr const kdf_operations* of() {
        if constexpr (Row::info().kind == kind::kdf) return &kdf_table<typename Row::type>::template operations<Row>;
        return nullptr;
    }
};

}  // namespace any_detail
}  // namespace hashlane::inline HASHLANE_ABI

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {
// Returns a table whose entries are kdf_operations.
HASHLANE_ENTRY const void* const* table_of_kdfs() noexcept
    HASHLANE_ENTERS_BY_NAME(any_detail::table_of<any_detail::kdf_column>());
}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {

/// Returns the functions of the algorithm at place `row` of algorithms(), or nullptr when it is no KDF.
template <class...>
const kdf_operations* kdf_operations_at(std::size_t row) noexcept {
    return any_detail::find_in<kdf_operations>(entry_points::table_of_kdfs(), row);
}

/// HKDF or PBKDF2 over a hash. A function of the other one returns false and writes nothing. Objects have no state, so
/// several threads may use one object at the same time.
///
/// Overlap: the output of each function may overlap its inputs, in whole or in part. pbkdf2_many() has a rule of its
/// own.
class any_kdf {
  public:
    /// Finds a KDF by its name.
    /// \param name the name of a KDF: hl::algorithms() lists them
    /// \return the KDF, or an error for any other name
    template <class...>
    static any_result<any_kdf> create(std::string_view name) noexcept {
        const kdf_operations* const found = kdf_operations_at(any_detail::row_of(name));
        if (found != nullptr) return any_kdf(*found);
        return any_detail::not_found(name, "a KDF");
    }

    /// Returns the name, the sizes and the parameters of the algorithm.
    const algorithm& info() const noexcept { return operations->info; }
    /// Tells whether this is HKDF.
    bool is_hkdf() const noexcept { return operations->hkdf != nullptr; }
    /// Tells whether this is PBKDF2.
    bool is_pbkdf2() const noexcept { return operations->pbkdf2 != nullptr; }

    /// Derives a key from a key: RFC 5869 s.2, extract and expand.
    /// \param key the input keying material, of any size
    /// \param salt of any size; may be empty
    /// \param info what the derived key is for, of any size; may be empty
    /// \param out the derived key: at most 255 digests of the hash. It may overlap the inputs.
    /// \return false, and nothing is written, when `out` is longer or when this is PBKDF2
    [[nodiscard]] bool hkdf(octets_in key, octets_in salt, octets_in info, octets_out out) const noexcept {
        return is_hkdf() && operations->hkdf(key, salt, info, out);
    }
    /// Does the first step of HKDF: RFC 5869 s.2.2.
    /// \param key the input keying material, of any size
    /// \param salt of any size; may be empty
    /// \param out the pseudorandom key: info().digest_size bytes, the size of a digest. It may overlap the inputs.
    /// \return false, and nothing is written, when `out` has another size or when this is PBKDF2
    [[nodiscard]] bool hkdf_extract(octets_in key, octets_in salt, octets_out out) const noexcept {
        if (!is_hkdf() || out.size() != this->info().digest_size) return false;
        operations->hkdf_extract(key, salt, out);
        return true;
    }
    /// Does the second step of HKDF: RFC 5869 s.2.3.
    /// \param pseudorandom_key what hkdf_extract() has written, or another uniform key
    /// \param info what the derived key is for, of any size; may be empty
    /// \param out the derived key: at most 255 digests of the hash. It may overlap the inputs.
    /// \return false, and nothing is written, when `out` is longer or when this is PBKDF2
    [[nodiscard]] bool hkdf_expand(octets_in pseudorandom_key, octets_in info, octets_out out) const noexcept {
        return is_hkdf() && operations->hkdf_expand(pseudorandom_key, info, out);
    }

    /// Derives a key from a password: RFC 8018 s.5.2.
    /// \param password of any size
    /// \param salt of any size
    /// \param iterations how often the pseudorandom function is repeated, 1 or more
    /// \param out the derived key: at most 2^32 - 1 digests of the hash. It may overlap the inputs.
    /// \return false, and nothing is written, when `iterations` is 0, when `out` is longer, or when this is HKDF
    [[nodiscard]] bool pbkdf2(octets_in password, octets_in salt, std::uint64_t iterations,
                              octets_out out) const noexcept {
        return is_pbkdf2() && operations->pbkdf2(password, salt, iterations, out);
    }
    /// Derives one key from each of many passwords, several side by side: RFC 8018 s.5.2.
    /// \param passwords a range of passwords
    /// \param salts a range of as many salts
    /// \param iterations as in pbkdf2()
    /// \param keys the keys, one after the other, all of the same size
    /// \param wanted how many threads take part; one by default
    /// \return false, and nothing is written: `iterations` is 0, there are not as many salts as passwords, the size of
    /// `keys` is no multiple of their number, a key is longer than 2^32 - 1 digests, or this is HKDF
    ///
    /// Overlap: a key may overlap the password and the salt that it is derived from. A key that overlaps those of
    /// another key ends the program.
    template <message_range P, message_range S>
    [[nodiscard]] bool pbkdf2_many(const P& passwords, const S& salts, std::uint64_t iterations, octets_out keys,
                                   threads wanted = {}) const noexcept {
        if (!is_pbkdf2()) return false;
        return operations->pbkdf2_many(any_messages(passwords), any_messages(salts), iterations, keys, wanted);
    }

  private:
    explicit any_kdf(const kdf_operations& chosen) noexcept : operations(&chosen) {}

    const kdf_operations* operations;
};

}  // namespace hashlane::inline HASHLANE_ABI
