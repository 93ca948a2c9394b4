// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// What the three sha2_benchmark programs share: messages, and OpenSSL as the judge of every digest that is timed.

#include <benchmark/benchmark.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <hashlane/sha2.hpp>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sha2_benchmark {

namespace hl = hashlane;
using bytes = std::vector<std::uint8_t>;

inline bytes random_bytes(std::size_t n, unsigned seed) {
    std::mt19937_64 random(seed);
    bytes message(n);
    std::ranges::generate(message, [&] { return static_cast<std::uint8_t>(random()); });
    return message;
}

template <class Hash>
const EVP_MD* openssl() {
    return Hash::name == std::string_view("sha256") ? EVP_sha256() : EVP_sha512();
}

// Ends the program when a digest is wrong.
template <class Hash>
void verify(std::span<const std::uint8_t> message, std::string_view where) {
    typename Hash::digest_type expected{};
    const int done = EVP_Digest(message.data(), message.size(), expected.data(), nullptr, openssl<Hash>(), nullptr);
    if (done == 1 && hl::digest<Hash>(message) == expected) return;
    std::fprintf(stderr, "%s on %.*s: wrong digest of %zu bytes\n", Hash::name.data(), static_cast<int>(where.size()),
                 where.data(), message.size());
    std::exit(1);
}

inline unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }

inline constexpr std::size_t usual_sizes[] = {64, 1 << 10, 4 << 10, 1 << 20};

inline int run(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

}  // namespace sha2_benchmark
