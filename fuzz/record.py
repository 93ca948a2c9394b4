# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What long runs of the drivers have tried: record.json, and docs/FUZZING.md, which is written from it.

Runs of a driver on the same sources are added up. A run on other sources takes the place of what the record has.
"""
import dataclasses
import datetime
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "support"))
import sources  # noqa: E402

RECORD, PAGE = HERE / "record.json", HERE.parent / "docs" / "FUZZING.md"
HEAD = """# Long runs of the fuzz drivers

`make fuzz MINUTES=480 FUZZ=--record` writes this page. It says for each driver of `fuzz/README.md` how many inputs it has tried on the sources that the last line names, how many edges of the control flow its inputs reach, and for how many minutes of one core it ran. Runs on the same sources are added up. A run in which an input broke the driver is not counted.

| driver | inputs | edges | minutes of one core | last run |
|---|---:|---:|---:|---|
"""


@dataclasses.dataclass
class Run:
    """inputs: tried; edges: reached by the corpus; seconds: of one core"""
    inputs: int
    edges: int
    seconds: int


def drivers():
    """The names of all drivers."""
    return sorted(path.stem for path in HERE.glob("*.cpp"))


def load():
    return json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}


def joined(row, run, tree, today):
    """The row of a driver with one more run. row: what the record has, or None."""
    before = row if row and row["tree"] == tree else {"inputs": 0, "edges": 0, "seconds": 0}
    return {"inputs": before["inputs"] + run.inputs, "edges": max(before["edges"], run.edges),
            "seconds": before["seconds"] + run.seconds, "date": today, "tree": tree}


def page(rows, names, measured):
    """The text of the page. measured: its last line"""
    lines = [f"| {name} | {row['inputs']:,} | {row['edges']:,} | {row['seconds'] / 60:.1f} | {row['date']} |" for name, row in sorted(rows.items())]
    lines.append(f"| all | {sum(row['inputs'] for row in rows.values()):,} | | {sum(row['seconds'] for row in rows.values()) / 60:.1f} | |")
    ran = len(rows.keys() & set(names))
    least = min((row["seconds"] for row in rows.values()), default=0) // 60
    said = f"**{ran} of {len(names)} drivers ran, each for {least} minutes or more.**"
    return HEAD + "\n".join(lines) + f"\n\n{said}\n\n{measured}\n"


def add(name, run):
    """Notes a run that went well."""
    rows = {known: row for known, row in load().items() if known in drivers()}
    rows[name] = joined(rows.get(name), run, sources.tree(), f"{datetime.date.today()}")
    RECORD.write_text(json.dumps(rows, indent=1, sort_keys=True) + "\n", "utf-8")
    PAGE.write_text(page(rows, drivers(), sources.page_line((row["tree"] for row in rows.values()), sources.FOLDERS)), "utf-8")
