#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hashlane against independent implementations: OpenSSL, libgcrypt, nettle, Botan, as far as they are installed.

A case is one digest of ours, of one message, on one target, by one way (whole, side by side with others, in random
pieces), compared with the digest on which the peers agree. A planted wrong bit must be found first.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE = ROOT / "build" / "tests-gcc"
KNOWN = {"OpenSSL": "libssl-dev", "libgcrypt": "libgcrypt20-dev", "nettle": "nettle-dev", "Botan": "libbotan-2-dev"}
PAGE = """# Against independent implementations

The record of one long run of [tests/differential](../tests/differential/differential.py): random messages through \
Hashlane, on every target in turn, and through every other implementation that Debian packages. A case is one digest of \
ours, of one message, on one target, by one way (whole; side by side with up to 95 others, `digest_many` or `tag_many`; \
in random pieces, pieces of nothing among them), compared with the digest on which the peers agree. Lengths lie round \
the edges of one and two blocks, or anywhere up to 4096 bytes; XOFs give up to two blocks. {cases:,} cases:

{table}

`make test TESTS="--only differential"` runs 20 seconds of it; again and longer, with the same messages for the same seed:

```sh
tests/differential/differential.py --cases 1000000000 --seconds 0 --seed 1
```

No peer here has TurboSHAKE, KangarooTwelve, cSHAKE, KMAC, TupleHash, ParallelHash or Ascon: those rest on their \
vectors and proofs ([tests/README.md](../tests/README.md)).
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


def table(found, seconds):
    peers = sorted({p for a in found["algorithms"] for p in a["peers"]})
    yield f"| algorithm | {' | '.join(peers)} | messages | cases | wrong |"
    yield "|" + "---|" * (len(peers) + 1) + "---:|" * 3
    for a in found["algorithms"]:
        marks = " | ".join("yes" if p in a["peers"] else "-" for p in peers)
        yield f"| {a['name']} | {marks} | {a['messages']:,} | {a['cases']:,} | {a['wrong'] + a['peers_disagree']} |"
    yield f"| all | {' | '.join('' for _ in peers)} | {total(found, 'messages'):,} | {total(found, 'cases'):,} | " \
          f"{total(found, 'wrong') + total(found, 'peers_disagree')} |"
    yield ""
    yield f"Seed {found['seed']}, {found['rounds']:,} rounds, {seconds:.0f} s on one core."


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--cases", type=int, default=0, help="stop after so many, 0: by the time alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=pathlib.Path, help="write what was found to this file too")
    parser.add_argument("--record", type=pathlib.Path, help="write the table to this page (docs/DIFFERENTIAL.md)")
    options = parser.parse_args()
    program = build(options.jobs)
    passed = failed = 0
    planted = run(program, options.seed, 1, 0, "planted")
    for a in planted["algorithms"]:
        seen = a["wrong"] > 0
        print(f"{'ok  ' if seen else 'FAIL'} {a['name']}: a planted wrong bit is found")
        passed, failed = passed + seen, failed + (not seen)

    start = time.monotonic()
    found = run(program, options.seed, options.cases, options.seconds)
    seconds = time.monotonic() - start
    print(*table(found, seconds), sep="\n")
    if options.json:
        options.json.write_text(json.dumps(found | {"seconds": round(seconds)}, indent=1) + "\n")
    if options.record:
        options.record.write_text(PAGE.format(table="\n".join(table(found, seconds)), cases=total(found, "cases")))
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
