// SPDX-License-Identifier: Apache-2.0 OR MIT
// Ways to cut a message. What makes them is compiled once, optimised, since all programs with vectors use it in each case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace kat {

// A cross build runs under an emulator, some fifty times slower: fewer cuts of long messages, none of 24 MB.
#ifdef HASHLANE_EMULATED
inline constexpr std::size_t long_message = 2048, longest_message = 2000000;
#else
inline constexpr std::size_t long_message = 1u << 20, longest_message = ~std::size_t{0};
#endif

struct cut {
    std::string how;
    std::vector<std::size_t> pieces;
};

// Cuts n bytes into pieces of these sizes, which are taken in turn until all bytes are cut.
cut repeated(std::string how, std::size_t n, std::initializer_list<std::size_t> sizes);

// Cuts n bytes into pieces of random sizes, each below three blocks.
cut random_cut(std::size_t n, std::size_t block, std::uint32_t seed);

// Returns the cuts that a message of n bytes is tried with: at the edges of these blocks, with empty pieces, byte by byte
// where the message is short, and at random.
std::vector<cut> cuts(std::size_t n, std::initializer_list<std::size_t> blocks);

}  // namespace kat
