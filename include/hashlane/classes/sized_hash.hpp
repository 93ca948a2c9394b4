// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Hashes whose output length is a part of their input: digest<16>() is not the beginning of digest<32>(). They are
/// ParallelHash and, in classes/tuple_hash.hpp, TupleHash.
///
/// The construction C has finish(output_bits, partial_byte) in place of finish(partial_byte).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../lanes/contract.hpp"
#include "hash.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// Returns the size of an output of `bits` bits in bytes, rounded up.
constexpr std::uint64_t bytes_of(std::uint64_t bits) { return bits / 8 + (bits % 8 != 0); }

/// Ends a construction and writes the first bits of its output.
/// \param construction a construction that has absorbed the message
/// \param out (bits + 7) / 8 bytes. The last byte holds its bits low (FIPS 202 s.B.1), and its other bits are zero.
/// \param bits the size of the output in bits
/// \param last the last byte of the message, where the construction takes one
template <class C, class... Last>
constexpr void finish_and_squeeze(C& construction, std::span<std::uint8_t> out, std::uint64_t bits, Last... last) {
    if constexpr (requires { construction.finish(bits, last...); })
        construction.finish(bits, last...);
    else
        construction.finish(last...);
    construction.squeeze(out.data(), out.size());
    if (bits % 8 != 0) out.back() &= static_cast<std::uint8_t>((1u << bits % 8) - 1);
}

/// A hash whose output length is a part of its input.
///
/// Example (examples/objects.cpp):
///
///     hl::parallelhash128 h{8192};  // blocks of 8192 bytes
///     h.update(message);
///     auto digest = h.digest<32>();
///
/// \tparam Self the class of the algorithm, which derives from this one
/// \tparam Name its name in algorithms()
/// \tparam C the construction
template <class Self, fixed_string Name, class C>
class sized_hash : public hash_base<Self, Name, C>, public takes_updates<Self> {
    using base = hash_base<Self, Name, C>;

  public:
    using base::base;
    /// The size of a digest in bytes where none is named: twice the security strength, so that collisions have that
    /// strength too.
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;

    /// Writes the digest of everything that was absorbed. The object is not changed, and may absorb more.
    /// \param output any number of bytes, which the digest depends on
    /// \param last the last byte of the message and how many bits of it belong to the message, 0 to 7. Another number
    /// ends the program.
    ///
    /// Overlap: `output` may overlap anything that was absorbed.
    constexpr void digest_into(const output_bytes& output, partial_byte last = {}) const {
        digest_bits_into(output.octets(), std::uint64_t{output.size()} * 8, last);
    }

    /// As digest_into(), with an output that may end within a byte.
    /// \param output (bits + 7) / 8 bytes; another size ends the program. The bits of the last byte that do not belong
    /// to the digest are zero.
    /// \param bits the size of the digest in bits
    /// \param last the last byte of the message and how many bits of it belong to the message, 0 to 7. Another number
    /// ends the program.
    ///
    /// Overlap: `output` may overlap anything that was absorbed.
    constexpr void digest_bits_into(const output_bytes& output, std::uint64_t bits, partial_byte last = {}) const {
        contract(last.bits < 8, "a partial byte has fewer than 8 bits");
        contract(output.size() == bytes_of(bits), "an output of n bits has n / 8 bytes, rounded up");
        C copy = this->construction;
        finish_and_squeeze(copy, output.octets(), bits, last);
    }

    /// Returns the digest of everything that was absorbed. The object is not changed, and may absorb more.
    /// \tparam N the size of the digest in bytes
    /// \param last the last byte of the message and how many bits of it belong to the message, 0 to 7. Another number
    /// ends the program.
    template <std::size_t N = usual_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> digest(partial_byte last = {}) const {
        std::array<std::uint8_t, N> out{};
        digest_into(out, last);
        return out;
    }
    using takes_updates<Self>::digest;

    /// What digest() and digest_into() of one_shot.hpp do with a whole message.
    struct one_shot {
        /// Whether a constructor takes parameters of these types.
        template <class M, class... P>
        static constexpr bool takes = std::constructible_from<C, const P&...>;

        /// Writes the digest of `message` to `out`, which may have any size. `parameters` are those of the constructor.
        template <byte_range R, class... P>
        static constexpr void digest_into(const R& message, octets_out out, const P&... parameters) {
            Self(parameters...).update(message).digest_into(out);
        }
    };
};

}  // namespace hashlane::inline HASHLANE_ABI
