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
    const auto d = H::digest(message);
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
        a = std::move(b), b = std::move(c), c = std::move(d);
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
        a = std::move(b), b = std::move(c), c = std::move(d);
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
            X::digest(last, std::span(next));
            const std::size_t choice = next[size - 2] * 256u + next[size - 1];
            size = least + choice % (most - least + 1);
            last = std::move(next);
        }
        return last;
    });
}

}  // namespace kat
