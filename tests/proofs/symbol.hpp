// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A lane that computes nothing: it writes down what is computed with it. The primitives are templates over a lane, so
// what they write down is what the library runs.

#include <hashlane/lanes/lane.hpp>

#include "graph.hpp"

namespace proofs {

inline graph* recording = nullptr;  // where symbols write

// As which of the library's lanes a primitive shall treat it: a word of constant evaluation, a general register, a
// vector.
enum class flavour { word, general_register, vector };

namespace table {
inline constexpr std::uint8_t a = 0xf0, b = 0xcc, not_a = 0x0f;
}  // namespace table

template <class W, flavour F = flavour::word>
struct symbol {
    node n = 0;

    static constexpr unsigned bits = 8 * sizeof(W);
    static symbol constant(W w) { return {recording->constant(bits, w)}; }
    static symbol variable(std::uint64_t number) { return {recording->variable(bits, number)}; }

    friend symbol operator^(symbol x, symbol y) { return logic(table::a ^ table::b, x, y); }
    friend symbol operator&(symbol x, symbol y) { return logic(table::a & table::b, x, y); }
    friend symbol operator|(symbol x, symbol y) { return logic(table::a | table::b, x, y); }
    friend symbol operator^(symbol x, W w) { return x ^ constant(w); }
    friend symbol operator+(symbol x, symbol y) { return {recording->add(x.n, y.n)}; }
    friend symbol operator+(symbol x, W w) { return x + constant(w); }
    friend symbol operator-(symbol x, symbol y) { return x + ~y + W{1}; }
    friend symbol operator<<(symbol x, int n) {
        return turned(x, bits - static_cast<unsigned>(n)) & constant(static_cast<W>(~W{0} << n));
    }
    friend symbol operator>>(symbol x, int n) {
        return turned(x, static_cast<unsigned>(n)) & constant(static_cast<W>(static_cast<W>(~W{0}) >> n));
    }
    symbol operator~() const { return logic(table::not_a, *this, *this); }
    symbol& operator^=(symbol y) { return *this = *this ^ y; }
    symbol& operator+=(symbol y) { return *this = *this + y; }

  private:
    static symbol logic(unsigned t, symbol x, symbol y) {
        return {recording->logic(static_cast<std::uint8_t>(t), x.n, y.n, y.n)};
    }
    static symbol turned(symbol x, unsigned right) { return {recording->rotate(x.n, right)}; }
};

template <class W, flavour F>
void pin_one(symbol<W, F>&) {}

}  // namespace proofs

namespace hashlane {
inline namespace HASHLANE_ABI {

template <class W, proofs::flavour F>
struct lane_traits<proofs::symbol<W, F>> {
    using word = W;
    static constexpr std::size_t width = F == proofs::flavour::vector ? 8 : 1;
};
template <class W>
inline constexpr bool in_general_register<proofs::symbol<W, proofs::flavour::general_register>> = true;

}  // namespace HASHLANE_ABI
}  // namespace hashlane
