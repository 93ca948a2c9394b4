// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SHA-256 and SHA-512 with the instructions of AArch64: Arm Architecture Reference Manual for A-profile, SHA256H and
// SHA512H with the instructions for the same algorithms. The vectors hold the working variables in the order of the
// standard.

#include "sha2.hpp"

#if defined(HASHLANE_ARM)
#include <arm_neon.h>

#include <bit>

namespace hashlane::inline HASHLANE_ABI::sha2 {

#define HASHLANE_SHA256_INLINE HASHLANE_TARGET_ATTRIBUTE("+crypto") HASHLANE_INLINE
#define HASHLANE_SHA512_INLINE HASHLANE_TARGET_ATTRIBUTE("arch=armv8.2-a+sha3") HASHLANE_INLINE

HASHLANE_SHA256_INLINE uint32x4_t load_words32(const std::uint8_t* p) {
    const uint8x16_t v = vld1q_u8(p);
    return vreinterpretq_u32_u8(std::endian::native == std::endian::little ? vrev32q_u8(v) : v);
}

template <>
struct instructions<words32> {
    template <class T>
    static constexpr bool supported = T::sha256;

    // Computes the rounds 4i to 4i + 3. M[j] holds W_{4j} to W_{4j + 3}, j modulo 4.
    template <int i>
    HASHLANE_SHA256_INLINE static void four_rounds(uint32x4_t& ABCD, uint32x4_t& EFGH, uint32x4_t* M) {
        const uint32x4_t WK = vaddq_u32(M[i & 3], vld1q_u32(words32::K + 4 * i)), before = ABCD;
        ABCD = vsha256hq_u32(ABCD, EFGH, WK);
        EFGH = vsha256h2q_u32(EFGH, before, WK);
        if constexpr (i < 12)
            M[i & 3] = vsha256su1q_u32(vsha256su0q_u32(M[i & 3], M[(i + 1) & 3]), M[(i + 2) & 3], M[(i + 3) & 3]);
    }

    template <std::size_t... i>
    HASHLANE_SHA256_INLINE static void all_rounds(uint32x4_t& ABCD, uint32x4_t& EFGH, uint32x4_t* M,
                                                  std::index_sequence<i...>) {
        (four_rounds<int(i)>(ABCD, EFGH, M), ...);
    }

    template <class T>
    requires(supported<T>)
    HASHLANE_SHA256_INLINE static void run(std::uint32_t* H, const std::uint8_t* p, std::size_t blocks, bool) {
        uint32x4_t ABCD = vld1q_u32(H), EFGH = vld1q_u32(H + 4);
        for (; blocks != 0; --blocks, p += 64) {
            const uint32x4_t ABCD_before = ABCD, EFGH_before = EFGH;
            uint32x4_t M[4] = {load_words32(p), load_words32(p + 16), load_words32(p + 32), load_words32(p + 48)};
            all_rounds(ABCD, EFGH, M, std::make_index_sequence<16>{});
            ABCD = vaddq_u32(ABCD, ABCD_before);
            EFGH = vaddq_u32(EFGH, EFGH_before);
        }
        vst1q_u32(H, ABCD);
        vst1q_u32(H + 4, EFGH);
    }
};

HASHLANE_SHA512_INLINE uint64x2_t load_words64(const std::uint8_t* p) {
    const uint8x16_t v = vld1q_u8(p);
    return vreinterpretq_u64_u8(std::endian::native == std::endian::little ? vrev64q_u8(v) : v);
}

template <>
struct instructions<words64> {
    template <class T>
    static constexpr bool supported = T::sha512;

    struct variables {
        uint64x2_t AB, CD, EF, GH;
    };

    // Computes the rounds t + 2i and t + 2i + 1. M[j] holds W_{2j} and W_{2j + 1}, j modulo 8.
    template <bool extend, int i>
    HASHLANE_SHA512_INLINE static void two_rounds(variables& S, uint64x2_t* M, const std::uint64_t* K) {
        const uint64x2_t WK = vaddq_u64(M[i], vld1q_u64(K + 2 * i));
        const uint64x2_t sum =
            vsha512hq_u64(vaddq_u64(S.GH, vextq_u64(WK, WK, 1)), vextq_u64(S.EF, S.GH, 1), vextq_u64(S.CD, S.EF, 1));
        S = {vsha512h2q_u64(sum, S.CD, S.AB), S.AB, vaddq_u64(S.CD, sum), S.EF};
        if constexpr (extend)
            M[i] = vsha512su1q_u64(vsha512su0q_u64(M[i], M[(i + 1) & 7]), M[(i + 7) & 7],
                                   vextq_u64(M[(i + 4) & 7], M[(i + 5) & 7], 1));
    }

    template <bool extend, std::size_t... i>
    HASHLANE_SHA512_INLINE static void sixteen_rounds(variables& S, uint64x2_t* M, const std::uint64_t* K,
                                                      std::index_sequence<i...>) {
        (two_rounds<extend, int(i)>(S, M, K), ...);
    }

    template <std::size_t... i>
    HASHLANE_SHA512_INLINE static void compress_block(variables& S, const std::uint8_t* p,
                                                      std::index_sequence<i...> eight) {
        uint64x2_t M[8] = {load_words64(p + 16 * i)...};
        const variables H = S;
        for (int t = 0; t < words64::rounds - 16; t += 16) sixteen_rounds<true>(S, M, words64::K + t, eight);
        sixteen_rounds<false>(S, M, words64::K + words64::rounds - 16, eight);
        S = {vaddq_u64(S.AB, H.AB), vaddq_u64(S.CD, H.CD), vaddq_u64(S.EF, H.EF), vaddq_u64(S.GH, H.GH)};
    }

    template <class T>
    requires(supported<T>)
    HASHLANE_SHA512_INLINE static void run(std::uint64_t* H, const std::uint8_t* p, std::size_t blocks, bool) {
        variables S = {vld1q_u64(H), vld1q_u64(H + 2), vld1q_u64(H + 4), vld1q_u64(H + 6)};
        for (; blocks != 0; --blocks, p += 128) compress_block(S, p, std::make_index_sequence<8>{});
        vst1q_u64(H, S.AB);
        vst1q_u64(H + 2, S.CD);
        vst1q_u64(H + 4, S.EF);
        vst1q_u64(H + 6, S.GH);
    }
};

#undef HASHLANE_SHA256_INLINE
#undef HASHLANE_SHA512_INLINE

}  // namespace hashlane::inline HASHLANE_ABI::sha2
#endif
