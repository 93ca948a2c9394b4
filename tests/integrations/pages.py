# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The examples of a page of an integration, run as they stand: sqlite.py, duckdb_extension.py."""
import pathlib
import re
import shutil
import subprocess

from steps import report

ROOT = pathlib.Path(__file__).resolve().parents[2]


def blocks(page, language):
    """The blocks of code of this language, in the order of the page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.S | re.M)


def fresh_place(place):
    """Makes an empty folder that has a link to the folder build."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    (place / "build").symlink_to(ROOT / "build")


def wrong_examples(page, place, shells):
    """What the examples print that the page does not say. shells: (language, command, mark of a comment) for each language;
    `MARK prints TEXT` behind an example is a line that it prints."""
    for language, command, mark in shells:
        source = "".join(blocks(page, language))
        done = subprocess.run(command, cwd=place, input=source, capture_output=True, text=True)
        expected = [line.strip() for line in re.findall(rf"{mark} prints ?(.*)$", source, re.M)]
        if done.returncode or done.stderr or not expected or done.stdout.split("\n")[:-1] != expected:
            yield f"{language}: exit {done.returncode}, printed\n{done.stdout}{done.stderr}not\n" + "\n".join(expected)


def check_examples(page, work, wrong_page, changes, name="README.md"):
    """Checks that wrong_page(page, folder) finds nothing, and that it finds each of the changes, (old text, new text)."""
    wrong = list(wrong_page(page, work / "page"))
    report(f"the examples of {name}", not wrong, len(wrong), "\n".join(wrong))
    for old, new in changes:
        noticed = old in page and list(wrong_page(page.replace(old, new), work / "planted"))
        report(f"planted: {new.strip()}", bool(noticed), not noticed)
