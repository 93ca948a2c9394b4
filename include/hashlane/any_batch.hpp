// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Many messages through a hash, xof or mac that is chosen by name at run time: digest_many of batch.hpp. A tuple hash
// takes each message as a tuple of one element.
//
//   const auto hash = hl::any_hash::create("sha3-256");
//   if (!hl::digest_many(*hash, messages, digests, hl::threads{2})) ...    false: its digests have another size
//   const auto mac = hl::any_hash::create("kmac128", {.key = key}, error);
//   if (!hl::digest_many(*mac, messages, tags)) ...

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "any.hpp"
#include "batch_messages.hpp"
#include "digest_many.hpp"
#include "threads.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

namespace any_detail {

template <class T>
bool digest_many_if(const any_hash& prefix, const any_messages& messages, octets_out out, threads wanted) noexcept {
    const T* const typed = prefix.get_if<T>();
    if (typed != nullptr) hashlane::digest_many(*typed, messages, out, wanted);
    return typed != nullptr;
}

inline void digest_many(const any_hash& prefix, const any_messages& messages, octets_out out, threads wanted) noexcept {
    bool done = false;
    registry::for_each([&]<class Row>(Row) {
        if constexpr (digesting<Row>) done = done || digest_many_if<typename Row::type>(prefix, messages, out, wanted);
    });
}

}  // namespace any_detail

// `prefix` has taken in what all messages begin with: a key, a domain, nothing. False, and nothing written, when there is
// no whole number of bytes for each message, or not as many as a hash gives. No digest may overlap a message.
template <message_range R, batches::side_by_side_outputs D>
[[nodiscard]] bool digest_many(const any_hash& prefix, const R& messages, D&& digests, threads wanted = {}) noexcept {
    const std::size_t n = std::size(messages), size = batches::bytes_in(digests);
    if (n == 0) return size == 0;
    if (size % n != 0 || (!prefix.info().any_length && size / n != prefix.info().digest_size)) return false;
    any_detail::digest_many(prefix, any_messages(messages), {batches::first_of(digests), size}, wanted);
    return true;
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
