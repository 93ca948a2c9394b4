// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The sizes of tags that a verification accepts. A tag has its whole size unless the caller asks for less: if the
/// sender could choose the size, it would choose a tag that is easily guessed.

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "../lanes/bytes.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The size of the shortest tag that any verification accepts, in bytes: 32 bits (SP 800-185 s.8.4.2, SP 800-232
/// s.4.2.1).
inline constexpr std::size_t shortest_tag = 4;
/// The size of the shortest tag that is accepted where the caller does not name a shorter one, in bytes.
inline constexpr std::size_t recommended_tag = 8;

/// A tag that may be shorter than usual, for verify() of a MAC. Of HMAC it is the beginning of the whole tag. Of the
/// other MACs (KMAC, HopMAC, the reader of a KMACXOF) it is the tag of that length. The object refers to the bytes of
/// the tag, which must live as long as the object.
///
///     mac.verify(short_tag(tag))         8 bytes or more are accepted
///     mac.verify(short_tag(tag, 16))     16 bytes or more
///
/// \tparam B the type of the bytes
template <byte_like B>
class short_tag {
  public:
    /// Refers to a tag.
    /// \param tag the tag as it was received
    /// \param least the size of the shortest tag that the protocol accepts, in bytes. A number below shortest_tag
    /// counts as shortest_tag.
    template <byte_range R>
    constexpr explicit short_tag(const R& tag, std::size_t least = recommended_tag)
        : all(std::data(tag), std::size(tag)), minimum(least < shortest_tag ? shortest_tag : least) {}

    /// Returns the bytes of the tag.
    constexpr std::span<const B> bytes() const { return all; }
    /// Returns the size that the tag must at least have, in bytes.
    constexpr std::size_t least() const { return minimum; }

  private:
    std::span<const B> all;
    std::size_t minimum;
};

template <byte_range R>
short_tag(const R&) -> short_tag<std::remove_cvref_t<decltype(*std::data(std::declval<const R&>()))>>;
template <byte_range R>
short_tag(const R&, std::size_t) -> short_tag<std::remove_cvref_t<decltype(*std::data(std::declval<const R&>()))>>;

/// Whether T is a short_tag.
template <class T>
inline constexpr bool is_short_tag = false;
template <byte_like B>
inline constexpr bool is_short_tag<short_tag<B>> = true;

}  // namespace hashlane::inline HASHLANE_ABI
