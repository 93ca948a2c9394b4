# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Numbers that steer a loop over blocks: pointers and counts, as linear forms over the arguments of the call.

The symbols of a form are H, P and O (the addresses of the state, of the input and of the output), R0, R1 ... (those of
the rows of messages side by side), T (the number of turns of the loop) and K (the number of turns that have ended). All
arithmetic is modulo 2^64. conditions.py says what the comparisons of such numbers decide.
"""
import dataclasses

from expressions import AND, OR, Expressions, constant, known, number_of

MODULUS = 1 << 64
POINTERS = "HPOR"  # how their names begin
MOST_BYTES = 1 << 62  # of input or output of one call: its pointers do not pass the end of the address space


def signed(number):
    return number - MODULUS if number >> 63 else number


@dataclasses.dataclass(frozen=True)
class Form:
    constant: int = 0
    terms: tuple = ()  # (symbol, coefficient), sorted, no coefficient is 0

    @staticmethod
    def of(constant_part, terms):
        kept = sorted((symbol, c % MODULUS) for symbol, c in terms.items() if c % MODULUS)
        return Form(constant_part % MODULUS, tuple(kept))

    def plus(self, other, times=1):
        terms = dict(self.terms)
        for symbol, c in other.terms:
            terms[symbol] = terms.get(symbol, 0) + times * c
        return Form.of(self.constant + times * other.constant, terms)

    def times(self, factor):
        return Form().plus(self, factor)

    def coefficient(self, symbol):
        return dict(self.terms).get(symbol, 0)

    def without(self, symbol):
        return Form(self.constant, tuple(term for term in self.terms if term[0] != symbol))

    def pointer(self):
        """The symbol of the pointer that this is, or None if it is none, or more than one."""
        found = [(symbol, c) for symbol, c in self.terms if symbol[0] in POINTERS]
        return found[0][0] if len(found) == 1 and found[0][1] == 1 else None


SYMBOLS = {"T": 3_000_000, "K": 3_000_001, "H": 3_000_002, "P": 3_000_003, "O": 3_000_004, "N": 3_000_005}  # variables
SYMBOLS |= {f"R{i}": 3_000_006 + i for i in range(200)}
HIGH_OF_LENGTH = 3_000_300  # the variable of what a length in bits has above 64 bits


class AffineExpressions(Expressions):
    """Expressions in which words of 64 bits may be forms. `symbols` has the values of the symbols in the trace."""

    def __init__(self, data):
        self.keys, self.forms, self.nodes, self.symbols = [None], {}, {}, {}
        # By nodes. high_products: (form, factor, n) of words that are form * factor shifted to the right by 64 + n.
        self.high_products, self.shifted, self.less_high, self.half_of_less = {}, {}, {}, {}
        self.high_words = {}
        self.bytes_of_turn, self.length = 1, None
        super().__init__(data)

    def node(self, bits, key, value):
        before = len(self.lines)
        found = super().node(bits, key, value)
        if len(self.lines) > before:
            self.keys.append(key)
        return found

    def affine(self, form):
        """The word that a form is: the sum of its symbols, which the graph has too."""
        if not form.terms:
            return constant(form.constant, 8)
        if form not in self.nodes:
            total = constant(form.constant, 8)
            for symbol, c in form.terms:
                x = self.bytes_of(self.node(64, ("v", 64, SYMBOLS[symbol]), self.symbols[symbol]), 8)
                total = self.sum(total, self.multiple(x, c))
            self.nodes[form] = total[0] >> 3
            self.forms[total[0] >> 3] = form
        return self.bytes_of(self.nodes[form], 8)

    def multiple(self, x, factor):
        """The word x, so many times."""
        total = constant(0, 8)
        for bit in f"{factor:b}":
            total = self.sum(total, total)
            total = self.sum(total, x) if bit == "1" else total
        return total

    def sum(self, x, y):
        """A sum of words that is an expression of the graph, whatever the forms are."""
        if known(x) or known(y):
            return super().add(x, y)
        a, b = self.join(x), self.join(y)
        return self.bytes_of(self.node(64, ("a", a, b), (self.values[a] + self.values[b]) % MODULUS), 8)

    def form_of(self, value):
        """The form of a word, or None."""
        if len(value) != 8:
            return None
        if known(value):
            return Form(number_of(value))
        return self.forms.get(value[0] >> 3) if self.whole(value) else None

    def number(self, value):
        return int.from_bytes(self.value(value), "little")

    def forms_of(self, *values):
        """The forms of these words, if all are forms and not all are known."""
        found = [self.form_of(value) for value in values]
        return found if all(f is not None for f in found) and any(f.terms for f in found) else None

    def add(self, x, y):
        forms = self.forms_of(x, y)
        found = self.noted(super().add(x, y), forms and forms[0].plus(forms[1]))
        for a, b in ((x, y), (y, x)):
            high = self.half_of_less.get(self.node_of(a))
            if high and high == self.high_products.get(self.node_of(b)) and self.whole(found):
                self.high_products[found[0] >> 3] = high[0], MODULUS + high[1], 1
        return found

    def subtract(self, x, y):
        forms = self.forms_of(x, y)
        found = self.noted(super().subtract(x, y), forms and forms[0].plus(forms[1], -1))
        high = self.high_products.get(self.node_of(y))
        if high and high[2] == 0 and high[1] < MODULUS and self.form_of(x) == high[0] and self.whole(found):
            self.less_high[found[0] >> 3] = high
        return found

    def node_of(self, value):
        """The node of which this is the whole word of 64 bits, or None."""
        return value[0] >> 3 if len(value) == 8 and self.whole(value) else None

    def negated(self, x):
        forms = self.forms_of(x)
        return self.noted(super().negated(x), forms and forms[0].times(-1))

    def noted(self, value, form):
        """The same word, of which it is noted that it is a form."""
        if form is None:
            return value
        if not form.terms or not self.whole(value):
            return self.affine(form)
        self.forms[value[0] >> 3] = form
        return value

    def product(self, x, y):
        """(low word, high word) of a form times a number, or None."""
        for a, b in ((x, y), (y, x)):
            forms = self.forms_of(a)
            if forms and known(b) and len(b) == 8:
                return self.affine(forms[0].times(number_of(b))), self.high_word(forms[0], number_of(b))
        return None

    def high_word(self, form, factor):
        """The high word of a product: a quotient by itself, or an unknown, which shift_right() knows."""
        if (form, factor) not in self.high_words:
            high = self.number(self.affine(form)) * factor >> 64
            node = self.node(64, ("v", 64, 4_000_000 + len(self.high_words)), high)
            self.high_products[node] = form, factor, 0
            self.high_words[form, factor] = node
        node = self.high_words[form, factor]
        return self.quotient(node, 0) or self.bytes_of(node, 8)

    def is_small(self, form):
        """Whether a form without pointers is a number from 0 to 2^64 - 1 for all counts; T is at least 1."""
        low = signed(form.constant) + form.coefficient("T")
        return all(symbol in "TK" for symbol, _ in form.terms) and low >= 0 and self.largest(form) < MODULUS

    def largest(self, form):
        """The largest value of a form of T and K, whose coefficients are taken from 0 to 2^64 - 1."""
        most = MOST_BYTES // self.bytes_of_turn
        return signed(form.constant) + sum(c * most for _, c in form.terms)

    def quotient(self, node, n):
        """What a high word is, shifted to the right by n: a form divided by a number, as compilers write it. With
        factor * divisor = 2^(64 + n) + e this is the quotient of every number below 2^(64 + n) / e. A factor m of 65
        bits is written as half of what x is more than the high word h of x * (m - 2^64), plus h: that is
        x * m / 2^65."""
        form, factor, before = self.high_products[node]
        n += before
        divisor = -(-(1 << 64 + n) // factor)
        e = factor * divisor - (1 << 64 + n)
        if not self.is_small(form) or e * self.largest(form) >= 1 << 64 + n or any(c % divisor for _, c in form.terms):
            return None
        return self.affine(Form.of(signed(form.constant) // divisor, {s: c // divisor for s, c in form.terms}))

    def quotient_times_power(self, node, power):
        """A word of high_products without its low bits: the quotient times a power of two."""
        found = self.quotient(node, power.bit_length() - 1) if power.bit_count() == 1 else None
        return found and self.affine(self.form_of(found).times(power))

    def shift_left(self, x, n):
        if known(x):
            return constant(number_of(x) << n, len(x))
        forms = self.forms_of(x)
        return self.noted(super().shift_left(x, n), forms and forms[0].times(1 << n))

    def shift_right(self, x, n):
        """Of a small count a form. Two shifts in turn are one."""
        node = x[0] >> 3 if self.whole(x) else None
        if node in self.high_products and (found := self.quotient(node, n)):
            return found
        if node in self.shifted and self.shifted[node][1] + n < 8 * len(x):
            before, shift = self.shifted[node]
            return self.shift_right(before, shift + n)
        forms = self.forms_of(x)
        if forms and self.is_small(forms[0]) and all(c % (1 << n) == 0 for _, c in forms[0].terms):
            return self.affine(Form.of(signed(forms[0].constant) >> n, {s: c >> n for s, c in forms[0].terms}))
        if n == 61 and forms and forms[0] == self.length:
            return self.bytes_of(self.node(64, ("v", 64, HIGH_OF_LENGTH), self.number(x) >> 61), 8)
        found = super().shift_right(x, n)
        if self.whole(found):
            self.shifted[found[0] >> 3] = x, n
            if n == 1 and node in self.less_high:
                self.half_of_less[found[0] >> 3] = self.less_high[node]
        return found

    def logic(self, table, x, y=None, z=None):
        if table == AND and y is not None and z is None and len(x) in (4, 8):
            for a, b in ((x, y), (y, x)):
                forms = self.forms_of(a)
                if forms and known(b) and (found := self.rounded(forms[0], number_of(b))):
                    return found
                if known(b) and self.whole(a) and a[0] >> 3 in self.high_products:
                    if found := self.quotient_times_power(a[0] >> 3, MODULUS - number_of(b)):
                        return found
                if known(b) and not known(a) and (low := self.low_bits(a, number_of(b))) is not None:
                    return constant(low, len(x))
        if table == OR and y is not None and z is None:
            for a, b in ((x, y), (y, x)):
                forms = self.forms_of(a)
                if forms and known(b) and (found := self.with_bits(forms[0], number_of(b))):
                    return found
        return super().logic(table, x, y, z)

    def with_bits(self, form, bits):
        """A word in which low bits are set, where the symbols do not matter for these and the bits below them."""
        if any(c % (1 << bits.bit_length()) for _, c in form.terms):
            return None
        return self.affine(form.plus(Form(bits & ~form.constant)))

    def rounded(self, form, mask):
        """A word of which a mask leaves the low bits, or all but these, where the symbols do not matter for them."""
        for low in range(64):
            below = (1 << low) - 1
            if all(c % (1 << low) == 0 for _, c in form.terms):
                if mask == MODULUS - 1 - below:
                    return self.affine(Form(form.constant & mask, form.terms))
                if mask <= below:
                    return constant(form.constant & mask, 8)
        return None

    def low_bits(self, value, mask):
        """What a mask leaves of the low bytes of a form, or None where that is not one number."""
        node = value[0] >> 3 if value[0] >= 0 else 0
        form = self.forms.get(node)
        if form is None or value != list(range(8 * node, 8 * node + len(value))):
            return None
        return form.constant & mask if all(c % (1 << mask.bit_length()) == 0 for _, c in form.terms) else None

    # ---- The same expression of other bytes

    def variables(self, node, known_already):
        """The numbers of the variables of a node; None among them where it depends on a form."""
        if node not in known_already:
            key = self.keys[node]
            if node in self.forms or key[0] == "v" and key[1] == 64:
                known_already[node] = {None}
            elif key[0] == "v":
                known_already[node] = {key[2]}
            else:
                below = [self.variables(n, known_already) for n in self.operands(key)]
                known_already[node] = set().union(*below)
        return known_already[node]

    @staticmethod
    def operands(key):
        if key[0] == "b":
            return [int(name.partition(":")[0]) for name in key[2:]]
        return {"l": key[2:], "a": key[1:], "r": key[1:2]}.get(key[0], ())

    def copied(self, other, byte, renamed, done):
        """A byte of other expressions, over variables that stand for the bytes `renamed` here."""
        return byte if byte < 0 else self.copied_node(other, byte >> 3, renamed, done)[byte & 7]

    def copied_node(self, other, node, renamed, done):
        """The bytes of a node."""
        if node in done:
            return done[node]
        key, size = other.keys[node], other.bits[node] // 8
        if key[0] == "v":
            value = [renamed[key[2]]]
        elif key[0] == "c":
            value = constant(key[2], size)
        elif key[0] == "b":
            parts = [tuple(map(int, name.split(":"))) for name in key[2:]]
            value = [self.copied_node(other, n, renamed, done)[k] for n, k in parts]
        else:
            below = [self.copied_node(other, n, renamed, done) for n in self.operands(key)]
            value = {"l": lambda: self.logic(key[1], *below), "a": lambda: self.add(*below),
                     "r": lambda: self.rotate(below[0], key[2])}[key[0]]()
        done[node] = value
        return value
