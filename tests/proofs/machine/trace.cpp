// SPDX-License-Identifier: Apache-2.0 OR MIT
// Writes down a call of the library instruction by instruction: trace CALL TARGET FILE. The file is read by lift.py:
// or, with a wrong constant in SHA-256: trace CALL TARGET FILE wrong
// or, of a loop over so many blocks or groups, or a message of so many bytes: trace LOOP TARGET FILE COUNT
// It then prints the number of lanes, 0 for one message.
//   memory: count, then address, size, bytes of each region that is no code
//   input: address, size; output: address, size; arguments of a loop: address, size, or zeros
//   all registers at the first instruction
//   of each instruction its address, the number of registers that it changed, and these: number, value
//   an address of 0; the bytes of the output
//   of a loop the states after 0, 1, 2 ... blocks
// Numbers of registers: 0..18 as in tracer.hpp, 20..27 masks, 32..63 vectors. All is little-endian.

#include <hashlane/ascon.hpp>
#include <hashlane/batch.hpp>
#include <hashlane/kangarootwelve.hpp>
#include <hashlane/kernels/keccak_chains.hpp>
#include <hashlane/kernels/keccak_streams.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/sha3.hpp>
#include <hashlane/turboshake.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/mman.h>

#include "../random.hpp"
#include "calls.hpp"
#include "flag_tries.hpp"
#include "lane_bodies.hpp"
#include "loop_bodies.hpp"
#include "mask_tries.hpp"
#include "tracer.hpp"
#include "vector_tries.hpp"

namespace {

namespace hl = hashlane;
using machine::registers;

using machine::arguments_of_loop, machine::input, machine::output;

template <class H, std::size_t n>
void one() {
    const auto digest = hl::digest<H>(std::span<const std::uint8_t, n>(input, n));
    std::memcpy(output, digest.data(), digest.size());
}

template <class H, std::size_t n, std::size_t size>
void one_xof() {
    const auto digest = hl::digest<H, size>(std::span<const std::uint8_t, n>(input, n));
    std::memcpy(output, digest.data(), digest.size());
}

template <class H, std::size_t n, std::size_t size, std::size_t messages = 16>
void many() {
    hl::digest_many<H>(hl::fixed_width(std::span(input, messages * n), n), std::span(output, messages * size));
}

[[maybe_unused]] void sha256_far() {
    constexpr std::size_t messages = 16;
    const std::span all(input, (messages - 1) * machine::far_stride + machine::far_bytes);
    hl::digest_many<hl::sha256>(hl::fixed_width(all, machine::far_bytes, machine::far_stride),
                                std::span(output, messages * 32));
}

template <class H, std::size_t n>
void pairs() {
    hl::hash_pairs<H>(std::span(input, n * 2 * H::digest_size), std::span(output, n * H::digest_size));
}

[[maybe_unused]] void aead() {
    using machine::header_bytes, machine::text_bytes;
    const std::span<const std::uint8_t> all(input);
    const hl::ascon_aead128 one(all.first<16>());
    const auto tag = one.encrypt(all.subspan<16, 16>(), all.subspan(32, header_bytes),
                                 all.subspan(32 + header_bytes, text_bytes), std::span(output, text_bytes));
    std::memcpy(output + text_bytes, tag.data(), tag.size());
}

[[maybe_unused]] void ascon_aead128_many() {
    using namespace machine;
    const std::span<const std::uint8_t> all(input, records_input);
    const std::span<std::uint8_t> out(output, records_output);
    std::array<std::span<const std::uint8_t>, records> texts;
    std::array<std::span<std::uint8_t>, records> ciphers;
    for (std::size_t i = 0; i < records; ++i) {
        texts[i] = all.subspan(texts_at + texts_before(i), text_bytes_of(i));
        ciphers[i] = out.subspan(texts_before(i), text_bytes_of(i));
    }
    const hl::ascon_aead128 aead(all.first<16>());
    hl::encrypt_many(aead, all.subspan(nonces_at, 16 * records),
                     hl::fixed_width(all.subspan(headers_at, header_bytes * records), header_bytes), texts, ciphers,
                     out.subspan(texts_before(records), 16 * records));
}

template <std::size_t n, std::size_t rate, std::size_t chunk, std::size_t size>
void leaves() {
    const hl::leaf_parameters leaf{chunk, rate, size, 12, 0x0b};
    hl::entry_points::keccak_leaves(&leaf, input, n, output, nullptr);
}
[[maybe_unused]] void kt128_leaves() { leaves<8, 168, machine::kt128_chunk, 32>(); }
[[maybe_unused]] void kt256_leaves() { leaves<8, 136, machine::kt256_chunk, 64>(); }
[[maybe_unused]] void kt128_8192() { leaves<8, 168, 8192, 32>(); }
[[maybe_unused]] void kt128_four() { leaves<4, 168, machine::kt128_chunk, 32>(); }
[[maybe_unused]] void kt256_four() { leaves<4, 136, machine::kt256_chunk, 64>(); }
[[maybe_unused]] void kt128_two() { leaves<2, 168, machine::kt128_chunk, 32>(); }
[[maybe_unused]] void kt256_two() { leaves<2, 136, machine::kt256_chunk, 64>(); }

[[maybe_unused]] void keccak_streams_two() {
    using machine::stream_block, machine::stream_states;
    alignas(64) std::uint64_t states[stream_states / 8];
    std::memcpy(states, input, sizeof states);
    const std::uint8_t* const in[] = {input + stream_states, input + stream_states + stream_block};
    std::uint8_t* const out[] = {output + stream_states, output + stream_states + stream_block};
    hl::entry_points::keccak_streams(2, states, hl::keccak::max_rounds, stream_block / 8, in, out, 1);
    std::memcpy(output, states, sizeof states);
}

template <const machine::chain_form& form>
void chains() {
    constexpr std::size_t size = machine::values_of(form);
    const hl::keccak_chain chain{form.words, form.value, form.counter, machine::chain_increment};
    alignas(64) std::uint64_t states[machine::chain_states / 8], values[size / 8];
    std::memcpy(states, input, sizeof states);
    hl::entry_points::keccak_chains(states, &chain, values, form.steps);
    std::memcpy(output, states, sizeof states);
    std::memcpy(output + sizeof states, values, size);
}
[[maybe_unused]] void keccak_chains() { chains<machine::two_words>(); }
[[maybe_unused]] void keccak_chains_4() { chains<machine::four_words>(); }

// Planted: what depends on the input must be noticed.
[[maybe_unused]] void planted_branch() {
    if (input[3] & 1) output[0] = static_cast<std::uint8_t>(input[4] * 3);
}
[[maybe_unused]] void planted_table() { output[0] = output[1024 + input[3]]; }
[[maybe_unused]] void planted_count() {
    for (int i = 0; i < input[5]; ++i) asm volatile("" : : : "memory");
}

[[maybe_unused]] constexpr auto all_calls(void (*body)()) {
    std::array<void (*)(), machine::calls.size()> all{};
    all.fill(body);
    return all;
}

// In the order of machine::calls. CALL_ALONE: that call only, which compiles in less time; LOOPS_ALONE, LANES_ALONE:
// none.
#if defined(CALL_ALONE)
constexpr auto bodies = all_calls(CALL_ALONE);
#elif defined(LOOPS_ALONE) || defined(LANES_ALONE)
constexpr auto bodies = all_calls(nullptr);
#else
constexpr void (*bodies[])() = {
    one<hl::sha256, 64>,
    one<hl::sha512, 128>,
    one<hl::sha3_256, 64>,
    one_xof<hl::turboshake128, 64, 32>,
    one<hl::ascon_hash256, 16>,
    aead,
    many<hl::sha256, 32, 32>,
    many<hl::sha256, 64, 32>,
    many<hl::sha512, 32, 64>,
    many<hl::sha512, 64, 64>,
    pairs<hl::sha256, 2>,
    many<hl::sha256, machine::two_long_bytes, 32, 2>,
    pairs<hl::sha256, 32>,
    pairs<hl::sha512, 16>,
    sha256_far,
    many<hl::sha3_256, 32, 32>,
    many<hl::sha3_256, 64, 32>,
    many<hl::shake128, 64, 32>,
    many<hl::ascon_hash256, 32, 32>,
    many<hl::ascon_hash256, 64, 32>,
    ascon_aead128_many,
    kt128_leaves,
    kt256_leaves,
    kt128_8192,
    kt128_four,
    kt256_four,
    kt128_two,
    kt256_two,
    many<hl::sha3_256, 64, 32, 2>,
    keccak_streams_two,
    keccak_chains,
    keccak_chains_4,
    planted_branch,
    planted_table,
    planted_count,
    machine::try_flags,
    machine::try_masks_and_comparisons,
    machine::try_vectors_and_masks,
};
#endif
static_assert(std::size(bodies) == machine::calls.size());

[[gnu::noinline]] void run(void* body) { (*static_cast<void (*const*)()>(body))(); }

// The last constant of SHA-256, in memory that cannot be written.
void change_constant() {
    auto* const K = const_cast<std::uint32_t*>(&hl::sha2::K32[63]);
    const auto page = reinterpret_cast<std::uintptr_t>(K) & ~std::uintptr_t{4095};
    if (mprotect(reinterpret_cast<void*>(page), 4096, PROT_READ | PROT_WRITE) != 0) std::abort();
    *K ^= 1;
    asm volatile("" : : : "memory");
}

class writer {
  public:
    explicit writer(const char* name) : file(name, std::ios::binary) {}
    void bytes(const void* p, std::size_t n) {
        file.write(static_cast<const char*>(p), static_cast<std::streamsize>(n));
    }
    void number(std::uint64_t w) { bytes(&w, sizeof w); }
    void small(std::size_t w) { file.put(static_cast<char>(w)); }
    bool good() { return file.flush().good(); }

  private:
    std::ofstream file;
};

void write_memory(writer& to, const machine::child& child) {
    std::ifstream maps("/proc/" + std::to_string(child.id()) + "/maps");
    std::vector<std::pair<std::uint64_t, std::uint64_t>> regions;
    for (std::string line; std::getline(maps, line);) {
        std::istringstream words(line);
        std::uint64_t first, last;
        char dash;
        std::string rights;
        words >> std::hex >> first >> dash >> last >> rights;
        if (rights.starts_with("r") && rights[2] != 'x' && line.find("[v") == std::string::npos)
            regions.emplace_back(first, last);
    }
    to.number(regions.size());
    for (const auto& [first, last] : regions) {
        std::vector<std::uint8_t> content(last - first);
        child.read(first, content.data(), content.size());
        to.number(first);
        to.number(content.size());
        to.bytes(content.data(), content.size());
    }
}

void write_all(writer& to, const registers& r) {
    to.bytes(r.general.data(), sizeof r.general);
    to.bytes(r.mask.data(), sizeof r.mask);
    to.bytes(r.vector.data(), sizeof r.vector);
}

void write_changes(writer& to, const registers& before, const registers& after) {
    std::size_t count = 0;
    const auto each = [&](auto f) {
        for (const std::size_t i : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18})
            if (before.general[i] != after.general[i]) f(i, &after.general[i], 8);
        for (std::size_t i = 0; i < 8; ++i)
            if (before.mask[i] != after.mask[i]) f(20 + i, &after.mask[i], 8);
        for (std::size_t i = 0; i < 32; ++i)
            if (before.vector[i] != after.vector[i]) f(32 + i, &after.vector[i], 64);
    };
    each([&](auto...) { ++count; });
    to.number(before.rip());
    to.small(count);
    each([&](std::size_t i, const void* p, std::size_t n) {
        to.small(i);
        to.bytes(p, n);
    });
}

// What is traced: a call or a loop of the tables of calls.hpp.
struct subject {
    void (*body)() = nullptr;
    std::size_t input = 0, output = 0;
    const machine::loop_body* loop = nullptr;
    std::size_t digest = 0, unit = 1, lanes = 0;
};

std::size_t lanes_of(const machine::loop_body& body) { return body.lanes == nullptr ? 0 : body.lanes(); }

subject subject_named(const std::string& name) {
    for (std::size_t i = 0; i < machine::calls.size(); ++i)
        if (machine::calls[i].name == name) return {bodies[i], machine::calls[i].input(), machine::calls[i].output()};
    for (std::size_t i = 0; i < machine::loops.size(); ++i) {
        const machine::loop& loop = machine::loops[i];
        const std::size_t unit = loop.digest != 0 ? loop.block : 1;
        const machine::loop_body* body = &machine::loop_bodies[i];
        if (loop.name == name) return {body->call, loop.state, 0, body, loop.digest, unit};
    }
    for (std::size_t i = 0; i < machine::lane_loops.size(); ++i) {
        const machine::loop& loop = machine::lane_loops[i];
        const machine::loop_body* body = machine::lane_body(i);
        if (loop.name != name || body == nullptr) continue;
        const std::size_t lanes = lanes_of(*body);
        if (loop.message != 0) arguments_of_loop.in = reinterpret_cast<const std::uint8_t*>(machine::pointers.data());
        return {body->call, lanes * loop.state, 0, body, 0, 1, lanes};
    }
    return {};
}

// The states after 0, 1, 2 ... blocks: for a whole message, those that its loop over blocks gives.
void write_states(writer& to, const subject& what) {
    std::vector<std::uint8_t> begin(input, input + what.input);
    if (what.digest != 0) begin = what.loop->initial();
    const machine::loop_arguments arguments = arguments_of_loop;
    for (std::size_t blocks = 0; blocks <= arguments.count / what.unit; ++blocks) {
        arguments_of_loop = arguments;
        arguments_of_loop.count = blocks;
        std::copy(begin.begin(), begin.end(), input);
        what.loop->over_blocks();
        to.bytes(input, what.input);
    }
}

void write_trace(const char* name, void (*body)(), const subject& what) {
    writer to(name);
    machine::child child(run, &body, true);
    write_memory(to, child);
    const auto region = [&](const void* p, std::size_t n) {
        to.number(reinterpret_cast<std::uint64_t>(p));
        to.number(n);
    };
    region(input, what.input);
    region(output, what.output);
    region(what.loop ? &arguments_of_loop : nullptr, what.loop ? sizeof arguments_of_loop : 0);
    write_all(to, child.now());
    for (bool more = true; more;) {
        const registers before = child.now();
        more = child.step();
        write_changes(to, before, child.now());
    }
    to.number(0);
    std::uint8_t result[sizeof output];
    child.read(reinterpret_cast<std::uint64_t>(output), result, what.output);
    to.bytes(result, what.output);
    if (what.loop) write_states(to, what);
    if (!to.good()) std::abort();
}

// Forces a target. The name "many_alus" is avx512 with the code for processors with more than four ALUs.
bool use_target_or_form(std::string_view name) {
    if (name != "many_alus") return hl::use_target(name);
    if (!hl::use_target("avx512")) return false;
    hl::entry_points::set_targets_in_use(hl::entry_points::targets_in_use() | hl::targets::many_alus_bit);
    return true;
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 4) return 2;
    if (!use_target_or_form(arguments[2])) return 2;
    const subject what = subject_named(arguments[1]);
    if (what.body == nullptr || (what.loop != nullptr) != (count > 4 && arguments[4] != std::string("wrong"))) return 2;
    for (std::size_t i = 0; i < sizeof input; ++i) input[i] = static_cast<std::uint8_t>(proofs::random_word(7, i));
    if (arguments[1] == std::string("vectors")) machine::prepare_vector_tries();
    void (*body)() = what.body;
    if (what.loop)
        arguments_of_loop.count = std::stoul(arguments[4]);
    else if (count > 4)
        change_constant();
    const machine::loop_arguments first = arguments_of_loop;
    run(&body);  // so that nothing is looked up for the first time
    arguments_of_loop = first;
    write_trace(arguments[3], body, what);
    if (what.loop) std::printf("%zu\n", what.lanes);
}
