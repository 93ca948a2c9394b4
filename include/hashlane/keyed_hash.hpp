// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Message authentication codes of any length. The state wipes itself, and cannot be exported.
// A construction C takes a key, gives finish() in one of the forms of sized_hash.hpp or hash.hpp, and has a destructor.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lanes/contract.hpp"
#include "sized_hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

template <fixed_string Name, class C>
class keyed_hash : public absorbing<keyed_hash<Name, C>, Name, C> {
    using base = absorbing<keyed_hash, Name, C>;

  public:
    using base::base;
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;  // bytes of tag()

    template <byte_range R>
    constexpr keyed_hash& update(const R& message) {
        return this->absorb_range(message);
    }

    // `out` may lie over the key, the customization string and the message.
    constexpr void tag(std::span<std::uint8_t> out) const {
        C copy = this->construction;
        finish_and_squeeze(copy, out, std::uint64_t{out.size()} * 8);
    }

    template <std::size_t N = usual_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> tag() const {
        std::array<std::uint8_t, N> out{};
        tag(out);
        return out;
    }

    // A message, and a tag, that end within a byte. `out` may overlap as that of tag().
    constexpr void tag_bits(std::span<std::uint8_t> out, std::uint64_t bits, partial_byte last = {}) const
    requires requires(C& c) { c.finish(bits, last); }
    {
        contract(last.bits < 8, "a partial byte has fewer than 8 bits");
        contract(out.size() == bytes_of(bits), "an output of n bits has n / 8 bytes, rounded up");
        C copy = this->construction;
        finish_and_squeeze(copy, out, bits, last);
    }

    // Is this the tag of everything so far? Takes the same time for any wrong tag of one length. False for a tag of fewer
    // than usual_size bytes: a shorter one is only accepted as short_tag(tag, least).
    template <byte_range R>
    [[nodiscard]] constexpr bool verify(const R& expected) const {
        return is_tag(expected, usual_size);
    }
    template <byte_like B>
    [[nodiscard]] constexpr bool verify(const short_tag<B>& expected) const {
        return is_tag(expected.bytes(), expected.least());
    }

    // Parameters as for the constructor, after the key, follow.
    template <std::size_t N, byte_range K, byte_range R, class... Parameters>
    [[nodiscard]] static constexpr std::array<std::uint8_t, N> tag(const K& key, const R& message,
                                                                   const Parameters&... parameters) {
        return keyed_hash(key, parameters...).update(message).template tag<N>();
    }
    // `expected` is a range of bytes or a short_tag.
    template <byte_range K, byte_range R, class E, class... Parameters>
    requires requires(const keyed_hash& h, const E& expected) { h.verify(expected); }
    [[nodiscard]] static constexpr bool verify(const K& key, const R& message, const E& expected,
                                               const Parameters&... parameters) {
        return keyed_hash(key, parameters...).update(message).verify(expected);
    }

  private:
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
