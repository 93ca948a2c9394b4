// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The classes of hashes and XOFs. A `hash<>` has a digest of a fixed size. An `xof<>` (extendable-output function)
/// gives any number of bytes. sha2.hpp, sha3.hpp, sp800_185.hpp, turboshake.hpp, kangarootwelve.hpp and ascon.hpp name
/// the algorithms. one_shot.hpp has the calls for a message that is in memory as a whole.
///
/// The functions may be called in any order: digest() and reader() end a copy of the state, and the output of an XOF is
/// read from an object of another type. Inputs are contiguous ranges of bytes: std::array, std::vector, std::span,
/// std::string, std::string_view and the like. Objects are values: a copy goes on independently of the original. Only
/// one thread at a time may change an object.
///
/// The class of an algorithm derives from one of these classes and is its parameter Self, so that messages of compilers
/// name sha256 and no more. The construction C inside has absorb(p, n), finish(partial_byte), squeeze(p, n),
/// fields(archive) and its constants. A construction whose standard defines messages of whole bytes only has finish()
/// in place of finish(partial_byte).

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "../lanes/arguments.hpp"
#include "../lanes/bytes.hpp"
#include "../lanes/contract.hpp"
#include "../lanes/fixed_string.hpp"
#include "../lanes/secret.hpp"
#include "access.hpp"
#include "hash_base.hpp"
#include "short_tag.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Writes the digest of a whole message, by one call of each function of the construction.
/// \tparam C the construction
/// \param message any range of bytes
/// \param out the output; of a hash it has the size of the digest
/// \param parameters those of the constructor of C
template <class C, byte_range R, class... Parameters>
constexpr void digest_step_by_step(const R& message, octets_out out, const Parameters&... parameters) {
    C construction(parameters...);
    with_bytes(message, [&](auto p, std::size_t n) { construction.absorb(p, n); });
    construction.finish();
    construction.squeeze(out.data(), out.size());
}

/// Writes the digest of a whole message: by one call of C::digest, where C has that function and it takes messages of
/// that size, and otherwise by digest_step_by_step().
/// \tparam C the construction
/// \param message any range of bytes
/// \param out the output; of a hash it has the size of the digest
/// \param parameters those of the constructor of C
template <class C, byte_range R, class... Parameters>
constexpr void digest_whole(const R& message, octets_out out, const Parameters&... parameters) {
    if (__builtin_is_constant_evaluated()) return digest_step_by_step<C>(message, out, parameters...);
    if constexpr (sizeof...(Parameters) == 0 &&
                  requires(octets_in p, octets_out to) { C::digest(p.data(), p.size(), to.data(), to.size()); }) {
        const auto octets = as_octets(message);
        if (C::digest(octets.data(), octets.size(), out.data(), out.size())) return;
    }
    digest_step_by_step<C>(message, out, parameters...);
}

/// A hash: a digest of a fixed size.
///
/// Example (examples/incremental.cpp):
///
///     hl::sha3_256 hash;
///     hash.update(head);
///     auto so_far = hash.digest();  // ends a copy: no order of calls is wrong
///     hash.update(tail);
///     auto whole = hash.digest();
///
/// \tparam Self the class of the algorithm, which derives from this one
/// \tparam Name its name in algorithms()
/// \tparam C the construction
/// \tparam DigestSize the size of the digest in bytes
template <class Self, fixed_string Name, class C, std::size_t DigestSize>
class hash : public hash_base<Self, Name, C>, public takes_updates<Self> {
    using base = hash_base<Self, Name, C>;

  public:
    using base::base;
    /// The size of the digest in bytes.
    static constexpr std::size_t digest_size = DigestSize;
    /// The security strength against collisions in bits: that of the construction, or half the digest (FIPS 202 s.A.1),
    /// whichever is less.
    static constexpr unsigned security_strength =
        C::security_strength < 4 * DigestSize ? C::security_strength : static_cast<unsigned>(4 * DigestSize);
    /// A digest.
    using digest_type = std::array<std::uint8_t, DigestSize>;

    /// Returns the digest of everything that was absorbed. The object is not changed, and may absorb more.
    [[nodiscard]] constexpr digest_type digest() const {
        digest_type out{};
        this->finished().squeeze(out.data(), DigestSize);
        return out;
    }
    /// Returns the digest of everything that was absorbed and of the first bits of a last byte.
    /// \param last the last byte and how many bits of it belong to the message, 0 to 7. Another number ends the
    /// program.
    [[nodiscard]] constexpr digest_type digest(partial_byte last) const
    requires ends_within_byte<C>
    {
        digest_type out{};
        this->finished(last).squeeze(out.data(), DigestSize);
        return out;
    }
    using takes_updates<Self>::digest;

    /// What digest() and digest_into() of one_shot.hpp do with a whole message.
    struct one_shot {
        /// Whether nothing follows the message: a hash takes no parameters.
        template <class M, class... P>
        static constexpr bool takes = sizeof...(P) == 0;

        /// Writes the digest of `message` to `out`, which has DigestSize bytes. Another size ends the program.
        template <byte_range R>
        static constexpr void digest_into(const R& message, octets_out out) {
            contract(out.size() == DigestSize, "the output of a hash has digest_size bytes");
            digest_whole<C>(message, out);
        }
    };
};

/// Reads as many bytes of output as `expected` has, and tells whether they are the same. The time depends on their
/// number alone. False for an empty range.
/// \param construction a construction that has ended
/// \param expected a range of bytes
template <class C, byte_range R>
constexpr bool squeezes(C& construction, const R& expected) {
    std::array<std::uint8_t, 64> got{};
    bool equal = true;
    with_bytes(expected, [&](auto p, std::size_t n) {
        for (std::size_t now; n != 0; p += now, n -= now) {
            now = n < got.size() ? n : got.size();
            construction.squeeze(got.data(), now);
            equal &= equal_in_constant_time(got.data(), p, now);
        }
    });
    wipe(got.data(), got.size());
    return equal && std::size(expected) != 0;
}

/// The output of an XOF as a stream of bytes: two reads of n bytes give the same as one of 2n.
///
/// Example (examples/xof.cpp):
///
///     hl::shake128 xof;
///     xof.absorb(seed).absorb(index);
///     auto reader = xof.reader();  // another type: nothing can be absorbed after this
///     reader.squeeze(matrix);
///     auto more = reader.squeeze<64>();  // goes on where the last one ended
///
/// \tparam C the construction
template <class C>
class xof_reader {
  public:
    /// Reads from a copy of the construction `finished`, which has ended. Programs call reader() of an XOF.
    constexpr explicit xof_reader(const C& finished) : construction(finished) {}

    /// Reads the next bytes of output.
    /// \param output any number of bytes
    /// \return this object
    ///
    /// Overlap: `output` may overlap anything that was absorbed, since that has been read.
    constexpr xof_reader& squeeze(const output_bytes& output) {
        construction.squeeze(output.octets().data(), output.size());
        return *this;
    }

    /// Reads the next N bytes of output.
    template <std::size_t N>
    constexpr std::array<std::uint8_t, N> squeeze() {
        std::array<std::uint8_t, N> out{};
        squeeze(out);
        return out;
    }

    /// The size in bytes of a tag that is not short: twice the security strength.
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;

    /// Reads the next bytes of output, as squeeze(): the name that MACs have for it.
    /// \param output any number of bytes
    ///
    /// Overlap: `output` may overlap the key and anything that was absorbed.
    constexpr void tag_into(const output_bytes& output) { squeeze(output.octets()); }

    /// Reads the next bytes of output, and tells whether they are those that are expected, for example the tag of a
    /// KMACXOF. The time depends on their number alone.
    /// \param expected the bytes that are expected: usual_size or more, or a short_tag
    /// \return whether they are the same. False, and nothing is read, for fewer bytes than usual_size, or than the
    /// short_tag requires.
    template <class R>
    [[nodiscard]] constexpr bool verify(const R& expected) {
        constexpr bool bytes = is_short_tag<R> || arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        if constexpr (is_short_tag<R>)
            return expected.bytes().size() >= expected.least() && squeezes(construction, expected.bytes());
        else if constexpr (arguments::are_bytes<R>)
            return std::size(expected) >= usual_size && squeezes(construction, expected);
        return false;
    }

  private:
    C construction;
};

/// An XOF: output of any length.
///
/// Example (examples/xof.cpp):
///
///     hl::shake128 xof;
///     xof.absorb(seed).absorb(index);
///     auto reader = xof.reader();  // another type: nothing can be absorbed after this
///     reader.squeeze(matrix);
///
/// \tparam Self the class of the algorithm, which derives from this one
/// \tparam Name its name in algorithms()
/// \tparam C the construction
template <class Self, fixed_string Name, class C>
class xof : public hash_base<Self, Name, C>, public absorbs<Self> {
    using base = hash_base<Self, Name, C>;

  public:
    using base::base;
    /// The output.
    using reader_type = xof_reader<C>;
    /// The size of an output in bytes where none is named: twice the security strength, so that collisions have that
    /// strength too.
    static constexpr std::size_t usual_size = reader_type::usual_size;
    /// Whether this is a MAC, such as KMACXOF.
    static constexpr bool keyed = requires { C::keyed; };

    /// Returns the output for everything that was absorbed. The object is not changed, and may absorb more.
    [[nodiscard]] constexpr reader_type reader() const { return reader_type(this->finished()); }
    /// Returns the output for everything that was absorbed and for the first bits of a last byte.
    /// \param last the last byte and how many bits of it belong to the message, 0 to 7. Another number ends the
    /// program.
    [[nodiscard]] constexpr reader_type reader(partial_byte last) const
    requires ends_within_byte<C>
    {
        return reader_type(this->finished(last));
    }
    using absorbs<Self>::reader;

    /// What digest() and digest_into() of one_shot.hpp do with a whole message.
    struct one_shot {
        /// Whether a constructor takes parameters of these types.
        template <class M, class... P>
        static constexpr bool takes = std::constructible_from<C, const P&...>;

        /// Writes the first out.size() bytes of output for `message` to `out`. `parameters` are those of the
        /// constructor.
        template <byte_range R, class... P>
        static constexpr void digest_into(const R& message, octets_out out, const P&... parameters) {
            digest_whole<C>(message, out, parameters...);
        }
    };
};

}  // namespace hashlane::inline HASHLANE_ABI
