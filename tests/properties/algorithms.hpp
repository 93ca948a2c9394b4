// SPDX-License-Identifier: Apache-2.0 OR MIT
// The algorithms that the properties are tried on.
#pragma once

#include <doctest/doctest.h>

#include <concepts>
#include <hashlane/registry.hpp>
#include <random>

#include "kat.hpp"

namespace properties {

namespace hl = hashlane;
using kat::bytes;

// A hash or XOF that can be made without parameters, and whose input is one message, however it is cut.
template <class Row>
concept plain = std::default_initializable<typename Row::type> &&
                (Row::info().kind == hl::kind::hash || Row::info().kind == hl::kind::xof) &&
                (Row::info().parameters & hl::parameter::elements) == 0;

template <class H>
concept is_xof = requires(const H& h) { h.reader(); };

template <class H>
concept has_state = requires(const H& h) { h.export_state(); };

// Calls f.operator()<H>(), which is not inlined: clang++ takes much longer for all algorithms in one function.
template <class H, class F>
[[gnu::noinline]] void apart(F& f) {
    f.template operator()<H>();
}

// Calls f.operator()<H>() for each algorithm of the registry that is plain.
template <class F>
void each_plain(F&& f) {
    hl::registry::for_each([&]<class Row>(Row) {
        if constexpr (plain<Row>) apart<typename Row::type>(f);
    });
}

template <class F>
void each_xof(F&& f) {
    each_plain([&]<class X>() {
        if constexpr (is_xof<X>) f.template operator()<X>();
    });
}

template <class F>
void each_stateful(F&& f) {
    each_plain([&]<class H>() {
        if constexpr (has_state<H>) f.template operator()<H>();
    });
}

// Hashes and XOFs alike: feed() and result(), where an XOF gives more than one block.
template <class H>
struct as_hash {
    [[gnu::noinline]] static void feed(H& h, std::span<const std::uint8_t> data) {
        if constexpr (is_xof<H>)
            h.absorb(data);
        else
            h.update(data);
    }
    [[gnu::noinline]] static bytes result(const H& h) {
        if constexpr (is_xof<H>) {
            bytes out(2 * H::block_size + 3);
            h.reader().squeeze(std::span(out));
            return out;
        } else {
            const auto d = h.digest();
            return bytes(d.begin(), d.end());
        }
    }
    [[gnu::noinline]] static bytes of(std::span<const std::uint8_t> data) {
        H h;
        feed(h, data);
        return result(h);
    }
};

[[gnu::noinline]] inline bytes random_bytes(std::size_t n, std::uint32_t seed) {
    std::mt19937 random(seed);
    bytes out(n);
    for (auto& b : out) b = static_cast<std::uint8_t>(random());
    return out;
}

// Lengths round the edges of the blocks.
inline std::vector<std::size_t> edges(std::size_t block) {
    return {0, 1, block - 1, block, block + 1, 2 * block - 1, 2 * block, 2 * block + 1, 3 * block + 5};
}

}  // namespace properties
