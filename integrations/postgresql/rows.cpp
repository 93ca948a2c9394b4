// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane_row and hashlane_row_bytes, whose values may have any types and may be NULL.
#include "message.hpp"

#include "kinds.hpp"

namespace hashlane::postgresql {
namespace {

// A message in memory.
struct collector {
    engine::byte_buffer all;
    void put(const std::uint8_t* p, std::size_t n) noexcept { all.append(p, n); }
};

// What a call site keeps.
struct row_call {
    chosen_hash algorithm;
    std::optional<engine::message_hasher> message;
    bool is_begun = false;  // also when an error has ended the row
    collector bytes;
    known_types types;
    const value_type* arguments[FUNC_MAX_ARGS] = {};
};

// Writes the values from argument `first` on.
void put_arguments(FunctionCallInfo fcinfo, int first, row_call& call, writer to) {
    to.start_row(static_cast<std::uint64_t>(PG_NARGS() - first));
    for (int i = first; i < PG_NARGS(); ++i) {
        const value_type*& known = call.arguments[i];
        if (known == nullptr) known = &argument_type(fcinfo, i, call.types);
        put_value(PG_ARGISNULL(i), PG_GETARG_DATUM(i), *known, call.types, to);
    }
}

// Writes the elements of the array that stands after VARIADIC.
void put_elements(FunctionCallInfo fcinfo, int i, row_call& call, writer to) {
    ArrayType* const array = PG_GETARG_ARRAYTYPE_P(i);
    const value_type& element = call.types.find(fcinfo->flinfo->fn_mcxt, ARR_ELEMTYPE(array));
    Datum* values = nullptr;
    bool* nulls = nullptr;
    int count = 0;
    deconstruct_array(array, element.oid, element.length, element.by_value, element.alignment, &values, &nulls, &count);
    to.start_row(static_cast<std::uint64_t>(count));
    for (int k = 0; k < count; ++k) put_value(nulls[k], values[k], element, call.types, to);
}

// Writes the row that begins at argument `first`; false when there is VARIADIC NULL.
template <class Sink>
bool put_row(FunctionCallInfo fcinfo, int first, row_call& call, Sink& sink) {
    any_sink any(sink);
    if (PG_NARGS() == first || !get_fn_expr_variadic(fcinfo->flinfo)) {
        put_arguments(fcinfo, first, call, writer(any));
        return true;
    }
    if (PG_ARGISNULL(first)) return false;
    put_elements(fcinfo, first, call, writer(any));
    return true;
}

// Makes ready for a row with this hash.
engine::message_hasher& fresh(row_call& call, const any_digest& hash) noexcept {
    const bool is_same = call.message && call.message->hash().info().name == hash.info().name;
    if (!is_same || call.is_begun) call.message.emplace(hash);
    call.is_begun = true;
    return *call.message;
}

}  // namespace

HASHLANE_SQL_FUNCTION(hashlane_pg_row) {
    if (PG_ARGISNULL(0)) PG_RETURN_NULL();
    auto& call = kept_by<row_call>(fcinfo);
    const any_digest& hash = hash_named(call.algorithm, PG_GETARG_DATUM(0));
    engine::message_hasher& message = fresh(call, hash);
    if (!put_row(fcinfo, 1, call, message)) PG_RETURN_NULL();
    const result made = make_result(hash.digest_size());
    message.finish(made.bytes);
    call.is_begun = false;
    return made.value;
}

HASHLANE_SQL_FUNCTION(hashlane_pg_row_bytes) {
    auto& call = kept_by<row_call>(fcinfo);
    call.bytes.all.shorten(0);
    if (!put_row(fcinfo, 0, call, call.bytes)) PG_RETURN_NULL();
    const octets_in bytes = call.bytes.all.view();
    if (!call.bytes.all.complete()) report(problem("out of memory"), ERRCODE_OUT_OF_MEMORY);
    if (bytes.size() > longest_result)
        report(problem("the message of a row has more than 1 GB"), ERRCODE_PROGRAM_LIMIT_EXCEEDED);
    const result made = make_result(bytes.size());
    memcpy(made.bytes.data(), bytes.data(), bytes.size());
    return made.value;
}

}  // namespace hashlane::postgresql
