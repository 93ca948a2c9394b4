// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The only file that names a compiler.

#include "abi.hpp"

#define HASHLANE_VERSION_MAJOR 0
#define HASHLANE_VERSION_MINOR 2
#define HASHLANE_VERSION_PATCH 0
#define HASHLANE_VERSION "0.2.0"

#if !defined(__GNUC__) && !defined(__clang__)
#error "hashlane needs GCC 12+, clang 16+ or a compiler with their attributes and vector extensions"
#endif

// A kernel function that is not inlined into its target's run() is compiled for the wrong instruction set, silently.
#define HASHLANE_INLINE [[gnu::always_inline]] inline
#define HASHLANE_LAMBDA_INLINE __attribute__((always_inline))
#define HASHLANE_NOINLINE [[gnu::noinline]]
// Rare, or beside work that takes much longer: let it be small.
#define HASHLANE_SMALL [[gnu::noinline, gnu::cold]]

#if defined(__x86_64__)
#define HASHLANE_X86 1
#elif defined(__aarch64__)
#define HASHLANE_ARM 1
#endif

// g++ turns a chain of operations into a tree, which three-operand logic fits badly.
#if defined(HASHLANE_X86) && !defined(__clang__)
#define HASHLANE_PIN_VECTOR(v) asm("" : "+v"(v))
#else
#define HASHLANE_PIN_VECTOR(v) ((void)(v))
#endif

// g++ -mtune=znver spills the scalar state of Keccak to vector registers, at two thirds of the speed; and it must not
// gather the stores of one short message into a cold zmm register. The lanes say themselves how wide they are. With
// another tuning than the rest of the unit it inlines always_inline functions and builtins alone: lanes/ has
// __builtin_is_constant_evaluated(), which std::is_constant_evaluated() would be a call of.
//
// Its second scheduling pass, after the registers are given out, costs Keccak 5 % and gains nothing: what it moves away
// from its operands the processor would have found by itself. Kernels that are better off as written say so.
#if defined(HASHLANE_X86) && !defined(__clang__)
#define HASHLANE_WRITTEN_ORDER [[gnu::optimize("no-schedule-insns2")]]
#define HASHLANE_TARGET_ATTRIBUTE(features) [[gnu::target("tune=generic,prefer-vector-width=128," features)]]
#define HASHLANE_BASELINE_ATTRIBUTE [[gnu::target("tune=generic,prefer-vector-width=128")]]
#else
#define HASHLANE_TARGET_ATTRIBUTE(features) [[gnu::target(features)]]
#define HASHLANE_BASELINE_ATTRIBUTE
#endif

// g++ keeps every shuffle it could use again in a register, and spills what the next instruction waits for. After this
// it takes the vector for another one.
#if defined(HASHLANE_X86) && !defined(__clang__)
#define HASHLANE_FORGET_VECTOR(v) asm("" : "+x"(v))
#else
#define HASHLANE_FORGET_VECTOR(v) static_cast<void>(v)
#endif

// Leaves the core to its other thread for a moment.
#if defined(HASHLANE_X86)
#define HASHLANE_RELAX asm volatile("pause")
#elif defined(HASHLANE_ARM)
#define HASHLANE_RELAX asm volatile("yield")
#else
#define HASHLANE_RELAX ((void)0)
#endif

// The kernels leave the upper halves clean themselves.
#if defined(HASHLANE_X86) && defined(__AVX__)
#define HASHLANE_ZERO_VECTORS asm volatile("vzeroall" : : : HASHLANE_ALL_XMM)
#elif defined(HASHLANE_X86)
#define HASHLANE_ZERO_XMM(i) "pxor %%xmm" #i ", %%xmm" #i "\n\t"
#define HASHLANE_ZERO_VECTORS                                                                                          \
    asm volatile(HASHLANE_ZERO_XMM(0) HASHLANE_ZERO_XMM(1) HASHLANE_ZERO_XMM(2) HASHLANE_ZERO_XMM(3)                   \
                     HASHLANE_ZERO_XMM(4) HASHLANE_ZERO_XMM(5) HASHLANE_ZERO_XMM(6) HASHLANE_ZERO_XMM(7)               \
                         HASHLANE_ZERO_XMM(8) HASHLANE_ZERO_XMM(9) HASHLANE_ZERO_XMM(10) HASHLANE_ZERO_XMM(11)         \
                             HASHLANE_ZERO_XMM(12) HASHLANE_ZERO_XMM(13) HASHLANE_ZERO_XMM(14) HASHLANE_ZERO_XMM(15)   \
                 :                                                                                                     \
                 :                                                                                                     \
                 : HASHLANE_ALL_XMM)
#else
#define HASHLANE_ZERO_VECTORS static_cast<void>(0)
#endif
#define HASHLANE_ALL_XMM                                                                                               \
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",         \
        "xmm13", "xmm14", "xmm15"

// A function that leaves zero in the general registers that a call may change.
#if (defined(HASHLANE_X86) || defined(HASHLANE_ARM)) && __has_cpp_attribute(gnu::zero_call_used_regs)
#define HASHLANE_ZEROES_GENERAL [[gnu::zero_call_used_regs("all-gpr")]]
#else
#define HASHLANE_ZEROES_GENERAL
#endif

// MemorySanitizer takes what an asm statement gives for initialised: tests/constant_time would lose sight of a secret.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define HASHLANE_MSAN 1
#endif
#endif
#ifndef HASHLANE_MSAN
#define HASHLANE_MSAN 0
#endif
#if HASHLANE_MSAN
#define HASHLANE_PIN_WORD(v) static_cast<void>(v)
#else
#define HASHLANE_PIN_WORD(v) asm("" : "+r"(v))
#endif

// A scheduling barrier: instructions that use a or b are not moved above the computation of word. Without it, compilers
// gather the vector instructions of a schedule before the rounds that they should run beside, and spill. clang has no operand of more than 16 bytes outside a function
// for AVX.
#if !defined(HASHLANE_X86) || HASHLANE_MSAN
#define HASHLANE_AFTER_BYTES 0
#define HASHLANE_AFTER(word, a, b) static_cast<void>(word)
#else
#if defined(__clang__)
#define HASHLANE_AFTER_BYTES 16
#else
#define HASHLANE_AFTER_BYTES 64
#endif
#define HASHLANE_AFTER(word, a, b) asm("" : "+r"(word), "+x"(a), "+x"(b))
#endif

// Whether a tag is right is no secret once it is known. The tools of tests/constant_time have to be told.
#ifndef HASHLANE_DECLASSIFY
#define HASHLANE_DECLASSIFY(x) (x)
#endif

#ifndef HASHLANE_HOSTED
#define HASHLANE_HOSTED __STDC_HOSTED__
#endif
