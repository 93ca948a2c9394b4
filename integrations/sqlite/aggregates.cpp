// SPDX-License-Identifier: Apache-2.0 OR MIT
// The aggregates. Without a row each gives NULL, since its algorithm is not known then.
#include "aggregates.hpp"

#include <array>
#include <new>

#include "extension.hpp"

namespace hashlane::sqlite {
namespace {

// One aggregate over one group: what it has kept, and its algorithm.
template <class T>
struct group {
    any_digest hash;
    T kept;
};
// What SQLite keeps for a group. It is zeroed at first.
template <class T>
struct slot {
    group<T>* made;
};

std::size_t limit_for(sqlite3_context* context) noexcept { return settings_of(context).set_limit; }

// Makes a T in memory of a group.
template <class T>
group<T>* make_group(void* where, const any_digest& hash, sqlite3_context*) noexcept {
    return ::new (where) group<T>{hash, T(hash)};
}
template <>
group<engine::set_digest>* make_group(void* where, const any_digest& hash, sqlite3_context* context) noexcept {
    return ::new (where) group<engine::set_digest>{hash, engine::set_digest(hash, limit_for(context))};
}

// The group of this call, made at its first row; nullptr after an error.
template <class T>
T* group_of(sqlite3_context* context, sqlite3_value* name) noexcept {
    auto* const place = static_cast<slot<T>*>(sqlite3_aggregate_context(context, sizeof(slot<T>)));
    if (place == nullptr) {
        sqlite3_result_error_nomem(context);
        return nullptr;
    }
    if (is_null(name)) {
        fail(context, "the algorithm of an aggregate is NULL");
        return nullptr;
    }
    const std::string_view algorithm = name_in(name);
    if (place->made != nullptr) {
        if (place->made->hash.info().name == algorithm) return &place->made->kept;
        fail(context, "the algorithm of an aggregate must be the same in all rows");
        return nullptr;
    }
    const any_result<any_digest> hash = engine::find_hash(algorithm);
    if (!hash) {
        fail(context, hash.error().message());
        return nullptr;
    }
    static_assert(alignof(group<T>) <= 8);
    void* const where = sqlite3_malloc64(sizeof(group<T>));
    if (where == nullptr) {
        sqlite3_result_error_nomem(context);
        return nullptr;
    }
    place->made = make_group<T>(where, *hash, context);
    return &place->made->kept;
}

// Ends a group: finish(kept, out) writes the digest, and returns a failure.
template <class T, class F>
void end_group(sqlite3_context* context, F&& finish) noexcept {
    auto* const place = static_cast<slot<T>*>(sqlite3_aggregate_context(context, 0));
    if (place == nullptr || place->made == nullptr) return;
    std::array<std::uint8_t, engine::longest_digest> out;
    const octets_out digest = std::span(out).first(place->made->hash.digest_size());
    const failure why = finish(place->made->kept, digest);
    if (why.message().empty())
        sqlite3_result_blob(context, digest.data(), static_cast<int>(digest.size()), SQLITE_TRANSIENT);
    else
        fail(context, why.message());
    place->made->~group<T>();
    sqlite3_free(place->made);
    place->made = nullptr;
}

void agg_step(sqlite3_context* context, int, sqlite3_value** arguments) {
    auto* const all = group_of<engine::sequence_digest>(context, arguments[0]);
    if (all == nullptr) return;
    const failure why = encode(arguments[1], all->values());
    if (!why.message().empty()) fail(context, why.message());
}
void agg_final(sqlite3_context* context) {
    end_group<engine::sequence_digest>(context, [](engine::sequence_digest& all, octets_out out) {
        all.finish(out);
        return failure{};
    });
}

void set_step(sqlite3_context* context, int, sqlite3_value** arguments) {
    auto* const all = group_of<engine::set_digest>(context, arguments[0]);
    if (all == nullptr) return;
    failure why = encode(arguments[1], all->start_value());
    if (!why.message().empty()) {
        all->drop_value();
        return fail(context, why.message());
    }
    all->end_value();
    why = all->problem();
    if (!why.message().empty()) fail(context, why.message());
}
void set_final(sqlite3_context* context) {
    end_group<engine::set_digest>(
        context, [](engine::set_digest& all, octets_out out) { return all.finish(out) ? failure{} : all.problem(); });
}

void merkle_step(sqlite3_context* context, int, sqlite3_value** arguments) {
    auto* const tree = group_of<engine::merkle_root>(context, arguments[0]);
    if (tree == nullptr) return;
    if (!has_bytes(arguments[1]))
        return fail(context,
                    "a leaf is text or a blob, not NULL and no number: hashlane_row_bytes makes one of any values");
    const auto leaf = octets_of(arguments[1]);
    if (!leaf) return sqlite3_result_error_nomem(context);
    tree->add(*leaf);
}
void merkle_final(sqlite3_context* context) {
    end_group<engine::merkle_root>(context, [](engine::merkle_root& tree, octets_out out) {
        tree.finish(out);
        return tree.complete() ? failure{} : failure(any_problem::none).add(no_memory);
    });
}

constexpr aggregate_function functions[] = {
    {"hashlane_agg", agg_step, agg_final},
    {"hashlane_set_agg", set_step, set_final},
    {"hashlane_merkle_root", merkle_step, merkle_final},
};

}  // namespace

std::span<const aggregate_function> aggregate_functions() noexcept { return functions; }

}  // namespace hashlane::sqlite
