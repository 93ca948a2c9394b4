#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Changes one word of one header at a time and sees whether the tests notice.

For each header of include/hashlane a sample of the places where an operator of the table below applies, the same for the
same seed. A mutant that does not compile is not valid, unless it is a static_assert that stopped it: that is a test. A
valid one is killed when a test program of its group fails, crashes or does not end. What survives is listed with its line,
to be judged: docs/MUTANTS.md. Results are added to build/mutation/results.json, so that a run can be stopped and go on.
"""
import argparse
import dataclasses
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
WORK = ROOT / "build" / "mutation"
HEADERS = WORK / "include" / "hashlane"  # a copy: the real ones may change meanwhile
COMPILE = ["clang++-19", "-std=c++20", "-O0", "-w", f'-DHASHLANE_SOURCE_DIR="{ROOT}"', f"-I{TESTS}/support"]
SUPPORT = ("main", "vectors", "vectors_text", "vectors_json")

GROUPS = {  # test programs, the quickest first
    "sha2": ("sha2/sha2",),
    "keccak": ("unit/sp800_185", "kat/kat_sp800_185"),
    "tree": ("unit/leaves", "unit/tree"),
    "ascon": ("ascon/aead_tag", "ascon/aead", "ascon/aead_stream", "ascon/cxof", "kat/kat_ascon",
              "kat/kat_ascon_v12"),
    "mac": ("mac/mac",),
    "batch": ("batch/interface", "batch/lengths", "batch/streams"),
    "records": ("batch/records",),
    "threads": ("batch/pool", "batch/threads"),
    "any": ("properties/registry", "properties/state"),
    "targets": ("targets/targets", "targets/first_call"),
}
ROOMS = (  # which groups test a header: the first line that fits its name
    (r"ascon_records|encrypt_many", ("records",)),
    (r"thread_pool|threads", ("threads",)),
    (r"lane_group|lane_queue|lane_scheduler|message_window|batch|digest_many|xof_lanes|_streams|beside|_lanes\.hpp", ("batch",)),
    (r"^any|^row|registry|portable_state|constructions/fields", ("any",)),
    (r"targets/(target|x86)", ("targets", "ascon")),
    (r"hmac|hkdf|pbkdf2|hopmac|mac\.hpp", ("mac", "keccak")),
    (r"ascon|aead|duplex", ("ascon",)),
    (r"sha2|merkle_damgard", ("sha2",)),
    (r"tree|kangaroo|leaves|transpose|turboshake", ("tree", "keccak")),
    (r"keccak|sponge|sha3|sp800|cshake|kmac|tuple|encodings|keyed|sized", ("keccak", "tree")),
    (r"", ("sha2", "ascon", "keccak", "mac")),
)
LEFT_OUT = re.compile(r"transcript|_arm|arm\.hpp|config\.hpp|hashlane\.hpp|batch\.hpp$")  # tested by a script; another machine; macros

OPERATORS = (  # what is found, what it becomes
    (r"(?<![<>=-])<(?![<=])(?= )", "<="), (r"<=", "<"), (r"(?<![->])>(?![>=])(?= )", ">="), (r">=", ">"),
    (r"==", "!="), (r"!=", "=="), (r"&&(?! )|(?<= )&&(?= )", "||"), (r"\|\|", "&&"),
    (r"(?<= )\+(?= )", "-"), (r"(?<= )-(?= )", "+"), (r"(?<= )\*(?= )", "+"), (r"(?<= )/(?= )", "*"), (r"(?<= )%(?= )", "/"),
    (r"(?<= )\^(?= )", "|"), (r"(?<= )&(?= )", "|"), (r"(?<= )\|(?= )", "&"), (r"<<", ">>"), (r">>(?= \w)", "<<"),
    (r"\+=", "-="), (r"-=", "+="), (r"\^=", "|="), (r"\|=", "&="),
    (r"\b0\b(?!x)", "1"), (r"\b([2-9]|[1-9]\d+)\b", lambda m: str(int(m[0]) + 1)), (r"\b1\b(?!u? <<)", "0"),
    (r"0x[0-9a-f]+", lambda m: hex(int(m[0], 16) ^ 1)), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"(?<=[( ])!(?=[\w(])", ""), (r"^\s+[\w.>(-]+[^={]*\);$", ""), (r"\+\+(?=\w)", "--"),
)
SKIPPED = re.compile(r"^\s*(//|#|static_assert|using |template|namespace|\}|requires|inline namespace|public:|private:|asm)")


@dataclasses.dataclass(frozen=True)
class Mutant:
    header: str
    line: int
    before: str
    after: str

    def key(self):
        return f"{self.header}:{self.line}: {self.after.strip()}"


def mutants_of(header):
    """All of them, in the order of the file."""
    for number, line in enumerate((HEADERS / header).read_text().splitlines()):
        code = line.split("//")[0].rstrip()
        if not code or SKIPPED.match(code) or '"' in code:
            continue
        for pattern, new in OPERATORS:
            for found in re.finditer(pattern, code):
                changed = code[:found.start()] + (new(found) if callable(new) else new) + code[found.end():]
                yield Mutant(header, number, code, changed)


def sample(header, count, seed):
    everything = list(mutants_of(header))
    random.Random(f"{seed} {header}").shuffle(everything)
    return everything[:count]


def groups_of(header):
    return next(groups for pattern, groups in ROOMS if re.search(pattern, header))


def compile_to(output, source, include):
    command = [*COMPILE, f"-I{include}", "-c", source, "-o", output]
    return subprocess.run([str(w) for w in command], capture_output=True, text=True)


class Bench:
    """A copy of the headers, and programs that are built over it."""

    def __init__(self):
        self.include = WORK / "include"
        shutil.rmtree(self.include, ignore_errors=True)
        shutil.copytree(ROOT / "include", self.include)
        self.seconds = {}
        for name in SUPPORT:
            done = compile_to(WORK / f"{name}.o", TESTS / "support" / f"{name}.cpp", self.include)
            if done.returncode:
                sys.exit(done.stderr)

    def verdict(self, program):
        """None when the program passes, or why not."""
        at = WORK / program.replace("/", "_")
        done = compile_to(f"{at}.o", TESTS / f"{program}.cpp", self.include)
        if done.returncode:
            return "static_assert" if re.search(r"static assertion failed|static_assert", done.stderr) else "invalid"
        link = ["clang++-19", f"{at}.o", *(WORK / f"{name}.o" for name in SUPPORT), "-lpthread", "-o", at]
        if subprocess.run([str(w) for w in link], capture_output=True).returncode:
            return "invalid"
        start = time.monotonic()
        try:
            ran = subprocess.run([at], cwd=ROOT, capture_output=True,
                                 timeout=30 + 20 * self.seconds.get(program, 60))
        except subprocess.TimeoutExpired:
            return f"{program} does not end"
        self.seconds.setdefault(program, time.monotonic() - start)
        return f"{program} fails" if ran.returncode else None

    def judge(self, mutant):
        path = HEADERS / mutant.header
        original = path.read_text()
        lines = original.splitlines()
        lines[mutant.line] = mutant.after
        path.write_text("\n".join(lines) + "\n")
        try:
            for group in groups_of(mutant.header):
                for program in GROUPS[group]:
                    if why := self.verdict(program):
                        return why
            return "survived"
        finally:
            path.write_text(original)


def headers():
    names = (str(p.relative_to(HEADERS)) for p in HEADERS.rglob("*.hpp"))
    return sorted(name for name in names if not LEFT_OUT.search(name))


def report(results):
    counts = {}
    for r in results.values():
        row = counts.setdefault(r["header"], [0, 0, 0])
        row[0 if r["verdict"] == "survived" else 2 if r["verdict"] == "invalid" else 1] += 1
    print("| header | killed | valid | not valid |\n|---|---:|---:|---:|")
    for header, (survived, killed, invalid) in sorted(counts.items()):
        print(f"| {header} | {killed} | {killed + survived} | {invalid} |")
    survivors = {k: r for k, r in results.items() if r["verdict"] == "survived"}
    killed = sum(row[1] for row in counts.values())
    valid = killed + len(survivors)
    print(f"| all | {killed} | {valid} | {sum(row[2] for row in counts.values())} |\n")
    for key, r in survivors.items():
        print(f"survived: {r['header']}:{r['line'] + 1}: `{r['before'].strip()}` -> `{r['after'].strip()}`")
    print(f"killed {killed} of {valid} valid mutants" + (f", {100 * killed / valid:.1f} %" if valid else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=6, help="mutants of each header")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--again", action="store_true", help="try the survivors again, and nothing else")
    parser.add_argument("--report", action="store_true", help="print what is known, and try nothing")
    parser.add_argument("headers", nargs="*", help="as primitives/sha2.hpp")
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    record = WORK / "results.json"
    results = json.loads(record.read_text()) if record.exists() else {}
    if options.report:
        return report(results)
    bench = Bench()
    for program in sorted({p for h in options.headers or headers() for g in groups_of(h) for p in GROUPS[g]}):
        if why := bench.verdict(program):
            sys.exit(f"{program}, unchanged: {why}")
        print(f"{program}: {bench.seconds[program]:.1f} s", flush=True)
    end = time.monotonic() + 60 * options.minutes
    # one of each header, then another of each: whenever it stops, every header has had as many
    picked = [sample(h, options.sample, options.seed) for h in options.headers or headers()]
    queue = [mutants[i] for i in range(options.sample) for mutants in picked if i < len(mutants)]
    if options.again:
        queue = [Mutant(*(r[k] for k in ("header", "line", "before", "after"))) for r in results.values()
                 if r["verdict"] == "survived"]
    for mutant in queue:
        if time.monotonic() > end:
            break
        if mutant.key() in results and not options.again:
            continue
        results[mutant.key()] = dataclasses.asdict(mutant) | {"verdict": bench.judge(mutant)}
        print(f"{results[mutant.key()]['verdict']:30} {mutant.key()}", flush=True)
        record.write_text(json.dumps(results, indent=1))
    return report(results)


if __name__ == "__main__":
    main()
