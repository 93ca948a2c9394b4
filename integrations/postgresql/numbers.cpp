// SPDX-License-Identifier: Apache-2.0 OR MIT
// A numeric is read in the form in which PostgreSQL sends it to programs: four numbers of 16 bits, the count of digits, the
// weight of the first, the sign and the scale; then the digits, which are those of base 10000. All have the most significant
// byte first.
#include "numbers.hpp"

#include <array>

namespace hashlane::postgresql {
namespace {

constexpr unsigned base = 10000;
constexpr std::uint16_t positive = 0x0000;
constexpr std::uint16_t negative = 0x4000;  // other signs mark infinities and what is no number

struct wire_number {
    octets_in digits;  // two bytes each
    std::int16_t weight;
    std::uint16_t sign;
    std::size_t count() const noexcept { return digits.size() / 2; }
    unsigned digit(std::size_t i) const noexcept { return digits[2 * i] * 256u + digits[2 * i + 1]; }
};

// A number of up to 255 bytes, which is what left_encode can count.
class magnitude {
  public:
    // The number becomes number * factor + summand; false when it is too large then.
    bool multiply_add(unsigned factor, unsigned summand) noexcept {
        unsigned carry = summand;
        for (std::size_t i = octets.size(); i != octets.size() - size; --i) {
            carry += octets[i - 1] * factor;
            octets[i - 1] = static_cast<std::uint8_t>(carry);
            carry >>= 8;
        }
        for (; carry != 0; carry >>= 8) {
            if (size == octets.size()) return false;
            ++size;
            octets[octets.size() - size] = static_cast<std::uint8_t>(carry);
        }
        return true;
    }
    octets_in view() const noexcept { return std::span(octets).last(size); }

  private:
    std::array<std::uint8_t, 255> octets{};
    std::size_t size = 0;
};

wire_number read(octets_in wire) noexcept {
    const auto number = [&](std::size_t at) { return static_cast<std::uint16_t>(wire[at] * 256u + wire[at + 1]); };
    wire_number made{wire.subspan(8), static_cast<std::int16_t>(number(2)), number(4)};
    while (made.count() != 0 && made.digit(made.count() - 1) == 0)
        made.digits = made.digits.first(made.digits.size() - 2);
    return made;
}

// Writes a number that has digits, the last of which is not 0; false when it has too many.
bool put_digits(const wire_number& number, writer to) noexcept {
    magnitude m;
    const std::size_t last = number.count() - 1;
    for (std::size_t i = 0; i < last; ++i)
        if (!m.multiply_add(base, number.digit(i))) return false;
    unsigned factor = base;
    unsigned rest = number.digit(last);
    std::int64_t exponent = 4 * (std::int64_t{number.weight} - static_cast<std::int64_t>(last));
    for (; rest % 10 == 0; rest /= 10) {
        factor /= 10;
        ++exponent;
    }
    if (!m.multiply_add(factor, rest)) return false;
    to.decimal(m.view(), number.sign == negative, exponent);
    return true;
}

}  // namespace

void put_decimal(Datum numeric, writer to) {
    auto* const sent = DatumGetByteaPP(DirectFunctionCall1(numeric_send, numeric));
    const wire_number number = read(octets_of(PointerGetDatum(sent)));
    if (number.sign != positive && number.sign != negative)
        report(problem("a numeric that is infinite or no number has no encoding"), ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE);
    if (number.count() == 0)
        to.decimal(0, 0);
    else if (!put_digits(number, to))
        report(problem("a numeric of more than 614 digits has no encoding"), ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE);
    pfree(sent);
}

}  // namespace hashlane::postgresql
