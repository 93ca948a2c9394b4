// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Executes each instruction that has a model in masks.py, with operands at the edges, so that the models are held against
// the processor. x86-64.

#include "flag_tries.hpp"

namespace machine {

// Macros without semicolons, as in flag_tries.hpp:
// clang-format off
// The masks k1 and k2 are x and y. Quadwords of zmm0 are x and y in turn, those of zmm1 are all y. Every bit of k3 is set
// before. rax and k3 may be changed.
#define HASHLANE_TRY_MODEL(text)                                                                                      \
    {                                                                                                                 \
        std::uint64_t word = x;                                                                                       \
        asm volatile("kmovq %[x], %%k1\n\tkmovq %[y], %%k2\n\tkxnorq %%k3, %%k3, %%k3\n\t"                            \
                     "vmovq %[x], %%xmm0\n\tvpinsrq $1, %[y], %%xmm0, %%xmm0\n\tvshufi64x2 $0, %%zmm0, %%zmm0, %%zmm0\n\t" \
                     "vpbroadcastq %[y], %%zmm1\n\t" text                                                             \
                     : [word] "+m"(word)                                                                              \
                     : [x] "r"(x), [y] "r"(y)                                                                         \
                     : "rax", "k1", "k2", "k3", "xmm0", "xmm1", "memory");                                            \
    }
#define HASHLANE_TRY_SIZES(each, name) each(name "b") each(name "w") each(name "d") each(name "q")
#define HASHLANE_TRY_TWO_MASKS(name) HASHLANE_TRY_MODEL(name " %%k1, %%k2, %%k3")
#define HASHLANE_TRY_ONE_MASK(name) HASHLANE_TRY_MODEL(name " %%k1, %%k3")
// By none of the bits, some, the last that there is, the first that there is not, and many more than there are.
#define HASHLANE_TRY_MASK_SHIFT(name)                                                                                 \
    HASHLANE_TRY_MODEL(name " $0, %%k1, %%k3") HASHLANE_TRY_MODEL(name " $3, %%k1, %%k3")                             \
    HASHLANE_TRY_MODEL(name " $7, %%k1, %%k3") HASHLANE_TRY_MODEL(name " $8, %%k1, %%k3")                             \
    HASHLANE_TRY_MODEL(name " $63, %%k1, %%k3") HASHLANE_TRY_MODEL(name " $200, %%k1, %%k3")
#define HASHLANE_TRY_COMPARISON(name)                                                                                 \
    HASHLANE_TRY_MODEL(name " %%zmm1, %%zmm0, %%k3") HASHLANE_TRY_MODEL(name " %%ymm0, %%ymm1, %%k3")                 \
    HASHLANE_TRY_MODEL(name " %%xmm1, %%xmm0, %%k3 %{%%k1%}")
#define HASHLANE_TRY_COMPARISONS(name)                                                                                \
    HASHLANE_TRY_SIZES(HASHLANE_TRY_COMPARISON, name) HASHLANE_TRY_SIZES(HASHLANE_TRY_COMPARISON, name "u")

[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] inline void try_operations_on_masks(std::uint64_t x,
                                                                                           std::uint64_t y) {
    HASHLANE_TRY_SIZES(HASHLANE_TRY_ONE_MASK, "kmov") HASHLANE_TRY_SIZES(HASHLANE_TRY_ONE_MASK, "knot")
    HASHLANE_TRY_MODEL("kmovb %%k1, %%eax") HASHLANE_TRY_MODEL("kmovw %%k1, %%eax")
    HASHLANE_TRY_MODEL("kmovd %%k1, %%eax") HASHLANE_TRY_MODEL("kmovq %%k1, %%rax")
    HASHLANE_TRY_MODEL("movq %[x], %%rax\n\tkmovb %%eax, %%k3") HASHLANE_TRY_MODEL("movq %[x], %%rax\n\tkmovw %%eax, %%k3")
    HASHLANE_TRY_MODEL("movq %[x], %%rax\n\tkmovd %%eax, %%k3") HASHLANE_TRY_MODEL("kmovq %[x], %%k3")
    HASHLANE_TRY_MODEL("kmovb %%k2, %[word]\n\tkmovq %[word], %%k3") HASHLANE_TRY_MODEL("kmovw %%k2, %[word]\n\tkmovd %[word], %%k3")
    HASHLANE_TRY_MODEL("kmovd %%k2, %[word]\n\tkmovw %[word], %%k3") HASHLANE_TRY_MODEL("kmovq %%k2, %[word]\n\tkmovb %[word], %%k3")
    HASHLANE_TRY_SIZES(HASHLANE_TRY_TWO_MASKS, "kand") HASHLANE_TRY_SIZES(HASHLANE_TRY_TWO_MASKS, "kandn")
    HASHLANE_TRY_SIZES(HASHLANE_TRY_TWO_MASKS, "kor") HASHLANE_TRY_SIZES(HASHLANE_TRY_TWO_MASKS, "kxor")
    HASHLANE_TRY_SIZES(HASHLANE_TRY_TWO_MASKS, "kxnor") HASHLANE_TRY_SIZES(HASHLANE_TRY_TWO_MASKS, "kadd")
    HASHLANE_TRY_SIZES(HASHLANE_TRY_MASK_SHIFT, "kshiftl") HASHLANE_TRY_SIZES(HASHLANE_TRY_MASK_SHIFT, "kshiftr")
    HASHLANE_TRY_TWO_MASKS("kunpckbw") HASHLANE_TRY_TWO_MASKS("kunpckwd") HASHLANE_TRY_TWO_MASKS("kunpckdq")
}

[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] inline void try_comparisons(std::uint64_t x, std::uint64_t y) {
    HASHLANE_TRY_SIZES(HASHLANE_TRY_COMPARISON, "vptestm") HASHLANE_TRY_SIZES(HASHLANE_TRY_COMPARISON, "vptestnm")
    HASHLANE_TRY_SIZES(HASHLANE_TRY_COMPARISON, "vpcmpgt") HASHLANE_TRY_SIZES(HASHLANE_TRY_COMPARISON, "vpcmpeq")
    HASHLANE_TRY_SIZES(HASHLANE_TRY_COMPARISON, "vpcmpequ")
    HASHLANE_TRY_COMPARISONS("vpcmplt") HASHLANE_TRY_COMPARISONS("vpcmple") HASHLANE_TRY_COMPARISONS("vpcmpneq")
    HASHLANE_TRY_COMPARISONS("vpcmpnlt") HASHLANE_TRY_COMPARISONS("vpcmpnle")
}

// clang-format on
inline void try_masks_and_comparisons() {
    if (!__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return;
    for (const std::uint64_t x : flag_operands)
        for (const std::uint64_t y : flag_operands) {
            try_operations_on_masks(x, y);
            try_comparisons(x, y);
        }
}

}  // namespace machine
