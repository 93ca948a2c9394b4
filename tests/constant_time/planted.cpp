// SPDX-License-Identifier: Apache-2.0 OR MIT
// Leaks, for the tools to find. In each the time, or what is touched, depends on the secret.

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "../proofs/random.hpp"
#include "subjects.hpp"

namespace {

volatile std::uint8_t sink;
std::uint8_t box[256];
volatile std::uint8_t square[16][16];

// The first bytes of the first secret that is traced.
std::uint8_t known(std::size_t i) { return static_cast<std::uint8_t>(proofs::random_word(0, i)); }

[[gnu::noinline]] void work(unsigned n) {
    for (unsigned i = 0; i < n; ++i) sink = static_cast<std::uint8_t>(sink + i);
}
std::uint64_t word() {
    std::uint64_t w;
    std::memcpy(&w, secret, sizeof w);
    return w;
}

void branch() {
    if (secret[0] & 1) work(3);
}
void branch_on_high_bit() {
    if (word() >> 63) work(2);
}
void choice_of_two() { secret[1] < 128 ? work(1) : work(4); }
void several_cases() {
    switch (secret[0] & 7) {
    case 0: work(1); break;
    case 1: work(5); break;
    case 2: sink = 3; break;
    case 5: work(2); break;
    default: break;
    }
}
void both_conditions() {
    if (secret[0] > 100 && secret[1] > 100) work(1);
}
void table_index() { sink = box[secret[3]]; }
void table_of_tables() { sink = square[secret[0] & 15][secret[1] & 15]; }
void index_of_a_store() { box[secret[4]] = 1; }
void early_exit() {
    for (std::size_t i = 0; i < 16; ++i)
        if (secret[i] != known(i)) return;
    work(1);
}
void words_compared_in_turn() {
    std::uint64_t other;
    std::memcpy(&other, secret + 8, sizeof other);
    if (word() != other) return;
    work(1);
}
void division() {
    const std::uint64_t w = word() | 1;
    asm volatile("xorl %%edx, %%edx\n\tdivq %1" : : "a"(w), "r"(std::uint64_t{1234567}) : "rdx", "cc");
}
void divisor() {
    const std::uint64_t w = word() | 1;
    asm volatile("xorl %%edx, %%edx\n\tdivq %1" : : "a"(~std::uint64_t{0}), "r"(w) : "rdx", "cc");
}
void loop_bound() { work(secret[5]); }
void leading_zeros() {
    for (std::uint64_t w = word(); w != 0; w >>= 1) sink = 1;
}
void square_and_multiply() {
    std::uint64_t x = 3;
    for (unsigned i = 0; i < 16; ++i) {
        x *= x;
        if (word() >> i & 1) {
            x *= 3;
            sink = static_cast<std::uint8_t>(x);
        }
    }
}
void length_of_a_copy() { std::memcpy(result, box, secret[6]); }
void called_function() {
    static void (*const functions[])() = {branch, table_index, loop_bound, choice_of_two};
    functions[secret[7] & 3]();
}
void wiped_if_not_zero() {
    std::uint8_t any = 0;
    for (std::size_t i = 0; i < 16; ++i) any |= static_cast<std::uint8_t>(secret[i] & 1);
    if (any != 0) {
        std::memset(result, 0, 64);
        sink = result[0];
    }
}
void padding_looked_for() {
    std::size_t n = 64;
    while (n != 0 && (secret[n - 1] & 3) == 0) --n;
    sink = static_cast<std::uint8_t>(n);
}
void smallest() {
    std::uint8_t least = 255;
    for (std::size_t i = 0; i < 16; ++i)
        if (secret[i] < least) {
            least = secret[i];
            sink = least;
        }
}
void insertion_sort() {
    std::uint8_t a[8];
    std::memcpy(a, secret, 8);
    for (std::size_t i = 1; i < 8; ++i)
        for (std::size_t j = i; j > 0 && a[j - 1] > a[j]; --j) {
            const std::uint8_t t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
            sink = t;
        }
}
void hexadecimal() {
    static const char digits[] = "0123456789abcdef";
    for (std::size_t i = 0; i < 8; ++i) sink = static_cast<std::uint8_t>(digits[secret[i] >> 4]);
}
void rejection() {
    std::size_t i = 0;
    while (secret[i] >= 200) ++i;
    sink = secret[i];
}
#if defined(__x86_64__)
[[gnu::target("avx2")]] void gather() {
    static const int table[256] = {};
    const __m256i index = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(secret)));
    const __m256i got = _mm256_i32gather_epi32(table, index, 4);
    std::memcpy(result, &got, sizeof got);
}
#endif

constexpr subject table[] = {
    {"branch", nullptr, branch},
    {"branch on the high bit", nullptr, branch_on_high_bit},
    {"choice of two", nullptr, choice_of_two},
    {"several cases", nullptr, several_cases},
    {"both conditions", nullptr, both_conditions},
    {"table index", nullptr, table_index},
    {"table of tables", nullptr, table_of_tables},
    {"index of a store", nullptr, index_of_a_store},
    {"early exit", nullptr, early_exit},
    {"words compared in turn", nullptr, words_compared_in_turn},
    {"division", nullptr, division},
    {"divisor", nullptr, divisor},
    {"loop bound", nullptr, loop_bound},
    {"leading zeros", nullptr, leading_zeros},
    {"square and multiply", nullptr, square_and_multiply},
    {"length of a copy", nullptr, length_of_a_copy},
    {"called function", nullptr, called_function},
    {"wiped if not zero", nullptr, wiped_if_not_zero},
    {"padding looked for", nullptr, padding_looked_for},
    {"smallest", nullptr, smallest},
    {"insertion sort", nullptr, insertion_sort},
    {"hexadecimal", nullptr, hexadecimal},
    {"rejection", nullptr, rejection},
#if defined(__x86_64__)
    {"gather", nullptr, gather},
#endif
};

}  // namespace

std::span<const subject> planted() { return table; }
