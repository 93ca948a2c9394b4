// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Dates and times of ISO 8601 as text, which is how SQLite keeps them.

#include <cstdint>
#include <optional>
#include <string_view>

#include "row.hpp"

namespace hashlane::sqlite {

// Reads a text from its beginning on. Each function takes what it reads from the text; where the text holds something else it
// gives nothing.
class iso_reader {
  public:
    explicit iso_reader(std::string_view text) noexcept : rest(text) {}

    // YYYY-MM-DD, of the years 0000 to 9999, as days since 1970-01-01.
    std::optional<std::int64_t> date() noexcept;
    // HH:MM:SS, with up to 9 digits of a fraction, as nanoseconds since midnight. 24:00:00 is the end of the day.
    std::optional<std::int64_t> time() noexcept;
    // A date, a T or a space, and a time, as nanoseconds since 1970-01-01T00:00:00.
    std::optional<engine::int128> moment() noexcept;
    // Z, or +HH:MM or -HH:MM, as seconds east of UTC.
    std::optional<std::int64_t> zone() noexcept;
    // Whether all of the text was read.
    bool ended() const noexcept { return rest.empty(); }

  private:
    bool take(char c) noexcept;
    std::optional<std::int64_t> digits(std::size_t n) noexcept;
    std::optional<std::int64_t> fraction() noexcept;

    std::string_view rest;
};

}  // namespace hashlane::sqlite
