# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The third-party vectors: from $HASHLANE_VECTORS, ../shared/vectors beside the repository, or tests/data in it."""
import json
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACES = [pathlib.Path(place) for place in
          (os.environ.get("HASHLANE_VECTORS"), ROOT.parent / "shared" / "vectors", ROOT / "tests" / "data") if place]


def path(name):
    return next(place / name for place in PLACES if (place / name).exists())


def read_json(name):
    return json.loads(path(name).read_text())


def records(name):
    """Groups of `Key = value` lines, with an empty line between them."""
    for block in re.split(r"\n\s*\n", path(name).read_text()):
        found = dict(re.findall(r"^(\w+) *= *(.*?)\s*$", block, re.M))
        if found:
            yield found


def pattern(n):
    """ptn(n) of RFC 9861 s.5."""
    return (bytes(range(251)) * (n // 251 + 1))[:n]


def message(m):
    return bytes.fromhex(m["hex"]) if "hex" in m else pattern(m["ptn"])
