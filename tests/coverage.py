#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which lines and branches of include/ the C++ test programs run (clang's source-based coverage), per header.

What only a constant expression or another processor runs is not seen here.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TREE = ROOT / "build" / "coverage"
LLVM = "/usr/lib/llvm-19/bin/"


def do(*command, **more):
    done = subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def run(programs, timeout):
    raw = []
    for program in programs:
        raw.append(TREE / f"{program.name}.profraw")
        done = subprocess.run([program], cwd=ROOT, capture_output=True, text=True, timeout=timeout,
                              env=dict(os.environ, LLVM_PROFILE_FILE=str(raw[-1])))
        print(f"{program.name}: {done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.returncode}", flush=True)
    return raw


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=pathlib.Path, help="write the counts to this file")
    parser.add_argument("programs", nargs="*", help="as ascon, kat_sha2; without any: all")
    options = parser.parse_args()
    do("cmake", "--preset", "coverage")
    do("cmake", "--build", TREE, "-j", options.jobs, *(w for p in options.programs for w in ("--target", f"test_{p}")))
    programs = sorted(p for p in (TREE / "bin").glob("test_*") if not options.programs or p.name[5:] in options.programs)
    profile = TREE / "all.profdata"
    do(LLVM + "llvm-profdata", "merge", "-sparse", "-o", profile, *run(programs, 1800))
    objects = [word for p in programs[1:] for word in ("-object", p)]
    exported = json.loads(do(LLVM + "llvm-cov", "export", "-summary-only", f"-instr-profile={profile}", programs[0], *objects))
    total, counts = {"lines": [0, 0], "branches": [0, 0]}, {}
    print("| header | lines | branches |\n|---|---:|---:|")
    for file in sorted(exported["data"][0]["files"], key=lambda f: f["filename"]):
        name = pathlib.Path(file["filename"])
        if ROOT / "include" not in name.parents:
            continue
        summary = {kind: (file["summary"][kind]["covered"], file["summary"][kind]["count"]) for kind in total}
        counts[str(name.relative_to(ROOT))] = summary
        for kind in total:
            total[kind] = [a + b for a, b in zip(total[kind], summary[kind])]
        print(f"| {name.relative_to(ROOT / 'include')} | {' | '.join(f'{a} of {b}' for a, b in summary.values())} |")
    print(f"| all | {' | '.join(f'{a} of {b} ({100 * a / max(b, 1):.1f} %)' for a, b in total.values())} |")
    if options.json:
        options.json.write_text(json.dumps({"total": total, "headers": counts}, indent=1) + "\n")


if __name__ == "__main__":
    main()
