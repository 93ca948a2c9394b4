# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Follows a part of the trace of a loop over whole blocks, with forms (affine.py) as pointers and counts."""
import dataclasses

import status_flags
from affine import AffineExpressions, Form
from conditions import Comparison, carries, outcome
from decode import Register
from errors import Leak, Unknown, error_at
from expressions import constant, known
from lift import Machine, verify
from tracefile import Written

ARGUMENTS = "HPON"  # in their order in loop_arguments of trace.cpp; N is the number of blocks
COMPARED = ("cmp", "sub")
SHIFTS = frozenset("shl shr sar rol ror shlx shrx sarx".split())  # whose count is the last operand, modulo 32 or 64
ANY = None  # no domain: this pass finds out what the trace does, and proves nothing


@dataclasses.dataclass
class Subject:
    """The function: sizes in bytes, the blocks of a turn, and the blocks or bytes after the last turn."""
    state: int
    block: int
    reads: bool   # blocks of input
    writes: bool  # blocks of output
    digest: int = 0  # not 0: a whole message, whose length in bytes takes the place of the number of blocks
    turn: int = 1
    rest: int = 0
    visits: int = 1  # how often a turn comes to where turns begin

    @property
    def step(self):
        """By how much a turn moves the pointer to the input."""
        return self.turn * self.block

    @property
    def output_block(self):
        """Bytes of output for a block."""
        return self.block

    @property
    def taken(self):
        """Bytes of input that a turn takes."""
        return self.step if self.reads else 0

    @property
    def most_moved(self):
        """The largest step of a pointer in a turn."""
        return max(self.step, self.turn * self.output_block)

    @property
    def unit(self):
        """What one of the count of the call stands for, in blocks."""
        return self.block if self.digest else 1

    @property
    def after(self):
        """The bytes after the last turn."""
        return self.rest * self.block // self.unit

    def count(self):
        """The count of the call, as a form."""
        return Form.of(self.rest, {"T": self.turn * self.unit})


class LimitedMemory(Written):
    """Memory in which the input can be read only where it is written anew."""
    closed = ()  # ranges of addresses

    def is_closed(self, address):
        return any(first <= address < last for first, last in self.closed)

    def byte(self, address):
        if address not in self.written and self.is_closed(address):
            raise Unknown(f"a load of byte {address - self.closed[0][0]} of the input, which is not of the block at hand")
        return super().byte(address)


class LoopMachine(Machine):
    """A machine with forms. Outside of ANY each condition, address, load and store is checked."""
    expressions = AffineExpressions

    def __init__(self, program, trace, subject):
        super().__init__(program, trace, None)
        self.subject, self.domain = subject, ANY
        self.memory, self.e = LimitedMemory(self.memory.regions), AffineExpressions(b"")
        self.steps = self.trace.steps()
        at = self.arguments[0]
        self.pointers = {name: self.e.number(self.memory.read(at + 8 * i, 8)) for i, name in enumerate(ARGUMENTS)}
        self.states = [self.trace.take(subject.state) for _ in range(self.pointers["N"] // subject.unit + 1)]
        self.set_symbols(0)
        self.comparisons, self.decisions, self.compared = {}, [], None
        self.in_address, self.at_step = False, 0
        self.ranges = {}

    def set_symbols(self, turn):
        """The values of the symbols in the trace."""
        turns = (self.pointers["N"] - self.subject.rest) // (self.subject.turn * self.subject.unit)
        self.e.bytes_of_turn = self.subject.most_moved
        self.e.length = self.subject.count() if self.subject.digest else None
        self.e.symbols = {**self.pointers, "T": turns, "K": turn}

    # ---- The beginning of a part

    def blocks_at_hand(self, turn, count, writable=None):
        """Unknowns for `count` bytes of the input from a turn on, and room for as many of the output, or `writable`. All
        else of the input and output is out of reach."""
        self.set_symbols(turn)
        total = self.pointers["N"] * self.subject.block // self.subject.unit
        first = turn * self.subject.step
        self.memory.closed = ((self.pointers["P"], self.pointers["P"] + max(total, 1)),)
        output = self.pointers["O"] + (0 if self.subject.digest else first)
        self.ranges = {"H": (self.pointers["H"], self.pointers["H"] + (0 if self.subject.digest else self.subject.state)),
                       "O": (output, output + (self.subject.digest or writable or count)), "P": self.memory.closed[0]}
        if self.subject.reads:
            self.unknown_bytes(self.pointers["P"] + first, count, range(self.subject.state, self.subject.state + count))

    def unknown_bytes(self, first, count, numbers):
        """Bytes of the input become variables of these numbers."""
        before = Written(self.memory.regions).read(first, count)
        self.memory.write(first, [self.variable(n, -1 - byte) for n, byte in zip(numbers, before)])

    def block_bytes(self, turn):
        """{number of the variable: byte} of the blocks of a turn."""
        first, taken = self.subject.state, self.subject.taken
        at = self.pointers["P"] + turn * self.subject.step
        return {first + n: self.memory.byte(at + n) for n in range(taken)}

    def moves(self, pointer):
        """By how much a turn moves a pointer."""
        return self.subject.step if pointer == "P" or pointer == "O" and not self.subject.digest else 0

    def check_end(self, turns, blocks):
        """Whether the call leaves its arguments as it should, after K or no turns and so many blocks."""

    def output_at(self, turn, blocks):
        """The output from a turn on."""
        size = self.subject.output_block
        return self.memory.read(self.pointers["O"] + turn * self.subject.turn * size, blocks * size)

    def variable(self, number, value):
        return 8 * self.e.node(8, ("v", 8, number), value)

    def begin_call(self, count):
        """The state is that of the call, unless this is a whole message. count: a form."""
        at, size = self.input
        if not self.subject.digest:
            self.memory.write(at, [self.variable(i, -1 - b) for i, b in enumerate(self.memory.read(at, size))])
        for i, form in enumerate([Form.of(0, {name: 1}) for name in "HPO"] + [count]):
            self.memory.write(self.arguments[0] + 8 * i, self.e.affine(form))
        self.last = {n: self.e.value(v) for n, v in self.registers.items()}

    # ---- Addresses

    def number(self, register):
        """A form may be a part of an address only, or everything where nothing is proved."""
        value = self.registers[register]
        if self.domain is ANY or self.in_address and self.e.form_of(value):
            return self.e.number(value)
        return super().number(register)

    def address(self, operand, instruction):
        self.in_address = True
        total = super().address(operand, instruction)
        self.in_address = False
        self.pointer = None if self.domain is ANY else self.checked_pointer(self.form_of_address(operand))
        return total

    def form_of_address(self, operand):
        form = Form(operand.displacement % (1 << 64))
        for register, times in ((operand.base, 1), (operand.index, operand.scale)):
            if 0 <= register < 16:
                form = form.plus(self.e.form_of(self.registers[register]), times)
        return form

    def checked_pointer(self, form):
        """Which pointer an address belongs to: the state where it is, the input and output at the turn K, or None."""
        if not form.terms:
            return None
        form = self.in_domain(form)
        pointer = form.pointer()
        moves = self.moves(pointer) if self.domain.turns else 0
        if pointer is None or form.without(pointer) != Form.of(form.constant, {"K": moves}):
            raise Leak(f"an address is {form}")
        return pointer

    def in_domain(self, form):
        """In the last turn T is K + 1."""
        if self.domain.most != 0:
            return form
        last = form.coefficient("T")
        return form.without("T").plus(Form.of(last, {"K": last}))

    def get(self, operand, instruction, size):
        value = super().get(operand, instruction, size)
        if instruction.name in SHIFTS and self.is_shift_count(operand, instruction) and not known(value):
            low = self.e.low_bits(value, 63)
            value = value if low is None else constant(low, len(value))
        if not isinstance(operand, (int, Register)) and self.pointer in self.ranges:
            self.check_range(operand, instruction, operand.size if operand.broadcast else len(value))
            if self.pointer == "O":
                raise Unknown("a load from the output")
        return value

    @staticmethod
    def is_shift_count(operand, instruction):
        """Of an instruction of SHIFTS."""
        operands = instruction.operands
        if len(operands) < 2 or operand != operands[-1]:
            return False
        if operand in operands[len(operands) - 2:-1]:
            raise Unknown("a word is shifted by itself")
        return True

    def put(self, operand, instruction, value):
        super().put(operand, instruction, value)
        if isinstance(operand, Register) or self.domain is ANY:
            return
        if self.pointer and self.pointer[0] in "PR":
            raise Unknown("a store to the input")
        self.check_range(operand, instruction, len(value))

    def check_range(self, operand, instruction, size):
        """Of a load or store: within the state or the output at hand if it belongs to one, else outside of all."""
        first = self.address(operand, instruction)
        for pointer, (begin, end) in self.ranges.items():
            inside = begin <= first and first + size <= end
            apart = first + size <= begin or end <= first
            if not (inside if pointer == self.pointer else apart or self.pointer is not None):
                raise Unknown(f"a load or store of {size} bytes at {first - begin} of {pointer}")

    def lea(self, i):
        """As in lift.py, but a scale is a shift."""
        target, m = i.operands
        if m.base == 16 or m.index < 0:
            return super().lea(i)
        total = constant(m.displacement, target.size)
        if m.base >= 0:
            total = self.e.add(total, self.registers[m.base][:target.size])
        scaled = self.e.shift_left(self.registers[m.index][:target.size], m.scale.bit_length() - 1)
        return self.put(target, i, self.e.add(total, scaled))

    # ---- Products of counts

    def compute(self, i, changed):
        if i.name in ("mul", "imul") and i.operands[0].size == 8:
            single = len(i.operands) == 1
            values = [self.registers[0]] if single else []
            values += [self.get(operand, i, 8) for operand in i.operands[-2:]]
            if found := self.e.product(*values):
                if single:
                    self.put(Register(0, 0, 8), i, found[0])
                    self.put(Register(2, 0, 8), i, found[1])
                else:
                    self.put(i.operands[0], i, found[0])
                return None
        return super().compute(i, changed)

    # ---- Conditions

    def flag_sources(self, i):
        values, secret = super().flag_sources(i)
        self.compared = None
        if secret and values:
            if i.name in ("test", "and") and isinstance(i.operands[-1], int):
                if self.e.low_bits(values[0], i.operands[-1] % (1 << 64)) is not None:
                    return values, False
            self.compared = self.comparison(i, values)
        return values, secret

    def comparison(self, i, values):
        forms = [self.e.form_of(value) for value in values]
        if None in forms:
            return None
        if i.name in COMPARED:
            return Comparison(forms[0], forms[1], True)
        if i.name == "test":
            return Comparison(forms[0], Form(), False) if i.operands[0] == i.operands[1] else None
        results = {"add": lambda: forms[0].plus(forms[1]), "inc": lambda: forms[0].plus(Form(1)),
                   "dec": lambda: forms[0].plus(Form(1), -1), "neg": lambda: forms[0].times(-1)}
        summands = tuple(forms) if i.name == "add" else ()
        return Comparison(results[i.name](), Form(), False, summands) if i.name in results else None

    def flags_written(self, i, written, values, secret):
        for flag in written:
            self.comparisons[flag] = self.compared if secret else None

    def check_flags(self, i):
        flags = status_flags.read_by(i.name)
        if not any(self.secret_flags >> flag & 1 for flag in flags):
            return super().check_flags(i)
        name = status_flags.condition_of(i.name)
        if self.domain is ANY:
            self.decisions.append((self.at_step, i.address, bool(name and status_flags.holds(name, self.flags))))
            return None
        found = {self.comparisons.get(flag) for flag in flags}
        if i.name == "adc" and found != {None}:
            if carries(found.pop(), self.domain) != bool(self.flags & 1):
                raise Leak("there is a carry in the trace and none in general")
            return None
        if name is None or len(found) != 1 or None in found:
            raise Leak("a branch or a choice depends on the input")
        positive, negated = status_flags.condition(name)
        if outcome(positive, found.pop(), self.domain) ^ negated != bool(status_flags.holds(name, self.flags)):
            raise Leak(f"the condition {name} has another outcome in the trace than in general")
        return None

    # ---- Parts of the trace

    def follow(self, first, last, visits=()):
        """The instructions first to last - 1; {step: contents} where those in visits begin."""
        found = {}
        for self.at_step in range(first, last):
            address, changed = self.steps[self.at_step]
            if self.at_step in visits:
                found[self.at_step] = self.contents()
            try:
                verify(self, self.execute(self.program.at(address), changed), changed)
            except Exception as why:
                raise error_at(self.program, address, why) from why
        return found

    def contents(self):
        """Registers, memory and flags as they are now."""
        return dict(self.registers), dict(self.memory.written), self.flags  # no value is changed in place
