// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many messages through a hash, xof or mac that is chosen by name at run time: digest_many of batch.hpp. A tuple hash
// takes each message as a tuple of one element.
//
//   const auto hash = hl::any_hash::create("sha3-256");
//   if (!hl::digest_many(*hash, messages, digests, hl::threads{2})) ...    false: its digests have another size
//   const auto mac = hl::any_hash::create("kmac128", {.key = key});
//   if (!hl::digest_many(*mac, messages, tags)) ...

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>

#include "../many/digest_many.hpp"
#include "../many/messages.hpp"
#include "../threads/executor.hpp"
#include "hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

namespace any_detail {

struct batch_operations {
    // The state is that of an any_hash of this row.
    void (*digest_many)(const void* state, const any_messages& messages, octets_out out, threads wanted) noexcept;
};

template <class T>
inline constexpr batch_operations batch_of{
    .digest_many = [](const void* state, const any_messages& messages, octets_out out, threads wanted) noexcept {
        batches::digest_rows(*std::launder(static_cast<const T*>(state)), messages, out, wanted);
    }};

struct batch_column {
    template <class Row>
    static constexpr bool has = digesting<Row>;
    template <class Row>
    static constexpr const batch_operations* of() {
        return &batch_of<typename Row::type>;
    }
};

}  // namespace any_detail
}  // namespace HASHLANE_ABI

namespace entry_points {
inline namespace HASHLANE_ENTRY_ABI {
HASHLANE_ENTRY const void* const* table_of_batches() noexcept;  // any_detail::batch_operations
#if HASHLANE_BY_NAME
HASHLANE_ENTRY const void* const* table_of_batches() noexcept {
    return any_detail::table_of<any_detail::batch_column>();
}
#endif
}  // namespace HASHLANE_ENTRY_ABI
}  // namespace entry_points

inline namespace HASHLANE_ABI {
namespace any_detail {

// digest_many() without the check that no digest overlaps a message.
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

// `prefix` has taken in what all messages begin with: a key, a domain, nothing. False, and nothing written, when there is
// no whole number of bytes for each message, or not as many as a hash gives.
// Overlap: as digest_many of many/digest_many.hpp: a digest that overlaps a message ends the program.
template <message_range R, batches::side_by_side_outputs D>
[[nodiscard]] bool digest_many(const any_hash& prefix, const R& messages, D&& digests, threads wanted = {}) noexcept {
    const octets_out out(batches::first_of(digests), batches::bytes_in(digests));
    return any_detail::digest_rows(prefix, batches::kept_messages<R>(messages, out.data(), out.size()), out, wanted);
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
