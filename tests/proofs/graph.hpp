// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Expressions over words of 8, 32 and 64 bits, as a graph: what a kernel computes, written down node by node.
// Few operations are enough: a shift is a rotation and a mask; all logic is a table of three operands.

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <unordered_map>
#include <vector>

namespace proofs {

using node = std::uint32_t;  // 0 is no node: to compute with it is an error

enum class operation : std::uint8_t { none, variable, constant, logic, rotate, add, bytes };

// Byte `at` of a node, the lowest first.
struct byte_of {
    node of;
    std::uint32_t at;
    friend bool operator==(const byte_of&, const byte_of&) = default;
};

struct expression {
    operation kind = operation::none;
    std::uint8_t bits = 0;
    std::uint8_t table = 0;          // logic: the result where a, b, c are the bits of 0xf0, 0xcc, 0xaa
    std::array<node, 3> operand{};   // logic: a, b, c; rotate: one; add: two
    std::uint64_t value = 0;         // of a constant; of a variable its number; how far to rotate to the right
    std::array<byte_of, 8> parts{};  // bytes: of what they consist
};

constexpr std::uint64_t mask_of(unsigned bits) {
    return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

constexpr std::uint64_t rotate_right(std::uint64_t w, unsigned n, unsigned bits) {
    return n == 0 ? w : (w >> n | w << (bits - n)) & mask_of(bits);
}

// The value of a logic node, bit by bit.
constexpr std::uint64_t look_up(std::uint8_t table, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    std::uint64_t w = 0;
    for (unsigned i = 0; i < 8; ++i)
        if (table >> i & 1) w |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return w;
}

class graph {
  public:
    graph() : nodes(1) {}

    node variable(unsigned bits, std::uint64_t number);
    node constant(unsigned bits, std::uint64_t value);
    node logic(std::uint8_t table, node a, node b, node c);
    node rotate(node a, unsigned right);
    node add(node a, node b);
    node join(const byte_of* parts, unsigned bits);  // from bytes, the lowest first

    const expression& operator[](node n) const { return nodes[n]; }
    std::size_t size() const { return nodes.size(); }

    // The values of all nodes: variable i has the value variable_value(i).
    template <class F>
    std::vector<std::uint64_t> evaluate(F&& variable_value) const {
        std::vector<std::uint64_t> values(nodes.size());
        for (node n = 1; n < nodes.size(); ++n)
            values[n] = nodes[n].kind == operation::variable ? variable_value(nodes[n].value) & mask_of(nodes[n].bits)
                                                             : value_of([&](node a) { return values[a]; }, n);
        return values;
    }

    // Appends the nodes of a file of lift/, where number i stands for node renamed[i]; variables are shared.
    struct lifted {
        std::vector<byte_of> output;
        std::size_t nodes;
    };
    lifted read(std::istream& in);

  private:
    std::vector<expression> nodes;
    std::unordered_map<std::uint64_t, node> variables;
    node push(const expression& e);
    const expression& checked(node n) const;

    template <class F>
    std::uint64_t value_of(F&& value, node n) const {
        const expression& e = nodes[n];
        const auto [a, b, c] = e.operand;
        std::uint64_t w = e.value;
        if (e.kind == operation::logic) w = look_up(e.table, value(a), value(b), value(c));
        if (e.kind == operation::rotate) w = rotate_right(value(a), static_cast<unsigned>(e.value), e.bits);
        if (e.kind == operation::add) w = value(a) + value(b);
        if (e.kind == operation::bytes)
            for (unsigned i = 0; i < e.bits / 8u; ++i) w |= (value(e.parts[i].of) >> 8 * e.parts[i].at & 0xff) << 8 * i;
        return w & mask_of(e.bits);
    }
};

}  // namespace proofs
