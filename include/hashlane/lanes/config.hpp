// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This is the only file that names a compiler.

#include "abi.hpp"

#define HASHLANE_VERSION_MAJOR 0
#define HASHLANE_VERSION_MINOR 2
#define HASHLANE_VERSION_PATCH 0
#define HASHLANE_VERSION "0.2.0"

#if !defined(__GNUC__) && !defined(__clang__)
#error "hashlane needs GCC 12+, clang 16+ or a compiler with their attributes and vector extensions"
#endif

// Every function of a kernel must be inlined into its target's run(). A function that is not inlined is compiled for
// the wrong instruction set, without a warning.
#define HASHLANE_INLINE [[gnu::always_inline]] inline
#define HASHLANE_LAMBDA_INLINE __attribute__((always_inline))
#define HASHLANE_NOINLINE [[gnu::noinline]]
// For a function that is called seldom, or whose time is short beside the work next to it: the compiler makes it small,
// not fast.
#define HASHLANE_SMALL [[gnu::noinline, gnu::cold]]

#if defined(__x86_64__)
#define HASHLANE_X86 1
#elif defined(__aarch64__)
#define HASHLANE_ARM 1
#elif defined(__wasm_simd128__)
#define HASHLANE_WASM_SIMD128 1
#endif

// Keeps the compiler from rearranging the operations that compute v. g++ turns a chain of operations into a tree, which
// does not fit the instructions of three operands.
#if defined(HASHLANE_X86) && !defined(__clang__)
#define HASHLANE_PIN_VECTOR(v) asm("" : "+v"(v))
#else
#define HASHLANE_PIN_VECTOR(v) ((void)(v))
#endif

// Kernels are compiled by g++ with a tuning of their own, and with narrow vectors outside of the lanes: its tuning for
// Zen spills the scalar state of Keccak to vector registers, and it would gather the stores of one short message into a
// wide register (docs/TUNING.md, "Keeping a kernel inside its target"). In a function with another tuning than the rest
// of the unit, g++ inlines only builtins and functions that are always_inline. Therefore lanes/ has
// __builtin_is_constant_evaluated(): std::is_constant_evaluated() would be a call.
//
// HASHLANE_WRITTEN_ORDER switches off g++'s second scheduling pass, so that the instructions stay in the order in which
// the kernel is written. Kernels ask for it with `in_written_order`; the same section of docs/TUNING.md says what it
// gains.
#if defined(HASHLANE_X86) && !defined(__clang__)
#define HASHLANE_WRITTEN_ORDER [[gnu::optimize("no-schedule-insns2")]]
#define HASHLANE_TARGET_ATTRIBUTE(features) [[gnu::target("tune=generic,prefer-vector-width=128," features)]]
#define HASHLANE_BASELINE_ATTRIBUTE [[gnu::target("tune=generic,prefer-vector-width=128")]]
#else
#define HASHLANE_TARGET_ATTRIBUTE(features) [[gnu::target(features)]]
#define HASHLANE_BASELINE_ATTRIBUTE
#endif

// Makes g++ take the vector v for a new one from here on. Otherwise it keeps every shuffle that it could use again in a
// register, and spills the operands of the next instruction.
#if defined(HASHLANE_X86) && !defined(__clang__)
#define HASHLANE_FORGET_VECTOR(v) asm("" : "+x"(v))
#else
#define HASHLANE_FORGET_VECTOR(v) static_cast<void>(v)
#endif

// Lets the other hardware thread of the core run for a moment, within a loop that waits.
#if defined(HASHLANE_X86)
#define HASHLANE_RELAX asm volatile("pause")
#elif defined(HASHLANE_ARM)
#define HASHLANE_RELAX asm volatile("yield")
#else
#define HASHLANE_RELAX ((void)0)
#endif

// Zeroes the registers xmm0 to xmm15, and with AVX their upper halves too. A unit without AVX need not clear these:
// run() of each target with wide vectors clears them.
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

// An attribute of functions that return with zeros in the general registers that a call may change.
#if (defined(HASHLANE_X86) || defined(HASHLANE_ARM)) && __has_cpp_attribute(gnu::zero_call_used_regs)
#define HASHLANE_ZEROES_GENERAL [[gnu::zero_call_used_regs("all-gpr")]]
#else
#define HASHLANE_ZEROES_GENERAL
#endif

// MemorySanitizer takes the results of an asm statement for initialised, so tests/constant_time would lose track of a
// secret. Therefore these macros are empty under MemorySanitizer.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define HASHLANE_MSAN 1
#endif
#endif
#ifndef HASHLANE_MSAN
#define HASHLANE_MSAN 0
#endif

// In PTX "r" is a register of 32 bits, and a word of 64 bits loses its high half there. Therefore a unit for a device of
// NVIDIA has no asm statement: the macros below are empty.
#if defined(__NVPTX__)
#define HASHLANE_NO_PINS 1
#else
#define HASHLANE_NO_PINS 0
#endif

// Keeps the compiler from knowing what v is from here on.
#if HASHLANE_MSAN || HASHLANE_NO_PINS
#define HASHLANE_PIN_WORD(v) static_cast<void>(v)
#else
#define HASHLANE_PIN_WORD(v) asm("" : "+r"(v))
#endif

// HASHLANE_HIDE_WORD does the same, and is not moved past statements of its kind. HASHLANE_KEEP_STORES keeps the stores
// to the memory behind the pointer p.
#if HASHLANE_NO_PINS
#define HASHLANE_HIDE_WORD(v) static_cast<void>(v)
#define HASHLANE_KEEP_STORES(p) static_cast<void>(p)
#else
#define HASHLANE_HIDE_WORD(v) asm volatile("" : "+r"(v))
#define HASHLANE_KEEP_STORES(p) asm volatile("" : : "r"(p) : "memory")
#endif

// HASHLANE_AFTER is a scheduling barrier: instructions that use a or b are not moved above the computation of word.
// Without it, compilers gather the vector instructions of a message schedule before the rounds that they should run
// beside, and spill (docs/TUNING.md, "SHA-2"). HASHLANE_AFTER_BYTES is the size of the largest a and b: clang accepts
// none of more than 16 bytes outside of a function for AVX.
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

// Tells whether two blocks of SHA-512 share a schedule also where it is short, and the code of their rounds. With g++
// it takes longer (docs/TUNING.md, "SHA-2").
#if defined(__clang__)
#define HASHLANE_SHA512_SHARES 1
#else
#define HASHLANE_SHA512_SHARES 0
#endif

// HASHLANE_WIDE_FUNCTION marks a function with an asm statement for vectors of 64 bytes, and HASHLANE_WIDE_CALL each
// call of it. It is inlined like all functions of a kernel. clang accepts such a statement in a function for AVX-512
// only, and an always_inline function for AVX-512 is not called from one without it, so there the call is
// always_inline.
#if defined(HASHLANE_X86) && !HASHLANE_MSAN
#define HASHLANE_WIDE 1
#else
#define HASHLANE_WIDE 0
#endif
#if defined(__clang__)
#define HASHLANE_WIDE_FUNCTION [[gnu::target("avx512f")]] inline
#define HASHLANE_WIDE_CALL [[clang::always_inline]]
#else
#define HASHLANE_WIDE_FUNCTION HASHLANE_INLINE
#define HASHLANE_WIDE_CALL
#endif

// Marks a value as public. Whether a tag is right is no secret once it has been decided. The tools of
// tests/constant_time define the macro to be told of it.
#ifndef HASHLANE_DECLASSIFY
#define HASHLANE_DECLASSIFY(x) (x)
#endif

#ifndef HASHLANE_HOSTED
#define HASHLANE_HOSTED __STDC_HOSTED__
#endif

// g++ for Windows keeps vectors of 32 and 64 bytes on the stack, which is aligned to 16 there, and reads them with
// moves that need their alignment: the program crashes. clang aligns the stack (docs/PLATFORMS.md).
#if defined(_WIN32) && defined(HASHLANE_X86) && !defined(__clang__) && !defined(HASHLANE_UNALIGNED_VECTOR_MOVES)
#error                                                                                                                 \
    "g++ for Windows misaligns vectors: use clang++, or -Wa,-muse-unaligned-vector-move -DHASHLANE_UNALIGNED_VECTOR_MOVES"
#endif
