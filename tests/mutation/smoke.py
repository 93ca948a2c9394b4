# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A few mutants of the record again, those that constant expressions of the tests notice; and the record itself."""
import pathlib
import re
import shutil
import subprocess
import tempfile

from mutation import HEADERS, JUDGED, RECORD, ROOT, load, stands, totals

HOW_MANY = 5  # at most
COMPILE = ("clang++-19", "-std=c++20", "-w", "-fsyntax-only", f"-I{ROOT / 'tests' / 'support'}")


def chosen(results):
    """Of as many headers as possible, the quick ones of tests/constexpr."""
    found = {}
    for key, r in sorted(results.items()):
        if r["verdict"] == "killed" and re.search(r"tests/constexpr/(?!long)", r["by"]) and stands(r):
            found.setdefault(r["header"], r)
    step = max(1, len(found) // HOW_MANY)
    return list(found.values())[::step][:HOW_MANY]


def noticed(result, include):
    """Whether the test that killed it passes on the headers as they are, and fails on the mutant."""
    def compiles():
        return subprocess.run([*COMPILE, f"-I{include}", ROOT / result["by"]], capture_output=True).returncode == 0
    path = include / "hashlane" / result["header"]
    original = path.read_text("utf-8")
    before = compiles()
    path.write_text(original.replace(result["before"], result["after"], 1), "utf-8")
    after = compiles()
    path.write_text(original, "utf-8")
    return before and not after


def main():
    record = load(RECORD)
    results = {key: r for key, r in record.items() if stands(r)}
    t, stale = totals(results, load(JUDGED)), len(record) - len(results)
    checks = {
        "300 valid mutants or more": t["valid"] >= 300,
        "98 % of them killed": t["killed"] >= 0.98 * t["valid"],
        "each survivor is judged": all(k in load(JUDGED) for k, r in results.items() if r["verdict"] == "survived"),
        f"the record fits the headers ({stale} of {len(record)} lines are others now)": stale < len(record) / 4,
    }
    with tempfile.TemporaryDirectory() as folder:
        include = pathlib.Path(folder) / "include"
        shutil.copytree(ROOT / "include", include)
        again = chosen(results)
        checks["mutants to try again"] = len(again) >= 2
        for r in again:
            checks[f"{r['header']}:{r['line']} is noticed by {r['by']}"] = noticed(r, include)
    for what, well in checks.items():
        print(f"{'ok' if well else 'FAILED'}: {what}")
    failed = list(checks.values()).count(False)
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0
