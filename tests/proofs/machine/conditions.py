# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What comparisons of forms (affine.py) decide: a condition must have one and the same outcome for all values of the
symbols that a part of the trace stands for; else the proof is refused.
"""
import dataclasses

from affine import Form, MODULUS, POINTERS, signed
from errors import Leak


@dataclasses.dataclass(frozen=True)
class Comparison:
    """What set the flags: a and b were compared, or a is a result, which is compared with 0."""
    a: Form
    b: Form
    difference: bool  # CF is that of a - b
    summands: tuple = ()  # CF is that of their sum


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


def carries(compared, domain):
    """Whether there is a carry: False if the summands are far from 2^64; else raises Leak."""
    for form in compared.summands:
        low, high = domain.interval(plain(form))
        if low < 0 or high >= MODULUS // 2:
            raise Leak("a sum of counts may pass 2^64")
    if not compared.summands:
        raise Leak("the carry of a count is used")
    return False


def less(low, high, or_equal):
    if high < 0 or or_equal and high <= 0:
        return True
    return False if low > 0 or low == 0 and not or_equal else None


def decided(answer, condition, domain):
    if answer is None:
        raise Leak(f"the condition {condition} holds for some counts and not for others, {domain.name}")
    return answer


def plain(form):
    if any(symbol[0] in POINTERS for symbol, _ in form.terms):
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
