// SPDX-License-Identifier: Apache-2.0 OR MIT
// What the tests of constructions share: messages, and pieces of them.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <hashlane/classes/one_shot.hpp>
#include <hashlane/targets/target.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "each_target.hpp"

namespace edges {

namespace hl = hashlane;
using hl_test::each_target;
using namespace std::literals;
using bytes = std::vector<std::uint8_t>;
using view = std::span<const std::uint8_t>;

// No two of the first million words of eight bytes are equal: a lane that went astray shows.
inline bytes message(std::size_t n) {
    bytes out(n);
    std::uint64_t x = 0x9e3779b97f4a7c15;
    for (auto& b : out) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        b = static_cast<std::uint8_t>(x >> 56);
    }
    return out;
}

inline bytes operator+(bytes a, view b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

inline bytes text(std::string_view s) { return bytes(s.begin(), s.end()); }

// Feeds all of `data` to x.absorb() or x.update() in pieces of n bytes.
template <class X>
X fed(X x, view data, std::size_t n) {
    for (; !data.empty(); data = data.subspan(std::min(n, data.size()))) {
        const view piece = data.first(std::min(n, data.size()));
        if constexpr (requires { x.absorb(piece); })
            x.absorb(piece);
        else
            x.update(piece);
    }
    return x;
}

template <class X>
bytes squeezed(const X& x, std::size_t n) {
    bytes out(n);
    x.reader().squeeze(out);
    return out;
}

template <class X, class... Parameters>
bytes digest(view data, std::size_t n, const Parameters&... parameters) {
    bytes out(n);
    hl::digest_into<X>(data, std::span<std::uint8_t>(out), parameters...);
    return out;
}

}  // namespace edges
