// SPDX-License-Identifier: Apache-2.0 OR MIT
// What every AEAD is tried with.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <hashlane/ascon.hpp>
#include <hashlane/ascon_v12.hpp>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace hl = hashlane;

using bytes = std::vector<std::uint8_t>;

// Distinct bytes, others for another seed.
constexpr std::uint8_t byte_of(std::size_t i, unsigned seed) {
    return static_cast<std::uint8_t>((i * 167 + seed * 59) ^ (i >> 8));
}

inline bytes pattern(std::size_t n, unsigned seed) {
    bytes b(n);
    for (std::size_t i = 0; i < n; ++i) b[i] = byte_of(i, seed);
    return b;
}

template <std::size_t N>
constexpr std::array<std::uint8_t, N> block(unsigned seed) {
    std::array<std::uint8_t, N> b{};
    for (std::size_t i = 0; i < N; ++i) b[i] = byte_of(i, seed);
    return b;
}

template <class A>
A aead_of(unsigned seed = 1) {
    return A(block<A::key_size>(seed));
}

inline constexpr auto iv_0 = block<16>(2);

#define EVERY_AEAD hl::ascon_aead128, hl::ascon_aead128_masked, hl::ascon_128, hl::ascon_128a, hl::ascon_80pq

// Does f end the program by abort()? It runs in a child.
template <class F>
bool aborts(F f) {
    const pid_t child = fork();
    if (child == 0) {
        if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(2);
        std::signal(SIGABRT, SIG_DFL);  // not doctest's
        f();
        _exit(0);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}
