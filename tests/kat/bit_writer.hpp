// SPDX-License-Identifier: Apache-2.0 OR MIT
// Strings of bits put together as SP 800-185 does it: first bit lowest.
#pragma once

#include "kat.hpp"

namespace kat {

class bit_writer {
  public:
    bit_writer& put(const bit_string& s) {
        for (std::size_t i = 0; i < s.bits; ++i) put_bit(s.data[i / 8] >> i % 8 & 1);
        return *this;
    }
    bit_writer& put(const bytes& b) { return put(bit_string(b)); }

    // s.2.3.1
    bit_writer& left_encode(std::uint64_t x) {
        const bytes digits = big_endian(x);
        return put(bytes{static_cast<std::uint8_t>(digits.size())}).put(digits);
    }
    bit_writer& right_encode(std::uint64_t x) {
        const bytes digits = big_endian(x);
        return put(digits).put(bytes{static_cast<std::uint8_t>(digits.size())});
    }
    // bytepad of s.2.3.3, once its length is in
    bit_writer& fill(std::size_t rate) {
        while (out_.bits % (8 * rate) != 0) put_bit(0);
        return *this;
    }
    const bit_string& string() const { return out_; }

  private:
    void put_bit(int bit) {
        if (out_.bits % 8 == 0) out_.data.push_back(0);
        out_.data.back() = static_cast<std::uint8_t>(out_.data.back() | bit << out_.bits % 8);
        ++out_.bits;
    }
    static bytes big_endian(std::uint64_t x) {
        bytes out;
        do out.insert(out.begin(), static_cast<std::uint8_t>(x));
        while ((x >>= 8) != 0);
        return out;
    }
    bit_string out_;
};

}  // namespace kat
