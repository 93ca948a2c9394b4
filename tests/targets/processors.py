#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which target is taken on emulated processors, and what HASHLANE_TARGET does, said and unsaid."""
import hashlib
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "targets"
WORK = ROOT / "build" / "processors"
X86, ARM = "x86_64", "aarch64"
COMPILERS = {X86: "g++", ARM: "aarch64-linux-gnu-g++"}
DIGESTS = hashlib.sha256(b"abc").hexdigest() + hashlib.sha3_256(b"abc").hexdigest()

CASES = (  # machine, processor (qemu's name), HASHLANE_TARGET, first line, what stderr says
    (X86, "Nehalem", None, "baseline -> baseline", ""),
    (X86, "Haswell", None, "avx2 baseline -> avx2", ""),
    (X86, "Skylake-Server", None, "avx2 baseline -> avx2", ""),  # as far as qemu goes: it has no AVX-512
    (X86, "Skylake-Server", "avx512", "avx2 baseline -> baseline", "not available"),
    (X86, "max", None, "avx2 baseline -> avx2", ""),
    (X86, "Haswell,-xsave", None, "baseline -> baseline", ""),
    (X86, "Haswell,-avx", None, "baseline -> baseline", ""),
    (X86, "Haswell,-bmi2", None, "baseline -> baseline", ""),
    (X86, "Opteron_G1", None, "baseline -> baseline", ""),
    (X86, "Haswell", "baseline", "avx2 baseline -> baseline", ""),
    (X86, "Haswell", "avx2", "avx2 baseline -> avx2", ""),
    (X86, "Haswell", "", "avx2 baseline -> avx2", ""),
    (X86, "Haswell", "avx512", "avx2 baseline -> baseline", "HASHLANE_TARGET=avx512 is not available on this processor"),
    (X86, "Haswell", "AVX2", "avx2 baseline -> baseline", "HASHLANE_TARGET=AVX2 is not the name of a target"),
    (X86, "Haswell", "x" * 5000, "avx2 baseline -> baseline", "is not the name of a target"),
    (X86, "Nehalem", "avx2", "baseline -> baseline", "not available"),
    (ARM, "cortex-a53", None, "arm_sha2 neon baseline -> arm_sha2", ""),
    (ARM, "cortex-a72", None, "arm_sha2 neon baseline -> arm_sha2", ""),
    (ARM, "max", None, "arm_sha3 arm_sha2 neon baseline -> arm_sha3", ""),
    (ARM, "max", "neon", "arm_sha3 arm_sha2 neon baseline -> neon", ""),
    (ARM, "cortex-a53", "arm_sha3", "arm_sha2 neon baseline -> baseline", "not available"),
    (ARM, "cortex-a53", "avx2", "arm_sha2 neon baseline -> baseline", "not the name of a target"),
)


def build(machine):
    program = WORK / f"probe-{machine}"
    subprocess.run([COMPILERS[machine], "-std=c++20", "-O2", "-static", "-I", ROOT / "include", HERE / "probe.cpp",
                    "-o", program], check=True)
    return program


def wrong(program, machine, processor, wish, line, complaint):
    env = {k: v for k, v in os.environ.items() if k != "HASHLANE_TARGET"} | ({} if wish is None else {"HASHLANE_TARGET": wish})
    done = subprocess.run([f"qemu-{machine}", "-cpu", processor, program], env=env, capture_output=True, text=True)
    # qemu itself warns of features that it does not emulate
    said = "\n".join(s for s in done.stderr.splitlines() if s.startswith("hashlane:"))
    good = done.returncode == 0 and done.stdout.split("\n")[:2] == [f"{line} ", DIGESTS]
    good = good and (complaint in said if complaint else said == "")
    return None if good else f"exit {done.returncode}: {done.stdout} {done.stderr}"


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    programs = {machine: build(machine) for machine in COMPILERS}
    passed = failed = 0
    for case in CASES:
        why = wrong(programs[case[0]], *case)
        print("FAIL" if why else "ok  ", *(str(word)[:40] for word in case[:3]), why or "")
        passed, failed = passed + (not why), failed + bool(why)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
