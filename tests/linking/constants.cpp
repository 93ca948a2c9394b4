// SPDX-License-Identifier: Apache-2.0 OR MIT
// Calls whose arguments the compiler knows, two of them equal. An asm statement that writes an operand before it has read
// all others must say so: otherwise one register may hold both. Prints what is wrong; the exit status is the number of
// wrong results.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <hashlane/many/keccak_f1600.hpp>
#include <hashlane/primitives/sha2_wide.hpp>

namespace {

namespace hl = hashlane;
constexpr std::size_t rate = 17, blocks = 17;  // words of a block, and blocks: the same number
std::array<std::uint8_t, 8 * rate * blocks> message;
using state = std::array<std::uint64_t, 25>;

state expected() {
    state S{};
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t i = 0; i < rate; ++i) {
            std::uint64_t word;
            std::memcpy(&word, message.data() + 8 * (rate * block + i), 8);
            S[i] ^= word;
        }
        hl::keccak::permute(S.data(), 24);
    }
    return S;
}

int wrong(const char* what, bool is_wrong) {
    if (is_wrong) std::printf("wrong: %s\n", what);
    return is_wrong;
}

int one_sponge() {
    state S{};
    const std::uint8_t* in = message.data();
    hl::keccak_f1600_blocks<1, 8 * rate>(S, &in, nullptr, blocks);
    return wrong("as many blocks as words in one, one sponge", S != expected());
}

int two_sponges() {
    std::array<std::uint64_t, 50> S{};
    const std::uint8_t* const in[2] = {message.data(), message.data()};
    hl::keccak_f1600_blocks<2, 8 * rate>(S, in, nullptr, blocks);
    const state one = expected();
    bool differs = false;
    for (std::size_t i = 0; i < 50; ++i) differs |= S[i] != one[i / 2];
    return wrong("as many blocks as words in one, two sponges", differs);
}

#define FOR_AVX512 __attribute__((target("avx2,bmi,bmi2,avx512f,avx512vl,avx512bw"), noinline))

FOR_AVX512 void absorb_constants(std::uint64_t* S, const std::uint8_t* in) {
    hl::keccak::absorb_words(S, 24, rate, in, blocks);
}

int one_state() {
    state S{};
    absorb_constants(S.data(), message.data());
    return wrong("the same, in the kernel", S != expected());
}

using words = hl::lane<std::uint32_t, 16>::vector;

FOR_AVX512 void equal_words(words* p) {
    const words x = *p;
    words W = x;
    hl::sha2::schedule_512<hl::sha2::words32>(W, x, x, x);
    *p = W;
}
FOR_AVX512 void four_words(words* p, const words* q) {
    words W = *p;
    hl::sha2::schedule_512<hl::sha2::words32>(W, q[0], q[1], q[2]);
    *p = W;
}

int schedule() {
    alignas(64) std::uint32_t one[16], four[16], others[3][16];
    for (unsigned i = 0; i < 16; ++i) one[i] = four[i] = others[0][i] = others[1][i] = others[2][i] = 0x12345 * i + 7;
    equal_words(reinterpret_cast<words*>(one));
    four_words(reinterpret_cast<words*>(four), reinterpret_cast<const words*>(others));
    return wrong("a word of the schedule of SHA-256 from equal words", std::memcmp(one, four, sizeof one) != 0);
}

}  // namespace

int main() {
    for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<std::uint8_t>(7 * i);
    int count = one_sponge() + two_sponges();
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) count += one_state() + schedule();
    return count;
}
