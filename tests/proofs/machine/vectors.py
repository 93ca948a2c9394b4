# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Vector instructions by their pseudo-code in the Intel 64 and IA-32 Architectures Software Developer's Manual.

Each model takes (expressions, size of the destination, sources as lists of bytes, immediate) and gives the destination.
MODELS: name without its leading v: (model, size of an element, number of sources). The table must name every instruction
that meets data of the input; lift.py holds every result against the processor's.
"""
from errors import Unknown
from expressions import A, AND, AND_NOT, B, C, OR, XOR, constant, known, number_of


def words(value, size):
    return [value[at:at + size] for at in range(0, len(value), size)]


def joined(parts):
    return [b for part in parts for b in part]


def in_lanes(model):
    """The same in each 16 bytes."""
    def run(e, size, sources, immediate):
        return joined(model(e, [s[at:at + 16] for s in sources], immediate) for at in range(0, size, 16))
    return run


def each(size, f):
    """f(expressions, words of the sources, immediate) for each element."""
    def run(e, total, sources, immediate):
        return joined(f(e, column, immediate) for column in zip(*(words(s[:total], size) for s in sources)))
    return run


def logic(table):
    return lambda e, size, sources, immediate: e.logic(table, *(s[:size] for s in sources))


def ternary(e, size, sources, immediate):
    # The table's bit 4a + 2b + c, as here.
    return e.logic(immediate, *(s[:size] for s in sources))


def add(e, column, _):
    return e.add(*column)


def subtract(e, column, _):
    return e.subtract(*column)


def rotate_right(e, column, n):
    return e.rotate(column[0], n)


def rotate_left(e, column, n):
    return e.rotate(column[0], 8 * len(column[0]) - n % (8 * len(column[0])))


def turned(direction):
    """Each element by a count of its own, which must be known. direction: rotate_right or rotate_left."""
    def model(e, column, _):
        if not known(column[1]):
            raise Unknown("a count that is not known")
        return direction(e, column, number_of(column[1]))
    return model


def shift_right(e, column, n):
    return e.shift_right(column[0], n)


def shift_left(e, column, n):
    return e.shift_left(column[0], n)


# ---- Within 16 bytes

def unpack(size, high):
    def model(_, lanes, __):
        a, b = (words(lane, size) for lane in lanes)
        half = len(a) // 2
        return joined(x for i in range(half) for x in (a[i + half * high], b[i + half * high]))
    return in_lanes(model)


def shuffle_bytes(_, lanes, __):
    data, control = lanes
    return [-1 if -1 - c & 0x80 else data[-1 - c & 15] for c in control]


def shuffle_words(_, lanes, immediate):
    return joined(words(lanes[0], 4)[immediate >> 2 * i & 3] for i in range(4))


def shuffle_two(_, lanes, immediate):  # shufps
    a, b = (words(lane, 4) for lane in lanes)
    return joined((a, b)[i // 2][immediate >> 2 * i & 3] for i in range(4))


def align(_, lanes, immediate):
    return (lanes[1] + lanes[0] + constant(0, 32))[immediate:immediate + 16]


def bytes_down(_, lanes, n):
    return (lanes[0] + constant(0, 16))[min(n, 16):][:16]


def bytes_up(_, lanes, n):
    return (constant(0, min(n, 16)) + lanes[0])[:16]


def shuffle_pairs(_, size, sources, immediate):  # shufpd: a bit for each element
    a, b = (words(s[:size], 8) for s in sources)
    return joined((a, b)[i % 2][i // 2 * 2 + (immediate >> i & 1)] for i in range(size // 8))


def shuffle_halves(high):  # pshuflw, pshufhw
    def model(_, lanes, immediate):
        parts = words(lanes[0], 2)
        first = 4 * high
        parts[first:first + 4] = [parts[first + (immediate >> 2 * i & 3)] for i in range(4)]
        return joined(parts)
    return in_lanes(model)


def pack(_, lanes, __):  # packuswb, of words below 256: there it does not saturate
    if any(high != -1 for lane in lanes for high in lane[1::2]):
        raise NotImplementedError("packuswb of words of 256 and more")
    return lanes[0][::2] + lanes[1][::2]


# ---- Across

def lanes_of_128(_, size, sources, immediate):  # shufi64x2, shufi32x4
    a, b = (words(s[:size], 16) for s in sources)
    n = size // 16
    bits = 2 if n == 4 else 1
    return joined((a if i < n // 2 else b)[immediate >> bits * i & n - 1] for i in range(n))


def two_lanes(_, size, sources, immediate):  # perm2i128
    parts = [part for s in sources for part in words(s[:32], 16)]
    return joined(constant(0, 16) if immediate >> 4 * i & 8 else parts[immediate >> 4 * i & 3] for i in range(2))


def permute_quads(_, size, sources, control):  # permq, with an immediate or a register of indices
    if control is not None:
        return joined(words(sources[0][at:at + 32], 8)[control >> 2 * i & 3] for at in range(0, size, 32) for i in range(4))
    return permute(8)(_, size, sources, control)


def permute(element):
    def model(_, size, sources, __):
        index, data = words(sources[0][:size], element), words(sources[1][:size], element)
        return joined(data[-1 - i[0] & size // element - 1] for i in index)
    return model


def from_two(element, index_first):
    """permi2, whose index is its destination; permt2, whose first table is."""
    def model(_, size, sources, __):
        index, a = (sources[0], sources[1]) if index_first else (sources[1], sources[0])
        table = words(a[:size], element) + words(sources[2][:size], element)
        return joined(table[-1 - i[0] & 2 * size // element - 1] for i in words(index[:size], element))
    return model


def insert(part):
    def model(_, size, sources, immediate):
        parts = words(sources[0][:size], part)
        parts[immediate & len(parts) - 1] = sources[1][:part]
        return joined(parts)
    return model


def extract(part):
    return lambda _, size, sources, immediate: \
        words(sources[0], part)[immediate & len(sources[0]) // part - 1]


def broadcast(part):
    return lambda _, size, sources, immediate: sources[0][:part] * (size // part)


def blend(element):
    def model(_, size, sources, immediate):
        a, b = (words(s[:size], element) for s in sources)
        return joined((b if immediate >> i % 8 & 1 else a)[i] for i in range(len(a)))
    return model


def low_halves(_, size, sources, __):   # movlhps
    return sources[0][:8] + sources[1][:8]


def high_halves(_, size, sources, __):  # movhlps
    return sources[1][8:16] + sources[0][8:16]


def high_loaded(_, size, sources, __):  # movhps, movhpd
    return sources[0][:8] + sources[1][:8]


def align_words(element):
    def model(_, size, sources, immediate):
        both = words(sources[1][:size] + sources[0][:size], element)
        return joined(both[(immediate & size // element - 1) + i] for i in range(size // element))
    return model


# ---- SHA extensions

def sum_of(e, *terms):
    total = terms[0]
    for term in terms[1:]:
        total = e.add(total, term)
    return total


def xor_of(e, a, b, c):
    return e.logic(A ^ B ^ C, a, b, c)


def sigma(e, x, turns, shift):
    return xor_of(e, e.rotate(x, turns[0]), e.rotate(x, turns[1]), e.shift_right(x, shift))


def sha256_rounds(e, size, sources, _):
    state = {}
    state["H"], state["G"], state["D"], state["C"] = words(sources[0][:16], 4)
    state["F"], state["E"], state["B"], state["A"] = words(sources[1][:16], 4)
    for wk in words(sources[2][:8], 4):
        a, b, c, d, f_e, f, g, h = (state[name] for name in "ABCDEFGH")
        ch = e.logic(A & B ^ (A ^ 0xFF) & C, f_e, f, g)
        maj = e.logic(A & B ^ A & C ^ B & C, a, b, c)
        big1 = xor_of(e, *(e.rotate(f_e, n) for n in (6, 11, 25)))
        big0 = xor_of(e, *(e.rotate(a, n) for n in (2, 13, 22)))
        t = sum_of(e, ch, big1, wk, h)
        state = dict(A=sum_of(e, t, maj, big0), B=a, C=b, D=c, E=e.add(t, d), F=f_e, G=f, H=g)
    return state["F"] + state["E"] + state["B"] + state["A"]


def sha256_message1(e, size, sources, _):
    w = words(sources[0][:16], 4) + [sources[1][:4]]
    return joined(e.add(w[i], sigma(e, w[i + 1], (7, 18), 3)) for i in range(4))


def sha256_message2(e, size, sources, _):
    w, (_, _, w14, w15) = words(sources[0][:16], 4), words(sources[1][:16], 4)
    w16, w17 = (e.add(x, sigma(e, y, (17, 19), 10)) for x, y in zip(w, (w14, w15)))
    w18, w19 = (e.add(x, sigma(e, y, (17, 19), 10)) for x, y in zip(w[2:], (w16, w17)))
    return w16 + w17 + w18 + w19


MODELS = {
    "sha256rnds2": (sha256_rounds, 4, 3), "sha256msg1": (sha256_message1, 4, 2), "sha256msg2": (sha256_message2, 4, 2),
    "pshufb": (in_lanes(shuffle_bytes), 1, 2), "pshufd": (in_lanes(shuffle_words), 4, 1),
    "permilps": (in_lanes(shuffle_words), 4, 1), "shufps": (in_lanes(shuffle_two), 4, 2), "shufpd": (shuffle_pairs, 8, 2),
    "pshuflw": (shuffle_halves(0), 2, 1), "pshufhw": (shuffle_halves(1), 2, 1), "packuswb": (in_lanes(pack), 1, 2),
    "palignr": (in_lanes(align), 1, 2), "psrldq": (in_lanes(bytes_down), 1, 1), "pslldq": (in_lanes(bytes_up), 1, 1),
    "perm2i128": (two_lanes, 16, 2), "perm2f128": (two_lanes, 16, 2), "permq": (permute_quads, 8, 0),
    "permpd": (permute_quads, 8, 0), "permd": (permute(4), 4, 2), "permps": (permute(4), 4, 2),
    "movlhps": (low_halves, 16, 2), "movhlps": (high_halves, 16, 2), "movhps": (high_loaded, 16, 2),
    "movhpd": (high_loaded, 16, 2), "pblendd": (blend(4), 4, 2),
    "pblendw": (blend(2), 2, 2), "blendps": (blend(4), 4, 2), "blendpd": (blend(8), 8, 2),
    "pinsrq": (insert(8), 8, 2), "pinsrd": (insert(4), 4, 2), "pextrq": (extract(8), 8, 1), "pextrd": (extract(4), 4, 1),
}
for letter, element in (("d", 4), ("q", 8)):
    MODELS |= {
        "pternlog" + letter: (ternary, element, 3), "padd" + letter: (each(element, add), element, 2),
        "psub" + letter: (each(element, subtract), element, 2),
        "pror" + letter: (each(element, rotate_right), element, 1), "prol" + letter: (each(element, rotate_left), element, 1),
        "prorv" + letter: (each(element, turned(rotate_right)), element, 2),
        "prolv" + letter: (each(element, turned(rotate_left)), element, 2),
        "psrl" + letter: (each(element, shift_right), element, 1), "psll" + letter: (each(element, shift_left), element, 1),
        "pbroadcast" + letter: (broadcast(element), element, 1), "align" + letter: (align_words(element), element, 2),
        "permi2" + letter: (from_two(element, True), element, 3), "permt2" + letter: (from_two(element, False), element, 3),
    }
for name, table in (("xor", XOR), ("and", AND), ("or", OR), ("andn", AND_NOT)):
    forms = {"p" + name: 8, "p" + name + "d": 4, "p" + name + "q": 8, name + "ps": 4, name + "pd": 8}
    MODELS |= {form: (logic(table), element, 2) for form, element in forms.items()}
MODELS |= {"psrlw": (each(2, shift_right), 2, 1), "psllw": (each(2, shift_left), 2, 1)}
for names, element, high in ((("punpcklbw",), 1, 0), (("punpckhbw",), 1, 1), (("punpcklwd",), 2, 0), (("punpckhwd",), 2, 1),
                             (("punpckldq", "unpcklps"), 4, 0), (("punpckhdq", "unpckhps"), 4, 1),
                             (("punpcklqdq", "unpcklpd"), 8, 0), (("punpckhqdq", "unpckhpd"), 8, 1)):
    MODELS |= {name: (unpack(element, high), element, 2) for name in names}
for kind in "if":
    for part, names in ((16, ("128", "32x4", "64x2")), (32, ("64x4", "32x8"))):
        MODELS |= {f"insert{kind}{n}": (insert(part), part, 2) for n in names}
        MODELS |= {f"extract{kind}{n}": (extract(part), part, 1) for n in names}
        MODELS |= {f"broadcast{kind}{n}": (broadcast(part), part, 1) for n in names}
    MODELS |= {f"shuf{kind}{n}": (lanes_of_128, 8, 2) for n in ("64x2", "32x4")}
MODELS |= {"broadcastsd": (broadcast(8), 8, 1), "broadcastss": (broadcast(4), 4, 1)}

# name: element size of its mask; the whole operand is moved.
MOVES = {name: 8 for name in ("movdqa", "movdqu", "movaps", "movups", "movapd", "movupd", "lddqu", "movdqa64", "movdqu64",
                              "movntdq", "movq")}
MOVES |= {"movdqa32": 4, "movdqu32": 4, "movdqu8": 1, "movdqu16": 2, "movd": 4,
          "movsd": 8}  # to or from memory
