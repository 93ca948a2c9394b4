// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "kinds.hpp"

#include "iso_time.hpp"

namespace hashlane::sqlite {
namespace {

using engine::int128;
using encoder = engine::row_encoder<engine::message_hasher>;
using engine::unit;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// A decimal number: coefficient * 10^-scale.
struct number {
    int128 coefficient;
    std::int64_t scale;
};

// Reads [-+]digits[.digits], with 38 digits at most.
std::optional<number> read_number(std::string_view text) noexcept {
    number read{0, 0};
    const bool negative = !text.empty() && text[0] == '-';
    if (!text.empty() && (negative || text[0] == '+')) text.remove_prefix(1);
    bool after_point = false;
    unsigned digits = 0;
    for (const char c : text) {
        if (c == '.' && !after_point && digits != 0) {
            after_point = true;
            continue;
        }
        if (!is_digit(c) || digits == 38) return std::nullopt;
        read.coefficient = read.coefficient * 10 + (c - '0');
        read.scale += after_point;
        ++digits;
    }
    if (digits == 0 || text.back() == '.') return std::nullopt;
    if (negative) read.coefficient = -read.coefficient;
    return read;
}

bool boolean(sqlite3_value* value, encoder& to) noexcept {
    const sqlite3_int64 i = sqlite3_value_int64(value);
    if (sqlite3_value_type(value) != SQLITE_INTEGER || (i != 0 && i != 1)) return false;
    to.boolean(i == 1);
    return true;
}

bool integer(sqlite3_value* value, encoder& to) noexcept {
    if (sqlite3_value_type(value) == SQLITE_INTEGER) {
        to.integer(sqlite3_value_int64(value));
        return true;
    }
    const std::optional<number> read = read_number(name_in(value));
    if (!read || read->scale != 0) return false;
    to.integer_128(read->coefficient);
    return true;
}

bool float64(sqlite3_value* value, encoder& to) noexcept {
    const int type = sqlite3_value_type(value);
    constexpr sqlite3_int64 exact = sqlite3_int64{1} << 53;
    if (type == SQLITE_INTEGER) {
        const sqlite3_int64 i = sqlite3_value_int64(value);
        if (i < -exact || i > exact) return false;
    } else if (type != SQLITE_FLOAT) {
        return false;
    }
    to.float64(sqlite3_value_double(value));
    return true;
}

bool decimal(sqlite3_value* value, encoder& to) noexcept {
    if (sqlite3_value_type(value) == SQLITE_INTEGER) {
        to.decimal(sqlite3_value_int64(value), 0);
        return true;
    }
    const std::optional<number> read = read_number(name_in(value));
    if (!read) return false;
    to.decimal(read->coefficient, read->scale);
    return true;
}

bool bytes(sqlite3_value* value, encoder& to) noexcept {
    const std::optional<octets_in> octets = octets_of(value);
    if (sqlite3_value_type(value) != SQLITE_BLOB || !octets) return false;
    to.bytes(*octets);
    return true;
}

bool text(sqlite3_value* value, encoder& to) noexcept {
    const std::optional<octets_in> octets = octets_of(value);
    return sqlite3_value_type(value) == SQLITE_TEXT && octets && to.text(*octets);
}

bool date(sqlite3_value* value, encoder& to) noexcept {
    iso_reader reader(name_in(value));
    const std::optional<std::int64_t> days = reader.date();
    if (!days || !reader.ended()) return false;
    to.date(*days);
    return true;
}

bool time_of_day(sqlite3_value* value, encoder& to) noexcept {
    iso_reader reader(name_in(value));
    const std::optional<std::int64_t> time = reader.time();
    if (!time || !reader.ended()) return false;
    to.time(*time, unit::nanosecond);
    return true;
}

bool local_time(sqlite3_value* value, encoder& to) noexcept {
    iso_reader reader(name_in(value));
    const std::optional<int128> moment = reader.moment();
    if (!moment || !reader.ended()) return false;
    to.local_time(*moment);
    return true;
}

bool instant(sqlite3_value* value, encoder& to) noexcept {
    if (sqlite3_value_type(value) == SQLITE_INTEGER) {
        to.instant(sqlite3_value_int64(value), unit::second);
        return true;
    }
    iso_reader reader(name_in(value));
    const std::optional<int128> moment = reader.moment();
    const std::optional<std::int64_t> east = reader.zone();
    if (!moment || !east || !reader.ended()) return false;
    to.instant(*moment - int128{*east} * 1'000'000'000);
    return true;
}

bool as_it_is(sqlite3_value* value, encoder& to) noexcept { return encode(value, to).message().empty(); }

struct kind {
    std::string_view name;
    bool (*write)(sqlite3_value*, encoder&) noexcept;
};
constexpr kind kinds[] = {
    {"bool", boolean},          {"integer", integer}, {"float64", float64}, {"decimal", decimal},
    {"bytes", bytes},           {"text", text},       {"date", date},       {"time", time_of_day},
    {"local time", local_time}, {"instant", instant}, {"any", as_it_is},
};

}  // namespace

std::string_view next_kind(std::string_view& list) noexcept {
    const std::size_t comma = list.find(',');
    std::string_view word = list.substr(0, comma);
    list.remove_prefix(comma == list.npos ? list.size() : comma + 1);
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    return word;
}

failure encode_as(std::string_view name, sqlite3_value* value, encoder to) noexcept {
    for (const kind& one : kinds) {
        if (one.name != name) continue;
        if (is_null(value)) {
            to.null();
            return {};
        }
        if (one.write(value, to)) return {};
        return failure(any_problem::none).add("a value is no ").add(name);
    }
    if (name == "list" || name == "struct") return failure(any_problem::none).add("SQLite has no ").add(name);
    return failure(any_problem::none).add("no kind has the name ").add_name(name);
}

}  // namespace hashlane::sqlite
