// SPDX-License-Identifier: Apache-2.0 OR MIT
// Which ranges an output may be written to, and that as_writable_octets() gives their bytes.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hashlane/lanes/bytes.hpp>

namespace hl = hashlane;

namespace {

// What template <class R> f(R&& output) sees for an object of type T, and for a temporary of it.
template <class T>
concept writable = hl::writable_byte_range<T&>;
template <class T>
concept writable_temporary = hl::writable_byte_range<T>;

static_assert(writable<std::vector<std::uint8_t>> && !writable_temporary<std::vector<std::uint8_t>>);
static_assert(writable<std::vector<char>> && !writable<const std::vector<char>>);
static_assert(writable<std::string> && !writable<const std::string> && !writable_temporary<std::string>);
static_assert(writable<std::array<std::byte, 4>> && !writable<const std::array<std::byte, 4>>);
static_assert(writable<std::array<char8_t, 4>> && writable<std::array<signed char, 0>>);
static_assert(writable<unsigned char[4]> && !writable<const unsigned char[4]> && !writable_temporary<unsigned char[4]>);
static_assert(writable<std::byte[4]>);
static_assert(!writable<char[4]>);
static_assert(writable<std::span<char>> && writable<const std::span<char>> && writable_temporary<std::span<char, 4>>);
static_assert(!writable<std::span<const char>> && !writable<std::string_view>);
static_assert(!writable<std::array<const std::uint8_t, 4>>);
static_assert(!writable<std::vector<bool>> && !writable<std::vector<int>> && !writable<std::list<char>>);
static_assert(!writable<char*> && !writable<std::uint8_t>);

constexpr std::array<std::uint8_t, 3> written_while_compiled() {
    std::array<std::uint8_t, 3> a{};
    hl::as_writable_octets(a)[1] = 7;
    hl::as_writable_octets(std::span(a).last(1))[0] = 8;
    return a;
}
static_assert(written_while_compiled() == std::array<std::uint8_t, 3>{0, 7, 8});

template <class R>
bool has_bytes_of(R&& r, std::size_t n) {
    const hl::octets_out out = hl::as_writable_octets(r);
    for (std::uint8_t& byte : out) byte = 0xa5;
    bool all = out.size() == n && static_cast<void*>(out.data()) == static_cast<void*>(std::data(r));
    for (const auto element : r) all = all && static_cast<std::uint8_t>(element) == 0xa5;
    return all;
}

}  // namespace

TEST_CASE("as_writable_octets gives the memory of every kind of output") {
    std::string string(70, 'a');
    std::vector<char> vector(5);
    std::array<std::byte, 32> array{};
    unsigned char bare[9]{};
    std::vector<std::int8_t> none;
    CHECK(has_bytes_of(string, 70));
    CHECK(has_bytes_of(vector, 5));
    CHECK(has_bytes_of(array, 32));
    CHECK(has_bytes_of(bare, 9));
    CHECK(has_bytes_of(none, 0));
    CHECK(has_bytes_of(std::span(string).subspan(1, 3), 3));
    CHECK_FALSE(has_bytes_of(std::span(string).subspan(1, 3), 4));
}
