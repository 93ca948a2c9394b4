// SPDX-License-Identifier: Apache-2.0 OR MIT
// Messages with bytes of their own.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <hashlane/hashlane.hpp>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "each_target.hpp"

namespace batch_test {

namespace hl = hashlane;
using hl_test::each_target_and_all;
using bytes = std::vector<std::uint8_t>;
using view = std::span<const std::uint8_t>;

inline const bytes& source() {
    static const bytes all = [] {
        bytes b(1 << 18);
        std::mt19937 random(7);
        for (auto& x : b) x = static_cast<std::uint8_t>(random());
        return b;
    }();
    return all;
}

// A message of n bytes that no other number has, at any alignment.
inline view message(std::size_t number, std::size_t n) { return view(source()).subspan(number * 1237 % 100000, n); }

// L bytes of each; a hash: its digest.
template <class H>
[[gnu::noinline]] bytes one_by_one(const H& prefix, const std::vector<view>& messages, std::size_t L) {
    bytes out;
    for (const view m : messages) {
        H h = prefix;
        bytes d(L);
        if constexpr (requires { h.absorb(m); }) {
            h.absorb(m).reader().squeeze(d);
        } else if constexpr (requires {
                                 H::digest_size;
                                 h.update(m).digest();
                             }) {
            std::ranges::copy(h.update(m).digest(), d.begin());
        } else if constexpr (requires { h.update(m).tag_into(d); }) {
            h.update(m).tag_into(d);
        } else {
            h.update(m).digest_into(d);
        }
        out.insert(out.end(), d.begin(), d.end());
    }
    return out;
}

// On the target in use; nothing is written behind the last digest.
template <class H>
[[gnu::noinline]] void check(const H& prefix, const std::vector<view>& messages, std::size_t L,
                             hl::threads wanted = {}) {
    bytes out(messages.size() * L + 8, 0xa5), want = one_by_one(prefix, messages, L);
    hl::digest_many(prefix, messages, std::span(out).first(messages.size() * L), wanted);
    want.resize(out.size(), 0xa5);
    CHECK(out == want);
}

}  // namespace batch_test
