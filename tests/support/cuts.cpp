// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "cuts.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace kat {

cut repeated(std::string how, std::size_t n, std::initializer_list<std::size_t> sizes) {
    cut out{std::move(how), {}};
    for (auto next = sizes.begin(); n > 0 || next != sizes.begin();) {
        out.pieces.push_back(std::min(n, *next));
        n -= out.pieces.back();
        if (++next == sizes.end()) next = sizes.begin();
    }
    return out;
}

cut random_cut(std::size_t n, std::size_t block, std::uint32_t seed) {
    std::minstd_rand random(seed);
    cut out{"random pieces", {}};
    while (n > 0) {
        out.pieces.push_back(std::min<std::size_t>(n, random() % (3 * block)));
        n -= out.pieces.back();
    }
    return out;
}

std::vector<cut> cuts(std::size_t n, std::initializer_list<std::size_t> blocks) {
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

}  // namespace kat
