// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "message.hpp"

#include <algorithm>

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

void digest_batch::put(const std::uint8_t* p, std::size_t n) noexcept {
    if (!is_long && batch.unfinished().size() + n <= message_batch::longest) return batch.put(p, n);
    if (!is_long) {
        const octets_in begun = batch.unfinished();
        one.put(begun.data(), begun.size());
        batch.drop_unfinished();
        is_long = true;
    }
    one.put(p, n);
}

void digest_batch::end_message() noexcept {
    if (!is_long) {
        batch.end_message();
        if (batch.full()) digest_pending();
        return;
    }
    digest_pending();  // those before it come first
    std::array<std::uint8_t, longest_digest> digest;
    const octets_out out = std::span(digest).first(width());
    one.finish(out);
    is_long = false;
    append_digests(out);
}

void digest_batch::drop_message() noexcept {
    std::array<std::uint8_t, longest_digest> unused;
    if (is_long) one.finish(std::span(unused).first(width()));
    is_long = false;
    batch.drop_unfinished();
}

void digest_batch::append(const digest_batch& other) noexcept {
    digest_pending();  // those that are here come first
    append_digests(other.digests.view());
    for (std::size_t i = 0; i < other.batch.size(); ++i) {
        const octets_in message = other.batch[i];
        put(message.data(), message.size());
        end_message();
    }
    over = over || other.over;
    whole = whole && other.complete();
}

void digest_batch::append_digests(octets_in more) noexcept {
    std::uint8_t* const to = place_for(more.size());
    if (to != nullptr) std::ranges::copy(more, to);
}

// Returns memory for the next `bytes` bytes of digests, or nullptr when there would be too many digests.
std::uint8_t* digest_batch::place_for(std::size_t bytes) noexcept {
    if (bytes > most || digests.size() > most - bytes) {
        over = true;
        return nullptr;
    }
    return digests.extend(bytes);
}

void digest_batch::digest_pending() noexcept {
    if (batch.size() == 0) return;
    std::uint8_t* const to = place_for(batch.size() * width());
    if (to != nullptr) (void)digest_many(state, batch, octets_out(to, batch.size() * width()));  // their size is right
    batch.clear();
}

}  // namespace hashlane::engine
