// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// A MAC that is chosen by name at run time, without a heap.
///
///     auto mac = hl::any_mac::create("hmac-sha256", {.key = key});       if (!mac) ... mac.error().message()
///     if (!mac->update(message).verify(tag)) ...                         forged

#include <cstddef>
#include <string_view>

#include "hash.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// A MAC with its key. Objects are values: a copy goes on independently. The destructor wipes the key. Only one thread
/// at a time may change an object.
class any_mac {
  public:
    /// Makes an object that has absorbed nothing yet.
    /// \param name the name of a MAC: hl::algorithms() lists them
    /// \param options the key, which must be there, and what else the algorithm takes. output_size is the size of the
    /// tag in bytes: 4 or more, and of HMAC that of a digest.
    /// \return the object, or an error: the name is unknown or that of another kind of algorithm, or an option does not
    /// fit
    template <class...>
    static any_result<any_mac> create(std::string_view name, const any_options& options) noexcept {
        const any_operations* const found = any_operations_at(any_detail::row_of(name));
        if (found == nullptr || found->verify == nullptr) return any_detail::not_found(name, "a MAC");
        if (options.output_size && *options.output_size < shortest_tag) return too_short(*found, *options.output_size);
        const any_result<any_hash> made = any_hash::create(*found, options);
        if (!made) return made.error();
        return any_mac(*made);
    }

    /// Returns the name, the sizes and the parameters of the algorithm.
    const algorithm& info() const noexcept { return state.info(); }
    /// Returns the size of the tag in bytes.
    std::size_t tag_size() const noexcept { return state.output_size(); }

    /// Absorbs more of the message.
    /// \param message any number of bytes
    /// \return this object
    any_mac& update(const input_bytes& message) noexcept {
        state.update(message.octets());
        return *this;
    }

    /// Writes the tag of everything that was absorbed. The object is not changed, and may absorb more.
    /// \param out tag_size() bytes. It may overlap the key, the options and the message.
    /// \return false, and nothing is written, when `out` has another size
    [[nodiscard]] bool tag_into(octets_out out) const noexcept { return out.size() == tag_size() && state.digest(out); }

    /// Compares a tag with that of everything that was absorbed, in constant time: the time does not depend on where
    /// the two differ.
    /// \param expected the tag as it was received
    /// \return whether the tag is right. Also false when it has not tag_size() bytes: if a sender could choose the
    /// size, a short tag could be guessed.
    [[nodiscard]] bool verify(const input_bytes& expected) const noexcept {
        const octets_in tag = expected.octets();
        if (tag.size() != tag_size()) return false;
        return state.functions().verify(state.object(), tag.data(), tag.size());
    }

    /// Returns the same MAC as an any_hash, for digest_many().
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

}  // namespace hashlane::inline HASHLANE_ABI
