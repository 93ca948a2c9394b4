// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The class of KangarooTwelve: an XOF that takes messages of whole bytes, and absorbs its customization string last.

#include <cstddef>

#include "hash.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// KangarooTwelve, RFC 9861 s.3: an XOF over a tree. It has the functions of xof, and customized_reader().
///
/// Example (examples/objects.cpp):
///
///     hl::kt128 x{customization};
///     x.absorb(message);
///     x.reader().squeeze(output);
///
/// The constructor takes a customization string of at most longest_customization bytes. A longer one ends the program;
/// create() checks it, and customized_reader() and the calls of one_shot.hpp take any length.
/// \tparam Self the class of the algorithm, which derives from this one
/// \tparam Name its name in algorithms()
/// \tparam C the construction
template <class Self, fixed_string Name, class C>
class tree_xof : public xof<Self, Name, C> {
    using base = xof<Self, Name, C>;

  public:
    using base::base;
    using typename base::reader_type;

    /// Returns the output for everything that was absorbed, with another customization string than that of the
    /// constructor.
    /// \param customization any number of bytes
    template <byte_range S>
    [[nodiscard]] constexpr reader_type customized_reader(const S& customization) const {
        C copy = this->construction;
        copy.finish(customization);
        return reader_type(copy);
    }

    /// What digest() and digest_into() of one_shot.hpp do with a whole message.
    struct one_shot {
        /// Whether there is at most one parameter: the customization string, a range of any number of bytes.
        template <class M, class... P>
        static constexpr bool takes = sizeof...(P) <= 1 && (byte_range<P> && ...);

        /// Writes the first out.size() bytes of output for `message` and `customization` to `out`.
        template <byte_range R, byte_range... S>
        static constexpr void digest_into(const R& message, octets_out out, const S&... customization) {
            if (!__builtin_is_constant_evaluated())
                return C::digest_message(as_octets(message), out, as_octets(customization)...);
            C construction;
            construction.absorb(std::data(message), static_cast<std::size_t>(std::size(message)));
            construction.finish(customization...);
            construction.squeeze(out.data(), out.size());
        }
    };
};

}  // namespace hashlane::inline HASHLANE_ABI
