// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// The part of selftest.hpp that tests hashes, XOFs and MACs. Programs include selftest.hpp.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "../by_name/batch.hpp"
#include "../by_name/hash.hpp"
#include "../many/xof_lanes.hpp"
#include "vectors.hpp"

namespace hashlane::inline HASHLANE_ABI::selftests {

using view = std::span<const std::uint8_t>;

inline bool equal(view a, view b) { return std::ranges::equal(a, b); }

constexpr std::uint8_t nibble(char c) { return static_cast<std::uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10); }

// Writes the pattern of RFC 9861 s.5, the bytes 0x00 .. 0xfa repeated, from its byte `at` on.
constexpr void pattern(std::span<std::uint8_t> out, std::size_t at = 0) {
    for (std::uint8_t& b : out) b = static_cast<std::uint8_t>(at++ % 251);
}

// This holds the bytes of a string of the table, or of a pattern.
class octets {
  public:
    constexpr explicit octets(std::string_view hex, std::size_t of_pattern = 0)
        : n(of_pattern != 0 ? of_pattern : hex.size() / 2) {
        if (of_pattern != 0) pattern(std::span(bytes).first(n));
        for (std::size_t i = 0; 2 * i < hex.size(); ++i)
            bytes[i] = static_cast<std::uint8_t>(nibble(hex[2 * i]) << 4 | nibble(hex[2 * i + 1]));
    }
    constexpr const std::uint8_t* data() const { return bytes; }
    constexpr std::size_t size() const { return n; }
    constexpr const std::uint8_t* begin() const { return bytes; }
    constexpr const std::uint8_t* end() const { return bytes + n; }

  private:
    std::uint8_t bytes[longest_string] = {};
    std::size_t n;
};

// This number of messages fills the lanes of any kernel, with some messages left over.
inline constexpr std::size_t many_messages = 35;

struct memory {
    std::uint8_t window[5 * 8192];  // it holds leaves of KangarooTwelve side by side
    std::uint8_t digests[many_messages * longest_string];
};

// Absorbs a message in pieces. "aa,bb" is a tuple of two elements, and each is absorbed whole.
inline void feed(any_hash& state, const known_answer& k, std::size_t pieces, memory& m) {
    if ((state.info().parameters & parameter::elements) != 0) {
        for (std::string_view rest = k.message;;) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            state.update(octets(rest.substr(0, comma)));
            if (comma == rest.size()) return;
            rest.remove_prefix(comma + 1);
        }
    }
    if (k.pattern == 0) {
        const octets message(k.message);
        const std::size_t first = message.size() / pieces;
        state.update(view(message).first(first)).update(view(message).subspan(first));
        return;
    }
    for (std::size_t at = 0, end = k.pattern / pieces; at < k.pattern; end = k.pattern)
        for (std::size_t n = 0; at < end; at += n) {
            n = std::min(end - at, sizeof m.window);
            pattern(std::span(m.window).first(n), at);
            state.update(std::span(m.window).first(n));
        }
}

// Tests every lane of a wide kernel, and the few messages that are left over.
inline bool holds_side_by_side(const any_hash& fresh, view message, view expected, memory& m) {
    std::array<view, many_messages> messages;
    messages.fill(message);
    for (const std::size_t n : {std::size_t{2}, std::size_t{3}, std::size_t{19}, many_messages}) {
        const std::span<std::uint8_t> got(m.digests, n * expected.size());
        if (!digest_many(fresh, std::span(messages).first(n), got)) return false;
        for (std::size_t i = 0; i < n; ++i)
            if (!equal(got.subspan(i * expected.size(), expected.size()), expected)) return false;
    }
    return true;
}

// Tests lengths that have kernels of their own. The digests must be those of one message at a time.
inline bool agree_side_by_side(const any_hash& fresh, std::size_t digest_size, memory& m) {
    std::uint8_t message[128], expected[longest_string];
    pattern(message);
    const std::span<std::uint8_t> digest(expected, digest_size);
    for (const std::size_t size : {std::size_t{0}, std::size_t{32}, std::size_t{64}, std::size_t{128}}) {
        const view whole(message, size);
        any_hash one = fresh;
        if (!one.update(whole).digest(digest) || !holds_side_by_side(fresh, whole, digest, m)) return false;
    }
    return true;
}

// Tests a whole message beside others, and the lengths of agree_side_by_side() once for each algorithm.
inline bool holds_in_batches(const any_hash& fresh, const known_answer& k, view expected, bool first, memory& m) {
    if (first && !agree_side_by_side(fresh, expected.size(), m)) return false;
    if (std::string_view(k.message).find(',') != std::string_view::npos || k.pattern > sizeof m.window) return true;
    if (k.pattern == 0) return holds_side_by_side(fresh, octets(k.message), expected, m);
    const std::span<std::uint8_t> message(m.window, k.pattern);
    pattern(message);
    return holds_side_by_side(fresh, message, expected, m);
}

inline bool holds(const known_answer& k, bool first, memory& m) {
    const octets key(k.key), custom(k.custom, k.custom_pattern), name(k.name), expected(k.output);
    std::uint8_t digest[longest_string];
    const std::span<std::uint8_t> got(digest, expected.size());
    any_options options{.output_size = got.size()};
    if (key.size() != 0) options.key = key;
    if (custom.size() != 0) options.customization = custom;
    if (name.size() != 0) options.function_name = name;
    if (k.block != 0) options.parallel_block = k.block;
    if (k.domain != 0) options.domain = k.domain;
    const auto fresh = any_hash::create(k.algorithm, options);
    if (!fresh) return false;
    for (std::size_t pieces = 1; pieces <= 3; ++pieces) {
        any_hash state = *fresh;
        feed(state, k, pieces, m);
        if (!state.digest(got) || !equal(got, expected)) return false;
    }
    return holds_in_batches(*fresh, k, expected, first, m);
}

// Tests streams of output of several messages, absorbed and squeezed by whole blocks. The output must be that of one
// message at a time.
template <class X, std::size_t N>
bool streams_agree() {
    constexpr std::size_t size = 2 * X::block_size;
    std::uint8_t message[size + N], got[N * size], expected[size];
    pattern(message);
    std::array<view, N> messages;
    for (std::size_t j = 0; j < N; ++j) messages[j] = view(message).subspan(j, size);
    xof_lanes<X, N> streams(messages);
    streams.squeeze_blocks(std::span<std::uint8_t>(got), 2);
    for (std::size_t j = 0; j < N; ++j) {
        digest_into<X>(messages[j], expected);
        if (!equal(view(got).subspan(j * size, size), expected)) return false;
    }
    return true;
}

template <class X>
bool all_streams_agree() {
    return streams_agree<X, 2>() && streams_agree<X, 4>() && streams_agree<X, 8>();
}

template <class Report>
void test_hashes(Report&& report) {
    memory m;
    std::string_view last;
    for (const known_answer& k : known_answers) {
        report(k.algorithm, holds(k, last != k.algorithm, m));
        last = k.algorithm;
    }
    report(shake128::name, all_streams_agree<shake128>());
    report(shake256::name, all_streams_agree<shake256>());
}

}  // namespace hashlane::inline HASHLANE_ABI::selftests
