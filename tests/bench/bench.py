#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane_bench and programs.py run and write what their pages promise. A wrong digest is refused, a slow slice is taken
again (slices.cpp, with a planted probe), the page names its processor. Nothing here looks at how long anything took.
"""
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "test-bench"
PROGRAM = PLACE / "hashlane_bench"
ROW = "^sha256 32 B$"
PARTS = ("core_watch", "measure", "processor", "report", "rows", "contestants")  # of the benchmark, all but main.cpp


def run(*command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=900, cwd=ROOT, **more)


def build():
    planted = PLACE / "planted" / "planted.so"
    planted.parent.mkdir(parents=True, exist_ok=True)
    for command in (
            ["cmake", "-S", ROOT, "-B", PLACE, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_COMPILER=g++",
             "-DHASHLANE_BUILD_BENCH=ON", "-DHASHLANE_BENCH_CRATES=OFF", "-DHASHLANE_BUILD_CLI=OFF",
             "-DHASHLANE_BUILD_C=OFF", "-DHASHLANE_INSTALL=OFF"],
            ["cmake", "--build", PLACE, "-j", "2", "--target", "hashlane_bench", "bench_hashlane_gcc", "bench_openssl"],
            ["g++", "-std=c++20", "-O1", "-shared", "-fPIC", "-I", ROOT / "include", ROOT / "tests/bench/planted.cpp",
             "-o", planted],
            ["g++", "-std=c++20", "-O1", ROOT / "tests/bench/slices.cpp",
             *(ROOT / "bench" / f"{part}.cpp" for part in PARTS), "-o", PLACE / "slices", "-ldl", "-lpthread"]):
        done = run(*command)
        if done.returncode:
            print(done.stdout[-3000:], done.stderr[-3000:])
            return None
    return planted


def row_of(file):
    (row,) = json.loads(file.read_text("utf-8"))["rows"]
    return row


def measured():
    file = PLACE / "right.json"
    done = run(PROGRAM, "--quick", "--only", ROW, "--json", file)
    row = row_of(file)
    ours = [f for f in row["figures"] if f["hashlane"]]
    yield "a row: exit status", done.returncode == 0
    yield "a row: figures", len(ours) == 1 and ours[0]["ns"] > 0 and len(row["figures"]) > 1 and not row["wrong"]
    yield "a row: goals", len(ours[0]["goals"]) >= 1
    yield "a row: compared with OpenSSL", row["compared_with"].startswith("OpenSSL")
    yield "a row: in the table", "sha256 32 B" in done.stdout and "Hashlane g++" in done.stdout
    yield "a row: rounds", row["rounds"] == 3 and row["quiet_rounds"] <= 3


def slices():
    """The program of slices.cpp; its last line has its counts."""
    done = run(PLACE / "slices")
    print(done.stdout.rpartition("\n")[0].strip())
    yield "slices.cpp", done.returncode == 0 and re.search(r"^[1-9]\d* passed, 0 failed$", done.stdout, re.M)


def of_proc():
    """(vendor, family, model) as Linux reads them; None where it has no such lines."""
    text = pathlib.Path("/proc/cpuinfo").read_text("utf-8")
    found = [re.search(rf"^{key}\s*: (.+)$", text, re.M) for key in ("vendor_id", "cpu family", "model")]
    return (found[0][1], int(found[1][1]), int(found[2][1])) if all(found) else None


def pages():
    """plot.py: a page for each processor, and an index of them."""
    results = json.loads((PLACE / "right.json").read_text("utf-8"))
    about, folder = results["processor"], PLACE / "pages"
    for old in (*folder.glob("*.md"), *folder.glob("*/*")):
        old.unlink()
    linux = of_proc()
    yield "the processor is the one of Linux", linux in (None, (about["vendor"], about["family"], about["model"]))
    yield "the frequency is measured", platform.machine() != "x86_64" or 0.2 < results["ghz"][0] < 10
    done = run(ROOT / "bench" / "plot.py", PLACE / "right.json", folder)
    page = folder / f"{about['page']}.md"
    yield "plot.py", done.returncode == 0 and page.exists()
    text = page.read_text("utf-8")
    yield "a page: processor", f"family {about['family']} model {about['model']}" in text and about["microarchitecture"] in text
    yield "a page: frequency and compilers", re.search(r"^Frequency: \d", text, re.M) and re.search(r"^Compilers: Hashlane by g\+\+ \d", text, re.M)
    yield "a page: the sources", re.search(r"^Sources: commit \S+, tree [0-9a-f]+\.", text, re.M)
    yield "a page: the goal is a ratio to the best peer", "&lt;= 1.01x the best peer" in text and "OpenSSL" in text
    # Another processor gets another page, and the first one stays.
    other = PLACE / "other.json"
    results["processor"] = dict(about, family=99, model=1, page="planted-99-1", microarchitecture="", text="planted family 99 model 1")
    other.write_text(json.dumps(results), "utf-8")
    done = run(ROOT / "bench" / "plot.py", other, folder)
    index = (folder / "README.md").read_text("utf-8")
    yield "a page of another processor", done.returncode == 0 and (folder / "planted-99-1.md").exists() and page.read_text("utf-8") == text
    yield "the index has both", f"[{about['page']}](" in index and "planted family 99 model 1" in index
    # Results that do not say where they were measured are refused.
    nameless = {key: value for key, value in results.items() if key != "processor"}
    other.write_text(json.dumps(nameless), "utf-8")
    done = run(ROOT / "bench" / "plot.py", other, folder)
    yield "planted: results without a processor", done.returncode != 0 and "processor" in done.stderr
    listed = (ROOT / "docs" / "bench" / "README.md").read_text("utf-8")
    missing = [path.name for path in (ROOT / "docs" / "bench").glob("*.md")
               if path.name not in ("README.md", "BUILT.md") and f"]({path.name})" not in listed]
    yield "docs/bench lists its pages", not missing


def loaded():
    """The contestant that bench/README.md shows is built as it shows, loaded and timed."""
    text = (ROOT / "bench" / "README.md").read_text("utf-8")
    code, command = re.search(r"```cpp\n(// mine\.cpp\n.*?)```\n```sh\n(g\+\+[^\n]*)\n", text, re.S).groups()
    place = PLACE / "mine"
    place.mkdir(exist_ok=True)
    (place / "mine.cpp").write_text(code, "utf-8")
    command = command.replace(" -I .", f" -I {ROOT}")
    built = subprocess.run(command, shell=True, cwd=place, capture_output=True, text=True, timeout=600)
    yield "bench/README.md: the contestant is built", built.returncode == 0
    file = PLACE / "mine.json"
    done = run(PROGRAM, "--quick", "--only", ROW, "--json", file, "--load", place / "mine.so")
    yield "bench/README.md: it is timed", done.returncode == 0 and "mine" in [f["name"] for f in row_of(file)["figures"]]


def goals():
    """--goals, --compiler and the row of Hashlane against itself."""
    listed = [run(PROGRAM, "--list", *more).stdout.split("\n") for more in ((), ("--goals",))]
    yield "--goals: the rows that --list shows first", len(listed[1]) > 40 and listed[0][:len(listed[1]) - 1] == listed[1][:-1]
    file = PLACE / "goals.json"
    done = run(PROGRAM, "--goals", "--compiler", "g++", "--only", "^(noise )?sha256 32 B$", "--json", file)
    noise, row = json.loads(file.read_text("utf-8"))["rows"]
    yield "--goals: own choice of target alone", done.returncode == 0 and {f["target"] for f in row["figures"] if f["hashlane"]} == {"auto"}
    yield "noise: Hashlane twice, nobody else", [f["hashlane"] for f in noise["figures"]] == [True, True]
    yield "noise: a ratio to itself", [g["goal"] for f in noise["figures"] for g in f.get("goals", ())] == ["<= 1.01x itself"]


def wrong(planted):
    file = PLACE / "wrong.json"
    done = run(PROGRAM, "--quick", "--only", ROW, "--json", file, "--load", planted)
    row = row_of(file)
    yield "a wrong digest: exit status", done.returncode == 1
    yield "a wrong digest: named", "ERROR: planted 1 differs from OpenSSL" in done.stdout and row["wrong"] == ["planted 1"]
    yield "a wrong digest: not timed", row["figures"] == []


def programs():
    """bench/programs.py beside sha256sum; a hashlane that prints another digest is caught."""
    script = ROOT / "bench" / "programs.py"
    ours = os.environ.get("HASHLANE_CLI", ROOT / "build" / "hashlane")
    done = run(script, "--quick", "--program", ours)
    yield "programs.py: exit status", done.returncode == 0
    yield "programs.py: its rows", "| an empty file | sha256sum |" in done.stdout and "| check of 2,000 lines" in done.stdout
    false = PLACE / "false"
    false.write_text(f"#!/bin/sh\n{ours} \"$@\" | tr 0 1\n")
    false.chmod(0o755)
    done = run(script, "--quick", "--program", false, "--only", "sha256, -j 1")
    yield "programs.py: another digest", done.returncode == 1 and "the outputs differ" in done.stderr


def refused():
    yield "no such row", run(PROGRAM, "--quick", "--only", "^no such row$").returncode == 2
    yield "no such target", run(PROGRAM, "--quick", "--only", ROW, "--target", "no-such").returncode == 2
    yield "no such compiler", run(PROGRAM, "--quick", "--only", ROW, "--compiler", "no-such").returncode == 2
    yield "no such contestant", run(PROGRAM, "--quick", "--only", ROW, "--load", PLACE / "no-such.so").returncode == 2
    done = run(PROGRAM, "--quick", "--only", ROW, "--json", "/dev/full")
    yield "a full disk", done.returncode == 2


def main():
    os.environ.pop("HASHLANE_TARGET", None)
    planted = build()
    if planted is None:
        print("0 passed, 1 failed")
        return 1
    results = [*slices(), *measured(), *pages(), *wrong(planted), *loaded(), *goals(), *refused(), *programs()]
    failed = [name for name, good in results if not good]
    for name in failed:
        print(f"failed: {name}")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
