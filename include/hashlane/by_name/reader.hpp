// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The output of an XOF that is chosen by name at run time. Programs include any.hpp, whose any_hash::reader() makes
/// these objects.

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "../lanes/bytes.hpp"

namespace hashlane::inline HASHLANE_ABI {

namespace any_detail {

template <class T>
concept readable = requires(const T& x) { x.reader(); };

// Returns the object of type T at an address.
template <class T, class P>
T& as(P* p) noexcept {
    return *std::launder(static_cast<T*>(p));
}

// An object whose class is known at run time only: its state, and the functions of its class, `copy` and `destroy`
// among them. A class that derives from this makes the state.
template <class Operations, std::size_t Room>
class stored_state {
  protected:
    explicit stored_state(const Operations& chosen) noexcept : operations(&chosen) {}
    stored_state(const stored_state& other) noexcept : operations(other.operations) {
        operations->copy(state, other.state);
    }
    stored_state& operator=(const stored_state& other) noexcept {
        if (this == &other) return *this;
        operations->destroy(state);
        operations = other.operations;
        operations->copy(state, other.state);
        return *this;
    }
    ~stored_state() { operations->destroy(state); }

    const Operations* operations;
    alignas(8) std::uint8_t state[Room];
};

// This is the size of the largest reader, in bytes; it is aligned to 8. It is a number, so that a unit which only has
// an any_reader does not instantiate every class. The constructor checks each reader against it.
inline constexpr std::size_t reader_room = 704;

struct reader_operations {
    void (*squeeze)(void* state, octets_out out) noexcept;
    void (*copy)(void* state, const void* other) noexcept;
    void (*destroy)(void* state) noexcept;
};

template <class R>
inline constexpr reader_operations operations_of_reader{
    .squeeze = [](void* state, octets_out out) noexcept { as<R>(state).squeeze(out); },
    .copy = [](void* state, const void* other) noexcept { ::new (state) R(as<const R>(other)); },
    .destroy = [](void* state) noexcept { as<R>(state).~R(); }};

}  // namespace any_detail

/// The output of an XOF, read in pieces. Objects are values: a copy goes on independently. A state with a key is wiped
/// by the destructor.
class any_reader : any_detail::stored_state<any_detail::reader_operations, any_detail::reader_room> {
  public:
    /// Holds a copy of `reader`, an object that reader() of a class of the library returns.
    template <class R>
    requires(!std::is_same_v<R, any_reader>)
    explicit any_reader(const R& reader) noexcept : stored_state(any_detail::operations_of_reader<R>) {
        static_assert(sizeof(R) <= sizeof state && alignof(R) <= 8);
        ::new (static_cast<void*>(state)) R(reader);
    }

    /// Writes the next bytes of output. Two calls for n bytes write the same bytes as one call for 2n.
    /// \param out any number of bytes. It may overlap everything that was absorbed.
    /// \return this object
    any_reader& squeeze(octets_out out) noexcept {
        operations->squeeze(state, out);
        return *this;
    }
};

}  // namespace hashlane::inline HASHLANE_ABI
