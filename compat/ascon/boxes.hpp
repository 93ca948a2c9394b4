// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Pointers and lengths in the place of the spans of hashlane::aead.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "consts.hpp"
#include "permutation.hpp"
#include "utils.hpp"

namespace hashlane_compat {

template <std::size_t N>
constexpr std::span<const std::uint8_t, N> exactly(const std::uint8_t* p) {
    return std::span<const std::uint8_t, N>(p, N);
}

template <class A>
constexpr void encrypt(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t* data, std::size_t dlen,
                       const std::uint8_t* text, std::size_t ctlen, std::uint8_t* cipher, std::uint8_t* tag) {
    const auto made = A(exactly<A::key_size>(key))
                          .encrypt(exactly<A::nonce_size>(nonce), std::span(data, dlen), std::span(text, ctlen),
                                   std::span(cipher, ctlen));
    std::ranges::copy(made, tag);
}

// False: forged, and every byte of text is zero. The older function was not [[nodiscard]].
template <class A>
constexpr bool decrypt(const std::uint8_t* key, const std::uint8_t* nonce, const std::uint8_t* data, std::size_t dlen,
                       const std::uint8_t* cipher, std::size_t ctlen, std::uint8_t* text, const std::uint8_t* tag) {
    return A(exactly<A::key_size>(key))
        .decrypt(exactly<A::nonce_size>(nonce), std::span(data, dlen), std::span(cipher, ctlen),
                 exactly<A::tag_size>(tag), std::span(text, ctlen));
}

}  // namespace hashlane_compat
