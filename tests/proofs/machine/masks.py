# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Instructions that move or write mask registers, by their pseudo-code in the Intel 64 and IA-32 Architectures Software
Developer's Manual. lift.py holds every result against the processor's.

A model takes the bits of a vector operand and the numbers that the operands hold, without the destination, and gives the
bits of the mask. So every operand must be known.
"""
import operator

from decode import MASKS, Register, VECTORS
from errors import Unknown
from expressions import constant, known, number_of

BITS = {"b": 8, "w": 16, "d": 32, "q": 64}  # of an element, or of a mask
HALVES = {"bw": 8, "wd": 16, "dq": 32}
COMPARISONS = {"eq": operator.eq, "lt": operator.lt, "le": operator.le, "neq": operator.ne, "nlt": operator.ge, "nle": operator.gt}
LOGIC = {"mov": lambda x: x, "not": lambda x: ~x, "and": lambda x, y: x & y, "andn": lambda x, y: ~x & y,
         "or": lambda x, y: x | y, "xor": lambda x, y: x ^ y, "xnor": lambda x, y: ~(x ^ y), "add": lambda x, y: x + y}


def low(number, bits):
    return number & (1 << bits) - 1


def of_masks(bits, f):
    """f(masks), of which the result has so many bits. The others become zero."""
    return lambda _, v: low(f(*v), bits)


def shift(bits, f):
    """f(mask, count). The count is the low byte of the immediate, and may be more than the mask has bits."""
    return lambda _, v: low(f(low(v[0], bits), low(v[1], 8)), bits)


def unpack(half):
    """kunpck: the low half is that of the second source, the high half the low one of the first."""
    return lambda _, v: low(v[0], half) << half | low(v[1], half)


def each(bits, f):
    """A bit for each element of two vectors: f(element, element)."""
    return lambda width, v: sum(bool(f(*(low(x >> at, bits) for x in v))) << at // bits for at in range(0, width, bits))


def signed(bits, f):
    """The same of signed numbers: f where the highest bits are changed."""
    return lambda x, y: f(x ^ 1 << bits - 1, y ^ 1 << bits - 1)


def models():
    for letter, bits in BITS.items():
        for name, f in LOGIC.items():
            yield f"k{name}{letter}", of_masks(bits, f)
        yield f"kshiftl{letter}", shift(bits, operator.lshift)
        yield f"kshiftr{letter}", shift(bits, operator.rshift)
        yield f"vptestm{letter}", each(bits, lambda x, y: x & y != 0)
        yield f"vptestnm{letter}", each(bits, lambda x, y: x & y == 0)
        yield f"vpcmpgt{letter}", each(bits, signed(bits, operator.gt))
        for name, f in COMPARISONS.items():
            yield f"vpcmp{name}u{letter}", each(bits, f)
            yield f"vpcmp{name}{letter}", each(bits, signed(bits, f))
    for letters, half in HALVES.items():
        yield f"kunpck{letters}", unpack(half)


MODELS = dict(models())


def is_mask(operand):
    return isinstance(operand, Register) and MASKS <= operand.number < VECTORS


def has_model(i):
    """A comparison of this name may write a vector instead, which is none of these."""
    return i.name in MODELS and (i.name.startswith("k") or is_mask(i.operands[0]))


def of_instruction(machine, i):
    """The mask by which an instruction chooses elements."""
    value = machine.registers[i.mask]
    if not known(value):
        raise Unknown(f"{i.name} chooses by a mask that is not known")
    return number_of(value)


def applied(machine, i, value, element):
    """The elements of a vector that the mask of an instruction chooses. The others are zeros, or stay as they were. Which it
    chooses, and what becomes of the others, are rules that a control makes wrong."""
    if i.mask < 0:
        return value
    bits, choice, rest = of_instruction(machine, i), f"choice {i.name}", f"{'zeroing' if i.zeroing else 'merging'} {i.name}"
    machine.rules_met.update((choice, rest))
    if machine.wrong == choice:
        bits = ~bits
    zeroing = i.zeroing != (machine.wrong == rest)
    old = constant(0, len(value)) if zeroing else machine.get(i.operands[0], i, len(value))
    return [b if bits >> at // element & 1 else o for at, (b, o) in enumerate(zip(value, old))]


def compute(machine, i):
    """Where the mask of the instruction has a zero, the result has one too."""
    target, *sources = i.operands
    values = [machine.get(source, i, i.width) for source in sources]
    if not all(known(value) for value in values):
        raise Unknown(f"no model of {i.name} with an operand that is not known")
    machine.met[i.name] = machine.met.get(i.name, 0) + 1
    found = MODELS[i.name](8 * i.width, [number_of(value) for value in values])
    if i.mask >= 0:
        found &= of_instruction(machine, i)
    if i.name == machine.wrong:
        found ^= 1
    machine.put(target, i, constant(found, target.size))
