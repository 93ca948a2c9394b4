// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane_row: values of any types, of which the digests of many rows are computed side by side.
#include <array>
#include <memory>
#include <new>

#include "functions.hpp"
#include "message.hpp"
#include "results.hpp"

namespace hashlane::duckdb {
namespace {

constexpr std::size_t most_rows = 256;

// The columns of the values of a chunk.
struct table {
    std::unique_ptr<column[]> columns;
    idx_t count = 0;

    failure open(duckdb_data_chunk chunk) noexcept {
        count = duckdb_data_chunk_get_column_count(chunk) - 1;
        columns.reset(new (std::nothrow) column[count]);
        if (columns == nullptr) return problem("out of memory");
        for (idx_t k = 0; k < count; ++k) {
            failure why = columns[k].open(duckdb_data_chunk_get_vector(chunk, k + 1));
            if (!why.message().empty()) return why;
        }
        return {};
    }
    failure encode_row(idx_t i, engine::digest_batch& to) noexcept {
        engine::row_encoder row(to);
        row.start_row(count);
        for (idx_t k = 0; k < count; ++k) {
            failure why = columns[k].encode(i, row);
            if (!why.message().empty()) return why;
        }
        to.end_message();
        return {};
    }
};

// Rows with the same algorithm that wait for their digests.
struct group {
    engine::digest_batch digests;
    std::size_t rows = 0;
    std::array<idx_t, most_rows> places;

    explicit group(const any_digest& hash) noexcept : digests(hash, most_rows * engine::longest_digest) {}

    failure finish(results& to) noexcept {
        static constexpr auto in_order = [] {
            std::array<std::uint16_t, most_rows> numbers{};
            for (std::size_t k = 0; k < most_rows; ++k) numbers[k] = static_cast<std::uint16_t>(k);
            return numbers;
        }();
        const octets_in all = digests.all();
        if (!digests.complete()) return problem("out of memory");
        to.put(all, digests.hash().digest_size(), std::span(places).first(rows), std::span(in_order).first(rows));
        digests.clear();
        rows = 0;
        return {};
    }
};

failure digest_rows(duckdb_data_chunk input, results to) noexcept {
    table values;
    failure why = values.open(input);
    if (!why.message().empty()) return why;
    const strings names(duckdb_data_chunk_get_vector(input, 0));
    std::optional<group> now;
    const idx_t size = duckdb_data_chunk_get_size(input);
    for (idx_t i = 0; i < size; ++i) {
        if (!names.valid(i)) {
            to.put_null(i);
            continue;
        }
        const bool other = !now || now->digests.hash().info().name != text_of(names[i]);
        if (now && (other || now->rows == most_rows)) why = now->finish(to);
        if (other && why.message().empty()) {
            const any_result<any_digest> hash = engine::find_hash(text_of(names[i]));
            if (!hash) return hash.error();
            now.emplace(*hash);
        }
        if (why.message().empty()) why = values.encode_row(i, now->digests);
        if (!why.message().empty()) return why;
        now->places[now->rows] = i;
        ++now->rows;
    }
    return now ? now->finish(to) : failure{};
}

void row(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    const failure why = digest_rows(input, results(output));
    if (why.message().empty()) return;
    failure whole(any_problem::none);
    whole.add("hashlane: ").add(why.message());
    duckdb_scalar_function_set_error(info, whole.message().data());
}

}  // namespace

bool register_rows(duckdb_connection connection) noexcept {
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, "hashlane_row");
    duckdb_scalar_function_add_parameter(function, type_of(DUCKDB_TYPE_VARCHAR).get());
    duckdb_scalar_function_set_varargs(function, type_of(DUCKDB_TYPE_ANY).get());
    duckdb_scalar_function_set_return_type(function, type_of(DUCKDB_TYPE_BLOB).get());
    duckdb_scalar_function_set_function(function, row);
    duckdb_scalar_function_set_special_handling(function);
    const bool good = duckdb_register_scalar_function(connection, function) == DuckDBSuccess;
    duckdb_destroy_scalar_function(&function);
    return good;
}

}  // namespace hashlane::duckdb
