// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The calls of the library whose machine code is proved, and what each takes and gives. One table for the program that
// runs them (trace.cpp) and the one that knows the standards (calls.cpp).

#include <array>
#include <cstddef>
#include <string_view>

namespace machine {

struct call {
    std::string_view name;
    std::size_t messages, bytes, digest;  // of `bytes` each; an AEAD has one, of key, nonce, header and text
    std::size_t input() const { return messages * bytes; }
    std::size_t output() const { return messages * digest; }
};

inline constexpr std::size_t header_bytes = 20, text_bytes = 40;  // of the AEAD, none a multiple of the rate

inline constexpr std::array calls = {
    call{"sha256_one", 1, 64, 32},        call{"sha512_one", 1, 128, 64},
    call{"sha3_256_one", 1, 64, 32},      call{"turboshake128_one", 1, 64, 32},
    call{"ascon_hash256_one", 1, 16, 32}, call{"ascon_aead128", 1, 32 + header_bytes + text_bytes, text_bytes + 16},
    call{"sha256_32", 16, 32, 32},        call{"sha256_64", 16, 64, 32},
    call{"sha512_32", 16, 32, 64},        call{"sha512_64", 16, 64, 64},
    call{"sha3_256_32", 16, 32, 32},      call{"sha3_256_64", 16, 64, 32},
    call{"shake128_64", 16, 64, 32},      call{"ascon_hash256_32", 16, 32, 32},
    call{"ascon_hash256_64", 16, 64, 32}, call{"planted_branch", 1, 16, 1},
    call{"planted_table", 1, 16, 1},      call{"planted_count", 1, 16, 1},
    call{"flags", 1, 16, 1},
};

}  // namespace machine
