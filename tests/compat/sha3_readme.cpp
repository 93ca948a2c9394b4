// SPDX-License-Identifier: Apache-2.0 OR MIT
// The older library's program: a digest in a constant expression. It includes one header and leans on what that brings.
#include "sha3_256.hpp"

#include <iostream>

constexpr std::array<uint8_t, sha3_256::DIGEST_LEN> eval_sha3_256() {
    std::array<uint8_t, sha3_256::DIGEST_LEN * 2> data{};
    std::iota(data.begin(), data.end(), 0);

    std::array<uint8_t, sha3_256::DIGEST_LEN> md{};
    sha3_256::sha3_256_t hasher;
    hasher.absorb(data);
    hasher.finalize();
    hasher.digest(md);

    return md;
}

int main() {
    // c8ad478f4e1dd9d47dfc3b985708d92db1f8db48fe9cddd459e63c321f490402
    constexpr auto md = eval_sha3_256();
    static_assert(md == std::array<uint8_t, sha3_256::DIGEST_LEN>{200, 173, 71, 143, 78, 29,  217, 212, 125, 252, 59,
                                                                  152, 87,  8,  217, 45, 177, 248, 219, 72,  254, 156,
                                                                  221, 212, 89, 230, 60, 50,  31,  73,  4,   2});
    std::cout << sha3_utils::to_hex(md) << '\n';
}
