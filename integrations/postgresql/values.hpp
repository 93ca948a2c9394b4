// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Arguments as bytes, results, and messages that are absorbed in pieces. These functions may end with an error of PostgreSQL.

#include <cstddef>
#include <optional>
#include <string_view>

#include "algorithm.hpp"
#include "errors.hpp"
#include "held.hpp"
#include "server.hpp"

namespace hashlane::postgresql {

// A longer message is absorbed in pieces of this size. Between them a statement can be cancelled.
inline constexpr std::size_t piece = std::size_t{1} << 20;

// Calls f with the pieces of a message.
template <class F>
void each_piece(octets_in message, F&& f) {
    while (message.size() > piece) {
        f(message.first(piece));
        message = message.subspan(piece);
        CHECK_FOR_INTERRUPTS();
    }
    f(message);
}

// The bytes of a varlena value without its header; it may have been fetched and decompressed into the current context.
octets_in octets_of(Datum value);
// The same of text, in UTF-8: converted where the database has another encoding. Where it has SQL_ASCII the bytes are taken
// as they are, and it is an error of PostgreSQL when they are no UTF-8.
octets_in utf8_of(Datum value);
// The UTF-8 form of text of the database.
octets_in utf8_of(octets_in text);

enum class type : std::uint8_t { bytes, text };
inline octets_in octets_of(type t, Datum value) { return t == type::text ? utf8_of(value) : octets_of(value); }

// Text as a view.
std::string_view name_in(Datum value);

// PostgreSQL has no longer value.
inline constexpr std::size_t longest_result = MaxAllocSize - VARHDRSZ;
// A value of type bytea or text whose n bytes, at most longest_result, the caller writes.
struct result {
    Datum value;
    octets_out bytes;
};
result make_result(std::size_t n);

// The algorithm of the last call.
struct chosen_hash {
    std::optional<any_digest> hash;
};
// The hash or XOF that text names, where `last` is what a call site keeps.
const any_digest& hash_named(chosen_hash& last, Datum name);

// Writes the digest of a message.
// out: the size of the digest; of an XOF any size
void digest_message(const any_digest& hash, octets_in message, octets_out out);

// Lets an object that make() returns, a hash or a MAC, absorb a long message, and calls end(object). Both are noexcept.
template <class M, class F>
void absorb_long(octets_in message, M&& make, F&& end) {
    const MemoryContext own = AllocSetContextCreate(CurrentMemoryContext, "hashlane", ALLOCSET_SMALL_SIZES);
    auto* const state = make_in(own, make);
    static_assert(noexcept(end(*state)));
    each_piece(message, [&](octets_in part) { state->update(part); });
    end(*state);
    MemoryContextDelete(own);  // destroys the object
}

}  // namespace hashlane::postgresql
