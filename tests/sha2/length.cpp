// SPDX-License-Identifier: Apache-2.0 OR MIT
// The length in the padding, where no message of a test can reach: a construction whose compression only notes the last
// block, and whose state is set through its fields.
#include <doctest/doctest.h>
#include <hashlane/any.hpp>
#include <hashlane/mac.hpp>
#include <hashlane/sha2.hpp>
#include <hashlane/turboshake.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace {

namespace hl = hashlane;

template <class W>
struct noting {
    using word = W;
    static inline std::array<std::uint8_t, 16 * sizeof(W)> block{};
    template <class B>
    static void compress_blocks(word*, const B* p, std::size_t) {
        hl::copy_bytes(block.data(), p, block.size());
    }
};

template <class W>
struct noting_parameters {
    using compression = noting<W>;
    static constexpr unsigned digest_bits = 256;
    static constexpr std::array<W, 8> initial_hash_value{};
};

// The two last words of the padded message after high * 2^64 + low bytes, then n more and some bits.
template <class W>
std::array<std::uint64_t, 2> length_after(std::uint64_t high, std::uint64_t low, std::size_t n, unsigned bits) {
    constexpr std::size_t count = sizeof(W) / 4, block_bytes = 16 * sizeof(W);
    hl::merkle_damgard<noting_parameters<W>> h;
    std::vector<std::uint8_t> state(8 * sizeof(W) + 8 * count + 16 * sizeof(W));
    hl::store<std::endian::little>(state.data() + 8 * sizeof(W), low);
    if (count == 2) hl::store<std::endian::little>(state.data() + 8 * sizeof(W) + 8, high);
    hl::field_reader reader{state.data()};
    h.fields(reader);
    const std::vector<std::uint8_t> more(n + block_bytes);  // GCC sees a block read where there may be none
    h.absorb(more.data(), n);
    h.finish({0, bits});
    const std::uint8_t* end = noting<W>::block.data() + 16 * sizeof(W);
    return {sizeof(W) == 8 ? hl::load<std::endian::big, std::uint64_t>(end - 16) : 0,
            hl::load<std::endian::big, std::uint64_t>(end - 8)};
}

using lengths = std::array<std::uint64_t, 2>;

// A state of H after high * 2^64 + low bytes, as whoever knows how the check is computed writes it.
template <class H>
auto state_after(std::uint64_t high, std::uint64_t low) {
    constexpr std::size_t word = H::block_size / 16;
    auto state = H().export_state();
    std::uint8_t* const length = state.data() + 5 + H::name.size() + 8 * word;
    hl::store<std::endian::little>(length, low);
    if (word == 8) hl::store<std::endian::little>(length + 8, high);
    hl::digest_into<hl::turboshake128>(std::span(state).first(state.size() - 8), std::span(state).last(8), 0x48);
    return state;
}

constexpr std::uint64_t limit = std::uint64_t{1} << 61;

}  // namespace

TEST_CASE("SHA-256 counts bits to 2^64 - 1") {
    CHECK(length_after<std::uint32_t>(0, 0, 0, 0) == lengths{0, 0});
    CHECK(length_after<std::uint32_t>(0, 0xfffffffe, 7, 3) == lengths{0, 0x800000028 + 3});
    CHECK(length_after<std::uint32_t>(0, (1ull << 61) - 2, 1, 7) == lengths{0, ~0ull});
}

TEST_CASE("SHA-512 counts bits to 2^128 - 1") {
    CHECK(length_after<std::uint64_t>(0, 0, 300, 1) == lengths{0, 2401});
    CHECK(length_after<std::uint64_t>(0, (1ull << 61) - 1, 1, 0) == lengths{1, 0});
    CHECK(length_after<std::uint64_t>(0, ~0ull, 1, 0) == lengths{8, 0});
    CHECK(length_after<std::uint64_t>(0, ~0ull - 1, 1000, 5) == lengths{8, 998 * 8 + 5});
    CHECK(length_after<std::uint64_t>((1ull << 61) - 1, ~0ull, 0, 7) == lengths{~0ull, ~0ull});
}

// FIPS 180-4 s.1: a message has fewer than 2^64 bits.
TEST_CASE_TEMPLATE("SHA-256 says how many bytes a message may still have", H, hl::sha224, hl::sha256) {
    CHECK(H().bytes_left() == limit - 1);
    CHECK(H().update(std::array<std::uint8_t, 100>{}).bytes_left() == limit - 101);
    CHECK(hl::hmac<H>(std::array<std::uint8_t, 3>{}).bytes_left() == limit - 65);
    for (const std::uint64_t length : {limit, limit + 1, 2 * limit, ~std::uint64_t{0}})
        CHECK_FALSE(H::import_state(state_after<H>(0, length)));
    std::optional<H> last = H::import_state(state_after<H>(0, limit - 2));
    REQUIRE(last);
    CHECK(last->bytes_left() == 1);
    last->update(std::array<std::uint8_t, 1>{});
    CHECK(last->bytes_left() == 0);
    const auto longest = last->digest();
    // What sha2.hpp says of a message that is too long: its length counts modulo 2^64 bits.
    last->update(std::array<std::uint8_t, 1>{});
    CHECK(last->bytes_left() == 0);
    CHECK_FALSE(H::import_state(last->export_state()));
    CHECK(last->digest() != longest);
}

// Fewer than 2^128.
TEST_CASE_TEMPLATE("SHA-512 says how many bytes a message may still have", H, hl::sha384, hl::sha512, hl::sha512_224,
                   hl::sha512_256) {
    CHECK(H().bytes_left() == ~std::uint64_t{0});
    CHECK(hl::hmac<H>(std::array<std::uint8_t, 3>{}).bytes_left() == ~std::uint64_t{0});
    CHECK_FALSE(H::import_state(state_after<H>(limit, 0)));
    CHECK_FALSE(H::import_state(state_after<H>(~std::uint64_t{0}, ~std::uint64_t{0})));
    CHECK(H::import_state(state_after<H>(limit - 2, ~std::uint64_t{0}))->bytes_left() == ~std::uint64_t{0});
    CHECK(H::import_state(state_after<H>(limit - 1, 0))->bytes_left() == ~std::uint64_t{0});
    CHECK(H::import_state(state_after<H>(limit - 1, 1))->bytes_left() == ~std::uint64_t{0} - 1);
    std::optional<H> last = H::import_state(state_after<H>(limit - 1, ~std::uint64_t{0}));
    REQUIRE(last);
    CHECK(last->bytes_left() == 0);
    last->update(std::array<std::uint8_t, 1>{});
    CHECK(last->bytes_left() == 0);
    CHECK_FALSE(H::import_state(last->export_state()));
}

TEST_CASE("a hash chosen by name says how many bytes a message may still have") {
    auto hash = hl::any_hash::create("sha256");
    CHECK(hash->bytes_left() == limit - 1);
    CHECK(hash->import_state(state_after<hl::sha256>(0, limit - 5)));
    CHECK(hash->bytes_left() == 4);
    CHECK_FALSE(hash->import_state(state_after<hl::sha256>(0, limit)));
    CHECK(hash->bytes_left() == 4);
    CHECK(hl::any_hash::create("sha3-256")->bytes_left() == ~std::uint64_t{0});
    CHECK(hl::any_hash::create("kt128")->bytes_left() == ~std::uint64_t{0});
}
