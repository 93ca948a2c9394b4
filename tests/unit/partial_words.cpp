// SPDX-License-Identifier: Apache-2.0 OR MIT
// Words of which some bytes are loaded, from bytes of each type: at run time as in constant evaluation.
#include <doctest/doctest.h>

#include <array>
#include <hashlane/lanes/bytes.hpp>

namespace {

namespace hl = hashlane;

template <class B>
constexpr std::array<B, 8> bytes_of() {
    std::array<B, 8> all{};
    for (std::size_t i = 0; i < 8; ++i) all[i] = static_cast<B>(0x81 + 0x11 * i);
    return all;
}

template <std::endian Order, class B>
constexpr std::array<std::uint64_t, 9> loaded() {
    const auto all = bytes_of<B>();
    std::array<std::uint64_t, 9> found{};
    for (std::size_t n = 0; n <= 8; ++n) found[n] = hl::load_partial<Order, std::uint64_t>(all.data(), n);
    return found;
}

}  // namespace

TEST_CASE_TEMPLATE("partial found", B, std::uint8_t, std::byte, char, signed char) {
    constexpr auto little = loaded<std::endian::little, B>(), big = loaded<std::endian::big, B>();
    CHECK(loaded<std::endian::little, B>() == little);
    CHECK(loaded<std::endian::big, B>() == big);
    CHECK(little[2] == 0x9281);
    CHECK(big[3] == 0x8192a30000000000);
}
