// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The compression function of SHA-2 (FIPS 180-4 s.6.2.2 and s.6.4.2) over any type of lanes: L = std::uint32_t or
// std::uint64_t is a word of one message, lane<W, N> is that word of N messages side by side.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "../lanes/lane.hpp"

namespace hashlane::inline HASHLANE_ENTRY_ABI {

// A block of a key that PBKDF2 derives (RFC 8018 s.5.2): the chaining values of the inner and the outer hash after the
// password, the last U, and T, the sum of all.
template <class W>
struct hmac_chain {
    W inner[8], outer[8], U[8], T[8];
};

}  // namespace hashlane::inline HASHLANE_ENTRY_ABI

namespace hashlane::inline HASHLANE_ABI::sha2 {

// s.4.2.3: the first 64 bits of the fractional parts of the cube roots of the first 80 primes.
inline constexpr std::array<std::uint64_t, 80> K64 = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

// Returns the constants of s.4.2.2, which are the first 32 bits of the first 64 constants of s.4.2.3.
consteval std::array<std::uint32_t, 64> high_halves() {
    std::array<std::uint32_t, 64> K{};
    for (std::size_t t = 0; t < K.size(); ++t) K[t] = static_cast<std::uint32_t>(K64[t] >> 32);
    return K;
}
alignas(64) inline constexpr std::array<std::uint32_t, 64> K32 = high_halves();

// The numbers say how far the functions of s.4.1.2 and s.4.1.3 rotate. The last number of a sigma says how far it
// shifts.
struct words32 {
    using word = std::uint32_t;
    static constexpr int rounds = 64;
    static constexpr const word* K = K32.data();
    static constexpr int Sigma0[3] = {2, 13, 22}, Sigma1[3] = {6, 11, 25};
    static constexpr int sigma0[3] = {7, 18, 3}, sigma1[3] = {17, 19, 10};
};

struct words64 {
    using word = std::uint64_t;
    static constexpr int rounds = 80;
    static constexpr const word* K = K64.data();
    static constexpr int Sigma0[3] = {28, 34, 39}, Sigma1[3] = {14, 18, 41};
    static constexpr int sigma0[3] = {1, 8, 7}, sigma1[3] = {19, 61, 6};
};

// The ways to write the rounds of one message. `plain` is for constant evaluation, which counts calls and statements
// (docs/TUNING.md, "Constant evaluation"): it writes everything out. The others are for general registers, with
// instructions whose result goes to a register of its own, or replaces an operand.
enum class rounds_in { plain, three_operands, two_operands };

// How the rounds of vectors are written. An engine of WebAssembly spills fewer values with two operands
// (docs/TUNING.md, "SHA-2").
#if defined(HASHLANE_WASM_SIMD128)
inline constexpr rounds_in rounds_of_vectors = rounds_in::two_operands;
#else
inline constexpr rounds_in rounds_of_vectors = rounds_in::three_operands;
#endif

// Returns Sigma_0 or Sigma_1 of x. Where a result replaces an operand, the rotations are nested, so that x is copied
// once and not three times. The result is the same, since ROTR (FIPS 180-4 s.3.2) of an XOR is the XOR of the ROTRs.
template <rounds_in F, int r0, int r1, int r2, class L, int w = 8 * sizeof(word_of<L>)>
HASHLANE_INLINE constexpr L Sigma(const L& x) {
    if constexpr (F == rounds_in::two_operands)
        return rotr<r0>(rotr<r1 - r0>(rotr<r2 - r1>(x) ^ x) ^ x);
    else
        return (x >> r0 | x << (w - r0)) ^ (x >> r1 | x << (w - r1)) ^ (x >> r2 | x << (w - r2));
}

// Computes W_t (s.6.2.2 step 1) in the place of W_{t-16}.
template <class P, int t, class L, int w = 8 * sizeof(word_of<L>), int r0 = P::sigma0[0], int r1 = P::sigma0[1],
          int r2 = P::sigma1[0], int r3 = P::sigma1[1]>
HASHLANE_INLINE constexpr void schedule(L* W) {
    const L x = W[(t + 1) & 15], y = W[(t + 14) & 15];
    W[t] = W[t] + W[(t + 9) & 15] + ((x >> r0 | x << (w - r0)) ^ (x >> r1 | x << (w - r1)) ^ x >> P::sigma0[2]) +
           ((y >> r2 | y << (w - r2)) ^ (y >> r3 | y << (w - r3)) ^ y >> P::sigma1[2]);
}

// Computes a round (s.6.2.2 step 3); WK is W_t + K_t. The values of the eight working variables stay where they are,
// and each round names them anew. Ch is the sum of two words without a common bit. Maj takes a ^ b, which is b ^ c of
// the next round.
template <class P, class L, class Sum, int w = 8 * sizeof(word_of<L>), int r0 = P::Sigma0[0], int r1 = P::Sigma0[1],
          int r2 = P::Sigma0[2], int r3 = P::Sigma1[0], int r4 = P::Sigma1[1], int r5 = P::Sigma1[2]>
HASHLANE_INLINE constexpr void plain_round(const L& a, const L& b, const L& c, L& d, const L& e, const L& f, const L& g,
                                           L& h, const Sum& WK) {
    h = h + WK + (e & f) + (~e & g) +
        ((e >> r3 | e << (w - r3)) ^ (e >> r4 | e << (w - r4)) ^ (e >> r5 | e << (w - r5)));
    d = d + h;
    h = h + ((a >> r0 | a << (w - r0)) ^ (a >> r1 | a << (w - r1)) ^ (a >> r2 | a << (w - r2)));
    h = h + (b ^ ((a ^ b) & (b ^ c)));
}

// Computes a round in registers in the order in which it is written, which compilers would otherwise change. A round
// waits for e of the round before. So d is added before e is known and subtracted from the sum afterwards, which gives
// T_1. Instructions with two operands would need copies for this, so there d is added as the standard has it
// (docs/TUNING.md, "SHA-2"). Ch of a vector is one operation of three operands.
template <class P, rounds_in F, class L, class Sum>
HASHLANE_INLINE constexpr void ordered_round(const L& a, const L& b, const L& c, L& d, const L& e, const L& f,
                                             const L& g, L& h, const Sum& WK) {
    L x = h + WK;
    if constexpr (F == rounds_in::three_operands) {
        x = x + d;
        if constexpr (lane_traits<L>::width == 1) {
            pin(x);
            x = x + (e & f);
            pin(x);
            x = x + (~e & g);
        } else {
            pin(x);
            x = x + ((e & f) | (~e & g));
        }
    } else {
        pin(x);
        x = x + (g ^ (e & (f ^ g)));
    }
    pin(x);
    x = x + Sigma<rounds_in::plain, P::Sigma1[0], P::Sigma1[1], P::Sigma1[2]>(e);
    pin(x);
    if constexpr (F == rounds_in::three_operands) {
        h = x - d;
        d = x;
        pin(h);
    } else {
        h = x;
        d = d + x;
    }
    h = h + (b ^ ((a ^ b) & (b ^ c)));
    pin(h);
    h = h + Sigma<F, P::Sigma0[0], P::Sigma0[1], P::Sigma0[2]>(a);
    pin(h);
}

// Computes a round: of vectors in registers, or of words in constant evaluation.
template <class P, class L, class Sum>
HASHLANE_INLINE constexpr void round(const L& a, const L& b, const L& c, L& d, const L& e, const L& f, const L& g, L& h,
                                     const Sum& WK) {
    if constexpr (lane_traits<L>::width == 1)
        plain_round<P>(a, b, c, d, e, f, g, h, WK);
    else
        ordered_round<P, rounds_of_vectors>(a, b, c, d, e, f, g, h, WK);
}

template <class P, rounds_in F, int t, class L>
HASHLANE_INLINE constexpr void renamed_round(L* S, const L& WK) {
    ordered_round<P, F>(S[(16 - t) & 7], S[(17 - t) & 7], S[(18 - t) & 7], S[(19 - t) & 7], S[(20 - t) & 7],
                        S[(21 - t) & 7], S[(22 - t) & 7], S[(23 - t) & 7], WK);
}

template <class P, rounds_in F, bool extend, class L, std::size_t... t>
HASHLANE_INLINE constexpr void sixteen_rounds(L* S, L* W, const word_of<L>* K, std::index_sequence<t...>) {
    const auto step = [&]<std::size_t i>(std::integral_constant<std::size_t, i>) HASHLANE_LAMBDA_INLINE {
        if constexpr (extend) schedule<P, int(i)>(W);
        L& h = S[(23 - i) & 7];
        h = h + K[i];
        renamed_round<P, F, int(i)>(S, W[i]);
    };
    (step(std::integral_constant<std::size_t, t>{}), ...);
}

// Computes four rounds from round t on. It has fold expressions because clang++ counts the statements of a constant
// expression.
template <class P, int t, bool extend, class L, int... i>
HASHLANE_INLINE constexpr void four_rounds(L* S, L* W, const word_of<L>* K, std::integer_sequence<int, i...>) {
    if constexpr (extend) (schedule<P, t + i>(W), ...);
    (round<P>(S[(-t - i) & 7], S[(1 - t - i) & 7], S[(2 - t - i) & 7], S[(3 - t - i) & 7], S[(4 - t - i) & 7],
              S[(5 - t - i) & 7], S[(6 - t - i) & 7], S[(7 - t - i) & 7], W[t + i] + K[t + i]),
     ...);
}

template <class P, bool extend, int t, class L>
HASHLANE_INLINE constexpr void eight_rounds(L* S, L* W, const word_of<L>* K) {
    four_rounds<P, t, extend>(S, W, K, std::make_integer_sequence<int, 4>{});
    four_rounds<P, t + 4, extend>(S, W, K, std::make_integer_sequence<int, 4>{});
}

// Adds the working variables to the hash value (s.6.2.2 step 4). Words go from registers straight to memory: compilers
// would otherwise add them as vectors, which wait until the words have been stored.
template <class L>
HASHLANE_INLINE constexpr void add_variables(L* H, L* S) {
    S[0] = H[0] + S[0];
    S[1] = H[1] + S[1];
    S[2] = H[2] + S[2];
    S[3] = H[3] + S[3];
    S[4] = H[4] + S[4];
    S[5] = H[5] + S[5];
    S[6] = H[6] + S[6];
    S[7] = H[7] + S[7];
    if constexpr (lane_traits<L>::width == 1) pin(S[0], S[1], S[2], S[3], S[4], S[5], S[6], S[7]);
    H[0] = S[0];
    H[1] = S[1];
    H[2] = S[2];
    H[3] = S[3];
    H[4] = S[4];
    H[5] = S[5];
    H[6] = S[6];
    H[7] = S[7];
}

// Replaces the hash value H by the next one. The block W is overwritten.
template <class P, rounds_in F = rounds_in::plain, class L>
HASHLANE_INLINE constexpr void compress(L* H, L* W) {
    L S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]};
    if constexpr (F == rounds_in::plain) {
        eight_rounds<P, false, 0>(S, W, P::K);
        eight_rounds<P, false, 8>(S, W, P::K);
        for (int t = 16; t < P::rounds; t += 16) {
            eight_rounds<P, true, 0>(S, W, P::K + t);
            eight_rounds<P, true, 8>(S, W, P::K + t);
        }
    } else {
        constexpr std::make_index_sequence<16> all;
        const word_of<L>* K = P::K;
        sixteen_rounds<P, F, false>(S, W, K, all);
        for (int t = 16; t < P::rounds; t += 16) {
            K += 16;
            pin(K);  // keeps K in a register: clang would compute it again for each round
            sixteen_rounds<P, F, true>(S, W, K, all);
        }
    }
    add_variables(H, S);
}

// Compresses a block that is the same in every message: WK is a table of its W_t + K_t.
template <class P, class L>
HASHLANE_INLINE constexpr void compress_constant(L* H, const word_of<L>* WK) {
    L S[8] = {H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]};
    L &a = S[0], &b = S[1], &c = S[2], &d = S[3], &e = S[4], &f = S[5], &g = S[6], &h = S[7];
    for (int t = 0; t < P::rounds; t += 8, WK += 8) {
        round<P>(a, b, c, d, e, f, g, h, WK[0]);
        round<P>(h, a, b, c, d, e, f, g, WK[1]);
        round<P>(g, h, a, b, c, d, e, f, WK[2]);
        round<P>(f, g, h, a, b, c, d, e, WK[3]);
        round<P>(e, f, g, h, a, b, c, d, WK[4]);
        round<P>(d, e, f, g, h, a, b, c, WK[5]);
        round<P>(c, d, e, f, g, h, a, b, WK[6]);
        round<P>(b, c, d, e, f, g, h, a, WK[7]);
    }
    add_variables(H, S);
}

// Computes the table of a block for compress_constant().
template <class P, class W = typename P::word>
constexpr void schedule_constant(W* WK, const W* block) {
    W M[16];
    for (int t = 0; t < 16; ++t) M[t] = block[t];
    for (int t = 0; t < P::rounds; ++t) {
        const W x = M[(t + 1) & 15], y = M[(t + 14) & 15], w = M[t & 15];
        WK[t] = w + P::K[t];
        M[t & 15] = w + M[(t + 9) & 15] + (rotr<P::sigma0[0]>(x) ^ rotr<P::sigma0[1]>(x) ^ x >> P::sigma0[2]) +
                    (rotr<P::sigma1[0]>(y) ^ rotr<P::sigma1[1]>(y) ^ y >> P::sigma1[2]);
    }
}

// A kernel whose instructions compute whole rounds, for the processors that have them. sha2_x86.hpp and sha2_arm.hpp
// define it.
template <class P>
struct instructions {
    template <class T>
    static constexpr bool supported = false;
    template <class T>
    requires(supported<T>)
    static void run();
};

// A kernel of such instructions for two messages at once, where that is faster than one after the other.
template <class P>
struct instructions_for_two : instructions<P> {
    template <class T>
    static constexpr bool supported = false;
};

// The end of HMAC, and the iterations of PBKDF2, where they are faster with the digest of the inner hash in registers:
// kernels/sha2_hmac.hpp.
template <class P>
struct instructions_for_hmac : instructions<P> {
    template <class T>
    static constexpr bool supported = false;
};

}  // namespace hashlane::inline HASHLANE_ABI::sha2
