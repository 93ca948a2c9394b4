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

template <class Self, fixed_string Name, class C>
class tree_xof : public hash_base<Self, Name, C>, public absorbs<Self> {
    using base = hash_base<Self, Name, C>;

  public:
    using base::base;  // (customization), of at most longest_customization bytes
    using reader_type = xof_reader<C>;
    static constexpr std::size_t usual_size = reader_type::usual_size;  // bytes, against collisions

    [[nodiscard]] constexpr reader_type reader() const {
        C copy = this->construction;
        copy.finish();
        return reader_type(copy);
    }

    using absorbs<Self>::reader;

    // With a customization string of any length in the place of the constructor's.
    template <byte_range S>
    [[nodiscard]] constexpr reader_type customized_reader(const S& customization) const {
        C copy = this->construction;
        copy.finish(customization);
        return reader_type(copy);
    }

    // The customization string may have any length here.
    struct one_shot {
        template <class M, class... P>
        static constexpr bool takes = sizeof...(P) <= 1 && (byte_range<P> && ...);

        template <byte_range R, byte_range... S>
        static constexpr void digest_into(const R& message, octets_out out, const S&... customization) {
            tree_xof x;
            with_bytes(message, [&](auto p, std::size_t n) { x.construction.absorb(p, n); });
            x.construction.finish(customization...);
            x.construction.squeeze(out.data(), out.size());
        }
    };
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
