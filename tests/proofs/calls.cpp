// SPDX-License-Identifier: Apache-2.0 OR MIT
// Whole calls of the library, as machine/lift.py found them in its machine code, against the standards.
// Arguments: [--try VARIABLE=VALUE] CALL=FILE ... A file is a graph of lift.py, or of loops.py for a part of a loop:
//   LOOP:turn:BLOCKS=FILE      the new state, after so many blocks
//   LOOP:entry=FILE            the state before a message
//   LOOP:exit:BLOCKS:REST=FILE the digest, of so many blocks and bytes behind them, after any number of turns
//   LOOP:all:BYTES=FILE        the digest of a message of so many bytes
//   LOOP:lanes:BLOCKS:LANES=FILE the new states, after so many blocks of each lane, or the digests of so many groups

#include <fstream>

#include "claim.hpp"
#include "machine/calls.hpp"
#include "symbol_bytes.hpp"

namespace proofs {
namespace {

namespace standard = standards::calls;
using standards::fips180::sha256, standards::fips180::sha512;
using bytes = std::vector<byte_of>;

bytes sha3_256(const bytes& m) { return standard::keccak(m, 136, 0x06, 24, 32); }
bytes shake128(const bytes& m) { return standard::keccak(m, 168, 0x1f, 24, 32); }
bytes turboshake128(const bytes& m) { return standard::keccak(m, 168, 0x1f, 12, 32); }

// RFC 9861 s.3.2: a chaining value of KT128 and of KT256.
bytes kt128(const bytes& chunk) { return standard::keccak(chunk, 168, 0x0b, 12, 32); }
bytes kt256(const bytes& chunk) { return standard::keccak(chunk, 136, 0x0b, 12, 64); }

// FIPS 202 s.4: a step of two sponges side by side.
bytes keccak_streams(const bytes& in) {
    using over = standard::word_over<std::uint64_t, byte_of>;
    using machine::stream_block, machine::stream_states;
    std::vector<symbol<std::uint64_t>> words;
    for (std::size_t i = 0; i < in.size(); i += 8) words.push_back(over::join(&in[i]));
    for (std::size_t j = 0; j < 2; ++j) {
        standards::fips202::state<symbol<std::uint64_t>> A;
        const auto block = words.begin() + static_cast<long>((stream_states + j * stream_block) / 8);
        for (std::size_t i = 0; i < 25; ++i) A[i % 5][i / 5] = words[2 * i + j];
        for (std::size_t i = 0; i < stream_block / 8; ++i)
            A[i % 5][i / 5] = A[i % 5][i / 5] ^ block[static_cast<long>(i)];
        A = standards::fips202::keccak_p(A, 24);
        for (std::size_t i = 0; i < 25; ++i) words[2 * i + j] = A[i % 5][i / 5];
        for (std::size_t i = 0; i < stream_block / 8; ++i) block[static_cast<long>(i)] = A[i % 5][i / 5];
    }
    bytes out;
    for (const auto& word : words)
        for (std::size_t i = 0; i < 8; ++i) out.push_back(over::byte(word, i));
    return out;
}

// FIPS 202 s.3.3 and s.3.4: each step of a chain permutes its state, and the first words of the result are its value.
bytes keccak_chains(const bytes& in, const machine::chain_form& form) {
    using over = standard::word_over<std::uint64_t, byte_of>;
    using machine::chains;
    std::vector<symbol<std::uint64_t>> states, values;
    for (std::size_t i = 0; i < in.size(); i += 8) states.push_back(over::join(&in[i]));
    for (std::size_t step = 0; step < form.steps; ++step) {
        for (std::size_t chain = 0; chain < chains; ++chain) {
            standards::fips202::state<symbol<std::uint64_t>> A;
            for (std::size_t i = 0; i < 25; ++i) A[i % 5][i / 5] = states[i * chains + chain];
            A = standards::fips202::keccak_p(A, 24);
            for (std::size_t i = 0; i < form.words; ++i) states[(form.value + i) * chains + chain] = A[i][0];
            states[form.counter * chains + chain] += symbol<std::uint64_t>::constant(machine::chain_increment);
        }
        const auto value = states.begin() + static_cast<long>(form.value * chains);
        values.insert(values.end(), value, value + static_cast<long>(form.words * chains));
    }
    states.insert(states.end(), values.begin(), values.end());
    bytes out;
    for (const auto& word : states)
        for (std::size_t i = 0; i < 8; ++i) out.push_back(over::byte(word, i));
    return out;
}

bytes ascon_aead128(const bytes& in) {
    const auto part = [&](std::size_t first, std::size_t n) {
        return bytes(in.begin() + static_cast<long>(first), in.begin() + static_cast<long>(first + n));
    };
    using machine::header_bytes, machine::text_bytes;
    return standard::ascon_aead128(part(0, 16), part(16, 16), part(32, header_bytes),
                                   part(32 + header_bytes, text_bytes));
}

bytes ascon_aead128_many(const bytes& in) {
    using namespace machine;
    const auto part = [&](std::size_t first, std::size_t n) {
        return bytes(in.begin() + static_cast<long>(first), in.begin() + static_cast<long>(first + n));
    };
    bytes ciphers, tags;
    for (std::size_t i = 0; i < records; ++i) {
        const std::size_t n = text_bytes_of(i);
        const bytes one = standard::ascon_aead128(part(0, 16), part(nonces_at + 16 * i, 16),
                                                  part(headers_at + header_bytes * i, header_bytes),
                                                  part(texts_at + texts_before(i), n));
        ciphers.insert(ciphers.end(), one.begin(), one.begin() + static_cast<long>(n));
        tags.insert(tags.end(), one.begin() + static_cast<long>(n), one.end());
    }
    ciphers.insert(ciphers.end(), tags.begin(), tags.end());
    return ciphers;
}

// The standard of a call: its name, or its name up to the last _.
const std::map<std::string, std::function<bytes(const bytes&)>> standard_of = {
    {"sha256", [](const bytes& m) { return standard::sha2<sha256>(m); }},
    {"sha512", [](const bytes& m) { return standard::sha2<sha512>(m); }},
    {"sha3_256", sha3_256},
    {"shake128", shake128},
    {"turboshake128", turboshake128},
    {"kt128", kt128},
    {"kt256", kt256},
    {"keccak_streams", keccak_streams},
    {"keccak_chains", [](const bytes& m) { return keccak_chains(m, machine::two_words); }},
    {"keccak_chains_4", [](const bytes& m) { return keccak_chains(m, machine::four_words); }},
    {"ascon_hash256", [](const bytes& m) { return standard::ascon_hash256(m); }},
    {"ascon_aead128", ascon_aead128},
    {"ascon_aead128_many", ascon_aead128_many},
};

const machine::call& call_named(const std::string& name) {
    for (const machine::call& c : machine::calls)
        if (c.name == name) return c;
    throw std::runtime_error("no call " + name);
}

// ---- Loops over blocks, and messages of every length

using bit_length = standard::bit_length<byte_of>;

const machine::loop& loop_named(const std::string& name) {
    for (const machine::loop& loop : machine::loops)
        if (loop.name == name) return loop;
    for (const machine::loop& loop : machine::lane_loops)
        if (loop.name == name) return loop;
    throw std::runtime_error("no loop " + name);
}

// The new state, of the state and of the blocks behind it, and the blocks that are output.
bytes after_blocks(const machine::loop& loop, const bytes& in, std::size_t blocks) {
    if (loop.name.starts_with("sha256")) return standard::sha2_blocks<sha256>(in);
    if (loop.name.starts_with("sha512")) return standard::sha2_blocks<sha512>(in);
    const std::size_t output = loop.writes ? blocks : 0;
    if (loop.state == 200) {
        const bool half = loop.name.starts_with("keccak12") || loop.name.starts_with("turboshake");
        return standard::keccak_blocks(in, loop.block, half ? 12 : 24, output);
    }
    using use = standard::ascon_use;
    const std::map<std::string_view, use> uses = {{"absorb", use::absorb},   {"message", use::absorb},
                                                  {"lanes", use::absorb},    {"encrypt", use::encrypt},
                                                  {"decrypt", use::decrypt}, {"squeeze", use::squeeze}};
    const int rounds = loop.name.starts_with("ascon8") ? 8 : 12;
    return standard::ascon_blocks(in, loop.block, rounds, uses.at(loop.name.substr(loop.name.rfind('_') + 1)), blocks);
}

template <class P>
bytes end_of_sha2(const bytes& state, const bytes& tail, const bit_length& length) {
    using W = typename P::word;
    std::vector<symbol<W>> H;
    for (std::size_t i = 0; i < state.size(); i += sizeof(W))
        H.push_back(standard::word_over<W, byte_of>::join(&state[i]));
    return standard::sha2_end<P, byte_of>(H, tail, length);
}

template <class P>
bytes start_of_sha2() {
    bytes out;
    for (const auto& w : standard::sha2_start<P, byte_of>())
        for (std::size_t i = 0; i < sizeof(typename P::word); ++i)
            out.push_back(standard::word_over<typename P::word, byte_of>::byte(w, i));
    return out;
}

bytes start_of(const machine::loop& loop) {
    if (loop.name == "sha256_message") return start_of_sha2<sha256>();
    if (loop.name == "sha512_message") return start_of_sha2<sha512>();
    if (loop.name == "ascon_hash256_message") return standard::ascon_hash256_start<byte_of>();
    return bytes(loop.state, standard::word_over<std::uint64_t, byte_of>::byte_constant(0));
}

// The digest of a message, of the state after its first blocks and of the rest.
bytes digest_of(const machine::loop& loop, const bytes& state, const bytes& tail, const bit_length& length) {
    if (loop.name == "sha256_message") return end_of_sha2<sha256>(state, tail, length);
    if (loop.name == "sha512_message") return end_of_sha2<sha512>(state, tail, length);
    if (loop.name == "ascon_hash256_message") return standard::ascon_hash256(tail, state);
    if (loop.name == "shake128_message") return standard::keccak(tail, 168, 0x1f, 24, 32, state);
    if (loop.name == "turboshake128_message") return standard::keccak(tail, 168, 0x1f, 12, 32, state);
    return standard::keccak(tail, 136, 0x06, 24, 32, state);
}

// constant + factor * the number of turns
symbol<std::uint64_t> length_of(std::uint64_t factor, std::uint64_t constant) {
    auto total = symbol<std::uint64_t>::constant(constant),
         turns = symbol<std::uint64_t>::variable(machine::turns_variable);
    for (; factor != 0; factor /= 2, turns = turns + turns)
        if (factor % 2 != 0) total = total + turns;
    return total;
}

// The length in bits of a message of factor * turns + constant bytes. Its high word is an unknown, of which affine.py
// knows where it stands.
bit_length bits_of(std::uint64_t factor, std::uint64_t constant) {
    using number = symbol<std::uint64_t>;
    if (factor == 0) return {number::constant(8 * constant), number::constant(0)};
    const number bytes = length_of(factor, constant);
    return {bytes << 3, number::variable(machine::high_variable)};
}

bytes variables(graph& g, std::size_t first, std::size_t count) {
    bytes out;
    for (std::size_t i = 0; i < count; ++i) out.push_back({g.variable(8, first + i), 0});
    return out;
}

// Word i of the state of lane j stands at i * lanes + j, before and after; of each block, that of lane j is the j-th.
bytes after_blocks_of_lanes(graph& g, const machine::loop& loop, std::size_t blocks, std::size_t lanes) {
    const std::size_t word = loop.name.starts_with("sha256") ? 4 : 8, states = lanes * loop.state;
    bytes out(states);
    for (std::size_t j = 0; j < lanes; ++j) {
        const auto place = [&](std::size_t i) { return (i / word * lanes + j) * word + i % word; };
        bytes in;
        for (std::size_t i = 0; i < loop.state; ++i) in.push_back({g.variable(8, place(i)), 0});
        for (std::size_t b = 0; b < blocks; ++b)
            for (const byte_of one : variables(g, states + (b * lanes + j) * loop.block, loop.block)) in.push_back(one);
        const bytes state = after_blocks(loop, in, blocks);
        for (std::size_t i = 0; i < loop.state; ++i) out[place(i)] = state[i];
    }
    return out;
}

bytes digests_of_groups(graph& g, const machine::loop& loop, std::size_t messages) {
    const std::string name(loop.name);
    const auto& function = standard_of.at(name.substr(0, name.rfind('_')));
    bytes out;
    for (std::size_t i = 0; i < messages; ++i)
        for (const byte_of b : function(variables(g, i * loop.message, loop.message))) out.push_back(b);
    return out;
}

bytes standard_of_part(graph& g, const machine::loop& loop, const std::string& part, std::size_t n, std::size_t rest) {
    if (part == "entry") return start_of(loop);
    if (part == "lanes" && loop.message != 0) return digests_of_groups(g, loop, n * rest);
    if (part == "lanes") return after_blocks_of_lanes(g, loop, n, rest);
    if (part == "turn") return after_blocks(loop, variables(g, 0, loop.state + (loop.reads ? n * loop.block : 0)), n);
    if (part == "all") return digest_of(loop, start_of(loop), variables(g, loop.state, n), bits_of(0, n));
    if (part != "exit") throw std::runtime_error("no part " + part);
    const bytes state = variables(g, 0, loop.state);
    const bytes tail = variables(g, loop.state, n * loop.block + rest);
    return digest_of(loop, state, tail, bits_of(n * loop.block, rest));
}

std::vector<equation> equations_of(graph& g, const bytes& expected, const std::string& file) {
    std::ifstream in(file);
    const auto lifted = g.read(in);
    if (lifted.output.size() != expected.size()) throw std::runtime_error("an output of another size");
    std::vector<equation> equations;
    for (std::size_t i = 0; i < expected.size(); ++i) equations.push_back({expected[i], lifted.output[i]});
    return equations;
}

// what: LOOP:PART:NUMBER:NUMBER, the last two where the part has them.
std::vector<equation> prove_loop(graph& g, const std::string& what, const std::string& file) {
    recording = &g;
    std::vector<std::string> words(1);
    for (const char c : what) {
        if (c == ':')
            words.emplace_back();
        else
            words.back() += c;
    }
    words.resize(4);
    const auto number = [&](std::size_t i) { return words[i].empty() ? 0 : std::stoul(words[i]); };
    return equations_of(g, standard_of_part(g, loop_named(words[0]), words[1], number(2), number(3)), file);
}

std::vector<equation> prove_call(graph& g, const std::string& name, const std::string& file) {
    recording = &g;
    const machine::call& call = call_named(name);
    const auto& function = standard_of.at(standard_of.contains(name) ? name : name.substr(0, name.rfind('_')));
    bytes expected;
    for (std::size_t i = 0; i < call.messages; ++i) {
        bytes message;
        for (std::size_t j = 0; j < call.bytes; ++j)
            message.push_back({g.variable(8, i * (call.bytes + call.gap) + j), 0});
        for (const byte_of b : function(message)) expected.push_back(b);
    }
    return equations_of(g, expected, file);
}

std::vector<equation> prove(graph& g, const std::string& name, const std::string& file) {
    return name.find(':') == std::string::npos ? prove_call(g, name, file) : prove_loop(g, name, file);
}

}  // namespace
}  // namespace proofs

int main(int count, char** arguments) {
    std::vector<proofs::claim> all;
    int first = 1;  // after the options
    while (first + 1 < count && std::string(arguments[first]).starts_with("--")) first += 2;
    for (int i = first; i < count; ++i) {
        const std::string argument = arguments[i];
        const auto equal = argument.find('=');
        const std::string call = argument.substr(0, equal), file = argument.substr(equal + 1);
        all.push_back(
            {file.substr(file.rfind('/') + 1), [=](proofs::graph& g) { return proofs::prove(g, call, file); }});
    }
    return proofs::prove_all(first, arguments, all);
}
