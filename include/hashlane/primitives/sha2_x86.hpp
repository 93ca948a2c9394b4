// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SHA-256 with the SHA extensions of x86: Intel 64 and IA-32 Architectures Software Developer's Manual, SHA256RNDS2,
// SHA256MSG1, SHA256MSG2. Their operands hold the working variables as ABEF and CDGH, with A and C in the highest word.
// The file has builtins and vectors, because <immintrin.h> takes long to compile (docs/TUNING.md, "Keeping a kernel
// inside its target").

#include "sha2.hpp"

#if defined(HASHLANE_X86)
#include <cstring>

namespace hashlane {
inline namespace HASHLANE_ABI {
namespace sha2 {

typedef int int32x4 [[gnu::vector_size(16)]];  // the type that the builtins take
typedef unsigned uint32x4 [[gnu::vector_size(16)]];
typedef char int8x16 [[gnu::vector_size(16)]];

#define HASHLANE_SHA_INLINE HASHLANE_TARGET_ATTRIBUTE("ssse3,sse4.1,sha") HASHLANE_INLINE

template <class V = int32x4>
HASHLANE_SHA_INLINE V load_vector(const void* p) {
    V v;
    std::memcpy(&v, p, sizeof v);
    return v;
}

HASHLANE_SHA_INLINE int32x4 load_words(const std::uint8_t* p) {
    const auto v = load_vector<int8x16>(p);
    return (int32x4)__builtin_shufflevector(v, v, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

// Adds words modulo 2^32. They are added as unsigned words, because a sum of ints must not overflow.
HASHLANE_SHA_INLINE int32x4 add(const int32x4& a, const int32x4& b) { return (int32x4)((uint32x4)a + (uint32x4)b); }

// Computes the rounds 4i to 4i + 3, and words of the schedule for later rounds. M[j] holds W_{4j} to W_{4j + 3}, j
// modulo 4.
template <int i>
HASHLANE_SHA_INLINE void four_rounds(int32x4& ABEF, int32x4& CDGH, int32x4* M) {
    int32x4 &last = M[(i + 3) & 3], &now = M[i & 3], &next = M[(i + 1) & 3];
    const int32x4 WK = add(now, load_vector(words32::K + 4 * i));
    CDGH = __builtin_ia32_sha256rnds2(CDGH, ABEF, WK);
    if constexpr (i >= 3 && i < 15)
        next = __builtin_ia32_sha256msg2(add(next, __builtin_shufflevector(last, now, 1, 2, 3, 4)), now);
    ABEF = __builtin_ia32_sha256rnds2(ABEF, CDGH, __builtin_shufflevector(WK, WK, 2, 3, 0, 0));
    if constexpr (i >= 1 && i < 13) last = __builtin_ia32_sha256msg1(last, now);
}

template <std::size_t... i>
HASHLANE_SHA_INLINE void all_rounds(int32x4& ABEF, int32x4& CDGH, int32x4* M, std::index_sequence<i...>) {
    (four_rounds<int(i)>(ABEF, CDGH, M), ...);
}

template <>
struct instructions<words32> {
    template <class T>
    static constexpr bool supported = T::sha256;

    // The SHA extensions have legacy encodings only. While the upper halves of vector registers are not zero, each
    // change between such instructions and VEX code is slow, and a unit that is compiled with -mavx changes in every
    // block (docs/TUNING.md, "Keeping a kernel inside its target"). `upper_halves` says that the processor has such
    // halves, and thus vzeroupper. All vectors after that instruction have 128 bits.
    template <class T>
    requires(supported<T>)
    HASHLANE_SHA_INLINE static void run(std::uint32_t* H, const std::uint8_t* p, std::size_t blocks,
                                        bool upper_halves) {
        const auto ABCD = load_vector(H), EFGH = load_vector(H + 4);
        auto ABEF = __builtin_shufflevector(ABCD, EFGH, 5, 4, 1, 0),
             CDGH = __builtin_shufflevector(ABCD, EFGH, 7, 6, 3, 2);
        if (upper_halves && !HASHLANE_MSAN) asm volatile("vzeroupper" : "+x"(ABEF), "+x"(CDGH));
        for (; blocks != 0; --blocks, p += 64) {
            const auto ABEF_before = ABEF, CDGH_before = CDGH;
            int32x4 M[4] = {load_words(p), load_words(p + 16), load_words(p + 32), load_words(p + 48)};
            all_rounds(ABEF, CDGH, M, std::make_index_sequence<16>{});
            ABEF = add(ABEF, ABEF_before);
            CDGH = add(CDGH, CDGH_before);
        }
        store(H, ABEF, CDGH);
    }

  protected:
    HASHLANE_SHA_INLINE static void store(std::uint32_t* H, const int32x4& ABEF, const int32x4& CDGH) {
        const auto abcd = __builtin_shufflevector(ABEF, CDGH, 3, 2, 7, 6),
                   efgh = __builtin_shufflevector(ABEF, CDGH, 1, 0, 5, 4);
        std::memcpy(H, &abcd, sizeof abcd);
        std::memcpy(H + 4, &efgh, sizeof efgh);
    }
};

// Computes four rounds of two messages. The processor computes one message while it waits for the results of the other.
template <int I>
HASHLANE_SHA_INLINE void four_rounds_of_two(int32x4* ABEF, int32x4* CDGH, int32x4 (*M)[4]) {
    four_rounds<I>(ABEF[0], CDGH[0], M[0]);
    four_rounds<I>(ABEF[1], CDGH[1], M[1]);
}

template <std::size_t... i>
HASHLANE_SHA_INLINE void all_rounds_of_two(int32x4* ABEF, int32x4* CDGH, int32x4 (*M)[4], std::index_sequence<i...>) {
    (four_rounds_of_two<int(i)>(ABEF, CDGH, M), ...);
}

template <>
struct instructions_for_two<words32> : instructions<words32> {
    template <class T>
    static constexpr bool supported = T::sha256;

    template <class T>
    requires(supported<T>)
    HASHLANE_SHA_INLINE static void run(std::uint32_t (*H)[8], const std::uint8_t* p, const std::uint8_t* q,
                                        std::size_t blocks, bool upper_halves) {
        const auto ABCD0 = load_vector(H[0]), EFGH0 = load_vector(H[0] + 4), ABCD1 = load_vector(H[1]),
                   EFGH1 = load_vector(H[1] + 4);
        int32x4 ABEF[2] = {__builtin_shufflevector(ABCD0, EFGH0, 5, 4, 1, 0),
                           __builtin_shufflevector(ABCD1, EFGH1, 5, 4, 1, 0)},
                CDGH[2] = {__builtin_shufflevector(ABCD0, EFGH0, 7, 6, 3, 2),
                           __builtin_shufflevector(ABCD1, EFGH1, 7, 6, 3, 2)};
        if (upper_halves && !HASHLANE_MSAN)
            asm volatile("vzeroupper" : "+x"(ABEF[0]), "+x"(CDGH[0]), "+x"(ABEF[1]), "+x"(CDGH[1]));
        for (; blocks != 0; --blocks, p += 64, q += 64) {
            const int32x4 A0 = ABEF[0], C0 = CDGH[0], A1 = ABEF[1], C1 = CDGH[1];
            int32x4 M[2][4] = {{load_words(p), load_words(p + 16), load_words(p + 32), load_words(p + 48)},
                               {load_words(q), load_words(q + 16), load_words(q + 32), load_words(q + 48)}};
            all_rounds_of_two(ABEF, CDGH, M, std::make_index_sequence<16>{});
            ABEF[0] = add(ABEF[0], A0);
            CDGH[0] = add(CDGH[0], C0);
            ABEF[1] = add(ABEF[1], A1);
            CDGH[1] = add(CDGH[1], C1);
        }
        store(H[0], ABEF[0], CDGH[0]);
        store(H[1], ABEF[1], CDGH[1]);
    }
};

#undef HASHLANE_SHA_INLINE

}  // namespace sha2
}  // namespace HASHLANE_ABI
}  // namespace hashlane
#endif
