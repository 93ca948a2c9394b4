// SPDX-License-Identifier: Apache-2.0 OR MIT
// What every family's known-answer program shares: bit strings, ways to cut a message, all targets, counting.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <hashlane/targets/target.hpp>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuts.hpp"
#include "each_target.hpp"
#include "hl_test.hpp"
#include "vectors.hpp"

namespace kat {

namespace hl = hashlane;
using hl_test::each_target;
using vectors::bytes;
using vectors::record;
using vectors::records;

// Whole bytes, and then up to seven bits more in the byte after them, as the standard of the family has them.
struct bit_string {
    bytes data;
    std::size_t bits = 0;

    std::size_t whole() const { return bits / 8; }
    int odd() const { return static_cast<int>(bits % 8); }
    std::uint8_t last() const { return odd() ? data[whole()] : std::uint8_t{0}; }
    std::span<const std::uint8_t> head() const { return std::span(data).first(whole()); }

    bit_string() = default;
    explicit bit_string(bytes b) : data(std::move(b)), bits(data.size() * 8) {}
    // Files write the empty message as one zero byte of no bits.
    bit_string(bytes b, std::size_t n) : data(std::move(b)), bits(n) { data.resize((n + 7) / 8); }
};

// Some sets put the bits of the last byte at its other end (the vectors' README, trap 1).
inline bit_string shifted_down(bit_string s) {
    if (s.odd()) s.data.back() = static_cast<std::uint8_t>(s.data.back() >> (8 - s.odd()));
    return s;
}

inline bool same(std::span<const std::uint8_t> got, const bytes& want) { return std::ranges::equal(got, want); }

// Counts what was checked, and says so at the end of its life: one line for a file or a property.
class tally {
  public:
    explicit tally(std::string what) : what_(std::move(what)) {}
    tally(const tally&) = delete;
    tally& operator=(const tally&) = delete;
    ~tally() {
        if (vectors_ == 0 || planted_) return;
        std::printf("%-62s %6llu vectors x targets, %8llu checks", what_.c_str(), u(vectors_), u(checks_));
        if (rejected_) std::printf(", %llu must-reject", u(rejected_));
        if (failed_) std::printf(", %llu FAILED", u(failed_));
        std::puts("");
        hl_test::count(vectors_ - failed_, failed_);
    }
    void vector() {
        ++vectors_;
        reported_ = false;
    }
    void must_reject() { ++rejected_; }
    // Faults are planted: finding them is no failure.
    void expect_failures() { planted_ = true; }
    std::uint64_t failed() const { return failed_; }

    [[gnu::noinline]] void check(bool ok, const std::string& where, std::string_view how) {
        ++checks_;
        if (ok || reported_) return;
        reported_ = true;
        ++failed_;
        if (failed_ <= 5 && !planted_)
            FAIL_CHECK(what_, ": ", where, " on ", std::string(hl::target_name()), ", ", std::string(how));
    }

  private:
    static unsigned long long u(std::uint64_t n) { return n; }
    std::string what_;
    std::uint64_t vectors_ = 0, checks_ = 0, rejected_ = 0, failed_ = 0;
    bool reported_ = false, planted_ = false;
};

// Gives f one piece after the other.
template <class F>
void feed(std::span<const std::uint8_t> data, const cut& c, F&& f) {
    for (const std::size_t n : c.pieces) {
        f(data.first(n));
        data = data.subspan(n);
    }
}

}  // namespace kat
