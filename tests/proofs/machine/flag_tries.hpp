// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Executes each instruction that has a rule in status_flags.py, with operands at the edges and all flags clear or set,
// so that the rules are held against the processor. x86-64.

#include <cstdint>
#include <immintrin.h>
#include <initializer_list>

namespace machine {

inline constexpr std::uint64_t flag_operands[] = {
    0, 1, 0x28, 0x7fffffffffffffff, 0x8000000080008080, 0xffffffffffffffff};

// Macros without semicolons, one for each instruction:
// clang-format off
// Before the instruction `before_flags` is 0 or 0xd501: the addition writes OF, sahf writes SF, ZF, AF, PF and CF. The
// operands are in rbx and rcx; rax, rdx and r8 may be changed.
#define HASHLANE_TRY(text)                                                                                            \
    {                                                                                                                 \
        std::uint64_t first = x, second = y;                                                                          \
        asm volatile("movl %k[before], %%eax\n\taddb $127, %%al\n\tsahf\n\t" text                                     \
                     : "+b"(first), "+c"(second)                                                                      \
                     : [before] "r"(before_flags)                                                                     \
                     : "rax", "rdx", "r8", "cc");                                                                     \
    }
#define HASHLANE_TRY_BINARY(name)                                                                                     \
    HASHLANE_TRY(name "b %%cl, %%bl") HASHLANE_TRY(name "w %%cx, %%bx")                                               \
    HASHLANE_TRY(name "l %%ecx, %%ebx") HASHLANE_TRY(name "q %%rcx, %%rbx")
#define HASHLANE_TRY_WIDE(name) HASHLANE_TRY(name "l %%ecx, %%ebx") HASHLANE_TRY(name "q %%rcx, %%rbx")
#define HASHLANE_TRY_UNARY(name)                                                                                      \
    HASHLANE_TRY(name "b %%bl") HASHLANE_TRY(name "w %%bx") HASHLANE_TRY(name "l %%ebx") HASHLANE_TRY(name "q %%rbx")
#define HASHLANE_TRY_SHIFT(name)                                                                                      \
    HASHLANE_TRY(name "b %%cl, %%bl") HASHLANE_TRY(name "w %%cl, %%bx") HASHLANE_TRY(name "l %%cl, %%ebx")            \
    HASHLANE_TRY(name "q %%cl, %%rbx") HASHLANE_TRY(name "b $1, %%bl") HASHLANE_TRY(name "w $1, %%bx")                \
    HASHLANE_TRY(name "l $1, %%ebx") HASHLANE_TRY(name "q $1, %%rbx") HASHLANE_TRY(name "q $7, %%rbx")

inline void try_words(std::uint64_t x, std::uint64_t y, std::uint64_t before_flags) {
    HASHLANE_TRY_BINARY("add") HASHLANE_TRY_BINARY("sub") HASHLANE_TRY_BINARY("cmp") HASHLANE_TRY_BINARY("xadd")
    HASHLANE_TRY_BINARY("adc") HASHLANE_TRY_BINARY("sbb") HASHLANE_TRY("sbbq %%rbx, %%rbx")
    HASHLANE_TRY_BINARY("and") HASHLANE_TRY_BINARY("or") HASHLANE_TRY_BINARY("xor") HASHLANE_TRY_BINARY("test")
    HASHLANE_TRY_UNARY("inc") HASHLANE_TRY_UNARY("dec") HASHLANE_TRY_UNARY("neg") HASHLANE_TRY_UNARY("not")
    HASHLANE_TRY_SHIFT("shl") HASHLANE_TRY_SHIFT("shr") HASHLANE_TRY_SHIFT("sar")
    HASHLANE_TRY_SHIFT("rol") HASHLANE_TRY_SHIFT("ror") HASHLANE_TRY_SHIFT("rcl") HASHLANE_TRY_SHIFT("rcr")
    HASHLANE_TRY("movq %%rcx, %%r8\n\tshldq %%cl, %%r8, %%rbx") HASHLANE_TRY("shldl $5, %%ecx, %%ebx")
    HASHLANE_TRY("movq %%rcx, %%r8\n\tshrdq %%cl, %%r8, %%rbx") HASHLANE_TRY("shrdl $1, %%ecx, %%ebx")
    HASHLANE_TRY_WIDE("bt") HASHLANE_TRY_WIDE("bts") HASHLANE_TRY_WIDE("btr") HASHLANE_TRY_WIDE("btc")
    HASHLANE_TRY("movq %%rbx, %%rax\n\tmulq %%rcx") HASHLANE_TRY("movq %%rbx, %%rax\n\tmull %%ecx")
    HASHLANE_TRY("movq %%rbx, %%rax\n\timulq %%rcx") HASHLANE_TRY("imull $77, %%ecx, %%ebx")
    HASHLANE_TRY_WIDE("imul")
    HASHLANE_TRY("movl $0, %%edx\n\tmovl $77, %%eax\n\tmovl $3, %%ecx\n\tdivl %%ecx")
    HASHLANE_TRY("movl $0, %%edx\n\tmovl $77, %%eax\n\tmovl $3, %%ecx\n\tidivl %%ecx")
    HASHLANE_TRY_WIDE("bsf") HASHLANE_TRY_WIDE("bsr") HASHLANE_TRY("clc") HASHLANE_TRY("stc") HASHLANE_TRY("cmc")
    HASHLANE_TRY("lahf")
}

inline void try_words_of_newer_processors(std::uint64_t x, std::uint64_t y, std::uint64_t before_flags) {
    if (__builtin_cpu_supports("popcnt")) HASHLANE_TRY_WIDE("popcnt")
    if (__builtin_cpu_supports("bmi")) {
        HASHLANE_TRY_WIDE("tzcnt") HASHLANE_TRY_WIDE("blsi") HASHLANE_TRY_WIDE("blsr") HASHLANE_TRY_WIDE("blsmsk")
        HASHLANE_TRY("andnq %%rcx, %%rbx, %%r8") HASHLANE_TRY("bextrq %%rcx, %%rbx, %%r8")
    }
    if (__builtin_cpu_supports("lzcnt")) HASHLANE_TRY_WIDE("lzcnt")
    if (__builtin_cpu_supports("bmi2")) HASHLANE_TRY("bzhiq %%rcx, %%rbx, %%r8")
    if (__builtin_cpu_supports("adx")) {
        HASHLANE_TRY_WIDE("adcx") HASHLANE_TRY_WIDE("adox")
    }
}

#define HASHLANE_TRY_VECTORS(text)                                                                                    \
    asm volatile("movl %k[before], %%eax\n\taddb $127, %%al\n\tsahf\n\t" text                                         \
                 :                                                                                                    \
                 : [before] "r"(before_flags), "r"(x), "r"(y)                                                         \
                 : "rax", "cc", "xmm0", "xmm1");

// Quadwords of x and y, and zeros above them, are compared.
[[gnu::target("avx2")]] inline void try_vectors(std::uint64_t x, std::uint64_t y, std::uint64_t before_flags) {
    HASHLANE_TRY_VECTORS("vmovq %1, %%xmm0\n\tvmovq %2, %%xmm1\n\tptest %%xmm1, %%xmm0")
    HASHLANE_TRY_VECTORS("vmovq %1, %%xmm0\n\tvmovq %2, %%xmm1\n\tvptest %%ymm1, %%ymm0")
    HASHLANE_TRY_VECTORS("vmovq %1, %%xmm0\n\tvmovq %2, %%xmm1\n\tvtestps %%ymm1, %%ymm0")
    HASHLANE_TRY_VECTORS("vmovq %1, %%xmm0\n\tvmovq %2, %%xmm1\n\tvtestpd %%xmm1, %%xmm0")
}

#define HASHLANE_TRY_MASKS(text)                                                                                      \
    asm volatile("movl %k[before], %%eax\n\taddb $127, %%al\n\tsahf\n\tkmovq %1, %%k1\n\tkmovq %2, %%k2\n\t" text     \
                 :                                                                                                    \
                 : [before] "r"(before_flags), "r"(x), "r"(y)                                                         \
                 : "rax", "cc", "k1", "k2");

[[gnu::target("avx512f,avx512bw,avx512dq")]] inline void try_masks(std::uint64_t x, std::uint64_t y,
                                                                   std::uint64_t before_flags) {
    HASHLANE_TRY_MASKS("kortestb %%k1, %%k2") HASHLANE_TRY_MASKS("kortestw %%k1, %%k2")
    HASHLANE_TRY_MASKS("kortestd %%k1, %%k2") HASHLANE_TRY_MASKS("kortestq %%k1, %%k2")
    HASHLANE_TRY_MASKS("ktestb %%k1, %%k2") HASHLANE_TRY_MASKS("ktestw %%k1, %%k2")
    HASHLANE_TRY_MASKS("ktestd %%k1, %%k2") HASHLANE_TRY_MASKS("ktestq %%k1, %%k2")
}

// clang-format on
inline void try_flags() {
    for (const std::uint64_t x : flag_operands)
        for (const std::uint64_t y : flag_operands)
            for (const std::uint64_t before_flags : {0x0000u, 0xd501u}) {
                try_words(x, y, before_flags);
                try_words_of_newer_processors(x, y, before_flags);
                if (__builtin_cpu_supports("avx2")) try_vectors(x, y, before_flags);
                if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
                    try_masks(x, y, before_flags);
            }
}

}  // namespace machine
