// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The compression function of SHA-2 over whole blocks, on the target in use.

#include <cstddef>
#include <cstdint>

#include "../lanes/bytes.hpp"
#include "../lanes/secret.hpp"
#include "../primitives/sha2.hpp"
#include "../primitives/sha2_arm.hpp"
#include "../primitives/sha2_schedule.hpp"
#include "../primitives/sha2_x86.hpp"
#include "../targets/target.hpp"

namespace hashlane::inline HASHLANE_ABI::sha2 {

// Compresses whole blocks, whose words are big-endian (s.3.1).
template <class P, rounds_in F = rounds_in::plain, class B, class W = typename P::word>
HASHLANE_INLINE constexpr void compress_blocks(W* H, const B* p, std::size_t blocks) {
    for (; blocks != 0; --blocks, p += 16 * sizeof(W)) {
        W M[16];
        for (std::size_t t = 0; t < 16; ++t) M[t] = load<std::endian::big, W>(p + t * sizeof(W));
        compress<P, F>(H, M);
    }
}

// Compresses whole blocks. The last argument of run() is upper_halves() for SHA-256, whose instructions ask for it, and
// many_alus() for SHA-512.
template <class P>
struct blocks_kernel : instructions<P>, with_vectors<P> {
    // Vectors of 64 bytes are left out, because they gain too little for one message (docs/TUNING.md, "SHA-2").
    template <class T>
    static constexpr bool preferred =
        (T::bmi2 && T::vector_bytes <= 8 * sizeof(typename P::word)) || instructions<P>::template supported<T>;

    using instructions<P>::run;
    using with_vectors<P>::run;
    template <class T>
    requires(!T::vectors_beside_words && !instructions<P>::template supported<T>)
    HASHLANE_INLINE static void run(typename P::word* H, const std::uint8_t* p, std::size_t blocks, bool) {
        compress_blocks<P, rounds_in::three_operands>(H, p, blocks);
    }
};

}  // namespace hashlane::inline HASHLANE_ABI::sha2

namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI {

// These compress whole blocks into the chaining value H: of SHA-256 and of SHA-512.
HASHLANE_ENTRY void sha2_compress(std::uint32_t* H, const std::uint8_t* p, std::size_t blocks) noexcept
    HASHLANE_ENTERS(targets::dispatch<sha2::blocks_kernel<sha2::words32>>(H, p, blocks, targets::upper_halves()));
HASHLANE_ENTRY void sha2_compress(std::uint64_t* H, const std::uint8_t* p, std::size_t blocks) noexcept
    HASHLANE_ENTERS(targets::dispatch<sha2::blocks_kernel<sha2::words64>>(H, p, blocks, targets::many_alus()));

}  // namespace hashlane::entry_points::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI::sha2 {

// A kernel without run(), by which targets::visit() finds whether the target in use has instructions for the hash.
template <class P>
struct has_instructions {
    template <class T>
    static constexpr bool preferred = instructions<P>::template supported<T>;
};

// The most bytes of stack that a tag of HMAC uses, for forget_frames(): at most frames_of_hmac. Instructions for whole
// rounds leave the block and the chaining value in registers; the others keep a message schedule in memory.
template <class P>
std::size_t frames() noexcept {
    std::size_t n = 0;
    targets::visit<has_instructions<P>>([&]<class T>() HASHLANE_LAMBDA_INLINE {
        n = instructions<P>::template supported<T> ? 512 : frames_of_hmac / 8 * sizeof(typename P::word);
    });
    return n;
}

}  // namespace hashlane::inline HASHLANE_ABI::sha2
