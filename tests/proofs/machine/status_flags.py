# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The status flags CF, PF, AF, ZF, SF and OF: which of them each instruction reads and writes (Intel SDM vol. 1, s.3.4.3).

A rule computes, from the numbers that an instruction reads, the flags that it writes: {flag: 0 or 1, or None where the
manual calls the flag undefined}. Flags that are not in the result keep their values. Flags are bit numbers of EFLAGS.
An instruction without a rule, which is not listed as one that keeps all flags, has no model.
"""
import functools

from errors import Unknown

CF, PF, AF, ZF, SF, OF = 0, 2, 4, 6, 7, 11
NAMES = {CF: "CF", PF: "PF", AF: "AF", ZF: "ZF", SF: "SF", OF: "OF"}
ALL = tuple(NAMES)

# The flags that a condition reads. "n" before a condition negates it.
CONDITIONS = {"o": (OF,), "b": (CF,), "c": (CF,), "e": (ZF,), "z": (ZF,), "be": (CF, ZF), "s": (SF,), "p": (PF,), "pe": (PF,),
              "l": (SF, OF), "le": (ZF, SF, OF)}
NEGATED = {"ae": "b", "a": "be", "ge": "l", "g": "le", "po": "p"}


@functools.cache
def condition(name):
    """(its positive form, whether it is negated)"""
    if name in NEGATED:
        return NEGATED[name], True
    if name in CONDITIONS:
        return name, False
    positive, negated = condition(name.removeprefix("n"))
    return positive, not negated


def holds(name, word):
    """Whether a condition (e, nb, ge ...) holds for this word of flags."""
    positive, negated = condition(name)
    bits = [word >> flag & 1 for flag in CONDITIONS[positive]]
    if positive == "l":
        true = bits[0] ^ bits[1]
    elif positive == "le":
        true = bits[0] | bits[1] ^ bits[2]
    else:
        true = int(any(bits))
    return true ^ negated


READ = {"adc": (CF,), "sbb": (CF,), "adcx": (CF,), "rcl": (CF,), "rcr": (CF,), "cmc": (CF,), "adox": (OF,),
        "lahf": (SF, ZF, AF, PF, CF), "pushf": ALL, "pushfq": ALL}


@functools.cache
def condition_of(name):
    """The condition in the name of a jump, cmov or set, or None."""
    if name in ("jmp", "jrcxz", "jecxz"):
        return None
    for prefix in ("cmov", "set", "j"):
        if name.startswith(prefix):
            return name.removeprefix(prefix)
    return None


@functools.cache
def read_by(name):
    """The flags that an instruction reads."""
    of_condition = condition_of(name)
    if of_condition is not None:
        return CONDITIONS[condition(of_condition)[0]]
    return READ.get(name, ())


# ---- Rules. bits: the width of the operands; v: their values, the destination first; word: the flags before.

def of_result(bits, r):
    """SF, ZF and PF of a result; AF is undefined."""
    r &= (1 << bits) - 1
    return {SF: r >> bits - 1, ZF: int(r == 0), PF: 1 - (r & 255).bit_count() % 2, AF: None}


def add(bits, v, carry=0):
    x, y = v[0], v[1]
    total = x + y + carry
    signs = (x ^ total) & (y ^ total)
    return of_result(bits, total) | {CF: total >> bits, OF: signs >> bits - 1 & 1, AF: (x ^ y ^ total) >> 4 & 1}


def subtract(bits, v, borrow=0):
    x, y = v[0], v[1]
    difference = x - y - borrow
    signs = (x ^ y) & (x ^ difference)
    return of_result(bits, difference) | {CF: int(difference < 0), OF: signs >> bits - 1 & 1, AF: (x ^ y ^ difference) >> 4 & 1}


def without(flag, written):
    return {f: b for f, b in written.items() if f != flag}


def only(flag, written):
    return {flag: written[flag]}


def logic(f):
    return lambda bits, v, word: of_result(bits, f(*v[-2:])) | {CF: 0, OF: 0}


def count_of(bits, v):
    """A shift by more than the operand has bits is a shift by the low 5 bits of the count, or 6 of 64-bit operands."""
    count = v[1] if len(v) > 1 else 1
    return count & (63 if bits == 64 else 31)


def shift_left(bits, v, word):
    count = count_of(bits, v)
    if count == 0:
        return {}
    carry = v[0] << count >> bits & 1
    return shifted(bits, v[0] << count, carry if count < bits else None, count, v[0] << count >> bits - 1 & 1 ^ carry)


def shift_right(bits, v, word):
    count = count_of(bits, v)
    if count == 0:
        return {}
    carry = v[0] >> count - 1 & 1
    return shifted(bits, v[0] >> count, carry if count < bits else None, count, v[0] >> bits - 1)


def shift_arithmetic(bits, v, word):
    count = count_of(bits, v)
    if count == 0:
        return {}
    signed = v[0] - (v[0] >> bits - 1 << bits)
    return shifted(bits, signed >> count, signed >> count - 1 & 1, count, 0)


def shifted(bits, result, carry, count, overflow):
    """OF is defined for shifts by one bit only."""
    return of_result(bits, result) | {CF: carry, OF: overflow if count == 1 else None}


def shift_double(bits, v, left):
    """shld and shrd: the bits that come in are those of v[1]."""
    count = v[2] & (63 if bits == 64 else 31)
    if count == 0:
        return {}
    if count > bits:
        return dict.fromkeys(ALL)
    both = v[0] << bits | v[1] if left else v[1] << bits | v[0]
    result = (both << count >> bits if left else both >> count) & (1 << bits) - 1
    carry = v[0] >> (bits - count if left else count - 1) & 1
    return shifted(bits, result, carry, count, (result ^ v[0]) >> bits - 1)


def rotate(bits, v, left):
    """rol and ror write CF, and OF; the other flags keep their values."""
    count = count_of(bits, v)
    if count == 0:
        return {}
    turns = (count if left else bits - count % bits) % bits
    result = (v[0] << turns | v[0] >> bits - turns) & (1 << bits) - 1
    top, next_to_top = result >> bits - 1, result >> bits - 2 & 1
    carry = result & 1 if left else top
    return {CF: carry, OF: (top ^ (carry if left else next_to_top)) if count == 1 else None}


def rotate_with_carry(bits, v, word, left):
    """rcl and rcr: CF is a bit of the number that is rotated. Where that leaves everything in place, CF keeps its value."""
    count = count_of(bits, v)
    if count == 0:
        return {}
    wide = (word >> CF & 1) << bits | v[0]
    turns = (count if left else bits + 1 - count % (bits + 1)) % (bits + 1)
    wide = (wide << turns | wide >> bits + 1 - turns) & (1 << bits + 1) - 1
    carry, top, next_to_top = wide >> bits, wide >> bits - 1 & 1, wide >> bits - 2 & 1
    return {CF: carry, OF: (top ^ (carry if left else next_to_top)) if count == 1 else None}


def bit_test(bits, v, word):
    """bt, bts, btr, btc write CF; ZF keeps its value."""
    return {CF: v[0] >> v[1] % bits & 1, OF: None, SF: None, AF: None, PF: None}


def multiply(bits, v, signed):
    if signed:
        x, y = (n - (n >> bits - 1 << bits) for n in v[-2:])
        fits = -1 << bits - 1 <= x * y < 1 << bits - 1
    else:
        fits = v[-1] * v[-2] < 1 << bits
    return {CF: int(not fits), OF: int(not fits), SF: None, ZF: None, AF: None, PF: None}


def scan(bits, v, word):
    """bsf and bsr: ZF says that the source is zero."""
    return dict.fromkeys(ALL) | {ZF: int(v[-1] == 0)}


def count_zeros(bits, v, trailing):
    """tzcnt and lzcnt: CF says that the source is zero, ZF that the result is."""
    return dict.fromkeys(ALL) | {CF: int(v[-1] == 0), ZF: v[-1] & 1 if trailing else v[-1] >> bits - 1}


def population(bits, v, word):
    return dict.fromkeys(ALL, 0) | {ZF: int(v[-1] == 0)}


def bit_field(bits, r, carry):
    """andn, blsi, blsr, blsmsk, bzhi: AF and PF are undefined."""
    return of_result(bits, r) | {CF: carry, OF: 0, PF: None}


def extract(bits, v, word):
    """bextr dst, source, first + 256 * length"""
    first, length = v[-1] & 255, v[-1] >> 8 & 255
    return dict.fromkeys(ALL) | {ZF: int(v[-2] >> first & (1 << length) - 1 == 0), CF: 0, OF: 0}


def zero_high(bits, v, word):
    n = v[-1] & 255
    return bit_field(bits, v[-2] & (1 << n) - 1 if n < bits else v[-2], int(n > bits - 1))


def two_tests(mask):
    """ptest and vtestps: ZF says that x & y has none of the bits of mask, CF that ~x & y has none."""
    def rule(bits, v, word):
        wanted = mask(bits)
        return dict.fromkeys(ALL, 0) | {ZF: int(v[0] & v[1] & wanted == 0), CF: int(~v[0] & v[1] & wanted == 0)}
    return rule


def sign_bits(element):
    return lambda bits: sum(1 << at + element - 1 for at in range(0, bits, element))


def either_mask(bits, v, word):
    """kortest: ZF says that x | y is zero, CF that it is all ones."""
    either = v[0] | v[1]
    return dict.fromkeys(ALL, 0) | {ZF: int(either == 0), CF: int(either == (1 << bits) - 1)}


def from_ah(bits, v, word):
    return {f: v[0] >> f & 1 for f in (SF, ZF, AF, PF, CF)}


RULES = {
    "add": lambda bits, v, word: add(bits, v), "sub": lambda bits, v, word: subtract(bits, v),
    "xadd": lambda bits, v, word: add(bits, v), "cmp": lambda bits, v, word: subtract(bits, v),
    "adc": lambda bits, v, word: add(bits, v, word >> CF & 1), "sbb": lambda bits, v, word: subtract(bits, v, word >> CF & 1),
    "adcx": lambda bits, v, word: only(CF, add(bits, v, word >> CF & 1)),
    "adox": lambda bits, v, word: {OF: add(bits, v, word >> OF & 1)[CF]},
    "inc": lambda bits, v, word: without(CF, add(bits, (v[0], 1))),
    "dec": lambda bits, v, word: without(CF, subtract(bits, (v[0], 1))),
    "neg": lambda bits, v, word: subtract(bits, (0, v[0])),
    "and": logic(lambda x, y: x & y), "or": logic(lambda x, y: x | y), "xor": logic(lambda x, y: x ^ y),
    "test": logic(lambda x, y: x & y), "andn": lambda bits, v, word: bit_field(bits, ~v[-2] & v[-1], 0),
    "shl": shift_left, "shr": shift_right, "sar": shift_arithmetic,
    "shld": lambda bits, v, word: shift_double(bits, v, True), "shrd": lambda bits, v, word: shift_double(bits, v, False),
    "rol": lambda bits, v, word: rotate(bits, v, True), "ror": lambda bits, v, word: rotate(bits, v, False),
    "rcl": lambda bits, v, word: rotate_with_carry(bits, v, word, True),
    "rcr": lambda bits, v, word: rotate_with_carry(bits, v, word, False),
    "bt": bit_test, "bts": bit_test, "btr": bit_test, "btc": bit_test,
    "mul": lambda bits, v, word: multiply(bits, v, False), "imul": lambda bits, v, word: multiply(bits, v, True),
    "div": lambda bits, v, word: dict.fromkeys(ALL), "idiv": lambda bits, v, word: dict.fromkeys(ALL),
    "bsf": scan, "bsr": scan, "popcnt": population,
    "tzcnt": lambda bits, v, word: count_zeros(bits, v, True), "lzcnt": lambda bits, v, word: count_zeros(bits, v, False),
    "blsi": lambda bits, v, word: bit_field(bits, v[-1] & -v[-1], int(v[-1] != 0)),
    "blsr": lambda bits, v, word: bit_field(bits, v[-1] & v[-1] - 1, int(v[-1] == 0)),
    "blsmsk": lambda bits, v, word: bit_field(bits, v[-1] ^ v[-1] - 1, int(v[-1] == 0)),
    "bextr": extract, "bzhi": zero_high, "sahf": from_ah,
    "clc": lambda bits, v, word: {CF: 0}, "stc": lambda bits, v, word: {CF: 1}, "cmc": lambda bits, v, word: {CF: 1 - (word & 1)},
    "ptest": two_tests(lambda bits: (1 << bits) - 1), "vptest": two_tests(lambda bits: (1 << bits) - 1),
    "vtestps": two_tests(sign_bits(32)), "vtestpd": two_tests(sign_bits(64)),
} | {"kortest" + size: either_mask for size in "bwdq"} | \
    {"ktest" + size: two_tests(lambda bits: (1 << bits) - 1) for size in "bwdq"}

# These write flags and no register.
WRITE_FLAGS_ONLY = {"cmp", "test", "bt", "sahf", "clc", "stc", "cmc", "ptest", "vptest", "vtestps", "vtestpd"} | \
    {name for name in RULES if name.startswith(("kortest", "ktest"))}

# These write no flag. Jumps, cmov and set, and instructions on vectors and masks that have no rule, write none either.
KEEP_ALL = set("mov movabs movzx movsx movsxd movbe lea push pop not bswap rorx shlx shrx sarx mulx pdep pext xchg call ret leave "
               "cdqe cwde cbw cqo cdq cwd nop endbr64 jmp jrcxz jecxz cpuid rdtsc xgetbv lahf vzeroupper vzeroall "
               "prefetcht0 prefetcht1 prefetcht2 prefetchnta prefetchw sfence lfence mfence".split())
# Numbers from memory to memory, and to memory: repeated ones and single ones.
KEEP_ALL |= {name + size for name in ("movs", "stos") for size in ("", "b", "w", "d", "q")}

# Instructions on vectors that write flags, and have no rule.
NO_RULE = ("comis", "ucomis", "pcmpestr", "pcmpistr")


@functools.cache
def rule_of(name, on_vectors):
    """The rule of an instruction, or None if it keeps all flags. on_vectors: an operand is a vector or a mask."""
    if name in RULES:
        return RULES[name]
    without_rule = name.removeprefix("v").startswith(NO_RULE)
    if not without_rule and (name in KEEP_ALL or on_vectors or condition_of(name) is not None):
        return None
    raise Unknown(f"no model of the flags of {name}")
