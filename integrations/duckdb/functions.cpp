// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane_digest, hashlane_hex, hashlane_mac, hashlane_mac_named and hashlane_xof. Up to 256 rows with the same algorithm are digested side by
// side; a value that follows itself, as in a constant column, is digested once. An argument NULL gives NULL.
#include "functions.hpp"

#include <array>
#include <cstdlib>

#include "byte_buffer.hpp"
#include "key_file.hpp"
#include "results.hpp"

namespace hashlane::duckdb {
namespace {

constexpr std::size_t most_rows = 256;
constexpr std::size_t most_bytes = std::size_t{1} << 20;  // of results that are computed at once

void fail(duckdb_function_info info, const failure& why) noexcept {
    failure whole(any_problem::none);
    whole.add("hashlane: ").add(why.message());
    duckdb_scalar_function_set_error(info, whole.message().data());
}

// Rows that wait for their results, and the messages that are digested for them.
class pending_rows {
  public:
    bool full(std::size_t width) const noexcept { return rows == most_rows || (messages + 1) * width > most_bytes; }
    void add(idx_t row, const duckdb_string_t& value) noexcept {
        if (messages == 0 || !is_same(value, *last)) {
            all[messages] = octets_of(value);
            ++messages;
        }
        last = &value;
        places[rows] = row;
        which[rows] = static_cast<std::uint16_t>(messages - 1);
        ++rows;
    }
    // Digests the messages with what `prefix` is, and writes the results of the rows.
    failure finish(const any_hash& prefix, std::size_t width, bool hex, results& to) noexcept {
        const std::size_t bytes = messages * width;
        digests.shorten(0);
        std::uint8_t* const out = digests.extend(bytes);
        std::uint8_t* const text = hex ? digests.extend(2 * bytes) : out;
        if (!digests.complete()) return problem("out of memory");
        const octets_out computed = digests.bytes().first(bytes);
        if (bytes != 0) (void)digest_many(prefix, std::span(all).first(messages), computed);  // their size is right
        octets_in written = computed;
        if (hex && text != nullptr) {
            engine::write_hex(computed, reinterpret_cast<char*>(digests.bytes().data() + bytes));
            written = digests.view().subspan(bytes);
        }
        to.put(written, hex ? 2 * width : width, std::span(places).first(rows), std::span(which).first(rows));
        rows = 0;
        messages = 0;
        return {};
    }

  private:
    std::size_t rows = 0, messages = 0;
    const duckdb_string_t* last = nullptr;
    std::array<octets_in, most_rows> all;
    std::array<idx_t, most_rows> places;
    std::array<std::uint16_t, most_rows> which;
    engine::byte_buffer digests;
};

// What the rows have in common: `prefix` makes the results, of `width` bytes.
struct maker {
    any_hash prefix;
    std::size_t width;
};

// Walks the rows of a chunk. is_null(i) tells which are NULL, same(i, k) whether row i has the arguments of row k besides
// the value, and make(i) gives what its result is made with, or a failure.
template <class Null, class Same, class Make>
failure each_row(idx_t size, strings values, bool hex, results to, Null&& is_null, Same&& same, Make&& make) noexcept {
    pending_rows waiting;
    std::optional<maker> now;
    idx_t made_for = 0;
    for (idx_t i = 0; i < size; ++i) {
        if (is_null(i) || !values.valid(i)) {
            to.put_null(i);
            continue;
        }
        const bool other = !now || !same(i, made_for);
        if (now && (other || waiting.full(now->width))) {
            failure why = waiting.finish(now->prefix, now->width, hex, to);
            if (!why.message().empty()) return why;
        }
        if (other) {
            any_result<maker> made = make(i);
            if (!made) return made.error();
            now.emplace(*made);
            made_for = i;
        }
        waiting.add(i, values[i]);
    }
    return now ? waiting.finish(now->prefix, now->width, hex, to) : failure{};
}

any_result<maker> hash_named(std::string_view name) noexcept {
    const any_result<any_digest> found = engine::find_hash(name);
    if (!found) return found.error();
    return maker{engine::in_pieces(*found), found->digest_size()};
}

template <bool Hex>
void digest(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    const strings names(duckdb_data_chunk_get_vector(input, 0));
    const failure why = each_row(
        duckdb_data_chunk_get_size(input), strings(duckdb_data_chunk_get_vector(input, 1)), Hex, results(output),
        [&](idx_t i) { return !names.valid(i); },
        [&](idx_t i, idx_t k) { return is_same(names[i], names[k]) || text_of(names[i]) == text_of(names[k]); },
        [&](idx_t i) { return hash_named(text_of(names[i])); });
    if (!why.message().empty()) fail(info, why);
}

any_result<maker> mac_with(std::string_view name, octets_in key) noexcept {
    const any_result<any_mac> found = engine::find_mac(name, key);
    if (!found) return found.error();
    return maker{found->as_hash(), found->tag_size()};
}

void mac(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    const strings names(duckdb_data_chunk_get_vector(input, 0)), keys(duckdb_data_chunk_get_vector(input, 1));
    const failure why = each_row(
        duckdb_data_chunk_get_size(input), strings(duckdb_data_chunk_get_vector(input, 2)), false, results(output),
        [&](idx_t i) { return !names.valid(i) || !keys.valid(i); },
        [&](idx_t i, idx_t k) { return is_same(keys[i], keys[k]) && text_of(names[i]) == text_of(names[k]); },
        [&](idx_t i) { return mac_with(text_of(names[i]), octets_of(keys[i])); });
    if (!why.message().empty()) fail(info, why);
}

// The keys of the file that HASHLANE_KEYS names. It is read once, at the first call.
struct keys_of_environment {
    engine::key_file keys;
    failure why;

    keys_of_environment() noexcept {
        const char* const path = std::getenv("HASHLANE_KEYS");
        why = path == nullptr ? problem("no key file: set HASHLANE_KEYS") : keys.read(path);
    }
};

any_result<maker> mac_with_named(std::string_view name, std::string_view key_name) noexcept {
    static const keys_of_environment known;
    if (!known.why.message().empty()) return known.why;
    engine::named_key key;
    const failure why = known.keys.find(key_name, key);
    if (!why.message().empty()) return why;
    return mac_with(name, key.view());
}

void mac_named(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    const strings names(duckdb_data_chunk_get_vector(input, 0)), keys(duckdb_data_chunk_get_vector(input, 1));
    const failure why = each_row(
        duckdb_data_chunk_get_size(input), strings(duckdb_data_chunk_get_vector(input, 2)), false, results(output),
        [&](idx_t i) { return !names.valid(i) || !keys.valid(i); },
        [&](idx_t i, idx_t k) {
            return text_of(keys[i]) == text_of(keys[k]) && text_of(names[i]) == text_of(names[k]);
        },
        [&](idx_t i) { return mac_with_named(text_of(names[i]), text_of(keys[i])); });
    if (!why.message().empty()) fail(info, why);
}

any_result<maker> xof_named(std::string_view name, std::int64_t length) noexcept {
    const any_result<any_digest> found = engine::find_xof(name, length);
    if (!found) return found.error();
    return maker{engine::in_pieces(*found), static_cast<std::size_t>(length)};
}

void xof(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
    const strings names(duckdb_data_chunk_get_vector(input, 0));
    const duckdb_vector length_vector = duckdb_data_chunk_get_vector(input, 2);
    const auto* const lengths = static_cast<const std::int64_t*>(duckdb_vector_get_data(length_vector));
    const std::uint64_t* const known = duckdb_vector_get_validity(length_vector);
    const failure why = each_row(
        duckdb_data_chunk_get_size(input), strings(duckdb_data_chunk_get_vector(input, 1)), false, results(output),
        [&](idx_t i) { return !names.valid(i) || !is_valid(known, i); },
        [&](idx_t i, idx_t k) { return lengths[i] == lengths[k] && text_of(names[i]) == text_of(names[k]); },
        [&](idx_t i) { return xof_named(text_of(names[i]), lengths[i]); });
    if (!why.message().empty()) fail(info, why);
}

// The forms of a function: its parameters, ended by INVALID, and its result.
struct form {
    const char* name;
    duckdb_scalar_function_t call;
    duckdb_type result;
    std::array<duckdb_type, 4> parameters;
};
constexpr auto text = DUCKDB_TYPE_VARCHAR, blob = DUCKDB_TYPE_BLOB, number = DUCKDB_TYPE_BIGINT;
constexpr auto end = DUCKDB_TYPE_INVALID;
constexpr form forms[] = {
    {"hashlane_digest", digest<false>, blob, {text, blob, end}},
    {"hashlane_digest", digest<false>, blob, {text, text, end}},
    {"hashlane_hex", digest<true>, text, {text, blob, end}},
    {"hashlane_hex", digest<true>, text, {text, text, end}},
    {"hashlane_mac", mac, blob, {text, blob, blob, end}},
    {"hashlane_mac", mac, blob, {text, blob, text, end}},
    {"hashlane_mac", mac, blob, {text, text, blob, end}},
    {"hashlane_mac", mac, blob, {text, text, text, end}},
    {"hashlane_mac_named", mac_named, blob, {text, text, blob, end}},
    {"hashlane_mac_named", mac_named, blob, {text, text, text, end}},
    {"hashlane_xof", xof, blob, {text, blob, number, end}},
    {"hashlane_xof", xof, blob, {text, text, number, end}},
};

bool add_form(duckdb_scalar_function_set set, const form& one) noexcept {
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_scalar_function_set_name(function, one.name);
    for (const duckdb_type parameter : one.parameters) {
        if (parameter == end) break;
        duckdb_scalar_function_add_parameter(function, type_of(parameter).get());
    }
    duckdb_scalar_function_set_return_type(function, type_of(one.result).get());
    duckdb_scalar_function_set_function(function, one.call);
    duckdb_scalar_function_set_special_handling(function);
    const bool good = duckdb_add_scalar_function_to_set(set, function) == DuckDBSuccess;
    duckdb_destroy_scalar_function(&function);
    return good;
}

}  // namespace

bool register_functions(duckdb_connection connection) noexcept {
    bool good = true;
    for (const char* const name :
         {"hashlane_digest", "hashlane_hex", "hashlane_mac", "hashlane_mac_named", "hashlane_xof"}) {
        duckdb_scalar_function_set set = duckdb_create_scalar_function_set(name);
        for (const form& one : forms)
            if (std::string_view(one.name) == name) good = good && add_form(set, one);
        good = good && duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
        duckdb_destroy_scalar_function_set(&set);
    }
    return good;
}

}  // namespace hashlane::duckdb
