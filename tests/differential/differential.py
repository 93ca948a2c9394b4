#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashlane against independent implementations: OpenSSL, libgcrypt, nettle, Botan, as far as they are installed.

A case is one digest of ours, of one message, on one target, by one way (whole, side by side with others in three
orders and groups, in random pieces), compared with the digest on which the peers agree. A planted wrong bit must be found first.

With --keep a run may be stopped at any time and goes on where it was stopped; the file holds what was found so far and in
which commits. The seed and a round's number determine its messages, so that rounds may run in any order, over processes.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import pathlib
import resource
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import sources  # noqa: E402

TREE = ROOT / "build" / "tests-gcc"
PART = 100  # rounds, a million cases and more
KNOWN = {"OpenSSL": "libssl-dev", "libgcrypt": "libgcrypt20-dev", "nettle": "nettle-dev", "Botan": "libbotan-2-dev"}
PAGE = """# Against independent implementations

This page is the record of one long run of `tests/differential/differential.py`. Random messages go through Hashlane, on \
every target in turn, and through every other implementation that Debian packages. A case is one digest that Hashlane \
computes in one way on one target, compared with the digest on which the other implementations agree. A message is hashed in \
five ways: once whole; three times by `digest_many` or `tag_many` together with up to 95 others, each time in another order \
and in groups of other sizes, so that other messages are in the other lanes; once in random pieces, some of them empty. Most \
lengths are spread over one and two blocks and their edges; in one batch of 32 they go up to 4096 bytes. XOFs give up to two \
blocks. The run had {cases:,} cases:

{table}

`make test-all TESTS="--only differential"` runs 20 seconds of it. This command repeats the long run, with the same messages for the same seed:

```sh
tests/differential/differential.py --cases 1000000000 --seed 1 --keep build/differential.json
```

The run may be stopped and started again; the file keeps what each part found.

No peer here has TurboSHAKE, KangarooTwelve, cSHAKE, KMAC, TupleHash, ParallelHash or Ascon: those rest on their \
vectors and proofs (`tests/README.md`).
"""


def build(jobs):
    for command in (["cmake", "--preset", "tests-gcc"],
                    ["cmake", "--build", TREE, "--target", "differential", "-j", str(jobs)]):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return TREE / "bin" / "differential"


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    print(done.stderr, end="")
    return json.loads(done.stdout)


def total(found, key):
    return sum(a[key] for a in found["algorithms"])


def add(found, part):
    """What two parts of a run found."""
    if found is None:
        return part
    both = zip(found["algorithms"], part["algorithms"], strict=True)
    return part | {"rounds": found["rounds"] + part["rounds"], "algorithms": [
        b | {key: a[key] + b[key] for key in ("messages", "cases", "wrong", "peers_disagree")} for a, b in both]}


def in_parts(program, options):
    """Goes on with the run that the file holds until there are as many cases as were asked for: (found, seconds, commits)."""
    kept = json.loads(options.keep.read_text()) if options.keep.exists() else \
        {"seed": options.seed, "commits": [], "cpu_seconds": 0, "found": None}
    if kept["seed"] != options.seed:
        raise SystemExit(f"{options.keep} is a run of seed {kept['seed']}")
    commit = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    kept["commits"] = sorted({*kept["commits"], commit})
    kept["trees"] = sorted({*kept.get("trees", []), sources.tree(folders=sources.LIBRARY)})
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        def begin(first):
            return pool.submit(run, program, options.seed, 0, 0, first, PART)
        rounds = kept["found"]["rounds"] if kept["found"] else 0
        under_way = collections.deque(begin(rounds + PART * i) for i in range(options.jobs))
        while kept["found"] is None or total(kept["found"], "cases") < options.cases:
            busy = children()
            kept["found"] = add(kept["found"], under_way.popleft().result())
            kept["cpu_seconds"] = round(kept["cpu_seconds"] + children() - busy, 1)
            kept["ended"] = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
            fresh = options.keep.with_suffix(".new")
            fresh.write_text(json.dumps(kept) + "\n")
            fresh.replace(options.keep)
            print(f"{total(kept['found'], 'cases'):,} cases, "
                  f"{total(kept['found'], 'wrong') + total(kept['found'], 'peers_disagree')} wrong, {kept['ended']}", flush=True)
            under_way.append(begin(kept["found"]["rounds"] + PART * (options.jobs - 1)))
        for part in under_way:
            part.cancel()
    return kept


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(found, seconds, measured=""):
    peers = sorted({p for a in found["algorithms"] for p in a["peers"]})
    yield f"| algorithm | {' | '.join(peers)} | messages | cases | wrong |"
    yield "|" + "---|" * (len(peers) + 1) + "---:|" * 3
    for a in found["algorithms"]:
        marks = " | ".join("yes" if p in a["peers"] else "-" for p in peers)
        yield f"| {a['name']} | {marks} | {a['messages']:,} | {a['cases']:,} | {a['wrong'] + a['peers_disagree']} |"
    yield f"| all | {' | '.join('' for _ in peers)} | {total(found, 'messages'):,} | {total(found, 'cases'):,} | " \
          f"{total(found, 'wrong') + total(found, 'peers_disagree')} |"
    yield ""
    yield f"Seed {found['seed']}, {found['rounds']:,} rounds, {seconds:.0f} s of CPU{measured}."


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--cases", type=int, default=0, help="stop after so many, 0: by the time alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path, help="run in parts, up to --cases in all, and keep them in this file")
    parser.add_argument("--json", type=pathlib.Path, help="write what was found to this file too")
    parser.add_argument("--record", type=pathlib.Path, help="write the table to this page (docs/DIFFERENTIAL.md)")
    options = parser.parse_args()
    if options.keep and not options.cases:
        parser.error("--keep wants --cases")
    program = build(options.jobs)
    passed = failed = 0
    planted = run(program, options.seed, 1, 0, 0, 0, "planted")
    for a in planted["algorithms"]:
        seen = a["wrong"] > 0
        print(f"{'ok  ' if seen else 'FAIL'} {a['name']}: a planted wrong bit is found")
        passed, failed = passed + seen, failed + (not seen)

    if options.keep:
        kept = in_parts(program, options)
        found, seconds, measured = kept["found"], kept["cpu_seconds"], f", at {' and '.join(kept['commits'])}, {kept['ended'][:10]}"
    else:
        start = time.monotonic()
        found = run(program, options.seed, options.cases, options.seconds, 0, 0)
        seconds, measured = time.monotonic() - start, ""
    lines = "\n".join(table(found, seconds, measured))
    print(lines)
    if options.json:
        options.json.write_text(json.dumps(found | {"seconds": round(seconds)}, indent=1) + "\n")
    if options.record:
        measured_on = sources.page_line(kept["trees"] if options.keep else ())
        options.record.write_text(PAGE.format(table=lines, cases=total(found, "cases")) + "\n" + measured_on + "\n")
    there = {p for a in found["algorithms"] for p in a["peers"]}
    for name in KNOWN.keys() - there:
        print(f"skipped: {name} is not installed (Debian: {KNOWN[name]})")
    for a in found["algorithms"]:
        good = a["cases"] > 0 and a["wrong"] == a["peers_disagree"] == 0
        passed, failed = passed + good, failed + (not good)
    if not found["algorithms"]:
        print("no independent implementation is installed")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
