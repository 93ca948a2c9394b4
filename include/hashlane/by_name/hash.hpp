// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A hash, xof or mac that is chosen by name at run time, without a heap: the state of any of them in one object.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <string_view>

#include "../lanes/result.hpp"
#include "adapters.hpp"
#include "reader.hpp"
#include "tables.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// What any_hash can do with a state it does not know the type of.
struct any_operations {
    algorithm info;
    void (*create)(void* state, const any_options&) noexcept;
    void (*copy)(void* state, const void* other) noexcept;
    void (*destroy)(void* state) noexcept;
    void (*update)(void* state, const std::uint8_t* p, std::size_t n) noexcept;
    void (*digest)(const void* state, std::uint8_t* p, std::size_t n) noexcept;
    std::optional<any_reader> (*reader)(const void* state) noexcept;
    std::size_t state_size;  // of export_state; 0 where there is none
    void (*export_state)(const void* state, std::uint8_t* p) noexcept;
    bool (*import_state)(void* state, const std::uint8_t* p, std::size_t n) noexcept;
    // Of a message that ends within a byte; null where messages are of whole bytes.
    void (*digest_bits)(const void* state, std::uint8_t* p, std::size_t n, partial_byte last) noexcept;
    std::optional<any_reader> (*reader_bits)(const void* state, partial_byte last) noexcept;
    // How many bytes the message may still have; null where there is no limit.
    std::uint64_t (*bytes_left)(const void* state) noexcept;
    std::size_t row;  // its place in the registry
    // Of a MAC: whether these n bytes are the tag of n bytes, in constant time. Null in all others.
    bool (*verify)(const void* state, const std::uint8_t* p, std::size_t n) noexcept;
};

namespace any_detail {

// A state that holds a key cannot be exported.
template <class T>
concept exportable = requires(const T& state) { state.export_state(); };

// Bytes that hold the object of any row: a number, so that a unit which only has an any_hash does not look at every class.
inline constexpr std::size_t state_room = 1144;

template <class Row>
struct operations {
    using T = typename Row::type;
    static T& self(void* state) { return *std::launder(static_cast<T*>(state)); }
    static const T& self(const void* state) { return *std::launder(static_cast<const T*>(state)); }

    static void copy(void* state, const void* other) noexcept { ::new (state) T(self(other)); }
    static void destroy(void* state) noexcept { self(state).~T(); }
    static void update(void* state, const std::uint8_t* p, std::size_t n) noexcept {
        any_adapter<Row>::update(self(state), {p, n});
    }
    static void digest(const void* state, std::uint8_t* p, std::size_t n) noexcept {
        any_adapter<Row>::digest(self(state), {p, n});
    }
    static std::optional<any_reader> reader([[maybe_unused]] const void* state) noexcept {
        if constexpr (readable<T>)
            return any_reader(self(state).reader());
        else
            return std::nullopt;
    }
    static void export_state(const void* state, std::uint8_t* p) noexcept {
        if constexpr (exportable<T>) {
            const auto bytes = self(state).export_state();
            std::copy(bytes.begin(), bytes.end(), p);
        }
    }
    static bool import_state(void* state, const std::uint8_t* p, std::size_t n) noexcept {
        if constexpr (exportable<T>)
            if (const auto imported = T::import_state(std::span(p, n))) {
                self(state) = *imported;
                return true;
            }
        return false;
    }
    static constexpr auto bytes_left() -> decltype(any_operations::bytes_left) {
        if constexpr (requires(const T& h) { h.bytes_left(); })
            return [](const void* state) noexcept { return self(state).bytes_left(); };
        else
            return nullptr;
    }
    static constexpr std::size_t state_size() {
        if constexpr (exportable<T>)
            return T::state_size;
        else
            return 0;
    }

    static constexpr auto digest_bits() -> decltype(any_operations::digest_bits) {
        if constexpr (any_adapter<Row>::takes_bits)
            return [](const void* state, std::uint8_t* p, std::size_t n, partial_byte last) noexcept {
                any_adapter<Row>::digest(self(state), {p, n}, last);
            };
        else
            return nullptr;
    }
    static constexpr auto reader_bits() -> decltype(any_operations::reader_bits) {
        if constexpr (requires(const T& h, partial_byte last) { h.reader(last); })
            return [](const void* state, partial_byte last) noexcept {
                return std::optional<any_reader>(self(state).reader(last));
            };
        else
            return nullptr;
    }

    static constexpr auto verify() -> decltype(any_operations::verify) {
        if constexpr (Row::info().kind == kind::mac)
            return [](const void* state, const std::uint8_t* p, std::size_t n) noexcept {
                return any_adapter<Row>::verify(self(state), {p, n});
            };
        else
            return nullptr;
    }

    static_assert(sizeof(T) <= state_room && alignof(T) <= 8);
    static constexpr any_operations table{
        .info = Row::info(),
        .create = any_adapter<Row>::create,
        .copy = copy,
        .destroy = destroy,
        .update = update,
        .digest = digest,
        .reader = reader,
        .state_size = state_size(),
        .export_state = export_state,
        .import_state = import_state,
        .digest_bits = digest_bits(),
        .reader_bits = reader_bits(),
        .bytes_left = bytes_left(),
        .row = registry::index_of<Row>(),
        .verify = verify(),
    };
};

template <class Row>
concept digesting = Row::info().kind == kind::hash || Row::info().kind == kind::xof || Row::info().kind == kind::mac;

struct hash_column {
    template <class Row>
    static constexpr bool has = digesting<Row>;
    template <class Row>
    static constexpr const any_operations* of() {
        return &operations<Row>::table;
    }
};

}  // namespace any_detail
}  // namespace HASHLANE_ABI

namespace entry_points {
inline namespace HASHLANE_ENTRY_ABI {

HASHLANE_ENTRY const void* const* table_of_hashes() noexcept;  // any_operations

#if HASHLANE_BY_NAME
HASHLANE_ENTRY const void* const* table_of_hashes() noexcept { return any_detail::table_of<any_detail::hash_column>(); }
#endif

}  // namespace HASHLANE_ENTRY_ABI
}  // namespace entry_points

inline namespace HASHLANE_ABI {
namespace any_detail {

// A template without parameters, as all functions that come to a table: header-only, a unit that does not call it does
// not compile the table.
template <class...>
const any_operations* find(std::string_view name) noexcept {
    return find_in<any_operations>(entry_points::table_of_hashes(), row_of(name));
}

}  // namespace any_detail

// What an any_hash of that row of algorithms() does; nullptr when it is no hash, xof or mac.
template <class...>
const any_operations* any_operations_at(std::size_t row) noexcept {
    return any_detail::find_in<any_operations>(entry_points::table_of_hashes(), row);
}

class any_hash {
  public:
    // The name of a hash, XOF or MAC: hl::algorithms() lists them. An error: the name is unknown or of something else, or
    // an option does not fit.
    template <class...>
    static any_result<any_hash> create(std::string_view name, const any_options& options = {}) noexcept {
        const any_operations* found = any_detail::find(name);
        if (found == nullptr) return any_detail::not_found(name, "a hash, XOF or MAC");
        return create(*found, options);
    }
    // What any_operations_at() has found.
    static any_result<any_hash> create(const any_operations& chosen, const any_options& options = {}) noexcept {
        const any_problem problem = problem_with(chosen.info, options);
        if (problem != any_problem::none) return explain(chosen.info, options, problem);
        return any_hash(chosen, options);
    }

    any_hash(const any_hash& other) noexcept : operations(other.operations), size(other.size) {
        operations->copy(state, other.state);
    }
    any_hash& operator=(const any_hash& other) noexcept {
        if (this == &other) return *this;
        operations->destroy(state);
        operations = other.operations;
        size = other.size;
        operations->copy(state, other.state);
        return *this;
    }
    ~any_hash() { operations->destroy(state); }

    // The object inside when it is a T: h.get_if<kt128>(). nullptr otherwise.
    template <class T>
    T* get_if() noexcept {
        return info().name == T::name ? std::launder(reinterpret_cast<T*>(state)) : nullptr;
    }
    template <class T>
    const T* get_if() const noexcept {
        return info().name == T::name ? std::launder(reinterpret_cast<const T*>(state)) : nullptr;
    }

    const algorithm& info() const noexcept { return operations->info; }
    const any_operations& functions() const noexcept { return *operations; }
    std::size_t row() const noexcept { return operations->row; }  // its place in algorithms()
    const void* object() const noexcept { return state; }         // the object inside, whatever its type
    std::size_t output_size() const noexcept { return size; }

    // How many bytes the message may still have, at most 2^64 - 1. SHA-2 and what is built on it have a limit (sha2.hpp),
    // which only an imported state is ever near to: of a state from outside, ask before each update.
    std::uint64_t bytes_left() const noexcept {
        return operations->bytes_left == nullptr ? ~std::uint64_t{0} : operations->bytes_left(state);
    }

    // More of the message; for a tuple hash, one element.
    any_hash& update(const input_bytes& message) noexcept {
        const octets_in octets = message.octets();
        operations->update(state, octets.data(), octets.size());
        return *this;
    }

    // The first out.size() bytes of output for an xof; false, and nothing written, when a hash has another size. `out` may
    // lie over the key, the options and the message.
    [[nodiscard]] bool digest(octets_out out) const noexcept {
        if (!info().any_length && out.size() != info().digest_size) return false;
        operations->digest(state, out.data(), out.size());
        return true;
    }

    // Of a message that ends within a byte; false, and nothing written, where messages are of whole bytes, or when
    // last.bits is above 7.
    [[nodiscard]] bool digest(octets_out out, partial_byte last) const noexcept {
        if (last.bits > 7) return false;
        if (last.bits == 0) return digest(out);
        if (!takes_bits() || (!info().any_length && out.size() != info().digest_size)) return false;
        operations->digest_bits(state, out.data(), out.size(), last);
        return true;
    }
    bool takes_bits() const noexcept { return operations->digest_bits != nullptr; }

    // Everything so far as a stream of output; nothing when this is no xof, and none of messages that end within a byte
    // where there is a last byte, or when last.bits is above 7.
    std::optional<any_reader> reader() const noexcept { return operations->reader(state); }
    std::optional<any_reader> reader(partial_byte last) const noexcept {
        if (last.bits > 7) return std::nullopt;
        if (last.bits == 0) return reader();
        return operations->reader_bits == nullptr ? std::nullopt : operations->reader_bits(state, last);
    }

    std::size_t state_size() const noexcept { return operations->state_size; }
    // False when out has not state_size() bytes, or when there is no export: a state that holds a key has none.
    [[nodiscard]] bool export_state(octets_out out) const noexcept {
        if (state_size() == 0 || out.size() != state_size()) return false;
        operations->export_state(state, out.data());
        return true;
    }
    // False, and nothing changed, when the bytes are damaged or another algorithm's.
    [[nodiscard]] bool import_state(const input_bytes& bytes) noexcept {
        const octets_in octets = bytes.octets();
        return operations->import_state(state, octets.data(), octets.size());
    }

  private:
    any_hash(const any_operations& chosen, const any_options& options) noexcept
        : operations(&chosen), size(options.output_size.value_or(chosen.info.digest_size)) {
        operations->create(state, options);
    }

    const any_operations* operations;
    std::size_t size;
    alignas(8) std::uint8_t state[any_detail::state_room];
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
