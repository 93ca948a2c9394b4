// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// KangarooTwelve as a class: an xof of whole bytes whose customization string is absorbed last.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <fixed_string Name, class C>
class tree_xof : public absorbing<tree_xof<Name, C>, Name, C> {
    using base = absorbing<tree_xof, Name, C>;

  public:
    using base::base;  // tree_xof(customization), of at most longest_customization bytes
    using reader_type = xof_reader<C>;

    template <byte_range R>
    constexpr tree_xof& absorb(const R& message) {
        return this->absorb_range(message);
    }

    [[nodiscard]] constexpr reader_type reader() const {
        C copy = this->construction;
        copy.finish();
        return reader_type(copy);
    }

    // With a customization string of any length in the place of the constructor's.
    template <byte_range S>
    [[nodiscard]] constexpr reader_type reader(const S& customization) const {
        C copy = this->construction;
        copy.finish(customization);
        return reader_type(copy);
    }

    // A customization string of any length may follow. `out` may overlap it and the message.
    template <byte_range R, byte_range... S>
    requires(sizeof...(S) <= 1)
    static constexpr void digest(const R& message, std::span<std::uint8_t> out, const S&... customization) {
        tree_xof x;
        x.absorb(message);
        x.construction.finish(customization...);
        x.construction.squeeze(out.data(), out.size());
    }
    template <std::size_t N, byte_range R, byte_range... S>
    requires(sizeof...(S) <= 1)
    [[nodiscard]] static constexpr std::array<std::uint8_t, N> digest(const R& message, const S&... customization) {
        std::array<std::uint8_t, N> out{};
        digest(message, std::span<std::uint8_t>(out), customization...);
        return out;
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
