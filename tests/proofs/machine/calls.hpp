// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// The calls of the library whose machine code is proved, and what each takes and gives. One table for the program that
// runs them (trace.cpp) and the one that knows the standards (calls.cpp).

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace machine {

struct call {
    std::string_view name;
    std::size_t messages, bytes, digest;  // of `bytes` each; an AEAD has one, of key, nonce, header and text
    std::size_t gap = 0;                  // bytes between a message and the next
    std::size_t input() const { return messages * (bytes + gap) - gap; }
    std::size_t output() const { return messages * digest; }
};

inline constexpr std::size_t header_bytes = 20, text_bytes = 40;  // of the AEAD, none a multiple of the rate

// Records side by side: one key, then all nonces, all headers and all texts. Every other text is shorter, so that
// lanes end at different blocks. The output is all ciphertexts, then all tags.
inline constexpr std::size_t records = 16;
constexpr std::size_t text_bytes_of(std::size_t record) { return record % 2 == 0 ? text_bytes : 24; }
constexpr std::size_t texts_before(std::size_t record) {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < record; ++i) bytes += text_bytes_of(i);
    return bytes;
}
inline constexpr std::size_t nonces_at = 16, headers_at = nonces_at + 16 * records,
                             texts_at = headers_at + header_bytes * records;
inline constexpr std::size_t records_input = texts_at + texts_before(records),
                             records_output = texts_before(records) + 16 * records;

// Leaves of a tree, as KangarooTwelve digests them side by side: chunks of a few whole blocks and some bytes, of the
// rates of KT128 and KT256. KangarooTwelve itself has chunks of 8192 bytes.
inline constexpr std::size_t kt128_chunk = 2 * 168 + 50, kt256_chunk = 10 * 136 + 30;

// Steps of eight chains of hashes. Input: the states, of which word i of state j stands at i * chains + j. Output: the
// states after the steps, and then the value of each step. The forms have the smallest and the largest value of SLH-DSA.
// The largest has one step, since the prover does not follow it through the second. The increment has no zero bytes, so
// that a sum of narrower words would be another one.
struct chain_form {
    std::size_t words, value, counter, steps;
};
inline constexpr chain_form two_words{2, 6, 5, 2}, four_words{4, 8, 7, 1};
inline constexpr std::size_t chains = 8, chain_states = 200 * chains;
inline constexpr std::uint64_t chain_increment = 0x0123456789abcdef;
constexpr std::size_t values_of(const chain_form& form) { return form.steps * 8 * form.words * chains; }

// Two states side by side, which absorb a block each, are permuted, and give a block each. Word i of state j stands at
// 2 * i + j. Input: the states, then the two blocks. Output: the states, then the blocks that they give.
inline constexpr std::size_t stream_states = 200 * 2, stream_block = 136;

// The operands of vector_tries.hpp.
inline constexpr std::size_t vector_tries = 36, bytes_of_vector_try = 192;

// Two messages of three whole blocks and 60 bytes.
inline constexpr std::size_t two_long_bytes = 252;

// Messages of three whole blocks and some bytes that lie so far apart that SHA-256 copies blocks ahead.
inline constexpr std::size_t far_bytes = 3 * 64 + 5, far_stride = 4096;

inline constexpr std::array calls = {
    call{"sha256_one", 1, 64, 32},
    call{"sha512_one", 1, 128, 64},
    call{"sha3_256_one", 1, 64, 32},
    call{"turboshake128_one", 1, 64, 32},
    call{"ascon_hash256_one", 1, 16, 32},
    call{"ascon_aead128", 1, 32 + header_bytes + text_bytes, text_bytes + 16},
    call{"sha256_32", 16, 32, 32},
    call{"sha256_64", 16, 64, 32},
    call{"sha512_32", 16, 32, 64},
    call{"sha512_64", 16, 64, 64},
    call{"sha256_two", 2, 64, 32},
    call{"sha256_252", 2, two_long_bytes, 32},
    call{"sha256_pairs", 32, 64, 32},
    call{"sha512_pairs", 16, 128, 64},
    call{"sha256_far", 16, far_bytes, 32, far_stride - far_bytes},
    call{"sha3_256_32", 16, 32, 32},
    call{"sha3_256_64", 16, 64, 32},
    call{"shake128_64", 16, 64, 32},
    call{"ascon_hash256_32", 16, 32, 32},
    call{"ascon_hash256_64", 16, 64, 32},
    call{"ascon_aead128_many", 1, records_input, records_output},
    call{"kt128_leaves", 8, kt128_chunk, 32},
    call{"kt256_leaves", 8, kt256_chunk, 64},
    call{"kt128_8192", 8, 8192, 32},
    call{"kt128_four", 4, kt128_chunk, 32},
    call{"kt256_four", 4, kt256_chunk, 64},
    call{"kt128_two", 2, kt128_chunk, 32},
    call{"kt256_two", 2, kt256_chunk, 64},
    call{"sha3_256_two", 2, 64, 32},
    call{"keccak_streams_two", 1, stream_states + 2 * stream_block, stream_states + 2 * stream_block},
    call{"keccak_chains", 1, chain_states, chain_states + values_of(two_words)},
    call{"keccak_chains_4", 1, chain_states, chain_states + values_of(four_words)},
    call{"planted_branch", 1, 16, 1},
    call{"planted_table", 1, 16, 1},
    call{"planted_count", 1, 16, 1},
    call{"flags", 1, 16, 1},
    call{"masks", 1, 16, 1},
    call{"vectors", 1, vector_tries* bytes_of_vector_try, 1},
};

// Functions that loop over whole blocks, from the chaining value or state of `state` bytes to the next. loops.py proves
// them for every number of blocks; the calls above are proved for one length.
struct loop {
    std::string_view name;
    std::size_t state, block;  // bytes
    bool reads = true;         // blocks of input
    bool writes = false;       // blocks of output, which follow the state in what is proved
    std::size_t digest = 0;    // not 0: a whole message, whose length in bytes takes the place of the number of blocks
    std::size_t message = 0;   // bytes; only of lane_loops
};

// The variables of a graph that stand for the number of turns of a loop, and for what the length of a message in bits has
// above 64 bits; affine.py has the same numbers.
inline constexpr std::uint64_t turns_variable = 3'000'000, high_variable = 3'000'300;

// The state stands at the beginning of `input`, and the blocks at blocks_at. Side by side, the blocks of each lane stand
// in a row of their own from rows_at on, and messages of groups one after the other.
inline constexpr std::size_t blocks_at = 256, rows_at = 4096, row_bytes = 2048, most_lanes = 16, most_groups = 9,
                             message_bytes = 64;

inline constexpr std::array loops = {
    loop{"sha256_blocks", 32, 64},
    loop{"sha512_blocks", 64, 128},
    loop{"keccak24_absorb_9", 200, 72},
    loop{"keccak24_absorb_13", 200, 104},
    loop{"keccak24_absorb_17", 200, 136},
    loop{"keccak24_absorb_18", 200, 144},
    loop{"keccak24_absorb_21", 200, 168},
    loop{"keccak12_absorb_17", 200, 136},
    loop{"keccak12_absorb_21", 200, 168},
    loop{"keccak24_squeeze_17", 200, 136, false, true},
    loop{"keccak24_squeeze_21", 200, 168, false, true},
    loop{"keccak12_squeeze_17", 200, 136, false, true},
    loop{"keccak12_squeeze_21", 200, 168, false, true},
    loop{"ascon12_absorb", 40, 8},
    loop{"ascon8_absorb", 40, 16},
    loop{"ascon8_encrypt", 40, 16, true, true},
    loop{"ascon8_decrypt", 40, 16, true, true},
    loop{"ascon12_squeeze", 40, 8, false, true},
    loop{"sha256_message", 32, 64, true, false, 32},
    loop{"sha3_256_message", 200, 136, true, false, 32},
    loop{"ascon_hash256_message", 40, 8, true, false, 32},
    loop{"shake128_message", 200, 168, true, false, 32},
    loop{"turboshake128_message", 200, 168, true, false, 32},
    loop{"sha512_message", 64, 128, true, false, 64},
};

// Kernels of messages side by side. The state and the blocks are those of one lane. If `message` is not 0, the loop is
// over groups of messages of so many bytes, which pointers lead to: a block is then a group, and the output its digests.
inline constexpr std::array lane_loops = {
    loop{"sha256_lanes", 32, 64},
    loop{"sha512_lanes", 64, 128},
    loop{"keccak24_lanes_9", 200, 72},
    loop{"keccak24_lanes_13", 200, 104},
    loop{"keccak24_lanes_17", 200, 136},
    loop{"keccak24_lanes_18", 200, 144},
    loop{"keccak24_lanes_21", 200, 168},
    loop{"keccak12_lanes_21", 200, 168},
    loop{"ascon12_lanes", 40, 8},
    loop{"sha256_groups", 0, 0, true, true, 0, 32},
    loop{"sha512_groups", 0, 0, true, true, 0, 32},
    loop{"sha3_256_groups", 0, 0, true, true, 0, 32},
    loop{"ascon_hash256_groups", 0, 0, true, true, 0, 16},
};

}  // namespace machine
