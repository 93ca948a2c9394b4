// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// This file defines the names of the two inline namespaces, and the macros that declare entry points.

// HASHLANE_WHERE(__AVX2__, _avx2, other) is _avx2 if the compiler has defined __AVX2__ as 1, else `other`. It pastes
// the value of the macro to a name. HASHLANE_COMMA_1 is a macro for a comma, which makes the word the second argument
// of HASHLANE_SECOND. HASHLANE_COMMA___AVX2__ is no macro: it stands beside the word in the first argument, and `other`
// is the second.
#define HASHLANE_COMMA_1 ,
#define HASHLANE_SECOND(first, second, ...) second
#define HASHLANE_SECOND_OF(...) HASHLANE_SECOND(__VA_ARGS__)
#define HASHLANE_WHERE_VALUE(value, word, other) HASHLANE_SECOND_OF(HASHLANE_COMMA_##value word, other, )
#define HASHLANE_WHERE(macro, word, other) HASHLANE_WHERE_VALUE(macro, word, other)

#define HASHLANE_PASTE_8_(a, b, c, d, e, f, g, h) a##b##c##d##e##f##g##h
#define HASHLANE_PASTE_8(...) HASHLANE_PASTE_8_(__VA_ARGS__)

// Nearly everything stands in the inline namespace HASHLANE_ABI. Its name carries the instruction sets that this unit
// is compiled for, of those that compilers use by themselves for code without floating-point numbers, and FMA. So the
// linker cannot replace a weak function of one unit by that of a unit with other -march flags, in whatever order it links
// them. Of the sets of SSE only the largest is named, since it contains the others, and so it is with AVX and AVX2.
#define HASHLANE_ABI_SSE                                                                                               \
    HASHLANE_WHERE(                                                                                                    \
        __SSE4_2__, _sse42,                                                                                            \
        HASHLANE_WHERE(__SSE4_1__, _sse41, HASHLANE_WHERE(__SSSE3__, _ssse3, HASHLANE_WHERE(__SSE3__, _sse3, ))))
#define HASHLANE_ABI_VECTORS                                                                                           \
    HASHLANE_PASTE_8(HASHLANE_ABI_SSE, HASHLANE_WHERE(__AVX2__, _avx2, HASHLANE_WHERE(__AVX__, _avx, )),               \
                     HASHLANE_WHERE(__AVX512F__, _f, ), HASHLANE_WHERE(__AVX512VL__, vl, ),                            \
                     HASHLANE_WHERE(__AVX512BW__, bw, ), HASHLANE_WHERE(__AVX512DQ__, dq, ),                           \
                     HASHLANE_WHERE(__AVX512VBMI2__, vbmi2, ), HASHLANE_WHERE(__XOP__, _xop, ))
#define HASHLANE_ABI_WORDS                                                                                             \
    HASHLANE_PASTE_8(HASHLANE_WHERE(__BMI__, _bmi, ), HASHLANE_WHERE(__BMI2__, 2, ), HASHLANE_WHERE(__TBM__, _tbm, ),  \
                     HASHLANE_WHERE(__LZCNT__, _lzcnt, ), HASHLANE_WHERE(__POPCNT__, _popcnt, ),                       \
                     HASHLANE_WHERE(__MOVBE__, _movbe, ), HASHLANE_WHERE(__SHA__, _sha, ),                             \
                     HASHLANE_WHERE(__APX_F__, _new, ))
#define HASHLANE_ABI_ARM                                                                                               \
    HASHLANE_PASTE_8(HASHLANE_WHERE(__ARM_FEATURE_SVE2, _sve2, HASHLANE_WHERE(__ARM_FEATURE_SVE, _sve, )),             \
                     HASHLANE_WHERE(__ARM_FEATURE_SHA3, _sha3, ), HASHLANE_WHERE(__ARM_FEATURE_SHA2, _sha2, ),         \
                     HASHLANE_WHERE(__ARM_FEATURE_ATOMICS, _atomics, ), , , , )
#define HASHLANE_ABI                                                                                                   \
    HASHLANE_PASTE_8(v2, HASHLANE_ABI_VECTORS, HASHLANE_ABI_WORDS, HASHLANE_ABI_ARM,                                   \
                     HASHLANE_WHERE(__wasm_simd128__, _simd128, ), HASHLANE_WHERE(__FMA__, _fma, ),                    \
                     HASHLANE_WHERE(__GFNI__, _gfni, ), HASHLANE_WHERE(__AVX512VPOPCNTDQ__, _vpopcnt, ))

// Entry points are the few functions through which run-time work enters the kernels, the tables of algorithms that are
// chosen by name, and the self test. In header-only mode they are inline. With HASHLANE_COMPILED=1 they are only
// declared, in the namespace HASHLANE_ENTRY_ABI, whose name does not carry the flags, and the files of src/ define
// them: kernels.cpp (HASHLANE_KERNELS), by_name.cpp (HASHLANE_BY_NAME), trees.cpp (HASHLANE_TREES) and selftest.cpp
// (HASHLANE_SELFTEST), or hashlane.cpp all of them. The structs that entry points take are in that namespace too.
#if defined(HASHLANE_COMPILED) && HASHLANE_COMPILED
#define HASHLANE_ENTRY_ABI v2_compiled
#define HASHLANE_ENTRY
#define HASHLANE_HERE(asked) HASHLANE_WHERE(asked, 1, 0)
#else
#define HASHLANE_ENTRY_ABI HASHLANE_ABI
#define HASHLANE_ENTRY                                                                                                 \
    template <class...>                                                                                                \
    inline
#define HASHLANE_HERE(asked) 1
#endif
#define HASHLANE_KERNELS HASHLANE_HERE(HASHLANE_COMPILING)
#define HASHLANE_BY_NAME HASHLANE_HERE(HASHLANE_COMPILING_BY_NAME)
#define HASHLANE_TREES HASHLANE_HERE(HASHLANE_COMPILING_TREES)
#define HASHLANE_SELFTEST HASHLANE_HERE(HASHLANE_COMPILING_SELFTEST)

// HASHLANE_ENTERS declares and defines an entry point of the kernels in one place, so that its signature stands once:
//   HASHLANE_ENTRY void f(parameters) noexcept HASHLANE_ENTERS(expression);
// The function returns the value of the expression. In units that do not compile the kernels it is only declared.
// HASHLANE_ENTERS_BY_NAME and HASHLANE_ENTERS_TREES do the same for the entry points of by_name.cpp and of trees.cpp.
#define HASHLANE_RETURNS(...)                                                                                          \
    { return __VA_ARGS__; }                                                                                            \
    static_assert(true)
#if HASHLANE_KERNELS
#define HASHLANE_ENTERS HASHLANE_RETURNS
#else
#define HASHLANE_ENTERS(...)
#endif
#if HASHLANE_BY_NAME
#define HASHLANE_ENTERS_BY_NAME HASHLANE_RETURNS
#else
#define HASHLANE_ENTERS_BY_NAME(...)
#endif
#if HASHLANE_TREES
#define HASHLANE_ENTERS_TREES HASHLANE_RETURNS
#else
#define HASHLANE_ENTERS_TREES(...)
#endif
