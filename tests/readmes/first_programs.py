#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The blocks of "First programs" in README.md, as they stand, in one empty folder: each must print what its comments say.

`first_programs.py`: the blocks of C++, the shell and C. In the place of `make ... install PREFIX=DIR` the library that
`make` built of this tree is installed. `first_programs.py --whole`: all blocks, with the real make, pip and cargo. The
repository that is cloned holds the files of this tree as they are now.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import jobs  # noqa: E402

SECTION = re.compile(r"^## First programs\n(.*?)^## ", re.S | re.M)
LEFT_OUT = ("tests/data/", "docs/bench/")  # large, and not needed to build
# What `make` is where the library is built already. $1 to $3: -C hashlane install
STAND_IN = f"""#!/bin/sh
[ "$3" = install ] && exec cmake --install '{ROOT / "build"}' --prefix "${{4#PREFIX=}}"
exit 1
"""


def blocks(page):
    return re.findall(r"^```sh\n(.*?)^```$", SECTION.search(page)[1], re.S | re.M)


def expected_lines(block):
    return re.findall(r"# prints (.*)$", block, re.M)


def make_repository(place):
    listed = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().split("\0"):
        source = ROOT / name
        if name and os.path.lexists(source) and not name.startswith(LEFT_OUT):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, place / name, follow_symlinks=False)
    git = ["git", "-C", place, "-c", "user.name=test", "-c", "user.email=test@localhost"]
    for words in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--no-verify", "-m", "all"]):
        subprocess.run(git + words, check=True, stdout=subprocess.DEVNULL)


def wrong(block, place, env):
    """What is wrong with the block, or None."""
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", block], cwd=place, env=env, capture_output=True, text=True)
    expected = expected_lines(block)
    if done.returncode or done.stdout.splitlines() != expected:
        return f"exit {done.returncode}, printed {done.stdout!r}, not {expected}\n{done.stderr[-3000:]}"
    return None


def planted(block, place, env):
    """A program of another message, a program that does not compile, and a command that fails are noticed."""
    for old, new in (('"abc"', '"abd"'), ("int main", "int mein"), ("g++ ", "false ")):
        yield f"planted: {new}", None if old in block and wrong(block.replace(old, new), place, env) else "not noticed"


def checks(whole):
    work = ROOT / "build" / ("first_programs_whole" if whole else "first_programs")
    shutil.rmtree(work, ignore_errors=True)
    place, repository, tools = work / "folder", work / "repository", work / "tools"
    for folder in (place, repository, tools):
        folder.mkdir(parents=True)
    make_repository(repository)
    env = dict(os.environ, REPOSITORY=str(repository), SETUP="no", JOBS=str(jobs()), CMAKE_BUILD_PARALLEL_LEVEL=str(jobs()))
    if not whole:
        (tools / "make").write_text(STAND_IN)
        (tools / "make").chmod(0o755)
        env["PATH"] = f"{tools}{os.pathsep}{env['PATH']}"
    found = blocks((ROOT / "README.md").read_text())
    yield "README.md has six blocks", None if len(found) == 6 else f"{len(found)}"
    yield "each program prints something", None if all(map(expected_lines, found[1:])) else "one does not"
    for number, block in enumerate(found if whole else found[:4], 1):
        yield f"block {number}: {block.splitlines()[0]}", wrong(block, place, env)
    yield from planted(found[1], place, env)


def main():
    passed = failed = 0
    for name, why in checks("--whole" in sys.argv[1:]):
        print("FAIL" if why else "ok  ", name, why or "")
        passed, failed = passed + (not why), failed + bool(why)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
