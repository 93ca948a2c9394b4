// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Executes vector instructions that have a model in vectors.py, with operands at the edges, so that the models are held
// against the processor: those of vector_controls.py, with and without masks, in each length of a vector. x86-64.

#include <array>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sys/mman.h>

#include "../random.hpp"
#include "calls.hpp"
#include "flag_tries.hpp"
#include "loop_bodies.hpp"

namespace machine {

// A try has three vectors, which are parts of the input. So nothing that is computed from them is known to lift.py.
inline constexpr std::size_t vector_words = 8, words_of_try = 3 * vector_words;
static_assert(vector_tries == std::size(flag_operands) * std::size(flag_operands) &&
              bytes_of_vector_try == 8 * words_of_try);

// Words of two operands at the edges, at places that no shuffle exchanges, and random ones.
constexpr std::array<std::uint64_t, words_of_try> operands_of_try(std::size_t i) {
    const std::size_t n = std::size(flag_operands);
    const std::uint64_t x = flag_operands[i / n], y = flag_operands[i % n];
    std::array<std::uint64_t, words_of_try> w{};
    for (std::size_t k = 0; k < w.size(); ++k) w[k] = proofs::random_word(11 + i, k);
    std::uint64_t *const first = w.data(), *const second = first + vector_words, *const old = second + vector_words;
    first[0] = first[4] = first[7] = x;
    first[1] = first[2] = y;
    second[0] = second[3] = y;
    second[1] = second[6] = x;
    old[1] = x;
    old[2] = y;
    return w;
}

// Counts of rotations: none, some, the last that there is, the first that there is not, and numbers of more bits. Those
// of words of four bytes are their halves.
alignas(64) inline constexpr std::uint64_t rotation_counts[vector_words] = {
    1, 0xffffffffffffffff, 0, 0x0000001f0000003f, 0x0000002000000040, 0x8000000100000041, 62, 0xfffffffffffffff0};
inline constexpr unsigned masks_of_tries[] = {1, 2, 5, 0xa, 0, 0xffff, 0x9c36};

// Macros without semicolons, as in flag_tries.hpp:
// clang-format off
// zmm0 and zmm1 are the first two vectors, which also stand at `at`, zmm2 is the third one. zmm3 has the counts, k1 the
// mask. zmm2 may be changed.
#define HASHLANE_TRY_OPERATION(text)                                                                                  \
    asm volatile("vmovdqu64 (%[at]), %%zmm0\n\tvmovdqu64 64(%[at]), %%zmm1\n\tvmovdqu64 128(%[at]), %%zmm2\n\t"       \
                 "vmovdqa64 (%[counts]), %%zmm3\n\tkmovw %[mask], %%k1\n\t" text                                      \
                 :                                                                                                    \
                 : [at] "r"(at), [counts] "r"(rotation_counts), [to] "r"(output), [mask] "r"(mask)                    \
                 : "k1", "xmm0", "xmm1", "xmm2", "xmm3", "memory");
#define HASHLANE_TRY_WITH_MASKS(v, text)                                                                              \
    HASHLANE_TRY_OPERATION(text ", %%" v "2") HASHLANE_TRY_OPERATION(text ", %%" v "2%{%%k1%}")                       \
    HASHLANE_TRY_OPERATION(text ", %%" v "2%{%%k1%}%{z%}")
#define HASHLANE_TRY_COUNTS(v, name)                                                                                  \
    HASHLANE_TRY_WITH_MASKS(v, name " %%" v "3, %%" v "0") HASHLANE_TRY_WITH_MASKS(v, name " (%[counts]), %%" v "0")
#define HASHLANE_TRY_COUNT(v, name)                                                                                   \
    HASHLANE_TRY_WITH_MASKS(v, name " $0, %%" v "0") HASHLANE_TRY_WITH_MASKS(v, name " $1, %%" v "0")                 \
    HASHLANE_TRY_WITH_MASKS(v, name " $63, %%" v "0") HASHLANE_TRY_WITH_MASKS(v, name " $200, %%" v "0")
// The second vector comes from a register, from memory, and from a word of memory for all elements.
#define HASHLANE_TRY_TWO_VECTORS(v, words, name)                                                                      \
    HASHLANE_TRY_WITH_MASKS(v, name " %%" v "1, %%" v "0") HASHLANE_TRY_WITH_MASKS(v, name " 64(%[at]), %%" v "0")    \
    HASHLANE_TRY_WITH_MASKS(v, name " 72(%[at])%{1to" words "%}, %%" v "0")
#define HASHLANE_TRY_LENGTH(v, words)                                                                                 \
    HASHLANE_TRY_COUNTS(v, "vprolvq") HASHLANE_TRY_COUNTS(v, "vprorvq") HASHLANE_TRY_COUNTS(v, "vprolvd")             \
    HASHLANE_TRY_COUNTS(v, "vprorvd") HASHLANE_TRY_COUNT(v, "vprolq") HASHLANE_TRY_COUNT(v, "vprorq")                 \
    HASHLANE_TRY_TWO_VECTORS(v, words, "vpxorq") HASHLANE_TRY_TWO_VECTORS(v, words, "vpunpcklqdq")                    \
    HASHLANE_TRY_TWO_VECTORS(v, words, "vpunpckhqdq") HASHLANE_TRY_TWO_VECTORS(v, words, "vpternlogq $0xd2,")         \
    HASHLANE_TRY_TWO_VECTORS(v, words, "vpternlogq $0x96,") HASHLANE_TRY_WITH_MASKS(v, "vpshufd $0x4e, %%" v "0")     \
    HASHLANE_TRY_WITH_MASKS(v, "vpshufd $0x1b, %%" v "0") HASHLANE_TRY_WITH_MASKS(v, "vpshufd $0x93, %%" v "0")       \
    HASHLANE_TRY_WITH_MASKS(v, "vpbroadcastq %%xmm0") HASHLANE_TRY_WITH_MASKS(v, "vpbroadcastq 72(%[at])")            \
    HASHLANE_TRY_WITH_MASKS(v, "vmovdqa64 %%" v "0")

[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] inline void try_operations_on_vectors(const std::uint8_t* at,
                                                                                             unsigned mask) {
    HASHLANE_TRY_LENGTH("xmm", "2") HASHLANE_TRY_LENGTH("ymm", "4") HASHLANE_TRY_LENGTH("zmm", "8")
    HASHLANE_TRY_OPERATION("vmovhps 72(%[at]), %%xmm0, %%xmm2")
    HASHLANE_TRY_OPERATION("vmovhps %%xmm0, (%[to])\n\tvmovhps (%[to]), %%xmm1, %%xmm2")
    HASHLANE_TRY_OPERATION("vmovq 72(%[at]), %%xmm2")
    HASHLANE_TRY_OPERATION("vmovq %%xmm0, (%[to])\n\tvmovq (%[to]), %%xmm2")
}

// clang-format on
// A word for all elements is the last one before memory that cannot be read: no more than the word is loaded.
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] inline void try_word_at_the_end() {
    constexpr std::size_t page = 4096;
    void* const two = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (two == MAP_FAILED || mprotect(static_cast<std::uint8_t*>(two) + page, page, PROT_NONE) != 0) std::abort();
    const std::uint8_t* const at = static_cast<std::uint8_t*>(two) + page - 8;
    for (const unsigned mask : masks_of_tries)
        asm volatile("kmovw %[mask], %%k1\n\tvpxorq (%[at])%{1to8%}, %%zmm0, %%zmm0\n\t"
                     "vpxorq (%[at])%{1to2%}, %%xmm0, %%xmm0%{%%k1%}\n\tvpxorq (%[at])%{1to4%}, %%ymm0, %%ymm0%{%%k1%}"
                     :
                     : [at] "r"(at), [mask] "r"(mask)
                     : "k1", "xmm0", "memory");
    munmap(two, 2 * page);
}

inline bool has_vectors_and_masks() {
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

// What is done before the call is traced.
inline void prepare_vector_tries() {
    for (std::size_t i = 0; i < vector_tries; ++i) {
        const auto words = operands_of_try(i);
        std::memcpy(input + i * sizeof words, words.data(), sizeof words);
    }
    if (has_vectors_and_masks()) try_word_at_the_end();
}

inline void try_vectors_and_masks() {
    if (!has_vectors_and_masks()) return;
    for (std::size_t i = 0; i < vector_tries; ++i)
        try_operations_on_vectors(input + i * bytes_of_vector_try, masks_of_tries[i % std::size(masks_of_tries)]);
}

}  // namespace machine
