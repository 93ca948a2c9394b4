// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Digests or tags of many messages, with a hash, an XOF or a MAC that is chosen by name at run time. batch.hpp has the
/// same for an algorithm that is a type. A tuple hash takes each message as a tuple of one element.
///
///     const auto hash = hl::any_hash::create("sha3-256");
///     if (!hl::digest_many(*hash, messages, digests, hl::threads{2})) ...    false: its digests have another size
///     const auto mac = hl::any_hash::create("kmac128", {.key = key});
///     if (!hl::digest_many(*mac, messages, tags)) ...

#include <cstddef>
#include <iterator>

#include "../many/digest_many.hpp"
#include "../many/messages.hpp"
#include "../threads/executor.hpp"
#include "hash.hpp"

namespace hashlane::inline HASHLANE_ABI::any_detail {

// This holds the function for many messages of one row of the registry.
struct batch_operations {
    // The state is that of an any_hash of this row.
    void (*digest_many)(const void* state, const any_messages& messages, octets_out out, threads wanted) noexcept;
};

template <class T>
inline constexpr batch_operations batch_of{
    .digest_many = [](const void* state, const any_messages& messages, octets_out out, threads wanted) noexcept {
        batches::digest_rows(as<const T>(state), messages, out, wanted);
    }};

struct batch_column {
    template <class Row>
    static constexpr const batch_operations* of() {
        if constexpr (digesting<Row>) return &batch_of<typename Row::type>;
        return nullptr;
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::any_detail

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {
// Returns a table whose entries are any_detail::batch_operations.
HASHLANE_ENTRY const void* const* table_of_batches() noexcept
    HASHLANE_ENTERS_BY_NAME(any_detail::table_of<any_detail::batch_column>());
}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {
namespace any_detail {

// This is digest_many() without the check that no digest overlaps a message.
template <message_range R>
[[nodiscard]] bool digest_rows(const any_hash& prefix, const R& messages, octets_out digests, threads wanted) noexcept {
    const std::size_t n = std::size(messages), size = digests.size();
    if (n == 0) return size == 0;
    if (size % n != 0 || (!prefix.info().any_length && size / n != prefix.info().digest_size)) return false;
    const auto* const batch = static_cast<const batch_operations*>(entry_points::table_of_batches()[prefix.row()]);
    batch->digest_many(prefix.object(), any_messages(messages), digests, wanted);
    return true;
}

}  // namespace any_detail

/// Computes the digest or the tag of each of many messages, several side by side.
/// \param prefix a hash, XOF or MAC that has absorbed what all messages begin with. It is not changed.
/// \param messages a range of messages: batch.hpp lists the forms
/// \param digests the outputs, one after the other, in the order of the messages. Each has the same size: digest_size
/// bytes of a hash, any size of an XOF. Of a range of arrays, each message has one.
/// \param wanted how many threads take part; one by default
/// \return false, and nothing is written, when the size of `digests` is no multiple of the number of messages, when
/// there is another number of arrays than of messages, or when a hash has another digest size
///
/// Overlap: a digest that overlaps a message ends the program.
///
/// Example (examples/many_by_name.cpp):
///
///     const auto hash = hl::any_hash::create("sha3-256"sv);
///     if (!hash || !hl::digest_many(*hash, messages, digests, hl::threads{2})) return 1;
template <message_range R, batches::side_by_side_outputs D>
[[nodiscard]] bool digest_many(const any_hash& prefix, const R& messages, D&& digests, threads wanted = {}) noexcept {
    if constexpr (batches::arrays<D>)
        if (std::size(digests) != std::size(messages)) return false;
    const octets_out out(batches::first_of(digests), batches::bytes_in(digests));
    return any_detail::digest_rows(prefix, batches::kept_messages<R>(messages, out.data(), out.size()), out, wanted);
}

}  // namespace hashlane::inline HASHLANE_ABI
