#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A loop over whole blocks, for every number of blocks: loops.py PROGRAM TRACE STATE BLOCK READS WRITES GRAPHS.

STATE and BLOCK are sizes in bytes; READS and WRITES are 1 if the loop reads or writes blocks, or 0. Messages side by side
are those of lane_machine.py. The trace of a call with a few blocks is
cut where a turn of the loop begins. The arguments of the call are symbols (affine.py). What the registers and the memory
hold where the first turn begins is taken for what they hold where every turn begins, with these rules for each byte:

    a known byte stays as it is;
    a byte of a pointer or a count is one of a form, which changes by the same number in each turn;
    a byte of the state, or of what is computed from the block at hand, is that of the state and the block of the turn;
    every other byte is one of an unknown, for whose values all must hold.

Three parts of the trace are then followed with unknowns in the place of the state and the block: from the call to the
first turn, one turn in the middle to the beginning of the next, and the last turn to the return. A byte whose rule does
not hold at the end of the turn becomes an unknown, until all rules hold. Every address must be that of a byte of the
state, of the block at hand or of the output, or one that no argument changes. Every condition must have the outcome that
it has in the trace for all values of the symbols. So what holds for these parts holds, by induction, for each number of
turns. The expressions of the new state are written as graphs for the prover: GRAPHS-turn-0, ... and GRAPHS-exit.
"""
import collections
import dataclasses
import sys

from affine import Form, MOST_BYTES
from conditions import Domain
from decode import Program
from errors import Leak, Unknown
from lane_machine import machine_of
from loop_machine import Subject
from loop_rules import Invariant, UNKNOWN
from tracefile import Reader

FEW = 3  # so many turns at least show where they begin
NO_LOOP = "no loop over blocks was found"


def domain(name, subject):
    bound = MOST_BYTES // subject.most_moved
    return {"entry": Domain("before the first turn", False, 0, bound, bound),
            "turn": Domain("in a turn that is not the last", True, 1, bound, bound),
            "exit": Domain("in the last turn", True, 0, 0, bound)}[name]


def begun(program, trace, subject, count, within=None):
    """A machine at the call. Without `within` all of the input can be read."""
    machine = machine_of(program, trace, subject)
    machine.begin_call(count)
    machine.blocks_at_hand(0, machine.pointers["N"] * subject.block // subject.unit if within is None else within)
    return machine


def likely_beginnings(machine, most):
    """Steps at addresses that a jump has led to, and that the trace comes to between FEW and `most` times."""
    times = collections.Counter(address for address, _ in machine.steps)
    behind = {here for (before, _), (here, _) in zip(machine.steps, machine.steps[1:])
              if FEW <= times[here] <= most and machine.program.at(before).name.startswith("j")}
    return {step for step, (address, _) in enumerate(machine.steps) if address in behind}


def where_turns_begin(machine, contents):
    """[step]: the condition that has one outcome in all turns and another in the last ends a turn. {step: what registers and
    memory hold} goes into `contents`, for what is likely to be a beginning."""
    most = machine.pointers["N"] // machine.subject.unit + 1
    contents |= machine.follow(0, len(machine.steps), likely_beginnings(machine, most))
    by_address = {}
    for step, address, taken in machine.decisions:
        by_address.setdefault(address, []).append((step, taken))
    for seen in by_address.values():
        outcomes = [taken for _, taken in seen]
        if len(seen) >= FEW and outcomes == [outcomes[0]] * (len(seen) - 1) + [not outcomes[0]]:
            head = after_jumps(machine, seen[0][0] + 1)
            visits = [at for at, (here, _) in enumerate(machine.steps[:seen[-1][0] + 1]) if here == head]
            if len(visits) >= FEW and len(visits) in (len(seen), len(seen) - 1):
                return visits
    raise Unknown(NO_LOOP)


def after_jumps(machine, step):
    """The address that the jumps from a step on lead to: where a loop is entered in its middle, all turns begin there."""
    while machine.program.at(machine.steps[step][0]).name == "jmp":
        step += 1
    return machine.steps[step][0]


def one_turn(program, trace, invariant, visits, contents):
    """Follows a turn until all rules hold; the machine and {place: byte} of the new state."""
    subject, turn = invariant.subject, 1
    while True:
        machine = machine_of(program, trace, subject)
        machine.blocks_at_hand(turn, 2 * subject.step, subject.step)
        invariant.establish(machine, contents[visits[turn]], turn)
        machine.domain = domain("turn", subject)
        machine.follow(visits[turn], visits[turn + 1])
        wrong, state = invariant.broken(machine)
        if not wrong:
            return machine, state
        invariant.rules |= dict.fromkeys(wrong, UNKNOWN)


def last_turn(program, trace, invariant, visits, contents):
    subject, turn = invariant.subject, len(visits) - 1
    machine = machine_of(program, trace, subject)
    machine.blocks_at_hand(turn, subject.step + subject.after)
    invariant.establish(machine, contents[visits[turn]], turn)
    machine.domain = domain("exit", subject)
    machine.follow(visits[turn], len(machine.steps))
    return machine


# ---- Graphs

def write_graph(e, output, path):
    parts = []
    for b in output:
        n, k = (b >> 3, b & 7) if b >= 0 else (e.node(8, ("c", 8, -1 - b), -1 - b), 0)
        parts.append(f"{n}:{k}")
    with open(path, "w", encoding="ascii") as file:
        print(*e.lines, f"o {len(output)} {' '.join(parts)}", sep="\n", file=file)


def write_end(machine, turn, blocks, path):
    """The digest, or the state that the call leaves and the blocks that were written from a turn on."""
    subject = machine.subject
    if subject.digest:
        return write_graph(machine.e, machine.memory.read(machine.pointers["O"], subject.digest), path)
    machine.check_end(turn, blocks)
    output = machine.memory.read(machine.input[0], subject.state)
    if subject.writes:
        output += machine.output_at(turn, blocks)
    return write_graph(machine.e, output, path)


def write_turns(machine, state, direct, graphs):
    """A graph for each place in which the bytes of the state stand; how many."""
    subject, places = machine.subject, {}
    for place, byte in state.items():
        places.setdefault(direct[place], []).append(byte)
    found = [sorted(set(places[n])) for n in range(subject.state)]
    output = machine.output_at(1, subject.turn) if subject.writes else []
    copies = max(map(len, found), default=1)
    for i in range(copies):
        write_graph(machine.e, [bytes_of[min(i, len(bytes_of) - 1)] for bytes_of in found] + output, f"{graphs}-turn-{i}")
    return copies


def write_start(invariant, graphs):
    """The state of a whole message where the first turn begins, which is known."""
    starts = {n: invariant.rules[place].content for place, n in invariant.holding_state().items()}
    write_graph(invariant.e, [starts[n] for n in range(invariant.subject.state)], f"{graphs}-entry")


def lift_few(program, trace, subject, graphs, count):
    """A call with so few blocks that no turn is repeated: proved for this number alone."""
    machine = begun(program, trace, subject, Form(count))
    machine.domain = domain("entry", subject)
    machine.follow(0, len(machine.steps))
    write_end(machine, 0, count, f"{graphs}-exit")
    return f"0 {count} 0: {len(machine.steps)} instructions"


def lift_loop(program, trace, subject, graphs, supposed_turn=1):
    """Writes the graphs. Says in a line how many blocks a turn has, how many come after the last, how many graphs of a turn
    there are, and what else was found. If a turn has as many blocks as supposed, less of the trace is followed twice."""
    trace = Reader(trace)
    count = machine_of(program, trace, subject).pointers["N"]
    blocks = count // subject.unit
    if blocks < FEW * subject.visits:
        return lift_few(program, trace, subject, graphs, count)
    subject.turn = supposed_turn
    subject.rest = count % (subject.turn * subject.unit)
    finding, contents, supposed = begun(program, trace, subject, subject.count()), {}, dataclasses.replace(subject)
    visits = where_turns_begin(finding, contents)
    subject.turn = blocks // len(visits) * subject.visits
    visits = visits[:len(visits) // subject.visits * subject.visits:subject.visits]
    subject.rest = count - subject.turn * subject.unit * len(visits)
    entry = begun(program, trace, subject, subject.count(), subject.step)
    entry.domain = domain("entry", subject)
    entry.follow(0, visits[0])
    if subject != supposed or not set(visits) <= contents.keys():  # once more, with the counts of this loop
        finding = begun(program, trace, subject, subject.count())
        contents = finding.follow(0, visits[-1] + 1, visits)
    invariant = Invariant(finding, [contents[visit] for visit in visits])
    machine, state = one_turn(program, trace, invariant, visits, contents)
    copies = write_turns(machine, state, invariant.direct, graphs)
    if subject.digest:
        write_start(invariant, graphs)
    last = last_turn(program, trace, invariant, visits, contents)
    write_end(last, len(visits) - 1, subject.turn + subject.rest, f"{graphs}-exit")
    kinds = [rule.kind for rule in invariant.rules.values()]
    return f"{subject.turn} {subject.rest} {copies}: {visits[2] - visits[1]} instructions, {kinds.count('form')} bytes of " \
        f"counts and {kinds.count('data')} of data"


if __name__ == "__main__":
    try:
        program_name, trace_name, *numbers, graph_name = sys.argv[1:]
        print(lift_loop(Program(program_name), trace_name, Subject(*map(int, numbers)), graph_name))
    except (Leak, Unknown) as error:
        sys.exit(f"{type(error).__name__}: {error}")
