// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "algorithms.hpp"

namespace hashlane_c {

namespace {

template <class Row>
constexpr hashlane_info describe() {
    const hl::algorithm a = Row::info();
    return {a.name.data(), a.family.data(), a.standard.data(), static_cast<hashlane_kind>(a.kind),
            a.any_length,  a.digest_size,   a.block_size,      a.security_strength,
            a.parameters};
}

template <class Row>
constexpr entry entry_of() {
    entry e{describe<Row>(), nullptr, hl::any_detail::digest_of<Row>(), nullptr};
    if constexpr (Row::info().kind == hl::kind::kdf) e.kdf = &hl::any_detail::kdf_of<Row>;
    if constexpr (hl::any_detail::digesting<Row>) e.any = &hl::any_detail::operations<Row>::table;
    return e;
}

}  // namespace

constexpr std::array<entry, HASHLANE_LAST + 1> entries = [] {
    std::array<entry, HASHLANE_LAST + 1> out{};
    hl::registry::for_each([&]<class Row>(Row) {
        if (const int n = number_of(Row::type::name)) out[static_cast<std::size_t>(n)] = entry_of<Row>();
    });
    return out;
}();

}  // namespace hashlane_c
