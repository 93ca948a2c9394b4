#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The benchmark of the npm package, which `make js` built, in node and in headless Chromium, beside the peers from npm:
bench.py [--seconds N] [--tiny]. It prints two tables for each."""
import argparse
import json
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import run  # noqa: E402

HERE = ROOT / "tests" / "js"
BUILD = ROOT / "build" / "js"
PUPPETEER = "puppeteer-core@24.43.1"  # it drives a browser that is installed, and downloads none
PEERS = ("hash-wasm@4.13.0", "@noble/hashes@2.4.0", PUPPETEER)
ALGORITHMS = ("sha256", "sha512", "sha3-256", "kt128")


def processor():
    """What the processor calls itself, with family and model, which tell more than the name in a virtual machine."""
    told = dict(re.findall(r"^([^\t:]+)\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M))
    return "{}, family {} model {}".format(*(told.get(key, "?") for key in ("model name", "cpu family", "model")))


def prepare(place):
    """Installs the package and the peers into an empty folder; what npm said when it could not."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    (place / "package.json").write_text('{"type": "module", "private": true}')
    version = json.loads((BUILD / "hashlane" / "package.json").read_text())["version"]
    code, text = run("npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", *PEERS,
                     BUILD / f"hashlane-{version}.tgz", cwd=place)
    shutil.copytree(BUILD / "hashlane" / "bench", place, dirs_exist_ok=True)
    return text if code else None


def in_node(place, *words):
    return run("node", "bench.mjs", *words, cwd=place)


def in_chromium(place, *words):
    return run("node", HERE / "bench_chromium.mjs", processor(), *words, cwd=place,
               env={**os.environ, "HASHLANE_JS_NODE": str(place)})


def cells(text):
    """The figures of the two tables: {algorithm: [[columns of the first], [columns of the second]]}."""
    return {name: [[cell.strip() for cell in line.split("|")] for line in re.findall(rf"^\| {name} \|(.*)\|$", text, re.M)]
            for name in ALGORITHMS}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", default="1", help="the time of each function, of whose samples the fastest counts")
    parser.add_argument("--tiny", action="store_true", help="short data, to see whether it works")
    options = parser.parse_args()
    place = BUILD / "bench"
    problem = prepare(place)
    if problem is not None:
        sys.exit(problem)
    tiny = ["--tiny"] if options.tiny else []
    for code, text in (in_node(place, "--seconds", options.seconds, *tiny), in_chromium(place, options.seconds, *tiny)):
        print(text, flush=True)
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
