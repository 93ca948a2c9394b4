// SPDX-License-Identifier: Apache-2.0 OR MIT
// The aggregates. Without a row each gives NULL. The state of a group is an object in the memory that PostgreSQL has for the
// group; it is `internal` in SQL.
#include "aggregates.hpp"

#include <array>
#include <type_traits>

#include "kinds.hpp"
#include "settings.hpp"

namespace hashlane::postgresql {
namespace {

using engine::merkle_root;
using engine::sequence_digest;
using engine::set_digest;

// The rows of one group.
template <class T>
struct group {
    any_digest hash;
    T all;
};

sequence_digest make_all(std::type_identity<sequence_digest>, const any_digest& hash) noexcept {
    return sequence_digest(hash);
}
set_digest make_all(std::type_identity<set_digest>, const any_digest& hash) noexcept {
    return set_digest(hash, set_limit());
}
merkle_root make_all(std::type_identity<merkle_root>, const any_digest& hash) noexcept { return merkle_root(hash); }

template <class T>
group<T>& make_group(MemoryContext context, const any_digest& hash) {
    return *make_in(context, [&]() noexcept { return group<T>{hash, make_all(std::type_identity<T>{}, hash)}; });
}

// The memory of groups; an error where the call is none of an aggregate.
MemoryContext context_of(FunctionCallInfo fcinfo) {
    MemoryContext context = nullptr;
    if (AggCheckCallContext(fcinfo, &context) == 0) report(problem("the function belongs to an aggregate"));
    return context;
}

template <class T>
group<T>* state_in(FunctionCallInfo fcinfo, int i) noexcept {
    return PG_ARGISNULL(i) ? nullptr : reinterpret_cast<group<T>*>(PG_GETARG_POINTER(i));
}

constexpr std::string_view other_algorithm = "the algorithm of an aggregate must be the same in all rows";

// The group of a call with the arguments (state, algorithm, value), made at its first row.
template <class T>
group<T>& group_of(FunctionCallInfo fcinfo) {
    const MemoryContext context = context_of(fcinfo);
    if (PG_ARGISNULL(1)) report(problem("the algorithm of an aggregate is NULL"), ERRCODE_NULL_VALUE_NOT_ALLOWED);
    const std::string_view name = name_in(PG_GETARG_DATUM(1));
    if (auto* const made = state_in<T>(fcinfo, 0)) {
        if (made->hash.info().name != name) report(problem(other_algorithm));
        return *made;
    }
    const any_result<any_digest> hash = engine::find_hash(name);
    if (!hash) report(hash.error());
    return make_group<T>(context, *hash);
}

// What a call site keeps: the type of the values, and whether its order has been looked at.
struct values_call {
    known_types types;
    const value_type* type = nullptr;
    bool order_is_known = false;
};

// Warns, once for a call site, when the call adds a second row to a group and nothing in it says which row comes first. A
// window has an order of its own, and is not an Aggref.
void warn_of_order(FunctionCallInfo fcinfo, const char* name) {
    auto& site = kept_by<values_call>(fcinfo);
    if (site.order_is_known || PG_ARGISNULL(0)) return;
    site.order_is_known = true;
    const Aggref* const call = AggGetAggref(fcinfo);
    if (call != nullptr && call->aggorder == NIL)
        ereport(WARNING, errcode(ERRCODE_WARNING),
                errmsg("hashlane: the order of the rows is not known: write %s(algorithm, value ORDER BY ...)", name));
}

// Writes the value of a call with the arguments (state, algorithm, value).
void put_argument(FunctionCallInfo fcinfo, any_sink to) {
    auto& call = kept_by<values_call>(fcinfo);
    if (call.type == nullptr) call.type = &argument_type(fcinfo, 2, call.types);
    put_value(PG_ARGISNULL(2), PG_GETARG_DATUM(2), *call.type, call.types, writer(to));
}

void require_memory(const set_digest& all) {
    const failure why = all.problem();
    if (!why.message().empty()) report(why, ERRCODE_PROGRAM_LIMIT_EXCEEDED);
}

// A call of an aggregate's final function: write(all, out) writes the digest and returns a failure; it is noexcept.
template <class T, class F>
Datum give_result(FunctionCallInfo fcinfo, F&& write) {
    (void)context_of(fcinfo);
    group<T>* const made = state_in<T>(fcinfo, 0);
    if (made == nullptr) PG_RETURN_NULL();
    const result digest = make_result(made->hash.digest_size());
    const failure why = write(made->all, digest.bytes);
    if (!why.message().empty()) report(why, ERRCODE_PROGRAM_LIMIT_EXCEEDED);
    return digest.value;
}

// The arguments are (state, algorithm, leaf).
Datum take_leaf(FunctionCallInfo fcinfo, type t) {
    auto& made = group_of<merkle_root>(fcinfo);
    warn_of_order(fcinfo, "hashlane_merkle_root");
    if (PG_ARGISNULL(2)) report(problem("a leaf is not NULL"), ERRCODE_NULL_VALUE_NOT_ALLOWED);
    const octets_in leaf = octets_of(t, PG_GETARG_DATUM(2));
    if (leaf.size() <= piece) {
        made.all.add(leaf);
    } else {
        // The digest of a leaf is that of a byte 0 and the leaf: RFC 9162, section 2.1.1.
        const auto begun = [&]() noexcept {
            any_hash leaf_hash = engine::in_pieces(made.hash);
            constexpr std::uint8_t prefix[] = {0};
            leaf_hash.update(prefix);
            return leaf_hash;
        };
        const auto end = [&](const any_hash& all) noexcept {
            std::array<std::uint8_t, engine::longest_digest> memory;
            const octets_out digest = std::span(memory).first(made.hash.digest_size());
            (void)all.digest(digest);  // its size is right
            made.all.add_digest(digest);
        };
        absorb_long(leaf, begun, end);
    }
    if (!made.all.complete()) report(problem("out of memory"), ERRCODE_OUT_OF_MEMORY);
    PG_RETURN_POINTER(&made);
}

}  // namespace

HASHLANE_SQL_FUNCTION(hashlane_pg_agg_step) {
    auto& made = group_of<sequence_digest>(fcinfo);
    warn_of_order(fcinfo, "hashlane_agg");
    put_argument(fcinfo, any_sink(made.all.values().sink()));
    PG_RETURN_POINTER(&made);
}
HASHLANE_SQL_FUNCTION(hashlane_pg_agg_final) {
    return give_result<sequence_digest>(fcinfo, [](const sequence_digest& all, octets_out out) noexcept {
        sequence_digest copy(all);  // a window asks for the result more than once
        copy.finish(out);
        return failure{};
    });
}

HASHLANE_SQL_FUNCTION(hashlane_pg_set_step) {
    auto& made = group_of<set_digest>(fcinfo);
    put_argument(fcinfo, any_sink(made.all.start_value().sink()));
    made.all.end_value();
    require_memory(made.all);
    PG_RETURN_POINTER(&made);
}
// A statement can be cancelled between the steps.
HASHLANE_SQL_FUNCTION(hashlane_pg_set_final) {
    (void)context_of(fcinfo);
    auto* const made = state_in<set_digest>(fcinfo, 0);
    if (made == nullptr) PG_RETURN_NULL();
    (void)made->all.digests();
    require_memory(made->all);
    const result digest = make_result(made->hash.digest_size());
    const MemoryContext own = AllocSetContextCreate(CurrentMemoryContext, "hashlane", ALLOCSET_SMALL_SIZES);
    auto* const end = make_in(own, [&]() noexcept { return engine::set_ending(made->all); });
    while (end->step()) CHECK_FOR_INTERRUPTS();
    end->finish(digest.bytes);
    MemoryContextDelete(own);  // destroys the object
    return digest.value;
}

// Joins the groups of two workers.
HASHLANE_SQL_FUNCTION(hashlane_pg_set_combine) {
    const MemoryContext context = context_of(fcinfo);
    auto* const from = state_in<set_digest>(fcinfo, 1);
    auto* to = state_in<set_digest>(fcinfo, 0);
    if (from == nullptr) {
        if (to == nullptr) PG_RETURN_NULL();
        PG_RETURN_POINTER(to);
    }
    if (to == nullptr) to = &make_group<set_digest>(context, from->hash);
    if (to->hash.info().name != from->hash.info().name) report(problem(other_algorithm));
    to->all.add_digests(from->all.digests());
    require_memory(to->all);
    PG_RETURN_POINTER(to);
}

// A group as bytes: the size of the algorithm's name, the name, the digests. Only processes of one server exchange them.
HASHLANE_SQL_FUNCTION(hashlane_pg_set_serialize) {
    (void)context_of(fcinfo);
    auto& made = *state_in<set_digest>(fcinfo, 0);
    const octets_in digests = made.all.digests();
    require_memory(made.all);
    const std::string_view name = made.hash.info().name;
    const std::size_t size = 1 + name.size() + digests.size();
    if (size > longest_result)
        report(problem("a parallel worker has more than 1 GB of digests: set max_parallel_workers_per_gather to 0"),
               ERRCODE_PROGRAM_LIMIT_EXCEEDED);
    const result all = make_result(size);
    std::uint8_t* const to = all.bytes.data();
    to[0] = static_cast<std::uint8_t>(name.size());
    memcpy(to + 1, name.data(), name.size());
    if (!digests.empty()) memcpy(to + 1 + name.size(), digests.data(), digests.size());
    return all.value;
}
HASHLANE_SQL_FUNCTION(hashlane_pg_set_deserialize) {
    (void)context_of(fcinfo);
    const octets_in all = octets_of(PG_GETARG_DATUM(0));
    const std::size_t size = all.empty() ? 0 : all[0];
    if (all.size() < 1 + size)
        report(problem("a group of hashlane_set_agg is cut"), ERRCODE_INVALID_BINARY_REPRESENTATION);
    const any_result<any_digest> hash = engine::find_hash({reinterpret_cast<const char*>(all.data()) + 1, size});
    if (!hash) report(hash.error());
    if ((all.size() - 1 - size) % hash->digest_size() != 0)
        report(problem("a group of hashlane_set_agg is cut"), ERRCODE_INVALID_BINARY_REPRESENTATION);
    auto& made = make_group<set_digest>(CurrentMemoryContext, *hash);
    made.all.add_digests(all.subspan(1 + size));
    require_memory(made.all);
    PG_RETURN_POINTER(&made);
}

HASHLANE_SQL_FUNCTION(hashlane_pg_merkle_step_bytea) { return take_leaf(fcinfo, type::bytes); }
HASHLANE_SQL_FUNCTION(hashlane_pg_merkle_step_text) { return take_leaf(fcinfo, type::text); }
HASHLANE_SQL_FUNCTION(hashlane_pg_merkle_final) {
    return give_result<merkle_root>(fcinfo, [](merkle_root& tree, octets_out out) noexcept {
        tree.finish(out);
        return tree.complete() ? failure{} : problem("out of memory");
    });
}

}  // namespace hashlane::postgresql
