// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// hashlane acvp: the algorithms, what answers a group of tests of each, and the limits.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hashlane/any.hpp>

#include "acvp_json.hpp"
#include "common.hpp"

namespace hashlane::cli::acvp {

// Limits of a prompt. What is beyond them is refused.
inline constexpr std::size_t most_prompt = std::size_t{1} << 28;          // bytes of a prompt
inline constexpr std::size_t most_answers = std::size_t{1} << 28;         // bytes of the answers
inline constexpr std::size_t most_depth = 16;                             // values within each other
inline constexpr std::uint64_t most_bits = std::uint64_t{1} << 24;        // of one output
inline constexpr std::size_t most_info = std::size_t{1} << 20;            // bytes of the fixed information of HKDF
inline constexpr std::uint64_t most_seed = std::uint64_t{1} << 16;        // bits of a message of a Monte Carlo test
inline constexpr std::uint64_t most_iterations = 10'000'000;              // of PBKDF2
inline constexpr std::uint64_t most_large_bits = std::uint64_t{1} << 40;  // of a message of a large data test

struct row;

// The tests of one group, and what they share.
struct group {
    const row& algorithm;
    node object;
    std::string test_type;
    bool sample = false;  // "isSample" of the prompt
    bool large = false;   // --large was given

    // A member of the test, or of the group when the test has none.
    node member(const node& test, std::string_view name) const;
    // Throws unanswered: this program does not know the kind of tests.
    [[noreturn]] void refuse_type() const;
};

// Adds to the answer what one test asks for. Throws unanswered or failure.
using answer_test = void (*)(const group&, const node& test, answer&);

// An algorithm as ACVP names it.
struct row {
    std::string_view algorithm, mode, revision;
    std::string_view ours;  // the name in hashlane::algorithms(); "" where the group names the hash
    answer_test answer;
    std::string (*capabilities)(const row&);  // members of its registration
};

const row* find_row(std::string_view algorithm, std::string_view mode, std::string_view revision);

// A hash of FIPS 180-4 or FIPS 202 as ACVP names it ("SHA2-512/256"), or nothing.
std::optional<std::string_view> our_hash(std::string_view acvp_name);

// The whole registration, as JSON.
std::string registration();

void answer_sha2(const group&, const node&, answer&);
void answer_sha3(const group&, const node&, answer&);
void answer_shake(const group&, const node&, answer&);
void answer_cshake(const group&, const node&, answer&);
void answer_kmac(const group&, const node&, answer&);
void answer_tuplehash(const group&, const node&, answer&);
void answer_parallelhash(const group&, const node&, answer&);
void answer_hmac(const group&, const node&, answer&);
void answer_hkdf(const group&, const node&, answer&);
void answer_pbkdf(const group&, const node&, answer&);
void answer_ascon_aead(const group&, const node&, answer&);
void answer_ascon_hash(const group&, const node&, answer&);
void answer_ascon_xof(const group&, const node&, answer&);
void answer_ascon_cxof(const group&, const node&, answer&);

// ---- what several of them use: acvp_bits.cpp

// The member `name`, a string of bits whose number is the member `count`.
bit_string bits_of(const group&, const node& test, std::string_view name, std::string_view count);

// The same string with its odd bits at the other end of the last byte. ACVP has them at the high end for most
// algorithms, FIPS 202 at the low end.
bit_string shifted_down(bit_string s);
bit_string shifted_up(bit_string s);

// The member `name`, a number of bits of an output.
std::size_t output_bits(const group&, const node& test, std::string_view name);

partial_byte partial(const bit_string& s);

// A new object by name. Throws unanswered when the options do not fit.
any_hash created(const group&, std::string_view name, const any_options& options = {});

// The output of an XOF, or the digest of a hash, in the bit order of the library. Bits beyond `bits` are zero.
bit_string digest_of(any_hash hash, const bit_string& message, std::size_t bits);

// s with the bits beyond its number set to zero; the first bit is the lowest.
bit_string cut_low(bit_string s);

std::span<const std::uint8_t> octets(std::string_view text);

}  // namespace hashlane::cli::acvp
