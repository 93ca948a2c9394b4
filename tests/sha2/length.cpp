// SPDX-License-Identifier: Apache-2.0 OR MIT
// The length in the padding, where no message of a test can reach: a construction whose compression only notes the last
// block, and whose state is set through its fields.
#include <doctest/doctest.h>
#include <hashlane/constructions/merkle_damgard.hpp>

#include <array>
#include <cstdint>
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

// The two last words of the padded message after high * 2^64 + low bytes, then n more and some bits.
template <class W>
std::array<std::uint64_t, 2> length_after(std::uint64_t high, std::uint64_t low, std::size_t n, unsigned bits) {
    constexpr std::size_t count = sizeof(W) / 4, block_bytes = 16 * sizeof(W);
    hl::merkle_damgard<noting<W>, std::array<W, 8>{}, 256> h;
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
