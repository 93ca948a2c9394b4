// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "kinds.hpp"

#include "numbers.hpp"

namespace hashlane::postgresql {
namespace {

using engine::tag;
using engine::unit;

[[noreturn]] void refuse(Oid oid) {
    ereport(ERROR, errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
            errmsg("hashlane: %s has no encoding in a row", format_type_be(oid)));
}
[[noreturn]] void refuse_infinite() {
    report(problem("an infinite date or time has no encoding"), ERRCODE_DATETIME_VALUE_OUT_OF_RANGE);
}

// Writes bytes, or text in UTF-8. A statement can be cancelled between the pieces of a long value.
void put_string(tag kind, octets_in string, writer to) {
    const engine::encoded_head head = engine::encoded_head(kind).left_encode(engine::uint128{string.size()} * 8);
    to.sink().put(head.data(), head.size());
    each_piece(string, [&](octets_in part) { to.sink().put(part.data(), part.size()); });
}
void put_text(octets_in text, writer to) { put_string(tag::text, utf8_of(text), to); }
void put_text(const char* text, writer to) { put_text(as_octets(std::string_view(text)), to); }

void put_boolean(Datum v, const value_type&, known_types&, writer to) { to.boolean(DatumGetBool(v)); }
void put_int2(Datum v, const value_type&, known_types&, writer to) { to.integer(DatumGetInt16(v)); }
void put_int4(Datum v, const value_type&, known_types&, writer to) { to.integer(DatumGetInt32(v)); }
void put_int8(Datum v, const value_type&, known_types&, writer to) { to.integer(DatumGetInt64(v)); }
void put_float4(Datum v, const value_type&, known_types&, writer to) { to.float64(DatumGetFloat4(v)); }
void put_float8(Datum v, const value_type&, known_types&, writer to) { to.float64(DatumGetFloat8(v)); }
void put_numeric(Datum v, const value_type&, known_types&, writer to) { put_decimal(v, to); }

void put_name(Datum v, const value_type&, known_types&, writer to) { put_text(NameStr(*DatumGetName(v)), to); }
void put_literal(Datum v, const value_type&, known_types&, writer to) { put_text(DatumGetCString(v), to); }
void put_enum(Datum v, const value_type&, known_types&, writer to) {
    put_text(DatumGetCString(DirectFunctionCall1(enum_out, v)), to);
}

// Calls put(octets) with the bytes of a varlena value, and frees what was allocated for them.
template <class F>
void with_octets(Datum v, F&& put) {
    auto* const whole = PG_DETOAST_DATUM_PACKED(v);
    put(octets_of(PointerGetDatum(whole)));
    if (PointerGetDatum(whole) != v) pfree(whole);
}
void put_bytea(Datum v, const value_type&, known_types&, writer to) {
    with_octets(v, [&](octets_in bytes) { put_string(tag::bytes, bytes, to); });
}
void put_varchar(Datum v, const value_type&, known_types&, writer to) {
    with_octets(v, [&](octets_in text) { put_text(text, to); });
}
// char(n) without the spaces at its end, which do not belong to the value.
void put_bpchar(Datum v, const value_type&, known_types&, writer to) {
    with_octets(v, [&](octets_in text) {
        std::size_t size = text.size();
        while (size != 0 && text[size - 1] == ' ') --size;
        put_text(text.first(size), to);
    });
}

constexpr std::int64_t days_from_1970_to_2000 = 10957;
static_assert(days_from_1970_to_2000 == POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE);

void put_date(Datum v, const value_type&, known_types&, writer to) {
    const DateADT days = DatumGetDateADT(v);
    if (DATE_NOT_FINITE(days)) refuse_infinite();
    to.date(days + days_from_1970_to_2000);
}
void put_time(Datum v, const value_type&, known_types&, writer to) { to.time(DatumGetTimeADT(v), unit::microsecond); }
// Nanoseconds since 1970 from microseconds since 2000.
engine::int128 nanoseconds(Datum v) {
    const Timestamp count = DatumGetTimestamp(v);
    if (TIMESTAMP_NOT_FINITE(count)) refuse_infinite();
    constexpr std::int64_t seconds = days_from_1970_to_2000 * 86400;
    return engine::int128{count} * 1000 + engine::int128{seconds} * 1'000'000'000;
}
void put_timestamp(Datum v, const value_type&, known_types&, writer to) { to.local_time(nanoseconds(v)); }
void put_timestamptz(Datum v, const value_type&, known_types&, writer to) { to.instant(nanoseconds(v)); }

// The elements of an array, the last dimension running fastest.
struct elements {
    const Datum* values;
    const bool* nulls;
    int next;
};

// Writes dimension d of an array: a list of lists, and of values in the last dimension.
void put_dimension(const ArrayType* array, int d, elements& all, const value_type& element, known_types& types,
                   writer to) {
    const int n = ARR_DIMS(array)[d];
    to.list(static_cast<std::uint64_t>(n));
    for (int i = 0; i < n; ++i) {
        if (d + 1 < ARR_NDIM(array)) {
            put_dimension(array, d + 1, all, element, types, to);
            continue;
        }
        put_value(all.nulls[all.next], all.values[all.next], element, types, to);
        ++all.next;
    }
}
void put_array(Datum v, const value_type& type, known_types& types, writer to) {
    check_stack_depth();
    ArrayType* const array = DatumGetArrayTypeP(v);
    if (ARR_NDIM(array) == 0) return to.list(0);
    const value_type& element = *type.element;
    Datum* values = nullptr;
    bool* nulls = nullptr;
    int count = 0;
    deconstruct_array(array, element.oid, element.length, element.by_value, element.alignment, &values, &nulls, &count);
    elements all{values, nulls, 0};
    put_dimension(array, 0, all, element, types, to);
}

std::uint64_t fields_of(TupleDesc shape) {
    std::uint64_t n = 0;
    for (int i = 0; i < shape->natts; ++i) n += !TupleDescAttr(shape, i)->attisdropped;
    return n;
}
void put_composite(Datum v, const value_type&, known_types& types, writer to) {
    check_stack_depth();
    HeapTupleHeader header = DatumGetHeapTupleHeader(v);
    TupleDesc const shape = lookup_rowtype_tupdesc(HeapTupleHeaderGetTypeId(header), HeapTupleHeaderGetTypMod(header));
    HeapTupleData tuple{};
    tuple.t_len = HeapTupleHeaderGetDatumLength(header);
    ItemPointerSetInvalid(&tuple.t_self);
    tuple.t_data = header;
    const auto columns = static_cast<std::size_t>(shape->natts);
    auto* const values = static_cast<Datum*>(palloc(columns * sizeof(Datum) + 1));
    auto* const nulls = static_cast<bool*>(palloc(columns + 1));
    heap_deform_tuple(&tuple, shape, values, nulls);
    to.structure(fields_of(shape));
    for (int i = 0; i < shape->natts; ++i) {
        const Form_pg_attribute field = TupleDescAttr(shape, i);
        if (field->attisdropped) continue;
        put_value(nulls[i], values[i], types.find(types.memory, field->atttypid), types, to);
    }
    ReleaseTupleDesc(shape);
}

struct plain_type {
    Oid oid;
    decltype(value_type::put) put;
};
constexpr plain_type plain_types[] = {
    {BOOLOID, put_boolean},     {INT2OID, put_int2},           {INT4OID, put_int4},
    {INT8OID, put_int8},        {FLOAT4OID, put_float4},       {FLOAT8OID, put_float8},
    {NUMERICOID, put_numeric},  {BYTEAOID, put_bytea},         {TEXTOID, put_varchar},
    {VARCHAROID, put_varchar},  {BPCHAROID, put_bpchar},       {JSONOID, put_varchar},
    {NAMEOID, put_name},        {UNKNOWNOID, put_literal},     {DATEOID, put_date},
    {TIMEOID, put_time},        {TIMESTAMPOID, put_timestamp}, {TIMESTAMPTZOID, put_timestamptz},
    {RECORDOID, put_composite},
};

decltype(value_type::put) writer_of(Oid base) {
    for (const plain_type& one : plain_types)
        if (one.oid == base) return one.put;
    if (type_is_enum(base)) return put_enum;
    if (type_is_rowtype(base)) return put_composite;
    if (OidIsValid(get_element_type(base))) return put_array;
    refuse(base);
}

}  // namespace

const value_type& known_types::find(MemoryContext context, Oid oid) {
    for (const value_type* one = first; one != nullptr; one = one->next)
        if (one->oid == oid) return *one;
    memory = context;
    const Oid base = getBaseType(oid);  // of a domain
    value_type made{};
    made.oid = oid;
    made.put = writer_of(base);
    if (made.put == put_array) made.element = &find(context, get_element_type(base));
    get_typlenbyvalalign(oid, &made.length, &made.by_value, &made.alignment);
    made.next = first;
    first = static_cast<value_type*>(MemoryContextAlloc(context, sizeof made));
    *first = made;
    return *first;
}

const value_type& argument_type(FunctionCallInfo fcinfo, int i, known_types& types) {
    const Oid oid = get_fn_expr_argtype(fcinfo->flinfo, i);
    if (!OidIsValid(oid)) report(problem("the type of a value is not known"), ERRCODE_INDETERMINATE_DATATYPE);
    return types.find(fcinfo->flinfo->fn_mcxt, oid);
}

}  // namespace hashlane::postgresql
