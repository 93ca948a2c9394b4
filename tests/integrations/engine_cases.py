# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the cases of the engines of SQL share: the vectors of rows with their reference, and how a difference is told."""
import hashlib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "integrations" / "row"))
import reference  # noqa: E402, F401

VECTORS = json.loads((ROOT / "integrations" / "row" / "vectors.json").read_text())


def differs(what, got, expected):
    if got != expected:
        yield f"{what}: {str(got)[:300]}, not {str(expected)[:300]}"


def sha256(message):
    return hashlib.sha256(message).digest()


def run_checks(functions, *arguments):
    """Calls each function whose name begins with check_, in their order, with these arguments. What it yields is wrong.
    `functions` is globals() of the caller. Prints how each ended; returns how many passed, and how many failed."""
    passed = failed = 0
    for name, function in [(name, function) for name, function in functions.items() if name.startswith("check_")]:
        wrong = list(function(*arguments))
        passed, failed = passed + (not wrong), failed + bool(wrong)
        print("FAIL" if wrong else "ok  ", name, *wrong[:10], sep="\n     " if wrong else " ", flush=True)
    return passed, failed
