# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Expressions over bytes of the input, as lift.py meets them in registers and memory.

A value is a list of bytes, the lowest first. A byte is either known, -1 - c, or byte k of node n, 8 * n + k. Each node
also has its value for the input of the trace, against which the processor's own results are held.
"""
import functools

A, B, C = 0xF0, 0xCC, 0xAA  # a truth table is what it does to these
XOR, AND, OR, AND_NOT, NOT = A ^ B, A & B, A | B, (A ^ 0xFF) & B, A ^ 0xFF


def known(value):
    return not value or value[0] < 0 and max(value) < 0


def constant(number, size):
    return [~b for b in (number & (1 << 8 * size) - 1).to_bytes(size, "little")]  # ~b is -1 - b


def number_of(value):
    """Of known bytes."""
    return int.from_bytes(bytes([~b for b in value]), "little")


@functools.cache
def products_of(table):
    """A truth table as a sum modulo 2: the products, 4 for a, 2 for b and 1 for c, 0 for the product of none."""
    times = [table >> i & 1 for i in range(8)]
    for bit in (1, 2, 4):
        for i in range(8):
            if i & bit:
                times[i] ^= times[i ^ bit]
    return tuple(i for i in range(8) if times[i])


def look_up(table, operands, mask):
    a, b, c = operands
    products = (mask, c, b, b & c, a, a & c, a & b, a & b & c)
    found = 0
    for i in products_of(table):
        found ^= products[i]
    return found & mask


class Expressions:
    def __init__(self, data):
        self.lines, self.values, self.bits, self.seen = [], [0], [0], {}
        self.input = [8 * self.node(8, ("v", 8, i), byte) for i, byte in enumerate(data)]

    def node(self, bits, key, value):
        if key in self.seen:
            return self.seen[key]
        self.lines.append(" ".join(map(str, key)))
        self.values.append(value)
        self.bits.append(bits)
        self.seen[key] = len(self.lines)
        return len(self.lines)

    def byte_value(self, b):
        return -1 - b if b < 0 else self.values[b >> 3] >> 8 * (b & 7) & 255

    def value(self, value):
        if known(value):
            return bytes([~b for b in value])
        parts, at = [], 0
        while at < len(value):  # word by word, where the bytes are those of a node
            b = value[at]
            if b < 0 and known(rest := value[at:]):
                parts.append(bytes([~c for c in rest]))
                break
            size = self.bits[b >> 3] >> 3 if b >= 0 and not b & 7 else 0
            if size and value[at:at + size] == list(range(b, b + size)):
                parts.append(self.values[b >> 3].to_bytes(size, "little"))
            else:
                size = 1
                parts.append(bytes([self.byte_value(b)]))
            at += size
        return b"".join(parts)

    def whole(self, value):
        """All bytes of one node, in order."""
        first = value[0]
        return first >= 0 and not first & 7 and self.bits[first >> 3] == 8 * len(value) and \
            value == list(range(first, first + len(value)))

    def join(self, value):
        """The node of these bytes."""
        bits = 8 * len(value)
        if known(value):
            return self.node(bits, ("c", bits, number_of(value)), number_of(value))
        if self.whole(value):
            return value[0] >> 3
        names = []
        for b in value:
            n, k = (b >> 3, b & 7) if b >= 0 else (self.node(8, ("c", 8, -1 - b), -1 - b), 0)
            names.append(f"{n}:{k}")
        return self.node(bits, ("b", bits, *names), int.from_bytes(self.value(value), "little"))

    @staticmethod
    def bytes_of(node, size):
        return list(range(8 * node, 8 * node + size))

    # ---- Operations on words

    def negated(self, x):
        return self.add(self.logic(NOT, x), constant(1, len(x)))

    def subtract(self, x, y):
        return self.add(x, self.negated(y))

    def add(self, x, y):
        size = len(x)
        if known(x) and known(y):
            return constant(number_of(x) + number_of(y), size)
        if known(x) and number_of(x) == 0:
            return y
        if known(y) and number_of(y) == 0:
            return x
        if x == y:
            return self.shift_left(x, 1)
        a, b = self.join(x), self.join(y)
        total = (self.values[a] + self.values[b]) & (1 << 8 * size) - 1
        return self.bytes_of(self.node(8 * size, ("a", a, b), total), size)

    def rotate(self, x, right):
        bits = 8 * len(x)
        right %= bits
        if right == 0 or (right % 8 == 0 and not self.whole(x)):
            return x[right // 8:] + x[:right // 8]
        a = self.join(x)
        value = (self.values[a] >> right | self.values[a] << bits - right) & (1 << bits) - 1
        return self.bytes_of(self.node(bits, ("r", a, right), value), len(x))

    def shift_right(self, x, n):
        size = len(x)
        if n % 8 == 0:
            return (x[n // 8:] + constant(0, size))[:size]
        return self.logic(AND, self.rotate(x, n), constant((1 << 8 * size) - 1 >> n, size))

    def shift_left(self, x, n):
        size = len(x)
        if n % 8 == 0:
            return (constant(0, n // 8) + x)[:size]
        return self.logic(AND, self.rotate(x, 8 * size - n), constant(-1 << n, size))

    def logic(self, table, x, y=None, z=None):
        """Bit for bit, in words of the size in which the operands came about."""
        operands = [x, y or x, z or y or x]
        out = []
        for at in range(0, len(x), 8):
            out += self.logic_of_word(table, [o[at:at + 8] for o in operands])
        return out

    def logic_of_word(self, table, operands):
        simple = self.simple(table, operands)
        if simple is not None:
            return simple
        size = len(operands[0])
        if size == 8 and not all(known(o) or self.whole(o) for o in operands):
            halves = [[o[:4] for o in operands], [o[4:] for o in operands]]
            if all(known(o) or self.whole(o) for half in halves for o in half):
                return self.logic_of_word(table, halves[0]) + self.logic_of_word(table, halves[1])
        nodes = [self.join(o) for o in operands]
        value = look_up(table, [self.values[n] for n in nodes], (1 << 8 * size) - 1)
        return self.bytes_of(self.node(8 * size, ("l", table, *nodes), value), size)

    @staticmethod
    def simple(table, operands):
        """The result where each byte of it is known, or a byte of an operand: masks, zeros, moves."""
        a, b = operands[0][0], operands[1][0]
        if a >= 0 and b >= 0 and a != b:
            return None
        out = []
        for column in zip(*operands):
            if all(b < 0 for b in column):
                out.append(-1 - look_up(table, [-1 - b for b in column], 255))
                continue
            free = sorted({b for b in column if b >= 0})
            if len(free) > 1 or any(-1 - b not in (0, 255) for b in column if b < 0):
                return None
            zero, one = (look_up(table, [(-1 - b) if b < 0 else fill for b in column], 255) for fill in (0, 255))
            if (zero, one) == (0, 255):
                out.append(free[0])
            elif zero == one:
                out.append(-1 - zero)
            else:
                return None
        return out
