// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a call leaves of a secret: on the stack below, and in vector and general registers. Each call runs in a thread
// whose stack is ours, and whose registers are written down when it comes back.
#pragma once

#include <doctest/doctest.h>

#include <hashlane/targets/target.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <pthread.h>
#include <string>
#include <vector>

#include "hl_test.hpp"

namespace residues {

namespace hl = hashlane;
using bytes = std::vector<std::uint8_t>;

// Bytes that chance does not make again.
inline bytes planted_key(std::size_t n) {
    bytes key(n);
    std::uint64_t x = 0x243f6a8885a308d3;
    for (auto& b : key) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        b = static_cast<std::uint8_t>(x >> 11);
    }
    return key;
}

struct registers {
    alignas(64) std::uint8_t vector[16 * 64];
    std::uint64_t general[16];
};

#define STORE(i)                                                                                                       \
    asm volatile("movdqu %%xmm" #i ", %0" : "=m"(*reinterpret_cast<std::uint8_t(*)[16]>(r.vector + 64 * (i))));        \
    if (wide)                                                                                                          \
        asm volatile("vmovdqu %%ymm" #i ", %0" : "=m"(*reinterpret_cast<std::uint8_t(*)[32]>(r.vector + 64 * (i))));

// Not zmm16..31: memcpy() of the C library leaves in them what it has copied, and only AVX-512 code could clear them.
[[gnu::noinline]] inline void write_down(registers& r) {
    const bool wide = __builtin_cpu_supports("avx");
    asm volatile("movq %%rax, 0(%0)\n movq %%rbx, 8(%0)\n movq %%rdx, 16(%0)\n movq %%rsi, 24(%0)\n"
                 "movq %%r8, 32(%0)\n movq %%r9, 40(%0)\n movq %%r10, 48(%0)\n movq %%r11, 56(%0)\n"
                 "movq %%r12, 64(%0)\n movq %%r13, 72(%0)\n movq %%r14, 80(%0)\n movq %%r15, 88(%0)"
                 :
                 : "r"(r.general)
                 : "memory");
    // clang-format off
    STORE(0) STORE(1) STORE(2) STORE(3) STORE(4) STORE(5) STORE(6) STORE(7)
    STORE(8) STORE(9) STORE(10) STORE(11) STORE(12) STORE(13) STORE(14) STORE(15)
    // clang-format on
}

struct job {
    const std::function<void()>& call;
    registers left{};
};

inline void* run(void* p) {
    auto& j = *static_cast<job*>(p);
    j.call();
    write_down(j.left);
    return nullptr;
}

constexpr std::size_t stack_size = 1 << 19;

// Is any word of the key, as it is, with its bytes reversed, or as HMAC pads it, in there?
inline bool holds(const std::uint8_t* p, std::size_t n, const bytes& key) {
    for (const unsigned pad : {0x00u, 0x36u, 0x5cu})
        for (std::size_t k = 0; k + 8 <= key.size(); k += 4) {
            std::array<std::uint8_t, 8> word;
            for (std::size_t i = 0; i < 8; ++i) word[i] = static_cast<std::uint8_t>(key[k + i] ^ pad);
            for (int turn = 0; turn < 2; ++turn) {
                if (memmem(p, n, word.data(), word.size()) != nullptr) return true;
                std::reverse(word.begin(), word.end());
            }
        }
    return false;
}

enum where : unsigned { nowhere = 0, on_the_stack = 1, in_vectors = 2, in_general = 4 };

inline unsigned residue(const bytes& key, const std::function<void()>& call) {
    std::unique_ptr<std::uint8_t, void (*)(void*)> stack(
        static_cast<std::uint8_t*>(std::aligned_alloc(4096, stack_size)), std::free);
    std::memset(stack.get(), 0, stack_size);
    job j{call};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack.get(), stack_size);
    pthread_t thread;
    REQUIRE(pthread_create(&thread, &attributes, run, &j) == 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    return (holds(stack.get(), stack_size, key) ? on_the_stack : 0u) |
           (holds(j.left.vector, sizeof j.left.vector, key) ? in_vectors : 0u) |
           (holds(reinterpret_cast<const std::uint8_t*>(j.left.general), sizeof j.left.general, key) ? in_general : 0u);
}

inline void check(const std::string& what, const bytes& key, const std::function<void()>& call,
                  unsigned allowed = nowhere) {
    for (const auto target : hl::available_targets()) {
        REQUIRE(hl::use_target(target));
        const unsigned left = residue(key, call) & ~allowed;
        CHECK_MESSAGE(left == nowhere, what, " on ", std::string(target), " leaves its key in places ", left);
        hl_test::count(left == nowhere, left != nowhere);
    }
    REQUIRE(hl::use_target(""));
}

}  // namespace residues
