// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// MACs whose tag may have any length: KMAC and HopMAC. The destructor wipes the state, and the state cannot be
/// exported.
///
/// The construction C takes a key, has finish() in one of the forms of classes/sized_hash.hpp or classes/hash.hpp, and
/// has a destructor that wipes it.

#include <array>
#include <cstddef>
#include <cstdint>

#include "../lanes/contract.hpp"
#include "sized_hash.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// A base that has verify(), for MACs. Like the bases of classes/hash_base.hpp it has one parameter. tag() without
/// arguments is in keyed_hash.
/// \tparam Self the class that derives from it
template <class Self>
class gives_tags {
  public:
    /// Tells whether a tag is that of everything that was absorbed. The time depends on the size of the tag alone.
    /// \param expected the tag as it was received, of usual_size bytes or more. Where the protocol has shorter tags,
    /// write short_tag(tag, least).
    /// \return whether the tag is right. Also false for a tag of fewer bytes.
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
    /// A parameter of the call that does not compile.
    using one = const arguments::sized&;
    void verify(one, one, ...) const = delete;  // it takes one tag: write m.update(message).verify(tag)
};

/// A MAC whose tag may have any length.
///
/// Example (examples/objects.cpp):
///
///     hl::kmac128 m{key};
///     m.update(text);
///     auto tag = m.tag<32>();
///     bool good = m.verify(tag);
///
/// Only one thread at a time may change an object. The destructor wipes it.
/// \tparam Self the class of the algorithm, which derives from this one
/// \tparam Name its name in algorithms()
/// \tparam C the construction
template <class Self, fixed_string Name, class C>
class keyed_hash : public hash_base<Self, Name, C>, public takes_updates<Self>, public gives_tags<Self> {
    using base = hash_base<Self, Name, C>;

  public:
    using base::base;
    /// The size of a tag in bytes where none is named: twice the security strength.
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;
    /// True: this is a MAC.
    static constexpr bool keyed = true;

    /// Writes the tag of everything that was absorbed. The object is not changed, and may absorb more.
    /// \param output any number of bytes. The tag of KMAC depends on that number: a shorter tag is not the beginning of
    /// a longer one.
    ///
    /// Overlap: `output` may overlap the key, the customization string and the message, which were read before.
    constexpr void tag_into(const output_bytes& output) const {
        C copy = this->construction;
        finish_and_squeeze(copy, output.octets(), std::uint64_t{output.size()} * 8);
    }

    /// Returns the tag of everything that was absorbed. The object is not changed, and may absorb more.
    /// \tparam N the size of the tag in bytes
    template <std::size_t N = usual_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> tag() const {
        std::array<std::uint8_t, N> out{};
        tag_into(out);
        return out;
    }
    using gives_tags<Self>::tag;

    /// Writes a tag that may end within a byte, of a message that may end within a byte.
    /// \param output (bits + 7) / 8 bytes; another size ends the program. The bits of the last byte that do not belong
    /// to the tag are zero.
    /// \param bits the size of the tag in bits
    /// \param last the last byte of the message and how many bits of it belong to the message, 0 to 7. Another number
    /// ends the program.
    ///
    /// Overlap: as of tag_into().
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

}  // namespace hashlane::inline HASHLANE_ABI
