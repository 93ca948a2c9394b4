// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Input and output of an object of any class of the library, for code that works with all of them.

#include <cstdint>
#include <span>

#include "../lanes/bytes.hpp"

namespace hashlane::inline HASHLANE_ABI::detail {

// Absorbs more of the message; of a class of tuples, one element.
template <class H, byte_range R>
constexpr void take_in(H& h, const R& message) {
    if constexpr (requires { h.update(message); })
        h.update(message);
    else
        h.absorb(message);
}

// Writes the digest, the tag or the first bytes of output of everything that h has absorbed. `out` has H::digest_size
// bytes where there is such a constant, 1 to H::digest_size bytes for HMAC, and any number for all other classes. It
// may overlap what h has absorbed, but not h.
template <class H>
constexpr void write_output(const H& h, std::span<std::uint8_t> out) {
    if constexpr (requires { h.reader(); }) {
        h.reader().squeeze(out);
    } else if constexpr (requires { h.tag_into(out); }) {
        h.tag_into(out);
    } else if constexpr (requires { h.digest_into(out); }) {
        h.digest_into(out);
    } else {
        const auto digest = h.digest();
        copy_bytes(out.data(), digest.data(), digest.size());
    }
}

}  // namespace hashlane::inline HASHLANE_ABI::detail
