// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
/// \file
/// Hashes of tuples: each absorb() is one element, so ("ab", "c") and ("a", "bc") have different digests.
///
/// The construction C also has begin_element(size), and its finish() takes no partial byte.

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "../lanes/contract.hpp"
#include "sized_hash.hpp"
#include "verbs.hpp"

namespace hashlane::inline HASHLANE_ABI {

/// One element of a tuple in pieces: `x.element(5).absorb("he"sv).absorb("llo"sv);`. It must be given exactly as many
/// bytes as were announced: more bytes end the program, and so does the destructor when bytes are missing. Where the
/// length or the pieces come from outside, ask left() before each absorb() and at the end, and cancel() an element that
/// will not be complete.
/// \tparam C the construction
template <class C>
class [[nodiscard]] tuple_element {
  public:
    /// Begins an element.
    /// \param tuple the construction of the tuple, which must live as long as this object, and absorb nothing else
    /// meanwhile
    /// \param size the size of the element in bytes
    constexpr tuple_element(C& tuple, std::uint64_t size) : construction(tuple), before(tuple), missing(size) {
        construction.begin_element(size);
    }
    tuple_element(const tuple_element&) = delete;
    tuple_element& operator=(const tuple_element&) = delete;
    constexpr ~tuple_element() { contract(missing == 0, "an element of a tuple was given fewer bytes than announced"); }

    /// Absorbs the next bytes of the element.
    /// \param piece at most left() bytes. A longer piece ends the program.
    /// \return this object
    template <byte_range R>
    constexpr tuple_element& absorb(const R& piece) {
        contract(std::size(piece) <= missing, "an element of a tuple is given more bytes than announced");
        missing -= std::size(piece);
        with_bytes(piece, [&](auto p, std::size_t n) { construction.absorb(p, n); });
        return *this;
    }

    /// Returns how many bytes of the element are missing.
    constexpr std::uint64_t left() const { return missing; }

    /// Takes the element back: the tuple is again as it was before it. The element then takes no more bytes.
    constexpr void cancel() {
        construction = before;
        missing = 0;
    }

  private:
    C& construction;
    C before;
    std::uint64_t missing;
};

/// A tuple, such as std::tuple, std::pair or std::array.
template <class T>
concept is_tuple = requires { std::tuple_size<T>::value; };

/// What tuple_hash and tuple_xof have: they absorb elements.
/// \tparam Self the class of the algorithm, which derives from this one
/// \tparam Name its name in algorithms()
/// \tparam C the construction
template <class Self, fixed_string Name, class C>
class absorbing_elements : public hash_base<Self, Name, C> {
  public:
    using hash_base<Self, Name, C>::hash_base;

    /// Absorbs the next element.
    /// \param element a range of any number of bytes
    /// \return this object
    template <class R>
    constexpr Self& absorb(const R& element) {
        constexpr bool bytes = arguments::are_bytes<R>;
        static_assert(bytes, HASHLANE_NOT_BYTES);
        if constexpr (bytes) this->construction.begin_element(std::size(element));
        return absorb_bytes(static_cast<Self&>(*this), element);
    }

    /// Begins an element that is given in pieces.
    /// \param size the size of the element in bytes
    /// \return the element, which absorbs the pieces
    constexpr tuple_element<C> element(std::uint64_t size) { return {this->construction, size}; }

    /// What digest() and digest_into() of one_shot.hpp do with a whole tuple.
    struct one_shot {
        /// True: the message is a tuple.
        static constexpr bool of_tuples = true;
        /// Whether Elements is a tuple and a constructor takes parameters of the other types.
        template <class Elements, class... P>
        static constexpr bool takes = is_tuple<Elements> && std::constructible_from<C, const P&...>;

        /// Writes the digest of the tuple `elements`, or the first out.size() bytes of its output, to `out`, which may
        /// have any size. `parameters` are those of the constructor.
        template <class Elements, class... P>
        static constexpr void digest_into(const Elements& elements, octets_out out, const P&... parameters) {
            Self self(parameters...);
            std::apply([&](const auto&... element) { (self.absorb(element), ...); }, elements);
            detail::write_output(self, out);
        }
    };
};

/// TupleHash, SP 800-185 s.5: a hash of a tuple whose output length is a part of its input.
///
/// Example (examples/objects.cpp):
///
///     hl::tuplehash128 tuple;
///     tuple.absorb("ab"sv).absorb("c"sv);
///     auto of_tuple = tuple.digest<32>();
///     auto same = hl::digest<hl::tuplehash128, 32>(std::tuple("ab"sv, "c"sv));
///
/// \tparam Self the class of the algorithm, which derives from this one
/// \tparam Name its name in algorithms()
/// \tparam C the construction
template <class Self, fixed_string Name, class C>
class tuple_hash : public absorbing_elements<Self, Name, C> {
    using base = absorbing_elements<Self, Name, C>;

  public:
    using base::base;
    /// The size of a digest in bytes where none is named: twice the security strength, so that collisions have that
    /// strength too.
    static constexpr std::size_t usual_size = 2 * C::security_strength / 8;

    /// Writes the digest of the elements. The object is not changed, and may absorb more.
    /// \param output any number of bytes, which the digest depends on
    ///
    /// Overlap: `output` may overlap anything that was absorbed.
    constexpr void digest_into(const output_bytes& output) const {
        digest_bits_into(output.octets(), std::uint64_t{output.size()} * 8);
    }
    /// As digest_into(), with an output that may end within a byte.
    /// \param output (bits + 7) / 8 bytes; another size ends the program. The bits of the last byte that do not belong
    /// to the digest are zero.
    /// \param bits the size of the digest in bits
    ///
    /// Overlap: `output` may overlap anything that was absorbed.
    constexpr void digest_bits_into(const output_bytes& output, std::uint64_t bits) const {
        contract(output.size() == bytes_of(bits), "an output of n bits has n / 8 bytes, rounded up");
        C copy = this->construction;
        finish_and_squeeze(copy, output.octets(), bits);
    }
    /// Returns the digest of the elements. The object is not changed, and may absorb more.
    /// \tparam N the size of the digest in bytes
    template <std::size_t N = usual_size>
    [[nodiscard]] constexpr std::array<std::uint8_t, N> digest() const {
        std::array<std::uint8_t, N> out{};
        digest_into(out);
        return out;
    }
    // It takes no element: write h.absorb(element).digest(), or h.digest_into(output).
    template <byte_range R>
    void digest(const R& element) const = delete;
};

/// TupleHash with output of any length, SP 800-185 s.5.3.1. It absorbs elements, as tuple_hash does, and its output is
/// read from a reader(), as that of an xof.
///
/// \tparam Self the class of the algorithm, which derives from this one
/// \tparam Name its name in algorithms()
/// \tparam C the construction
template <class Self, fixed_string Name, class C>
class tuple_xof : public absorbing_elements<Self, Name, C> {
    using base = absorbing_elements<Self, Name, C>;

  public:
    using base::base;
    /// The output.
    using reader_type = xof_reader<C>;
    /// The size of an output in bytes where none is named: twice the security strength, so that collisions have that
    /// strength too.
    static constexpr std::size_t usual_size = reader_type::usual_size;

    /// Returns the output for the elements. The object is not changed, and may absorb more.
    [[nodiscard]] constexpr reader_type reader() const { return reader_type(this->finished()); }
};

}  // namespace hashlane::inline HASHLANE_ABI
