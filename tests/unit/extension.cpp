// SPDX-License-Identifier: Apache-2.0 OR MIT
// A sponge of a program's own, with the least that the constructions and classes ask for: no kernels for many messages,
// and messages of whole bytes alone. It is Ascon-p[12] with 16 bytes of rate; nobody else computes it.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <hashlane/ascon.hpp>
#include <hashlane/batch.hpp>
#include <hashlane/merkle.hpp>

#include <doctest/doctest.h>

#include "hl_test.hpp"

namespace {

namespace hl = hashlane;
using namespace std::literals;

struct wide_mode : hl::blocks_without_kernels<wide_mode> {
    static constexpr std::size_t words = 5, rate = 16;
    static constexpr std::endian order = std::endian::little;
    static constexpr std::array<std::uint64_t, words> initial{0x77696465};

    static constexpr void permute(std::uint64_t* S) { hl::ascon::permute_state(S, 12); }
    static constexpr void permute_squeeze(std::uint64_t* S) { permute(S); }

    template <class Sponge>
    static constexpr void finish(Sponge& s, std::uint8_t suffix, hl::partial_byte) {
        s.xor_at(s.position, suffix);
        permute(s.A.data());
    }
};

template <std::uint8_t Suffix>
struct wide_sponge : hl::sponge<wide_mode> {
    static constexpr std::size_t block_size = rate;
    static constexpr unsigned security_strength = 96;
    constexpr void finish() { sponge::finish(Suffix, {}); }
};

struct wide_hash : hl::hash<wide_hash, "wide-hash", wide_sponge<0x01>, 24> {
    using hash::hash;
};
struct wide_xof : hl::xof<wide_xof, "wide-xof", wide_sponge<0x03>> {
    using xof::xof;
};

// Its blocks are not permuted at once, as those of Cyclist in hash mode (Xoodyak): behind each block, also a full one,
// stands a byte of padding, and between two blocks a permutation. A message whose last block is full ends there.
struct late_mode : hl::blocks_without_kernels<late_mode> {
    // Those of the permutation, and one that says whether a block was full. What came behind that block, padding and
    // permutation, is what comes between blocks, and before the output if there is no other block.
    static constexpr std::size_t words = 6, rate = 16;
    static constexpr std::endian order = std::endian::little;
    static constexpr std::array<std::uint64_t, words> initial{0x6c617465};

    static constexpr void permute(std::uint64_t* S) {
        S[rate / 8] ^= 1;
        S[5] = 1;
        hl::ascon::permute_state(S, 12);
    }
    static constexpr void permute_squeeze(std::uint64_t* S) {
        S[0] ^= 1;
        hl::ascon::permute_state(S, 12);
    }

    template <class Sponge>
    static constexpr void finish(Sponge& s, std::uint8_t, hl::partial_byte) {
        const bool ends_in_full_block = s.position == 0 && s.A[5] == 1;
        if (ends_in_full_block) return;
        s.xor_at(s.position, 1);
        hl::ascon::permute_state(s.A.data(), 12);
    }
};

// Its rate is no number of words.
template <std::size_t Rate>
struct narrow_mode {
    static constexpr std::size_t words = 5, rate = Rate;
    static constexpr std::endian order = std::endian::little;
    static constexpr std::array<std::uint64_t, words> initial{0x6e6172726f77};

    static constexpr void permute(std::uint64_t* S) { hl::ascon::permute_state(S, 12); }
    static constexpr void permute_squeeze(std::uint64_t* S) { permute(S); }
    template <class B>
    static constexpr void absorb_blocks(std::uint64_t* S, const B* p, std::size_t blocks) {
        for (; blocks != 0; --blocks, p += rate, permute(S))
            for (std::size_t i = 0; i < rate; ++i)
                S[i / 8] ^= std::uint64_t{static_cast<std::uint8_t>(p[i])} << 8 * (i % 8);
    }
    static constexpr void squeeze_blocks(std::uint64_t* S, std::uint8_t* p, std::size_t blocks) {
        for (; blocks != 0; --blocks, p += rate) {
            permute(S);
            for (std::size_t i = 0; i < rate; ++i) p[i] = static_cast<std::uint8_t>(S[i / 8] >> 8 * (i % 8));
        }
    }
    template <class Sponge>
    static constexpr void finish(Sponge& s, std::uint8_t suffix, hl::partial_byte) {
        s.xor_at(s.position, suffix);
        permute(s.A.data());
    }
};

// Tells whether integers of type W are absorbed as their bytes are.
template <std::size_t Rate, class W>
bool absorbs_integers_as_bytes() {
    hl::sponge<narrow_mode<Rate>> integers, bytes;
    for (std::size_t i = 0; i < 100; ++i) {
        const auto w = static_cast<W>(0x0123456789abcdef * (i + 1));
        std::array<std::uint8_t, sizeof w> octets{};
        for (std::size_t k = 0; k < octets.size(); ++k) octets[k] = static_cast<std::uint8_t>(w >> 8 * k);
        integers.absorb_integer(w);
        bytes.absorb(octets.data(), octets.size());
        if (integers.A != bytes.A || integers.position != bytes.position) return false;
    }
    return true;
}

struct late_sponge : hl::sponge<late_mode> {
    static constexpr std::size_t block_size = rate;
    static constexpr unsigned security_strength = 96;
    constexpr void finish() { sponge::finish(0, {}); }
};

struct late_hash : hl::hash<late_hash, "late-hash", late_sponge, 40> {
    using hash::hash;
};

// The same as it is defined.
std::vector<std::uint8_t> late_by_definition(std::span<const std::uint8_t> message) {
    std::array<std::uint64_t, 5> S{0x6c617465};
    const auto add = [&](std::size_t at, std::uint8_t byte) { S[at / 8] ^= std::uint64_t{byte} << 8 * (at % 8); };
    const auto down = [&](std::span<const std::uint8_t> block) {
        for (std::size_t i = 0; i < block.size(); ++i) add(i, block[i]);
        add(block.size(), 1);
    };
    down(message.first(std::min<std::size_t>(16, message.size())));
    for (std::size_t at = 16; at < message.size(); at += 16) {
        hl::ascon::permute_state(S.data(), 12);
        down(message.subspan(at, std::min<std::size_t>(16, message.size() - at)));
    }
    std::vector<std::uint8_t> output;
    while (output.size() < 40) {
        if (!output.empty()) down({});
        hl::ascon::permute_state(S.data(), 12);
        for (std::size_t i = 0; i < 16 && output.size() < 40; ++i)
            output.push_back(static_cast<std::uint8_t>(S[i / 8] >> 8 * (i % 8)));
    }
    return output;
}

template <class H>
concept takes_bits = requires(const H& h, hl::partial_byte last) { h.digest(last); } ||
                     requires(const H& h, hl::partial_byte last) { h.reader(last); };
static_assert(!takes_bits<wide_hash> && !takes_bits<wide_xof>);
static_assert(takes_bits<hl::ascon_hash256> && takes_bits<hl::ascon_xof128>);
static_assert(late_hash::block_size == 16 && late_hash::security_strength == 96);
static_assert(hl::sponge_mode<wide_mode> && !hl::batched_sponge_mode<wide_mode>);
static_assert(!hl::batches::side_by_side<wide_hash> && hl::batches::side_by_side<hl::ascon_hash256>);

constexpr auto wide_at_compile_time = hl::digest<wide_hash>("a message of more than one block"sv);

std::vector<std::uint8_t> bytes_of(std::size_t n) {
    std::vector<std::uint8_t> bytes(n);
    for (std::size_t i = 0; i < n; ++i) bytes[i] = static_cast<std::uint8_t>(7 * i + n);
    return bytes;
}

}  // namespace

TEST_CASE("a sponge of one's own whose rate is no number of words: integers") {
    CHECK(absorbs_integers_as_bytes<5, std::uint64_t>());
    CHECK(absorbs_integers_as_bytes<12, std::uint64_t>());
    CHECK(absorbs_integers_as_bytes<13, std::uint64_t>());
    CHECK(absorbs_integers_as_bytes<13, std::uint32_t>());
    CHECK(absorbs_integers_as_bytes<39, std::uint16_t>());
    CHECK(absorbs_integers_as_bytes<32, std::uint64_t>());
}

TEST_CASE("a sponge of one's own: constants, pieces, and blocks of output") {
    CHECK(hl::digest<wide_hash>("a message of more than one block"sv) == wide_at_compile_time);
    for (std::size_t n = 0; n <= 49; ++n) {
        const auto message = bytes_of(n);
        const auto whole = hl::digest<wide_hash>(message);
        for (std::size_t cut = 0; cut <= n; ++cut) {
            wide_hash h;
            h.update(std::span(message).first(cut)).update(std::span(message).subspan(cut));
            CHECK(h.digest() == whole);
        }
        const auto output = hl::digest<wide_xof, 40>(message);
        auto reader = wide_xof().absorb(message).reader();
        std::array<std::uint8_t, 40> pieces;
        for (std::size_t at = 0; at < pieces.size(); at += 5) reader.squeeze(std::span(pieces).subspan(at, 5));
        CHECK(pieces == output);
        CHECK(!std::ranges::equal(std::span(output).first(24), whole));
        hl_test::count(1, 0);
    }
}

TEST_CASE("a sponge of one's own: blocks that are not permuted at once") {
    for (std::size_t n = 0; n <= 49; ++n) {
        const auto message = bytes_of(n);
        const auto expected = late_by_definition(message);
        CHECK(std::ranges::equal(hl::digest<late_hash>(message), expected));
        for (std::size_t cut = 0; cut <= n; ++cut) {
            late_hash h;
            h.update(std::span(message).first(cut));
            auto again = late_hash::import_state(h.export_state());
            REQUIRE(again.has_value());
            again->update(std::span(message).subspan(cut));
            CHECK(std::ranges::equal(again->digest(), expected));
        }
        hl_test::count(1, 0);
    }
}

TEST_CASE("a sponge of one's own: many messages go one by one") {
    std::vector<std::vector<std::uint8_t>> messages;
    for (std::size_t n = 0; n < 40; ++n) messages.push_back(bytes_of(n));
    std::vector<wide_hash::digest_type> digests(messages.size());
    hl::digest_many<wide_hash>(messages, digests, hl::threads{2});
    for (std::size_t i = 0; i < messages.size(); ++i) CHECK(digests[i] == hl::digest<wide_hash>(messages[i]));
    CHECK(digests[0] != wide_hash::digest_type{});
    using scheme = hl::rfc9162<wide_hash>;
    const auto root = hl::merkle_root<scheme>(messages);
    CHECK(root == hl::merkle_root<scheme>(messages, hl::threads{2}));
    hl_test::count(messages.size() + 1, 0);
}

TEST_CASE("a sponge of one's own: its state is exported") {
    wide_hash h;
    h.update(bytes_of(21));
    const auto again = wide_hash::import_state(h.export_state());
    REQUIRE(again.has_value());
    CHECK(again->digest() == h.digest());
    hl_test::count(1, 0);
}
