// SPDX-License-Identifier: Apache-2.0 OR MIT
// Messages, cuttings of them, and a driver that gets ranges in any order.
#pragma once

#include <doctest/doctest.h>

#include <hashlane/hashlane.hpp>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace ranges_test {

namespace hl = hashlane;
using namespace std::string_view_literals;
using enum hl::range_result;
using bytes = std::vector<std::uint8_t>;
using sizes = std::vector<std::size_t>;

inline bytes message_of(std::size_t n) {
    bytes out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::uint8_t>(i % 251 + i / 8192);
    return out;
}

template <class Tree>
bytes output_of(const Tree& tree) {
    bytes out(64);
    if constexpr (requires { tree.reader(); })
        tree.reader().squeeze(out);
    else
        tree.digest_into(out);
    return out;
}

template <class Tree>
bytes in_one_piece(Tree tree, const bytes& message) {
    if constexpr (requires { tree.absorb(message); })
        tree.absorb(message);
    else
        tree.update(message);
    return output_of(tree);
}

template <class Tree>
bytes exported(const hl::tree_ranges<Tree>& ranges, std::uint64_t place, std::span<const std::uint8_t> part,
               hl::threads wanted = {}) {
    bytes out(ranges.range_size(place, part.size()));
    REQUIRE(ranges.leaves(place, part, out, wanted) == accepted);
    return out;
}

// The exported ranges of a message that is cut at those places, the first of which is 0.
template <class Tree>
std::vector<bytes> cut(const hl::tree_ranges<Tree>& ranges, const bytes& message, const sizes& places,
                       hl::threads wanted = {}) {
    std::vector<bytes> out;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t end = i + 1 < places.size() ? places[i + 1] : message.size();
        out.push_back(exported(ranges, places[i], std::span(message).subspan(places[i], end - places[i]), wanted));
    }
    return out;
}

// What the guide says of a driver: it keeps ranges that come early.
template <class Tree>
void add_in_any_order(hl::tree_ranges<Tree>& ranges, const std::vector<bytes>& come) {
    std::map<std::uint64_t, bytes> early;
    for (const bytes& range : come) {
        std::uint64_t place = 0;
        REQUIRE(ranges.read_place(range, place) == accepted);
        early[place] = range;
        for (auto next = early.find(ranges.next()); next != early.end(); next = early.find(ranges.next())) {
            REQUIRE(ranges.add(next->second) == accepted);
            early.erase(next);
        }
    }
    REQUIRE(ranges.whole() != nullptr);
}

}  // namespace ranges_test
