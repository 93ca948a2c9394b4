# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Numbers that steer a loop over blocks: pointers and counts, as linear forms over the arguments of the call.

The symbols of a form are H, P and O (the addresses of the state, of the input and of the output), T (the number of turns
of the loop) and K (the number of turns that have ended). All arithmetic is modulo 2^64. A condition must have one and the
same outcome for all values of the symbols that a part of the trace stands for; else the proof is refused.
"""
import dataclasses

from expressions import AND, Expressions, constant, known, number_of
from scalars import Leak

MODULUS = 1 << 64
POINTERS = "HPO"
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
        found = [(symbol, c) for symbol, c in self.terms if symbol in POINTERS]
        return found[0][0] if len(found) == 1 and found[0][1] == 1 else None


class AffineExpressions(Expressions):
    """Expressions in which words of 64 bits may be forms. For the prover such a word is a variable."""

    def __init__(self, data):
        self.keys, self.forms = [None], {}
        super().__init__(data)

    def node(self, bits, key, value):
        before = len(self.lines)
        found = super().node(bits, key, value)
        if len(self.lines) > before:
            self.keys.append(key)
            if key[0] == "t":
                self.lines[-1] = f"v 64 {1_000_000 + found}"
        return found

    def affine(self, form, value):
        if not form.terms:
            return constant(form.constant, 8)
        node = self.node(64, ("t", form), value % MODULUS)
        self.forms[node] = form
        return self.bytes_of(node, 8)

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
        if forms := self.forms_of(x, y):
            return self.affine(forms[0].plus(forms[1]), self.number(x) + self.number(y))
        return super().add(x, y)

    def subtract(self, x, y):
        if forms := self.forms_of(x, y):
            return self.affine(forms[0].plus(forms[1], -1), self.number(x) - self.number(y))
        return super().subtract(x, y)

    def negated(self, x):
        if forms := self.forms_of(x):
            return self.affine(forms[0].times(-1), -self.number(x))
        return super().negated(x)

    def shift_left(self, x, n):
        if forms := self.forms_of(x):
            return self.affine(forms[0].times(1 << n), self.number(x) << n)
        return super().shift_left(x, n)

    def shift_right(self, x, n):
        """Of a count of blocks or bytes, which is not negative and far below 2^64: T is at least 1."""
        forms = self.forms_of(x)
        if forms:
            constant_part, terms = signed(forms[0].constant), forms[0].terms
            if all(s in "TK" and c % (1 << n) == 0 and c < MOST_BYTES for s, c in terms) and \
                    0 <= constant_part + forms[0].coefficient("T") < MOST_BYTES:
                return self.affine(Form.of(constant_part >> n, {s: c >> n for s, c in terms}), self.number(x) >> n)
        return super().shift_right(x, n)

    def logic(self, table, x, y=None, z=None):
        if table == AND and z is None and len(x) == 4 and y is not None and known(y):
            low = self.low_bits(x, number_of(y))
            if low is not None:
                return constant(low, 4)
        if table == AND and y is not None and z is None:
            for a, b in ((x, y), (y, x)):
                forms = self.forms_of(a)
                if forms and known(b) and (found := self.rounded(forms[0], a, number_of(b))):
                    return found
        return super().logic(table, x, y, z)

    def rounded(self, form, value, mask):
        """A word of which a mask leaves the low bits, or all but these, where the symbols do not matter for them."""
        for low in range(64):
            below = (1 << low) - 1
            if all(c % (1 << low) == 0 for _, c in form.terms):
                if mask == MODULUS - 1 - below:
                    return self.affine(Form(form.constant & mask, form.terms), self.number(value) & mask)
                if mask <= below:
                    return constant(form.constant & mask, 8)
        return None

    def low_bits(self, value, mask):
        """What a mask leaves of the low bytes of a form, or None."""
        node = value[0] >> 3 if value[0] >= 0 else 0
        if node not in self.forms or value != list(range(8 * node, 8 * node + len(value))):
            return None
        form, bits = self.forms[node], 1 << mask.bit_length()
        return form.constant & mask if all(c % bits == 0 for _, c in form.terms) else None

    # ---- The same expression of other bytes

    def variables(self, node, known_already):
        """The numbers of the variables of a node; None among them where it depends on a form."""
        if node not in known_already:
            key = self.keys[node]
            if key[0] == "v":
                known_already[node] = {key[2]}
            elif key[0] == "t":
                known_already[node] = {None}
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


# ---- Conditions

@dataclasses.dataclass(frozen=True)
class Comparison:
    """What set the flags: a and b were compared, or a is a result, which is compared with 0."""
    a: Form
    b: Form
    difference: bool  # CF is that of a - b


@dataclasses.dataclass(frozen=True)
class Domain:
    """The values that a part of a trace stands for: K from 0 up (or K = 0), and T = K + 1 + J with J from `least` to `most`."""
    name: str
    turns: bool       # K may be larger than 0
    least: int
    most: int
    bound: int        # of K and of J

    def interval(self, form):
        """The least and the largest value of a form without pointers, as an integer."""
        k, t = signed(form.coefficient("K")), signed(form.coefficient("T"))
        low = high = signed(form.constant) + t
        for c, least, most in ((k + t, 0, self.bound if self.turns else 0), (t, self.least, min(self.most, self.bound))):
            low, high = low + min(c * least, c * most), high + max(c * least, c * most)
        return low, high


def outcome(condition, compared, domain):
    """Whether a condition (e, b, be ...) holds for all values of the domain (True) or for none (False); else raises Leak."""
    if condition == "e" and compared.a.pointer() and compared.b == Form():
        return False  # a pointer into the caller's memory is not null
    low, high = domain.interval(plain(compared.a.plus(compared.b, -1)))
    equal = None
    if low == high and low % MODULUS == 0:
        equal = True
    elif high // MODULUS * MODULUS < low:  # no multiple of 2^64 lies between them
        equal = False
    if condition == "e":
        return decided(equal, condition, domain)
    if condition in ("b", "c", "be") and compared.difference:
        require_numbers(compared, domain)
        return decided(less(low, high, or_equal=condition == "be"), condition, domain)
    if condition in ("l", "le", "s"):
        require_small(compared, domain)
        return decided(less(low, high, or_equal=condition == "le"), condition, domain)
    raise Leak(f"no rule for the condition {condition} of a count")


def less(low, high, or_equal):
    if high < 0 or or_equal and high <= 0:
        return True
    return False if low > 0 or low == 0 and not or_equal else None


def decided(answer, condition, domain):
    if answer is None:
        raise Leak(f"the condition {condition} holds for some counts and not for others, {domain.name}")
    return answer


def plain(form):
    if any(symbol in POINTERS for symbol, _ in form.terms):
        raise Leak("a branch depends on an address")
    return form


def require_numbers(compared, domain):
    """Both sides are the same pointer with an offset, or numbers from 0 to 2^64 - 1."""
    if compared.a.pointer() and compared.a.pointer() == compared.b.pointer():
        return
    for form in (compared.a, compared.b):
        low, high = domain.interval(plain(form))
        if low < 0 or high >= MODULUS:
            raise Leak("a count that passes 2^64 is compared")


def require_small(compared, domain):
    for form in (compared.a, compared.b):
        low, high = domain.interval(plain(form))
        if low < -(1 << 63) or high >= 1 << 63:
            raise Leak("a count that passes 2^63 is compared with its sign")
