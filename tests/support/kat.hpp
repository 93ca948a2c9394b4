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

#include "hl_test.hpp"
#include "vectors.hpp"

namespace kat {

namespace hl = hashlane;
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

    void check(bool ok, const std::string& where, std::string_view how) {
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

// Calls f once for each target of this machine, that target being forced.
template <class F>
void each_target(F&& f) {
    for (const std::string_view name : hl::available_targets()) {
        REQUIRE(hl::use_target(name));
        f();
    }
    REQUIRE(hl::use_target(""));
}

// A cross build runs under an emulator, some fifty times slower: fewer cuts of long messages, none of 24 MB.
#ifdef HASHLANE_EMULATED
inline constexpr std::size_t long_message = 2048, longest_message = 2000000;
#else
inline constexpr std::size_t long_message = 1u << 20, longest_message = ~std::size_t{0};
#endif

struct cut {
    std::string how;
    std::vector<std::size_t> pieces;
};

// n in pieces of these sizes, over and over.
inline cut repeated(std::string how, std::size_t n, std::initializer_list<std::size_t> sizes) {
    cut out{std::move(how), {}};
    for (auto next = sizes.begin(); n > 0 || next != sizes.begin();) {
        out.pieces.push_back(std::min(n, *next));
        n -= out.pieces.back();
        if (++next == sizes.end()) next = sizes.begin();
    }
    return out;
}

inline cut random_cut(std::size_t n, std::size_t block, std::uint32_t seed) {
    std::minstd_rand random(seed);
    cut out{"random pieces", {}};
    while (n > 0) {
        out.pieces.push_back(std::min<std::size_t>(n, random() % (3 * block)));
        n -= out.pieces.back();
    }
    return out;
}

// Edges first: round a block, pieces of nothing, byte by byte where the message is short.
inline std::vector<cut> cuts(std::size_t n, std::initializer_list<std::size_t> blocks) {
    if (n > long_message) return {random_cut(n, *blocks.begin(), static_cast<std::uint32_t>(n))};
    std::vector<cut> out{{"nothing, all, nothing", {0, n, 0}}};
    if (n <= 520) out.push_back(repeated("byte by byte", n, {1, 0}));
    for (const std::size_t block : blocks) {
        for (const std::size_t first : {block - 1, block, block + 1})
            if (first > 0 && first < n) {
                out.push_back({"at " + std::to_string(first), {first, 0, n - first}});
                out.push_back(repeated("pieces of " + std::to_string(first), n, {first}));
            }
        if (n > 2) out.push_back(random_cut(n, block, static_cast<std::uint32_t>(n)));
    }
    return out;
}

// Gives f one piece after the other.
template <class F>
void feed(std::span<const std::uint8_t> data, const cut& c, F&& f) {
    for (const std::size_t n : c.pieces) {
        f(data.first(n));
        data = data.subspan(n);
    }
}

}  // namespace kat
