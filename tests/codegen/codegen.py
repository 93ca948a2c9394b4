#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The keystone: each kernel, as built, holds the instructions of its target.

A function between run() and the operators of a lane that is not inlined leaves the code correct and silent, but outside
its target. So the compiled mode is built with both compilers, disassembled, and per kernel and target the instructions
are counted against the table below. The same check must refuse a kernel with such a hole (leaky.cpp), or it is no check.
"""
import argparse
import dataclasses
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILERS = ("g++", "clang++-19")
LEVELS = ("-O2", "-O3")
FUNCTION = re.compile(r"^[0-9a-f]+ <(?:void )?hashlane::\w+::targets::(\w+)::run<hashlane::\w+::([\w:]+?)(<.*?>)?[,>].*>:$")


@dataclasses.dataclass(frozen=True)
class Expect:
    """At least these counts of mnemonics (a regular expression each), none of those in `never`, and none of the
    registers in `without`."""
    kernel: str
    target: str
    at_least: dict
    never: str = ""
    without: str = ""
    calls: int = 0      # how many calls may remain
    as_long: float = 0  # times as many instructions as in the build without -march=native


# Two lanes of Keccak-p in a register: 10 rotations by one count and 10 by two, 35 operations on three operands, 5 swaps of
# the two lanes for the column sums, and 12 operations for pi.
PAIRS = {"vprolq": 10, "vprolvq": 10, "vpternlogq": 35, "vpshufd": 5, "vpunpck.qdq": 12}

# One turn of the loop of Keccak-p is two rounds: 2 * 29 rotations and, of three-operand logic, 2 * 25 chi and at least
# one of the two in each of 2 * 5 column sums. Vector shifts would be the scalar lanes of one message, packed.
# One turn of the loop of SHA-2 is 16 rounds of 6 rotations; before the loop stand 16 more, and each word of the schedule
# has 4. The vector schedule has both parts for one block and for two; of two, the rounds without a schedule may be one loop.
# A turn of the loop of Ascon-p is a round of 10 rotations and an S-box with three AND NOT, by rorx two of them. A digest
# has three such loops. A sealed message has one before and one behind its texts, and between them three for the AEAD of
# SP 800-232 and three for any; compilers may share one.
ASCON = {"ascon::permute_kernel": 1, "ascon::squeeze_kernel": 1, "ascon::digest_kernel": 3}
ASCON |= {f"ascon::duplex_kernel<(hashlane::v2::ascon_duplexing){n}>": 2 for n in (0, 1, 2)}
ASCON |= {f"ascon::message_kernel<(hashlane::v2::ascon_duplexing){n}>": 7 for n in (1, 2)}
SHA256, SHA512 = (f"sha2::blocks_kernel<hashlane::v2::sha2::words{bits}>" for bits in (32, 64))


def lanes(bits, n):
    return f"sha2::lanes_kernel<hashlane::v2::sha2::words{bits}, {n}ul>"


# Many messages side by side: the same numbers in vectors, and for SHA-2 eight rounds more, of a constant block. The
# narrower ones of AVX-512 move their rows as clang likes. calls: of memset, for the states. Two messages have a loop over
# blocks, and a block with a constant one behind it, of which a turn is four rounds.
MANY = (
    Expect(lanes(32, 16), "avx512", {"vprold|vprord": 392, "vpternlogd": 256, "vpshufb": 32}),
    Expect(lanes(32, 8), "avx512", {"vprold|vprord": 304, "vpternlogd": 192}),
    Expect(lanes(32, 8), "avx2", {"vpsrld": 300, "vpslld": 300, "vpshufb": 16}, without="%zmm"),
    # SSE2 alone: it has no byte shuffle.
    Expect(lanes(32, 4), "baseline", {"psrld": 336, "pslld": 304, "pshuflw": 16, "pshufhw": 16}, never=r"v\w+|pshufb",
           without="%[yz]mm"),
    Expect(lanes(64, 8), "avx512", {"vprolq|vprorq": 392, "vpternlogq|vpternlogd": 256, "vpshufb": 32}),
    Expect(lanes(64, 4), "avx512", {"vprolq|vprorq": 304, "vpternlogq": 192}),
    Expect(lanes(64, 4), "avx2", {"vpsrlq": 300, "vpsllq": 280, "vpshufb": 16}, without="%zmm"),
    Expect("sha2::two_kernel<hashlane::v2::sha2::words32>", "sha_ni",
           {"sha256rnds2": 132, "sha256msg1": 48, "sha256msg2": 48, "vzeroupper": 3}, without="%[yz]mm"),
    Expect("keccak::sponge_kernel<8ul>", "avx512", {"vprolq|vprorq": 58, "vpternlogq": 70}),
    Expect("keccak::sponge_kernel<4ul>", "avx512", {"vprolq|vprorq": 58, "vpternlogq": 70}),
    Expect("keccak::sponge_kernel<2ul>", "avx512", PAIRS),
    Expect("keccak::sponge_kernel<4ul>", "avx2", {"vps[lr]lq": 96, "vpandn": 50}, without="%zmm"),
    # 23 rounds are a loop, and the last one computes four words.
    Expect("keccak::chains_kernel", "avx512", {"vprolq|vprorq": 29 + 9, "vpternlogq": 35 + 19}),
    Expect("keccak::streams_kernel<8ul>", "avx512", {"vprolq|vprorq": 58, "vpternlogq": 70}, calls=1),
    Expect("keccak::streams_kernel<4ul>", "avx512", {"vprolq|vprorq": 58, "vpternlogq": 70}, calls=1),
    Expect("keccak::streams_kernel<2ul>", "avx512", PAIRS),
    Expect("keccak::streams_kernel<4ul>", "avx2", {"vps[lr]lq": 96, "vpandn": 50}, without="%zmm", calls=1),
    Expect("keccak::streams_kernel<4ul>", "baseline", {"rol|ror": 58}, never="v?ps[lr]lq", without="%[yz]mm", calls=1),
    Expect("ascon::sponge_kernel<8ul, 2ul>", "avx512", {"vprolq|vprorq": 20, "vpternlogq": 20}),
    Expect("ascon::sponge_kernel<4ul, 1ul>", "avx512", {"vprolq|vprorq": 10, "vpternlogq": 10}),
    Expect("ascon::sponge_kernel<4ul, 1ul>", "avx2", {"vps[lr]lq": 20, "vpandn|vandnp[sd]": 3}, without="%zmm"),
    Expect("ascon::records_kernel<8ul, 2ul>", "avx512", {"vprolq|vprorq": 20, "vpternlogq": 20}),
    Expect("ascon::records_kernel<4ul, 1ul>", "avx512", {"vprolq|vprorq": 10, "vpternlogq": 10}),
    Expect("ascon::records_kernel<4ul, 1ul>", "avx2", {"vps[lr]lq": 20, "vpandn": 3}, without="%zmm"),
)
TABLE = (
    # An asm statement with one round of PAIRS. A short message is put together in memory, which is cleared in long vectors.
    Expect("keccak::blocks_kernel", "avx512", PAIRS, without="%[yz]mm"),
    Expect("keccak::short_kernel", "avx512", PAIRS),
) + tuple(expect for kernel in ("keccak::blocks_kernel", "keccak::short_kernel") for expect in (
    Expect(kernel, "avx2", {"rorx": 58, "andn": 50}, never="v?ps[lr]lq"),
    Expect(kernel, "baseline", {"rol|ror": 58}, never="v?ps[lr]lq", without="%[yz]mm"),
)) + (
    # Words are transposed four at a time, in a loop; three lines of a row are fetched ahead. One call may remain: clang
    # clears the states with memset. AVX-512 has an asm statement for four leaves, and the same for eight. Each has one
    # round of 29 rotations and 35 operations on three operands, and three lines of each row. Two leaves have a statement
    # for their blocks and one for the last, with a round of PAIRS each.
    Expect("keccak::leaves_kernel", "avx512", {"vprolq": 29 + 29 + 10 + 10, "vprolvq": 10 + 10,
                                               "vpternlogq": 35 + 35 + 35 + 35, "vpunpck.qdq": 4 + 12 + 12,
                                               "prefetcht0": 12 + 24}, calls=1),
    Expect("keccak::leaves_kernel", "avx2", {"vps[lr]lq": 96, "vpandn": 50, "vpunpck.qdq": 4, "prefetcht0": 3},
           without="%zmm", calls=1),
    Expect(SHA256, "sha_ni", {"sha256rnds2": 32, "sha256msg1": 12, "sha256msg2": 12, "vzeroupper": 1}, without="%[yz]mm"),
    # A tag is a block and a digest, 32 instructions each; an iteration of PBKDF2 two digests, of one chain and of two.
    # Compilers compute sha256msg1 of a constant.
    Expect("sha2::hmac_kernel<hashlane::v2::sha2::words32>", "sha_ni",
           {"sha256rnds2": 256, "sha256msg1": 92, "sha256msg2": 96, "vzeroupper": 3}, without="%[yz]mm"),
    Expect(SHA256, "avx2", {"rorx": 384, "andn": 64, "vpaddd": 48, "vpshufb": 8}),
    Expect(SHA256, "baseline", {"rol|ror": 192, "paddd": 24, "psrld": 36}, without="%[yz]mm"),
    Expect(SHA512, "avx2", {"rorx": 384, "andn": 64, "vpaddq": 64, "vpshufb": 16}),
    # Twice, as there is code for processors with more than four ALUs beside the other.
    Expect(SHA512, "avx512", {"rorx": 384, "andn": 64, "vpaddq": 80, "vpshufb": 16, "vprolq|vprorq": 64, "vpternlogq": 32},
           without="%zmm"),
    Expect(SHA512, "baseline", {"rol|ror": 192, "paddq": 40, "psrlq": 48}, without="%[yz]mm"),
) + tuple(expect for kernel, loops in ASCON.items() for expect in (
    Expect(kernel, "avx512", {"vprolq|vprorq": 10 * loops, "vpternlogq": 10 * loops}, without="%[yz]mm"),
    Expect(kernel, "avx2", {"rorx": 20 * loops, "andn": 6 * loops}, never="v?ps[lr]lq"),
    Expect(kernel, "baseline", {"rol|ror": 10 * loops}, never="v?ps[lr]lq", without="%[yz]mm"),
)) + MANY



def disassemble(path):
    """{(target, kernel): [(mnemonic, operands)]}"""
    text = subprocess.run(["objdump", "-dC", "--no-show-raw-insn", path], check=True, capture_output=True, text=True).stdout
    functions, current = {}, None
    for line in text.splitlines():
        if line.endswith(">:"):
            line = re.sub(r"hashlane::v2\w*", "hashlane::v2", line)  # the name of the namespace tells of -march
            found = FUNCTION.match(line)
            current = functions.setdefault((found[1], found[2] + (found[3] or "")), []) if found else None
        elif current is not None and (found := re.match(r"\s*[0-9a-f]+:\s+(?:\{\w+\}\s+)?(\S+)\s*(.*)$", line)):
            current.append((found[1], found[2]))
    return functions


def complaints(functions, expect):
    code = functions.get((expect.target, expect.kernel))
    if not code:
        return [f"there is no {expect.kernel} for {expect.target}"]
    counts = Counter(mnemonic for mnemonic, _ in code)
    found = []
    for pattern, least in expect.at_least.items():
        have = sum(n for mnemonic, n in counts.items() if re.fullmatch(pattern, mnemonic))
        if have < least:
            found.append(f"{have} {pattern}, at least {least} expected")
    if never := sum(n for mnemonic, n in counts.items() if re.fullmatch(expect.never, mnemonic)):
        found.append(f"{never} {expect.never}, none expected")
    calls = sum(n for mnemonic, n in counts.items() if mnemonic.startswith("call"))
    if calls > expect.calls:
        found.append(f"{calls} calls")
    if expect.without and (bad := [f"{m} {o}" for m, o in code if re.search(expect.without, o)]):
        found.append(f"{len(bad)} instructions on {expect.without}, the first: {bad[0]}")
    if expect.target in ("avx2", "avx512") and counts["vzeroupper"] == 0:
        found.append("no vzeroupper")
    return found


# A program's own -march=native must not spoil the kernels of one message: the SHA instructions stand beside clean upper
# halves and in as many others as without it, and no vectoriser packs the scalar lanes.
SCALAR = r"rolx?|rorx?|shld|shrd"
NATIVE = (
    dataclasses.replace(next(e for e in TABLE if (e.kernel, e.target) == (SHA256, "sha_ni")), as_long=1.1),
    *(Expect(kernel, target, {SCALAR: rotations}, never=r"v?ps[lr]lq|vpro[lr]v?q", without="%[yz]mm", as_long=1.1)
      for kernel, target, rotations in (
          ("keccak::blocks_kernel", "avx2", 58), ("keccak::blocks_kernel", "baseline", 58),
          ("ascon::permute_kernel", "avx2", 10), ("ascon::permute_kernel", "baseline", 10))),
    *(Expect(kernel, "baseline", {SCALAR: 192, "vpadd[dq]": 24}, without="%[yz]mm", as_long=1.1)
      for kernel in (SHA256, SHA512)),
)


def too_long(functions, plain, expect):
    """Complaints about a kernel that has more instructions than in the build without -march."""
    key = (expect.target, expect.kernel)
    if not expect.as_long or key not in functions or key not in plain:
        return []
    # Moves between registers cost no time; an encoding with three operands has fewer of them.
    now, before = (sum("mov" not in m or "(" in o for m, o in f[key]) for f in (functions, plain))
    return [f"{now} instructions, {before} without -march=native"] if now > expect.as_long * before else []


def build(compiler, level, source, directory):
    out = pathlib.Path(directory) / f"{compiler}{level}{source.stem}.o".replace(" ", "")
    subprocess.run([compiler, "-std=c++20", *level.split(), f"-I{ROOT}/include", "-c", source, "-o", out], check=True)
    return out


class Tally:
    passed = failed = 0

    def add(self, where, expect, complaints):
        """One row of a table, and what is wrong with it."""
        self.passed += not complaints
        self.failed += bool(complaints)
        for complaint in complaints:
            print(f"{where} {expect.kernel} {expect.target}: {complaint}")


def print_counts(where, functions):
    for (target, kernel), code in sorted(functions.items()):
        top = Counter(m for m, _ in code).most_common(7)
        print(f"{where} {target:9} {kernel:28} {len(code):5} instructions:", " ".join(f"{m} {n}" for m, n in top))


def check_table(tally, where, functions, print_them):
    if print_them:
        print_counts(where, functions)
    for expect in TABLE:
        tally.add(where, expect, complaints(functions, expect))


def check_native(tally, compiler, plain, directory):
    native = disassemble(build(compiler, "-O2 -march=native", ROOT / "src/kernels.cpp", directory))
    for expect in NATIVE:
        tally.add(f"{compiler} -O2 -march=native", expect, complaints(native, expect) + too_long(native, plain, expect))


def check_planted(tally, compiler, directory):
    """A kernel with a function that is not inlined is noticed."""
    leaky = disassemble(build(compiler, "-O2", ROOT / "tests/codegen/leaky.cpp", directory))
    expect = dataclasses.replace(TABLE[0], kernel="leaky_kernel")
    tally.add(compiler, expect, [] if complaints(leaky, expect) else ["a function that is not inlined was not noticed"])


def check_built(tally, options, directory):
    """The library that `make` built with g++."""
    check_table(tally, "as make built it", disassemble(ROOT / "build" / "libhashlane_compiled.a"), options.table)
    check_planted(tally, "g++", directory)


def check_compiler(tally, compiler, options, directory):
    for level in LEVELS:
        functions = disassemble(build(compiler, level, ROOT / "src/kernels.cpp", directory))
        check_table(tally, f"{compiler} {level}", functions, options.table)
        if level == "-O2":
            check_native(tally, compiler, functions, directory)
    check_planted(tally, compiler, directory)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", action="store_true", help="print the counts of every kernel as built")
    parser.add_argument("--built", action="store_true", help="check the library that make built, and nothing else")
    options = parser.parse_args()
    tally = Tally()
    with tempfile.TemporaryDirectory() as directory:
        if options.built:
            check_built(tally, options, directory)
        else:
            for compiler in COMPILERS:
                check_compiler(tally, compiler, options, directory)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
