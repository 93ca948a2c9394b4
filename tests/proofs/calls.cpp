// SPDX-License-Identifier: Apache-2.0 OR MIT
// Whole calls of the library, as machine/lift.py found them in its machine code, against the standards.
// Arguments: [--try VARIABLE=VALUE] CALL=FILE ... A file is a graph of lift.py. LOOP:BLOCKS=FILE is a part of a loop in
// which so many blocks are computed, as loops.py found it.

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
    {"ascon_hash256", [](const bytes& m) { return standard::ascon_hash256(m); }},
    {"ascon_aead128", ascon_aead128},
    {"ascon_aead128_many", ascon_aead128_many},
};

const machine::call& call_named(const std::string& name) {
    for (const machine::call& c : machine::calls)
        if (c.name == name) return c;
    throw std::runtime_error("no call " + name);
}

// What a part of a loop computes, of the state and of the blocks behind it.
bytes standard_of_loop(const machine::loop& loop, const bytes& in, std::size_t blocks) {
    if (loop.name == "sha256_blocks") return standard::sha2_blocks<sha256>(in);
    if (loop.name == "sha512_blocks") return standard::sha2_blocks<sha512>(in);
    if (loop.name.starts_with("keccak"))
        return standard::keccak_blocks(in, loop.block, std::stoi(std::string(loop.name.substr(6))),
                                       loop.writes ? blocks : 0);
    using use = standard::ascon_use;
    const std::map<std::string, use> uses = {
        {"absorb", use::absorb}, {"encrypt", use::encrypt}, {"decrypt", use::decrypt}, {"squeeze", use::squeeze}};
    const std::string name(loop.name);
    return standard::ascon_blocks(in, loop.block, std::stoi(name.substr(5)), uses.at(name.substr(name.find('_') + 1)),
                                  blocks);
}

std::vector<equation> equations_of(graph& g, const bytes& expected, const std::string& file) {
    std::ifstream in(file);
    const auto lifted = g.read(in);
    if (lifted.output.size() != expected.size()) throw std::runtime_error("an output of another size");
    std::vector<equation> equations;
    for (std::size_t i = 0; i < expected.size(); ++i) equations.push_back({expected[i], lifted.output[i]});
    return equations;
}

std::vector<equation> prove_loop(graph& g, const std::string& name, std::size_t blocks, const std::string& file) {
    recording = &g;
    for (const machine::loop& loop : machine::loops) {
        if (loop.name != name) continue;
        bytes in;
        for (std::size_t i = 0; i < loop.state + (loop.reads ? blocks * loop.block : 0); ++i)
            in.push_back({g.variable(8, i), 0});
        return equations_of(g, standard_of_loop(loop, in, blocks), file);
    }
    throw std::runtime_error("no loop " + name);
}

std::vector<equation> prove_call(graph& g, const std::string& name, const std::string& file) {
    recording = &g;
    const machine::call& call = call_named(name);
    const auto& function = standard_of.at(standard_of.contains(name) ? name : name.substr(0, name.rfind('_')));
    bytes expected;
    for (std::size_t i = 0; i < call.messages; ++i) {
        bytes message;
        for (std::size_t j = 0; j < call.bytes; ++j) message.push_back({g.variable(8, i * call.bytes + j), 0});
        for (const byte_of b : function(message)) expected.push_back(b);
    }
    return equations_of(g, expected, file);
}

std::vector<equation> prove(graph& g, const std::string& name, const std::string& file) {
    const auto colon = name.find(':');
    if (colon == std::string::npos) return prove_call(g, name, file);
    return prove_loop(g, name.substr(0, colon), std::stoul(name.substr(colon + 1)), file);
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
