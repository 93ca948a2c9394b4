// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// How short a tag may be that a verification accepts. A tag has its whole length unless the caller asks for less: if the
// sender could choose the length, it would choose a tag that is easily guessed.

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "../lanes/bytes.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// Bytes. No verification accepts a tag below 32 bits (SP 800-185 s.8.4.2, SP 800-232 s.4.2.1). One below 64 bits is only
// accepted where the caller names that length.
inline constexpr std::size_t shortest_tag = 4;
inline constexpr std::size_t recommended_tag = 8;

// A tag for the verify() of a MAC that may be shorter than usual: it needs `least` bytes. Of HMAC it is the beginning of
// the whole tag; of the others (KMAC, HopMAC, the reader of a KMACXOF) it is the tag of that length. A
// `least` below shortest_tag counts as shortest_tag. The bytes must outlive the object.
//   mac.verify(short_tag(tag))         at least 8 bytes
//   mac.verify(short_tag(tag, 16))     at least 16
template <byte_like B>
class short_tag {
  public:
    template <byte_range R>
    constexpr explicit short_tag(const R& tag, std::size_t least = recommended_tag)
        : all(std::data(tag), std::size(tag)), minimum(least < shortest_tag ? shortest_tag : least) {}

    constexpr std::span<const B> bytes() const { return all; }
    constexpr std::size_t least() const { return minimum; }

  private:
    std::span<const B> all;
    std::size_t minimum;
};

template <byte_range R>
short_tag(const R&) -> short_tag<std::remove_cvref_t<decltype(*std::data(std::declval<const R&>()))>>;
template <byte_range R>
short_tag(const R&, std::size_t) -> short_tag<std::remove_cvref_t<decltype(*std::data(std::declval<const R&>()))>>;

template <class T>
inline constexpr bool is_short_tag = false;
template <byte_like B>
inline constexpr bool is_short_tag<short_tag<B>> = true;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
