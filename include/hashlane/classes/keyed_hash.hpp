// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Message authentication codes of any length. The state wipes itself, and cannot be exported.
// A construction C takes a key, gives finish() in one of the forms of classes/sized_hash.hpp or classes/hash.hpp, and has a destructor.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../lanes/contract.hpp"
#include "sized_hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// The verbs of MACs, as those of classes/hash.hpp: a class with one parameter. tag() without arguments is in keyed_hash.
template <class Self>
class gives_tags {
  public:
    // Is this the tag of everything so far? Takes the same time for any wrong tag of one length. False for a tag of fewer
    // than usual_size bytes: a shorter one is only accepted as short_tag(tag, least).
    template <class R>
    [[nodiscard]] constexpr bool verify(const R& expected) const {
        constexpr bool bytes = is_short_tag<R> || arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        const Self& self = static_cast<const Self&>(*this);
        if constexpr (is_short_tag<R>)
            return self.is_tag(expected.bytes(), expected.least());
        else if constexpr (arguments::are_bytes<R>)
            return self.is_tag(expected, Self::usual_size);
        return false;
    }

    template <class R>
    void tag(const R& message, ...) const = delete;  // it takes no message: write m.update(message).tag()
    using one = const arguments::sized&;
    void verify(one, one, ...) const = delete;  // it takes one tag: write m.update(message).verify(tag)
};

template <class Self, fixed_string Name, class C>
class keyed_hash : public hash_base<Self, Name, C>, public takes_updates<Self>, public gives_tags<Self> {
    using base = hash_base<Self, Name, C>;

  public:
    using base::base;
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;  // bytes of tag()
    static constexpr bool keyed = true;

    // As many bytes as `output` has. It may lie over the key, the customization string and the message.
    constexpr void tag_into(const output_bytes& output) const {
        C copy = this->construction;
        finish_and_squeeze(copy, output.octets(), std::uint64_t{output.size()} * 8);
    }

    template <std::size_t N = usual_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> tag() const {
        std::array<std::uint8_t, N> out{};
        tag_into(out);
        return out;
    }
    using gives_tags<Self>::tag;

    // A message, and a tag of (bits + 7) / 8 bytes, that end within a byte. `output` may overlap as that of tag_into().
    constexpr void tag_bits_into(const output_bytes& output, std::uint64_t bits, partial_byte last = {}) const
    requires requires(C& c) { c.finish(bits, last); }
    {
        contract(last.bits < 8, "a partial byte has fewer than 8 bits");
        contract(output.size() == bytes_of(bits), "an output of n bits has n / 8 bytes, rounded up");
        C copy = this->construction;
        finish_and_squeeze(copy, output.octets(), bits, last);
    }

  private:
    friend class gives_tags<Self>;

    template <byte_range R>
    constexpr bool is_tag(const R& expected, std::size_t least) const {
        if (std::size(expected) < least) return false;
        C copy = this->construction;
        finish_and_squeeze(copy, {}, std::uint64_t{std::size(expected)} * 8);
        return squeezes(copy, expected);
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
