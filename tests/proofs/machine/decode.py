# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Instructions of a program, as objdump prints them."""
import dataclasses
import functools
import re
import subprocess

from errors import Unknown
from tracefile import VECTORS

NAMES = "rax rcx rdx rbx rsp rbp rsi rdi".split()
SIZES = {"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8, "XMMWORD": 16, "YMMWORD": 32, "ZMMWORD": 64}
MASKS = 20  # the number of the first mask register, as trace.cpp has it


def general_registers():
    """{name: (number, first byte, size)}"""
    found = {}
    for i, name in enumerate(NAMES):
        short = name[1:]
        found |= {name: (i, 0, 8), "e" + short: (i, 0, 4), short: (i, 0, 2)}
        found[short[0] + "l" if i < 4 else short + "l"] = (i, 0, 1)
        if i < 4:
            found[short[0] + "h"] = (i, 1, 1)
    for i in range(8, 16):
        found |= {f"r{i}": (i, 0, 8), f"r{i}d": (i, 0, 4), f"r{i}w": (i, 0, 2), f"r{i}b": (i, 0, 1)}
    return found


REGISTERS = general_registers()
REGISTERS |= {f"{kind}mm{i}": (VECTORS + i, 0, size) for kind, size in (("x", 16), ("y", 32), ("z", 64)) for i in range(32)}
REGISTERS |= {f"k{i}": (MASKS + i, 0, 8) for i in range(8)}


@dataclasses.dataclass(frozen=True)
class Register:
    number: int
    first: int
    size: int


@dataclasses.dataclass(frozen=True)
class Memory:
    size: int          # 0: not said
    base: int = -1     # numbers of registers
    index: int = -1
    scale: int = 1
    displacement: int = 0
    fs: bool = False
    broadcast: bool = False


@dataclasses.dataclass(frozen=True)
class Instruction:
    address: int
    following: int
    name: str
    operands: tuple    # Register, Memory or int
    mask: int = -1     # number of a mask register
    zeroing: bool = False
    repeated: bool = False

    @functools.cached_property
    def largest_register(self):
        """The largest number of a register among the operands: from MASKS on a mask, from VECTORS on a vector."""
        return max((o.number for o in self.operands if isinstance(o, Register)), default=-1)

    @functools.cached_property
    def width(self):
        """The largest size of an operand."""
        return max((o.size for o in self.operands if isinstance(o, (Register, Memory))), default=8) or 8


OPERAND = re.compile(r"(?:(\w+) (PTR|BCST) )?(?:([c-gs]s):)?(?:\[(.*?)\]|(0x[0-9a-f]+))(?:\{1to\d+\})?$")


def split(text):
    """Operands, at the commas outside of brackets."""
    return re.findall(r"(?:\[[^\]]*\]|[^,\[])+", text)


def memory(text):
    found = OPERAND.match(text)
    if found is None:
        raise Unknown(f"no model of the operand {text}")
    size, kind, segment, inside, absolute = found.groups()
    fields = dict(base=-1, index=-1, scale=1, displacement=int(absolute, 16) if absolute else 0)
    for sign, term in re.findall(r"([+-]?)([^+-]+)", inside or ""):
        if "*" in term:
            register, _, scale = term.partition("*")
            fields |= dict(index=REGISTERS[register][0] if register != "riz" else -1, scale=int(scale))
        elif term in REGISTERS:
            fields["base" if fields["base"] < 0 else "index"] = REGISTERS[term][0]
        elif term == "rip":
            fields["base"] = 16
        else:
            fields["displacement"] += int(term, 16) * (-1 if sign == "-" else 1)
    return Memory(SIZES.get(size, 0), fs=segment == "fs", broadcast=kind == "BCST", **fields)


def operand(text):
    if text in REGISTERS:
        return Register(*REGISTERS[text])
    if re.fullmatch(r"-?(0x)?[0-9a-f]+", text):
        return int(text, 16)
    return memory(text)


PREFIXES = {"rep", "repz", "repnz", "cs", "ds", "es", "bnd", "notrack", "data16", "lock", "{vex}", "{evex}", "addr32",
            "rex.W", "rex", "{load}", "{disp32}"}


def parse(address, following, text):
    text = re.sub(r"\s*(#.*|<.*>)$", "", text)
    words = text.split(None, 1)
    repeated = False
    while words[0] in PREFIXES and len(words) > 1:
        repeated |= words[0].startswith("rep")
        words = words[1].split(None, 1)
    name, rest = words[0], words[1] if len(words) > 1 else ""
    mask = re.search(r"\{k(\d)\}", rest)
    zeroing = "{z}" in rest
    rest = re.sub(r"\{k\d\}|\{z\}", "", rest)
    if name.startswith(("j", "call")) and re.fullmatch(r"[0-9a-f]+(,p[nt])?", rest):
        return Instruction(address, following, name, ())  # its target is written into it
    return Instruction(address, following, name, tuple(operand(o.strip()) for o in split(rest)),
                       MASKS + int(mask[1]) if mask else -1, zeroing, repeated)


class Program:
    def __init__(self, path):
        text = subprocess.run(["objdump", "-d", "-M", "intel", "--no-show-raw-insn", path], check=True,
                              capture_output=True, text=True).stdout
        found = re.findall(r"^ +([0-9a-f]+):\t(.*)$", text, re.M)
        addresses = [int(address, 16) for address, _ in found]
        self.lines = {here: (after, line) for here, after, (_, line) in zip(addresses, addresses[1:] + [0], found)}
        self.decoded = {}

    def text(self, address):
        return self.lines[address][1] if address in self.lines else "not in the program"

    def at(self, address):
        if address not in self.decoded:
            if address not in self.lines:
                raise Unknown(f"no instruction of the program at {address:#x}")
            self.decoded[address] = parse(address, *self.lines[address])
        return self.decoded[address]
