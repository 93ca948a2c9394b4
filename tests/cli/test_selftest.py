# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane selftest finds constants that have gone wrong: copies of each in the program are damaged in turn, by one bit,
and the damaged program tests itself. Copies in PBKDF2's chains and in `seal`, which it does not run, stay unseen."""
import pathlib
import subprocess

import pytest

from conftest import PROGRAM

# A constant from the middle of each table, with its size in bytes.
CONSTANTS = {
    "SHA-256, K[10]": (0x243185be, 4), "SHA-256, K[63]": (0xc67178f2, 4), "SHA-512, K[10]": (0x243185be4ee4b28c, 8),
    "SHA-512, K[79]": (0x6c44198c4a475817, 8), "Keccak, RC[13]": (0x800000000000008b, 8),
    "Keccak, RC[22]": (0x0000000080000001, 8), "Keccak, RC[23]": (0x8000000080008008, 8), "SHA-256, H[2]": (0x3c6ef372, 4),
    "SHA-512, H[5]": (0x9b05688c2b3e6c1f, 8), "Ascon-AEAD128, IV": (0x00001000808c0001, 8),
}


def places(data, needle):
    at = data.find(needle)
    while at >= 0:
        yield at
        at = data.find(needle, at + 1)


def selftest(program):
    return subprocess.run([program, "selftest"], capture_output=True, timeout=120)


def test_undamaged():
    done = selftest(PROGRAM)
    assert done.returncode == 0 and done.stdout.rstrip().endswith(b" 0 failed")


@pytest.mark.parametrize("name", sorted(CONSTANTS))
def test_damaged_constants(name, tmp_path):
    value, size = CONSTANTS[name]
    data = pathlib.Path(PROGRAM).read_bytes()
    copies = list(places(data, value.to_bytes(size, "little")))[:12]
    assert copies
    unseen = []
    for at in copies:
        damaged = bytearray(data)
        damaged[at] ^= 0x04
        program = tmp_path / "hashlane"
        program.write_bytes(damaged)
        program.chmod(0o755)
        if selftest(program).returncode == 0:
            unseen.append(hex(at))
    assert len(unseen) <= len(copies) / 2, unseen
