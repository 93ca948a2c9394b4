# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tries rules of affine.py for counts, right ones and wrong ones: divisions that compilers write as multiplications, and
bits that they set in the place of a sum."""
import random

from affine import AffineExpressions, Form, MODULUS
from expressions import OR, constant


def expressions(divisor, rest):
    """(expressions, a length of `divisor` bytes for each turn and some bytes behind them)"""
    e = AffineExpressions(b"")
    e.bytes_of_turn, e.symbols = divisor, {"T": 5}
    return e, e.affine(Form.of(rest, {"T": divisor}))


def high(e, x, factor):
    return e.product(x, constant(factor, 8))[1]


def shifted(divisor, factor, n, before=0):
    """The length shifted by `before`, times the factor, shifted by 64 + n."""
    e, x = expressions(divisor, divisor - 1)
    return e.form_of(e.shift_right(high(e, e.shift_right(x, before), factor), n))


def halved(divisor, factor, n):
    """The same with a factor of 65 bits: (x - h) / 2 + h, where h is the high word of a product with its low bits."""
    e, x = expressions(divisor, divisor - 1)
    h = high(e, x, factor % MODULUS)
    return e.form_of(e.shift_right(e.add(e.shift_right(e.subtract(x, h), 1), h), n - 1))


def with_bits(turns, behind, bits):
    """The form of turns * T + behind in which these bits are set, and the number that this is for five turns."""
    e, _ = expressions(turns, 0)
    found = e.logic(OR, e.affine(Form.of(behind, {"T": turns})), constant(bits, 8))
    return e.form_of(found), e.number(found)


# (coefficient of T, number behind it, bits): what stands behind it when they are set, or None where T matters for them.
SET_BITS = {(16, 0, 8): 8, (16, 0, 15): 15, (16, 8, 8): 8, (16, 20, 8): 28, (16, 0, 16): None, (8, 0, 8): None,
            (24, 0, 8): None, (16, 0, 24): None, (16, 7, 1 << 63): None, (1 << 62, 0, 1): 1, (-16, 0, 8): 8, (12, 3, 6): None}


def of_set_bits():
    for (turns, behind, bits), wanted in SET_BITS.items():
        form, number = with_bits(turns, behind, bits)
        good = form == (None if wanted is None else Form.of(wanted, {"T": turns}))
        yield f"{turns} T + {behind}, with {bits:#x} set", good and number == (5 * turns + behind) % MODULUS | bits, f"{form}"


def least_factor(divisor, n):
    return -(-(1 << 64 + n) // divisor)


def checks():
    """Yields (name, good, message)."""
    turns = Form.of(0, {"T": 1})
    for divisor, n, before in ((136, 7, 0), (72, 6, 0), (104, 6, 0), (144, 7, 0), (168, 0, 3)):
        factor = least_factor(divisor >> before, n)
        yield f"a division by {divisor}", shifted(divisor, factor, n, before) == turns, ""
        for wrong in (factor - 1, factor + (1 << n + 4)):
            yield f"a wrong division by {divisor}", shifted(divisor, wrong, n, before) is None, f"{wrong:#x} is taken"
    factor = least_factor(168, 8)
    yield "a factor of 65 bits", factor >> 64 == 1 and halved(168, factor, 8) == turns, ""
    yield "a wrong factor of 65 bits", halved(168, factor + (1 << 12), 8) is None, "it is taken"
    numbers = [random.Random(1).randrange(1 << 62) for _ in range(1000)]
    good = all((x * factor >> 72) == x // 168 == ((x - h >> 1) + h >> 7) for x in numbers
               for h in [x * (factor - MODULUS) >> 64])
    yield "a division in numbers", good, ""
    yield from of_set_bits()
