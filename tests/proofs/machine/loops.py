#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A loop over whole blocks, for every number of blocks: loops.py PROGRAM TRACE STATE BLOCK SQUEEZES GRAPHS.

The trace of a call with a few blocks is cut where a turn of the loop begins. The arguments of the call are symbols
(affine.py). What the registers and the memory hold where the first turn begins is taken for what they hold where every
turn begins, with these rules for each byte:

    a known byte stays as it is;
    a byte of a pointer or a count is one of a form, which changes by the same number in each turn;
    a byte of the state or of the block at hand, or of what is computed from them, is that of the state and the block of
    the turn;
    every other byte is one of an unknown, which nothing may depend on.

Three parts of the trace are then followed with unknowns in the place of the state and the block: from the call to the
first turn, one turn in the middle to the beginning of the next, and the last turn to the return. A byte whose rule does
not hold at the end of the turn becomes an unknown, until all rules hold. Every address must be that of a byte of the
state, of the block at hand, of the output, or one that no argument changes. Every condition must have the outcome that
it has in the trace for all values of the symbols. So what holds for these parts holds, by induction, for each number of
turns. The expressions of the new state, in graphs of the parts, are for the prover.
"""
import copy
import dataclasses
import sys

import status_flags
from affine import AffineExpressions, Comparison, Domain, Form, MOST_BYTES, outcome, signed
from decode import Memory, Program, Register, VECTORS
from expressions import constant, known
from lift import Machine, verify
from scalars import Leak
from tracefile import Unknown, Written

ARGUMENTS = "HPON"  # in their order in loop_arguments of trace.cpp; N is the number of blocks
SUBTRACT, RESULT = {"cmp", "sub"}, {"test", "and", "or", "xor", "add", "inc", "dec", "neg", "shl", "shr", "lea"}
ANY = None  # no domain: an outcome is not looked at


@dataclasses.dataclass
class Subject:
    """The function: sizes in bytes, the blocks of a turn and those after the last turn."""
    state: int
    block: int
    squeezes: bool
    turn: int = 1
    rest: int = 0

    @property
    def step(self):
        return self.turn * self.block


class Fenced(Written):
    """Memory in which the message can be read only where it is written anew."""
    fence = (0, 0)

    def byte(self, address):
        if address not in self.written and self.fence[0] <= address < self.fence[1]:
            raise Unknown(f"a load of a byte of the input that is not of the block at hand, {address - self.fence[0]}")
        return super().byte(address)


class LoopMachine(Machine):
    """Follows a part of a trace. Conditions on counts are compared with the domain."""
    expressions = AffineExpressions

    def __init__(self, program, trace, subject):
        super().__init__(program, trace, None)
        self.subject, self.domain = subject, ANY
        self.memory, self.e = Fenced(self.memory.regions), AffineExpressions(b"")
        self.steps = list(self.read_steps())
        at = self.arguments[0]
        self.pointers = {name: self.e.number(self.memory.read(at + 8 * i, 8)) for i, name in enumerate(ARGUMENTS)}
        self.states = [self.trace.take(subject.state) for _ in range(self.pointers["N"] + 1)]
        self.comparisons, self.decisions = {}, []

    def read_steps(self):
        while address := self.trace.numbers(1)[0]:
            changed = {}
            for _ in range(self.trace.take(1)[0]):
                number = self.trace.take(1)[0]
                changed[number] = self.trace.take(64) if number >= VECTORS else self.trace.numbers(1)[0]
            yield address, changed

    # ---- The beginning of a part

    def message(self, turn, count):
        """Unknowns for `count` bytes of the input from a turn on; the rest of the input cannot be read."""
        at = self.pointers["P"]
        end = at + self.pointers["N"] * self.subject.block
        self.memory.fence = (at, max(end, at + 1))
        if self.subject.squeezes:
            return
        first = at + turn * self.subject.step
        actual = Written(self.memory.regions).read(first, count)
        for i, byte in enumerate(actual):
            self.memory.write(first + i, [self.variable(self.subject.state + i, -1 - byte)])

    def variable(self, number, value):
        return 8 * self.e.node(8, ("v", 8, number), value)

    def begin_call(self, turn_known):
        """The state is that of the call."""
        at, size = self.input
        self.memory.write(at, [self.variable(i, -1 - b) for i, b in enumerate(self.memory.read(at, size))])
        at = self.arguments[0]
        blocks = Form.of(self.subject.rest, {"T": self.subject.turn}) if turn_known else Form.of(0, {"N": 1})
        forms = [Form.of(0, {name: 1}) for name in "HPO"] + [blocks]
        for i, form in enumerate(forms):
            self.memory.write(at + 8 * i, self.e.affine(form, self.pointers[ARGUMENTS[i]]))
        self.last = {n: self.e.value(v) for n, v in self.registers.items()}

    # ---- Addresses

    def number(self, register):
        value = self.registers[register]
        return self.e.number(value) if self.e.form_of(value) else super().number(register)

    def address(self, operand, instruction):
        total = super().address(operand, instruction)
        form = Form()
        for register, times in ((operand.base, 1), (operand.index, operand.scale)):
            if 0 <= register < 16:
                form = form.plus(self.e.form_of(self.registers[register]), times)
        form = form.plus(Form(operand.displacement % (1 << 64)))
        if form.terms and self.domain is not ANY:
            self.check_address(form)
        return total

    def check_address(self, form):
        """The state where it is, the input and the output at the turn K."""
        pointer = form.pointer()
        rest = form.without(pointer) if pointer else form
        moves = rest.coefficient("K") if pointer in ("P", "O") else 0
        if pointer is None or rest != Form.of(rest.constant, {"K": moves}) or moves not in (0, self.subject.step):
            raise Leak(f"an address is {form}")
        if pointer in ("P", "O") and moves == 0 and self.domain.turns:
            raise Leak("an address of the input or output stays the same in each turn")

    # ---- Conditions

    def flag_sources(self, i):
        values, secret = super().flag_sources(i)
        self.compared = None
        if secret and values:
            if i.name in ("test", "and") and isinstance(i.operands[-1], int):
                low = self.e.low_bits(values[0], i.operands[-1] % (1 << 64))
                if low is not None:
                    return values, False
            self.compared = self.comparison(i, values)
        return values, secret

    def comparison(self, i, values):
        forms = [self.e.form_of(value) for value in values]
        if None in forms or i.name not in SUBTRACT | RESULT:
            return None
        if i.name in SUBTRACT:
            return Comparison(forms[0], forms[1], True)
        if i.name == "test" and i.operands[0] == i.operands[1]:
            return Comparison(forms[0], Form(), False)
        results = {"add": lambda: forms[0].plus(forms[1]), "inc": lambda: forms[0].plus(Form(1)),
                   "dec": lambda: forms[0].plus(Form(-1 % (1 << 64))), "neg": lambda: forms[0].times(-1)}
        if i.name in results:
            return Comparison(results[i.name](), Form(), False)
        return None

    def flags_written(self, i, written, values, secret):
        for flag in written:
            self.comparisons[flag] = self.compared if secret else None

    def check_flags(self, i):
        flags = status_flags.read_by(i.name)
        secret = [flag for flag in flags if self.secret_flags >> flag & 1]
        if not secret:
            return super().check_flags(i)
        name = status_flags.condition_of(i.name)
        found = {self.comparisons.get(flag) for flag in flags}
        if self.domain is ANY:
            self.decisions.append((self.at_step, i.address, bool(name and status_flags.holds(name, self.flags))))
            return None
        if name is None or len(found) != 1 or None in found:
            raise Leak("a branch or a choice depends on the input")
        positive, negated = status_flags.condition(name)
        if outcome(positive, found.pop(), self.domain) ^ negated != bool(status_flags.holds(name, self.flags)):
            raise Leak(f"the condition {name} has another outcome in the trace than in general")
        return None

    # ---- Parts of the trace

    def follow(self, first, last, visits=()):
        """The instructions first to last - 1; copies of the machine at those in visits."""
        copies = {}
        for self.at_step in range(first, last):
            address, changed = self.steps[self.at_step]
            if self.at_step in visits:
                copies[self.at_step] = self.copied()
            try:
                verify(self, self.execute(self.program.at(address), changed), changed)
            except (Leak, Unknown) as why:
                raise type(why)(f"{address:#x}: {self.program.lines[address][1]}: {why}") from why
        return copies

    def copied(self):
        """Registers, masks, memory and flags as they are now."""
        return copy.deepcopy((self.registers, self.masks, self.memory.written, self.flags))


def places_of(contents):
    """{place: byte}: a place is (register, byte) or an address."""
    return {**{(n, k): b for n, value in contents[0].items() for k, b in enumerate(value)}, **contents[2]}


# ---- Where the turns begin

def cut(machine):
    """Follows the whole trace; [step] where a turn begins, and the contents at each."""
    machine.begin_call(False)
    machine.message(0, machine.pointers["N"] * machine.subject.block)
    probe = copy.copy(machine)
    probe.memory, probe.registers, probe.masks = copy.deepcopy((machine.memory, machine.registers, machine.masks))
    probe.last = dict(machine.last)
    probe.follow(0, len(probe.steps))
    by_address = {}
    for step, address, taken in probe.decisions:
        by_address.setdefault(address, []).append((step, taken))
    for address, seen in by_address.items():
        outcomes = [taken for _, taken in seen]
        if len(seen) > 2 and outcomes == [outcomes[0]] * (len(seen) - 1) + [not outcomes[0]]:
            head = machine.steps[seen[0][0] + 1][0]
            visits = [at for at, (here, _) in enumerate(machine.steps) if here == head]
            if len(visits) in (len(seen), len(seen) - 1):
                return visits, machine.follow(0, visits[-1] + 1, visits)
    raise Unknown("no loop over blocks was found")


# ---- What holds where a turn begins

@dataclasses.dataclass(frozen=True)
class Rule:
    kind: str            # known, form, data or unknown
    content: object = 0  # a byte; (form at K = 0, change, byte); a byte of the expressions of the first visit


def rules_of(e, first, second, state):
    """{place: rule}"""
    rules, variables = {}, {}
    places = [places_of(first), places_of(second)]
    for place, b in places[0].items():
        rules[place] = rule_of(e, b, places[1].get(place), variables)
    for n in range(16):  # counts that are known in the trace
        a, b = first[0][n], second[0][n]
        if known(a) and known(b) and a != b:
            change = e.number(b) - e.number(a)
            rules |= {(n, k): Rule("form", (Form(e.number(a)), change, k)) for k in range(8)}
    return rules


def rule_of(e, a, b, variables):
    if a < 0:
        return Rule("known", a) if b == a else Rule("unknown")
    node = a >> 3
    if node in e.forms:
        if b is None or b < 0 or b & 7 != a & 7 or b >> 3 not in e.forms:
            return Rule("unknown")
        change = e.forms[b >> 3].plus(e.forms[node], -1)
        return Rule("form", (e.forms[node], signed(change.constant), a & 7)) if not change.terms else Rule("unknown")
    # What a turn leaves as it was is of the state of the call, not of the turn.
    return Rule("unknown") if a == b or None in e.variables(node, variables) else Rule("data", a)


class Invariant:
    def __init__(self, machine, first, second, subject):
        self.e, self.subject = machine.e, subject
        fence = machine.memory.fence
        self.rules = {place: rule for place, rule in rules_of(machine.e, first, second, subject.state).items()
                      if isinstance(place, tuple) or not fence[0] <= place < fence[1]}
        self.masks = {n: v for n, v in first[1].items() if second[1][n] == v}
        variables = {}
        self.direct = {}  # places that hold one byte of the state
        for place, rule in self.rules.items():
            if rule.kind == "data":
                numbers = machine.e.variables(rule.content >> 3, variables)
                key = machine.e.keys[rule.content >> 3]
                if key[0] == "v" and key[2] < subject.state and self.follows_state(machine, place, key[2], second):
                    self.direct[place] = key[2]
                elif any(n < subject.state for n in numbers):
                    self.rules[place] = Rule("unknown")

    def follows_state(self, machine, place, number, second):
        """Whether a place that holds a byte of the state where the first turn begins holds the new one at the second."""
        b = second[0][place[0]][place[1]] if isinstance(place, tuple) else second[2][place]
        return self.e.byte_value(b) == machine.states[self.subject.turn][number]

    def holding_state(self):
        return {place: n for place, n in self.direct.items() if self.rules[place].kind == "data"}

    def establish(self, machine, contents, turn):
        """Sets a machine to the beginning of a turn: `contents` are those of the trace."""
        value_at = {place: self.e.byte_value(b) for place, b in places_of(contents).items()}
        e = machine.e
        state = {n: 8 * e.node(8, ("v", 8, n), value_at[place]) for place, n in self.holding_state().items()}
        if len(state) != self.subject.state:
            raise Unknown(f"of the state only {len(state)} bytes were found where a turn begins")
        self.renamed = state | {n: machine.memory.byte(self.message_at(machine, turn, n)) for n in self.block_numbers(machine)}
        copies, words = {}, {}
        new = {place: self.byte(machine, rule, place, value_at, copies, words, turn) for place, rule in self.rules.items()}
        for n in machine.registers:
            machine.registers[n] = [new[n, k] for k in range(len(machine.registers[n]))]
        machine.memory.written |= {place: b for place, b in new.items() if not isinstance(place, tuple)}
        machine.masks, machine.flags = {n: contents[1][n] for n in self.masks}, contents[3]
        machine.undefined_flags, machine.secret_flags = sum(1 << f for f in status_flags.ALL), 0
        machine.last = {n: e.value(v) for n, v in machine.registers.items()}

    def message_at(self, machine, turn, number):
        return machine.pointers["P"] + turn * self.subject.step + number - self.subject.state

    def block_numbers(self, machine):
        first = self.subject.state
        return () if self.subject.squeezes else range(first, first + self.subject.step)

    def byte(self, machine, rule, place, value_at, copies, words, turn):
        e = machine.e
        if rule.kind == "known":
            return rule.content
        if rule.kind == "form":
            form, change, k = rule.content
            value = e.affine(form.plus(Form.of(0, {"K": change})), self.form_value(machine, form, change, turn))
            return value[k]
        if rule.kind == "data":
            return e.copied(self.e, rule.content, self.renamed, copies)
        number = words.setdefault(place, 2_000_000 + len(words))
        return 8 * e.node(8, ("v", 8, number), value_at[place])

    @staticmethod
    def form_value(machine, form, change, turn):
        values = dict(machine.pointers, T=machine.pointers["N"] // machine.subject.turn)
        return form.constant + sum(c * values[symbol] for symbol, c in form.terms) + change * turn

    def broken(self, machine, later):
        """Places whose rules do not hold at the end of a turn, and {place: byte} of the new state."""
        e = machine.e
        now = places_of(machine.copied())
        wrong, state, copies = set(), {}, {}
        for place, rule in self.rules.items():
            b = now.get(place)
            if rule.kind == "known" and b != rule.content:
                wrong.add(place)
            elif rule.kind == "form" and b != self.next_byte(machine, rule, e):
                wrong.add(place)
            elif rule.kind == "data" and place in self.direct:
                state[place] = b
            elif rule.kind == "data" and b != self.next_data(e, rule, later, copies):
                wrong.add(place)
        return wrong, state

    def next_byte(self, machine, rule, e):
        form, change, k = rule.content
        following = form.plus(Form.of(change, {"K": change}))
        if not following.terms:
            return constant(following.constant, 8)[k]
        node = e.seen.get(("t", following))
        return None if node is None else 8 * node + k

    def next_data(self, e, rule, later, copies):
        return e.copied(self.e, rule.content, later, copies)


# ---- The three parts

def graph(e, output, path):
    parts = []
    for b in output:
        n, k = (b >> 3, b & 7) if b >= 0 else (e.node(8, ("c", 8, -1 - b), -1 - b), 0)
        parts.append(f"{n}:{k}")
    with open(path, "w", encoding="ascii") as file:
        print(*e.lines, f"o {len(output)} {' '.join(parts)}", sep="\n", file=file)


def output_block(machine, turn, count):
    """The bytes of output that a turn wrote."""
    at = machine.pointers["O"] + turn * machine.subject.step
    return machine.memory.read(at, count)


def domain(name, subject):
    bound = MOST_BYTES // subject.block
    return {"entry": Domain("before the first turn", False, 0, bound, bound),
            "turn": Domain("in a turn that is not the last", True, 1, bound, bound),
            "exit": Domain("in the last turn", True, 0, 0, bound)}[name]


def one_turn(program, trace, invariant, visits, contents):
    """Follows a turn until all rules hold; the machine and {place: byte} of the new state."""
    subject, turn = invariant.subject, 1
    while True:
        machine = LoopMachine(program, trace, subject)
        machine.message(turn, 2 * subject.step)
        invariant.establish(machine, contents[visits[turn]], turn)
        machine.domain = domain("turn", subject)
        machine.follow(visits[turn], visits[turn + 1])
        first = subject.state
        later = {first + i: machine.variable(first + subject.step + i, 0) for i in range(0 if subject.squeezes else subject.step)}
        wrong, state = invariant.broken(machine, later)
        if not wrong:
            return machine, state
        for place in wrong:
            invariant.rules[place] = Rule("unknown")


def lift_loop(program, trace, state, block, squeezes, graphs):
    """Writes the graphs of a turn and of the last one; says in a line what was found."""
    subject = Subject(state, block, squeezes)
    machine = LoopMachine(program, trace, subject)
    visits, contents = cut(machine)
    subject.turn = blocks_of_a_turn(machine, contents[visits[0]], contents[visits[1]])
    subject.rest = machine.pointers["N"] - subject.turn * len(visits)
    machine = LoopMachine(program, trace, subject)
    machine.begin_call(True)
    machine.message(0, subject.step)
    machine.domain = domain("entry", subject)
    first = machine.follow(0, visits[0] + 1, (visits[0],))[visits[0]]
    again = LoopMachine(program, trace, subject)
    again.begin_call(True)
    again.message(0, again.pointers["N"] * block)
    contents = again.follow(0, visits[-1] + 1, visits)
    invariant = Invariant(again, contents[visits[0]], contents[visits[1]], subject)
    require_same(machine, first, again, contents[visits[0]])
    ended, new_state = one_turn(program, trace, invariant, visits, contents)
    output = output_block(ended, 1, subject.step) if squeezes else []
    copies = write_turns(ended.e, new_state, invariant.direct, output, graphs)
    last = LoopMachine(program, trace, subject)
    last.message(len(visits) - 1, (subject.turn + subject.rest) * block)
    invariant.establish(last, contents[visits[-1]], len(visits) - 1)
    last.domain = domain("exit", subject)
    last.follow(visits[-1], len(last.steps))
    output = output_block(last, len(visits) - 1, (subject.turn + subject.rest) * block) if squeezes else []
    graph(last.e, last.memory.read(last.input[0], state) + output, f"{graphs}-exit")
    kinds = [rule.kind for rule in invariant.rules.values()]
    return f"{subject.turn} {subject.rest} {copies}: a turn of {visits[2] - visits[1]} instructions and {subject.turn} blocks, " \
        f"{kinds.count('form')} bytes of counts and {kinds.count('data')} of data where it begins"


def require_same(machine, first, again, contents):
    """What the entry established, with all else of the input out of reach, is what the rules were made of."""
    for a, b in zip((first[0], first[2]), (contents[0], contents[2])):
        for place in a:
            if again.e.value(b[place] if isinstance(b[place], list) else [b[place]]) != \
                    machine.e.value(a[place] if isinstance(a[place], list) else [a[place]]):
                raise Unknown("the beginning of the first turn is not the same when more can be read")


def blocks_of_a_turn(machine, first, second):
    """By how many blocks the pointer of the input or output moves in a turn."""
    forms = machine.e.forms
    later = places_of(second)
    for place, byte in places_of(first).items():
        a, b = forms.get(byte >> 3), forms.get(later.get(place, -1) >> 3)
        if a and b and a.pointer() in ("P", "O") and (change := b.plus(a, -1)).terms == () and change.constant:
            return change.constant // machine.subject.block
    raise Unknown("no pointer moves from turn to turn")


def write_turns(e, state, direct, output, graphs):
    """A graph for each place in which a byte of the state stands; how many."""
    places = {}
    for place, n in sorted(direct.items(), key=str):
        if place in state:
            places.setdefault(n, []).append(state[place])
    copies = max(len({*found}) for found in places.values())
    for i in range(copies):
        chosen = [sorted({*places[n]})[min(i, len({*places[n]}) - 1)] for n in sorted(places)]
        graph(e, chosen + output, f"{graphs}-turn-{i}")
    return copies


if __name__ == "__main__":
    try:
        words = sys.argv[1:]
        print(lift_loop(Program(words[0]), words[1], int(words[2]), int(words[3]), words[4] == "1", words[5]))
    except (Leak, Unknown) as why:
        sys.exit(f"{type(why).__name__}: {why}")
