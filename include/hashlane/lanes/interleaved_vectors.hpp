// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// M vectors that act as one lane. Their operations alternate, so that the processor computes on one vector while it
// waits for the results of the others.

#include <cstddef>
#include <utility>

#include "lane.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <class V, std::size_t M>
struct interleaved_vectors {
    using word = word_of<V>;
    using self = interleaved_vectors;
    V part[M];

    template <class F>
    HASHLANE_INLINE static constexpr interleaved_vectors of(F&& f) {
        return [&]<std::size_t... m>(std::index_sequence<m...>)
                   HASHLANE_LAMBDA_INLINE { return interleaved_vectors{f(m)...}; }(std::make_index_sequence<M>{});
    }

    HASHLANE_INLINE friend constexpr self operator^(const self& a, const self& b) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] ^ b.part[m]; });
    }
    HASHLANE_INLINE friend constexpr self operator&(const self& a, const self& b) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] & b.part[m]; });
    }
    HASHLANE_INLINE friend constexpr self operator|(const self& a, const self& b) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] | b.part[m]; });
    }
    HASHLANE_INLINE friend constexpr self operator^(const self& a, word b) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] ^ b; });
    }
    HASHLANE_INLINE friend constexpr self operator<<(const self& a, int n) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] << n; });
    }
    HASHLANE_INLINE friend constexpr self operator>>(const self& a, int n) {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return a.part[m] >> n; });
    }
    HASHLANE_INLINE constexpr self operator~() const {
        return of([&](std::size_t m) HASHLANE_LAMBDA_INLINE { return ~part[m]; });
    }
};

template <class V, std::size_t M>
struct lane_traits<interleaved_vectors<V, M>> {
    using word = word_of<V>;
    static constexpr std::size_t width = M * lane_traits<V>::width;
};

}  // namespace hashlane::inline HASHLANE_ABI
