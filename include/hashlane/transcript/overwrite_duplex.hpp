// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// A duplex sponge for proofs that are exchanged with spongefish. It is no suite of draft-irtf-cfrg-fiat-shamir-03.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../constructions/keccak_sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// The duplex sponge of "A Fiat-Shamir Transformation From Duplex Sponges" (ePrint 2025/536, Construction 3.3) over
/// Keccak-f[1600], as spongefish has it. Input replaces bytes of the rate, and the initial value fills 64 bytes of the
/// capacity. Unlike in the suites of the draft, a squeeze changes the state.
class keccak_overwrite_duplex {
    using permutation = keccak_mode<136, 24>;
    static constexpr std::size_t rate = permutation::rate;

  public:
    /// 64 bytes that say what the sponge is used for.
    using initial_value = std::array<std::uint8_t, 64>;
    /// Returns the name of the suite.
    static constexpr std::string_view suite() { return "spongefish-Keccak-f1600"; }

    /// Starts with the initial value `iv`.
    constexpr explicit keccak_overwrite_duplex(const initial_value& iv) {
        for (std::size_t i = 0; i < iv.size(); i += 8)
            A[(rate + i) / 8] = load<std::endian::little, std::uint64_t>(iv.data() + i);
    }

    /// Absorbs `n` bytes at the address `p`.
    template <class B>
    constexpr void absorb(const B* p, std::size_t n) {
        squeezed = rate;
        for (; n != 0; --n) {
            if (absorbed == rate) {
                permutation::permute(A.data());
                absorbed = 0;
            }
            std::uint64_t& w = A[absorbed / 8];
            const std::size_t shift = 8 * (absorbed++ % 8);
            w = (w & ~(std::uint64_t{0xff} << shift)) | std::uint64_t{static_cast<std::uint8_t>(*p++)} << shift;
        }
    }

    /// Writes the next `n` bytes of output to the address `p`.
    constexpr void squeeze(std::uint8_t* p, std::size_t n) {
        if (n != 0) absorbed = 0;
        for (; n != 0; --n) {
            if (squeezed == rate) {
                permutation::permute(A.data());
                squeezed = 0;
            }
            *p++ = static_cast<std::uint8_t>(A[squeezed / 8] >> 8 * (squeezed % 8));
            ++squeezed;
        }
    }

  private:
    std::array<std::uint64_t, permutation::words> A{};
    std::size_t absorbed = 0, squeezed = rate;
};

}  // namespace hashlane::inline HASHLANE_ABI
