# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The test programs of the suite, built over headers that are not the repository's."""
import os
import pathlib
import re
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = "-O1 -w -Wno-c++11-narrowing -fconstexpr-steps=100000000 -ferror-limit=0"
LEFT_OUT = ("large", "huge", "constexpr", "guard_pages")  # GiB of messages; nothing at run time; minutes


class Tree:
    def __init__(self, folder, flags=""):
        self.folder, self.build = folder / "tree", folder / "build"
        self.include = self.folder / "include"
        self.flags = f"{FLAGS} {flags}".strip()
        self.folder.mkdir(parents=True, exist_ok=True)
        for entry in ROOT.iterdir():
            link = self.folder / entry.name
            if not entry.name.startswith((".git", "include", "build")) and not link.exists():
                link.symlink_to(entry)

    def write(self, headers):
        """headers: name -> text. Only what differs is written, so that only what depends on it is built again."""
        for name, text in headers.items():
            path = self.include / "hashlane" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_bytes() != text:
                path.write_bytes(text)

    def configure(self):
        subprocess.run(["cmake", "-S", self.folder, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        "-DCMAKE_CXX_COMPILER=clang++-19", "-DHASHLANE_BUILD_TESTS=ON", "-DHASHLANE_TESTS_COMPILED=ON",
                        "-DHASHLANE_BUILD_CLI=OFF", "-DHASHLANE_BUILD_C=OFF", "-DHASHLANE_INSTALL=OFF",
                        f"-DCMAKE_CXX_FLAGS_RELEASE={self.flags}"], check=True, stdout=subprocess.DEVNULL)
        listed = subprocess.run(["ninja", "-C", self.build, "-t", "targets", "all"], capture_output=True, text=True).stdout
        return [n for n in sorted(set(re.findall(r"^bin/test_(\w+):", listed, re.M))) if not any(w in n for w in LEFT_OUT)]

    def compile(self, programs, jobs=1):
        """What the compiler says, or None when all is well."""
        done = subprocess.run(["ninja", "-C", self.build, "-k0", f"-j{jobs}", *(f"bin/test_{p}" for p in programs)],
                              capture_output=True, text=True)
        return done.stdout + done.stderr if done.returncode else None

    def run(self, program, timeout, **environment):
        """(exit status, or None when it does not end; seconds)."""
        start = time.monotonic()
        try:
            done = subprocess.run([self.build / "bin" / f"test_{program}"], cwd=ROOT, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=timeout, env=dict(os.environ, **environment))
            return done.returncode, time.monotonic() - start
        except subprocess.TimeoutExpired:
            return None, time.monotonic() - start
