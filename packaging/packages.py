#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the packages: build/packages/artefacts, with SHA256SUMS and an SPDX document for each. docs/PACKAGES.md has the
table of them. The same sources give the same bytes, whatever the folder and the time."""
import argparse
import functools
import hashlib
import pathlib
import sys
import time

import debs
import others
import spdx
import tarball
import wheels
from support import BUILD, Failed, copy_sources, fresh

STEPS = {
    "sdist": wheels.sdist,
    **{f"wheel-{name}": functools.partial(wheels.wheel, platform=name) for name in wheels.PLATFORMS},
    "debs": debs.debs,
    "tarball": tarball.tarball,
    "crate": others.crate,
    "npm": others.npm,
    "header": others.header,
}
QUICK = ("sdist", "crate", "header")


def build(names, out, work):
    """Runs the steps and says what each made. The number of those that failed."""
    work.mkdir(parents=True, exist_ok=True)
    out.mkdir(parents=True, exist_ok=True)
    copy_sources(work / "source")
    failed = 0
    for name in names:
        start = time.monotonic()
        try:
            made = STEPS[name](out, work / name)
        except Failed as why:
            print(f"{name}: {why}", flush=True)
            failed += 1
            continue
        made = made if isinstance(made, list) else [made]
        told = ", ".join(f"{path.name} ({path.stat().st_size} bytes)" for path in made)
        print(f"{name}: {told}, {time.monotonic() - start:.0f} s", flush=True)
    return failed


def describe(out):
    """Writes the SPDX documents and SHA256SUMS of all artefacts in the folder."""
    artefacts = sorted(path for path in out.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    documents = [spdx.write(path, fresh_once(out / "spdx")) for path in artefacts]
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(out)}" for path in artefacts + documents]
    (out / "SHA256SUMS").write_text("\n".join(lines) + "\n", "utf-8")


def fresh_once(place):
    place.mkdir(exist_ok=True)
    return place


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", default=[], metavar="STEP[,STEP]", help=f"some of: {' '.join(STEPS)}")
    parser.add_argument("--quick", action="store_true", help=f"these alone: {' '.join(QUICK)}")
    parser.add_argument("--out", type=pathlib.Path, default=BUILD / "artefacts", help="the folder of the artefacts")
    parser.add_argument("--work", type=pathlib.Path, default=BUILD / "work", help="the folder in which they are built")
    options = parser.parse_args()
    names = [name for word in options.only for name in word.split(",")] or list(QUICK if options.quick else STEPS)
    if unknown := set(names) - set(STEPS):
        parser.error(f"no such step: {', '.join(sorted(unknown))}")
    if not options.only:
        fresh(options.out)
    failed = build(names, options.out.absolute(), options.work.absolute())
    describe(options.out.absolute())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
