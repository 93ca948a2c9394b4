// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// TurboSHAKE, RFC 9861 s.2: 12 rounds, and a domain separation byte D that holds the first 1 of the padding too.

#include <cstddef>
#include <cstdint>

#include "../lanes/contract.hpp"
#include "keccak_sponge.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

constexpr bool is_turboshake_domain(unsigned D) { return D >= 0x01 && D <= 0x7f; }

// In the place of D: it is given to the constructor.
inline constexpr unsigned dynamic_domain = 0x100;

template <std::size_t Rate, unsigned D>
class turboshake_sponge : public sponge<keccak_permutation<Rate, 12>> {
    using base = sponge<keccak_permutation<Rate, 12>>;
    static_assert(D == dynamic_domain || is_turboshake_domain(D), "RFC 9861 s.2.1: D is in the range 0x01..0x7f");

  public:
    static constexpr std::size_t block_size = Rate;
    static constexpr unsigned security_strength = (200 - Rate) * 8 / 2;  // c/2

    constexpr turboshake_sponge() = default;

    constexpr explicit turboshake_sponge(std::uint8_t domain)
    requires(D == dynamic_domain)
        : suffix(domain) {
        contract(accepts(domain), "the domain separation byte of TurboSHAKE is not in 0x01..0x7f");
    }
    static constexpr bool accepts(unsigned domain) { return is_turboshake_domain(domain); }
    static constexpr bool accepts() { return true; }

    constexpr void finish(partial_byte last = {}) { base::finish(suffix, last); }
    void describe(batch_job& job) const { base::describe(job, suffix); }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        base::fields(archive);
        constexpr bool dynamic = D == dynamic_domain;
        archive.between(suffix, static_cast<std::uint8_t>(dynamic ? 0x01 : D),
                        static_cast<std::uint8_t>(dynamic ? 0x7f : D));
    }

  private:
    std::uint8_t suffix = static_cast<std::uint8_t>(D == dynamic_domain ? 0x1f : D);
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
