# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane selftest finds constants that have gone wrong: copies of each in the program are damaged in turn, by one bit,
and the damaged program tests itself."""
import shutil
import subprocess
import sys

from conftest import PROGRAM, ROOT

sys.path.insert(0, str(ROOT / "tests" / "c"))
import damage  # noqa: E402


def test_undamaged():
    done = subprocess.run([PROGRAM, "selftest"], capture_output=True, timeout=120)
    assert done.returncode == 0 and done.stdout.rstrip().endswith(b" 0 failed")


def test_damaged_constants(tmp_path):
    program = tmp_path / "hashlane"
    shutil.copy(PROGRAM, program)
    seen, unseen = damage.judge(damage.damaged([program, "selftest"], PROGRAM, program))
    assert not unseen
    assert seen >= damage.LEAST
