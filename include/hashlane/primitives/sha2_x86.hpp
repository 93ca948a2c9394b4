// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// SHA-256 with the SHA extensions of x86: Intel 64 and IA-32 Architectures Software Developer's Manual, SHA256RNDS2,
// SHA256MSG1, SHA256MSG2. Their operands hold the working variables as ABEF and CDGH, with A and C in the highest word.
// The file has builtins and vectors, because <immintrin.h> takes long to compile (docs/TUNING.md, "Keeping a kernel
// inside its target").

#include "sha2.hpp"

#if defined(HASHLANE_X86)
#include <cstring>

namespace hashlane::inline HASHLANE_ABI::sha2 {

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

// A chaining value, as the instructions hold it.
struct sha_ni_state {
    int32x4 ABEF, CDGH;
};

HASHLANE_SHA_INLINE sha_ni_state load_state(const std::uint32_t* H) {
    const auto ABCD = load_vector(H), EFGH = load_vector(H + 4);
    return {__builtin_shufflevector(ABCD, EFGH, 5, 4, 1, 0), __builtin_shufflevector(ABCD, EFGH, 7, 6, 3, 2)};
}

HASHLANE_SHA_INLINE int32x4 words_abcd(const sha_ni_state& S) {
    return __builtin_shufflevector(S.ABEF, S.CDGH, 3, 2, 7, 6);
}
HASHLANE_SHA_INLINE int32x4 words_efgh(const sha_ni_state& S) {
    return __builtin_shufflevector(S.ABEF, S.CDGH, 1, 0, 5, 4);
}

HASHLANE_SHA_INLINE void store_state(std::uint32_t* H, const sha_ni_state& S) {
    const auto abcd = words_abcd(S), efgh = words_efgh(S);
    std::memcpy(H, &abcd, sizeof abcd);
    std::memcpy(H + 4, &efgh, sizeof efgh);
}

// Writes four words of a digest. Words are stored as they are loaded.
HASHLANE_SHA_INLINE void store_octets(std::uint8_t* p, const int32x4& words) {
    const auto octets = load_words(reinterpret_cast<const std::uint8_t*>(&words));
    std::memcpy(p, &octets, sizeof octets);
}
HASHLANE_SHA_INLINE void store_digest(std::uint8_t* p, const sha_ni_state& S) {
    store_octets(p, words_abcd(S));
    store_octets(p + 16, words_efgh(S));
}

// The SHA extensions have legacy encodings only. While the upper halves of vector registers are not zero, each change
// between such instructions and VEX code is slow, and a unit that is compiled with -mavx changes in every block
// (docs/TUNING.md, "Keeping a kernel inside its target"). `upper_halves` says that the processor has such halves, and
// thus vzeroupper. All vectors after that instruction have 128 bits.
HASHLANE_SHA_INLINE void clear_upper_halves(sha_ni_state& S, bool upper_halves) {
    if (upper_halves && !HASHLANE_MSAN) asm volatile("vzeroupper" : "+&x"(S.ABEF), "+&x"(S.CDGH));
}

// S becomes the next chaining value; the block M is used up.
HASHLANE_SHA_INLINE void compress_words(sha_ni_state& S, int32x4* M) {
    const sha_ni_state before = S;
    all_rounds(S.ABEF, S.CDGH, M, std::make_index_sequence<16>{});
    S.ABEF = add(S.ABEF, before.ABEF);
    S.CDGH = add(S.CDGH, before.CDGH);
}

HASHLANE_SHA_INLINE void compress_octets(sha_ni_state& S, const std::uint8_t* p) {
    int32x4 M[4] = {load_words(p), load_words(p + 16), load_words(p + 32), load_words(p + 48)};
    compress_words(S, M);
}

template <>
struct instructions<words32> {
    template <class T>
    static constexpr bool supported = T::sha256;

    template <class T>
    requires(supported<T>)
    HASHLANE_SHA_INLINE static void run(std::uint32_t* H, const std::uint8_t* p, std::size_t blocks,
                                        bool upper_halves) {
        sha_ni_state S = load_state(H);
        clear_upper_halves(S, upper_halves);
        for (; blocks != 0; --blocks, p += 64) compress_octets(S, p);
        store_state(H, S);
    }
};

// Computes four rounds of two messages. The processor computes one message while it waits for the results of the other.
template <int i>
HASHLANE_SHA_INLINE void four_rounds_of_two(int32x4* ABEF, int32x4* CDGH, int32x4 (*M)[4]) {
    four_rounds<i>(ABEF[0], CDGH[0], M[0]);
    four_rounds<i>(ABEF[1], CDGH[1], M[1]);
}

template <std::size_t... i>
HASHLANE_SHA_INLINE void all_rounds_of_two(int32x4* ABEF, int32x4* CDGH, int32x4 (*M)[4], std::index_sequence<i...>) {
    (four_rounds_of_two<int(i)>(ABEF, CDGH, M), ...);
}

HASHLANE_SHA_INLINE void compress_words_of_two(sha_ni_state* S, int32x4 (*M)[4]) {
    sha_ni_state before[2] = {S[0], S[1]};
    // There are too few registers for the values before, so they stay in memory. Without this statement compilers carry
    // the new values to the next block through the same memory, and each block waits for its loads.
    asm("" : "+m"(before));
    int32x4 ABEF[2] = {S[0].ABEF, S[1].ABEF}, CDGH[2] = {S[0].CDGH, S[1].CDGH};
    all_rounds_of_two(ABEF, CDGH, M, std::make_index_sequence<16>{});
    S[0] = {add(ABEF[0], before[0].ABEF), add(CDGH[0], before[0].CDGH)};
    S[1] = {add(ABEF[1], before[1].ABEF), add(CDGH[1], before[1].CDGH)};
}

// Compresses a block that is the same in both messages: WK is a table of its W_t + K_t. Without the words of a schedule
// two messages take two thirds of the time.
HASHLANE_SHA_INLINE void compress_constant_of_two(sha_ni_state* S, const std::uint32_t* WK) {
    const sha_ni_state before[2] = {S[0], S[1]};
    for (int t = 0; t < words32::rounds; t += 4) {
        const auto low = load_vector(WK + t), high = __builtin_shufflevector(low, low, 2, 3, 0, 0);
        S[0].CDGH = __builtin_ia32_sha256rnds2(S[0].CDGH, S[0].ABEF, low);
        S[1].CDGH = __builtin_ia32_sha256rnds2(S[1].CDGH, S[1].ABEF, low);
        S[0].ABEF = __builtin_ia32_sha256rnds2(S[0].ABEF, S[0].CDGH, high);
        S[1].ABEF = __builtin_ia32_sha256rnds2(S[1].ABEF, S[1].CDGH, high);
    }
    for (int j = 0; j < 2; ++j) S[j] = {add(S[j].ABEF, before[j].ABEF), add(S[j].CDGH, before[j].CDGH)};
}

template <>
struct instructions_for_two<words32> : instructions<words32> {
    template <class T>
    static constexpr bool supported = T::sha256;

    // Digests two messages of one block, p and q, to 32 octets each. Both begin with the chaining value H and end with
    // a block of which WK is the table.
    template <class T>
    requires(supported<T>)
    HASHLANE_SHA_INLINE static void run(const std::uint32_t* H, const std::uint8_t* p, const std::uint8_t* q,
                                        const std::uint32_t* WK, std::uint8_t* digest_of_p, std::uint8_t* digest_of_q,
                                        bool upper_halves) {
        sha_ni_state first = load_state(H);
        clear_upper_halves(first, upper_halves);
        sha_ni_state S[2] = {first, first};
        int32x4 M[2][4] = {{load_words(p), load_words(p + 16), load_words(p + 32), load_words(p + 48)},
                           {load_words(q), load_words(q + 16), load_words(q + 32), load_words(q + 48)}};
        compress_words_of_two(S, M);
        compress_constant_of_two(S, WK);
        store_digest(digest_of_p, S[0]);
        store_digest(digest_of_q, S[1]);
    }

    template <class T>
    requires(supported<T>)
    HASHLANE_SHA_INLINE static void run(std::uint32_t (*H)[8], const std::uint8_t* p, const std::uint8_t* q,
                                        std::size_t blocks, bool upper_halves) {
        sha_ni_state S[2] = {load_state(H[0]), load_state(H[1])};
        clear_upper_halves(S[0], upper_halves);
        clear_upper_halves(S[1], upper_halves);
        for (; blocks != 0; --blocks, p += 64, q += 64) {
            int32x4 M[2][4] = {{load_words(p), load_words(p + 16), load_words(p + 32), load_words(p + 48)},
                               {load_words(q), load_words(q + 16), load_words(q + 32), load_words(q + 48)}};
            compress_words_of_two(S, M);
        }
        store_state(H[0], S[0]);
        store_state(H[1], S[1]);
    }
};

// The end of HMAC, and the iterations of PBKDF2: the state stays in registers from the inner hash to the outer.
template <>
struct instructions_for_hmac<words32> {
    template <class T>
    static constexpr bool supported = T::sha256;

    template <class T>
    requires(supported<T>)
    HASHLANE_SHA_INLINE static void run(const std::uint32_t* inner, const std::uint8_t* p, std::size_t blocks,
                                        const std::uint32_t* outer, std::uint8_t* tag, bool upper_halves) {
        sha_ni_state S = load_state(inner);
        clear_upper_halves(S, upper_halves);
        for (; blocks != 0; --blocks, p += 64) compress_octets(S, p);
        compress_digest(S, load_state(outer));
        store_digest(tag, S);
    }

    // Computes two chains of PBKDF2 at a time, and the last of an odd number alone.
    template <class T>
    requires(supported<T>)
    HASHLANE_SHA_INLINE static void run(hmac_chain<std::uint32_t>* chains, std::size_t n, std::uint64_t iterations,
                                        bool upper_halves) {
        for (; n >= 2; n -= 2, chains += 2) iterate_two(chains, iterations, upper_halves);
        if (n != 0) iterate_one(*chains, iterations, upper_halves);
    }

  private:
    // Writes to M the second block of a message that has one block and then the digest S.
    HASHLANE_SHA_INLINE static void pad_digest(int32x4* M, const sha_ni_state& S) {
        constexpr int one_bit = -0x7fffffff - 1, length = 8 * (64 + 32);
        M[0] = words_abcd(S);
        M[1] = words_efgh(S);
        M[2] = int32x4{one_bit, 0, 0, 0};
        M[3] = int32x4{0, 0, 0, length};
    }

    // S becomes the hash of the block that `key` has taken in and of the digest S.
    HASHLANE_SHA_INLINE static void compress_digest(sha_ni_state& S, const sha_ni_state& key) {
        int32x4 M[4];
        pad_digest(M, S);
        S = key;
        compress_words(S, M);
    }

    HASHLANE_SHA_INLINE static void compress_two_digests(sha_ni_state* S, const sha_ni_state* keys) {
        int32x4 M[2][4];
        pad_digest(M[0], S[0]);
        pad_digest(M[1], S[1]);
        S[0] = keys[0];
        S[1] = keys[1];
        compress_words_of_two(S, M);
    }

    HASHLANE_SHA_INLINE static void add_to_sum(sha_ni_state& T, const sha_ni_state& U) {
        T.ABEF ^= U.ABEF;
        T.CDGH ^= U.CDGH;
    }

    HASHLANE_SHA_INLINE static void iterate_one(hmac_chain<std::uint32_t>& chain, std::uint64_t iterations,
                                                bool upper_halves) {
        sha_ni_state U = load_state(chain.U);
        clear_upper_halves(U, upper_halves);
        const sha_ni_state inner = load_state(chain.inner), outer = load_state(chain.outer);
        sha_ni_state T = load_state(chain.T);
        for (; iterations != 0; --iterations) {
            compress_digest(U, inner);
            compress_digest(U, outer);
            add_to_sum(T, U);
        }
        store_state(chain.T, T);
    }

    HASHLANE_SHA_INLINE static void iterate_two(hmac_chain<std::uint32_t>* chains, std::uint64_t iterations,
                                                bool upper_halves) {
        sha_ni_state U[2] = {load_state(chains[0].U), load_state(chains[1].U)};
        clear_upper_halves(U[0], upper_halves);
        clear_upper_halves(U[1], upper_halves);
        const sha_ni_state inner[2] = {load_state(chains[0].inner), load_state(chains[1].inner)},
                           outer[2] = {load_state(chains[0].outer), load_state(chains[1].outer)};
        sha_ni_state T[2] = {load_state(chains[0].T), load_state(chains[1].T)};
        for (; iterations != 0; --iterations) {
            compress_two_digests(U, inner);
            compress_two_digests(U, outer);
            add_to_sum(T[0], U[0]);
            add_to_sum(T[1], U[1]);
        }
        store_state(chains[0].T, T[0]);
        store_state(chains[1].T, T[1]);
    }
};

#undef HASHLANE_SHA_INLINE

}  // namespace hashlane::inline HASHLANE_ABI::sha2
#endif
