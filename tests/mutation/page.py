# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/MUTANTS.md, from the record and the judgements."""
import sources
from mutation import PAGE, SAMPLE, counts, load, totals

HEAD = """# Mutants

`tests/mutation/mutation.py` changes one expression of one header at a time (`<` to `<=`, `+` to `-`, a number by one, a statement left out ...) and counts which changes are noticed: by a test program of the suites gcc and clang that fails, crashes or does not end, or by a `static_assert` of tests/. The places come from clang's syntax tree, so none is in a comment or in the text of a contract. Of each header {sample}: first those that were tried before and whose line is unchanged, then others in an order that a seed gives.

First all mutants stand in one build, each behind a switch that a run sets. A program reports which mutants it reaches, and it is run with each of these. A mutant that no run notices, and one in code that only the compiler evaluates (numbers of the algorithms, round constants, `if constexpr`), is compiled alone: first with the tests that run while they are compiled, then to compare its object code, then with test programs. A mutant is not valid if it does not compile. It does not count either if its object code is that of the original, or if it is judged below to compute the same.

```sh
tests/mutation/mutation.py --setup && tests/mutation/mutation.py   # goes on where the last run stopped
tests/mutation/mutation.py --anew                                  # tries again what has a verdict of other sources
tests/mutation/mutation.py --report                                # the figures below, from tests/mutation/results.json
tests/mutation/mutation.py --smoke                                 # what CI runs: a few of them again
```

The sample leaves out the headers for other processors (`targets/arm.hpp`, `primitives/sha2_arm.hpp`), macros (`lanes/config.hpp`), and headers without a statement or number of their own.
"""


def left_of(results):
    """What the sample holds beside the record, where the last run said it."""
    count = len(set(load(SAMPLE)) - set(results))
    return f"{count} of the sample have no verdict yet: not tried, or not noticed by the few programs tried so far, so the share is of the others. " if count else ""


def write(results, judged, recorded):
    t = totals(results, judged)
    lines = [HEAD.format(sample="four mutants and one more for each fifty places"),
             f"**Killed {t['killed']} of {t['valid']} valid mutants, {100 * t['killed'] / t['valid']:.1f} %**, in {t['headers']} headers. "
             f"Of {t['tried']} tried, {t['not valid']} did not compile, {t['same code']} gave the same object code, "
             f"{t['equivalent']} are equivalent for the reasons below. Open mutants: {t['open']}. "
             f"An open mutant compiles, no constant expression notices it, and the test programs have not yet been run with it. "
             f"{left_of(results)}The record has {recorded - len(results)} more mutants, of lines that have been replaced since; "
             f"they are not counted.", ""]
    survivors = {k: r for k, r in sorted(results.items()) if r["verdict"] == "survived"}
    for title, wanted in (("Survivors", False), ("Judged equivalent", True)):
        rows = [(k, r) for k, r in survivors.items() if bool(judged.get(k, {}).get("equivalent")) == wanted]
        lines += [f"## {title}", ""] + (["There are none.", ""] if not rows else [])
        for key, r in rows:
            header, _, change = key.partition(": ")
            before, _, after = change.partition(" -> ")
            lines += [f"* {header}:{r['line']}", "  ```", f"  {before}", f"  {after}", "  ```",
                      f"  {judged.get(key, {}).get('why', 'not judged yet')}"]
        lines += [""] if rows else []
    lines += ["## By header", "", "| header | killed | valid | equivalent | same code | not valid | open |", "|---|---:|---:|---:|---:|---:|---:|"]
    for header, row in sorted(counts(results).items()):
        equivalent = sum(r["header"] == header and bool(judged.get(k, {}).get("equivalent")) for k, r in survivors.items())
        valid = row["killed"] + row["survived"] - equivalent
        lines.append(f"| {header} | {row['killed']} | {valid} | {equivalent} | {row['same code']} | {row['invalid']} | {row['open']} |")
    lines += ["", sources.page_line(r.get("tree", sources.UNKNOWN) for r in results.values())]
    PAGE.write_text("\n".join(lines) + "\n", "utf-8")
