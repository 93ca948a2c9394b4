#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""tests/properties/overlap.txt says for every public function of C++ which of its outputs may lie over which inputs.

Holds it against the headers (a function that writes into memory of the caller has a row for each output, each row names
every parameter that is memory), against the test cases of tests/properties/overlap*.cpp, and against docs/OVERLAP.md,
which --write makes from it. First finds every planted difference.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests" / "properties"
TABLE = TESTS / "overlap.txt"
PAGE = ROOT / "docs" / "OVERLAP.md"
sys.path.insert(0, str(ROOT / "tests" / "constant_time"))
import functions  # noqa: E402

# What a parameter is, by its type: an output; no memory of the caller, but a number, an object that is read before, or a
# function. All else is memory that is read.
WRITTEN = re.compile(r"octets_out|output_bytes|digest_output <|std :: span < (?!const)|(?<!const )std :: uint8_t \*|"
                     r"^(?!(?:F|Report|Sink|Fill) )\w+ &&")
NO_MEMORY = re.compile(r"^(?:const )?(?:std :: )?(?:u?int\w+_t|size_t|unsigned|threads|partial_byte|last_byte_bits|bool)\b|"
                       r"^const any_(?:tree|aead) &|^const S & (?:s|how)$|^F &&|type_identity|^I iterations|^void \*")
# Functions that write into memory that their object was given before.
THROUGH_OBJECTS = {"merkle/tree.hpp merkle_tree::build(messages, wanted)", "merkle/tree.hpp merkle_tree::update(index, leaf)",
                   "transcript/parties.hpp prover::send(values)",
                   "by_name/aead_batch.hpp encrypt_many(chosen, key, records, wanted)",
                   "by_name/aead_batch.hpp decrypt_many(chosen, key, records, wanted)"}
VERDICTS = {
    "allowed": "in whole or in part",
    "same": "the same buffer, or apart; anything else ends the program",
    "own": "over what belongs to the same message or record; over that of another ends the program",
    "start": "without threads over the beginning; anything else ends the program",
    "refused": "ends the program",
    "false": "gives false or a reason, and nothing is written",
    "scattered": "ends the program; where each output has a place of its own it is not checked",
    "apart": "must be apart, not checked",
    "object": "is an object of the library and no range of bytes",
}
Function = collections.namedtuple("Function", "outputs inputs")
Row = collections.namedtuple("Row", "function output pairs tests reason")


def name_of(words):
    return words[-1] if len(words) > 1 and re.fullmatch(r"[a-z_]\w*", words[-1]) and words[-2] != "::" else ""


def writers(texts):
    """{HEADER FUNCTION: Function} of what writes into memory of the caller."""
    found = {}
    for header, text in texts.items():
        for (called, declared), line in zip(functions.declared_functions(text, functions.declarations),
                                            functions.functions_of(text), strict=True):
            kinds = [(name_of(words), " ".join(words)) for words in declared if words]
            outputs = [name for name, kind in kinds if WRITTEN.search(kind)]
            inputs = [name for name, kind in kinds if name and not WRITTEN.search(kind) and not NO_MEMORY.search(kind)]
            if outputs or f"{header} {line}" in THROUGH_OBJECTS:
                found.setdefault(f"{header} {line}", Function(outputs, inputs))
    return found


def rows_of(text):
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        function, *columns = line.split(" | ")
        function = re.sub(r" \[\d+\]$", "", function)
        if columns[0].startswith("none: "):
            yield Row(function, "", {}, [], columns[0].removeprefix("none: "))
        else:
            pairs = dict(pair.split(": ") for pair in columns[1].split("; "))
            yield Row(function, columns[0], pairs, columns[2].split("; "), "")


def overlap_cases(sources):
    return set(re.findall(r'TEST_CASE\("([^"]+)"\)', sources))


def differences(texts, table, sources):
    found, rows, cases = writers(texts), list(rows_of(table)), overlap_cases(sources)
    rows_by = collections.defaultdict(list)
    for row in rows:
        rows_by[row.function].append(row)
    for function, (outputs, inputs) in found.items():
        given = rows_by.get(function, [])
        if not given:
            yield f"no row: {function}"
        elif not given[0].reason:
            for output in outputs:
                if output not in [row.output for row in given]:
                    yield f"{function}: no row for the output {output}"
    for row in rows:
        if row.function not in found:
            yield f"no such function: {row.function}"
            continue
        if row.reason:
            if len(row.reason.split()) < 3:
                yield f"{row.function}: no reason"
            continue
        yield from differences_of_row(row, found[row.function], cases)
        if row.function.split()[0] and not re.search("[Oo]verlap|lie over|lie in", texts[row.function.split()[0]]):
            yield f"{row.function}: its header says nothing of overlap"


def differences_of_row(row, function, cases):
    for name in function.inputs + [output for output in function.outputs if output != row.output]:
        if name not in row.pairs:
            yield f"{row.function}: no word of {row.output} over {name}"
    for name, verdict in row.pairs.items():
        if verdict not in VERDICTS:
            yield f"{row.function}: {name}: no such verdict: {verdict}"
    for test in row.tests:
        if test not in cases:
            yield f"{row.function}: no such test case: {test}"


def page_of(table):
    lines = ["# Overlap", "",
             "This page says what an output may lie over, for each function of C++ that writes into memory of the caller. `absorbed` is what an",
             "object has taken in before, and `key`, `nonce`, `options` and `nodes` are what it was made of. A function that",
             "ends the program does so by a [contract](CONTRACTS.md). The headers of C say the same of each function of C,",
             "and report `HASHLANE_ERROR_OVERLAP`; Rust and Python give no output that lies over an input.", "",
             "`tests/style/overlap.py --write` makes this page from `tests/properties/overlap.txt`, and compares the two with",
             "the headers and the tests.", ""]
    lines += [f"* **{verdict}**: {meaning}." for verdict, meaning in VERDICTS.items()]
    lines += ["", "| header | function | output | over |", "|---|---|---|---|"]
    for row in rows_of(table):
        if not row.reason:
            header, _, function = row.function.partition(" ")
            pairs = "; ".join(f"`{name}` {verdict}" for name, verdict in row.pairs.items())
            lines.append(f"| `{header}` | `{function}` | `{row.output}` | {pairs} |")
    return "\n".join(lines) + "\n"


def planted(texts, table, sources):
    """(what, whether it was found) for changes that must be noticed."""
    def noticed(words, headers=texts, lines=table, cases=sources):
        return any(words in line for line in differences(headers, lines, cases))

    mac = texts["by_name/mac.hpp"]
    assert mac.count("    [[nodiscard]] bool tag_into(") == 1
    new = {**texts, "by_name/mac.hpp": mac.replace("    [[nodiscard]] bool tag_into(",
                                               "    bool seal_into(octets_in text, octets_out out);\n    [[nodiscard]] bool tag_into(")}
    yield "a new function", noticed("no row: by_name/mac.hpp any_mac::seal_into(text, out)", headers=new)
    more = {**texts, "by_name/mac.hpp": mac.replace("tag_into(octets_out out)", "tag_into(octets_out out, octets_in salt)")}
    yield "a changed function", noticed("no row: by_name/mac.hpp any_mac::tag_into(out, salt)", headers=more)
    gone = table + "by_name/mac.hpp any_mac::gone(out) | out | absorbed: allowed | streams side by side\n"
    yield "a row without a function", noticed("no such function: by_name/mac.hpp any_mac::gone(out)", lines=gone)
    yield "a pair that is missing", noticed("no word of out over salt", lines=table.replace("salt: allowed; ", "", 1)
                                            if "| out | key: allowed; salt: allowed; info" not in table else
                                            table.replace("| out | key: allowed; salt: allowed; info", "| out | key: allowed; info"))
    two = "\n".join(line for line in table.splitlines() if "any_aead::encrypt" not in line or " | tag | " not in line)
    yield "an output that is missing", noticed("no row for the output tag", lines=two)
    yield "no such verdict", noticed("no such verdict", lines=table.replace(": allowed", ": perhaps", 1))
    yield "no reason", noticed("no reason", lines=table.replace("none: does not compile", "none: no", 1))
    case = sources.replace('TEST_CASE("PBKDF2: over', 'TEST_CASE("PBKDF2, over')
    yield "a test case that is gone", noticed("no such test case", cases=case)
    quiet = {**texts, "by_name/kdf.hpp": re.sub("[Oo]verlap", "touch", texts["by_name/kdf.hpp"])}
    yield "a header that says nothing", noticed("by_name/kdf.hpp", headers=quiet)


def main():
    texts, table = functions.headers(), TABLE.read_text("utf-8")
    sources = "".join(path.read_text("utf-8") for path in sorted(TESTS.glob("overlap*.cpp")))
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page_of(table), "utf-8")
    wrong = list(differences(texts, table, sources))
    passed = 0 if wrong else sum(len(row.pairs) for row in rows_of(table))
    for what, found in planted(texts, table, sources):
        passed += found
        wrong += [] if found else [f"planted and not found: {what}"]
    if not PAGE.exists() or PAGE.read_text("utf-8") != page_of(table):
        wrong.append("docs/OVERLAP.md is not what the table says: tests/style/overlap.py --write")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{passed} passed, {len(wrong)} failed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
