# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Models of the instructions of general registers that may meet data, or memory. lift.py calls them."""
from decode import Register
from errors import Leak
from expressions import AND, AND_NOT, NOT, OR, XOR, constant, known, number_of


class Words:
    """What the models of general registers are made of. A machine has get(), put() and the expressions e beside it."""

    def binary(self, i, f):
        target = i.operands[0]
        size = target.size or i.operands[-1].size
        self.put(target, i, f(*(self.get(o, i, size)[:size] for o in i.operands[-2:])))

    def count(self, operand, i, bits):
        value = self.get(operand, i, 1)
        if not known(value):
            raise Leak("a count depends on the input")
        return number_of(value) & bits - 1

    def turn(self, i, f):
        target = i.operands[0]
        source = i.operands[-2] if len(i.operands) > 1 else target
        value = self.get(source, i, target.size)
        n = self.count(i.operands[-1], i, 8 * len(value)) if len(i.operands) > 1 else 1
        self.put(target, i, f(value, n))

    def shift_double(self, i):
        """shld: from the right come the highest bits of the second operand."""
        target, source, _ = i.operands
        n = self.count(i.operands[2], i, 8 * target.size)
        value = self.get(target, i, target.size)
        if n != 0:
            low = self.e.shift_right(self.get(source, i, target.size), 8 * target.size - n)
            value = self.e.logic(OR, self.e.shift_left(value, n), low)
        self.put(target, i, value)

    def bit(self, i, table, all_others):
        target = i.operands[0]
        bit = 1 << self.count(i.operands[1], i, 8 * target.size)
        self.unary(i, lambda x: self.e.logic(table, x, constant(~bit if all_others else bit, len(x))))

    def move(self, i, extended=False):
        target, source = i.operands
        size = target.size or (source.size if isinstance(source, Register) else 8)
        value = self.get(source, i, size)
        self.put(target, i, (value + constant(0, size))[:size] if extended else value[:size])

    def exchange(self, i):
        x, y = i.operands
        a, b = self.get(x, i, y.size), self.get(y, i, x.size)
        self.put(x, i, b), self.put(y, i, a)

    def unary(self, i, f):
        target = i.operands[0]
        self.put(target, i, f(self.get(target, i, target.size)))


def logic_model(table):
    def model(m, i):
        target, source = i.operands[0], i.operands[-1]
        if not isinstance(target, Register) or target.size > 2 or len(i.operands) != 2:
            return m.binary(i, lambda x, y: m.e.logic(table, x, y))
        # A part of a register: the same with the whole, where the rest of the other operand changes nothing.
        rest = constant(-1 if table == AND else 0, 8)
        other = rest[:target.first] + m.get(source, i, target.size)[:target.size] + rest[target.first + target.size:]
        whole = Register(target.number, 0, 8)
        m.put(whole, i, m.e.logic(table, m.get(whole, i, 8), other))
    return model


def one_more(n):
    return lambda m, i: m.unary(i, lambda x: m.e.add(x, constant(n, len(x))))


# General registers: instructions that may meet data, or memory.
SCALARS = {
    "mov": Words.move, "movabs": Words.move, "movzx": lambda m, i: m.move(i, True), "xchg": Words.exchange,
    "movbe": lambda m, i: m.put(i.operands[0], i, m.get(i.operands[1], i, 8)[::-1]),
    "xor": logic_model(XOR), "and": logic_model(AND), "or": logic_model(OR), "andn": logic_model(AND_NOT),
    "add": lambda m, i: m.binary(i, m.e.add), "sub": lambda m, i: m.binary(i, m.e.subtract),
    "not": lambda m, i: m.unary(i, lambda x: m.e.logic(NOT, x)), "neg": lambda m, i: m.unary(i, m.e.negated),
    "inc": one_more(1), "dec": one_more(-1), "bswap": lambda m, i: m.unary(i, lambda x: x[::-1]),
    "ror": lambda m, i: m.turn(i, m.e.rotate), "rorx": lambda m, i: m.turn(i, m.e.rotate),
    "rol": lambda m, i: m.turn(i, lambda x, n: m.e.rotate(x, 8 * len(x) - n)),
    "shr": lambda m, i: m.turn(i, m.e.shift_right), "shrx": lambda m, i: m.turn(i, m.e.shift_right),
    "shl": lambda m, i: m.turn(i, m.e.shift_left), "shlx": lambda m, i: m.turn(i, m.e.shift_left),
    "shld": Words.shift_double,
    "btc": lambda m, i: m.bit(i, XOR, False), "bts": lambda m, i: m.bit(i, OR, False),
    "btr": lambda m, i: m.bit(i, AND, True),
}
