// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// A suite that is chosen by name at run time, without a heap.
///
///     const auto id = hl::derive_session_id("SHAKE128", tag);
///     const auto duplex = hl::any_duplex::create("SHAKE128", *id);          if (!duplex) ... duplex.error().message()
///     hl::session s(*duplex);

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>

#include "../lanes/nearest_name.hpp"
#include "../lanes/result.hpp"
#include "grinding.hpp"
#include "statement.hpp"
#include "suites.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The functions of one suite as pointers to functions that take its state, for interfaces of other languages.
struct duplex_operations {
    /// The name of the suite.
    std::string_view suite;
    /// Who defines the suite.
    suite_origin origin;

    /// Makes a sponge that has absorbed the session, where `state` points: fiat_shamir::duplex_room bytes, aligned to
    /// 8.
    void (*init)(void* state, const session_id& id) noexcept;
    /// Absorbs `n` bytes.
    void (*absorb)(void* state, const std::uint8_t* p, std::size_t n) noexcept;
    /// Writes the next `n` bytes of output.
    void (*squeeze)(void* state, std::uint8_t* p, std::size_t n) noexcept;
    /// As any_duplex::search().
    std::uint64_t (*search)(const void* state, std::uint64_t first, std::uint64_t last, unsigned bits) noexcept;
};

namespace fiat_shamir {

// This is the size of the largest sponge, in bytes. It is a number, so that a unit which only has an any_duplex does
// not instantiate every class.
inline constexpr std::size_t duplex_room = 1416;

template <class D>
struct operations_of {
    static_assert(std::is_trivially_copyable_v<D>);
    static_assert(sizeof(D) <= duplex_room && alignof(D) <= 8);
    static D& self(void* state) noexcept { return *std::launder(static_cast<D*>(state)); }
    static void init(void* state, const session_id& id) noexcept { ::new (state) D(id); }
    static void absorb(void* state, const std::uint8_t* p, std::size_t n) noexcept { self(state).absorb(p, n); }
    static void squeeze(void* state, std::uint8_t* p, std::size_t n) noexcept { self(state).squeeze(p, n); }
    static std::uint64_t search(const void* state, std::uint64_t first, std::uint64_t last, unsigned bits) noexcept {
        return fiat_shamir::search(*std::launder(static_cast<const D*>(state)), first, last, bits);
    }

    static constexpr duplex_operations table{
        .suite = D::suite(), .origin = D::origin, .init = init, .absorb = absorb, .squeeze = squeeze, .search = search};
};

template <class...>
const duplex_operations* suite_among_all(std::size_t index) noexcept {
    const duplex_operations* found = nullptr;
    std::size_t i = 0;
    for_each_suite([&]<class D>() {
        if (i == index) found = &operations_of<D>::table;
        ++i;
    });
    return found;
}

}  // namespace fiat_shamir
}  // namespace hashlane::inline HASHLANE_ABI

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {
// Returns the duplex_operations of the suite, or nullptr.
HASHLANE_ENTRY const void* suite_at(std::size_t index) noexcept
    HASHLANE_ENTERS_BY_NAME(fiat_shamir::suite_among_all(index));
}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI {

/// Returns the functions of suite number `index`, counted from 0, or nullptr after the last suite.
template <class...>
const duplex_operations* suite_at(std::size_t index) noexcept {
    return static_cast<const duplex_operations*>(entry_points::suite_at(index));
}

/// Returns the suite whose name is nearest to a name, for example "SHAKE128" for "shake128". nearest_name describes
/// what counts as near.
/// \param name a name from outside
/// \return the name of a suite, or "" when none is near
template <class...>
std::string_view nearest_suite(std::string_view name) noexcept {
    std::size_t count = 0;
    while (suite_at(count) != nullptr) ++count;
    return names_detail::nearest(name, count, [](std::size_t i) { return suite_at(i)->suite; });
}

namespace fiat_shamir {

// Returns nullptr when no suite has that name.
template <class...>
const duplex_operations* find_suite(std::string_view name) noexcept {
    for (std::size_t i = 0;; ++i)
        if (const duplex_operations* o = suite_at(i); o == nullptr || o->suite == name) return o;
}

// Makes the error for an unknown name: "no such suite: shake128; did you mean SHAKE128?"
template <class...>
any_error no_such_suite(std::string_view name) noexcept {
    const std::string_view nearest = nearest_suite(name);
    any_error error(any_problem::unknown_name);
    error.add("no such suite: ").add_name(name);
    if (nearest.empty()) return error;
    return error.add("; did you mean ").add(nearest).add("?");
}

}  // namespace fiat_shamir

/// A sponge of a suite whose name is known at run time. Objects are values. One thread at a time may change an object.
class any_duplex {
  public:
    /// Makes a sponge that has absorbed the session.
    /// \param chosen what suite_at() has returned
    /// \param id the session
    any_duplex(const duplex_operations& chosen, const session_id& id) noexcept : operations(&chosen) {
        operations->init(state, id);
    }
    /// Makes a sponge that has absorbed the session.
    /// \param suite the name of a suite: "SHAKE128", "TurboSHAKE128", "hashlane-SHA-256" ...
    /// \param id the session
    /// \return the sponge, or an error: no suite has that name
    template <class...>
    static any_result<any_duplex> create(std::string_view suite, const session_id& id) noexcept {
        const duplex_operations* found = fiat_shamir::find_suite(suite);
        if (found == nullptr) return fiat_shamir::no_such_suite(suite);
        return any_duplex(*found, id);
    }

    /// Returns the name of the suite.
    std::string_view suite() const noexcept { return operations->suite; }
    /// Absorbs `n` bytes at the address `p`.
    template <byte_like B>
    void absorb(const B* p, std::size_t n) noexcept {
        operations->absorb(state, reinterpret_cast<const std::uint8_t*>(p), n);
    }
    /// Writes the next `n` bytes of output to the address `p`.
    void squeeze(std::uint8_t* p, std::size_t n) noexcept { operations->squeeze(state, p, n); }

    /// Searches for the nonce of a proof of work: grinding.hpp.
    /// \param first the first nonce to try
    /// \param last one past the last nonce to try
    /// \param bits how many zero bits the challenge must begin with
    /// \return the smallest nonce that does the work, or `last` if there is none or `first` is not below it
    std::uint64_t search(std::uint64_t first, std::uint64_t last, unsigned bits) const noexcept {
        return operations->search(state, first, last, bits);
    }

  private:
    const duplex_operations* operations;
    alignas(8) std::uint8_t state[fiat_shamir::duplex_room];
};

/// Derives the session from a tag: DeriveSessionID, s.5.1.
/// \param suite what suite_at() has returned
/// \param tag names the application, the protocol with its codecs, and its suite
template <byte_range R>
session_id derive_session_id(const duplex_operations& suite, const R& tag) noexcept {
    any_duplex sponge(suite, fiat_shamir::session_label(suite.origin));
    const auto octets = as_octets(tag);
    sponge.absorb(octets.data(), octets.size());
    session_id id{};
    sponge.squeeze(id.bytes.data(), id.bytes.size());
    return id;
}

/// Derives the session from a tag: DeriveSessionID, s.5.1.
/// \param suite the name of a suite
/// \param tag names the application, the protocol with its codecs, and its suite
/// \return the session, or an error: no suite has that name
template <byte_range R>
any_result<session_id> derive_session_id(std::string_view suite, const R& tag) noexcept {
    const duplex_operations* found = fiat_shamir::find_suite(suite);
    if (found == nullptr) return fiat_shamir::no_such_suite(suite);
    return derive_session_id(*found, tag);
}

}  // namespace hashlane::inline HASHLANE_ABI
