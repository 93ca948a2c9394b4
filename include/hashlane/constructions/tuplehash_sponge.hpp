// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// TupleHash and TupleHashXOF (SP 800-185 s.5) absorb each element of the tuple after its length.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cshake_sponge.hpp"

namespace hashlane::inline HASHLANE_ABI {

template <std::size_t Rate>
class tuplehash_base {
  public:
    static constexpr std::size_t block_size = Rate;
    static constexpr unsigned security_strength = cshake_sponge<Rate>::security_strength;

    constexpr tuplehash_base() : tuplehash_base(std::string_view()) {}
    template <byte_range S>
    constexpr explicit tuplehash_base(const S& customization) : inner(std::string_view("TupleHash"), customization) {}

    // Begins an element, of which absorb() takes `size` bytes in all.
    constexpr void begin_element(std::uint64_t size) { absorb_encoded(inner, left_encode_bits_of(size)); }

    template <class B>
    constexpr void absorb(const B* p, std::size_t n) {
        inner.absorb(p, n);
    }
    constexpr void squeeze(std::uint8_t* p, std::size_t n) { inner.squeeze(p, n); }

    template <class Archive>
    constexpr void fields(Archive& archive) {
        inner.fields(archive);
    }

  protected:
    constexpr void finish_after(std::uint64_t output_bits) {
        absorb_encoded(inner, right_encode(output_bits));
        inner.finish();
    }

  private:
    cshake_sponge<Rate> inner;
};

// TupleHash (s.5.3), which absorbs the length of the output at the end.
template <std::size_t Rate>
struct tuplehash_sponge : tuplehash_base<Rate> {
    using tuplehash_base<Rate>::tuplehash_base;
    constexpr void finish(std::uint64_t output_bits) { this->finish_after(output_bits); }
};

// TupleHashXOF (s.5.3.1), where 0 stands in the place of the length of the output.
template <std::size_t Rate>
struct tuplehash_xof_sponge : tuplehash_base<Rate> {
    using tuplehash_base<Rate>::tuplehash_base;
    constexpr void finish() { this->finish_after(0); }
};

}  // namespace hashlane::inline HASHLANE_ABI
