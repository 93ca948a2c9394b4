// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "message.hpp"

namespace hashlane::engine {

void message_hasher::absorb(const std::uint8_t* p, std::size_t n) noexcept {
    if (!state) state = in_pieces(algorithm);
    state->update(octets_in(kept, used)).update(octets_in(p, n));
    used = 0;
}

void message_hasher::finish(octets_out out) noexcept {
    const octets_in rest(kept, used);
    // The size is right, so that neither call returns false.
    if (state)
        (void)state->update(rest).digest(out);
    else
        (void)algorithm.digest_into(rest, out);
    state.reset();
    used = 0;
}

}  // namespace hashlane::engine
