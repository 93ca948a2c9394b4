// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Keys from keys and from passwords, over a hash that is chosen by name at run time.
//
//   const auto kdf = hl::any_kdf::create("hkdf-sha256");      if (!kdf) ... kdf.error().message()
//   if (!kdf->hkdf(key, salt, info, out)) ...                 too long
//   const auto kdf = hl::any_kdf::create("pbkdf2-sha256");
//   if (!kdf->pbkdf2(password, salt, 600000, out)) ...
//   if (!kdf->pbkdf2_many(passwords, salts, 600000, keys, hl::threads{0})) ...

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "../many/derive_many.hpp"
#include "../many/messages.hpp"
#include "../threads/executor.hpp"
#include "tables.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// The output of each may overlap its inputs, in whole or in part; that of pbkdf2_many as many/derive_many.hpp says.
struct kdf_operations {
    algorithm info;
    // RFC 5869: both steps, and each; null in PBKDF2. False, and nothing written: longer than 255 digests. extract()
    // writes a digest.
    bool (*hkdf)(octets_in key, octets_in salt, octets_in info, octets_out out) noexcept = nullptr;
    void (*hkdf_extract)(octets_in key, octets_in salt, octets_out out) noexcept = nullptr;
    bool (*hkdf_expand)(octets_in pseudorandom_key, octets_in info, octets_out out) noexcept = nullptr;
    // RFC 8018 s.5.2; null in HKDF. False, and nothing written: no iteration, or longer than 2^32 - 1 digests.
    bool (*pbkdf2)(octets_in password, octets_in salt, std::uint64_t iterations, octets_out out) noexcept = nullptr;
    // The keys side by side, each an equal part of `keys`. False too: not as many salts, or no equal parts.
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
    static constexpr bool has = Row::info().kind == kind::kdf;
    template <class Row>
    static constexpr const kdf_operations* of() {
        return &kdf_table<typename Row::type>::template operations<Row>;
    }
};

}  // namespace any_detail
}  // namespace HASHLANE_ABI

namespace entry_points {
inline namespace HASHLANE_ENTRY_ABI {
HASHLANE_ENTRY const void* const* table_of_kdfs() noexcept;  // kdf_operations
#if HASHLANE_BY_NAME
HASHLANE_ENTRY const void* const* table_of_kdfs() noexcept { return any_detail::table_of<any_detail::kdf_column>(); }
#endif
}  // namespace HASHLANE_ENTRY_ABI
}  // namespace entry_points

inline namespace HASHLANE_ABI {

// That of a row of algorithms(); nullptr when it is no kdf.
template <class...>
const kdf_operations* kdf_operations_at(std::size_t row) noexcept {
    return any_detail::find_in<kdf_operations>(entry_points::table_of_kdfs(), row);
}

// HKDF or PBKDF2 over a hash. A function of the other one gives false and writes nothing. The output of each may overlap
// its inputs, in whole or in part; that of pbkdf2_many as many/derive_many.hpp says.
class any_kdf {
  public:
    // The name of a KDF: hl::algorithms() lists them. An error for any other name.
    template <class...>
    static any_result<any_kdf> create(std::string_view name) noexcept {
        const kdf_operations* const found = kdf_operations_at(any_detail::row_of(name));
        if (found != nullptr) return any_kdf(*found);
        return any_detail::not_found(name, "a KDF");
    }

    const algorithm& info() const noexcept { return operations->info; }
    bool is_hkdf() const noexcept { return operations->hkdf != nullptr; }
    bool is_pbkdf2() const noexcept { return operations->pbkdf2 != nullptr; }

    // RFC 5869 s.2: both steps. False, and nothing written: `out` is longer than 255 digests.
    [[nodiscard]] bool hkdf(octets_in key, octets_in salt, octets_in info, octets_out out) const noexcept {
        return is_hkdf() && operations->hkdf(key, salt, info, out);
    }
    // RFC 5869 s.2.2. False, and nothing written: `out` has not info().digest_size bytes, those of a digest.
    [[nodiscard]] bool hkdf_extract(octets_in key, octets_in salt, octets_out out) const noexcept {
        if (!is_hkdf() || out.size() != this->info().digest_size) return false;
        operations->hkdf_extract(key, salt, out);
        return true;
    }
    // RFC 5869 s.2.3. False, and nothing written: `out` is longer than 255 digests.
    [[nodiscard]] bool hkdf_expand(octets_in pseudorandom_key, octets_in info, octets_out out) const noexcept {
        return is_hkdf() && operations->hkdf_expand(pseudorandom_key, info, out);
    }

    // RFC 8018 s.5.2. False, and nothing written: no iteration, or `out` is longer than 2^32 - 1 digests.
    [[nodiscard]] bool pbkdf2(octets_in password, octets_in salt, std::uint64_t iterations,
                              octets_out out) const noexcept {
        return is_pbkdf2() && operations->pbkdf2(password, salt, iterations, out);
    }
    // The keys side by side, each an equal part of `keys`. False too: there are not as many salts as passwords, or `keys`
    // has no equal parts.
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

}  // namespace HASHLANE_ABI
}  // namespace hashlane
