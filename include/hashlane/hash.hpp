// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The public classes. hash<> has a digest of a fixed size; xof<> gives as many bytes as one asks for. No order of calls
// is wrong: digest() and reader() end a copy, so that more input may follow, and a reader is another type.
//
// Both take any contiguous range of bytes: std::array, std::vector, std::span, std::string_view ...
// A construction C gives absorb(p, n), finish(partial_byte), squeeze(p, n), fields(archive) and its constants.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "constructions/portable_state.hpp"
#include "constructions/short_tag.hpp"
#include "constructions/sponge.hpp"
#include "lanes/bytes.hpp"
#include "lanes/contract.hpp"
#include "lanes/fixed_string.hpp"
#include "lanes/secret.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// A construction that lists its fields can be exported; keyed ones do not.
template <class C>
concept portable = requires(C& construction, field_counter& archive) { construction.fields(archive); };

template <class C>
constexpr std::size_t exported_size(std::string_view name) {
    if constexpr (portable<C>) return portable_state<C>::size(name);
    return 0;
}

template <class C>
struct customization_limit {};
template <class C>
requires requires { C::longest_customization; }
struct customization_limit<C> {
    static constexpr std::size_t longest_customization = C::longest_customization;  // bytes
};

// What the public classes share. Self is the public class (for chaining).
template <class Self, fixed_string Name, class C>
class absorbing : public customization_limit<C> {
  public:
    static constexpr std::string_view name = Name.view();
    static constexpr std::size_t block_size = C::block_size;             // bytes
    static constexpr unsigned security_strength = C::security_strength;  // bits

    constexpr absorbing()
    requires std::default_initializable<C>
    = default;

    // The parameters of the construction: a customization string, a key ...
    template <class... Args>
    requires(sizeof...(Args) > 0 && std::constructible_from<C, const Args&...>)
    constexpr explicit absorbing(const Args&... args) : construction(args...) {}

    // The same, but nothing when the parameters are out of range: C::accepts says so.
    template <class... Args>
    requires(std::constructible_from<C, const Args&...>)
    [[nodiscard]] static constexpr std::optional<Self> create(const Args&... args) {
        if constexpr (requires { C::accepts(args...); })
            if (!C::accepts(args...)) return std::nullopt;
        return std::optional<Self>(std::in_place, args...);
    }

    // The absorbing state as bytes that any machine and any later version of the library can read.
    static constexpr std::size_t state_size = exported_size<C>(Name.view());
    constexpr std::array<std::uint8_t, state_size> export_state() const
    requires portable<C>
    {
        std::array<std::uint8_t, state_size> out{};
        portable_state<C>::write(out.data(), Name.view(), construction);
        return out;
    }

    // Nothing when the bytes are damaged, of another algorithm or of an unknown version.
    template <byte_range R>
    requires portable<C>
    [[nodiscard]] static constexpr std::optional<Self> import_state(const R& bytes) {
        Self self;
        const bool good = with_bytes(bytes, [&](auto p, std::size_t n) {
            return n == state_size && portable_state<C>::read(p, Name.view(), self.construction);
        });
        return good ? std::optional<Self>(self) : std::nullopt;
    }

    // How many bytes the message may still have, at most 2^64 - 1. SHA-2 alone has a limit (sha2.hpp), and only an imported
    // state is ever near to it.
    constexpr std::uint64_t bytes_left() const
    requires requires(const C& c) { c.bytes_left(); }
    {
        return construction.bytes_left();
    }

    // Trees only: as absorb or update, the leaves being digested by `digester` (constructions/tree.hpp).
    template <byte_range R, class Digester>
    requires requires(C& c, const std::uint8_t* p, const Digester& d) { c.absorb(p, std::size_t{}, d); }
    constexpr Self& absorb_by(const Digester& digester, const R& message) {
        with_bytes(message, [&](auto p, std::size_t n) { construction.absorb(p, n, digester); });
        return static_cast<Self&>(*this);
    }

  protected:
    template <byte_range R>
    constexpr Self& absorb_range(const R& message) {
        with_bytes(message, [&](auto p, std::size_t n) { construction.absorb(p, n); });
        return static_cast<Self&>(*this);
    }

    // A copy that has ended after the bits of `last`, of which there are 0 to 7.
    constexpr C finished(partial_byte last) const {
        contract(last.bits < 8, "a partial byte has fewer than 8 bits");
        C copy = construction;
        copy.finish(last);
        return copy;
    }

    C construction{};
};

// A message that is here as a whole. Parameters as for the constructor follow.
template <class C, byte_range R, class... Parameters>
constexpr void digest_step_by_step(const R& message, std::span<std::uint8_t> out, const Parameters&... parameters) {
    C construction(parameters...);
    with_bytes(message, [&](auto p, std::size_t n) { construction.absorb(p, n); });
    construction.finish({});
    construction.squeeze(out.data(), out.size());
}

// At once where C::digest does it.
template <class C, byte_range R, class... Parameters>
constexpr void digest_whole(const R& message, std::span<std::uint8_t> out, const Parameters&... parameters) {
    if (__builtin_is_constant_evaluated()) return digest_step_by_step<C>(message, out, parameters...);
    if constexpr (sizeof...(Parameters) == 0 &&
                  requires(octets_in p, octets_out to) { C::digest(p.data(), p.size(), to.data(), to.size()); }) {
        const auto octets = as_octets(message);
        if (C::digest(octets.data(), octets.size(), out.data(), out.size())) return;
    }
    digest_step_by_step<C>(message, out, parameters...);
}

template <fixed_string Name, class C, std::size_t DigestSize>
class hash : public absorbing<hash<Name, C, DigestSize>, Name, C> {
    using base = absorbing<hash, Name, C>;

  public:
    using base::base;
    static constexpr std::size_t digest_size = DigestSize;  // bytes
    // Bits, against collisions: those of the construction, or half the digest (FIPS 202 s.A.1).
    static constexpr unsigned security_strength =
        C::security_strength < 4 * DigestSize ? C::security_strength : static_cast<unsigned>(4 * DigestSize);
    using digest_type = std::array<std::uint8_t, DigestSize>;

    template <byte_range R>
    constexpr hash& update(const R& message) {
        return this->absorb_range(message);
    }

    // The digest of everything so far; with a partial byte, of a message that ends within that byte.
    [[nodiscard]] constexpr digest_type digest(partial_byte last = {}) const {
        digest_type out{};
        this->finished(last).squeeze(out.data(), DigestSize);
        return out;
    }

    // `out` may overlap the message.
    template <byte_range R>
    static constexpr void digest(const R& message, std::span<std::uint8_t, DigestSize> out) {
        digest_whole<C>(message, out);
    }

    template <byte_range R>
    [[nodiscard]] static constexpr digest_type digest(const R& message) {
        digest_type out{};
        digest(message, out);
        return out;
    }
};

// Does C squeeze these bytes? In constant time for their number; false for none.
template <class C, byte_range R>
constexpr bool squeezes(C& construction, const R& expected) {
    std::array<std::uint8_t, 64> got{}, want{};
    bool equal = true;
    with_bytes(expected, [&](auto p, std::size_t n) {
        for (std::size_t now; n != 0; p += now, n -= now) {
            now = n < got.size() ? n : got.size();
            construction.squeeze(got.data(), now);
            copy_bytes(want.data(), p, now);
            equal &= equal_in_constant_time(got.data(), want.data(), now);
        }
    });
    wipe(got.data(), got.size());
    return equal && std::size(expected) != 0;
}

// What an xof has absorbed, as a stream of bytes: two reads of n give the same as one of 2n.
template <class C>
class xof_reader {
  public:
    constexpr explicit xof_reader(const C& finished) : construction(finished) {}

    // The next out.size() bytes. `out` may lie over anything that was absorbed: nothing of it is read any more.
    constexpr xof_reader& squeeze(std::span<std::uint8_t> out) {
        construction.squeeze(out.data(), out.size());
        return *this;
    }

    template <std::size_t N>
    constexpr std::array<std::uint8_t, N> squeeze() {
        std::array<std::uint8_t, N> out{};
        squeeze(out);
        return out;
    }

    // Bytes of a tag that is not short.
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;

    // Are these the next bytes: the tag of a KMACXOF, for example? Takes the same time for any wrong ones of one number.
    // False for fewer than usual_size bytes: fewer are only accepted as short_tag(tag, least).
    template <byte_range R>
    [[nodiscard]] constexpr bool verify(const R& expected) {
        return std::size(expected) >= usual_size && squeezes(construction, expected);
    }
    template <byte_like B>
    [[nodiscard]] constexpr bool verify(const short_tag<B>& expected) {
        return expected.bytes().size() >= expected.least() && squeezes(construction, expected.bytes());
    }

  private:
    C construction;
};

template <fixed_string Name, class C>
class xof : public absorbing<xof<Name, C>, Name, C> {
    using base = absorbing<xof, Name, C>;

  public:
    using base::base;
    using reader_type = xof_reader<C>;

    template <byte_range R>
    constexpr xof& absorb(const R& message) {
        return this->absorb_range(message);
    }

    [[nodiscard]] constexpr reader_type reader(partial_byte last = {}) const {
        return reader_type(this->finished(last));
    }

    // Parameters as for the constructor follow. `out` may overlap the message and the parameters.
    template <byte_range R, class... Parameters>
    static constexpr void digest(const R& message, std::span<std::uint8_t> out, const Parameters&... parameters) {
        digest_whole<C>(message, out, parameters...);
    }

    template <std::size_t N, byte_range R, class... Parameters>
    [[nodiscard]] static constexpr std::array<std::uint8_t, N> digest(const R& message,
                                                                      const Parameters&... parameters) {
        std::array<std::uint8_t, N> out{};
        digest(message, std::span<std::uint8_t>(out), parameters...);
        return out;
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
