// SPDX-License-Identifier: Apache-2.0 OR MIT
// The vectors of integrations/row/vectors.json, and how their values are given to the core of the engines.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <hashlane/hex.hpp>
#include <nlohmann/json.hpp>

#include "aggregates.hpp"

namespace engine_test {

namespace hl = hashlane;
namespace engine = hashlane::engine;
using json = nlohmann::json;
using bytes = std::vector<std::uint8_t>;

// A sink that keeps a message.
struct collector {
    bytes all;
    void put(const std::uint8_t* p, std::size_t n) { all.insert(all.end(), p, p + n); }
};

inline json read_vectors() {
    std::ifstream file(HASHLANE_SOURCE_DIR "/integrations/row/vectors.json");
    return json::parse(file);
}

inline std::string hex(const bytes& b) { return hl::to_hex<std::string>(b); }
inline bytes from_hex(const json& text) { return hl::from_hex<bytes>(text.get<std::string>()).value(); }

inline engine::int128 parse_integer(const std::string& text) {
    engine::uint128 magnitude = 0;
    for (const char c : text)
        if (c != '-') magnitude = magnitude * 10 + static_cast<unsigned>(c - '0');
    return static_cast<engine::int128>(text[0] == '-' ? -magnitude : magnitude);
}

template <class Sink>
void encode_integer(const std::string& text, engine::row_encoder<Sink>& row) {
    const engine::int128 i = parse_integer(text);
    if (text.size() > 36 && text[0] != '-')
        row.unsigned_128(static_cast<engine::uint128>(i));
    else if (i == static_cast<std::int64_t>(i))
        row.integer(static_cast<std::int64_t>(i));
    else
        row.integer_128(i);
}

// The digits without the point and the exponent, and how many digits follow the point.
template <class Sink>
void encode_decimal(std::string text, engine::row_encoder<Sink>& row) {
    std::int64_t scale = 0;
    if (const auto e = text.find('e'); e != text.npos) {
        scale = -std::stoll(text.substr(e + 1));
        text.resize(e);
    }
    if (const auto point = text.find('.'); point != text.npos) {
        scale += static_cast<std::int64_t>(text.size() - point - 1);
        text.erase(point, 1);
    }
    row.decimal(parse_integer(text), scale);
}

template <class Sink>
void encode_moment(const json& value, engine::row_encoder<Sink>& row) {
    const auto kind = value["kind"].get<std::string>();
    if (kind == "date") return row.date(std::stoll(value["days"].get<std::string>()));
    const engine::int128 nanoseconds = parse_integer(value["nanoseconds"].get<std::string>());
    // Of years that 64 bits of nanoseconds cannot hold there are whole microseconds.
    const bool fits = nanoseconds == static_cast<std::int64_t>(nanoseconds);
    const auto each = fits ? engine::unit::nanosecond : engine::unit::microsecond;
    const auto count = static_cast<std::int64_t>(nanoseconds / static_cast<std::int64_t>(each));
    if (kind == "time") return row.time(count, each);
    if (kind == "local time") return row.local_time(count, each);
    row.instant(count, each);
}

// Returns false when a text is refused.
template <class Sink>
bool encode(const json& value, engine::row_encoder<Sink> row) {
    const auto kind = value["kind"].get<std::string>();
    const json& v = value.contains("value") ? value["value"] : value;
    if (kind == "null") {
        row.null();
    } else if (kind == "bool") {
        row.boolean(v.get<bool>());
    } else if (kind == "integer") {
        encode_integer(v.get<std::string>(), row);
    } else if (kind == "float64") {
        row.float64(std::bit_cast<double>(std::stoull(v.get<std::string>(), nullptr, 16)));
    } else if (kind == "decimal") {
        encode_decimal(v.get<std::string>(), row);
    } else if (kind == "bytes") {
        row.bytes(from_hex(v));
    } else if (kind == "text") {
        const auto text = v.get<std::string>();
        return row.text(hl::as_octets(text));
    } else if (kind == "list" || kind == "struct") {
        if (kind == "list")
            row.list(v.size());
        else
            row.structure(v.size());
        for (const json& one : v)
            if (!encode(one, row)) return false;
    } else {
        encode_moment(value, row);
    }
    return true;
}

template <class Sink>
bool encode_row(const json& values, Sink& to) {
    engine::row_encoder row(to);
    row.start_row(values.size());
    for (const json& value : values)
        if (!encode(value, row)) return false;
    return true;
}

}  // namespace engine_test
