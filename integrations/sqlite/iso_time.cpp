// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "iso_time.hpp"

namespace hashlane::sqlite {
namespace {

constexpr std::int64_t nanoseconds_each_second = 1'000'000'000;

bool is_leap(std::int64_t year) noexcept { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

// Days from 0000-01-01 to the first day of a year, which is 0 or more: the years before it, and the leap years among them.
constexpr std::int64_t days_before(std::int64_t year) noexcept {
    return 365 * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
}

std::int64_t days_in(std::int64_t year, std::int64_t month) noexcept {
    constexpr std::int64_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

}  // namespace

bool iso_reader::take(char c) noexcept {
    if (rest.empty() || rest[0] != c) return false;
    rest.remove_prefix(1);
    return true;
}

std::optional<std::int64_t> iso_reader::digits(std::size_t n) noexcept {
    if (rest.size() < n) return std::nullopt;
    std::int64_t number = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if (rest[i] < '0' || rest[i] > '9') return std::nullopt;
        number = number * 10 + (rest[i] - '0');
    }
    rest.remove_prefix(n);
    return number;
}

std::optional<std::int64_t> iso_reader::date() noexcept {
    const auto year = digits(4);
    if (!year || !take('-')) return std::nullopt;
    const auto month = digits(2);
    if (!month || !take('-')) return std::nullopt;
    const auto day = digits(2);
    if (!day || *month < 1 || *month > 12 || *day < 1 || *day > days_in(*year, *month)) return std::nullopt;
    std::int64_t days = days_before(*year) - days_before(1970) + *day - 1;
    for (std::int64_t m = 1; m < *month; ++m) days += days_in(*year, m);
    return days;
}

// The digits after the point, of which there are 1 to 9, as nanoseconds.
std::optional<std::int64_t> iso_reader::fraction() noexcept {
    std::size_t n = 0;
    while (n < rest.size() && rest[n] >= '0' && rest[n] <= '9') ++n;
    if (n == 0 || n > 9) return std::nullopt;
    std::int64_t number = *digits(n);
    for (; n < 9; ++n) number *= 10;
    return number;
}

std::optional<std::int64_t> iso_reader::time() noexcept {
    const auto hour = digits(2);
    if (!hour || !take(':')) return std::nullopt;
    const auto minute = digits(2);
    if (!minute || !take(':')) return std::nullopt;
    const auto second = digits(2);
    if (!second || *hour > 24 || *minute > 59 || *second > 59) return std::nullopt;
    std::int64_t nanoseconds = ((*hour * 60 + *minute) * 60 + *second) * nanoseconds_each_second;
    if (take('.')) {
        const auto more = fraction();
        if (!more) return std::nullopt;
        nanoseconds += *more;
    }
    if (nanoseconds > 86'400 * nanoseconds_each_second) return std::nullopt;
    return nanoseconds;
}

std::optional<engine::int128> iso_reader::moment() noexcept {
    const auto days = date();
    if (!days || (!take('T') && !take(' '))) return std::nullopt;
    const auto nanoseconds = time();
    if (!nanoseconds) return std::nullopt;
    return engine::int128{*days} * 86'400 * nanoseconds_each_second + *nanoseconds;
}

std::optional<std::int64_t> iso_reader::zone() noexcept {
    if (take('Z')) return 0;
    const bool west = take('-');
    if (!west && !take('+')) return std::nullopt;
    const auto hours = digits(2);
    if (!hours || !take(':')) return std::nullopt;
    const auto minutes = digits(2);
    if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
    const std::int64_t seconds = (*hours * 60 + *minutes) * 60;
    return west ? -seconds : seconds;
}

}  // namespace hashlane::sqlite
