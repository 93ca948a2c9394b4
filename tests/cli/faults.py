#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The faults of fault_table.py: made, met by a program, and judged.

    faults.py                       hashlane alone; the names of faults not handled
    faults.py --compare [FILE]      beside sha256sum, b3sum and openssl, as far as they are installed: a table in Markdown
"""
import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import fault_world as world  # noqa: E402
from fault_table import FAULTS  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import sources  # noqa: E402

LONGEST = 60  # seconds; whoever takes longer hangs
HEX = re.compile(rb"\b[0-9a-f]{64}\b")


@dataclasses.dataclass(frozen=True)
class Tool:
    name: str
    digest: tuple
    check: tuple = ()
    ignore_missing: str = "--ignore-missing"
    quiet: str = "--status"

    @property
    def ours(self):
        return self.name == "hashlane"

    def of(self, data):
        """The digest of data, from a file that nothing happens to."""
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place, "f")
            path.write_bytes(data)
            return HEX.search(subprocess.run([*self.digest, path], capture_output=True, check=True).stdout)[0]


def hashlane(program):
    return Tool("hashlane", (program, "-a", "sha256"), (program, "check", "-a", "sha256"))


def peers():
    found = {"sha256sum": ("sha256sum", ("--check", "--strict")), "b3sum": ("b3sum", ("--check",)), "openssl": ("openssl", None)}
    for name, (command, check) in found.items():
        path = shutil.which(command)
        if path is None:
            continue
        if name == "openssl":
            yield Tool(name, (path, "dgst", "-sha256"))
        else:
            yield Tool(name, (path,), (path, *check), "--ignore-missing" if name == "sha256sum" else "", "--status" if name == "sha256sum" else "--quiet")


@dataclasses.dataclass
class Outcome:
    status: int
    out: bytes
    err: bytes


class DoesNotApply(Exception):
    """The fault cannot be made for this program."""


class Scene:
    """One fault and one program, in a directory of its own."""

    def __init__(self, tool, fault, place):
        self.tool, self.fault, self.place = tool, fault, pathlib.Path(place)
        self.log = self.place / ".strace"
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("HASHLANE_")} | {"LC_ALL": "C.UTF-8"}

    def command(self):
        verb, words = self.fault.get("verb", "digest"), self.fault.get("words", ())
        if verb in ("seal", "open"):
            key = f"key-{self.fault['key']}" if self.fault.get("key") else "key"
            usual = ("--chunk-size", "4096") if verb == "seal" else ()
            return [self.tool.digest[0], verb, "--key-file", key if key != "key-directory" else "directory", *usual, *words,
                    self.fault.get("file", {"seal": "f", "open": "f.hlseal"}[verb])]
        if verb == "check":
            if not self.tool.check:
                raise DoesNotApply
            extra = [self.tool.ignore_missing] if self.fault.get("ignore_missing") else []
            extra += [self.tool.quiet] if self.fault.get("quiet") else []
            if "" in extra:
                raise DoesNotApply
            return [*self.tool.check, *extra, *words, self.fault.get("file", "SUMS")]
        program = self.tool.digest if not (self.tool.ours and words) else self.tool.digest[:1]
        return [*program, *words, *self.fault.get("operands", ("big", "small")) * self.fault.get("repeat", 1)]

    def shell_words(self):
        """What bash does before it becomes the program: limits, and where the output goes."""
        to = {"full": ">/dev/full", "closed": ">&-", "reading": "1</dev/null", "both full": ">/dev/full 2>/dev/full",
              "errors full": "2>/dev/full", "errors closed": "2>&-", "file": ">out", "gone": ""}
        redirection = to.get(self.fault.get("output"), "")
        if self.fault.get("stdin") == "closed":
            redirection += " <&-"
        return f"{self.fault.get('limit', ':')}; exec \"$@\" {redirection}"

    def run(self, under=(), stdin=None, meanwhile=None):
        command = self.command()
        if "/" not in command[0]:
            raise DoesNotApply
        argv = ["bash", "-c", self.shell_words(), "bash", *under, *command]
        stdout = self.gone() if self.fault.get("output") == "gone" else subprocess.PIPE
        process = subprocess.Popen(argv, stdin=stdin or subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, cwd=self.place,
                                   env=self.environment, preexec_fn=world.usual_signals)
        if stdout is not subprocess.PIPE:
            os.close(stdout)
        if meanwhile:
            meanwhile(process)
        try:
            out, err = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return Outcome(None, out or b"", err)
        if self.fault.get("output") == "file":
            out = (self.place / "out").read_bytes()
        return Outcome(process.returncode, out or b"", err)

    @staticmethod
    def gone():
        reader, writer = os.pipe()
        os.close(reader)
        return writer

    def strace(self, name, call, *inject):
        paths = [] if name is None else ["-P", name, "-P", str(self.place / name)]
        return ["strace", "-f", "--quiet=attach,personality,exit,path-resolution", "-o", str(self.log), *paths, f"-etrace={call}", *inject]

    def calls(self, name, call):
        """How many such calls on that file the program makes when nothing happens to it."""
        with tempfile.TemporaryDirectory() as other:
            world.build(other, self.tool, self.fault)
            quiet = Scene(self.tool, {k: v for k, v in self.fault.items() if k not in ("inject", "during")}, other)
            with quiet.stdin() as stdin:
                quiet.run(quiet.strace(name, call), stdin)
            if not quiet.log.exists():
                raise DoesNotApply  # ptrace is forbidden here
            return quiet.log.read_text(errors="replace").count(f" {call}(")

    def at(self, name, call, where):
        if where not in ("first", "middle", "last"):
            return where
        count = self.calls(name, call)
        if count == 0:
            raise DoesNotApply
        return {"first": 1, "middle": (count + 1) // 2, "last": count}[where]

    def stdin(self):
        return world.Stdin(self.place, self.fault.get("stdin"))

    def observe(self):
        world.build(self.place, self.tool, self.fault)
        with self.stdin() as stdin:
            if "inject" in self.fault:
                name, call, change, where = self.fault["inject"]
                when = self.at(name, call, where)
                outcome = self.run(self.strace(name, call, f"-einject={call}:{change}:when={when}"), stdin)
                if "(INJECTED)" not in self.log.read_text(errors="replace"):
                    raise DoesNotApply
                return outcome
            if "during" in self.fault:
                return self.changed_meanwhile(stdin)
            if "signal" in self.fault:
                return self.signalled()
            return self.run((), stdin)

    def changed_meanwhile(self, stdin):
        """One read (or, of a program that does not read, the mapping) takes 0.7 s, and in that time the file changes. Something
        has been read by then: before a later read begins, or before the only one returns."""
        change, where = self.fault["during"]
        name = self.fault.get("changed", "big")
        call, when, moment = "read", 1, "delay_enter"
        count = self.calls(name, "read")
        if count == 1:
            moment = "delay_exit"
        elif count:
            when = max(2, {"middle": (count + 1) // 2, "last": count}[where])
        else:
            call, moment = "mmap", "delay_exit"
            if where == "last" or not self.calls(name, "mmap"):
                raise DoesNotApply

        def act():
            end = time.monotonic() + 20
            while time.monotonic() < end and not (self.log.exists() and self.log.read_text(errors="replace").count(f" {call}(") >= when - 1):
                time.sleep(0.005)
            time.sleep(0.25)
            world.CHANGES[change](self.place / name)
        changer = threading.Thread(target=act)
        changer.start()
        outcome = self.run(self.strace(name, f"openat,{call}", f"-einject={call}:{moment}=700000:when={when}"), stdin)
        changer.join()
        return outcome

    def signalled(self):
        reader, writer = os.pipe()
        name = self.fault["signal"]
        self.fault = dict(self.fault, operands=())

        def act(process):
            os.close(reader)
            os.write(writer, b"part")
            world.wait_until_blocked(process.pid)
            process.send_signal(world.number(name))
            if name == "STOP":
                time.sleep(0.1)
                process.send_signal(world.number("CONT"))
            if self.fault["ends"]:
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    pass
            else:
                time.sleep(0.05)
                os.write(writer, b"rest")
            os.close(writer)
        return self.run((), reader, act)


def expect(condition, why):
    if not condition:
        raise AssertionError(why)


def judge_status(tool, fault, outcome):
    wanted = fault.get("status", 1)
    expect(outcome.status is not None, "hangs")
    may_die = not tool.ours and outcome.status == -world.number(fault["killed"]) if "killed" in fault else False
    expect(outcome.status >= 0 or may_die, f"dies of {signal.Signals(-outcome.status).name if outcome.status < 0 else 0}")
    if tool.ours:
        expect(outcome.status == wanted, f"exit status {outcome.status}")
        expect(re.search(fault.get("says", "").encode(), outcome.err, re.S), f"says {outcome.err[:200]!r}")
    else:
        expect((outcome.status == 0) == (wanted == 0), f"exit status {outcome.status}")
    lost = may_die or fault.get("output") in ("both full", "errors full", "errors closed") or fault.get("quiet")
    expect(wanted == 0 or outcome.err or lost, "fails without a word")
    expect(wanted != 0 or not outcome.err or not tool.ours, f"says {outcome.err[:200]!r}")


def settled(tool, fault, outcome, good):
    """Of two outcomes that are as sound as each other, the one that a program other than ours has chosen."""
    status, other_good = fault.get("either", (None, None))
    if tool.ours or outcome.status is None or status is None or (outcome.status == 0) != (status == 0):
        return fault, good
    return dict(fault, status=outcome.status), other_good


def whole_contents(tool, place):
    """What `big` was before and after its change: a digest of all of either is sound, though the file is another now."""
    small = tool.of(b"x")
    yield [tool.of(world.content(place, "big")), small]
    if (place / "big").exists():
        yield [tool.of((place / "big").read_bytes()), small]


def judge_digest(tool, fault, outcome, place):
    found = HEX.findall(outcome.out)
    if fault.get("digests"):
        expect(len(found) == fault["digests"], f"{len(found)} digests")
        return judge_status(tool, fault, outcome)
    good = fault.get("good", ("small",))
    if good is None:  # what had been written before stays
        return judge_status(tool, fault, outcome)
    fault, good = settled(tool, fault, outcome, good)
    if "during" in fault and not tool.ours and outcome.status == 0 and found in whole_contents(tool, place):
        return None
    digests = {name: tool.of(world.content(place, name)) for name in set(good)}
    wanted = [digests[name] for name in good] * fault.get("repeat", 1)
    extra = [digest for digest in found if digest not in wanted]
    expect(not extra, f"prints {len(extra)} digest(s) of bytes that were not all read")
    expect(found == wanted, f"prints {len(found)} digests, {len(wanted)} are right")
    judge_status(tool, fault, outcome)


def judge_check(tool, fault, outcome, place):
    said = [line for line in outcome.out.decode("utf-8", "replace").splitlines() if line]
    fault, _ = settled(tool, fault, outcome, ())
    expect(len(said) == len(fault["verdicts"]) and all(a.startswith(b) for a, b in zip(said, fault["verdicts"])), f"says {said}")
    judge_status(tool, fault, outcome)


def judge_name(tool, fault, outcome, place):
    judge_status(tool, fault, outcome)
    expect(HEX.findall(outcome.out)[:1] == [tool.of(b"x")], "prints no digest, or a wrong one")
    expect(outcome.out.count(b"\n") == 1, "breaks its line")
    if tool.check:
        (place / "SUMS").write_bytes(outcome.out)
        done = subprocess.run([*tool.check, "SUMS"], cwd=place, capture_output=True, timeout=LONGEST)
        expect(done.returncode == 0 and done.stdout.count(b"OK") == 1, "cannot check what it printed")


def judge_terminal(tool, fault, outcome, place):
    expect(outcome.status == (1 if fault.get("absent") else 0), f"exit status {outcome.status}")
    expect(b"\x1b" not in outcome.out and b"\xc2\x9b" not in outcome.out, "sends the terminal what it takes for a command")


def judge_signal(tool, fault, outcome, place):
    if fault["ends"]:
        expect(outcome.status == -world.number(fault["signal"]) or 128 < (outcome.status or 0), f"exit status {outcome.status}")
        return expect(not HEX.search(outcome.out), "prints a digest of a part")
    expect(outcome.status == 0 and HEX.findall(outcome.out) == [tool.of(b"partrest")], f"exit status {outcome.status}")


def judge_sealing(tool, fault, outcome, place):
    judge_status(tool, fault, outcome)
    left = sorted(set(os.listdir(place)) - fault["before"] - {".strace", "out"})
    expect(left == [], f"leaves {left}")
    expect(fault.get("output") or not outcome.out, "writes to standard output")


JUDGES = {"digest": judge_digest, "check": judge_check, "name": judge_name, "terminal": judge_terminal, "signal": judge_signal,
          "seal": judge_sealing, "open": judge_sealing}


def meet(tool, fault):
    """None: the fault cannot be made for this program. "": handled. Else why not."""
    if not tool.ours and not fault.get("peers", True):
        return None
    with tempfile.TemporaryDirectory(prefix="hashlane-fault-") as place:
        scene = Scene(tool, world.prepared(tool, fault, place), place)
        try:
            outcome = world.on_terminal(scene) if fault.get("verb") == "terminal" else scene.observe()
            JUDGES[fault.get("verb", "digest")](tool, scene.fault, outcome, scene.place)
        except DoesNotApply:
            return None
        except AssertionError as why:
            return str(why)
    return ""


def compare(tools, to):
    rows = [(fault, [meet(tool, fault) for tool in tools]) for fault in FAULTS]
    versions = [subprocess.run([tool.digest[0], "version" if tool.name == "openssl" else "--version"], capture_output=True, text=True).stdout.splitlines()[0]
                for tool in tools]
    print("# The command line under fault\n", "`tests/cli/faults.py --compare` writes this page from `tests/cli/fault_table.py`; `make test TESTS='--only cli'` runs the same "
          "table for hashlane. The figures are of the versions that the head of the table names.", "A blank is a fault that the program does not meet: it has no such verb, or makes no such system call.\n",
          "| | " + " | ".join(versions) + " |", "|---|" + "---|" * len(tools), sep="\n", file=to)
    count = [(sum(r[i] == "" for _, r in rows), sum(r[i] is not None for _, r in rows)) for i in range(len(tools))]
    print("| **handled** | " + " | ".join(f"**{good} of {all_}**" for good, all_ in count) + " |", file=to)
    group = None
    for fault, results in rows:
        if fault["group"] != group:
            group = fault["group"]
            print(f"| **{group}** |" + " |" * len(tools), file=to)
        cells = ["" if r is None else "yes" if r == "" else "no: " + r.replace("|", "\\|").replace("\n", " ")[:90] for r in results]
        print(f"| {fault['name']} | " + " | ".join(cells) + " |", file=to)
    print(f"\n{sources.page_line(folders=sources.FOLDERS)}", file=to)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compare", nargs="?", type=argparse.FileType("w"), const=sys.stdout)
    parser.add_argument("--only", default="", help="faults whose names match this")
    parser.add_argument("--tool", default="hashlane", help="in place of hashlane, without --compare")
    options = parser.parse_args()
    ours = hashlane(os.environ.get("HASHLANE_CLI", str(ROOT / "build" / "hashlane")))
    FAULTS[:] = [fault for fault in FAULTS if re.search(options.only, fault["name"])]
    if options.compare:
        for tool, (good, met) in zip(tools := [ours, *peers()], compare(tools, options.compare)):
            print(f"{tool.name}: {good} of {met} faults handled", file=sys.stderr)
        return 0
    tool = next(t for t in [ours, *peers()] if t.name == options.tool)
    results = [(fault["name"], meet(tool, fault)) for fault in FAULTS]
    for name, why in results:
        if why:
            print(f"{name}: {why}")
        elif why is None:
            print(f"{name}: could not be made")
    bad = sum(bool(why) for _, why in results)
    print(f"{sum(why == '' for _, why in results)} passed, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
