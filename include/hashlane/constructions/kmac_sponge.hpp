// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// KMAC and KMACXOF (SP 800-185 s.4) are cSHAKE of the key in whole blocks, the message and, except for the XOF, the
// length of the output.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../lanes/contract.hpp"
#include "../lanes/secret.hpp"
#include "cshake_sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <std::size_t Rate>
class kmac_base {
  public:
    static constexpr bool keyed = true;
    static constexpr std::size_t block_size = Rate;
    static constexpr unsigned security_strength = cshake_sponge<Rate>::security_strength;

    // Absorbs the key. If it ends within a byte, `key_end` is its last byte.
    template <byte_range K, byte_range S = std::string_view>
    constexpr explicit kmac_base(const K& key, const S& customization = {}, partial_byte key_end = {})
        : inner(std::string_view("KMAC"), customization) {
        contract(accepts(key, customization, key_end), "a partial byte has fewer than 8 bits");
        absorb_encoded(inner, left_encode(Rate));  // bytepad, s.2.3.3
        encode_string(inner, key, key_end);
        inner.fill_block();
    }
    template <byte_range K, byte_range S = std::string_view>
    static constexpr bool accepts(const K&, const S& = {}, partial_byte key_end = {}) {
        return key_end.bits < 8;
    }
    constexpr kmac_base(const kmac_base&) = default;
    constexpr kmac_base& operator=(const kmac_base&) = default;
    constexpr ~kmac_base() {
        wipe(inner.A.data(), inner.A.size());
        forget_registers();
        forget_frames();
    }

    template <class B>
    constexpr void absorb(const B* p, std::size_t n) {
        inner.absorb(p, n);
    }
    constexpr void squeeze(std::uint8_t* p, std::size_t n) { inner.squeeze(p, n); }

    static constexpr bool side_by_side = true;
    static constexpr auto primitive = batch_primitive::keccak;

  protected:
    void describe_with(batch_job& job, std::uint64_t output_bits) const {
        const encoded_integer end = right_encode(output_bits);
        copy_bytes(job.trailer, end.bytes.data(), end.size);
        job.trailer_size = end.size;
        job.secret = true;
        inner.describe(job);
    }

    constexpr void finish_after(std::uint64_t output_bits, partial_byte last) {
        inner.finish(absorb_encoded_after(inner, last, right_encode(output_bits)));
    }

  private:
    cshake_sponge<Rate> inner;
};

// KMAC (s.4.3), which absorbs the length of the output after the message.
template <std::size_t Rate>
struct kmac_sponge : kmac_base<Rate> {
    using kmac_base<Rate>::kmac_base;
    constexpr void finish(std::uint64_t output_bits, partial_byte last = {}) { this->finish_after(output_bits, last); }
    void describe(batch_job& job) const { this->describe_with(job, std::uint64_t{job.bytes} * 8); }
};

// KMACXOF (s.4.3.1), where 0 stands in the place of the length.
template <std::size_t Rate>
struct kmac_xof_sponge : kmac_base<Rate> {
    using kmac_base<Rate>::kmac_base;
    constexpr void finish(partial_byte last = {}) { this->finish_after(0, last); }
    void describe(batch_job& job) const { this->describe_with(job, 0); }
};

}  // namespace hashlane::inline HASHLANE_ABI
