#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""examples/merkle-log at work: every proof of a growing log, and each kind of tampering refused."""
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENTRIES = [f"entry {i}" for i in range(21)]
passed = failed = 0


def check(what, good, detail=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAIL", what, detail)


def root(leaves):
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0].encode()).digest()
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return hashlib.sha256(b"\1" + root(leaves[:k]) + root(leaves[k:])).digest()


class Program:
    def __init__(self, place):
        self.place = place
        self.path = place / "merkle_log"

    def build(self, compiler):
        subprocess.run([compiler, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include",
                        ROOT / "examples" / "merkle-log" / "main.cpp", "-o", self.path], check=True)

    def __call__(self, *words):
        return subprocess.run([self.path, *map(str, words)], cwd=self.place, capture_output=True, text=True, timeout=60)

    def good(self, what, *words, prints=None):
        done = self(*words)
        check(what, done.returncode == 0 and (prints is None or done.stdout == prints), done)

    def refused(self, what, why, *words):
        done = self(*words)
        check(what, done.returncode == 1 and why in done.stderr and not done.stdout, done)


def grow(run):
    """The log, entry by entry and several at a time; its heads."""
    heads = {}
    for first, last in ((0, 1), (1, 2), (2, 5), (5, 13), (13, 20), (20, 21)):
        head = f"{last} {root(ENTRIES[:last]).hex()}\n"
        run.good(f"append up to {last}", "append", "log", *ENTRIES[first:last], prints=head)
        run.good("the head is kept", "head", "log", prints=head)
        heads[last] = head.split()
        for index in range(last):
            run.good("prove", "prove", "log", index, "p")
            run.good(f"verify {index} of {last}", "verify", *heads[last], ENTRIES[index], "p", prints="good\n")
        for old in heads:
            run.good("grow", "grow", "log", old, "p")
            run.good(f"grown from {old} to {last}", "grown", *heads[old], *heads[last], "p", prints="good\n")
    return heads


def tamper_with_proofs(run, heads):
    head = heads[21]
    run("prove", "log", 6, "p")
    lines = (run.place / "p").read_text().splitlines()
    kinds = {
        "an entry changed": (lines, "entry 7", head, "another root"),
        "a bit of a digest": (lines[:2] + ["%064x" % (int(lines[2], 16) ^ 1)] + lines[3:], ENTRIES[6], head, "another root"),
        "a digest missing": (lines[:-1], ENTRIES[6], head, "too few"),
        "a digest too many": (lines + [lines[1]], ENTRIES[6], head, "too many"),
        "half a digest": (lines[:-1] + [lines[-1][:32]], ENTRIES[6], head, "wrong size"),
        "no digits": (lines[:-1] + ["x" * 64], ENTRIES[6], head, "hexadecimal"),
        "two digests swapped": ([lines[0], lines[2], lines[1], *lines[3:]], ENTRIES[6], head, "another root"),
        "another index": (["7", *lines[1:]], ENTRIES[6], head, "another root"),
        "an index past the end": (["21", *lines[1:]], ENTRIES[6], head, "past the last"),
        "a huge index": (["18446744073709551615", *lines[1:]], ENTRIES[6], head, "past the last"),
        "no index": (lines[1:], ENTRIES[6], head, "not a number"),
        "nothing": ([], ENTRIES[6], head, "empty proof"),
        "an older head": (lines, ENTRIES[6], heads[5], "past the last"),
        "a head of another size": (lines, ENTRIES[6], ["9", head[1]], "too many"),
        "a head without leaves": (lines, ENTRIES[6], ["0", head[1]], "without leaves"),
        "another root": (lines, ENTRIES[6], [head[0], heads[20][1]], "another root"),
    }
    for what, (text, entry, trusted, why) in kinds.items():
        (run.place / "q").write_text("".join(line + "\n" for line in text))
        run.refused(what, why, "verify", *trusted, entry, "q")
    run.refused("no such entry", "no such entry", "prove", "log", 21, "q")


def tamper_with_growth(run, heads):
    run("grow", "log", 5, "p")
    lines = (run.place / "p").read_text().splitlines()
    good, new = heads[5], heads[21]
    kinds = {
        "history rewritten": (lines, [good[0], root(["other", *ENTRIES[1:5]]).hex()], new, "of the first tree"),
        "a digest missing": (lines[:-1], good, new, "too few"),
        "a digest too many": (lines + lines[:1], good, new, "too many"),
        "a bit of a digest": (lines[:-1] + ["%064x" % (int(lines[-1], 16) ^ 1)], good, new, "another root"),
        "sizes turned round": (lines, new, good, "larger than"),
        "from nothing": (lines, ["0", good[1]], new, "proves nothing"),
        "another new root": (lines, good, [new[0], heads[20][1]], "another root"),
        "another old size": (lines, ["2", good[1]], new, "too many"),
    }
    for what, (text, old, later, why) in kinds.items():
        (run.place / "q").write_text("".join(line + "\n" for line in text))
        run.refused("growth: " + what, why, "grown", *old, *later, "q")
    run.refused("a size it never had", "never had", "grow", "log", 22, "q")
    run.refused("size 0", "never had", "grow", "log", 0, "q")


def tamper_with_files(run, heads):
    (run.place / "entries").write_text("".join(e + "\n" for e in ENTRIES))
    run.good("audit", "audit", "log", "entries", prints="good\n")
    (run.place / "fewer").write_text("".join(e + "\n" for e in ENTRIES[:-1]))
    run.refused("fewer entries", "another number", "audit", "log", "fewer")
    (run.place / "other").write_text("".join(e + "\n" for e in ENTRIES[:3] + ["?"] + ENTRIES[4:]))
    run.refused("other entries", "not that of", "audit", "log", "other")
    for level in range(5):
        shutil.copytree(run.place / "log", run.place / "bad")
        path = run.place / "bad" / f"level{level}"
        data = bytearray(path.read_bytes())
        data[-1 if level else 40] ^= 1
        path.write_bytes(data)
        run.refused(f"a bit of level {level}", "not that of", "audit", "bad", "entries")
        path.write_bytes(data[:-1])
        run.refused(f"level {level} torn", "", "audit", "bad", "entries")
        shutil.rmtree(run.place / "bad")
    shutil.copytree(run.place / "log", run.place / "bad")
    data = (run.place / "bad" / "level0").read_bytes()
    (run.place / "bad" / "level0").write_bytes(data[:-32])  # the last entry taken back
    run.refused("rolled back", "never had", "grow", "bad", 21, "q")


def main():
    with tempfile.TemporaryDirectory() as place:
        run = Program(pathlib.Path(place))
        run.build("g++")
        heads = grow(run)
        tamper_with_proofs(run, heads)
        tamper_with_growth(run, heads)
        tamper_with_files(run, heads)
        check("no words", run().returncode == 2 and run("append", "log").returncode == 2)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
