// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A MAC that is chosen by name at run time, without a heap.
//
//   auto mac = hl::any_mac::create("hmac-sha256", {.key = key});       if (!mac) ... mac.error().message()
//   if (!mac->update(message).verify(tag)) ...                         forged

#include <cstddef>
#include <string_view>

#include "hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

class any_mac {
  public:
    // The name of a MAC, and options with its key. output_size is that of the tag, at least shortest_tag bytes; HMAC has
    // tags of a whole digest alone. An error: the name is unknown or of something else, or an option does not fit.
    template <class...>
    static any_result<any_mac> create(std::string_view name, const any_options& options) noexcept {
        const any_operations* const found = any_detail::find(name);
        if (found == nullptr || found->verify == nullptr) return any_detail::not_found(name, "a MAC");
        if (options.output_size && *options.output_size < shortest_tag) return too_short(*found, *options.output_size);
        const any_result<any_hash> made = any_hash::create(*found, options);
        if (!made) return made.error();
        return any_mac(*made);
    }

    const algorithm& info() const noexcept { return state.info(); }
    std::size_t tag_size() const noexcept { return state.output_size(); }

    // More of the message.
    any_mac& update(const input_bytes& message) noexcept {
        state.update(message.octets());
        return *this;
    }

    // The tag of everything so far. False, and nothing written, when `out` has not tag_size() bytes. `out` may lie over the
    // key, the options and the message.
    [[nodiscard]] bool tag_into(octets_out out) const noexcept { return out.size() == tag_size() && state.digest(out); }

    // Is this the tag of everything so far? Takes the same time for any wrong tag. False unless it has tag_size() bytes: if
    // the sender could choose the length, a short tag could be guessed.
    [[nodiscard]] bool verify(const input_bytes& expected) const noexcept {
        const octets_in tag = expected.octets();
        if (tag.size() != tag_size()) return false;
        return state.functions().verify(state.object(), tag.data(), tag.size());
    }

    // The same MAC as an any_hash, for digest_many().
    const any_hash& as_hash() const noexcept { return state; }

  private:
    explicit any_mac(const any_hash& made) noexcept : state(made) {}

    static any_error too_short(const any_operations& chosen, std::size_t size) noexcept {
        any_error error(any_problem::output_size);
        error.add(chosen.info.name).add(" has a tag of ").add(shortest_tag);
        return error.add(" bytes or more, not of ").add(size);
    }

    any_hash state;
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
