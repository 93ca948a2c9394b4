// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The digest of one message in one call, with an algorithm that is chosen by name at run time. An any_digest is a
/// pointer, where an any_hash holds the state of any algorithm.
///
///     const auto sha3 = hl::any_digest::create("sha3-256");       if (!sha3) ... sha3.error().message()
///     if (!sha3->digest_into(message, out)) ...                   digest_size() bytes; of an XOF any number

#include <concepts>
#include <string_view>

#include "tables.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The functions of one hash or XOF as pointers, for interfaces of other languages.
struct digest_operations {
    /// The name, the sizes and the parameters.
    algorithm info;
    /// Writes the digest of a message. out.size() is digest_size, or any number where info.any_length. `out` may
    /// overlap the message.
    void (*digest)(octets_in message, octets_out out) noexcept;

    /// The same for KangarooTwelve with a customization string of any length; nullptr for all other algorithms. `out`
    /// may overlap both inputs.
    void (*digest_customized)(octets_in message, octets_in customization, octets_out out) noexcept;
};

namespace any_detail {

template <class Row>
struct digest_table {
    using T = typename Row::type;

    static constexpr bool exists = (Row::info().parameters & (parameter::key | parameter::elements)) == 0 &&
                                   std::default_initializable<T> && requires { typename T::one_shot; };

    static void digest(octets_in message, octets_out out) noexcept { digest_into<T>(message, out); }
    static constexpr auto digest_customized() -> decltype(digest_operations::digest_customized) {
        if constexpr (requires(const T& h, octets_in customization) { h.customized_reader(customization); })
            return [](octets_in message, octets_in customization, octets_out out) noexcept {
                digest_into<T>(message, out, customization);
            };
        return nullptr;
    }

    static constexpr digest_operations operations{
        .info = Row::info(), .digest = digest, .digest_customized = digest_customized()};
};

struct digest_column {
    template <class Row>
    static constexpr const digest_operations* of() {
        if constexpr (digest_table<Row>::exists) return &digest_table<Row>::operations;
        return nullptr;
    }
};

}  // namespace any_detail
}  // namespace hashlane::inline HASHLANE_ABI

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {
// Returns a table whose entries are digest_operations.
HASHLANE_ENTRY const void* const* table_of_digests() noexcept
    HASHLANE_ENTERS_BY_NAME(any_detail::table_of<any_detail::digest_column>());
}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {

/// Returns the functions of the algorithm at place `row` of algorithms(), or nullptr when it is none that
/// any_digest::create() takes.
template <class...>
const digest_operations* digest_operations_at(std::size_t row) noexcept {
    return any_detail::find_in<digest_operations>(entry_points::table_of_digests(), row);
}

/// A hash or XOF that digests one whole message at a time. It has no state, so several threads may use one object at
/// the same time.
class any_digest {
  public:
    /// Finds a hash or XOF by its name.
    /// \param name a name of hl::algorithms() that needs neither a key nor a tuple
    /// \return the algorithm, or an error for any other name
    template <class...>
    static any_result<any_digest> create(std::string_view name) noexcept {
        const digest_operations* const found = digest_operations_at(any_detail::row_of(name));
        if (found != nullptr) return any_digest(*found);
        return any_detail::not_found(name, "a hash or XOF of a message alone");
    }

    /// Returns the name, the sizes and the parameters of the algorithm.
    const algorithm& info() const noexcept { return operations->info; }
    /// Returns the size of the digest in bytes; the usual size where info().any_length.
    std::size_t digest_size() const noexcept { return operations->info.digest_size; }

    /// Writes the digest of a message.
    /// \param message any number of bytes
    /// \param out digest_size() bytes; any number where info().any_length. It may overlap the message.
    /// \return false, and nothing is written, when `out` has another size
    [[nodiscard]] bool digest_into(octets_in message, octets_out out) const noexcept {
        if (!fits(out)) return false;
        operations->digest(message, out);
        return true;
    }
    /// Writes the output of KangarooTwelve with a customization string.
    /// \param message any number of bytes
    /// \param customization any number of bytes
    /// \param out any number of bytes. It may overlap the message and the customization string.
    /// \return false, and nothing is written, when the algorithm is not KangarooTwelve
    [[nodiscard]] bool digest_into(octets_in message, octets_in customization, octets_out out) const noexcept {
        if (operations->digest_customized == nullptr || !fits(out)) return false;
        operations->digest_customized(message, customization, out);
        return true;
    }

  private:
    explicit any_digest(const digest_operations& chosen) noexcept : operations(&chosen) {}
    bool fits(octets_out out) const noexcept { return info().any_length || out.size() == digest_size(); }

    const digest_operations* operations;
};

}  // namespace hashlane::inline HASHLANE_ABI
