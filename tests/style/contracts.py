#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/CONTRACTS.md lists the calls of contract() in include/hashlane: each call has a row, and each row has a call.

First finds every planted difference of PLANTED, then compares the two.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "include" / "hashlane"
PAGE = ROOT / "docs" / "CONTRACTS.md"
DEFINITION = "lanes/contract.hpp"
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
CALL = re.compile(r"\bcontract\s*\(")
SENTENCE = re.compile(r'"((?:[^"\\]|\\.)*)"\s*\)\s*;')
ROW = re.compile(r"^\| `([^`]+)`: (.*?) \| (.*?) \| (.*?) \|$", re.M)


def calls_of(files):
    """(header, sentence) of each call; the sentence is None where it is not a literal."""
    for name, text in files.items():
        if name == DEFINITION:
            continue
        text = COMMENT.sub("", text)
        for call in CALL.finditer(text):
            end = text.index(";", call.end())
            literal = SENTENCE.search(text, call.end(), end + 1)
            yield name, literal[1] if literal else None


def differences(files, page):
    calls = list(calls_of(files))
    rows = [(header, sentence) for header, sentence, _, _ in ROW.findall(page)]
    for header, sentence in calls:
        if sentence is None:
            yield f"{header}: a contract without a sentence"
        elif (header, sentence) not in rows:
            yield f"{header}: no row for \"{sentence}\""
    for header, sentence in rows:
        if (header, sentence) not in calls:
            yield f"{header}: no call for the row \"{sentence}\""
        if rows.count((header, sentence)) > 1:
            yield f"{header}: two rows for \"{sentence}\""
    for line in page.splitlines():
        if line.startswith("| `") and not ROW.match(line):
            yield f"a row without its three columns: {line[:60]}"


GOOD = {"a.hpp": '    contract(n == 1, "one");\n', DEFINITION: "constexpr void contract(bool kept, const char* what) {\n;}"}
GOOD_PAGE = "| `a.hpp`: one | mistake | check |\n"
PLANTED = (
    ("a call without a row", {**GOOD, "b.hpp": 'contract(\n    m(2), "two");'}, GOOD_PAGE),
    ("a second call in the same header", {"a.hpp": GOOD["a.hpp"] + 'contract(a, "two");'}, GOOD_PAGE),
    ("the sentence of another header", {"b.hpp": GOOD["a.hpp"]}, GOOD_PAGE),
    ("a row without a call", GOOD, GOOD_PAGE + "| `a.hpp`: two | mistake | check |\n"),
    ("a row whose call is a comment", {"a.hpp": '// contract(n == 1, "one");\n'}, GOOD_PAGE),
    ("two rows", GOOD, GOOD_PAGE * 2),
    ("no literal", {**GOOD, "b.hpp": "contract(kept, what);"}, GOOD_PAGE),
    ("a row without a column", GOOD, GOOD_PAGE + "| `a.hpp`: one | mistake |\n"),
)


def main():
    passed = failed = 0
    if list(differences(GOOD, GOOD_PAGE)):
        print("a page that is right is not accepted:", *differences(GOOD, GOOD_PAGE))
        failed += 1
    for what, files, page in PLANTED:
        if list(differences(files, page)):
            passed += 1
        else:
            print(f"planted and not found: {what}")
            failed += 1
    files = {str(p.relative_to(LIBRARY)): p.read_text() for p in sorted(LIBRARY.rglob("*.hpp"))}
    found = list(differences(files, PAGE.read_text()))
    for line in found:
        print(line)
    calls = len(list(calls_of(files)))
    if calls < 30:
        print(f"only {calls} calls were found")
        failed += 1
    passed += calls if not found else 0
    failed += len(found)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
