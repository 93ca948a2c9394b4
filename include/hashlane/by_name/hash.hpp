// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// A hash, an XOF or a MAC that is chosen by name at run time, without a heap: one object holds the state of any of
/// them.
///
///     auto hash = hl::any_hash::create("sha3-256");
///     if (!hash) return 1;  // hash.error().message(): "no such algorithm: sha26; did you mean sha256?"
///     std::array<std::uint8_t, 64> out{};
///     const auto digest = std::span(out).first(hash->output_size());
///     if (!hash->update("abc"sv).digest(digest)) return 1;

#include <algorithm>
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

namespace hashlane::inline HASHLANE_ABI {

/// The functions of one hash, XOF or MAC as pointers to functions that take its state. any_hash calls them. Interfaces
/// of other languages may use them directly.
struct any_operations {
    /// The name, the sizes and the parameters.
    algorithm info;
    /// Makes the state from options that fit, where `state` points: any_detail::state_room bytes, aligned to 8.
    void (*create)(void* state, const any_options&) noexcept;
    /// Makes a copy of another state.
    void (*copy)(void* state, const void* other) noexcept;
    /// Wipes a state that holds a key, and destroys it.
    void (*destroy)(void* state) noexcept;
    /// Absorbs `n` bytes; of a tuple hash, one element.
    void (*update)(void* state, const std::uint8_t* p, std::size_t n) noexcept;
    /// Writes the digest, the tag or the first `n` bytes of output. The state is not changed.
    void (*digest)(const void* state, std::uint8_t* p, std::size_t n) noexcept;
    /// Returns the output of an XOF; nothing for other algorithms.
    std::optional<any_reader> (*reader)(const void* state) noexcept;
    /// The size of an exported state in bytes; 0 where there is no export.
    std::size_t state_size;
    /// Writes state_size bytes.
    void (*export_state)(const void* state, std::uint8_t* p) noexcept;
    /// Reads an exported state; false, and nothing is changed, when the bytes are no state of this algorithm.
    bool (*import_state)(void* state, const std::uint8_t* p, std::size_t n) noexcept;
    /// As digest, of a message that ends within a byte; nullptr where messages consist of whole bytes.
    void (*digest_bits)(const void* state, std::uint8_t* p, std::size_t n, partial_byte last) noexcept;
    /// As reader, of a message that ends within a byte; nullptr where there is none.
    std::optional<any_reader> (*reader_bits)(const void* state, partial_byte last) noexcept;
    /// Returns how many bytes may still be absorbed; nullptr where there is no limit.
    std::uint64_t (*bytes_left)(const void* state) noexcept;
    /// Its place in algorithms().
    std::size_t row;
    /// Tells in constant time whether `n` bytes are the tag of `n` bytes; nullptr for what is no MAC.
    bool (*verify)(const void* state, const std::uint8_t* p, std::size_t n) noexcept;
};

namespace any_detail {

// A state that holds a key cannot be exported.
template <class T>
concept exportable = requires(const T& state) { state.export_state(); };

// This is the size of the largest state, in bytes. It is a number, so that a unit which only has an any_hash does not
// instantiate every class. The table checks each class against it.
inline constexpr std::size_t state_room = 1144;

template <class Row>
struct operations {
    using T = typename Row::type;
    static const T& self(const void* state) { return as<const T>(state); }

    static void copy(void* state, const void* other) noexcept { ::new (state) T(self(other)); }
    static void destroy(void* state) noexcept { as<T>(state).~T(); }
    static void update(void* state, const std::uint8_t* p, std::size_t n) noexcept {
        any_adapter<Row>::update(as<T>(state), {p, n});
    }
    static void digest(const void* state, std::uint8_t* p, std::size_t n) noexcept {
        any_adapter<Row>::digest(self(state), {p, n});
    }
    static std::optional<any_reader> reader([[maybe_unused]] const void* state) noexcept {
        if constexpr (readable<T>) return any_reader(self(state).reader());
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
                as<T>(state) = *imported;
                return true;
            }
        return false;
    }
    static constexpr auto bytes_left() -> decltype(any_operations::bytes_left) {
        if constexpr (requires(const T& h) { h.bytes_left(); })
            return [](const void* state) noexcept { return self(state).bytes_left(); };
        return nullptr;
    }
    static constexpr std::size_t state_size() {
        if constexpr (exportable<T>) return T::state_size;
        return 0;
    }

    static constexpr auto digest_bits() -> decltype(any_operations::digest_bits) {
        if constexpr (any_adapter<Row>::takes_bits)
            return [](const void* state, std::uint8_t* p, std::size_t n, partial_byte last) noexcept {
                any_adapter<Row>::digest(self(state), {p, n}, last);
            };
        return nullptr;
    }
    static constexpr auto reader_bits() -> decltype(any_operations::reader_bits) {
        if constexpr (requires(const T& h, partial_byte last) { h.reader(last); })
            return [](const void* state, partial_byte last) noexcept {
                return std::optional<any_reader>(self(state).reader(last));
            };
        return nullptr;
    }

    static constexpr auto verify() -> decltype(any_operations::verify) {
        if constexpr (Row::info().kind == kind::mac)
            return [](const void* state, const std::uint8_t* p, std::size_t n) noexcept {
                return any_adapter<Row>::verify(self(state), {p, n});
            };
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
    static constexpr const any_operations* of() {
        if constexpr (digesting<Row>) return &operations<Row>::table;
        return nullptr;
    }
};

}  // namespace any_detail
}  // namespace hashlane::inline HASHLANE_ABI

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {
// Returns a table whose entries are any_operations.
HASHLANE_ENTRY const void* const* table_of_hashes() noexcept
    HASHLANE_ENTERS_BY_NAME(any_detail::table_of<any_detail::hash_column>());
}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {

// All functions that need a table are templates without parameters: a header-only unit that does not call them does not
// compile the table.

/// Returns the functions of the algorithm at place `row` of algorithms(), or nullptr when it is no hash, XOF or MAC.
template <class...>
const any_operations* any_operations_at(std::size_t row) noexcept {
    return any_detail::find_in<any_operations>(entry_points::table_of_hashes(), row);
}

namespace any_detail {
struct hash_maker;
}  // namespace any_detail

/// A hash, XOF or MAC whose name is known at run time. Objects are values: a copy goes on independently of the
/// original. A state with a key is wiped by the destructor. Only one thread at a time may change an object.
class any_hash : any_detail::stored_state<any_operations, any_detail::state_room> {
  public:
    /// Makes an object that has absorbed nothing yet.
    /// \param name the name of a hash, XOF or MAC: hl::algorithms() lists them
    /// \param options what the algorithm takes besides the message
    /// \return the object, or an error: the name is unknown or that of another kind of algorithm, or an option does not
    /// fit
    template <class...>
    static any_result<any_hash> create(std::string_view name, const any_options& options = {}) noexcept {
        const any_operations* const found = any_operations_at(any_detail::row_of(name));
        if (found == nullptr) return any_detail::not_found(name, "a hash, XOF or MAC");
        return create(*found, options);
    }
    /// Makes an object that has absorbed nothing yet.
    /// \param chosen what any_operations_at() or functions() has returned
    /// \param options what the algorithm takes besides the message
    /// \return the object, or an error: an option does not fit
    static any_result<any_hash> create(const any_operations& chosen, const any_options& options = {}) noexcept {
        const any_problem problem = problem_with(chosen.info, options);
        if (problem != any_problem::none) return explain(chosen.info, options, problem);
        return any_hash(chosen, options);
    }

    /// Returns the object inside when it is a T, and nullptr otherwise: `h.get_if<hl::kt128>()`.
    template <class T>
    T* get_if() noexcept {
        return info().name == T::name ? std::launder(reinterpret_cast<T*>(state)) : nullptr;
    }
    /// Returns the object inside when it is a T, and nullptr otherwise.
    template <class T>
    const T* get_if() const noexcept {
        return info().name == T::name ? std::launder(reinterpret_cast<const T*>(state)) : nullptr;
    }

    /// Returns the name, the sizes and the parameters of the algorithm.
    const algorithm& info() const noexcept { return operations->info; }
    /// Returns the functions of this algorithm as pointers, for interfaces of other languages.
    const any_operations& functions() const noexcept { return *operations; }
    /// Returns the place of the algorithm in algorithms().
    std::size_t row() const noexcept { return operations->row; }
    /// Returns the address of the object inside, whatever its type is.
    const void* object() const noexcept { return state; }
    /// Returns the size of the output in bytes: any_options::output_size where it was given, else that of a digest or a
    /// tag.
    std::size_t output_size() const noexcept { return size; }

    /// Returns how many bytes may still be absorbed, at most 2^64 - 1. SHA-2 and what is built on it have a limit
    /// (sha2.hpp). Only an imported state can be near it: when a state comes from outside, ask before each update().
    std::uint64_t bytes_left() const noexcept {
        return operations->bytes_left == nullptr ? ~std::uint64_t{0} : operations->bytes_left(state);
    }

    /// Absorbs more of the message; of a tuple hash, one element.
    /// \param message any number of bytes
    /// \return this object
    any_hash& update(const input_bytes& message) noexcept {
        const octets_in octets = message.octets();
        operations->update(state, octets.data(), octets.size());
        return *this;
    }

    /// Writes the digest of everything that was absorbed: the digest of a hash, the tag of a MAC, the first bytes of
    /// output of an XOF. The object is not changed, and may absorb more.
    /// \param out output_size() bytes; for an algorithm with any_length any number of bytes. It may overlap the key,
    /// the options and the message.
    /// \param last the last byte and how many bits of it belong to the message, 0 to 7; by default the message has
    /// whole bytes
    /// \return false, and nothing is written, when `out` has a size that the algorithm does not give, when last.bits is
    /// above 7, or when takes_bits() is false and last.bits is not 0
    [[nodiscard]] bool digest(octets_out out, partial_byte last = {}) const noexcept {
        if (!info().any_length && out.size() != info().digest_size) return false;
        if (last.bits > 7 || (last.bits != 0 && !takes_bits())) return false;
        if (last.bits == 0)
            operations->digest(state, out.data(), out.size());
        else
            operations->digest_bits(state, out.data(), out.size(), last);
        return true;
    }
    /// Tells whether a message may end within a byte.
    bool takes_bits() const noexcept { return operations->digest_bits != nullptr; }

    /// Returns the output of an XOF for everything that was absorbed, to be read in pieces.
    /// \param last the last byte and how many bits of it belong to the message, 0 to 7; by default the message has
    /// whole bytes
    /// \return nothing when the algorithm is no XOF, when last.bits is above 7, or when messages consist of whole bytes
    /// and last.bits is not 0
    std::optional<any_reader> reader(partial_byte last = {}) const noexcept {
        if (last.bits > 7) return std::nullopt;
        if (last.bits == 0) return operations->reader(state);
        return operations->reader_bits == nullptr ? std::nullopt : operations->reader_bits(state, last);
    }

    /// Returns the size of an exported state in bytes; 0 where there is no export: a state that holds a key has none.
    std::size_t state_size() const noexcept { return operations->state_size; }

    /// Writes the state, so that another process can go on. docs/ARCHITECTURE.md describes the format.
    /// \param out state_size() bytes
    /// \return false, and nothing is written, when `out` has another size or when there is no export
    [[nodiscard]] bool export_state(octets_out out) const noexcept {
        if (state_size() == 0 || out.size() != state_size()) return false;
        operations->export_state(state, out.data());
        return true;
    }
    /// Replaces the state by an exported one.
    /// \param bytes what export_state() of the same algorithm has written
    /// \return false, and nothing is changed, when the bytes are damaged or the state of another algorithm
    [[nodiscard]] bool import_state(const input_bytes& bytes) noexcept {
        const octets_in octets = bytes.octets();
        return operations->import_state(state, octets.data(), octets.size());
    }

  private:
    friend struct any_detail::hash_maker;
    any_hash(const any_operations& chosen, const any_options& options) noexcept
        : stored_state(chosen), size(options.output_size.value_or(chosen.info.digest_size)) {
        operations->create(state, options);
    }

    std::size_t size;
};

namespace any_detail {

// Interfaces of other languages check options by themselves, and make an object where it is to stay: any_hash::create()
// would copy it there. options_fit(chosen.info, options) is true.
struct hash_maker {
    static any_hash make(const any_operations& chosen, const any_options& options) noexcept {
        return any_hash(chosen, options);
    }
};

}  // namespace any_detail
}  // namespace hashlane::inline HASHLANE_ABI
