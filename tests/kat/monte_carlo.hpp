// SPDX-License-Identifier: Apache-2.0 OR MIT
// Chains of a thousand hashes between two checked ones: NIST's Monte Carlo tests, of four kinds.
#pragma once

#include "kat.hpp"

namespace kat {

struct monte_file {
    const char* path;
    vectors::format format;
    void (*check)(const records&, tally&);
};

inline void check_file(const monte_file& f) {
    const records all = vectors::load(f.format, f.path);
    if (all.empty()) return;
    tally count(f.path);
    each_target([&] { f.check(all, count); });
}

template <class H>
bytes hash_bytes(const bytes& message) {
    const auto d = hashlane::digest<H>(message);
    return bytes(d.begin(), d.end());
}

inline bytes joined(std::initializer_list<const bytes*> parts) {
    bytes out;
    for (const bytes* p : parts) out.insert(out.end(), p->begin(), p->end());
    return out;
}

// The hundred results of a file: in a .rsp file they follow the seed, in ACVP they are a list of the MCT case.
struct monte_results {
    bytes seed;
    std::vector<const record*> expected;
};

inline monte_results cavp_monte(const records& all, std::string_view seed) {
    monte_results out{all.at(0).hex(seed), {}};
    for (std::size_t i = 1; i < all.size(); ++i) out.expected.push_back(&all[i]);
    return out;
}

inline monte_results acvp_monte(const records& all) {
    for (const record& r : all)
        if (r.text("testType") == "MCT") {
            monte_results out{r.hex("msg"), {}};
            for (const record& result : r.lists.find("resultsArray")->second) out.expected.push_back(&result);
            return out;
        }
    return {};
}

template <class Step>
void check_chain(const monte_results& m, std::string_view field, tally& count, Step&& thousand) {
    bytes seed = m.seed;
    std::size_t i = 0;
    CHECK(!m.expected.empty());
    for (const record* want : m.expected) {
        seed = thousand(seed);
        count.vector();
        count.check(seed == want->hex(field), "step " + std::to_string(i++), "chain of 1000");
    }
}

// SHAVS 6.4: each message is the last three digests.
template <class H>
bytes sha2_thousand(const bytes& seed) {
    bytes a = seed, b = seed, c = seed;
    for (int i = 0; i < 1000; ++i) {
        bytes d = hash_bytes<H>(joined({&a, &b, &c}));
        a = std::move(b);
        b = std::move(c);
        c = std::move(d);
    }
    return c;
}

// ACVP's "alternate" version: the last three digests, cut or filled with zeros to the length of the first seed.
template <class H>
bytes sha2_alternate_thousand(const bytes& seed, std::size_t length) {
    bytes a = seed, b = seed, c = seed;
    for (int i = 0; i < 1000; ++i) {
        bytes message = joined({&a, &b, &c});
        message.resize(length);
        bytes d = hash_bytes<H>(message);
        a = std::move(b);
        b = std::move(c);
        c = std::move(d);
    }
    return c;
}

// SHA3VS 6.2.3: each message is the last digest.
template <class H>
bytes sha3_thousand(bytes seed) {
    for (int i = 0; i < 1000; ++i) seed = hash_bytes<H>(seed);
    return seed;
}

template <class H>
void sha2_monte(const records& all, tally& count) {
    check_chain(cavp_monte(all, "Seed"), "MD", count, sha2_thousand<H>);
}

template <class H>
void sha2_acvp_monte(const records& all, tally& count) {
    const monte_results m = acvp_monte(all);
    const std::size_t length = m.seed.size();
    check_chain(m, "md", count, [&](const bytes& seed) { return sha2_alternate_thousand<H>(seed, length); });
}

template <class H>
void sha3_monte(const records& all, tally& count) {
    check_chain(cavp_monte(all, "Seed"), "MD", count, sha3_thousand<H>);
}

template <class H>
void sha3_acvp_monte(const records& all, tally& count) {
    check_chain(acvp_monte(all), "md", count, sha3_thousand<H>);
}

// SHA3VS 6.3.3: the message is the first 128 bits of the last output, whose last 16 bits choose the next length.
template <class X>
void shake_monte(const records& all, tally& count) {
    const std::size_t least = all.at(1).number("Minimum Output Length (bits)") / 8;
    const std::size_t most = all.at(1).number("Maximum Output Length (bits)") / 8;
    std::size_t size = most;
    check_chain(cavp_monte(all, "Msg"), "Output", count, [&](bytes last) {
        for (int i = 0; i < 1000; ++i) {
            last.resize(16);
            bytes next(size);
            hashlane::digest_into<X>(last, std::span(next));
            const std::size_t choice = next[size - 2] * 256u + next[size - 1];
            size = least + choice % (most - least + 1);
            last = std::move(next);
        }
        return last;
    });
}

// ACVP for SP 800-185: lengths in bits. The last 16 bits of an output choose the next length (and ParallelHash's next
// block); the next customization string is made of letters out of them and of what was hashed.
struct chosen_by_last_bits {
    std::size_t bits, block = 1;
    bytes customization, output;

    static std::size_t last_16(const bit_string& s) {  // s as a number, odd bits high
        std::uint32_t v = 0;
        for (std::size_t i = s.data.size() - 3; i < s.data.size(); ++i) v = v << 8 | s.data[i];
        return (s.odd() ? v >> (8 - s.odd()) : v) & 0xffff;
    }
    void choose_next(const record& limits, const bytes& hashed) {
        const std::size_t choice = last_16(bit_string(output, bits));
        const std::size_t least = limits.number("minOutLen"), most = limits.number("maxOutLen");
        bits = least + choice % (most - least + 1);
        bits -= bits % limits.number("outLenIncrement");
        if (limits.has("minBlockSize")) {
            const std::size_t least_block = limits.number("minBlockSize");
            block = least_block + choice % (limits.number("maxBlockSize") - least_block + 1);
        }
        customization = hashed;
        customization.push_back(static_cast<std::uint8_t>(choice >> 8));
        customization.push_back(static_cast<std::uint8_t>(choice));
        for (auto& c : customization) c = static_cast<std::uint8_t>('A' + c % 26);
    }
};

// `compute` fills the step's output from the beginning of the last one, first bit lowest, and returns what was hashed.
template <class Compute>
void check_choosing_chain(const record& mct, std::size_t beginning, tally& count, Compute&& compute) {
    chosen_by_last_bits step{mct.number("maxOutLen"), 1, {}, mct.hex(mct.has("msg") ? "msg" : "tuple")};
    const auto& expected = mct.lists.find("resultsArray")->second;
    CHECK(!expected.empty());
    for (const record& want : expected) {
        std::size_t bits = 0;
        for (int i = 0; i < 1000; ++i) {
            bytes message = step.output;
            message.resize(beginning);
            bits = step.bits;
            step.output.assign((bits + 7) / 8, 0);
            const bytes hashed = compute(step, message);
            if (bits % 8 != 0) step.output.back() = static_cast<std::uint8_t>(step.output.back() << (8 - bits % 8));
            step.choose_next(mct, hashed);
        }
        count.vector();
        count.check(bits == want.number("outLen") && step.output == want.hex("md"), mct.where, "chain of 1000");
    }
}

}  // namespace kat
