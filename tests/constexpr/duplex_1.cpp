// SPDX-License-Identifier: Apache-2.0 OR MIT
// Duplexes of transcripts as constant expressions, where an index that is past the end, or a word that nobody wrote, does
// not compile: each squeeze gives what the hash itself gives of everything absorbed so far (draft-irtf-cfrg-fiat-shamir s.3).
#include <hashlane/transcript.hpp>

#include "constant.hpp"

using namespace constant;

namespace {

constexpr std::size_t first = 40, more = 2, second = 200;
constexpr std::uint32_t number = 0x89abcdef;
using output = bytes<first + more + second>;

constexpr hl::session_id session() {
    hl::session_id id{};
    for (std::size_t i = 0; i < id.bytes.size(); ++i) id.bytes[i] = static_cast<std::uint8_t>(7 * i + 1);
    return id;
}

constexpr bytes<300> text() {
    bytes<300> t{};
    for (std::size_t i = 0; i < t.size(); ++i) t[i] = static_cast<std::uint8_t>(i ^ i >> 3);
    return t;
}

// Output that goes on, then input from within a block over its end.
template <class D>
constexpr output of_duplex() {
    D d(session());
    d.absorb(text().data(), 3);
    if constexpr (requires { d.absorb_integer(number); })
        d.absorb_integer(number);
    else
        d.absorb(bytes<4>{0xef, 0xcd, 0xab, 0x89}.data(), 4);
    output out{};
    d.squeeze(out.data(), first);
    d.squeeze(out.data() + first, more);
    d.absorb(text().data(), text().size());
    d.squeeze(out.data() + first + more, second);
    return out;
}

// The whole input, in one piece.
template <class X>
constexpr auto input(std::size_t n) {
    bytes<3 * X::block_size + 64 + 7 + text().size()> in{};
    const auto id = session().bytes;
    std::size_t used = 0;
    for (const auto b : id) in[used++] = b;
    used = (used + X::block_size - 1) / X::block_size * X::block_size;
    for (std::size_t i = 0; i < 3; ++i) in[used++] = text()[i];
    for (std::size_t i = 0; i < 4; ++i) in[used++] = static_cast<std::uint8_t>(number >> 8 * i);
    for (std::size_t i = 0; i < n; ++i) in[used++] = text()[i];
    return X().absorb(std::span(in).first(used));
}

template <class X>
constexpr output of_xof() {
    output out{};
    const auto one = input<X>(0).reader().template squeeze<first + more>();
    const auto two = input<X>(text().size()).reader().template squeeze<second>();
    for (std::size_t i = 0; i < one.size(); ++i) out[i] = one[i];
    for (std::size_t i = 0; i < two.size(); ++i) out[one.size() + i] = two[i];
    return out;
}

template <class X>
using duplex = hl::xof_duplex<X, "test", hl::suite_origin::draft>;

}  // namespace

// clang-format off
static_assert(of_duplex<duplex<hl::shake128>>() == of_xof<hl::shake128>());
static_assert(of_duplex<duplex<hl::shake256>>() == of_xof<hl::shake256>());
static_assert(of_duplex<duplex<hl::turboshake128>>() == of_xof<hl::turboshake128>());
static_assert(of_duplex<duplex<hl::turboshake256>>() == of_xof<hl::turboshake256>());
