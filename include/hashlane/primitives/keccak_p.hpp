// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Keccak-p[1600, n_r] of FIPS 202 s.3 over any type of lanes: L = std::uint64_t is a lane of one state,
// lane<std::uint64_t, N> is that lane of N states side by side. A[x + 5*y] is lane (x, y) of the standard.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../lanes/lane.hpp"

namespace hashlane::inline HASHLANE_ABI::keccak {

inline constexpr std::size_t lanes = 25;
inline constexpr unsigned max_rounds = 24;

// s.3.2.5, iota: the round constants; Keccak-p[1600, n_r] uses the last n_r of them (s.3.3).
inline constexpr std::uint64_t RC[max_rounds] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

// s.3.2.2, rho: the offsets modulo 64, at [x + 5*y].
inline constexpr int rho[lanes] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                   25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

// Returns the lane that pi (s.3.2.3) moves to (x, y).
consteval int pi(int x, int y) { return (x + 3 * y) % 5 + 5 * x; }

// Where no instruction computes ~a & b, these lanes stay complemented between the rounds. Theta then takes no NOT, and
// chi takes few (Keccak implementation overview 3.2, s.2.2). Bit x + 5*y stands for lane (x, y).
inline constexpr std::uint32_t complemented = 1u << 1 | 1u << 2 | 1u << 8 | 1u << 12 | 1u << 17 | 1u << 20;

consteval bool is_complemented(int i) { return (complemented >> i & 1) != 0; }
consteval bool is_column_complemented(int x) {
    const std::uint32_t column = complemented >> x % 5;
    return ((column ^ column >> 5 ^ column >> 10 ^ column >> 15 ^ column >> 20) & 1) != 0;
}
consteval bool is_complemented_by_theta(int i) {
    return is_complemented(i) != (is_column_complemented(i + 4) != is_column_complemented(i + 1));
}

// Returns c ^ (~a & b) for chi, the new lane E[to]. The operands come from the lanes from_c, from_a and from_b, and are
// complemented where these are; the result is complemented where E[to] is.
template <int to, int from_c, int from_a, int from_b, class L>
HASHLANE_INLINE constexpr L chi_complemented(const L& c, const L& a, const L& b) {
    constexpr bool flip = is_complemented(to) != is_complemented_by_theta(from_c);
    constexpr bool not_a = is_complemented_by_theta(from_a), not_b = is_complemented_by_theta(from_b);
    if constexpr (not_a && !not_b)
        return flip ? c ^ ~(a & b) : c ^ (a & b);
    else if constexpr (!not_a && not_b)
        return flip ? c ^ (a | b) : c ^ ~(a | b);
    else if constexpr (not_a)
        return flip ? c ^ (~a | b) : c ^ (a & ~b);
    else
        return flip ? c ^ (a | ~b) : c ^ (~a & b);
}

// Tells where iota (s.3.2.5) is added. For one message it is added while its lane is in a register, because the lane
// would have to be loaded again. For many messages it is added after the planes, where it delays none of them.
template <class L>
inline constexpr bool iota_in_plane = lane_traits<L>::width <= 2;

// Computes plane y of the new state E: theta's D, rho, pi and chi (s.3.2.1-4). The rotations are written out and the
// constants are template arguments, because constant evaluation counts calls and declarations (docs/TUNING.md,
// "Constant evaluation").
template <class L, int y, bool complement, class V, int s0 = pi(0, y), int s1 = pi(1, y), int s2 = pi(2, y),
          int s3 = pi(3, y), int s4 = pi(4, y), int r0 = rho[s0], int r1 = rho[s1], int r2 = rho[s2], int r3 = rho[s3],
          int r4 = rho[s4]>
HASHLANE_INLINE constexpr void plane(const V* A, V* E, const V* D, std::uint64_t rc) {
    V T0 = A[s0] ^ D[s0 % 5], T1 = A[s1] ^ D[s1 % 5], T2 = A[s2] ^ D[s2 % 5], T3 = A[s3] ^ D[s3 % 5],
      T4 = A[s4] ^ D[s4 % 5];
    if constexpr (in_general_register<L>) pin(T0, T1, T2, T3, T4);
    const V pi0 = T0 << r0 | T0 >> (-r0 & 63), pi1 = T1 << r1 | T1 >> (-r1 & 63), pi2 = T2 << r2 | T2 >> (-r2 & 63),
            pi3 = T3 << r3 | T3 >> (-r3 & 63), pi4 = T4 << r4 | T4 >> (-r4 & 63);
    // This is one declaration, because constant evaluation counts statements. Complemented lanes take formulas of their
    // own.
    V E0 = pi0 ^ (~pi1 & pi2), E1 = pi1 ^ (~pi2 & pi3), E2 = pi2 ^ (~pi3 & pi4), E3 = pi3 ^ (~pi4 & pi0),
      E4 = pi4 ^ (~pi0 & pi1);
    if constexpr (complement) {
        E0 = chi_complemented<5 * y, s0, s1, s2>(pi0, pi1, pi2);
        E1 = chi_complemented<5 * y + 1, s1, s2, s3>(pi1, pi2, pi3);
        E2 = chi_complemented<5 * y + 2, s2, s3, s4>(pi2, pi3, pi4);
        E3 = chi_complemented<5 * y + 3, s3, s4, s0>(pi3, pi4, pi0);
        E4 = chi_complemented<5 * y + 4, s4, s0, s1>(pi4, pi0, pi1);
    }
    if constexpr (y == 0 && iota_in_plane<L>) E0 = E0 ^ rc;
    if constexpr (in_general_register<L>) pin(E0, E1, E2, E3, E4);
    E[5 * y] = E0;
    E[5 * y + 1] = E1;
    E[5 * y + 2] = E2;
    E[5 * y + 3] = E3;
    E[5 * y + 4] = E4;
}

template <class L, bool complement, class V>
HASHLANE_INLINE constexpr void round(const V* A, V* E, std::uint64_t rc) {
    // These are theta's C, the parities of the columns. Three of the five planes are summed first.
    V P0 = A[0] ^ A[5] ^ A[10], P1 = A[1] ^ A[6] ^ A[11], P2 = A[2] ^ A[7] ^ A[12], P3 = A[3] ^ A[8] ^ A[13],
      P4 = A[4] ^ A[9] ^ A[14];
    if constexpr (in_vector_register<L>) pin(P0, P1, P2, P3, P4);
    const V C0 = P0 ^ A[15] ^ A[20], C1 = P1 ^ A[16] ^ A[21], C2 = P2 ^ A[17] ^ A[22], C3 = P3 ^ A[18] ^ A[23],
            C4 = P4 ^ A[19] ^ A[24];
    const V D[5] = {C4 ^ (C1 << 1 | C1 >> 63), C0 ^ (C2 << 1 | C2 >> 63), C1 ^ (C3 << 1 | C3 >> 63),
                    C2 ^ (C4 << 1 | C4 >> 63), C3 ^ (C0 << 1 | C0 >> 63)};
    plane<L, 0, complement>(A, E, D, rc);
    plane<L, 1, complement>(A, E, D, rc);
    plane<L, 2, complement>(A, E, D, rc);
    plane<L, 3, complement>(A, E, D, rc);
    plane<L, 4, complement>(A, E, D, rc);
    if constexpr (!iota_in_plane<L>) E[0] = E[0] ^ rc;
}

template <class L>
HASHLANE_INLINE constexpr void complement_lanes(L* A) {
    A[1] = ~A[1];
    A[2] = ~A[2];
    A[8] = ~A[8];
    A[12] = ~A[12];
    A[17] = ~A[17];
    A[20] = ~A[20];
}

// Tells whether permute() computes n_r rounds: an even number from 2 to 24.
constexpr bool is_round_count(unsigned n_r) { return n_r != 0 && n_r % 2 == 0 && n_r <= max_rounds; }

// Computes Keccak-p[1600, n_r] in place; is_round_count(n_r) holds. Each turn computes two rounds, from A to E and
// back.
template <bool complement = false, class L>
HASHLANE_INLINE constexpr void permute(L* state, unsigned n_r) {
    auto* const A = bare(state);
    std::remove_reference_t<decltype(*A)> E[lanes]{};
    if constexpr (complement) complement_lanes(A);
    for (unsigned i = max_rounds - n_r; i < max_rounds; i += 2) {
        round<L, complement>(A, E, RC[i]);
        round<L, complement>(E, A, RC[i + 1]);
    }
    if constexpr (complement) complement_lanes(A);
}

}  // namespace hashlane::inline HASHLANE_ABI::keccak
