// SPDX-License-Identifier: Apache-2.0 OR MIT
// hashlane selftest: the answers of selftest_vectors.hpp on every target of this machine.

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hashlane/any.hpp>
#include <hashlane/any_batch.hpp>
#include <hashlane/ascon.hpp>
#include <hashlane/ascon_v12.hpp>

#include "app.hpp"
#include "console.hpp"
#include "selftest_vectors.hpp"
#include "text.hpp"
#include "verbs.hpp"

namespace hashlane::cli {
namespace {

// RFC 9861 s.5: 0x00 .. 0xfa, again and again.
bytes pattern(std::size_t size) {
    bytes out(size);
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::uint8_t>(i % 251);
    return out;
}

bytes string_of(const char* hex, std::size_t pattern_size = 0) {
    return pattern_size != 0 ? pattern(pattern_size) : from_hex(hex).value();
}

// "aa,bb" is a tuple of two elements; anything else is a message, fed in two pieces.
void feed(any_hash& state, const known_answer& k, std::size_t pieces) {
    if ((state.info().parameters & parameter::elements) != 0) {
        for (std::string_view rest = k.message;;) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            state.update(from_hex(rest.substr(0, comma)).value());
            if (comma == rest.size()) return;
            rest.remove_prefix(comma + 1);
        }
    }
    const bytes message = string_of(k.message, k.pattern);
    const std::size_t first = message.size() / pieces;
    state.update(std::span(message).first(first)).update(std::span(message).subspan(first));
}

// Every lane of a wide kernel, and the few that are left over.
bool holds_side_by_side(const any_hash& fresh, const bytes& message, const bytes& expected) {
    for (std::size_t n : {2u, 3u, 19u, 35u}) {
        const std::vector<bytes> messages(n, message);
        bytes got(n * expected.size());
        if (!digest_many(fresh, messages, got)) return false;
        for (auto digest = got.begin(); digest != got.end(); digest += std::ssize(expected))
            if (!std::equal(expected.begin(), expected.end(), digest)) return false;
    }
    return true;
}

// Lengths that have kernels of their own, as one message is digested.
bool agree_side_by_side(const any_hash& fresh, std::size_t digest_size) {
    return std::ranges::all_of(std::initializer_list<std::size_t>{0, 32, 64, 128}, [&](std::size_t size) {
        const bytes message = pattern(size);
        bytes expected(digest_size);
        any_hash one = fresh;
        return one.update(message).digest(expected) && holds_side_by_side(fresh, message, expected);
    });
}

bool holds(const known_answer& k) {
    const bytes key = string_of(k.key), custom = string_of(k.custom, k.custom_pattern), name = string_of(k.name);
    bytes expected = string_of(k.output), got(expected.size());
    std::string_view error;
    const auto fresh = any_hash::create(k.algorithm, {key, custom, name, got.size(), k.block, k.domain}, error);
    if (!fresh) return false;
    for (std::size_t pieces = 1; pieces <= 3; ++pieces) {
        any_hash state = *fresh;
        feed(state, k, pieces);
        if (!state.digest(got) || got != expected) return false;
    }
    const bool one_string = std::string_view(k.message).find(',') == std::string_view::npos;
    return !one_string || (holds_side_by_side(*fresh, string_of(k.message, k.pattern), expected) &&
                           agree_side_by_side(*fresh, expected.size()));
}

// Whole, in place, and refused when a bit of the tag is another.
template <class Aead>
bool seals(const known_seal& k) {
    const bytes key = string_of(k.key), nonce = string_of(k.nonce), associated = string_of(k.associated);
    const bytes text = string_of(k.text), sealed = string_of(k.sealed);
    const auto box = Aead::create(key);
    if (!box || nonce.size() != Aead::nonce_size || sealed.size() != text.size() + Aead::tag_size) return false;
    const std::span<const std::uint8_t, Aead::nonce_size> n(nonce.data(), Aead::nonce_size);
    bytes buffer = text;
    auto tag = box->encrypt(n, associated, buffer, buffer);
    bytes got = buffer;
    got.insert(got.end(), tag.begin(), tag.end());
    const bool opened = box->decrypt(n, associated, buffer, tag, buffer) && buffer == text;
    tag[0] ^= 1;
    return got == sealed && opened && !box->decrypt(n, associated, buffer, tag, buffer);
}

bool holds(const known_seal& k) {
    const std::string_view name = k.algorithm;
    return name == ascon_aead128::name         ? seals<ascon_aead128>(k)
           : name == ascon_v12::aead128::name  ? seals<ascon_v12::aead128>(k)
           : name == ascon_v12::aead128a::name ? seals<ascon_v12::aead128a>(k)
                                               : name == ascon_v12::aead80pq::name && seals<ascon_v12::aead80pq>(k);
}

struct tally {
    std::size_t passed = 0, failed = 0;

    void add(bool good, const std::string& target, const char* algorithm) {
        ++(good ? passed : failed);
        if (!good) console::complain(target + ": " + algorithm + ": a wrong answer");
    }
    std::string text() const { return std::to_string(passed) + " passed, " + std::to_string(failed) + " failed"; }
};

tally test_target(const std::string& target) {
    tally count;
    for (const known_answer& k : known_answers) count.add(holds(k), target, k.algorithm);
    for (const known_seal& k : known_seals) count.add(holds(k), target, k.algorithm);
    return count;
}

}  // namespace

int selftest_verb(const words& arguments) {
    command_line line("Known answers, from third-party test vectors, on every instruction set of this machine.",
                      "hashlane selftest");
    if (!line.read(arguments)) return good;
    line.refuse_operands();
    tally all;
    for (std::string_view name : available_targets()) {
        const std::string target(name);
        if (!use_target(target)) throw failure("target " + target + " cannot be used");
        const tally count = test_target(target);
        console::write(target + ": " + count.text() + "\n");
        all.passed += count.passed;
        all.failed += count.failed;
    }
    console::write(all.text() + "\n");
    return all.failed == 0 && all.passed != 0 ? good : bad;
}

}  // namespace hashlane::cli
