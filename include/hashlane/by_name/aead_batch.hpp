// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Encrypts or decrypts many records under one key, with an AEAD that is chosen by name at run time. batch.hpp has the
/// same for an AEAD that is a type.
///
///     std::vector<hl::aead_record> records;                              nonce, associated data, in, out, tag of each
///     const auto aead = hl::any_aead::create("ascon-aead128");                if (!aead) ... aead.error().message()
///     if (!hl::encrypt_many(*aead, key, hl::any_records(records), hl::threads{2})) ...        the key has another size
///     if (!hl::decrypt_many(*aead, key, hl::any_records(records))) ...        a record is forged: see its `good`
///
/// Nonces and tags have 16 bytes. An output of a record may overlap its own nonce and associated data, and its own
/// input only if it is the same buffer. Records must not overlap other records; this is not checked here.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "../many/encrypt_many.hpp"
#include "aead.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Refers to records that the caller keeps, whatever container holds them. The records must live as long as this
/// object.
class any_records {
  public:
    /// Takes the records of a range.
    /// \param records an object with a size and an operator[] that gives an aead_record for each index
    template <class R>
    requires requires(const R& records, std::size_t i) {
        { records[i] } -> std::convertible_to<aead_record>;
        { std::size(records) } -> std::convertible_to<std::size_t>;
    }
    explicit any_records(const R& records) noexcept
        : context(&records), fetch([](const void* self, std::size_t first, std::size_t n, aead_task* to) {
              for (std::size_t i = 0; i < n; ++i) {
                  const aead_record record = (*static_cast<const R*>(self))[first + i];
                  to[i] = {record, record.tag};
              }
          }),
          count(std::size(records)) {}

    /// Returns the number of records.
    std::size_t size() const noexcept { return count; }
    /// The input of record `i`: the text to encrypt, or the ciphertext to decrypt.
    octets_in operator[](std::size_t i) const noexcept {
        aead_task one;
        fetch(context, i, 1, &one);
        return {one.in, one.n};
    }

    /// Encrypts or decrypts all records; encrypt_many() and decrypt_many() call this.
    /// \param aead the AEAD with its key
    /// \param wanted how many threads take part
    /// \return true; of a decryption, whether all tags are right
    template <ascon::duplexing D, class A>
    bool crypt(const A& aead, threads wanted) const noexcept {
        return batches::crypt_records<D>(aead, context, fetch, *this, wanted);
    }

    /// Treats each record as forged: fills its output with zeros and sets its `good`, if it has one, to false.
    void refuse() const noexcept {
        for (std::size_t i = 0; i < count; ++i) {
            aead_task one;
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

/// The functions for many records as pointers, for interfaces of other languages. The key has the size that its AEAD
/// takes.
struct aead_batch_operations {
    /// As encrypt_many().
    void (*encrypt)(octets_in key, const any_records& records, threads wanted) noexcept;
    /// As decrypt_many().
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

// Returns the operations of the AEAD of that name and key size, or nullptr.
template <class...>
const aead_batch_operations* find_aead_batch_among_all(std::string_view name, std::size_t key_size) noexcept {
    const aead_batch_operations* found = nullptr;
    each_aead([&]<class A>() {
        if (is_aead<A>(name, key_size)) found = &aead_batch_of<A>;
    });
    return found;
}

}  // namespace any_detail
}  // namespace hashlane::inline HASHLANE_ABI

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {
// Returns the aead_batch_operations of that name and key size, or nullptr.
HASHLANE_ENTRY const void* find_aead_batch(const char* name, std::size_t size, std::size_t key_size) noexcept
    HASHLANE_ENTERS_BY_NAME(any_detail::find_aead_batch_among_all({name, size}, key_size));
}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {

namespace any_detail {

// Returns nullptr when the key has not the size that `chosen` names.
template <class...>
const aead_batch_operations* batch_for(const any_aead& chosen, octets_in key) noexcept {
    if (key.size() != chosen.key_size()) return nullptr;
    const std::string_view name = chosen.name();
    return static_cast<const aead_batch_operations*>(
        entry_points::find_aead_batch(name.data(), name.size(), key.size()));
}

}  // namespace any_detail

/// Encrypts many records under one key, several side by side.
/// \param chosen the AEAD
/// \param key chosen.key_size() bytes
/// \param records the records. No two of them may have the same nonce.
/// \param wanted how many threads take part; one by default
/// \return false, and nothing is written, when the key has another size
///
/// Overlap: a ciphertext may be the same buffer as its text; ciphertext and tag may overlap the nonce and the
/// associated data of the same record. Other overlaps are not allowed, and not checked.
template <class...>
[[nodiscard]] bool encrypt_many(const any_aead& chosen, octets_in key, const any_records& records,
                                threads wanted = {}) noexcept {
    const aead_batch_operations* const batch = any_detail::batch_for(chosen, key);
    if (batch == nullptr) return false;
    batch->encrypt(key, records, wanted);
    return true;
}
/// Decrypts many records under one key, several side by side. The text of a forged record is filled with zeros, and its
/// `good`, if it has one, is set to false.
/// \param chosen the AEAD
/// \param key chosen.key_size() bytes
/// \param records the records
/// \param wanted how many threads take part; one by default
/// \return whether all tags are right. False, and each record is treated as forged, when the key has another size.
///
/// Overlap: a text may be the same buffer as its ciphertext, and may overlap the nonce, the associated data and the tag
/// of the same record. Other overlaps are not allowed, and not checked.
template <class...>
[[nodiscard]] bool decrypt_many(const any_aead& chosen, octets_in key, const any_records& records,
                                threads wanted = {}) noexcept {
    const aead_batch_operations* const batch = any_detail::batch_for(chosen, key);
    if (batch != nullptr) return batch->decrypt(key, records, wanted);
    records.refuse();
    return false;
}

}  // namespace hashlane::inline HASHLANE_ABI
