# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Whole calls of the library as compiled: traced, lifted, proved; and what must be refused."""
import concurrent.futures
import functools
import gc
import os
import pathlib
import platform
import re
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import count_controls  # noqa: E402
import errors  # noqa: E402
import flag_controls  # noqa: E402
import lane_machine  # noqa: E402
import lift  # noqa: E402
import loop_machine  # noqa: E402
import loops  # noqa: E402
import mask_controls  # noqa: E402
import masks  # noqa: E402
import status_flags  # noqa: E402
import subjects  # noqa: E402
import vector_controls  # noqa: E402
from subjects import BLOCKS_TOGETHER, LANES, LOOPS, MESSAGES, MORE_TURNS, NO_TURN, SHORT_TAILS, SOME_TURNS, TARGETS, TWO_BLOCKS  # noqa: E402


def available():
    """Targets of this processor: Linux names of what they need."""
    if platform.machine() != "x86_64" or platform.system() != "Linux":
        return ()
    avx512 = {"avx512f", "avx512bw", "avx512vl"}
    needs = {"avx512": avx512, "many_alus": avx512, "avx2": {"avx2", "bmi1", "bmi2"}, "sha_ni": {"sha_ni"}, "baseline": set()}
    return tuple(target for target in TARGETS if needs[target] <= processor_flags())


@functools.cache
def processor_flags():
    return set(re.search(r"^flags\s*:(.*)$", pathlib.Path("/proc/cpuinfo").read_text("utf-8"), re.M)[1].split())


def machine_lacks(instruction):
    """Whether this processor has not what an instruction needs: the groups of flag_tries.hpp, mask_tries.hpp and vector_tries.hpp."""
    needs = {"popcnt": {"popcnt"}, "lzcnt": {"abm"}, "bzhi": {"bmi2"}, "adcx": {"adx"}, "adox": {"adx"}}
    needs |= dict.fromkeys(("tzcnt", "blsi", "blsr", "blsmsk", "andn", "bextr"), {"bmi1"})
    needs |= dict.fromkeys(("ptest", "vptest", "vtestps", "vtestpd"), {"avx2"})
    needs |= {name: {"avx512bw", "avx512dq"} for name in status_flags.RULES if name.startswith(("kortest", "ktest"))}
    needs |= dict.fromkeys((*masks.MODELS, *vector_controls.TRIED), {"avx512bw", "avx512dq", "avx512vl"})
    return not needs.get(instruction, set()) <= processor_flags()


class Spent(threading.local):
    """Seconds of processor time, in programs and in other processes, of what this thread waited for."""
    seconds = 0.0


SPENT = Spent()


def run(*command, timeout=3000):  # of a busy machine
    with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        late = threading.Timer(timeout, program.kill)
        late.start()
        text = program.stdout.read()
        _, status, usage = os.wait4(program.pid, 0)
        late.cancel()
        program.returncode = os.waitstatus_to_exitcode(status)
    SPENT.seconds += usage.ru_utime + usage.ru_stime
    return program.returncode, text


def timed(function, *arguments):
    """In a process of its own: (result, seconds of processor time). What it leaves has few cycles: one collection is enough."""
    start = time.process_time()
    gc.disable()
    result = function(*arguments)
    gc.collect()
    return result, time.process_time() - start


@functools.cache
def decoded(program):
    return lift.Program(program)


def lifted(program, trace, graph, wrong_model):
    """In a process of its own: (message, good)."""
    return errors.told(lift.lift, decoded(program), trace, graph, wrong_model)


def lifted_loop(program, trace, subject, graphs, supposed):
    """In a process of its own: (message, good)."""
    return errors.told(loops.lift_loop, decoded(program), trace, subject, graphs, supposed)


def followed(program, trace, wrong_model):
    """In a process of its own: the instructions of a trace whose rules or models were used, and what was wrong."""
    machine = lift.Machine(decoded(program), trace, wrong_model)
    said, good = errors.told(lift.follow, machine)
    return machine.rules_met | machine.met.keys(), "" if good else said


PARTS = ("trace", "tracer")  # of the program that is traced


def compile_command(compiler, include):
    return compiler, "-std=c++20", "-O2", "-Wall", "-Wextra", f"-I{include}"


class Lifter:
    def __init__(self, build, prover, jobs):
        self.workers = concurrent.futures.ProcessPoolExecutor(jobs)
        self.build, self.prover = build / "machine", prover
        self.two_blocks = set()  # loops that have been seen to take two blocks in a turn
        self.build.mkdir(parents=True, exist_ok=True)

    def work(self, function, *arguments):
        result, seconds = self.workers.submit(timed, function, *arguments).result()
        SPENT.seconds += seconds
        return result

    def program(self, compiler):
        return self.build / f"trace-{compiler}"

    def compile(self, compiler, launcher, include):
        objects = [self.compile_one(name, compiler, launcher, include) for name in PARTS]
        self.link(self.program(compiler), compiler, objects)

    def compile_one(self, name, compiler, launcher, include, options=(), kind=""):
        made = self.build / f"{name}-{compiler}{kind}.o"
        self.must(*launcher, *compile_command(compiler, include), *options, "-c", HERE / f"{name}.cpp", "-o", made)
        return made

    def link(self, program, compiler, objects):
        self.must(compiler, "-static", *objects, "-o", program)

    @staticmethod
    def must(*command):
        code, text = run(*command)
        if code:
            raise SystemExit(f"{text}\n0 passed, 1 failed")

    def lift(self, compiler, call, target, *, wrong_constant=False, wrong_model=None, program=None):
        """(message, name of the graph, or None when it was refused)"""
        name = f"{call}-{target}-{compiler}" + ("-wrong" if wrong_constant or wrong_model or program else "")
        program = program or self.program(compiler)
        trace, graph = self.build / f"{name}.trace", self.build / f"{name}.graph"
        code, text = run(program, call, target, trace, *(["wrong"] if wrong_constant else []))
        if code:
            return f"no trace: {code} {text}", None
        message, good = self.work(lifted, program, trace, graph, wrong_model)
        trace.unlink()
        return message, graph if good else None

    def prove(self, proof):
        """(good, message) of a Proof that is no fault."""
        prove = {"call": self.prove_call, "message": self.prove_message}.get(proof.kind, self.prove_loop)
        tail = (proof.tail,) if proof.kind == "message" else ()
        return prove(proof.compiler, proof.subject, proof.target, *tail)

    def prove_call(self, compiler, call, target):
        """(good, message)"""
        message, graph = self.lift(compiler, call, target)
        if graph is None:
            return False, f"not lifted {call}-{target}-{compiler}: {message}"
        code, text = run(self.prover, f"{call}={graph}")
        return code == 0, f"{text.splitlines()[0]}; {message}"

    # ---- Loops, for every number of blocks

    def prove_loop(self, compiler, name, target, program=None):
        """(good, message). The loop is followed with so many blocks that its turns are seen."""
        good, said = self.prove_counts(compiler, name, target, self.counts_of(name), MORE_TURNS, program)
        counted = "groups" if name.endswith("_groups") else "blocks"
        return good, f"{'proved' if good else 'not proved'} {name}-{target}-{compiler}, every number of {counted}: {said}"

    @staticmethod
    def counts_of(name):
        """Some turns with each number of blocks behind them, and fewer blocks than a turn has; of groups at least one."""
        if name not in LANES:
            return [SOME_TURNS, NO_TURN]
        together = BLOCKS_TOGETHER.get(name, 1)
        some = [loops.FEW * together + rest for rest in range(together)]
        return some if LANES[name][2] else [*some, *range(together)]

    def prove_message(self, compiler, name, target, tail, program=None):
        """The same of a message whose last whole block has `tail` bytes behind it."""
        block = MESSAGES[name][1]
        counts = [SOME_TURNS * block + tail, tail]
        more = [blocks * block + tail for blocks in MORE_TURNS]
        good, said = self.prove_counts(compiler, name, target, counts, more, program)
        return good, f"{'proved' if good else 'not proved'} {name}-{target}-{compiler}, {tail} bytes and every number of " \
            f"blocks: {said}"

    def prove_counts(self, compiler, name, target, counts, more, program=None):
        """(good, message). `more` takes the place of the first count where a turn has two blocks. That is found out once."""
        said, good, first, loop = [], True, counts[0], (compiler, name, target, program)
        if loop in self.two_blocks:
            said, counts = [TWO_BLOCKS], [*counts[1:], *more]
        while counts and good:
            count = counts.pop(0)
            good, message = self.prove_count(compiler, name, target, count, program)
            if not good and count == first and loops.NO_LOOP in message:
                good, message = True, TWO_BLOCKS
                counts += more
                self.two_blocks.add(loop)
            said.append(message)
        return good, "; ".join(said)

    def prove_count(self, compiler, name, target, count, program=None):
        """The same, as a call with so many blocks or bytes shows it."""
        graphs = self.build / f"{name}-{target}-{compiler}-{count}{'-wrong' if program else ''}"
        given, program, trace = program, program or self.program(compiler), graphs.with_suffix(".trace")
        code, text = run(program, name, target, trace, count)
        if code:
            return False, f"no trace: {code} {text}"
        subject = self.subject(name, int(text))
        supposed = 2 if (compiler, name, target, given) in self.two_blocks else 1
        message, good = self.work(lifted_loop, program, trace, subject, graphs, supposed)
        trace.unlink()
        if not good:
            return False, message
        numbers, _, found = message.partition(": ")
        code, text = run(self.prover, *self.parts_of(name, graphs, subject, *map(int, numbers.split())))
        lines = text.splitlines()
        wrong = next((line for line in lines if line.startswith("not proved")), lines[0])
        unit = "bytes" if name in MESSAGES else "groups" if name.endswith("_groups") else "blocks"
        return code == 0, f"{count} {unit}, {found}" if code == 0 else wrong

    @staticmethod
    def subject(name, lanes):
        """What loops.py has to know. The trace has found out how many lanes the target has."""
        if name not in LANES:
            return loop_machine.Subject(*(LOOPS[name] if name in LOOPS else (*MESSAGES[name][:2], 1, 0, MESSAGES[name][2])))
        state, block, message, size = LANES[name]
        return lane_machine.LaneSubject(lanes * state, block or 8 * lanes, 1, int(message != 0), lanes=lanes, message=message,
                                        size=size, visits=BLOCKS_TOGETHER.get(name, 1))

    @staticmethod
    def parts_of(name, graphs, subject, turn, rest, copies):
        """What the prover is asked of a loop, or of a message."""
        if name in LANES:
            parts = [f"{name}:lanes:{turn}:{subject.lanes}={graphs}-turn-{i}" for i in range(copies)]
            return [*parts, f"{name}:lanes:{turn + rest}:{subject.lanes}={graphs}-exit"]
        parts = [f"{name}:turn:{turn}={graphs}-turn-{i}" for i in range(copies)]
        if not name.endswith("_message"):
            return [*parts, f"{name}:turn:{turn + rest}={graphs}-exit"]
        if turn == 0:
            return [f"{name}:all:{rest}={graphs}-exit"]
        return [f"{name}:entry={graphs}-entry", *parts, f"{name}:exit:{turn}:{rest}={graphs}-exit"]

    def loop_faults(self, faults, number, targets, launcher, include, alone="LOOPS_ALONE"):
        """Yields for each fault of one copy of the headers whether the loop is refused: (fault, good, message)."""
        program = self.build / f"trace-loops-{number}"
        made = self.compile_one("trace", "g++", launcher, include, (f"-D{alone}",), f"-loops-{number}")
        self.link(program, "g++", (made, self.build / "tracer-g++.o"))
        for fault in faults:
            if fault.target in targets:
                where = "g++", fault.claim, fault.target
                tails = SHORT_TAILS.get(fault.claim, ())[:1]
                prove = self.prove_message if tails else self.prove_loop
                good, message = prove(*where, *tails, program)
                yield fault, not good and fault.said in message, message

    # ---- What must be refused

    def flags(self, compiler):
        """The rules of status_flags.py: held against the processor, wrong ones found, and used as the lifter should."""
        yield from flag_controls.checks()
        yield from self.on_processor(compiler, "flags", status_flags.RULES.keys(), {"div", "idiv"})  # these leave all flags undefined

    def masks(self, compiler):
        """The same of the models of masks.py."""
        yield from mask_controls.checks()
        yield from self.on_processor(compiler, "masks", masks.MODELS.keys())

    def vectors(self, compiler):
        """The same of those models of vectors.py, and of those rules of masks, that vector_controls.py names."""
        yield from vector_controls.checks()
        yield from self.on_processor(compiler, "vectors", vector_controls.TRIED)

    def on_processor(self, compiler, call, names, never_wrong=frozenset()):
        """Follows a call that executes all instructions of these names, and again with each of them wrong."""
        trace = self.build / f"{call}.trace"
        code, text = run(self.program(compiler), call, "baseline", trace)
        if code:
            yield f"{call} on the processor", False, f"no trace: {code} {text}"
            return
        met, message = self.workers.submit(followed, self.program(compiler), trace, None).result()
        yield f"{call} on the processor", not message, message
        for name in sorted(names - met):
            yield f"{call} of {name}", machine_lacks(name), "not executed"
        wrong = {name: self.workers.submit(followed, self.program(compiler), trace, name)
                 for name in sorted(names & met - never_wrong)}
        for name, found in wrong.items():
            message = found.result()[1]
            instruction = name.split()[-1]
            yield f"wrong {call} of {name}", re.search(f": {instruction}\\b.*on the processor", message) is not None, message
        trace.unlink()

    def controls(self, targets):
        compiler = "g++"
        for call in ("planted_branch", "planted_table", "planted_count"):
            message, graph = self.lift(compiler, call, "baseline")
            yield call.removeprefix("planted_"), graph is None and message.startswith("Leak"), message
        wide = next((t for t in ("avx512", "avx2") if t in targets), None)
        models = {"avx512": ("vpternlogd", "vprord", "vpaddd", "vpunpcklqdq"), "avx2": ("vpsrld", "vpxor", "vpaddd", "vpshufb"),
                  "sha_ni": ("sha256rnds2", "sha256msg1", "sha256msg2", "palignr")}
        for target in filter(None, (wide, "sha_ni" if "sha_ni" in targets else None)):
            for model in models[target]:
                message, graph = self.lift(compiler, "sha256_32", target, wrong_model=model)
                yield f"a wrong model of {model}", graph is None and "on the processor" in message, message
        for target in set(targets) - {"sha_ni"}:  # whose constants are copies
            message, graph = self.lift(compiler, "sha256_one", target, wrong_constant=True)
            code, text = run(self.prover, f"sha256_one={graph}") if graph else (0, message)
            yield f"a wrong constant, {target}", code != 0 and "refuted by random" in text, text.splitlines()[0]
        for call in ("sha256_32", "ascon_aead128_many"):
            yield self.once_in_2_32(compiler, targets[0], call)

    def fault(self, fault, number, targets, launcher, include):
        """A call of a library with this fault must be refuted."""
        compiler, target = "g++", fault.target or targets[0]
        program = self.build / f"trace-planted-{number}"
        options = (f"-DCALL_ALONE={fault.claim}",)
        made = self.compile_one("trace", compiler, launcher, include, options, f"-planted-{number}")
        self.link(program, compiler, (made, self.build / f"tracer-{compiler}.o"))
        message, graph = self.lift(compiler, fault.claim, target, program=program)
        code, text = run(self.prover, f"{fault.claim}={graph}") if graph else (0, message)
        return fault, code != 0 and "refuted by random" in text, text.splitlines()[0]

    def once_in_2_32(self, compiler, target, call):
        """Into the graph of a good call goes a change that needs four bytes of the input to be right."""
        _, graph = self.lift(compiler, call, target)
        *lines, output = graph.read_text("ascii").split("\n")[:-1]
        words = output.split()

        def node(line):
            lines.append(line)
            return len(lines)
        inputs = [lines.index(f"v 8 {i}") + 1 for i in range(4)]
        x = node("b 32 " + " ".join(f"{i}:0" for i in inputs))
        mask = node(f"c 32 {0xFFFFFFFF ^ 0x9D46295E}")
        fires = node(f"l {0xF0 ^ 0xCC} {x} {mask} {mask}")
        for n in (16, 8, 4, 2, 1):
            turned = node(f"r {fires} {n}")
            fires = node(f"l {0xF0 & 0xCC} {fires} {turned} {turned}")
        first = node("b 32 " + " ".join(words[2:6]))
        changed = node(f"l {0xF0 ^ 0xCC} {first} {fires} {fires}")
        words[2:6] = [f"{changed}:{k}" for k in range(4)]
        planted = graph.with_suffix(".planted")
        planted.write_text("\n".join([*lines, " ".join(words)]) + "\n", "ascii")
        tries = [w for i, b in enumerate(0x9D46295E.to_bytes(4, "little")) for w in ("--try", f"{i}={b}")]
        code, text = run(self.prover, *tries, f"{call}={planted}")
        return f"once in 2^32, {call}", code != 0 and "refuted by the given" in text, text.splitlines()[0]
