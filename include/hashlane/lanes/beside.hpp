// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// M vectors as one lane: their operations alternate, so that each fills the gaps that the latency of the others leaves.

#include <cstddef>
#include <utility>

#include "lane.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <class V, std::size_t M>
struct beside {
    using word = word_of<V>;
    V part[M];

    template <class F>
    HASHLANE_INLINE static constexpr beside of(F&& f) {
        return [&]<std::size_t... m>(std::index_sequence<m...>)
                   HASHLANE_LAMBDA_INLINE { return beside{f(m)...}; }(std::make_index_sequence<M>{});
    }

    HASHLANE_INLINE friend constexpr beside operator^(const beside& a, const beside& b) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] ^ b.part[m]; });
    }
    HASHLANE_INLINE friend constexpr beside operator&(const beside& a, const beside& b) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] & b.part[m]; });
    }
    HASHLANE_INLINE friend constexpr beside operator|(const beside& a, const beside& b) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] | b.part[m]; });
    }
    HASHLANE_INLINE friend constexpr beside operator^(const beside& a, word b) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] ^ b; });
    }
    HASHLANE_INLINE friend constexpr beside operator<<(const beside& a, int n) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] << n; });
    }
    HASHLANE_INLINE friend constexpr beside operator>>(const beside& a, int n) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] >> n; });
    }
    HASHLANE_INLINE constexpr beside operator~() const {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return ~part[m]; });
    }
};

template <class V, std::size_t M>
struct lane_traits<beside<V, M>> {
    using word = word_of<V>;
    static constexpr std::size_t width = M * lane_traits<V>::width;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
