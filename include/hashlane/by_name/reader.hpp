// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The output of an xof that was chosen by name: any_hash::reader().

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "../lanes/bytes.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

namespace any_detail {

template <class T>
concept readable = requires(const T& x) { x.reader(); };

// The largest reader, 8-aligned, in bytes: a number, so that a unit which only has an any_reader does not look at every
// class. The constructor holds each reader against it.
inline constexpr std::size_t reader_room = 704;

struct reader_operations {
    void (*squeeze)(void* state, octets_out out) noexcept;
    void (*copy)(void* state, const void* other) noexcept;
    void (*destroy)(void* state) noexcept;
};

template <class R>
inline constexpr reader_operations operations_of_reader{
    .squeeze = [](void* state, octets_out out) noexcept { std::launder(static_cast<R*>(state))->squeeze(out); },
    .copy = [](void* state,
               const void* other) noexcept { ::new (state) R(*std::launder(static_cast<const R*>(other))); },
    .destroy = [](void* state) noexcept { std::launder(static_cast<R*>(state))->~R(); }};

}  // namespace any_detail

class any_reader {
  public:
    template <class R>
    requires(!std::is_same_v<R, any_reader>)
    explicit any_reader(const R& reader) noexcept : operations(&any_detail::operations_of_reader<R>) {
        static_assert(sizeof(R) <= sizeof state && alignof(R) <= 8);
        ::new (static_cast<void*>(state)) R(reader);
    }
    any_reader(const any_reader& other) noexcept : operations(other.operations) {
        operations->copy(state, other.state);
    }
    any_reader& operator=(const any_reader& other) noexcept {
        if (this == &other) return *this;
        operations->destroy(state);
        operations = other.operations;
        operations->copy(state, other.state);
        return *this;
    }
    ~any_reader() { operations->destroy(state); }

    // Two reads of n bytes give the same as one of 2n. `out` may lie over anything that was absorbed.
    any_reader& squeeze(octets_out out) noexcept {
        operations->squeeze(state, out);
        return *this;
    }

  private:
    const any_detail::reader_operations* operations;
    alignas(8) std::uint8_t state[any_detail::reader_room];
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
