// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SHA-2 in the form that merkle_damgard<> takes, and SHA-512/t (FIPS 180-4 s.5.3.6).

#include <array>
#include <cstddef>
#include <cstdint>

#include "../kernels/sha2_blocks.hpp"
#include "../kernels/sha2_hmac.hpp"
#include "../lanes/fixed_string.hpp"
#include "merkle_damgard.hpp"

namespace hashlane::inline HASHLANE_ABI {

// P is sha2::words32 or sha2::words64.
template <class P>
struct sha2_compression {
    using word = typename P::word;

    template <class B>
    static constexpr void compress_blocks(word* H, const B* p, std::size_t blocks) {
        if (__builtin_is_constant_evaluated())
            sha2::compress_blocks<P>(H, p, blocks);
        else
            entry_points::sha2_compress(H, octets_at(p), blocks);
    }

    // Returns how many bytes of stack a tag of HMAC uses at most.
    static std::size_t frames() noexcept { return sha2::frames<P>(); }

    // Ends the inner hash of HMAC with `blocks` blocks at p, and writes the outer hash of its digest to `tag`.
    static void end_hmac(const word* inner, const std::uint8_t* p, std::size_t blocks, const word* outer,
                         std::uint8_t* tag) {
        entry_points::sha2_hmac(inner, p, blocks, outer, tag);
    }
};

using sha256_compression = sha2_compression<sha2::words32>;
using sha512_compression = sha2_compression<sha2::words64>;

namespace sha2 {

// Tells whether there is a SHA-512/t (s.5.3.6): t is a positive integer without a leading zero, below 512, and not 384.
consteval bool legal_t(unsigned t) { return t > 0 && t < 512 && t != 384; }

// Returns `prefix` with t in decimal after it.
template <unsigned t, std::size_t N,
          std::size_t digits = (t < 10    ? 1
                                : t < 100 ? 2
                                          : 3)>
consteval auto with_t(const char (&prefix)[N]) {
    char text[N + digits]{};
    for (std::size_t i = 0; i < N - 1; ++i) text[i] = prefix[i];
    unsigned rest = t;
    for (std::size_t i = digits; i-- != 0; rest /= 10) text[N - 1 + i] = static_cast<char>('0' + rest % 10);
    return fixed_string(text);
}

// Returns the hash value of s.5.3.6 step 1; H is the initial hash value of SHA-512.
consteval std::array<std::uint64_t, 8> flipped(std::array<std::uint64_t, 8> H) {
    for (std::uint64_t& word : H) word ^= 0xa5a5a5a5a5a5a5a5;
    return H;
}

// Computes the SHA-512/t IV generation function. Generator is SHA-512 with the initial hash value of s.5.3.6 step 1.
template <unsigned t, class Generator>
consteval std::array<std::uint64_t, 8> generate_iv() {
    constexpr auto name = with_t<t>("SHA-512/");
    merkle_damgard<Generator> h;
    h.absorb(name.view().data(), name.view().size());
    h.finish();
    return h.chaining_value();
}

}  // namespace sha2
}  // namespace hashlane::inline HASHLANE_ABI
