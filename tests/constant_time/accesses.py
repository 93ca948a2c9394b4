#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which instructions of a program touch memory, and where; which divide: accesses.py PROGRAM > TABLE, for trace.cpp."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "proofs" / "machine"))
from decode import Memory, Program, Register  # noqa: E402

NO_ACCESS = ("lea", "nop", "prefetch")
DIVISIONS = ("div", "idiv")


def rows(program):
    for address in program.lines:
        try:
            i = program.at(address)
        except (AttributeError, KeyError, ValueError, IndexError):
            continue  # what objdump could not read either
        divides = -1
        if i.name in DIVISIONS and isinstance(i.operands[0], Register):
            divides = i.operands[0].number
        places = [o for o in i.operands if isinstance(o, Memory)]
        memory = places[0] if places else None
        if i.name.startswith(NO_ACCESS) or (memory is None and divides < 0):
            continue
        if len(places) == 2:  # movs: the sum of both addresses
            yield address, places[0].base, places[1].base, 1, 0, divides
        elif memory is None:
            yield address, -1, -1, 1, 0, divides
        else:
            base = -1 if memory.base == 16 else memory.base
            yield address, base, memory.index, memory.scale, memory.displacement, divides


if __name__ == "__main__":
    for row in rows(Program(sys.argv[1])):
        print(*row)
