// SPDX-License-Identifier: Apache-2.0 OR MIT
#include "graph.hpp"

#include <algorithm>
#include <istream>
#include <stdexcept>

namespace proofs {

const expression& graph::checked(node n) const {
    if (n == 0 || n >= nodes.size()) throw std::logic_error("an operand that has no value");
    return nodes[n];
}

// What is made of constants is one.
node graph::push(const expression& e) {
    nodes.push_back(e);
    const auto n = static_cast<node>(nodes.size() - 1);
    const auto known = [&](node a) { return a == 0 || nodes[a].kind == operation::constant; };
    const auto known_byte = [&](const byte_of& b) { return known(b.of); };
    if (e.kind == operation::variable || e.kind == operation::constant) return n;
    if (std::ranges::all_of(e.operand, known) && std::ranges::all_of(e.parts, known_byte)) {
        const std::uint64_t value = value_of([&](node a) { return nodes[a].value; }, n);
        nodes[n] = {};
        nodes[n].kind = operation::constant;
        nodes[n].bits = e.bits;
        nodes[n].value = value;
    }
    return n;
}

node graph::variable(unsigned bits, std::uint64_t number) {
    node& known = variables[number];
    if (known != 0 && nodes[known].bits != bits) throw std::logic_error("a variable of two widths");
    if (known != 0) return known;
    expression e;
    e.kind = operation::variable;
    e.bits = static_cast<std::uint8_t>(bits);
    e.value = number;
    return known = push(e);
}

node graph::constant(unsigned bits, std::uint64_t value) {
    expression e;
    e.kind = operation::constant;
    e.bits = static_cast<std::uint8_t>(bits);
    e.value = value & mask_of(bits);
    return push(e);
}

node graph::logic(std::uint8_t table, node a, node b, node c) {
    expression e;
    e.kind = operation::logic;
    e.bits = checked(a).bits;
    e.table = table;
    e.operand = {a, b, c};
    if (checked(b).bits != e.bits || checked(c).bits != e.bits) throw std::logic_error("logic of unlike widths");
    return push(e);
}

node graph::rotate(node a, unsigned right) {
    expression e;
    e.kind = operation::rotate;
    e.bits = checked(a).bits;
    e.operand = {a, 0, 0};
    e.value = right % e.bits;
    return push(e);
}

node graph::add(node a, node b) {
    expression e;
    e.kind = operation::add;
    e.bits = checked(a).bits;
    e.operand = {a, b, 0};
    if (checked(b).bits != e.bits) throw std::logic_error("a sum of unlike widths");
    return push(e);
}

node graph::join(const byte_of* parts, unsigned bits) {
    expression e;
    e.kind = operation::bytes;
    e.bits = static_cast<std::uint8_t>(bits);
    for (unsigned i = 0; i < bits / 8; ++i) {
        if (parts[i].at >= checked(parts[i].of).bits / 8u) throw std::logic_error("a byte beyond a word");
        e.parts[i] = parts[i];
    }
    return push(e);
}

// A line a node, numbered from 1: v BITS NUMBER | c BITS VALUE | l TABLE A B C | r A RIGHT | a A B | b BITS N:K ... ;
// then `o COUNT N:K ...`, the bytes of the output.
graph::lifted graph::read(std::istream& in) {
    std::vector<node> renamed(1);
    const auto byte = [&] {
        std::size_t n;
        std::uint32_t k;
        char colon;
        in >> n >> colon >> k;
        return byte_of{renamed.at(n), k};
    };
    for (std::string kind; in >> kind;) {
        std::uint64_t x, a, b, c;
        if (kind == "v") {
            in >> x >> a;
            renamed.push_back(variable(static_cast<unsigned>(x), a));
        } else if (kind == "c") {
            in >> x >> a;
            renamed.push_back(constant(static_cast<unsigned>(x), a));
        } else if (kind == "l") {
            in >> x >> a >> b >> c;
            renamed.push_back(logic(static_cast<std::uint8_t>(x), renamed.at(a), renamed.at(b), renamed.at(c)));
        } else if (kind == "r") {
            in >> a >> x;
            renamed.push_back(rotate(renamed.at(a), static_cast<unsigned>(x)));
        } else if (kind == "a") {
            in >> a >> b;
            renamed.push_back(add(renamed.at(a), renamed.at(b)));
        } else if (kind == "b") {
            in >> x;
            byte_of parts[8];
            for (unsigned i = 0; i < x / 8; ++i) parts[i] = byte();
            renamed.push_back(join(parts, static_cast<unsigned>(x)));
        } else if (kind == "o") {
            std::size_t count = 0;
            in >> count;
            std::vector<byte_of> output(count);
            for (byte_of& one : output) one = byte();
            if (!in) break;
            return {output, renamed.size() - 1};
        } else {
            break;
        }
    }
    throw std::runtime_error("no graph in this file");
}

}  // namespace proofs
