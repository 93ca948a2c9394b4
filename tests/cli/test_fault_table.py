# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every fault of fault_table.py, met by hashlane; and that the judge sees what is wrong."""
import shutil

import pytest

import faults
from conftest import PROGRAM
from fault_table import FAULTS

TOOL = faults.hashlane(PROGRAM)


def test_the_table():
    names = [fault["name"] for fault in FAULTS]
    assert len(names) == len(set(names)) >= 60


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["name"][:60])
def test_fault(fault):
    if shutil.which("strace") is None and ("inject" in fault or "during" in fault):
        pytest.skip("strace is not installed")
    why = faults.meet(TOOL, fault)
    if why is None:
        pytest.skip("ptrace is forbidden here")
    assert why == ""


# Programs that are wrong in one way each, and a fault that must show it.
PLANTED = {
    "a digest in spite of an error": ("a directory", "for f; do sha256sum < small; done"),
    "success in spite of an error": ("no such file", '"$H" -a sha256 "$@"; exit 0'),
    "an error without a word": ("no such file", '"$H" -a sha256 "$@" 2>/dev/null'),
    "an end by a signal": ("no such file", "kill -SEGV $$"),
    "a digest of a part": ("a pipe that drips", "head -c 100 | sha256sum"),
    "a digest missing": ("a link to a file", '"$H" -a sha256 "$1"'),
    "another digest": ("an empty file", "sha256sum small small"),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_the_judge(kind, tmp_path):
    name, script = PLANTED[kind]
    fault = next(f for f in FAULTS if f["name"] == name)
    program = tmp_path / "planted"
    program.write_text(f"#!/bin/bash\nH={PROGRAM}\n[ \"$#\" = 1 ] && [ -f \"$1\" ] && exec sha256sum \"$1\"\n{script}\n")
    program.chmod(0o755)
    assert faults.meet(faults.Tool("planted", (str(program),)), fault) not in ("", None)
