// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "algorithms.hpp"

namespace hashlane_c {

namespace {

constexpr hashlane_info describe(const hl::algorithm& a) {
    return {a.name.data(), a.family.data(), a.standard.data(), static_cast<hashlane_kind>(a.kind),
            a.any_length,  a.digest_size,   a.block_size,      a.security_strength,
            a.parameters};
}

}  // namespace

constexpr std::array<entry, HASHLANE_LAST + 1> entries = [] {
    std::array<entry, HASHLANE_LAST + 1> out{};
    std::size_t row = 0;
    for (const hl::algorithm& a : hl::algorithms()) {
        if (const int n = number_of(a.name)) out[static_cast<std::size_t>(n)] = {describe(a), row};
        ++row;
    }
    return out;
}();

}  // namespace hashlane_c
