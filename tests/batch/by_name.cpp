// SPDX-License-Identifier: Apache-2.0 OR MIT
// Every algorithm by its name, its messages side by side, against one after the other.
#include "batch.hpp"

using namespace batch_test;

namespace {

hl::any_hash make(const hl::algorithm& a) {
    static const bytes key(40, 0x4b);
    hl::any_options o;
    if (a.parameters & hl::parameter::key) o.key = key;
    if (a.parameters & hl::parameter::customization) o.customization = view(key).first(7);
    std::string_view error;
    auto hash = hl::any_hash::create(a.name, o, error);
    REQUIRE(hash);
    return *hash;
}

bytes in_turn(const hl::any_hash& prefix, const std::vector<view>& messages, std::size_t size) {
    bytes out(messages.size() * size);
    for (std::size_t i = 0; i < messages.size(); ++i) {
        hl::any_hash h = prefix;
        REQUIRE(h.update(messages[i]).digest(std::span(out).subspan(i * size, size)));
    }
    return out;
}

template <class F>
void each_digesting(F&& f) {
    for (const hl::algorithm& a : hl::algorithms())
        if (a.kind != hl::kind::aead && a.kind != hl::kind::kdf) {
            CAPTURE(std::string(a.name));
            f(a);
        }
}

}  // namespace

TEST_CASE("every row of the registry") {
    std::vector<view> messages;
    for (std::size_t i = 0; i < 70; ++i) messages.push_back(message(i, i < 40 ? 40 : i * 37 % 500));
    messages.push_back(message(70, 20000));
    each_digesting([&](const hl::algorithm& a) {
        const std::size_t size = a.any_length ? a.digest_size + 3 : a.digest_size;
        hl::any_hash prefix = make(a);
        for (const unsigned n : {1u, 3u}) {
            bytes out(messages.size() * size);
            CHECK(hl::digest_many(prefix, messages, out, hl::threads{n}));
            CHECK(out == in_turn(prefix, messages, size));
            prefix.update(message(99, 33));  // what all begin with
        }
    });
}

TEST_CASE("another size is refused, and nothing is written") {
    const std::vector<view> three(3, message(1, 20)), none;
    each_digesting([&](const hl::algorithm& a) {
        const hl::any_hash prefix = make(a);
        for (const std::size_t wrong : {3 * a.digest_size + 1, 3 * a.digest_size - 3, 3 * a.digest_size + 3}) {
            if (a.any_length && wrong % 3 == 0) continue;
            bytes out(wrong, 0xa5);
            CHECK_FALSE(hl::digest_many(prefix, three, out));
            CHECK(out == bytes(wrong, 0xa5));
        }
        bytes nothing, something(1);
        CHECK(hl::digest_many(prefix, none, nothing));
        CHECK_FALSE(hl::digest_many(prefix, none, something));
    });
}

TEST_CASE("arrays as digests") {
    const std::vector<std::string> messages{"a", "bc", ""};
    std::vector<hl::sha256::digest_type> out(3);
    std::vector<std::array<std::uint8_t, 31>> short_ones(3);
    const auto sha256 = hl::any_hash::create("sha256");
    REQUIRE(sha256);
    CHECK(hl::digest_many(*sha256, messages, out));
    CHECK(out[1] == hl::sha256::digest(std::string_view("bc")));
    CHECK_FALSE(hl::digest_many(*sha256, messages, short_ones));
}
