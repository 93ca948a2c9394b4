#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The figures of docs/SOUNDNESS.md, each with the command that gives it, in evidence.json: `make evidence`.

A row of TABLE is a name, a command, and how to read its figures in what it printed. The text is kept in build/logs/, with
the commit and the time; --gather takes what lies there, of `make test` for example, and runs nothing. A row that was not
measured this time keeps what evidence.json says, with its own commit, tree and date. Rows of PAGES are read from the
pages that long runs write. A row knows the tree that it was measured on, without pages and comments (support/sources.py): of include/ and src/, or of
faces/ too.
--check fails for a row of another tree than today's, or of a commit with changes that were not committed, unless the row
is marked as older, which the page then says; --mark marks them. A command that fails, or a log or page without a figure that its row asks for, makes the whole fail,
and evidence.json keeps what it said. The tables of docs/SOUNDNESS.md are written from evidence.json; --check fails where
they are not what it says, where a row lacks a figure, and where this program would accept one that does.
"""
import argparse
import contextlib
import dataclasses
import datetime
import io
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import age  # noqa: E402
import sources  # noqa: E402
from counting import LOGS, PYPY  # noqa: E402
from figures import LINES, figures_of_goals, per_algorithm, per_folder, per_program, per_set, read  # noqa: E402

EVIDENCE = ROOT / "evidence.json"
PAGE = ROOT / "docs" / "SOUNDNESS.md"
MARKS = ("<!-- from evidence.json -->\n", "<!-- end -->\n")
CLOSING = {"passed": r"^(\d+) passed, \d+ failed.*\n?\Z", "failed": r"^\d+ passed, (\d+) failed.*\n?\Z"}
STAMP = re.compile(r"\Acommit (\S+), (\S+ \S+?), tree (\S+), library (\S+)\n")
MEASURED = re.compile(r"^(?:Measured on|Sources:) commit (\S+), tree ([0-9a-f]+)\.\\?$", re.M)


def bench_pages():
    """The pages of processors."""
    return sorted(path for path in (ROOT / "docs" / "bench").glob("*.md") if "\nProcessor: " in path.read_text("utf-8"))


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    command: tuple
    figures: dict
    suite: str = ""         # of tests/run.py, which keeps the text itself
    of: str = "library"     # the folders that it is about: "library", include/ and src/; or "all", faces/ too
    thorough: bool = False  # takes longer; left out by --quick

    @property
    def log(self):
        return f"{self.suite or 'evidence-' + self.name.replace(' ', '-').replace(',', '')}.log"


def suite(name, title, thorough=False, of="library", **figures):
    return Row(title, (sys.executable, "tests/run.py", "--only", name), CLOSING | figures, name, of, thorough)


PROOFS = CLOSING | {
    "primitives proved": (LINES, r"^proved [A-Z]"),
    "calls proved in machine code": (LINES, r"^proved \w+-\w+-(?:g|clang)\S*\.graph"),
    "instructions held against the processor": r"; (\d+) instructions,",
    "planted, refuted": (LINES, r"^planted: .*(?:refuted by|Leak: |on the processor)"),
    "planted changes of nothing, proved": (LINES, r"^planted: .*: proved "),
    "pairs shown by the prover and tried": r"^two bytes: (\d+) pairs proved equal",
}
# With the record of tests/proofs/record.json, which says for each of its proofs on which tree it was proved.
RECORDED = CLOSING | {
    "primitives proved": PROOFS["primitives proved"],
    "proofs of machine code in the record": r"^(\d+) taken over from the record,",
    "proved beside them": r"from the record, (\d+) proved now,",
    "left": r"proved now, (\d+) left",
}
LEAKS = CLOSING | {
    "findings": r"found; (\d+) findings;", "planted leaks": r"^(\d+) planted leaks, \d+ found",
    "planted leaks found": r"planted leaks, (\d+) found", "builds, tools and targets": (LINES, r"^\S+ (?:valgrind|msan|trace) "),
}
FACE = "vectors by folder"
FACES = {"c": "C", "python": "Python", "rust": "Rust", "cli": "command line"}
TABLE = (
    Row("proofs", (PYPY, "-u", "tests/proofs/proofs.py", "--all"), RECORDED, thorough=True),
    suite("proofs", "proofs, short", **PROOFS),
    Row("constant time", (sys.executable, "-u", "tests/constant_time/constant_time.py", "--full", "--keep",
                          "build/constant_time.json"), LEAKS, thorough=True),
    suite("constant_time", "constant time, short", **LEAKS),
    Row("messages of 1 GiB and more", (sys.executable, "tests/run.py", "--large", "--only", "gcc", "--match", "large|huge"), CLOSING,
        thorough=True),
    suite("gcc", "vectors and properties, g++", vectors=per_set, programs=per_program),
    suite("clang", "vectors and properties, clang++", vectors=per_set, programs=per_program),
    suite("s390x", "big-endian s390x"),
    suite("aarch64", "AArch64"),
    *(suite(name, title, of="all", **{FACE: per_folder}) for name, title in FACES.items()),
    suite("c-clang", "C, clang++", of="all"),
    suite("rust-rest", "Rust, clang++, examples and package", of="all"),
    suite("differential", "differential, short"),
    suite("fuzz", "fuzzing, short", of="all"),
    suite("linking", "mixed -march"),
    suite("processors", "emulated processors"),
    suite("codegen-all", "instructions of kernels"),
    suite("msan", "MemorySanitizer"),
    suite("races", "ThreadSanitizer, threads and first call"),
    suite("races-alone", "ThreadSanitizer, the pool"),
    suite("asan", "AddressSanitizer, UndefinedBehaviorSanitizer"),
    suite("asan-headers", "the same, header-only", thorough=True),
    suite("tsan", "ThreadSanitizer", thorough=True),
    suite("O0", "g++ -O0", thorough=True),
    suite("native", "g++ -march=native", thorough=True),
)
# What long runs wrote, once they have: (name, page, command, figures).
PAGES = (
    ("differential", "docs/DIFFERENTIAL.md",
     "tests/differential/differential.py --cases 1000000000 --keep build/differential.json --record docs/DIFFERENTIAL.md",
     {"cases": r"([\d,]+) cases:", "wrong": r"^\| all \|.*\| (\d+) \|$", "algorithms": per_algorithm}),
    ("mutants", "docs/MUTANTS.md", "tests/mutation/mutation.py",
     {"killed": r"Killed (\d+) of \d+ valid", "valid": r"Killed \d+ of (\d+) valid"}),
    ("fuzzing", "docs/FUZZING.md", "make fuzz MINUTES=480 FUZZ=--record",
     {"drivers run": r"^\*\*(\d+) of \d+ drivers", "drivers": r"^\*\*\d+ of (\d+) drivers", "minutes each": r"each for (\d+) minutes",
      "inputs": r"^\| all \| ([\d,]+)"}),
    ("coverage", "docs/COVERAGE.md", "tests/coverage.py --page",
     {f"{kind}{what}": rf"^\*\*{kind.capitalize()}: {how}" for kind in ("lines", "branches")
      for what, how in ((" covered", r"(\d+) of \d+"), ("", r"\d+ of (\d+)"))}),
    ("faults of the command line", "docs/FAULTS.md", "tests/cli/faults.py --compare",
     {"handled": r"^\| \*\*handled\*\* \| \*\*(\d+) of \d+", "tried": r"^\| \*\*handled\*\* \| \*\*\d+ of (\d+)"}),
    *((f"benchmark, {page.stem}", f"docs/bench/{page.name}", "make bench",
       {"goals met": figures_of_goals(r"\d.*"), "goals missed": figures_of_goals(r"\*\*.*"), "not decided": figures_of_goals(r"\(.*")})
      for page in bench_pages()),
)


OF_LIBRARY = ("differential", "mutants", "coverage")  # the pages that are about include/ and src/ alone


def run(row):
    """Runs the command; its text and its exit status end up in the log."""
    LOGS.mkdir(parents=True, exist_ok=True)
    with (LOGS / row.log).open("w", encoding="utf-8") if not row.suite else open("/dev/null", "w", encoding="utf-8") as log:
        log.write(sources.stamp() + "\n")
        log.flush()
        return subprocess.run(row.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT).returncode


def gathered(row, logs):
    """What the log holds, or None where there is none that is whole."""
    log = logs / row.log
    text = log.read_text("utf-8") if log.exists() else ""
    stamp = STAMP.match(text)
    if not stamp or not re.search(CLOSING["passed"], text, re.M):
        return None
    shown = shlex.join("python3" if word in (sys.executable, PYPY) else word for word in row.command if word != "-u")
    return {"name": row.name, "command": shown, "commit": stamp[1], "measured": stamp[2], "of": row.of,
            "tree": stamp[4 if row.of == "library" else 3],
            "figures": {name: read(text, how) for name, how in row.figures.items()}}


def of_page(name, page, command, figures, root):
    text = (root / page).read_text("utf-8") if (root / page).exists() else ""
    commit, date = sources.git("log", "-1", "--abbrev=12", "--format=%h %cs", "--", page).split() or (sources.UNKNOWN, f"{datetime.date.today()}")
    told = MEASURED.search(text)
    commit, tree = (told[1], told[2]) if told else (commit, sources.UNKNOWN)
    return {"name": name, "command": command, "page": page, "commit": commit, "measured": date,
            "of": "library" if name in OF_LIBRARY else "all", "tree": tree, "figures": {figure: read(text, how) for figure, how in figures.items()}}


def shown(value):
    return f"{value:,}" if isinstance(value, int) else "none found" if value is None else str(value)


def tables(rows):
    """The part of docs/SOUNDNESS.md between the marks."""
    yield from ("| what | command | figures | measured |", "|---|---|---|---|")
    for row in rows:
        figures = ", ".join(f"{name} {shown(value)}" for name, value in row["figures"].items() if not isinstance(value, dict))
        command = row["command"].replace("|", "\\|")  # of a cell
        older = ", *older code*" if row.get("older") else ""
        yield f"| {row['name']} | `{command}` | {figures} | {row['measured'].split()[0]}, {row['commit']}{older} |"
    for row in rows:
        if sets := row["figures"].get("vectors"):
            yield from ("", f"The published vectors, of {row['name'].partition(', ')[2]}, every one on every target and by every way of "
                        "hashing it (whole, in pieces, side by side):", "")
            yield from ("| vectors | vectors x targets | checks | must be refused | failed |", "|---|---:|---:|---:|---:|")
            for name, counts in sets.items():
                yield f"| {name} | {' | '.join(map(shown, counts.values()))} |"
    yield from by_face(rows)


def checks_shown(counts, most):
    """The checks of a folder, and the number of its vectors where it is below `most`."""
    if "checks" not in counts:
        return "–"
    fewer = counts.get("vectors", most) != most
    return shown(counts["checks"]) + (f" ({shown(counts['vectors'])})" if fewer else "")


def by_face(rows):
    """The published vectors, folder by folder, and the checks that each interface makes of them."""
    found = {row["name"]: row["figures"] for row in rows}
    cpp = {name.partition(", ")[2]: figures.get("vectors") for name, figures in found.items() if name.startswith("vectors and")}
    faces = {title: found.get(title, {}).get(FACE) for title in FACES.values()}
    faces = {title: folders for title, folders in faces.items() if folders}
    if not faces:
        return
    yield from ("", "Vectors by face: how many C, Python, Rust or the command line takes at most, those of them whose message or "
                "output is not of whole bytes, and the checks that each interface makes of them, none of which failed. "
                "A number in brackets is how many vectors that face takes, where they are fewer:", "")
    heads = [f"C++, {name}" for name in cpp] + list(faces)
    yield from (f"| vectors | taken | in bits | {' | '.join(heads)} |", "|---|---:|---:|" + "---:|" * len(heads))
    for folder in dict.fromkeys(name for sets in (*cpp.values(), *faces.values()) for name in sets or {}):
        told = [folders[folder] for folders in faces.values() if folder in folders]
        most = [max((counts[what] for counts in told), default=None) for what in ("vectors", "in bits")]
        checks = [checks_shown((sets or {}).get(folder, {}), most[0]) for sets in (*cpp.values(), *faces.values())]
        yield f"| {folder} | " + " | ".join(["–" if n is None else shown(n) for n in most] + checks) + " |"
    if uncounted := [title for title in FACES.values() if title not in faces]:
        yield from ("", f"Without a column: {', '.join(uncounted)}, whose rows above have no such counts.")


def trees():
    """Today's, by the folders that a row may be about."""
    return {"all": sources.tree(), "library": sources.tree(folders=sources.LIBRARY)}


def page_with(rows, text):
    before, _, rest = text.partition(MARKS[0])
    _, mark, after = rest.partition(MARKS[1])
    if not mark:
        raise SystemExit(f"{PAGE.name} has no place for the tables\n0 passed, 1 failed")
    return before + MARKS[0] + "".join(line + "\n" for line in tables(rows)) + MARKS[1] + after


def lacking(result, figures):
    """The figures that a row asks for and that were not found."""
    return [name for name in figures if result["figures"].get(name) is None]


def why_bad(result, figures):
    """What is wrong with a row, or None."""
    if result is None:
        return "it did not end"
    if names := lacking(result, figures):
        return "no figure of " + ", ".join(names)
    found = {name: result["figures"][name] for name in ("failed", "findings", "wrong") if result["figures"].get(name)}
    return ", ".join(f"{name} {count}" for name, count in found.items()) or None


def incomplete(rows):
    """The rows of evidence.json without a figure that TABLE or PAGES asks for."""
    asked = {row.name: row.figures for row in TABLE} | {name: figures for name, _, _, figures in PAGES}
    # A row that was measured before its suite counted by folder is told by by_face().
    return [f"{row['name']} has no figure of {', '.join(names)}" for row in rows
            if (names := [name for name in lacking(row, asked.get(row["name"], row["figures"]))
                          if name != FACE or FACE in row["figures"]])]


def check():
    """The tables of the page are those of evidence.json, which lacks nothing; a changed figure would be seen, and one left out."""
    rows, text = json.loads(EVIDENCE.read_text("utf-8"))["rows"], PAGE.read_text("utf-8")
    missing = incomplete(rows)
    old = age.unmarked(rows, trees())
    checks = age.check() | sources.check() | {f"every row is of today's code or marked (--mark marks them) {'; '.join(old)}".strip(): not old}
    checks |= {"docs/SOUNDNESS.md has the figures of evidence.json (--gather writes both)": page_with(rows, text) == text,
              f"evidence.json has every figure {'; '.join(missing)}".strip(): not missing}
    rows[0]["figures"]["passed"] = None
    checks |= {"a changed figure is seen": page_with(rows, text) != text,
               "a figure that lacks is seen": len(incomplete(rows)) > len(missing)} | crafted()
    for what in (what for what, well in checks.items() if not well):
        print(f"FAILED: {what}")
    failed = list(checks.values()).count(False)
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


def crafted():
    """Logs and pages that lack something, through the same code as those of a run: what -> whether it was told."""
    stamp, row = "commit 0123456789ab, 2026-01-02 03:04, tree 00ff, library 00ee\n", Row("crafted", ("true",), CLOSING | {"pairs": r"^(\d+) pairs", FACE: per_folder})
    page = ("a page", "page.md", "true", {"killed": r"^Killed (\d+)"})
    face = "vectors of sha3: 9 vectors, 2 in bits, 40 checks\n"
    cases = {
        "all there": (face + "17 pairs\n3 passed, 0 failed\n", "Killed 5\n", 2, 0, ()),
        "a log without vectors": ("17 pairs\n3 passed, 0 failed\n", "Killed 5\n", 1, 1, ("crafted", f"no figure of {FACE}")),
        "a log without a figure": (face + "17 apples\n3 passed, 0 failed\n", "Killed 5\n", 1, 1, ("crafted", "no figure of pairs")),
        "a log that says a failure": (face + "17 pairs\n3 passed, 1 failed\n", "Killed 5\n", 1, 1, ("crafted", "failed 1")),
        "a page without its figure": (face + "17 pairs\n3 passed, 0 failed\n", "Nothing\n", 1, 1, ("a page", "no figure of killed")),
        "no page": (face + "17 pairs\n3 passed, 0 failed\n", None, 1, 1, ("a page", "no figure of killed")),
    }
    told = {}
    for what, (log, text, passed, failed, words) in cases.items():
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
            folder = pathlib.Path(folder)
            folder.joinpath("evidence-crafted.log").write_text(stamp + log, "utf-8")
            if text is not None:
                folder.joinpath("page.md").write_text(text, "utf-8")
            kept = {"crafted": "before", "a page": "before"}
            counted = gather(kept, [(row, None)], [page], logs=folder, root=folder)
        changed = [kept[name] != "before" for name in ("crafted", "a page")]
        told[f"{what}: {counted}, {out.getvalue().strip()}"] = (
            counted == (passed, failed) and changed.count(True) == passed and all(word in out.getvalue() for word in words))
    return told


def gather(kept, rows, pages, logs=None, root=ROOT):
    """Takes what was measured into `kept`, row by row: (how many are well, how many are not). rows: with their exit status,
    or None where nothing was run."""
    passed = failed = 0
    for row, status in rows:
        result = gathered(row, logs or LOGS)
        if result is None and status is None:
            print(f"no log of {row.name}")
            continue
        wrong = f"exit status {status}" if status else why_bad(result, row.figures)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        print(f"FAILED {row.name}: {wrong}" if wrong else f"ok {row.name}: {result['figures']}", flush=True)
        if not wrong:
            kept[row.name] = result
    for page in pages:
        result = of_page(*page, root)
        wrong = why_bad(result, page[3])
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            print(f"FAILED {page[0]}: {wrong} in {page[1]}")
        else:
            kept[page[0]] = result
    return passed, failed


def write(kept):
    """Writes evidence.json and the tables of the page: the rows of `kept`, in the order of TABLE and PAGES."""
    order = [row.name for row in TABLE] + [page[0] for page in PAGES]
    rows = [kept[name] for name in order if name in kept]
    age.mark(rows, trees())
    EVIDENCE.write_text(json.dumps({"rows": rows}, indent=1) + "\n", "utf-8")
    PAGE.write_text(page_with(rows, PAGE.read_text("utf-8")), "utf-8")


def self_test():
    text = "planted: x: Leak: y\nplanted: z: refuted by w\n17 pairs proved equal\n3 passed, 0 failed\n40 passed, 2 failed\n"
    assert read(text, CLOSING["passed"]) == 40 and read(text, CLOSING["failed"]) == 2
    assert read(text, (LINES, "^planted")) == 2 and read(text, r"^(\d+) pairs") == 17 and read(text, r"^(\d+) apples") is None
    kat = "sha2/cavp/SHA256ShortMsg.rsp    260 vectors x targets,     5188 checks, 3 must-reject, 1 FAILED\n"
    assert per_set(2 * kat) == {"sha2": {"vectors x targets": 520, "checks": 10376, "must reject": 6, "failed": 2}}
    face = "vectors of sha3: 9 vectors, 2 in bits, 40 checks\nvectors of shake: 1 vectors, 0 in bits, 4 checks\n"
    assert per_folder(face)["sha3"] == {"vectors": 9, "in bits": 2, "checks": 40} and per_folder("3 passed") is None
    rows = [{"name": "vectors and properties, g++", "figures": {"vectors": per_set(kat)}},
            {"name": "C", "figures": {FACE: per_folder(face)}}]
    *table, _, uncounted = by_face(rows)
    assert table[-3:] == ["| sha2 | – | – | 5,188 | – |", "| sha3 | 9 | 2 | – | 40 |", "| shake | 1 | 0 | – | 4 |"]
    assert "Python, Rust, command line" in uncounted
    goals = "| a | <= 1 | b | 0.999 | **1.011** | 9 of 15 |\n| a | <= 1 | b | (0.9) |  | 0 of 15 |\n| a | avx2 | b | 1.0 | 1.0 |\n"
    assert [figures_of_goals(form)(goals) for form in (r"\d.*", r"\*\*.*", r"\(.*")] == [1, 1, 1]
    assert checks_shown({"vectors": 9, "checks": 40}, 10) == "40 (9)" and checks_shown({}, 10) == "–"
    assert why_bad({"figures": {"failed": 1}}, {}) and not why_bad({"figures": {"failed": 0}}, {"failed": ""})
    assert why_bad({"figures": {"passed": None}}, {"passed": ""}) and why_bad({"figures": {}}, {"passed": ""}) and why_bad(None, {})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="without the rows that take long")
    parser.add_argument("--gather", action="store_true", help="run nothing: read the logs of what ran before")
    parser.add_argument("--mark", action="store_true", help="mark the rows that are of older code, here and on the page")
    parser.add_argument("--check", action="store_true", help="docs/SOUNDNESS.md against evidence.json, nothing else")
    options = parser.parse_args()
    self_test()
    if options.check:
        return check()
    kept = {row["name"]: row for row in json.loads(EVIDENCE.read_text("utf-8"))["rows"]} if EVIDENCE.exists() else {}
    if options.mark:
        write(kept)
        return 0
    chosen = [row for row in TABLE if not (options.only and row.name not in options.only or options.quick and row.thorough)]
    passed, failed = gather(kept, ((row, None if options.gather else run(row)) for row in chosen),
                            [page for page in PAGES if (ROOT / page[1]).exists()])
    write(kept)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
