#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transcripts from outside.

`transcript.py library`: the vectors of the own suites are what their transcription gives, and the draft's sigma proofs verify
over the libhashlane that `make` built. `transcript.py COMPILER...` (gcc, clang): examples/sumcheck proves, verifies and
refuses, and its plot is drawn. Without a word, all of it.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from counting import python_with  # noqa: E402
from steps import COMPILERS, check_counted, closing_line, do, report, run, skip  # noqa: E402

HERE = ROOT / "tests" / "transcript"
WORK = ROOT / "build" / "transcript"
LIBRARY = ROOT / "build" / "faces" / "c" / "libhashlane.so"
VECTORS = sorted((ROOT / "tests" / "data" / "fiat-shamir").glob("sigma-proofs*.json"))
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


def check_library():
    check_counted("own suites", sys.executable, HERE / "own_suites.py", "--check")
    check_counted("sigma proofs", sys.executable, HERE / "sigma.py", LIBRARY, *VECTORS)


def check_plot(compiler, results):
    python = python_with("matplotlib")
    if python is None:
        return skip(f"plot of the sumcheck, {compiler}", "matplotlib is not installed")
    plot = WORK / "sumcheck.svg"
    done = do(f"plot, {compiler}", python, ROOT / "examples" / "sumcheck" / "plot.py", results, plot)
    good = done is not None and plot.read_text().count("Mersenne31") >= 7
    report(f"the plot names every run, {compiler}", good, not good)


def check_sumcheck(compiler):
    program, results = WORK / f"sumcheck-{compiler}", WORK / "results.json"
    if do(f"sumcheck, {compiler}", COMPILERS[compiler][1], "-std=c++20", "-O2", *STRICT, "-I", ROOT / "include",
          ROOT / "examples" / "sumcheck" / "main.cpp", "-pthread", "-o", program) is None:
        return
    code, text = run(program, "14", results)
    judged = re.search(r"^(\d+) proofs judged, 0 judged wrongly$", text, re.M)
    good = code == 0 and judged is not None and int(judged[1]) > 1000 and text.count(": reproduced") == 2
    report(f"sumcheck proves, verifies and refuses, {compiler}", good, not good, "" if good else text)
    if good:
        runs = json.loads(results.read_text())["runs"]
        good = len(runs) == 14 and {r["proof"] for r in runs} == {14 * 2 * 4, 14 * 2 * 8}
        report(f"sumcheck: two fields, seven suites, {compiler}", good, not good)
        check_plot(compiler, results)
    code, _ = run(program, "99")
    report(f"sumcheck refuses 99 variables, {compiler}", code == 2, code != 2)


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    for part in sys.argv[1:] or ("library", *COMPILERS):
        if part == "library":
            check_library()
        else:
            check_sumcheck(part)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
