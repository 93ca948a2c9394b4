// SPDX-License-Identifier: Apache-2.0 OR MIT
// Tests of SHA-2, SHA-3 and SHAKE: functions (AFT), output lengths (VOT), Monte Carlo (MCT), large data (LDT).
//
// The formats and the Monte Carlo tests are those of draft-celi-acvp-sha and draft-celi-acvp-sha3.

#include <algorithm>
#include <utility>

#include "acvp.hpp"

namespace hashlane::cli::acvp {
namespace {

constexpr int results_of_chain = 100, steps_of_result = 1000;

bytes digest(const any_hash& empty, std::span<const std::uint8_t> message) {
    any_hash hash = empty;
    bytes out(hash.output_size());
    if (!hash.update(message).digest(out)) throw failure(std::string(hash.info().name) + ": no such output");
    return out;
}

// The message that a Monte Carlo test begins with, in whole bytes.
bytes seed_of(const group& g, const node& test) {
    const node length = g.member(test, "len");
    const std::uint64_t bits = length.number_within(0, most_seed);
    if (bits % 8 != 0) length.not_answered("a Monte Carlo test begins with whole bytes");
    return test.at("msg").bits(bits).data;
}

// In the version "alternate" every message has the length of the first one: it is cut, or filled up with zeros.
bool alternate_version(const group& g) {
    const auto version = g.object.find("mctVersion");
    if (!version || version->text() == "standard") return false;
    if (version->text() != "alternate") version->not_answered("this version is unknown");
    return true;
}

// Each message is the last three digests.
bytes sha2_result(const any_hash& hash, const bytes& seed, std::optional<std::size_t> length) {
    bytes a = seed;
    bytes b = seed;
    bytes c = seed;
    for (int i = 0; i < steps_of_result; ++i) {
        bytes message = a;
        message.insert(message.end(), b.begin(), b.end());
        message.insert(message.end(), c.begin(), c.end());
        if (length) message.resize(*length);
        a = std::move(b);
        b = std::move(c);
        c = digest(hash, message);
    }
    return c;
}

// Each message is the last digest.
bytes sha3_result(const any_hash& hash, const bytes& seed, std::optional<std::size_t> length) {
    bytes last = seed;
    for (int i = 0; i < steps_of_result; ++i) {
        if (length) last.resize(*length);
        last = digest(hash, last);
    }
    return last;
}

template <class Result>
void answer_chain(const group& g, const node& test, answer& out, Result&& result) {
    bytes seed = seed_of(g, test);
    const auto length = alternate_version(g) ? std::optional(seed.size()) : std::nullopt;
    const any_hash hash = created(g, g.algorithm.ours);
    std::vector<answer> results(results_of_chain);
    for (answer& one : results) {
        seed = result(hash, seed, length);
        one.hex("md", seed);
    }
    out.objects("resultsArray", results);
}

// A message of some GiB: a few bytes again and again.
void absorb_large(const group& g, const node& test, any_hash& hash) {
    if (!g.large) g.object.at("testType").not_answered("large data tests are answered with --large");
    const node large = test.at("largeMsg");
    if (large.at("expansionTechnique").text() != "repeating")
        large.at("expansionTechnique").not_answered("this technique is unknown");
    const std::uint64_t bits = large.at("fullLength").number_within(0, most_large_bits);
    const std::uint64_t of_content = large.at("contentLength").number_within(1, most_seed);
    if (bits % 8 != 0 || of_content % 8 != 0) large.not_answered("large messages are of whole bytes");
    const bytes content = large.at("content").bits(of_content).data;
    bytes block;
    while (block.size() < (std::size_t{1} << 18)) block.insert(block.end(), content.begin(), content.end());
    for (std::uint64_t left = bits / 8; left != 0;) {
        const std::size_t some = static_cast<std::size_t>(std::min<std::uint64_t>(left, block.size()));
        hash.update(std::span(block).first(some));
        left -= some;
    }
}

void answer_large(const group& g, const node& test, answer& out, std::size_t size) {
    any_hash hash = created(g, g.algorithm.ours);
    absorb_large(g, test, hash);
    bytes md(size);
    if (!hash.digest(md)) g.object.refuse("no such output");
    out.hex("md", md);
}

// Of SHAKE: each message is the first 128 bits of the last output, whose last 16 bits choose the next length.
struct shake_chain {
    any_hash hash;
    std::size_t least, most;  // bytes of an output
    std::size_t size = most;  // of the next one

    bytes result(bytes last) {
        for (int i = 0; i < steps_of_result; ++i) {
            last.resize(16);
            bytes next(size);
            any_hash one = hash;
            if (!one.update(last).digest(next)) throw failure("no such output");
            const std::size_t choice = next[size - 2] * 256u + next[size - 1];
            size = least + choice % (most - least + 1);
            last = std::move(next);
        }
        return last;
    }
};

void answer_shake_chain(const group& g, const node& test, answer& out) {
    const std::uint64_t least = g.object.at("minOutLen").number_within(16, most_seed);
    const std::uint64_t most = g.object.at("maxOutLen").number_within(least, most_seed);
    if (alternate_version(g)) g.object.at("mctVersion").not_answered("this version is unknown");
    shake_chain chain{created(g, g.algorithm.ours), static_cast<std::size_t>((least + 7) / 8),
                      static_cast<std::size_t>(most / 8)};
    if (chain.least > chain.most) g.object.refuse("no whole byte is between \"minOutLen\" and \"maxOutLen\"");
    bytes last = seed_of(g, test);
    std::vector<answer> results(results_of_chain);
    for (answer& one : results) {
        last = chain.result(std::move(last));
        one.hex("md", last).number("outLen", 8 * last.size());
    }
    out.objects("resultsArray", results);
}

}  // namespace

void answer_sha2(const group& g, const node& test, answer& out) {
    if (g.test_type == "MCT") return answer_chain(g, test, out, sha2_result);
    const any_hash hash = created(g, g.algorithm.ours);
    if (g.test_type == "LDT") return answer_large(g, test, out, hash.output_size());
    if (g.test_type != "AFT") g.refuse_type();
    // The odd bits are the high ones, for ACVP as for the library.
    out.hex("md", digest_of(hash, bits_of(g, test, "msg", "len"), 8 * hash.output_size()).data);
}

void answer_sha3(const group& g, const node& test, answer& out) {
    if (g.test_type == "MCT") return answer_chain(g, test, out, sha3_result);
    const any_hash hash = created(g, g.algorithm.ours);
    if (g.test_type == "LDT") return answer_large(g, test, out, hash.output_size());
    if (g.test_type != "AFT") g.refuse_type();
    out.hex("md", digest_of(hash, shifted_down(bits_of(g, test, "msg", "len")), 8 * hash.output_size()).data);
}

void answer_shake(const group& g, const node& test, answer& out) {
    if (g.test_type == "MCT") return answer_shake_chain(g, test, out);
    const std::size_t bits = output_bits(g, test, "outLen");
    if (g.test_type == "LDT") {
        if (bits % 8 != 0) g.member(test, "outLen").not_answered("outputs of large data tests are of whole bytes");
        return answer_large(g, test, out, bits / 8);
    }
    if (g.test_type != "AFT" && g.test_type != "VOT") g.refuse_type();
    const bit_string message = shifted_down(bits_of(g, test, "msg", "len"));
    const bit_string md = digest_of(created(g, g.algorithm.ours), message, bits);
    // The older revision has the odd bits of an output at the low end.
    const bool low = g.algorithm.revision == "1.0";
    out.hex("md", low ? md.data : shifted_up(md).data).number("outLen", bits);
}

}  // namespace hashlane::cli::acvp
