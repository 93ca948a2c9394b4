// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Functions whose output length is part of their input: digest<16>() is not the beginning of digest<32>().
// A construction C gives finish(output_bits, partial_byte) in place of finish(partial_byte).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "../lanes/contract.hpp"
#include "hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// The size of an output of so many bits, in bytes.
constexpr std::uint64_t bytes_of(std::uint64_t bits) { return bits / 8 + (bits % 8 != 0); }

// The first `bits` bits; the last byte holds its bits low, as in FIPS 202 s.B.1. out has (bits + 7) / 8 bytes.
template <class C, class... Last>
constexpr void finish_and_squeeze(C& construction, std::span<std::uint8_t> out, std::uint64_t bits, Last... last) {
    if constexpr (requires { construction.finish(bits, last...); })
        construction.finish(bits, last...);
    else
        construction.finish(last...);
    construction.squeeze(out.data(), out.size());
    if (bits % 8 != 0) out.back() &= static_cast<std::uint8_t>((1u << bits % 8) - 1);
}

template <class Self, fixed_string Name, class C>
class sized_hash : public hash_base<Self, Name, C>, public takes_updates<Self> {
    using base = hash_base<Self, Name, C>;

  public:
    using base::base;
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;  // bytes, against collisions

    // As many bytes as `output` has. It may lie over anything that was absorbed.
    constexpr void digest_into(const output_bytes& output, partial_byte last = {}) const {
        digest_bits_into(output.octets(), std::uint64_t{output.size()} * 8, last);
    }

    // An output that ends within a byte; it has (bits + 7) / 8 bytes. `output` may lie over anything that was absorbed.
    constexpr void digest_bits_into(const output_bytes& output, std::uint64_t bits, partial_byte last = {}) const {
        contract(last.bits < 8, "a partial byte has fewer than 8 bits");
        contract(output.size() == bytes_of(bits), "an output of n bits has n / 8 bytes, rounded up");
        C copy = this->construction;
        finish_and_squeeze(copy, output.octets(), bits, last);
    }

    template <std::size_t N = usual_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> digest(partial_byte last = {}) const {
        std::array<std::uint8_t, N> out{};
        digest_into(out, last);
        return out;
    }
    using takes_updates<Self>::digest;

    struct one_shot {
        template <class M, class... P>
        static constexpr bool takes = std::constructible_from<C, const P&...>;

        template <byte_range R, class... P>
        static constexpr void digest_into(const R& message, octets_out out, const P&... parameters) {
            Self(parameters...).update(message).digest_into(out);
        }
    };
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
