// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Which algorithms of the registry a module has. HASHLANE_FAMILY is the number of a family in the order below; 0 stands
// for all algorithms. A family of a module is a group that shares kernels, not a family of the registry.

#include <string_view>

#include <hashlane/registry.hpp>

namespace hashlane_js {

namespace hl = hashlane;

enum class family { all, sha256, sha512, sha3, sp800_185, kangarootwelve, ascon };

// The family of an algorithm. HMAC, HKDF and PBKDF2 belong to the family of their hash, whose name is the rest of theirs.
consteval family family_of(std::string_view name) {
    for (const std::string_view over : {"hmac-", "hkdf-", "pbkdf2-"})
        if (name.starts_with(over)) return family_of(name.substr(over.size()));
    struct rule {
        std::string_view beginning;
        family is;
    };
    constexpr rule rules[] = {
        {"sha3-", family::sha3},        {"shake", family::sha3},
        {"keccak-", family::sha3},      {"turboshake", family::kangarootwelve},
        {"kt", family::kangarootwelve}, {"hopmac", family::kangarootwelve},
        {"ascon", family::ascon},       {"sha224", family::sha256},
        {"sha256", family::sha256},     {"sha", family::sha512},
    };
    for (const rule& r : rules)
        if (name.starts_with(r.beginning)) return r.is;
    return family::sp800_185;
}

template <class Row>
inline constexpr bool is_here =
    HASHLANE_FAMILY == 0 || family_of(Row::info().name) == static_cast<family>(HASHLANE_FAMILY);

}  // namespace hashlane_js
