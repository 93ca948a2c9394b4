#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a traced call of the library computes, as expressions over its input: lift.py PROGRAM TRACE GRAPH [INSTRUCTION].

Follows the instructions that the processor executed. Bytes of the input are unknowns; whatever does not depend on them
is as the processor had it. After each instruction all registers that it wrote must have the value that the processor
gave them: so each model is tried on the hardware, in each place where a proof uses it. An address, a branch or a count
that depends on the input is an error: for this code and this length the trace is the same for all inputs. The status flags
are followed one by one by the rules of status_flags.py, which are held against the processor in the same way.
INSTRUCTION: its model shall be wrong.
"""
import functools
import sys

import masks
import status_flags
from decode import MASKS, Memory, Program, Register, VECTORS
from errors import Leak, Unknown, error_at
from expressions import Expressions, constant, known, number_of
from scalars import SCALARS, Words
from tracefile import Reader, Written
from vectors import MODELS, MOVES

# Their first operand is only written, and the last of these is the number of bits by which they shift.
ONLY_WRITE_FIRST = set("andn bextr bzhi blsi blsr blsmsk bsf bsr tzcnt lzcnt popcnt".split())
COUNTED = set("shl shr sar shld shrd rol ror rcl rcr bt bts btr btc".split())


def with_bit(word, bit, on):
    return word & ~(1 << bit) | bool(on) << bit


@functools.cache
def only_writes_first(name, operands):
    """Whether an instruction with so many operands does not read the first of them."""
    plain = name.removeprefix("v")
    moves = plain in MOVES or name in ("mov", "movabs", "movzx", "movsx", "movsxd", "movbe", "lea", "rorx", "shlx", "shrx",
                                       "sarx", "pshufd", "bsf", "bsr", "tzcnt", "lzcnt", "popcnt", "pextrq", "pextrd")
    three = name.startswith("v") and not plain.startswith(("pternlog", "permi2", "permt2")) and operands > 1 or \
        name in ("andn", "bextr") or (name == "imul" and operands == 3) or name.startswith("set")
    return moves or three


class Machine(Words):
    expressions = Expressions
    # Words of flags: those that depend on the input, those that are undefined, those whose values a rule has computed.
    secret_flags = undefined_flags = computed_flags = 0
    rules_met = set()  # names of instructions whose rules for the flags were used

    def __init__(self, program, trace, wrong):
        self.program, self.trace, self.wrong = program, Reader.of(trace), wrong
        take = self.trace
        regions = []
        for _ in range(take.numbers(1)[0]):
            first, size = take.numbers(2)
            regions.append((first, take.take(size)))
        self.memory = Written(regions)
        (input_at, input_size), self.output, self.arguments = take.numbers(2), take.numbers(2), take.numbers(2)
        self.registers = {i: constant(v, 8) for i, v in enumerate(take.numbers(19))}
        self.registers |= {MASKS + i: constant(v, 8) for i, v in enumerate(take.numbers(8))}
        self.registers |= {VECTORS + i: [-1 - b for b in take.take(64)] for i in range(32)}
        self.input = input_at, input_size
        self.e = self.expressions(bytes(-1 - b for b in self.memory.read(input_at, input_size)))
        self.memory.write(input_at, self.e.input)
        self.flags = number_of(self.registers.pop(18))
        self.last = {n: self.e.value(v) for n, v in self.registers.items()}
        self.met = {}  # models that met data: how often
        self.rules_met = set()

    # ---- Flags

    def follow_flags(self, i):
        """Refuses an instruction that reads a flag of unknown value, and follows what it writes."""
        self.check_flags(i)
        self.computed_flags = self.flags
        rule = status_flags.rule_of(i.name, i.largest_register >= MASKS)
        if rule is None:
            return
        self.rules_met.add(i.name)
        values, secret = self.flag_sources(i)
        bits = 8 * len(values[0]) if values else 8
        written = rule(bits, [self.number_at_trace(v, bits) for v in values], self.flags)
        if i.name == self.wrong:
            written = {flag: value if value is None else 1 - value for flag, value in written.items()}
        self.flags_written(i, written, values, secret)
        for flag, value in written.items():
            self.secret_flags = with_bit(self.secret_flags, flag, secret)
            self.undefined_flags = with_bit(self.undefined_flags, flag, value is None)
            self.computed_flags = with_bit(self.computed_flags, flag, value or 0)

    def flags_written(self, i, written, values, secret):
        """For machines that know more of unknown flags."""

    def check_flags(self, i):
        for flag in status_flags.read_by(i.name):
            if self.secret_flags >> flag & 1:
                raise Leak("a branch or a choice depends on the input")
            if self.undefined_flags >> flag & 1:
                raise Unknown(f"{i.name} reads {status_flags.NAMES[flag]}, which is undefined")

    def flag_sources(self, i):
        """The values of the operands, and whether the flags that it writes depend on the input."""
        if i.name == "sahf":
            value = self.registers[0][1:2]
            return [value], not known(value)
        if i.name.startswith("bt") and isinstance(i.operands[0], Memory) and isinstance(i.operands[1], Register):
            raise Unknown(f"{i.name} of a bit of memory that a register numbers")
        size = next((o.size for o in i.operands if isinstance(o, (Register, Memory)) and o.size), 8)
        if i.name.startswith(("kortest", "ktest")):
            size = {"b": 1, "w": 2, "d": 4, "q": 8}[i.name[-1]]
        values = [self.get(o, i, size)[:size] for o in i.operands]
        if i.name in ("mul", "imul") and len(values) == 1:
            values.append(self.registers[0][:size])
        with_itself = i.name in ("xor", "sub", "cmp", "sbb") and i.operands[0] == i.operands[1]
        read = values[1:] if i.name in ONLY_WRITE_FIRST or (i.name == "imul" and len(values) == 3) else values
        if i.name in COUNTED and len(values) > 1 and not known(values[-1]):
            raise Leak("a count depends on the input")
        return values, not with_itself and not all(known(v) for v in read)

    def number_at_trace(self, value, bits):
        """What these bytes were on the processor, as a number of `bits` bits."""
        return int.from_bytes(self.e.value(value), "little") & (1 << bits) - 1

    def verify_flags(self):
        """The flags that are defined must be those that the processor has."""
        defined = sum(1 << flag for flag in status_flags.ALL) & ~self.undefined_flags
        wrong = (self.flags ^ self.computed_flags) & defined
        for flag, name in status_flags.NAMES.items():
            if wrong >> flag & 1:
                raise Unknown(f"{name} is {self.computed_flags >> flag & 1}, on the processor {self.flags >> flag & 1}")

    # ---- Operands

    def number(self, register):
        value = self.registers[register]
        if not known(value):
            raise Leak("an address or a count depends on the input")
        return number_of(value)

    def address(self, operand, instruction):
        if operand.base == 16:
            return instruction.following + operand.displacement
        total = operand.displacement + (self.number(17) if operand.fs else 0)
        if operand.base >= 0:
            total += self.number(operand.base)
        if operand.index >= 0:
            total += self.number(operand.index) * operand.scale
        return total & (1 << 64) - 1

    def get(self, operand, instruction, size):
        if isinstance(operand, int):
            return constant(operand, size)
        if isinstance(operand, Register):
            return self.registers[operand.number][operand.first:operand.first + operand.size]
        at = self.address(operand, instruction)
        if operand.broadcast:
            return self.memory.read(at, operand.size) * (size // operand.size)
        return self.memory.read(at, operand.size or size)

    def put(self, operand, instruction, value):
        if isinstance(operand, Memory):
            return self.memory.write(self.address(operand, instruction), value)
        old = self.registers[operand.number]
        if operand.number >= VECTORS:
            rest = constant(0, 64) if instruction.name.startswith("v") else old
            new = value + rest[len(value):]
        elif operand.size == 4:
            new = value + constant(0, 4)
        else:
            new = old[:operand.first] + value + old[operand.first + operand.size:]
        self.registers[operand.number] = new
        self.wrote.add(operand.number)

    # ---- One instruction

    def execute(self, i, changed):
        self.wrote = set()
        name = i.name
        self.follow_flags(i)
        if name in ("jrcxz", "jecxz"):
            self.number(1)
        elif name == "call" or name.startswith("j"):
            self.check_target(i)
            if name == "call":
                self.push(constant(i.following, 8))
        elif name == "ret":
            self.check_known(self.memory.read(self.number(4), 8))
        elif name == "push":
            self.push(self.get(i.operands[0], i, 8))
        elif name == "pop":
            self.put(i.operands[0], i, self.memory.read(self.number(4), 8))
        elif name == "vzeroupper":
            for r in range(VECTORS, VECTORS + 16):
                self.registers[r] = self.registers[r][:16] + constant(0, 48)
        elif name == "vzeroall":
            self.registers |= {r: constant(0, 64) for r in range(VECTORS, VECTORS + 16)}
        elif name in ("nop", "endbr64", "leave") or name.startswith("prefetch"):
            pass
        elif i.repeated and name.startswith(("movs", "stos")):
            self.string(i, name)
        else:
            self.compute(i, changed)
        self.flags = changed.get(18, self.flags)
        for number, value in changed.items():
            if number != 18 and number not in self.wrote and known(self.registers[number]):
                self.registers[number] = [-1 - b for b in value] if number >= VECTORS else constant(value, 8)
        return self.wrote | changed.keys() - {18}

    def check_target(self, i):
        """The target of a jump or call may not depend on the input."""
        for operand in i.operands:
            if not isinstance(operand, int):
                self.check_known(self.get(operand, i, 8))

    def check_known(self, value):
        if not known(value):
            raise Leak("a jump depends on the input")

    def push(self, value):
        self.memory.write(self.number(4) - 8, value)

    def string(self, i, name):
        """One turn of rep movs or stos: objdump's operands are (destination, source)."""
        size = i.operands[0].size or 1
        if self.number(1) == 0:
            return
        source = self.registers[0][:size] if name.startswith("stos") else self.memory.read(self.number(6), size)
        self.memory.write(self.number(7), source)

    def sources(self, i):
        """The operands that it reads, its mask among them."""
        if i.mask >= 0:
            return *i.operands, Register(i.mask, 0, 8)
        return i.operands[1:] if only_writes_first(i.name, len(i.operands)) else i.operands

    def compute(self, i, changed):
        operands = i.operands
        width = i.width
        if i.name == "lea":
            return self.lea(i)
        if i.name.startswith("cmov"):
            return self.choose(i)
        if i.name.startswith("set"):
            return self.put(operands[0], i, constant(status_flags.holds(i.name[3:], self.flags), 1))
        if i.name == "sbb" and operands[0] == operands[1]:
            return self.put(operands[0], i, constant(-(self.flags & 1), operands[0].size))
        if i.name in status_flags.WRITE_FLAGS_ONLY:
            return None
        if masks.has_model(i):
            return masks.compute(self, i)
        values = [self.get(o, i, width) for o in self.sources(i)]
        implicit = {"mul": (0,), "div": (0, 2), "imul": (0,), "idiv": (0, 2), "cdqe": (0,), "cqo": (0,), "cdq": (0,)}
        if i.name in implicit and len(operands) < 2:
            values += [self.registers[r] for r in implicit[i.name]]
        all_known = all(known(v) for v in values)
        plain = i.name.removeprefix("v")
        if i.largest_register >= VECTORS:
            if plain in MOVES:
                return self.vector_move(i, MOVES[plain])
            if not all_known or isinstance(operands[0], Memory):
                return self.vector(i, plain, width)
        elif i.name in SCALARS and (not all_known or isinstance(operands[0], Memory) or i.name in ("mov", "xchg")):
            return SCALARS[i.name](self, i)
        if not all_known:
            raise Unknown(f"no model of {i.name}")
        if i.name == "adc" and isinstance(operands[0], Memory):
            return self.put(operands[0], i, constant(sum(number_of(v) for v in values) + (self.flags & 1), width))
        self.from_processor(i, changed)

    def from_processor(self, i, changed):
        """All that it reads is known, so its results are what the processor had."""
        if not i.operands:
            return
        for o in i.operands[:2] if i.name in ("xchg", "xadd", "mulx") else i.operands[:1]:
            if isinstance(o, Memory):
                raise Unknown(f"{i.name} to memory")
            before = bytes(-1 - b if b < 0 else self.e.byte_value(b) for b in self.registers[o.number])
            after = changed.get(o.number)
            after = before if after is None else after if o.number >= VECTORS else after.to_bytes(8, "little")
            self.registers[o.number] = self.kept(o, i, after)
            self.wrote.add(o.number)

    def kept(self, o, i, after):
        """A register of which an instruction wrote known bytes: the part that it left may be unknown still."""
        new, old = [-1 - b for b in after], self.registers[o.number]
        if o.number >= VECTORS:
            return new if i.name.startswith("v") else new[:16] + old[16:]
        return new if o.size >= 4 else old[:o.first] + new[o.first:o.first + o.size] + old[o.first + o.size:]

    def choose(self, i):
        target, source = i.operands
        self.put(target, i, self.get(source if status_flags.holds(i.name[4:], self.flags) else target, i, target.size))

    def lea(self, i):
        target, m = i.operands
        if m.base == 16:
            return self.put(target, i, constant(i.following + m.displacement, target.size))
        total = constant(m.displacement, target.size)
        for register, times in ((m.base, 1), (m.index, m.scale)):
            for _ in range(times if register >= 0 else 0):
                total = self.e.add(total, self.registers[register][:target.size])
        self.put(target, i, total)

    # ---- Vectors

    def vector_move(self, i, element):
        target, source = i.operands
        size = {"movq": 8, "movsd": 8, "movd": 4}.get(i.name.removeprefix("v"), target.size or source.size)
        value = self.get(source, i, size)[:size]
        if isinstance(target, Register) and target.number >= VECTORS and len(value) < target.size:
            value = value + constant(0, target.size - len(value))
        self.put(target, i, masks.applied(self, i, value, element))

    def store_high(self, i):
        """movhps and movhpd to memory."""
        target, source = i.operands
        self.rules_met.add(f"store {i.name}")
        first = 0 if self.wrong == f"store {i.name}" else 8
        self.put(target, i, self.get(source, i, 16)[first:first + 8])

    def vector(self, i, plain, width):
        if plain not in MODELS:
            raise Unknown(f"no model of {i.name}")
        model, element, count = MODELS[plain]
        operands, immediate = i.operands, None
        if isinstance(operands[-1], int):
            operands, immediate = operands[:-1], operands[-1]
        self.met[i.name] = self.met.get(i.name, 0) + 1
        target = operands[0]
        if plain == "sha256rnds2":
            sources = (operands[0], operands[1], Register(VECTORS, 0, 16))
        elif plain in ("movhps", "movhpd") and isinstance(target, Memory):
            return self.store_high(i)
        elif count == 0:
            sources = operands[1:]
        else:
            sources = operands[-count:] if len(operands) >= count else operands * count
        values = [self.get(s, i, width) for s in sources]
        if plain.startswith(("psrl", "psll")) and immediate is None:
            immediate = number_of(values[-1][:8]) if known(values[-1]) else None
            values = values[:-1]
        size = target.size or len(values[0])
        value = model(self.e, size, values, immediate)[:size]
        if i.name == self.wrong:
            value = value[1:] + value[:1]
        self.put(target, i, masks.applied(self, i, value, element))


def follow(machine):
    """All instructions; yields how many."""
    steps = 0
    for address, changed in machine.trace.read_steps():
        try:
            wrote = machine.execute(machine.program.at(address), changed)
            verify(machine, wrote, changed)
        except Exception as why:
            raise error_at(machine.program, address, why) from why
        steps += 1
    return steps


def verify(machine, wrote, changed):
    machine.verify_flags()
    for number in wrote:
        mine = machine.e.value(machine.registers[number])
        theirs = changed.get(number)
        if theirs is None:
            if mine != machine.last.get(number, mine):
                raise Unknown(f"register {number} should not have changed, and has not on the processor")
        elif mine != (theirs if number >= VECTORS else theirs.to_bytes(8, "little")):
            raise Unknown(f"register {number} is {mine.hex()}, on the processor {theirs}")
        machine.last[number] = mine


def lift(program, trace, graph, wrong=None):
    """Writes the graph of a trace; says in a line what it met."""
    machine = Machine(program, trace, wrong)
    steps = follow(machine)
    at, size = machine.output
    output = machine.memory.read(at, size)
    if machine.e.value(output) != machine.trace.take(size):
        raise Unknown("the output is not that of the processor")
    parts = []
    for b in output:
        n, k = (b >> 3, b & 7) if b >= 0 else (machine.e.node(8, ("c", 8, -1 - b), -1 - b), 0)
        parts.append(f"{n}:{k}")
    with open(graph, "w", encoding="ascii") as file:
        print(*machine.e.lines, f"o {size} {' '.join(parts)}", sep="\n", file=file)
    models = sum(machine.met.values())
    return f"{steps} instructions, {models} of them of {len(machine.met)} vector models"


if __name__ == "__main__":
    try:
        print(lift(Program(sys.argv[1]), *sys.argv[2:]))
    except (Leak, Unknown) as why:
        sys.exit(f"{type(why).__name__}: {why}")
