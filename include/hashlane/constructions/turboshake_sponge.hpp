// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// TurboSHAKE (RFC 9861 s.2) has 12 rounds, and a domain separation byte D that also holds the first 1 of the padding.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "../lanes/contract.hpp"
#include "keccak_sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

constexpr bool is_turboshake_domain(std::integral auto D) { return D >= 0x01 && D <= 0x7f; }

template <std::size_t Rate>
class turboshake_sponge : public sponge<keccak_mode<Rate, 12>> {
    using base = sponge<keccak_mode<Rate, 12>>;

  public:
    static constexpr std::size_t block_size = Rate;
    static constexpr unsigned security_strength = (200 - Rate) * 8 / 2;  // c/2

    constexpr turboshake_sponge() = default;

    // D is in the range 0x01..0x7f (s.2.1). Another value ends the program; in a constant expression it does not
    // compile.
    constexpr explicit turboshake_sponge(std::integral auto domain) : suffix(static_cast<std::uint8_t>(domain)) {
        contract(accepts(domain), "the domain separation byte of TurboSHAKE is not in 0x01..0x7f");
    }
    static constexpr bool accepts(std::integral auto domain) { return is_turboshake_domain(domain); }
    static constexpr bool accepts() { return true; }

    constexpr void finish(partial_byte last = {}) { base::finish(suffix, last); }
    void describe(batch_job& job) const { base::describe(job, suffix); }

    // Digests a whole message with the usual domain separation byte at run time, or returns false.
    static bool digest(const std::uint8_t* p, std::size_t n, std::uint8_t* out, std::size_t size) {
        return keccak_mode<Rate, 12>::digest_short(usual_suffix, p, n, out, size);
    }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        base::fields(archive);
        archive.between(suffix, std::uint8_t{0x01}, std::uint8_t{0x7f});
    }

  private:
    static constexpr std::uint8_t usual_suffix = 0x1f;

    std::uint8_t suffix = usual_suffix;
};

}  // namespace hashlane::inline HASHLANE_ABI
