// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Hashes of tuples: each absorb() is one element, and ("ab", "c") is not ("a", "bc").
// A construction C gives begin_element(size) besides, and its finish takes no partial byte.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

#include "../lanes/contract.hpp"
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

template <class T>
concept is_tuple = requires { std::tuple_size<T>::value; };

// What both kinds share.
template <class Self, fixed_string Name, class C>
class absorbing_elements : public hash_base<Self, Name, C> {
  public:
    using hash_base<Self, Name, C>::hash_base;

    // The next element.
    template <class R>
    constexpr Self& absorb(const R& element) {
        constexpr bool bytes = arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        Self& self = static_cast<Self&>(*this);
        if constexpr (bytes) {
            this->construction.begin_element(std::size(element));
            absorb_bytes(self, element);
        }
        return self;
    }

    // An element of so many bytes, of which the pieces follow: x.element(5).absorb("he"sv).absorb("llo"sv);
    constexpr tuple_element<C> element(std::uint64_t size) { return {this->construction, size}; }

  protected:
    template <class Elements, class... P>
    static constexpr Self absorb_all(const Elements& elements, const P&... parameters) {
        Self self(parameters...);
        std::apply([&](const auto&... element) { (self.absorb(element), ...); }, elements);
        return self;
    }
};

// The output length is part of the input.
template <class Self, fixed_string Name, class C>
class tuple_hash : public absorbing_elements<Self, Name, C> {
    using base = absorbing_elements<Self, Name, C>;

  public:
    using base::base;
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;  // bytes, against collisions

    // As many bytes as `output` has. It may lie over anything that was absorbed.
    constexpr void digest_into(const output_bytes& output) const {
        digest_bits_into(output.octets(), std::uint64_t{output.size()} * 8);
    }
    // An output that ends within a byte; it has (bits + 7) / 8 bytes. `output` may lie over anything that was absorbed.
    constexpr void digest_bits_into(const output_bytes& output, std::uint64_t bits) const {
        contract(output.size() == bytes_of(bits), "an output of n bits has n / 8 bytes, rounded up");
        C copy = this->construction;
        finish_and_squeeze(copy, output.octets(), bits);
    }
    template <std::size_t N = usual_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> digest() const {
        std::array<std::uint8_t, N> out{};
        digest_into(out);
        return out;
    }
    // It takes no element: write h.absorb(element).digest(), or h.digest_into(output).
    template <byte_range R>
    void digest(const R& element) const = delete;

    struct one_shot {
        static constexpr bool of_tuples = true;
        template <class Elements, class... P>
        static constexpr bool takes = is_tuple<Elements> && std::constructible_from<C, const P&...>;

        template <class Elements, class... P>
        static constexpr void digest_into(const Elements& elements, octets_out out, const P&... parameters) {
            base::absorb_all(elements, parameters...).digest_into(out);
        }
    };
};

template <class Self, fixed_string Name, class C>
class tuple_xof : public absorbing_elements<Self, Name, C> {
    using base = absorbing_elements<Self, Name, C>;

  public:
    using base::base;
    using reader_type = xof_reader<C>;
    static constexpr std::size_t usual_size = reader_type::usual_size;  // bytes, against collisions

    [[nodiscard]] constexpr reader_type reader() const {
        C copy = this->construction;
        copy.finish();
        return reader_type(copy);
    }

    struct one_shot {
        static constexpr bool of_tuples = true;
        template <class Elements, class... P>
        static constexpr bool takes = is_tuple<Elements> && std::constructible_from<C, const P&...>;

        template <class Elements, class... P>
        static constexpr void digest_into(const Elements& elements, octets_out out, const P&... parameters) {
            base::absorb_all(elements, parameters...).reader().squeeze(out);
        }
    };
};

}  // namespace HASHLANE_ABI
}  // namespace hashlane
