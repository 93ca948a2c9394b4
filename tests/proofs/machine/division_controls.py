# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tries the rules of affine.py for divisions that compilers write as multiplications: right factors and wrong ones."""
import random

from affine import AffineExpressions, Form, MODULUS
from expressions import constant


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
