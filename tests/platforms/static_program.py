#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""hashlane-static: it needs no file but itself. It is built by the preset `static`, and run in a folder that is all that it
can see. The program of `make`, which needs the C library, must fail there."""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import closing_line, do, jobs, report, run, skip  # noqa: E402

MADE = ROOT / "build" / "hashlane"  # by `make`
BUILT = ROOT / "build" / "static"
PROGRAM = pathlib.Path(os.environ.get("HASHLANE_STATIC_PROGRAM", BUILT / "hashlane-static"))  # built already
PLACE = ROOT / "build" / "platforms" / "static"
MOST = 3_000_000  # bytes
KEY = bytes(range(16))


def check(name, good, why=""):
    report(name, bool(good), not good, "" if good else why)


def build():
    for step in (("cmake", "--preset", "static"), ("cmake", "--build", BUILT, "-j", jobs(), "--target", "hashlane_static")):
        if do("hashlane-static builds", *step, cwd=ROOT) is None:
            return False
    report("hashlane-static builds", 1, 0)
    return True


def needs(program):
    """What a program asks the system to load: its interpreter and libraries."""
    _, text = run("readelf", "-l", "-d", program)
    return re.findall(r"program interpreter: (.*)\]|NEEDED.*\[(.*)\]", text)


def check_file():
    size = PROGRAM.stat().st_size
    check("size", size <= MOST, f"{size} bytes, more than {MOST}")
    print(f"hashlane-static has {size} bytes")
    check("nothing is loaded", not needs(PROGRAM), str(needs(PROGRAM)))
    check("the program of `make` loads the C library", needs(MADE))


def chroot():
    """The command that makes a folder the root, or None."""
    for command in (["chroot"], ["unshare", "--map-root-user", "chroot"]):
        tool = shutil.which(command[0])
        if tool and subprocess.run([tool, *command[1:], "/", "true"], capture_output=True).returncode == 0:
            return [tool, *command[1:]]
    return None


class Empty:
    """A folder with one program in it, and no other file, as the root."""

    def __init__(self, name, program, command):
        self.folder = PLACE / name
        self.command = command
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        shutil.copy(program, self.folder / "hashlane")

    def __call__(self, *words, stdin=b""):
        return subprocess.run([*self.command, str(self.folder), "/hashlane", *words], input=stdin, capture_output=True, env={},
                              timeout=300)


def check_digests(empty):
    whole = PROGRAM.read_bytes()
    for algorithm, name in (("sha256", "sha256"), ("sha512", "sha512"), ("sha3-256", "sha3_256")):
        done = empty(algorithm, "-j", "2", "hashlane", "-", stdin=b"from a pipe")
        expected = f"{hashlib.new(name, whole).hexdigest()}  hashlane\n{hashlib.new(name, b'from a pipe').hexdigest()}  -\n"
        check(f"{algorithm} in an empty root", done.returncode == 0 and done.stdout.decode() == expected, str(done))
    done = empty("kt128", "-j", "4", "hashlane")
    same = subprocess.run([MADE, "kt128", "hashlane"], cwd=empty.folder, capture_output=True)
    check("KT128 on several threads", done.returncode == 0 and done.stdout == same.stdout, str(done))


def check_verbs(empty):
    done = empty("selftest")
    check("the self test", done.returncode == 0, str(done))
    (empty.folder / "key").write_bytes(KEY)
    (empty.folder / "text").write_bytes(b"text" * 50_000)
    sealed = empty("seal", "--key-file", "key", "text")
    opened = empty("open", "--key-file", "key", "-o", "again", "text.hlseal")
    good = sealed.returncode == opened.returncode == 0 and (empty.folder / "again").read_bytes() == b"text" * 50_000
    check("seal and open", good, f"{sealed} {opened}")
    done = empty("open", "--key-file", "key", "text.hlseal")
    check("a file that exists is not replaced", done.returncode == 1 and b"--force" in done.stderr, str(done))
    done = empty("seal", "text", "-o", "new")
    check("no terminal to ask", done.returncode == 1 and b"no terminal" in done.stderr, str(done))
    done = empty("sha256", "absent")
    check("a file that is not there", done.returncode == 1 and b"No such file" in done.stderr, str(done))
    lines = empty("sha256", "--tag", "-r", "/").stdout
    checked = empty("check", "-", stdin=lines)
    check("a list made and checked", checked.returncode == 0 and checked.stdout.count(b": OK\n") == lines.count(b"\n") > 3, str(checked))


def main():
    if PROGRAM.is_relative_to(BUILT) and not build():
        return closing_line()
    check_file()
    command = chroot()
    if command is None:
        skip("the empty root", "neither chroot nor unshare works here")
        return closing_line()
    planted = Empty("planted", MADE, command)("--version")
    check("a program that needs the C library fails there", planted.returncode not in (0, 1, 2), str(planted))
    empty = Empty("empty", PROGRAM, command)
    check("only the program is there", os.listdir(empty.folder) == ["hashlane"])
    check_digests(empty)
    check_verbs(empty)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
