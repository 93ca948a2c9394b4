# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A self-test finds a library or program whose constants went wrong: one bit of each copy of each constant in turn."""
import bisect
import collections
import pathlib
import re
import subprocess

# Constants and tables as bytes in the memory of a little-endian machine.
CONSTANTS = {
    "SHA-256, K[10]": (0x243185be, 4), "SHA-256, K[63]": (0xc67178f2, 4),
    "SHA-512, K[10]": (0x243185be4ee4b28c, 8), "SHA-512, K[79]": (0x6c44198c4a475817, 8),
    "SHA-224, H[2]": (0x3070dd17, 4), "SHA-256, H[2]": (0x3c6ef372, 4), "SHA-384, H[2]": (0x9159015a3070dd17, 8),
    "SHA-512, H[5]": (0x9b05688c2b3e6c1f, 8), "SHA-512/224, H[0]": (0x8c3d37c819544da2, 8),
    "SHA-512/256, H[0]": (0x22312194fc2bf72c, 8),
    "Keccak, RC[13]": (0x800000000000008b, 8), "Keccak, RC[22]": (0x0000000080000001, 8),
    "Keccak, RC[23]": (0x8000000080008008, 8),
    "Ascon, round constants": (0xe1 << 64 | 0xf0, 16), "Ascon-AEAD128, IV": (0x00001000808c0001, 8),
    "Ascon-128, IV": (0x80400c0600000000, 8), "Ascon-128a, IV": (0x80800c0800000000, 8),
}
KERNEL = "3runI"  # targets::avx2::run<...>, mangled
# A compiler may spell a constant otherwise; but so many copies are there, or nothing was tried.
LEAST = 25


def every_target():
    """Does this processor run every kernel of an x86-64 build? Kernels that it does not run cannot be seen to be wrong."""
    cpu = pathlib.Path("/proc/cpuinfo")
    flags = re.search(r"^flags\s*:(.*)$", cpu.read_text(), re.M) if cpu.exists() else None
    return flags is not None and {"avx2", "bmi2", "avx512bw", "avx512vl", "sha_ni"} <= set(flags[1].split())


def copies(data, needle):
    at = data.find(needle)
    while at >= 0:
        yield at
        at = data.find(needle, at + 1)


class Map:
    """What lies at an offset of the file: the name of a function, or a section."""
    SECTION = re.compile(r"^\s*\[\s*\d+\]\s+(\S+)\s+\S+\s+([0-9a-f]+)\s+([0-9a-f]+)\s+([0-9a-f]+)", re.M)

    def __init__(self, library):
        text = subprocess.run(["readelf", "-SW", library], capture_output=True, text=True, check=True).stdout
        self.sections = [(name, *(int(word, 16) for word in words)) for name, *words in self.SECTION.findall(text)]
        text = subprocess.run(["nm", "--defined-only", library], capture_output=True, text=True, check=True).stdout
        self.symbols = sorted((int(address, 16), name.split(".")[0]) for address, _, name in map(str.split, text.splitlines()))
        self.addresses = [address for address, _ in self.symbols]

    def __call__(self, offset):
        for name, address, start, size in self.sections:
            if start and start <= offset < start + size:
                if not name.startswith(".text"):
                    return name
                return self.symbols[bisect.bisect_right(self.addresses, offset - start + address) - 1][1]
        return "nothing"


def damaged(command, original, place):
    """{(constant, function or section): [was it found?]}. The command runs the self-test of the file `place`, which is
    the original with some damage."""
    data = pathlib.Path(original).read_bytes()
    where, found = Map(original), collections.defaultdict(list)
    for name, (value, size) in CONSTANTS.items():
        for at in copies(data, value.to_bytes(size, "little")):
            changed = bytearray(data)
            changed[at] ^= 0x04
            place.write_bytes(changed)
            done = subprocess.run(command, capture_output=True, timeout=60)
            found[name, where(at)].append(done.returncode != 0)
    return found


def judge(found):
    """(how many were found, what was not). Elsewhere than in kernels and tables copies may be those of another unit, which
    nothing calls; but one of each constant must be found."""
    seen_once = {constant for (constant, _), seen in found.items() if any(seen)}
    unseen = [f"{constant} in {where}" for (constant, where), seen in found.items()
              if not any(seen) and (where.startswith(".") or KERNEL in where) and every_target()]
    return sum(map(sum, found.values())), unseen + sorted({constant for constant, _ in found} - seen_once)
