// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The forms of the outputs of digest_many() and the other functions for many messages.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <tuple>
#include <type_traits>

#include "../kernels/batch_job.hpp"
#include "../lanes/bytes.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// A range of places for outputs of any sizes: spans, vectors and the like, whose bytes can be written.
template <class R>
concept output_range = requires(R& outputs, std::size_t i) {
    { std::size(outputs) } -> std::convertible_to<std::size_t>;
    requires byte_range<std::remove_cvref_t<decltype(outputs[i])>>;
    requires !std::is_const_v<std::remove_pointer_t<decltype(std::data(outputs[i]))>>;
};

namespace batches {

// The outputs are a contiguous range of arrays, one for each message, or of bytes for all messages; or a range of
// places, one for each message.
template <class D>
using element = std::remove_reference_t<decltype(*std::data(std::declval<D&>()))>;
template <class D>
concept bytes_for_all = byte_like<element<D>> && !std::is_const_v<element<D>>;
template <class D>
concept arrays = requires { std::tuple_size<element<D>>::value; } && byte_like<typename element<D>::value_type> &&
                 !std::is_const_v<element<D>>;
template <class D>
concept side_by_side_outputs = bytes_for_all<D> || arrays<D>;
template <class D>
concept outputs = side_by_side_outputs<D> || output_range<D>;

// Returns the address of the first output.
template <side_by_side_outputs D>
std::uint8_t* first_of(D& digests) {
    return reinterpret_cast<std::uint8_t*>(std::data(digests));
}
// Returns the size of all outputs in bytes.
template <side_by_side_outputs D>
std::size_t bytes_in(D& digests) {
    return std::size(digests) * sizeof(element<D>);
}

// Returns output i of `bytes` bytes. Constant evaluation has no casts between types of bytes, so there the elements must
// be std::uint8_t; others do not compile.
template <side_by_side_outputs D>
constexpr octets_out output_at(D& digests, std::size_t i, std::size_t bytes) {
    if constexpr (arrays<D>)
        return as_writable_octets(std::data(digests)[i]);
    else
        return as_writable_octets(std::span(std::data(digests), std::size(digests)).subspan(i * bytes, bytes));
}

// Returns the place of output i.
template <output_range D>
octets_out place_at(D& outputs, std::size_t i) {
    auto&& place = outputs[i];
    return {reinterpret_cast<std::uint8_t*>(std::data(place)), std::size(place)};
}

}  // namespace batches

/// Returns a function and its argument, by which an entry point finds the places of `outputs`.
template <output_range D>
output_places places_of(D& outputs) {
    return {&outputs, [](const void* context, std::size_t i) -> output_place {
                const octets_out place = batches::place_at(*static_cast<D*>(const_cast<void*>(context)), i);
                return {place.data(), place.size()};
            }};
}

}  // namespace hashlane::inline HASHLANE_ABI
