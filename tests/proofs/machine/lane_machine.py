# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Follows a part of the trace of a kernel for messages side by side, of which all lanes have the same number of blocks.

Each lane has a row of blocks, whose address is a symbol of its own: R0, R1 ... These are loaded from memory, and move by a
block in each turn. Or a turn takes a group of messages of one length: the addresses are then those of the messages of the
turn at hand, and their table is the input, which moves by the pointers of a group.
"""
import dataclasses

from affine import Form
from errors import Unknown
from loop_machine import LoopMachine, Subject
from tracefile import Written

ROWS = 32  # where they begin in loop_arguments of loop_bodies.hpp


@dataclasses.dataclass
class LaneSubject(Subject):
    """The state is that of all lanes; the block is that of one lane, or the pointers of a group."""
    lanes: int = 0
    message: int = 0  # bytes; not 0: groups of messages
    size: int = 0     # bytes of a digest of theirs

    @property
    def output_block(self):
        return self.lanes * self.size

    @property
    def taken(self):
        return self.turn * self.lanes * (self.message or self.block)


class LaneMachine(LoopMachine):
    def set_symbols(self, turn):
        super().set_symbols(turn)
        lanes = self.subject.lanes
        if self.subject.message:
            self.table, count = self.pointers["P"] + turn * self.subject.step, (self.pointers["N"] - turn * self.subject.turn) * lanes
        else:
            self.table, count = self.arguments[0] + ROWS, lanes
        known = Written(self.memory.regions).read(self.table, 8 * count)
        self.rows = [self.e.number(known[8 * i:8 * i + 8]) for i in range(count)]
        self.e.symbols |= {f"R{i}": row for i, row in enumerate(self.rows)}

    def write_rows(self, count):
        """The table at hand has the symbols."""
        for i in range(count):
            self.memory.write(self.table + 8 * i, self.e.affine(Form.of(0, {f"R{i}": 1})))

    def begin_call(self, count):
        super().begin_call(count)
        if not self.subject.message:
            self.write_rows(self.subject.lanes)

    def parts(self, turn, blocks):
        """(symbol, address, numbers of the variables) of what so many blocks or groups from a turn on take."""
        subject = self.subject
        if subject.message:
            for i in range(blocks * subject.lanes):
                yield f"R{i}", self.rows[i], range(subject.state + i * subject.message, subject.state + (i + 1) * subject.message)
            return
        for j, row in enumerate(self.rows):
            numbers = [subject.state + (b * subject.lanes + j) * subject.block + k for b in range(blocks) for k in range(subject.block)]
            yield f"R{j}", row + turn * subject.step, numbers

    def blocks_at_hand(self, turn, count, writable=None):
        self.set_symbols(turn)
        subject, blocks = self.subject, count // self.subject.block
        writable = blocks if writable is None else writable // subject.block
        self.memory.closed = self.closed_ranges()
        output = self.pointers["O"] + turn * subject.turn * subject.output_block
        self.ranges = {"H": (self.pointers["H"], self.pointers["H"] + subject.state),
                       "O": (output, output + writable * subject.output_block)}
        if subject.message:
            self.ranges["P"] = self.table, self.table + 8 * blocks * subject.lanes
            self.write_rows(blocks * subject.lanes)
        for symbol, first, numbers in self.parts(turn, blocks):
            self.ranges[symbol] = first, first + len(numbers)
            self.unknown_bytes(first, len(numbers), numbers)

    def closed_ranges(self):
        """All rows; or all messages and their pointers."""
        count = self.pointers["N"]
        if not self.subject.message:
            return tuple((row, row + max(count * self.subject.block, 1)) for row in self.rows)
        first, size = self.pointers["P"], 8 * count * self.subject.lanes
        known = Written(self.memory.regions).read(first, size)
        every = [self.e.number(known[i:i + 8]) for i in range(0, size, 8)]
        return (first, first + max(size, 1)), (min(every, default=0), max(every, default=0) + self.subject.message)

    def block_bytes(self, turn):
        return {n: self.memory.byte(first + k) for _, first, numbers in self.parts(turn, self.subject.turn)
                for k, n in enumerate(numbers)}

    def moves(self, pointer):
        of_groups = {"P": self.subject.step, "O": self.subject.turn * self.subject.output_block}
        if self.subject.message:
            return of_groups.get(pointer, 0)
        return self.subject.step if pointer and pointer[0] == "R" else 0

    def check_end(self, turns, blocks):
        """The kernel leaves the rows behind their blocks: K or no turns, and so many blocks."""
        for j in range(0 if self.subject.message else self.subject.lanes):
            form = self.e.form_of(self.memory.read(self.table + 8 * j, 8))
            behind = Form.of(blocks * self.subject.block, {f"R{j}": 1, "K": self.subject.step if turns else 0})
            if form is None or self.in_domain(form) != behind:
                raise Unknown(f"row {j} is left at {form}")


def machine_of(program, trace, subject):
    return (LaneMachine if isinstance(subject, LaneSubject) else LoopMachine)(program, trace, subject)
