// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of states.h: a table of what the classes of the registry do, by the numbers of hashlane.h.

#include "states.h"

#include "families.hpp"
#include "workers.hpp"

#include "c/contexts.hpp"

using namespace hashlane_c;

namespace {

struct operations {
    std::size_t size, reader_size;
    void (*reader)(const void* state, void* reader);
    void (*reader_bits)(const void* state, hl::partial_byte last, void* reader);
    void (*squeeze)(void* reader, output out);
    void (*wipe_reader)(void* reader);
};

template <class Row>
constexpr operations operations_of() {
    using T = typename Row::type;
    operations o{};
    o.size = sizeof(T);
    static_assert(alignof(T) <= alignof(std::uint64_t));
    if constexpr (hl::any_detail::readable<T>) {
        using R = decltype(std::declval<const T&>().reader());
        static_assert(alignof(R) <= alignof(std::uint64_t));
        o.reader_size = sizeof(R);
        o.reader = [](const void* state, void* reader) {
            ::new (reader) R(std::launder(static_cast<const T*>(state))->reader());
        };
        if constexpr (requires(const T& t, hl::partial_byte last) { t.reader(last); })
            o.reader_bits = [](const void* state, hl::partial_byte last, void* reader) {
                ::new (reader) R(std::launder(static_cast<const T*>(state))->reader(last));
            };
        o.squeeze = [](void* reader, output out) { std::launder(static_cast<R*>(reader))->squeeze(out); };
        o.wipe_reader = [](void* reader) { std::launder(static_cast<R*>(reader))->~R(); };
    }
    return o;
}

constexpr auto table = [] {
    std::array<operations, HASHLANE_LAST + 1> out{};
    hl::registry::for_each([&]<class Row>(Row) {
        if constexpr (hl::any_detail::digesting<Row> && hashlane_rust::built(Row::type::name))
            if (const int n = number_of(Row::type::name)) out[static_cast<std::size_t>(n)] = operations_of<Row>();
    });
    return out;
}();

// Bytes that may follow an imported state: more than anybody absorbs, since an update in Rust cannot fail.
constexpr std::uint64_t least_left = std::uint64_t{1} << 60;

const operations& own(hashlane_algorithm n) { return table[static_cast<std::size_t>(n)]; }
const hl::any_operations& any(hashlane_algorithm n) { return *entries[static_cast<std::size_t>(n)].any(); }

#if HASHLANE_CRATE_KANGAROOTWELVE
template <class Tree>
bool replace_customization_of(const void* state, void* reader, octets customization) {
    using R = typename Tree::reader_type;
    ::new (reader) R(std::launder(static_cast<const Tree*>(state))->customized_reader(customization));
    return true;
}
bool replace_customization(hashlane_algorithm n, const void* state, void* reader, octets customization) {
    return (n == HASHLANE_KT128 && replace_customization_of<hl::kt128>(state, reader, customization)) ||
           (n == HASHLANE_KT256 && replace_customization_of<hl::kt256>(state, reader, customization));
}
#else
bool replace_customization(hashlane_algorithm, const void*, void*, octets) { return false; }
#endif

}  // namespace

int hashlane_state_create(hashlane_algorithm algorithm, void* state, size_t bytes, const hashlane_options* options) {
    return with_checked_hash(algorithm, options, [&](const checked_hash& checked) -> int {
        if (bytes < own(algorithm).size) return HASHLANE_ERROR_STATE;
        checked.operations.create(state, checked.options);
        return HASHLANE_OK;
    });
}

void hashlane_state_wipe(hashlane_algorithm algorithm, void* state) { any(algorithm).destroy(state); }

void hashlane_state_update(hashlane_algorithm algorithm, void* state, const void* data, size_t size) {
    any(algorithm).update(state, static_cast<const std::uint8_t*>(data), size);
}

void hashlane_state_digest(hashlane_algorithm algorithm, const void* state, void* out, size_t size) {
    any(algorithm).digest(state, static_cast<std::uint8_t*>(out), size);
}

size_t hashlane_state_exported_size(hashlane_algorithm algorithm) { return any(algorithm).state_size; }

void hashlane_state_export(hashlane_algorithm algorithm, const void* state, void* out) {
    any(algorithm).export_state(state, static_cast<std::uint8_t*>(out));
}

int hashlane_state_import(hashlane_algorithm algorithm, void* state, const void* exported, size_t size) {
    const hl::any_operations& chosen = any(algorithm);
    alignas(8) std::uint8_t tried[hl::any_detail::state_room];
    chosen.copy(tried, state);
    const bool imported = chosen.import_state(tried, static_cast<const std::uint8_t*>(exported), size);
    const bool good = imported && (chosen.bytes_left == nullptr || chosen.bytes_left(tried) >= least_left);
    if (good) {
        chosen.destroy(state);
        chosen.copy(state, tried);
    }
    chosen.destroy(tried);
    return good ? HASHLANE_OK : HASHLANE_ERROR_IMPORT;
}

int hashlane_state_reader(hashlane_algorithm algorithm, const void* state, void* reader, size_t bytes,
                          const void* customization, size_t customization_size) {
    const operations& o = own(algorithm);
    if (o.reader == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (bytes < o.reader_size) return HASHLANE_ERROR_STATE;
    if (customization == nullptr) {
        o.reader(state, reader);
        return HASHLANE_OK;
    }
    const octets c = as_octets(customization, customization_size);
    return replace_customization(algorithm, state, reader, c) ? HASHLANE_OK : HASHLANE_ERROR_OPTION;
}

int hashlane_state_digest_bits(hashlane_algorithm algorithm, const void* state, uint8_t last, unsigned bits, void* out,
                               size_t size) {
    if (!hashlane_state_takes_bits(algorithm)) return HASHLANE_ERROR_ALGORITHM;
    any(algorithm).digest_bits(state, static_cast<std::uint8_t*>(out), size, {last, bits});
    return HASHLANE_OK;
}

int hashlane_state_reader_bits(hashlane_algorithm algorithm, const void* state, uint8_t last, unsigned bits,
                               void* reader, size_t bytes) {
    const operations& o = own(algorithm);
    if (o.reader_bits == nullptr) return HASHLANE_ERROR_ALGORITHM;
    if (bytes < o.reader_size) return HASHLANE_ERROR_STATE;
    o.reader_bits(state, {last, bits}, reader);
    return HASHLANE_OK;
}

bool hashlane_state_takes_bits(hashlane_algorithm algorithm) {
    const auto* found = entries[static_cast<std::size_t>(algorithm)].any();
    return found != nullptr && found->digest_bits != nullptr;
}

void hashlane_state_squeeze(hashlane_algorithm algorithm, void* reader, void* out, size_t size) {
    own(algorithm).squeeze(reader, as_output(out, size));
}

void hashlane_state_wipe_reader(hashlane_algorithm algorithm, void* reader) { own(algorithm).wipe_reader(reader); }

void hashlane_state_update_threads(hashlane_algorithm algorithm, void* state, const void* data, size_t size,
                                   const hashlane_workers* workers) {
    hashlane_rust::with_threads(*workers, [=](hl::threads wanted) {
        if (!hashlane_rust::absorb_with_threads(algorithm, state, as_octets(data, size), wanted))
            hashlane_state_update(algorithm, state, data, size);
    });
}

int hashlane_equal(const void* a, const void* b, size_t size) {
    return hl::equal_in_constant_time(static_cast<const std::uint8_t*>(a), static_cast<const std::uint8_t*>(b), size);
}

void hashlane_erase(void* p, size_t size) { hl::wipe(static_cast<std::uint8_t*>(p), size); }
