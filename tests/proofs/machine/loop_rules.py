# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What registers and memory hold wherever a turn of a loop begins: a rule for each byte (loops.py says which)."""
import dataclasses

import status_flags
from affine import Form, signed
from errors import Unknown
from expressions import constant, known


@dataclasses.dataclass(frozen=True)
class Rule:
    kind: str            # known, form, high, data or unknown
    content: object = 0  # a byte; (form at K = 0, change in a turn, which byte); (form, factor of a product, which byte of its
    #                      high word); a byte of the expressions of the first turn


UNKNOWN = Rule("unknown")


def places_of(contents):
    """{place: byte}: a place is (register, byte) or an address."""
    return {**{(n, k): b for n, value in contents[0].items() for k, b in enumerate(value)}, **contents[1]}


def rules_of(e, first, second):
    """{place: rule}, from the contents where the first two turns begin."""
    places = places_of(first), places_of(second)
    variables = {}
    rules = {place: rule_of(e, places[0].get(place), b, variables) for place, b in places[1].items()}
    for word in words_of(second):  # counts that are known in the trace
        a, b = ([of.get(place, 0) for place in word] for of in places)
        if known(a) and known(b) and a != b:
            change = e.number(b) - e.number(a)
            rules |= {place: Rule("form", (Form(e.number(a)), change, k)) for k, place in enumerate(word)}
    return rules


def words_of(contents):
    """The places of each general register and of each word of memory."""
    yield from ([(n, k) for k in range(8)] for n in range(16))
    yield from ([at + k for k in range(8)] for at in contents[1] if at % 8 == 0)


def rule_of(e, a, b, variables):
    """a and b: the bytes where the first and the second turn begin; a is None where nothing was stored before."""
    if a is None:
        return UNKNOWN
    if a < 0:  # a byte of the state before a message is known
        return Rule("known", a) if b == a else Rule("data", a)
    node = a >> 3
    if node in e.forms:
        if b < 0 or b & 7 != a & 7 or b >> 3 not in e.forms:
            return UNKNOWN
        change = e.forms[b >> 3].plus(e.forms[node], -1)
        return UNKNOWN if change.terms else Rule("form", (e.forms[node], signed(change.constant), a & 7))
    if a == b and node in e.high_products and not e.high_products[node][2]:
        return Rule("high", (*e.high_products[node][:2], a & 7))
    # What a turn leaves as it was is of the state of the call, not of the turn.
    return UNKNOWN if a == b or None in e.variables(node, variables) else Rule("data", a)


class Invariant:
    """The rules, and which of the places hold a byte of the state (`direct`)."""

    def __init__(self, machine, contents):
        """contents: those where the first turns begin."""
        first, second = contents[:2]
        self.e, self.subject = machine.e, machine.subject
        self.rules = {place: rule for place, rule in rules_of(machine.e, first, second).items()
                      if isinstance(place, tuple) or not machine.memory.is_closed(place)}
        self.direct = {}  # {place: number of the byte of the state}
        self.find_state([places_of(later) for later in contents], machine.states[::self.subject.turn])

    def find_state(self, places, states):
        """A place holds a byte of the state if it does so where each turn of the trace begins. What else was computed from the
        state, or was known, becomes an unknown."""
        variables = {}
        numbers = {}
        for n in range(self.subject.state):
            numbers.setdefault(tuple(state[n] for state in states[:len(places)]), []).append(n)
        for place, rule in self.rules.items():
            if rule.kind != "data":
                continue
            key = self.e.keys[rule.content >> 3] if rule.content >= 0 else None
            found = numbers.get(tuple(self.e.byte_value(here.get(place, -1)) for here in places), [])
            if found and (key is None or key[0] == "v" and key[2] in found):
                self.direct[place] = found[-1] if key is None else key[2]
            elif key is None or any(n < self.subject.state for n in self.e.variables(rule.content >> 3, variables)):
                self.rules[place] = UNKNOWN
        alone = [place for place, number in self.direct.items() if not self.has_neighbour(place, number)]
        for place in alone:
            del self.direct[place]
            self.rules[place] = UNKNOWN

    def has_neighbour(self, place, number):
        """Whether beside a byte of the state there is the one before or after it; a byte alone is there by chance."""
        beside = [(place[0], place[1] + d) if isinstance(place, tuple) else place + d for d in (-1, 1)]
        return any(self.direct.get(other) in (number - 1, number + 1) for other in beside)

    def holding_state(self):
        return {place: n for place, n in self.direct.items() if self.rules[place].kind == "data"}

    # ---- Where a turn begins

    def establish(self, machine, contents, turn):
        """Sets a machine to the beginning of a turn. `contents` are those of the trace, for the values of the unknowns."""
        e, values = machine.e, {place: self.e.byte_value(b) for place, b in places_of(contents).items()}
        renamed = {n: machine.variable(n, values[place]) for place, n in self.holding_state().items()}
        if len(renamed) != self.subject.state:
            raise Unknown(f"of the state only {len(renamed)} bytes were found where a turn begins")
        renamed |= machine.block_bytes(turn)
        copies, new = {}, {}
        for number, (place, rule) in enumerate(self.rules.items()):
            if rule.kind == "known":
                new[place] = rule.content
            elif rule.kind == "data" and place in self.direct:
                new[place] = renamed[self.direct[place]]
            elif rule.kind == "form":
                new[place] = self.form_byte(e, rule)
            elif rule.kind == "high":
                form, factor, k = rule.content
                new[place] = e.high_word(form, factor)[k]
            elif rule.kind == "data":
                new[place] = e.copied(self.e, rule.content, renamed, copies)
            else:
                new[place] = machine.variable(2_000_000 + number, values[place])
        for n, value in machine.registers.items():
            machine.registers[n] = [new[n, k] for k in range(len(value))]
        machine.memory.written |= {place: b for place, b in new.items() if not isinstance(place, tuple)}
        machine.flags = contents[2]
        machine.undefined_flags = sum(1 << flag for flag in status_flags.ALL)
        machine.last = {n: e.value(v) for n, v in machine.registers.items()}

    @staticmethod
    def form_byte(e, rule):
        form, change, k = rule.content
        return e.affine(form.plus(Form.of(0, {"K": change})))[k]

    # ---- Where it ends

    def broken(self, machine):
        """Places whose rules do not hold where the next turn begins, and {place: byte} of the new state."""
        e, now = machine.e, places_of(machine.contents())
        first, taken = self.subject.state, self.subject.taken
        later = {n: machine.variable(n + taken, 0) for n in range(first, first + taken)}
        wrong, state, copies = {place for place in now if place not in self.rules and self.matters(machine, place)}, {}, {}
        for place, rule in self.rules.items():
            if place in self.direct and rule.kind == "data":
                state[place] = now[place]
            elif rule.kind == "known" and now[place] != rule.content or \
                    rule.kind == "form" and not self.follows(e, rule, now[place]) or \
                    rule.kind == "high" and now[place] != e.high_word(*rule.content[:2])[rule.content[2]] or \
                    rule.kind == "data" and now[place] != e.copied(self.e, rule.content, later, copies):
                wrong.add(place)
        return wrong, state

    @staticmethod
    def matters(machine, place):
        """All but the input and output."""
        first, last = machine.ranges["O"]
        return isinstance(place, tuple) or not (first <= place < last or machine.memory.is_closed(place))

    @staticmethod
    def follows(e, rule, byte):
        """Whether a byte is that of the form where the next turn begins."""
        form, change, k = rule.content
        following = form.plus(Form.of(change, {"K": change}))
        if byte < 0:
            return not following.terms and byte == constant(following.constant, 8)[k]
        return byte & 7 == k and e.forms.get(byte >> 3) == following
