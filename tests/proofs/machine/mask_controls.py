# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which operands the instructions of masks.py read, and what must be an error that names the instruction."""
import masks
from decode import VECTORS, parse
from errors import Leak, Unknown, error_at, told
from expressions import constant, known
from flag_controls import fresh

# How a name begins: its operands, of which the first is only written; and what else it reads. The first that fits counts.
FORMS = {"kmov": "k3,k4", "knot": "k3,k4", "kshift": "k3,k4,0x1", "k": "k3,k4,k2", "v": "k3{k2},ymm3,ymm4"}
# As FORMS, but for registers beside masks, and a comparison that has no model.
OTHERS = ("kmovb ebx,k4", "kmovq rbx,k4", "kmovd k3,ecx", "kmovq k3,rcx", "kxorq k3,k4,k4", "vpcmpub k3,ymm3,ymm4,0x3")
# The mask by which they choose elements may not be secret.
CHOOSE = ("vpaddd zmm3{k2}{z},zmm3,zmm4", "vpaddd zmm1{k2},zmm3,zmm4", "vpaddd zmm3{k2},zmm1,zmm4", "vmovdqu8 zmm3{k2},zmm4",
          "vmovdqu8 zmm3{k2},zmm1", "vpbroadcastd zmm3{k2},ecx", "vpxorq xmm1{k2},xmm1,xmm4", "vpxorq ymm3{k2},ymm3,ymm1",
          "vpternlogq xmm1{k2}{z},xmm3,xmm4,0xd2", "vpternlogq ymm3{k2}{z},ymm1,ymm4,0xd2")
NO_OPERAND = ("mov rax,cr0", "movq mm0,rax", "kmovd k9,eax", "add r16,rax")


def instructions():
    for name in masks.MODELS:
        operands = next(form for start, form in FORMS.items() if name.startswith(start))
        yield f"{name} {operands}"
    yield from OTHERS


def number_of_register(name):
    return parse(0, 8, f"mov {name},{name}").operands[0].number


def machine_after(text, secrets):
    """A machine that has executed this with secrets in these registers."""
    m = fresh()
    for name in secrets:
        number = number_of_register(name)
        m.registers[number] = m.e.input[:8] if number < VECTORS else m.e.input + constant(0, 32)
    m.execute(parse(0, 8, text), {})
    return m


def refused(text, secrets):
    """What the lifter says of it, or "accepted"."""
    try:
        machine_after(text, secrets)
    except (Leak, Unknown) as why:
        return f"{type(why).__name__}: {why}"
    return "accepted"


def words(text):
    """(the register that it writes, those that it reads)"""
    operands = text.partition(" ")[2].replace("{k2}", "").split(",")
    read = [operand for operand in operands[1:] if not operand.startswith("0x")]
    return operands[0], sorted({*read, *(["k2"] if "{k2}" in text else [])})


def checks():
    """Yields (what, whether it is as it should be, what was found)."""
    for text in instructions():
        written, read = words(text)
        for name in read:
            found = refused(text, [name])
            yield f"{text} with a secret in {name}", found.startswith("Unknown"), found
        found = refused(text, [written])
        left = found == "accepted" and machine_after(text, [written]).registers[number_of_register(written)]
        yield f"{text} over a secret", bool(left) and known(left), found
    for text in CHOOSE:
        found = refused(text, ["k2"])
        yield f"{text} with a secret in k2", found.startswith("Unknown"), found
        found = refused(text, [])
        yield f"{text} with a mask that is known", found == "accepted", found
    for text in NO_OPERAND:
        found = refused(text, [])
        yield f"no operand: {text}", found.startswith("Unknown"), found
    yield from of_errors()


class Line:
    """A program of one line."""

    @staticmethod
    def text(address):
        return "kmovd  eax,k1"


def refuse():
    raise Unknown("kmovd")


def of_errors():
    """An error of any kind becomes one that is told, and does not end the other proofs."""
    for why, kind in ((KeyError(20), Unknown), (NotImplementedError("words"), Unknown), (Unknown("no model"), Unknown),
                      (Leak("a branch"), Leak)):
        found = error_at(Line, 0x43d4e9, why)
        yield f"where {why!r} was met", type(found) is kind and str(found).startswith("0x43d4e9: kmovd  eax,k1: "), str(found)
    yield "a result is told", told(int, "12") == (12, True), ""
    found = told(refuse)
    yield "an error is told", found == ("Unknown: kmovd", False), found


if __name__ == "__main__":
    for what, good, found in checks():
        if not good:
            print(what, found)
