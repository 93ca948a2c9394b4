// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many records under one key, of an algorithm that is chosen by name at run time: encrypt_many of batch.hpp.
//
//   std::vector<hl::aead_record> records;                                  nonce, associated data, in, out, tag of each
//   const auto aead = hl::any_aead::create("ascon-aead128");                if (!aead) ... aead.error().message()
//   if (!hl::encrypt_many(*aead, key, hl::any_records(records), hl::threads{2})) ...        the key has another size
//   if (!hl::decrypt_many(*aead, key, hl::any_records(records))) ...        *good says which ones; a forged one's out is zero
//
// Nonces and tags have 16 bytes. Which buffers may overlap: see many/encrypt_many.hpp.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "../many/encrypt_many.hpp"
#include "aead.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// Anything with a size and an operator[] that gives an aead_record, which lives on.
class any_records {
  public:
    template <class R>
    requires requires(const R& records, std::size_t i) {
        { records[i] } -> std::convertible_to<aead_record>;
        { std::size(records) } -> std::convertible_to<std::size_t>;
    }
    explicit any_records(const R& records) noexcept
        : context(&records), fetch([](const void* self, std::size_t first, std::size_t n, aead_record* to) {
              for (std::size_t i = 0; i < n; ++i) to[i] = (*static_cast<const R*>(self))[first + i];
          }),
          count(std::size(records)) {}

    std::size_t size() const noexcept { return count; }
    // What record i takes in.
    octets_in operator[](std::size_t i) const noexcept {
        aead_record one;
        fetch(context, i, 1, &one);
        return {one.in, one.n};
    }

    template <ascon::duplexing D, class A>
    bool crypt(const A& aead, threads wanted) const noexcept {
        return batches::crypt_records<D>(aead, context, fetch, *this, wanted);
    }

    // Makes each record a forged one: its output is zero.
    void refuse() const noexcept {
        for (std::size_t i = 0; i < count; ++i) {
            aead_record one;
            fetch(context, i, 1, &one);
            std::fill_n(one.out, one.n, std::uint8_t{0});
            if (one.good != nullptr) *one.good = false;
        }
    }

  private:
    const void* context;
    decltype(aead_job::fetch) fetch;
    std::size_t count;
};

struct aead_batch_operations {
    void (*encrypt)(octets_in key, const any_records& records, threads wanted) noexcept;
    // Were all tags right?
    bool (*decrypt)(octets_in key, const any_records& records, threads wanted) noexcept;
};

namespace any_detail {

template <class A>
inline constexpr aead_batch_operations aead_batch_of{
    .encrypt =
        [](octets_in key, const any_records& records, threads wanted) noexcept {
            (void)records.crypt<ascon::duplexing::encrypt>(A(key.first<A::key_size>()), wanted);
        },
    .decrypt =
        [](octets_in key, const any_records& records, threads wanted) noexcept {
            return records.crypt<ascon::duplexing::decrypt>(A(key.first<A::key_size>()), wanted);
        }};

// The operations of the aead of that name and key size, or nullptr.
template <class...>
const aead_batch_operations* find_aead_batch_among_all(std::string_view name, std::size_t key_size) noexcept {
    const aead_batch_operations* found = nullptr;
    each_aead([&]<class A>() {
        if (is_aead<A>(name, key_size)) found = &aead_batch_of<A>;
    });
    return found;
}

}  // namespace any_detail
}  // namespace HASHLANE_ABI

namespace entry_points {
inline namespace HASHLANE_ENTRY_ABI {
// aead_batch_operations, or nullptr
HASHLANE_ENTRY const void* find_aead_batch(const char* name, std::size_t size, std::size_t key_size) noexcept;
#if HASHLANE_BY_NAME
HASHLANE_ENTRY const void* find_aead_batch(const char* name, std::size_t size, std::size_t key_size) noexcept {
    return any_detail::find_aead_batch_among_all({name, size}, key_size);
}
#endif
}  // namespace HASHLANE_ENTRY_ABI
}  // namespace entry_points

inline namespace HASHLANE_ABI {

namespace any_detail {

// nullptr when the key has not the size that `chosen` names.
template <class...>
const aead_batch_operations* batch_for(const any_aead& chosen, octets_in key) noexcept {
    if (key.size() != chosen.key_size()) return nullptr;
    const std::string_view name = chosen.name();
    return static_cast<const aead_batch_operations*>(
        entry_points::find_aead_batch(name.data(), name.size(), key.size()));
}

}  // namespace any_detail

// encrypt_many() of batch.hpp. False, and nothing written, when the key has not key_size() bytes.
template <class...>
[[nodiscard]] bool encrypt_many(const any_aead& chosen, octets_in key, const any_records& records,
                                threads wanted = {}) noexcept {
    const aead_batch_operations* const batch = any_detail::batch_for(chosen, key);
    if (batch == nullptr) return false;
    batch->encrypt(key, records, wanted);
    return true;
}
// decrypt_many() of batch.hpp: were all tags right? False, and each record is forged, when the key has not key_size() bytes.
template <class...>
[[nodiscard]] bool decrypt_many(const any_aead& chosen, octets_in key, const any_records& records,
                                threads wanted = {}) noexcept {
    const aead_batch_operations* const batch = any_detail::batch_for(chosen, key);
    if (batch != nullptr) return batch->decrypt(key, records, wanted);
    records.refuse();
    return false;
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
