// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Two vectors as one lane: their operations alternate, so that each fills the gaps that the latency of the other leaves.

#include <cstddef>
#include <cstdint>

#include "lane.hpp"
#include "pieces.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <class L>
struct twin {
    using word = word_of<L>;
    L a, b;

    HASHLANE_INLINE static constexpr twin broadcast(word w) { return {L::broadcast(w), L::broadcast(w)}; }

    HASHLANE_INLINE friend constexpr twin operator^(const twin& x, const twin& y) { return {x.a ^ y.a, x.b ^ y.b}; }
    HASHLANE_INLINE friend constexpr twin operator&(const twin& x, const twin& y) { return {x.a & y.a, x.b & y.b}; }
    HASHLANE_INLINE friend constexpr twin operator|(const twin& x, const twin& y) { return {x.a | y.a, x.b | y.b}; }
    HASHLANE_INLINE friend constexpr twin operator^(const twin& x, word y) { return {x.a ^ y, x.b ^ y}; }
    HASHLANE_INLINE friend constexpr twin operator<<(const twin& x, int n) { return {x.a << n, x.b << n}; }
    HASHLANE_INLINE friend constexpr twin operator>>(const twin& x, int n) { return {x.a >> n, x.b >> n}; }
    HASHLANE_INLINE constexpr twin operator~() const { return {~a, ~b}; }
};

template <class L>
struct lane_traits<twin<L>> {
    using word = word_of<L>;
    static constexpr std::size_t width = 2 * lane_traits<L>::width;
};

// Calls f(half, its first lane) for the vectors of a lane.
template <class W, std::size_t N, class F>
HASHLANE_INLINE void each_vector(lane<W, N>& a, F&& f) {
    f(a, std::size_t{0});
}
template <class L, class F>
HASHLANE_INLINE void each_vector(twin<L>& x, F&& f) {
    f(x.a, std::size_t{0}), f(x.b, lane_traits<L>::width);
}

}  // namespace HASHLANE_ABI
}  // namespace hashlane
