// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <utility>

#include "acvp.hpp"

#include "names.hpp"

namespace hashlane::cli::acvp {

node group::member(const node& test, std::string_view name) const {
    const auto own = test.find(name);
    if (own) return *own;
    const auto shared = object.find(name);
    return shared ? *shared : test.at(name);
}

void group::refuse_type() const {
    object.at("testType")
        .not_answered("tests of the type \"" + printable(test_type) + "\" are not answered for " +
                      std::string(algorithm.algorithm));
}

bit_string bits_of(const group& g, const node& test, std::string_view name, std::string_view count) {
    return test.at(name).bits(g.member(test, count).number_within(0, 8 * most_prompt));
}

bit_string shifted_down(bit_string s) {
    if (s.odd() != 0) s.data.back() = static_cast<std::uint8_t>(s.data.back() >> (8 - s.odd()));
    return s;
}

bit_string shifted_up(bit_string s) {
    if (s.odd() != 0) s.data.back() = static_cast<std::uint8_t>(s.data.back() << (8 - s.odd()));
    return s;
}

bit_string cut_low(bit_string s) {
    if (s.odd() != 0) s.data.back() = static_cast<std::uint8_t>(s.data.back() & ((1 << s.odd()) - 1));
    return s;
}

std::size_t output_bits(const group& g, const node& test, std::string_view name) {
    return g.member(test, name).number_within(1, most_bits);
}

partial_byte partial(const bit_string& s) { return {s.last(), static_cast<unsigned>(s.odd())}; }

any_hash created(const group& g, std::string_view name, const any_options& options) {
    const auto made = any_hash::create(name, options);
    if (!made) g.object.not_answered(std::string(made.error().message()));
    return *made;
}

bit_string digest_of(any_hash hash, const bit_string& message, std::size_t bits) {
    bit_string out{bytes(bytes_of(bits)), bits};
    hash.update(message.whole());
    if (!hash.digest(out.data, partial(message))) throw failure(std::string(hash.info().name) + ": no such output");
    return cut_low(std::move(out));
}

std::span<const std::uint8_t> octets(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace hashlane::cli::acvp
