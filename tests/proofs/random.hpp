// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once

#include <cstdint>

namespace proofs {

// Word i of stream `seed`: a mix of both, the same in every run.
constexpr std::uint64_t random_word(std::uint64_t seed, std::uint64_t i) {
    std::uint64_t z = seed * 0xd1342543de82ef95 + (i + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

}  // namespace proofs
