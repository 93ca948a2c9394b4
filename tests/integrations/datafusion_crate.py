#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The crate datafusion-hashlane in the released crate of DataFusion: its tests, the examples of its page, style, what cargo packs of
it, and its benchmark.

It builds DataFusion's engine without optimization: seven minutes of processor time where build/integrations/datafusion is not
there yet.
"""
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_refused, closing_line, do, jobs, report, run, skip  # noqa: E402

CRATE = ROOT / "integrations" / "datafusion"
TARGET = ROOT / "build" / "integrations" / "datafusion"
LEAST_TESTS = 20


def environment():
    """The build tree is kept between runs. A compiler cache is used where there is one."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("HASHLANE_")}
    return own | {"CXX": "ccache g++" if shutil.which("ccache") else "g++", "CARGO_TARGET_DIR": str(TARGET),
                  "CARGO_BUILD_JOBS": str(jobs())}


def check_tests():
    """The tests in the engine, and the examples of the page and of the documentation."""
    code, text = run("cargo", "test", "--locked", cwd=CRATE, env=environment())
    found = re.findall(r"^test result: \w+\. (\d+) passed; (\d+) failed;", text, re.M)
    passed, failed = (sum(int(row[i]) for row in found) for i in (0, 1))
    bad = code != 0 or passed < LEAST_TESTS
    report("cargo test", passed, max(failed, 1) if bad else 0, text[-4000:] if bad else "")
    examples = re.findall(r"^test \S*README\.md - .* ok$", text, re.M)
    blocks = re.findall(r"^```rust$", (CRATE / "README.md").read_text(), re.M)
    good = len(examples) == len(blocks) > 0
    report("each example of the page ran", good, not good, "" if good else f"{len(examples)} of {len(blocks)}")


def check_planted():
    """A wrong digest in an example makes it fail, in a copy of the crate."""
    copy = ROOT / "build" / "integrations" / "datafusion-planted"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(CRATE, copy, ignore=shutil.ignore_patterns("bench", "tests", "target"))
    for name, old, new in (("Cargo.toml", "../../faces/rust", str(ROOT / "faces" / "rust")), ("README.md", "4d276dcc", "4d276dcd")):
        text = (copy / name).read_text()
        (copy / name).write_text(text.replace(old, new))
        report(f"planted: {name} has {old}", old in text, old not in text)
    check_refused("planted: a wrong digest in the page", r"README\.md .*FAILED", "cargo", "test", "--locked", "--doc", cwd=copy,
                  env=environment())


def check_style():
    for tool, *command in (("rustfmt", "cargo", "fmt", "--check"), ("clippy", "cargo", "clippy", "--locked", "--lib", "--", "-D", "warnings")):
        if run("cargo", tool.replace("rust", ""), "--version")[0] != 0:
            skip(tool, "is not installed")
        else:
            report(tool, *counted(do(tool, *command, cwd=CRATE, env=environment())))


def counted(output):
    """Passed and failed of a step that do() has reported when it failed."""
    return (1, 0) if output is not None else (0, 0)


def check_bench():
    """It runs, with few rounds."""
    code, text = run("cargo", "run", "--locked", "--quiet", "--release", "--", "2", cwd=CRATE / "bench",
                     env=environment() | {"CARGO_TARGET_DIR": f"{TARGET}-bench"})
    good = code == 0 and len(re.findall(r"^\| .* \| \d+ \([\d.]+\) \|", text, re.M)) == 6
    report("the benchmark", good, not good, "" if good else text[-3000:])


def main():
    check_tests()
    check_planted()
    check_style()
    check_bench()
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
