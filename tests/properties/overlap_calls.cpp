// SPDX-License-Identifier: Apache-2.0 OR MIT
// The functions of classes and the free functions, for all algorithms: each output over each input that overlap.txt allows.
#include "overlap.hpp"

using namespace overlap_test;
using namespace std::literals;

namespace {

using octets = std::span<const std::uint8_t>;
using output = std::span<std::uint8_t>;

template <class F>
void each_type(F&& f) {
    hl::registry::for_each(
        [&]<class Row>(Row) { f.template operator()<typename Row::type>(std::string(Row::info().name)); });
}

// As many bytes as a result of T has, or more than one block.
template <class T>
constexpr std::size_t size_of_result() {
    if constexpr (requires { T::digest_size; })
        return T::digest_size;
    else
        return 200;
}

template <class T>
constexpr bool hashes_bytes() {
    if constexpr (hl::arguments::is_hash<T> && hl::arguments::message<T, octets>)
        return hl::arguments::takes<T, octets>();
    else
        return false;
}

// Ascon-AEAD128, Ascon-128, Ascon-128a: AEADs of fixed sizes of key and nonce.
template <class F>
void each_aead_type(F&& f) {
    hl::any_detail::each_aead(f);
}

}  // namespace

TEST_CASE("free functions: digest_into over the message") {
    std::size_t tried = 0;
    each_type([&]<class T>(const std::string& name) {
        if constexpr (hashes_bytes<T>()) {
            ++tried;
            check(name, {300}, size_of_result<T>(),
                  [](const inputs& in, output out) { hl::digest_into<T>(in[0], out); });
        }
    });
    CHECK(tried > 20);
}

TEST_CASE("free functions: digest_into of a tuple over its elements and the customization string") {
    const auto each = []<class T>(T, const char* name) {
        check(name, {40, 7, 9}, 100,
              [](const inputs& in, output out) { hl::digest_into<T>(std::tuple(in[0], in[1]), out, in[2]); });
        check(name, {40, 7, 9}, 100, [](const inputs& in, output out) {
            T h(in[2]);
            h.absorb(in[0]).absorb(in[1]);
            if constexpr (is_xof<T>)
                h.reader().squeeze(out);
            else
                h.digest_into(out);
        });
    };
    each(hl::tuplehash128(), "TupleHash128");
    each(hl::tuplehash256(), "TupleHash256");
    each(hl::tuplehashxof128(), "TupleHashXOF128");
    each(hl::tuplehashxof256(), "TupleHashXOF256");
    check("TupleHash128 in bits", {40}, 100,
          [](const inputs& in, output out) { hl::tuplehash128().absorb(in[0]).digest_bits_into(out, 799); });
}

TEST_CASE("free functions: tag_into over the key and the message") {
    std::size_t tried = 0;
    each_type([&]<class T>(const std::string& name) {
        if constexpr (hl::arguments::is_mac<T>) {
            ++tried;
            check(name, {32, 200}, size_of_result<T>(),
                  [](const inputs& in, output out) { hl::tag_into<T>(in[0], in[1], out); });
        }
    });
    CHECK(tried > 8);
    check("KMAC128 with a customization string", {32, 200, 9}, 100,
          [](const inputs& in, output out) { hl::tag_into<hl::kmac128>(in[0], in[1], out, in[2]); });
}

TEST_CASE("objects: tag_into and tag_bits_into over the key and the message") {
    each_type([]<class T>(const std::string& name) {
        if constexpr (hl::arguments::is_mac<T>)
            check(name, {32, 200}, size_of_result<T>(), [](const inputs& in, output out) {
                T mac(in[0]);
                hl::arguments::fed(mac, in[1]).tag_into(out);
            });
        if constexpr (hl::arguments::is_mac<T> && requires(T& mac, output out) { mac.tag_bits_into(out, 8); })
            check(name + " in bits", {32, 200}, 100, [](const inputs& in, output out) {
                T mac(in[0]);
                mac.update(in[1]);
                mac.tag_bits_into(out, 8 * out.size() - 3);
            });
    });
    for (const hl::algorithm& a : hl::algorithms()) {
        if (a.kind != hl::kind::mac) continue;
        check(std::string(a.name) + " by name", {32, 200}, a.digest_size, [&](const inputs& in, output out) {
            auto mac = hl::any_mac::create(a.name, {.key = in[0]});
            REQUIRE(mac);
            CHECK(mac->update(in[1]).tag_into(out));
        });
    }
}

TEST_CASE("objects: digest_into and digest_bits_into over the message") {
    check("ParallelHash128", {300, 9}, 100,
          [](const inputs& in, output out) { hl::parallelhash128(64, in[1]).update(in[0]).digest_into(out); });
    check("ParallelHash256 in bits", {300, 9}, 100, [](const inputs& in, output out) {
        hl::parallelhash256(64, in[1]).update(in[0]).digest_bits_into(out, 793);
    });
    for (const hl::algorithm& a : hl::algorithms()) {
        const auto h = hl::any_hash::create(a.name);
        if (!h || !h->takes_bits()) continue;
        check(std::string(a.name) + " in bits by name", {300}, a.digest_size, [&](const inputs& in, output out) {
            auto one = *h;
            const hl::partial_byte last{5, 3};
            CHECK(one.update(in[0]).digest(out, last));
        });
    }
}

TEST_CASE("readers: squeeze over the message, by name") {
    for (const hl::algorithm& a : hl::algorithms()) {
        auto h = hl::any_hash::create(a.name);
        if (!h || a.kind != hl::kind::xof) continue;
        check(std::string(a.name), {300}, 200, [&](const inputs& in, output out) {
            auto one = *hl::any_hash::create(a.name);
            auto reader = one.update(in[0]).reader();
            REQUIRE(reader);
            reader->squeeze(out.first(9));
            reader->squeeze(out.subspan(9));
        });
    }
}

TEST_CASE("key derivation: free functions over all inputs") {
    each_type([]<class T>(const std::string& name) {
        if constexpr (hl::arguments::is_kdf<T>) {
            if constexpr (T::one_shot::template takes<octets, octets, octets>)
                check(name, {20, 32, 40}, 90,
                      [](const inputs& in, output out) { CHECK(hl::derive_into<T>(in[0], in[1], in[2], out)); });
            else
                check(name, {20, 32}, 90,
                      [](const inputs& in, output out) { CHECK(hl::derive_into<T>(in[0], in[1], 2, out)); });
        }
        if constexpr (hashes_bytes<T>()) {
            if constexpr (requires { typename hl::hkdf<T>::one_shot; }) {
                if constexpr (requires(octets k, output out) { hl::hkdf_extract_into<T>(k, k, out); }) {
                    if constexpr (requires { T::digest_size; }) {
                        check(name + " extract", {20, 40}, T::digest_size,
                              [](const inputs& in, output out) { hl::hkdf_extract_into<T>(in[0], in[1], out); });
                        check(name + " expand", {T::digest_size, 40}, 90,
                              [](const inputs& in, output out) { CHECK(hl::hkdf_expand_into<T>(in[0], in[1], out)); });
                    }
                }
            }
        }
    });
}

TEST_CASE("AEAD classes: text and ciphertext over each other, key, nonce, associated data and tag") {
    const bytes text = random_bytes(70, 5);
    each_aead_type([&]<class A>() {
        const std::string name(A::name);
        check(name + " encrypt", {A::key_size, 16, 50}, text.size(), [&](const inputs& in, output out) {
            const A aead = *A::create(in[0]);
            const std::span<const std::uint8_t, 16> nonce = in[1].first<16>();
            const auto tag = aead.encrypt(nonce, in[2], text, out);
            for (std::size_t i = 0; i < tag.size(); ++i) out[i] ^= tag[i];
        });
        check(name + " pieces", {A::key_size, 16, 50}, text.size(), [&](const inputs& in, output out) {
            const A aead = *A::create(in[0]);
            const std::span<const std::uint8_t, 16> nonce = in[1].first<16>();
            auto pieces = aead.encryptor(nonce, in[2]);
            pieces.update(std::span(text).first(21), out.first(21));
            pieces.update(std::span(text).subspan(21), out.subspan(21));
            const auto tag = pieces.finish();
            for (std::size_t i = 0; i < tag.size(); ++i) out[i] ^= tag[i];
        });
        const bytes key = random_bytes(A::key_size, 1), nonce = random_bytes(16, 2), data = random_bytes(30, 3);
        const A aead = *A::create(key);
        const std::span<const std::uint8_t, 16> n = std::span(nonce).template first<16>();
        bytes apart(text.size()), in_place = text;
        const auto tag = aead.encrypt(n, data, text, apart);
        CHECK(aead.encrypt(n, data, in_place, in_place) == tag);
        CHECK(in_place == apart);
        CHECK(aead.decrypt(n, data, in_place, tag, in_place));
        CHECK(in_place == text);
        // A text over the tag that came with it, and over the associated data.
        bytes memory(200);
        for (std::size_t at = 60; at <= 150; ++at) {
            std::ranges::copy(tag, memory.begin() + 100);
            std::ranges::copy(data, memory.begin() + 130);
            const output out = std::span(memory).subspan(at - 60, text.size());
            CHECK(aead.decrypt(n, std::span(memory).subspan(130, 30), apart,
                               std::span(memory).template subspan<100, 16>(), out));
            CHECK(std::ranges::equal(out, text));
        }
        auto opening = aead.decryptor(n, data);
        bytes opened = apart;
        opening.update(opened, opened);
        CHECK(opening.finish(tag));
        CHECK(opened == text);
    });
}

TEST_CASE("streams of several messages: an output over the messages") {
    for (std::size_t at = 0; at <= 200; at += 8) {
        bytes memory = random_bytes(2000, 7);
        const bytes fresh = memory;
        const auto messages = [](const bytes& m) { return hl::fixed_width(std::span(m).subspan(200, 160), 40); };
        bytes apart(4 * 168);
        hl::xof_lanes<hl::shake128, 4>(messages(fresh)).squeeze_blocks(apart, 1);
        const output out = std::span(memory).subspan(at, apart.size());
        hl::xof_lanes<hl::shake128, 4>(messages(memory)).squeeze_blocks(out, 1);
        CHECK(std::ranges::equal(out, apart));
    }
}

TEST_CASE("states side by side: inputs, states and outputs that touch") {
    constexpr std::size_t rate = 168, states = 8 * 50;  // bytes of a block, and of two states
    alignas(8) std::array<std::uint8_t, states + 4 * rate> memory{};
    std::array<std::uint64_t, 50> words{}, again{};
    std::array<std::uint8_t, 2 * rate> first{}, message;
    std::ranges::copy(random_bytes(2 * rate, 7), message.begin());
    const auto compute = [&](std::uint64_t* s, std::uint8_t* in, std::uint8_t* to) {
        const std::uint8_t* const ins[] = {in, in + rate};
        std::uint8_t* const outs[] = {to, to + rate};
        std::ranges::copy(message, in);
        hl::keccak_f1600_blocks<2, rate>(std::span<std::uint64_t, 50>(s, 50), ins, nullptr, 1);
        hl::keccak_f1600_blocks<2, rate>(std::span<std::uint64_t, 50>(s, 50), nullptr, outs, 1);
    };
    std::array<std::uint8_t, 2 * rate> apart = message;
    compute(words.data(), apart.data(), first.data());
    compute(again.data(), memory.data() + states, memory.data() + states + 2 * rate);
    CHECK(words == again);
    CHECK(std::ranges::equal(std::span(memory).last(2 * rate), first));
    CHECK(std::ranges::equal(std::span(memory).subspan(states, 2 * rate), message));
    CHECK(std::ranges::all_of(std::span(memory).first(states), [](std::uint8_t b) { return b == 0; }));
}

TEST_CASE("chains of hashes: states and values that touch") {
    struct {
        std::array<std::array<std::uint64_t, 16>, 2> before{};
        std::array<std::uint64_t, 200> states{};
        std::array<std::array<std::uint64_t, 16>, 2> behind{};
    } memory;
    const auto chains = [](auto& states, auto& values) {
        hl::keccak_f1600_chains<8, hl::keccak_chain{.words = 2, .value = 23, .counter = 0, .increment = 1}>(states,
                                                                                                            values);
    };
    std::array<std::uint64_t, 200> states{};
    std::array<std::array<std::uint64_t, 16>, 2> values{};
    chains(states, values);
    chains(memory.states, memory.behind);
    CHECK(memory.states == states);
    CHECK(memory.behind == values);
    chains(states, values);
    chains(memory.states, memory.before);
    CHECK(memory.states == states);
    CHECK(memory.before == values);
}

TEST_CASE("transcripts: a challenge over what was sent") {
    const auto each = []<class D>(D) {
        const auto statement = hl::session<D>::of("tests/overlap"sv).encoded_instance("instance"sv);
        check("challenge", {50}, 64, [&](const inputs& in, output out) {
            bytes proof;
            hl::prover p(statement, proof);
            p.template send<hl::string_codec>(in[0]);
            p.challenge(out);
        });
    };
    each(hl::shake128_duplex(hl::session_id{}));
    each(hl::own_sha256_duplex(hl::session_id{}));
    each(hl::own_kt128_duplex(hl::session_id{}));
}
