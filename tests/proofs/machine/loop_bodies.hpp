// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The functions of machine::loops, for trace.cpp.

#include <hashlane/ascon.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>
#include <hashlane/turboshake.hpp>

#include <vector>

#include "calls.hpp"

namespace machine {

namespace hl = hashlane;

alignas(64) inline std::uint8_t input[65536], output[most_groups * most_lanes * message_bytes];

// What a loop over blocks is called with. loops.py takes these as unknowns.
struct loop_arguments {
    std::uint8_t* state = input;
    const std::uint8_t* in = input + blocks_at;
    std::uint8_t* out = output;
    std::size_t count = 0;                 // of blocks, or of the bytes of a message
    const std::uint8_t* rows[most_lanes];  // side by side, the blocks of each lane
    loop_arguments() {
        for (std::size_t j = 0; j < most_lanes; ++j) rows[j] = input + rows_at + j * row_bytes;
    }
};
inline loop_arguments arguments_of_loop;

// What leads to the messages of groups.
inline const std::array pointers = [] {
    std::array<const std::uint8_t*, most_groups * most_lanes> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = input + rows_at + i * message_bytes;
    return all;
}();

template <class W>
void sha2_blocks() {
    const loop_arguments& a = arguments_of_loop;
    hl::entry_points::sha2_compress(reinterpret_cast<W*>(a.state), a.in, a.count);
}

// A rate in lanes of 8 bytes.
template <unsigned n_r, std::size_t rate>
void keccak_absorb() {
    const loop_arguments& a = arguments_of_loop;
    hl::entry_points::keccak_blocks(reinterpret_cast<std::uint64_t*>(a.state), n_r, rate, a.in, nullptr, a.count);
}

template <unsigned n_r, std::size_t rate>
void keccak_squeeze() {
    const loop_arguments& a = arguments_of_loop;
    hl::entry_points::keccak_blocks(reinterpret_cast<std::uint64_t*>(a.state), n_r, rate, nullptr, a.out, a.count);
}

inline constexpr hl::ascon_parameters ascon_hash{12, 1, false}, ascon_aead{8, 2, false};

template <const hl::ascon_parameters& v>
void ascon_absorb() {
    const loop_arguments& a = arguments_of_loop;
    hl::entry_points::ascon_absorb(reinterpret_cast<std::uint64_t*>(a.state), v, a.in, a.count);
}

inline void ascon_encrypt() {
    const loop_arguments& a = arguments_of_loop;
    hl::entry_points::ascon_encrypt(reinterpret_cast<std::uint64_t*>(a.state), ascon_aead, a.in, a.out, a.count);
}

inline void ascon_decrypt() {
    const loop_arguments& a = arguments_of_loop;
    hl::entry_points::ascon_decrypt(reinterpret_cast<std::uint64_t*>(a.state), ascon_aead, a.in, a.out, a.count);
}

inline void ascon_squeeze() {
    const loop_arguments& a = arguments_of_loop;
    hl::entry_points::ascon_squeeze(reinterpret_cast<std::uint64_t*>(a.state), ascon_hash, a.out, a.count);
}

// A whole message of any length.
template <class H, std::size_t size>
void message() {
    const loop_arguments& a = arguments_of_loop;
    hl::digest_into<H>(std::span(a.in, a.count), std::span(a.out, size));
}

// H(0) of SHA-2 (FIPS 180-4 s.5.3), as the words stand in memory.
template <class Parameters>
std::vector<std::uint8_t> initial_hash_value() {
    const auto& H = Parameters::initial_hash_value;
    const auto* const first = reinterpret_cast<const std::uint8_t*>(H.data());
    return {first, first + sizeof H};
}

inline std::vector<std::uint8_t> keccak_zeros() { return std::vector<std::uint8_t>(200); }

// The state of Ascon-Hash256 before the message (SP 800-232 s.5.1).
inline std::vector<std::uint8_t> ascon_hash256_start() {
    std::uint64_t S[5] = {0x0000080100cc0002};
    hl::entry_points::ascon_permute(S, 12);
    const auto* const first = reinterpret_cast<const std::uint8_t*>(S);
    return {first, first + sizeof S};
}

struct loop_body {
    void (*call)();
    void (*over_blocks)();                             // the loop over blocks that it is, or that it has
    std::vector<std::uint8_t> (*initial)() = nullptr;  // the state before a message
    std::size_t (*lanes)() = nullptr;                  // side by side, how many on the target in use
    constexpr loop_body(void (*loop)()) : call(loop), over_blocks(loop) {}
    constexpr loop_body(void (*loop)(), std::size_t (*n)()) : call(loop), over_blocks(loop), lanes(n) {}
    constexpr loop_body(void (*all)(), void (*loop)(), std::vector<std::uint8_t> (*start)())
        : call(all), over_blocks(loop), initial(start) {}
};

// In the order of machine::loops.
inline constexpr loop_body loop_bodies[] = {
    sha2_blocks<std::uint32_t>,
    sha2_blocks<std::uint64_t>,
    keccak_absorb<24, 9>,
    keccak_absorb<24, 13>,
    keccak_absorb<24, 17>,
    keccak_absorb<24, 18>,
    keccak_absorb<24, 21>,
    keccak_absorb<12, 17>,
    keccak_absorb<12, 21>,
    keccak_squeeze<24, 17>,
    keccak_squeeze<24, 21>,
    keccak_squeeze<12, 17>,
    keccak_squeeze<12, 21>,
    ascon_absorb<ascon_hash>,
    ascon_absorb<ascon_aead>,
    ascon_encrypt,
    ascon_decrypt,
    ascon_squeeze,
    {message<hl::sha256, 32>, sha2_blocks<std::uint32_t>, initial_hash_value<hl::sha2::sha256_parameters>},
    {message<hl::sha3_256, 32>, keccak_absorb<24, 17>, keccak_zeros},
    {message<hl::ascon_hash256, 32>, ascon_absorb<ascon_hash>, ascon_hash256_start},
    {message<hl::shake128, 32>, keccak_absorb<24, 21>, keccak_zeros},
    {message<hl::turboshake128, 32>, keccak_absorb<12, 21>, keccak_zeros},
    {message<hl::sha512, 64>, sha2_blocks<std::uint64_t>, initial_hash_value<hl::sha2::sha512_parameters>},
};
static_assert(std::size(loop_bodies) == loops.size());

}  // namespace machine
