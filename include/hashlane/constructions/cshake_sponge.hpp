// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// cSHAKE (SP 800-185 s.3) is SHAKE that is customised by a string S and by a function name N, which is for functions
// that NIST defines.

#include <cstddef>
#include <cstdint>

#include "encodings.hpp"
#include "keccak_sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <std::size_t Rate>
class cshake_sponge : public sponge<keccak_mode<Rate, 24>> {
    using base = sponge<keccak_mode<Rate, 24>>;

  public:
    static constexpr std::size_t block_size = Rate;
    static constexpr unsigned security_strength = (200 - Rate) * 8 / 2;

    constexpr cshake_sponge() = default;

    // When both strings are empty, this is SHAKE (s.3.3).
    template <byte_range N, byte_range S>
    constexpr cshake_sponge(const N& function_name, const S& customization)
        : customised(std::size(function_name) != 0 || std::size(customization) != 0) {
        if (customised == 0) return;
        absorb_encoded(*this, left_encode(Rate));  // bytepad, s.2.3.3
        encode_string(*this, function_name);
        encode_string(*this, customization);
        this->fill_block();
    }

    // Tells whether it has a function name or a customization string.
    constexpr bool is_customised() const { return customised != 0; }

    constexpr void finish(partial_byte last = {}) { base::finish(suffix(), last); }
    void describe(batch_job& job) const { base::describe(job, suffix()); }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        base::fields(archive);
        archive.between(customised, 0, 1);
    }

  private:
    std::uint8_t customised = 0;

    constexpr std::uint8_t suffix() const { return is_customised() ? 0x04 : 0x1f; }
};

}  // namespace hashlane::inline HASHLANE_ABI
