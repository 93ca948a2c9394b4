// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "entries.hpp"

#include <hashlane/threads.hpp>

namespace hashlane_python {

namespace {

// "sha3-256" as sha3_256, "ascon-aead128" as AsconAEAD128
constexpr std::array<char, 32> identifier_of(const hl::algorithm& a) {
    std::array<char, 32> out{};
    const auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
    const std::size_t found = a.name.find("aead"), aead = found == a.name.npos ? a.name.size() : found;
    std::size_t n = 0;
    for (std::size_t i = 0; i < a.name.size(); ++i) {
        const char c = a.name[i];
        if (a.kind != hl::kind::aead)
            out[n++] = c == '-' ? '_' : c;
        else if (c != '-')
            out[n++] = i == 0 || a.name[i - 1] == '-' || (i >= aead && i < aead + 4) ? upper(c) : c;
    }
    return out;
}

constexpr std::array<char, 48> qualified(const std::array<char, 32>& identifier) {
    constexpr std::string_view package = "hashlane.";
    std::array<char, 48> out{};
    std::ranges::copy(identifier, std::ranges::copy(package, out.begin()).out);
    return out;
}

template <class T>
constexpr auto absorb_tree() -> decltype(entry::absorb_tree) {
    if constexpr (requires(T& tree, octets message) { hl::absorb_with_threads(tree, message, hl::threads{}); })
        return [](void* state, octets message, hl::threads wanted) {
            hl::absorb_with_threads(*std::launder(static_cast<T*>(state)), message, wanted);
        };
    else
        return nullptr;
}

template <class Row>
constexpr entry entry_of() {
    using T = typename Row::type;
    entry e{};
    e.info = Row::info();
    e.identifier = identifier_of(e.info);
    e.type_name = qualified(e.identifier);
    e.at_once = hl::any_detail::digest_column::of<Row>();
    e.kdf = hl::any_detail::kdf_column::of<Row>();
    if constexpr (hl::any_detail::digesting<Row>) {
        static_assert(alignof(T) <= alignof(std::max_align_t));
        e.any = &hl::any_detail::operations<Row>::table;
        e.state_size = sizeof(T);
        e.readable = hl::any_detail::readable<T>;
        e.absorb_tree = absorb_tree<T>();
    }
    return e;
}

}  // namespace

constexpr std::array<entry, entry_count> entries = [] {
    std::array<entry, entry_count> out{};
    std::size_t i = 0;
    hl::registry::for_each([&]<class Row>(Row) { out[i++] = entry_of<Row>(); });
    return out;
}();

}  // namespace hashlane_python
