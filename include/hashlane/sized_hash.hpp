// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Functions whose output length is part of their input: digest<16>() is not the beginning of digest<32>().
// A construction C gives finish(output_bits, partial_byte) in place of finish(partial_byte).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hash.hpp"
#include "lanes/contract.hpp"

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

template <fixed_string Name, class C>
class sized_hash : public absorbing<sized_hash<Name, C>, Name, C> {
    using base = absorbing<sized_hash, Name, C>;

  public:
    using base::base;
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;  // against collisions

    template <byte_range R>
    constexpr sized_hash& update(const R& message) {
        return this->absorb_range(message);
    }

    // `out` may lie over anything that was absorbed.
    constexpr void digest(std::span<std::uint8_t> out, partial_byte last = {}) const {
        digest_bits(out, std::uint64_t{out.size()} * 8, last);
    }

    // An output that ends within a byte. `out` may lie over anything that was absorbed.
    constexpr void digest_bits(std::span<std::uint8_t> out, std::uint64_t bits, partial_byte last = {}) const {
        contract(last.bits < 8, "a partial byte has fewer than 8 bits");
        contract(out.size() == bytes_of(bits), "an output of n bits has n / 8 bytes, rounded up");
        C copy = this->construction;
        finish_and_squeeze(copy, out, bits, last);
    }

    template <std::size_t N = usual_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> digest(partial_byte last = {}) const {
        std::array<std::uint8_t, N> out{};
        digest(std::span<std::uint8_t>(out), last);
        return out;
    }

    // Parameters as for the constructor follow. `out` may overlap the message and the parameters.
    template <std::size_t N, byte_range R, class... Parameters>
    [[nodiscard]] static constexpr std::array<std::uint8_t, N> digest(const R& message,
                                                                      const Parameters&... parameters) {
        return sized_hash(parameters...).update(message).template digest<N>();
    }
    template <byte_range R, class... Parameters>
    static constexpr void digest(const R& message, std::span<std::uint8_t> out, const Parameters&... parameters) {
        sized_hash(parameters...).update(message).digest(out);
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
