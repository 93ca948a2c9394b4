// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Hashes of tuples: each absorb() is one element, and ("ab", "c") is not ("a", "bc").
// A construction C gives begin_element(size) besides, and its finish takes no partial byte.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

#include "lanes/contract.hpp"
#include "sized_hash.hpp"

namespace hashlane {
inline namespace HASHLANE_ABI {

// One element in pieces. It must be given as many bytes as were announced: not more, and not fewer at its end. Where the
// length or the pieces come from outside, ask left() before each absorb() and at the end, and cancel() an element that
// will not be complete.
template <class C>
class [[nodiscard]] tuple_element {
  public:
    constexpr tuple_element(C& tuple, std::uint64_t size) : construction(tuple), before(tuple), missing(size) {
        construction.begin_element(size);
    }
    tuple_element(const tuple_element&) = delete;
    tuple_element& operator=(const tuple_element&) = delete;
    constexpr ~tuple_element() { contract(missing == 0, "an element of a tuple was given fewer bytes than announced"); }

    template <byte_range R>
    constexpr tuple_element& absorb(const R& piece) {
        contract(std::size(piece) <= missing, "an element of a tuple is given more bytes than announced");
        missing -= std::size(piece);
        with_bytes(piece, [&](auto p, std::size_t n) { construction.absorb(p, n); });
        return *this;
    }

    // How many bytes are still to come.
    constexpr std::uint64_t left() const { return missing; }

    // The tuple is as it was before this element, which then takes no bytes any more.
    constexpr void cancel() {
        construction = before;
        missing = 0;
    }

  private:
    C& construction;
    C before;
    std::uint64_t missing;
};

// What both kinds share.
template <class Self, fixed_string Name, class C>
class absorbing_elements : public absorbing<Self, Name, C> {
  public:
    using absorbing<Self, Name, C>::absorbing;

    template <byte_range R>
    constexpr Self& absorb(const R& element) {
        this->construction.begin_element(std::size(element));
        return this->absorb_range(element);
    }

    // An element of so many bytes, of which the pieces follow: x.element(5).absorb("he"sv).absorb("llo"sv);
    constexpr tuple_element<C> element(std::uint64_t size) { return {this->construction, size}; }

  protected:
    template <class Elements>
    constexpr void absorb_all(const Elements& elements) {
        std::apply([&](const auto&... element) { (absorb(element), ...); }, elements);
    }
};

// The output length is part of the input.
template <fixed_string Name, class C>
class tuple_hash : public absorbing_elements<tuple_hash<Name, C>, Name, C> {
    using base = absorbing_elements<tuple_hash, Name, C>;

  public:
    using base::base;
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;  // against collisions

    // `out` may lie over anything that was absorbed.
    constexpr void digest(std::span<std::uint8_t> out) const { digest_bits(out, std::uint64_t{out.size()} * 8); }
    constexpr void digest_bits(std::span<std::uint8_t> out, std::uint64_t bits) const {
        C copy = this->construction;
        finish_and_squeeze(copy, out, bits);
    }
    template <std::size_t N = usual_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> digest() const {
        std::array<std::uint8_t, N> out{};
        digest(out);
        return out;
    }

    // digest<32>(std::tuple("ab"sv, "c"sv), customization)
    template <std::size_t N, class Elements, class... Parameters>
    [[nodiscard]] static constexpr std::array<std::uint8_t, N> digest(const Elements& elements,
                                                                      const Parameters&... parameters) {
        tuple_hash t(parameters...);
        t.absorb_all(elements);
        return t.template digest<N>();
    }
};

template <fixed_string Name, class C>
class tuple_xof : public absorbing_elements<tuple_xof<Name, C>, Name, C> {
    using base = absorbing_elements<tuple_xof, Name, C>;

  public:
    using base::base;
    using reader_type = xof_reader<C>;

    [[nodiscard]] constexpr reader_type reader() const {
        C copy = this->construction;
        copy.finish();
        return reader_type(copy);
    }

    template <std::size_t N, class Elements, class... Parameters>
    [[nodiscard]] static constexpr std::array<std::uint8_t, N> digest(const Elements& elements,
                                                                      const Parameters&... parameters) {
        tuple_xof t(parameters...);
        t.absorb_all(elements);
        return t.reader().template squeeze<N>();
    }
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
