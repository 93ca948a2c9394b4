// SPDX-License-Identifier: Apache-2.0 OR MIT
// The aggregates. Without a row each gives NULL. DuckDB computes an aggregate in parts, which it joins in any order, unless
// there is an ORDER BY within the aggregate: then it gives all rows to one part, in order.
#include "aggregates.hpp"

#include <array>
#include <new>
#include <utility>

#include "functions.hpp"
#include "results.hpp"

namespace hashlane::duckdb {
namespace {

// Why two parts of an aggregate in order are not joined. A window with a frame is computed in such parts too, and neither its
// ORDER BY nor one within the aggregate changes that.
failure no_order(std::string_view name) noexcept {
    return problem("the order of the rows is not known: write ")
        .add(name)
        .add("(algorithm, value ORDER BY ...), and over a window take whole partitions");
}

void fail(duckdb_function_info info, const failure& why) noexcept {
    failure whole(any_problem::none);
    whole.add("hashlane: ").add(why.message());
    duckdb_aggregate_function_set_error(info, whole.message().data());
}

// Each aggregate says how it is made, joined and finished.
struct sequence {
    static constexpr const char* name = "hashlane_agg";
    engine::sequence_digest kept;

    explicit sequence(const any_digest& hash) noexcept : kept(hash) {}
    failure take(column& values, idx_t i) noexcept { return values.encode(i, kept.values()); }
    failure join(const sequence&) noexcept { return no_order(name); }
    failure finish(octets_out out) noexcept {
        engine::sequence_digest all(kept);  // a window asks for the result more than once
        all.finish(out);
        return {};
    }
};

struct set {
    static constexpr const char* name = "hashlane_set_agg";
    engine::set_digest kept;

    explicit set(const any_digest& hash) noexcept : kept(hash, engine::set_digest::usual_limit) {}
    failure take(column& values, idx_t i) noexcept {
        failure why = values.encode(i, kept.start_value());
        if (!why.message().empty()) {
            kept.drop_value();
            return why;
        }
        kept.end_value();
        return kept.problem();
    }
    failure join(const set& other) noexcept {
        kept.add(other.kept);
        return kept.problem();
    }
    failure finish(octets_out out) noexcept { return kept.finish(out) ? failure{} : kept.problem(); }
};

struct tree {
    static constexpr const char* name = "hashlane_merkle_root";
    engine::merkle_root kept;

    explicit tree(const any_digest& hash) noexcept : kept(hash) {}
    failure take(column& values, idx_t i) noexcept {
        const std::optional<octets_in> leaf = values.leaf(i);
        if (!leaf) return problem("a leaf is a VARCHAR or a BLOB, and not NULL");
        kept.add(*leaf);
        return kept.complete() ? failure{} : problem("out of memory");
    }
    failure join(const tree&) noexcept { return no_order(name); }
    failure finish(octets_out out) noexcept {
        kept.finish(out);
        return kept.complete() ? failure{} : problem("out of memory");
    }
};

// The rows of one group.
template <class T>
struct group {
    any_digest hash;
    T all;
};
// What DuckDB keeps for a group.
template <class T>
struct slot {
    group<T>* made;
};
template <class T>
slot<T>& slot_at(duckdb_aggregate_state state) noexcept {
    return *reinterpret_cast<slot<T>*>(state);
}

template <class T>
idx_t state_size(duckdb_function_info) {
    return sizeof(slot<T>);
}
template <class T>
void init(duckdb_function_info, duckdb_aggregate_state state) {
    slot_at<T>(state).made = nullptr;
}
template <class T>
void destroy(duckdb_aggregate_state* states, idx_t count) {
    for (idx_t i = 0; i < count; ++i) {
        delete slot_at<T>(states[i]).made;
        slot_at<T>(states[i]).made = nullptr;
    }
}

// Sees to it that the group has this algorithm.
template <class T>
failure prepare(slot<T>& place, std::string_view algorithm) noexcept {
    if (place.made != nullptr) {
        if (place.made->hash.info().name == algorithm) return {};
        return problem("the algorithm of an aggregate must be the same in all rows");
    }
    const any_result<any_digest> hash = engine::find_hash(algorithm);
    if (!hash) return hash.error();
    place.made = new (std::nothrow) group<T>{*hash, T(*hash)};
    return place.made == nullptr ? problem("out of memory") : failure{};
}

template <class T>
void update(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state* states) {
    const strings names(duckdb_data_chunk_get_vector(input, 0));
    column values;
    failure why = values.open(duckdb_data_chunk_get_vector(input, 1));
    const idx_t size = duckdb_data_chunk_get_size(input);
    for (idx_t i = 0; i < size && why.message().empty(); ++i) {
        slot<T>& place = slot_at<T>(states[i]);
        why = names.valid(i) ? prepare(place, text_of(names[i])) : problem("the algorithm of an aggregate is NULL");
        if (why.message().empty()) why = place.made->all.take(values, i);
    }
    if (!why.message().empty()) fail(info, why);
}

// Joins the rows of `from` to those of `to`. What `from` holds is not changed, because windows use it again, on several
// threads at the same time.
template <class T>
failure join(const slot<T>& from, slot<T>& to) noexcept {
    if (from.made == nullptr) return {};
    if (to.made == nullptr) {
        to.made = new (std::nothrow) group<T>(std::as_const(*from.made));
        return to.made == nullptr ? problem("out of memory") : failure{};
    }
    if (from.made->hash.info().name != to.made->hash.info().name)
        return problem("the algorithm of an aggregate must be the same in all rows");
    return to.made->all.join(from.made->all);
}
template <class T>
void combine(duckdb_function_info info, duckdb_aggregate_state* from, duckdb_aggregate_state* to, idx_t count) {
    for (idx_t i = 0; i < count; ++i) {
        const failure why = join(slot_at<T>(from[i]), slot_at<T>(to[i]));
        if (!why.message().empty()) return fail(info, why);
    }
}

template <class T>
void finalize(duckdb_function_info info, duckdb_aggregate_state* states, duckdb_vector out, idx_t count, idx_t offset) {
    results to(out);
    for (idx_t i = 0; i < count; ++i) {
        group<T>* const made = slot_at<T>(states[i]).made;
        if (made == nullptr) {
            to.put_null(offset + i);
            continue;
        }
        std::array<std::uint8_t, engine::longest_digest> memory;
        const octets_out digest = std::span(memory).first(made->hash.digest_size());
        const failure why = made->all.finish(digest);
        if (!why.message().empty()) return fail(info, why);
        const idx_t row = offset + i;
        constexpr std::uint16_t first = 0;
        to.put(digest, digest.size(), std::span(&row, 1), std::span(&first, 1));
    }
}

template <class T>
bool add(duckdb_connection connection) noexcept {
    duckdb_aggregate_function function = duckdb_create_aggregate_function();
    duckdb_aggregate_function_set_name(function, T::name);
    duckdb_aggregate_function_add_parameter(function, type_of(DUCKDB_TYPE_VARCHAR).get());
    duckdb_aggregate_function_add_parameter(function, type_of(DUCKDB_TYPE_ANY).get());
    duckdb_aggregate_function_set_return_type(function, type_of(DUCKDB_TYPE_BLOB).get());
    duckdb_aggregate_function_set_functions(function, state_size<T>, init<T>, update<T>, combine<T>, finalize<T>);
    duckdb_aggregate_function_set_destructor(function, destroy<T>);
    duckdb_aggregate_function_set_special_handling(function);
    const bool good = duckdb_register_aggregate_function(connection, function) == DuckDBSuccess;
    duckdb_destroy_aggregate_function(&function);
    return good;
}

}  // namespace

bool register_aggregates(duckdb_connection connection) noexcept {
    return add<sequence>(connection) && add<set>(connection) && add<tree>(connection);
}

}  // namespace hashlane::duckdb
