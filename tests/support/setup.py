#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""tools/setup.sh, on a made-up machine where little is installed: it asks apt-get for the packages of the purposes named
and for no others, says so before, installs nothing with SETUP=no, and fails when the build lacks something."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools" / "setup.sh"
TOOLS = ("bash", "cut", "tr", "sed", "sort", "touch")  # what the script and the fake apt-get run
APT_GET = """#!/bin/bash
echo "apt-get $*" >&2
[ "$1" = install ] || exit 0
[ -z "$REFUSED" ] || [[ " $* " != *" $REFUSED "* ]] || exit 1
for word; do touch "$PLACE/$word"; done
"""


class Machine:
    """A folder with the commands that are there. The fake apt-get prints its arguments, and adds what it installs."""

    def __init__(self, place, commands=()):
        self.place = pathlib.Path(place)
        for tool in TOOLS:
            (self.place / tool).symlink_to(shutil.which(tool))
        self.add("apt-get", APT_GET)
        self.add("id", "#!/bin/bash\necho 0\n")
        for command in commands:
            self.add(command, "#!/bin/bash\nexit 0\n")

    def add(self, name, text):
        path = self.place / name
        path.write_text(text)
        path.chmod(0o755)

    def setup(self, *purposes, **environment):
        env = dict({"REFUSED": ""}, PATH=str(self.place), PLACE=str(self.place), **environment)
        return subprocess.run(["bash", SCRIPT, *purposes], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def needs():
    """[(thing, package, purposes)] of the script's table, commands alone: what else is there, this machine decides."""
    table = re.search(r"^needs='\n(.*?)^'$", SCRIPT.read_text(), re.S | re.M)[1]
    rows = [line.split() for line in table.splitlines()]
    return [(thing, package, set(purposes.split(","))) for thing, package, purposes in rows
            if "/" not in thing and ":" not in thing]


def installed(text):
    """The packages that apt-get was asked for."""
    words = [word for line in re.findall(r"^apt-get install (.*)$", text, re.M) for word in line.split()]
    return {word for word in words if not word.startswith("-")}


def check_packages(purposes, wanted):
    """Of the packages that bring commands, those of `wanted` are asked for and no others."""
    with tempfile.TemporaryDirectory() as place:
        done = Machine(place).setup(*purposes)
    commands = {package: of for _, package, of in needs()}
    expected = {package for package, of in commands.items() if of & wanted}
    asked = installed(done.stdout) & set(commands)
    if not expected or asked != expected:
        return f"asked for {sorted(asked)}, not {sorted(expected)}"
    said = done.stdout.find("setup: installing these Debian packages")
    if said < 0 or said > done.stdout.index("apt-get"):
        return f"does not say first what it installs: {done.stdout}"
    if not all(package in done.stdout[said:done.stdout.index("apt-get")] for package in expected):
        return f"does not name every package: {done.stdout}"
    return None


def check_no():
    with tempfile.TemporaryDirectory() as place:
        done = Machine(place, ["g++", "cmake"]).setup("build", SETUP="no")
        after = {path.name for path in pathlib.Path(place).iterdir()}
    if done.returncode != 1 or "apt-get" in done.stdout or "ninja-build" in after:
        return f"exit {done.returncode}: {done.stdout}"
    return None if "ninja-build" in done.stdout and "g++" not in done.stdout else done.stdout


def check_goes_on():
    """Nothing that the build needs is missing: the tests' packages are named, and the status is 0."""
    with tempfile.TemporaryDirectory() as place:
        machine = Machine(place, [thing for thing, _, of in needs() if "build" in of])
        done = machine.setup("test", SETUP="no")
        silent = machine.setup("build", SETUP="no")
    if silent.returncode or silent.stdout:
        return f"exit {silent.returncode} where nothing is missing: {silent.stdout}"
    return None if done.returncode == 0 and "cargo" in done.stdout else f"exit {done.returncode}: {done.stdout}"


def check_one_refused():
    """A package that cannot be had keeps no other out, and is named at the end."""
    with tempfile.TemporaryDirectory() as place:
        machine = Machine(place, [thing for thing, _, of in needs() if "build" in of])
        done = machine.setup("test", REFUSED="cargo")
        after = {path.name for path in machine.place.iterdir()}
    if done.returncode or "could not install cargo" not in done.stdout or "pkg-config" not in after or "cargo" in after:
        return f"exit {done.returncode}: {done.stdout}"
    return None


def check_unknown():
    done = subprocess.run(["bash", SCRIPT, "tests"], capture_output=True, text=True)
    return None if done.returncode == 2 and "no such purpose: tests" in done.stderr else f"exit {done.returncode}: {done.stderr}"


def checks():
    yield "no purpose: the build's packages", check_packages([], {"build"})
    yield "build", check_packages(["build"], {"build"})
    yield "test", check_packages(["test"], {"build", "test"})
    yield "test-all", check_packages(["test-all"], {"build", "test", "test-all"})
    yield "test-integrations", check_packages(["test-integrations"], {"build", "test-integrations"})
    yield "test-integrations-full", check_packages(["test-integrations-full"], {"build", "test-integrations", "test-integrations-full"})
    yield "packages", check_packages(["packages"], {"build", "packages"})
    yield "docs", check_packages(["docs"], {"build", "docs"})
    yield "bench", check_packages(["bench"], {"build", "bench"})
    yield "two purposes", check_packages(["test", "bench"], {"build", "test", "bench"})
    yield "a wrong list is noticed", None if check_packages(["build"], {"build", "test"}) else "it is not"
    yield "SETUP=no", check_no()
    yield "SETUP=no, and the build can go on", check_goes_on()
    yield "a package that cannot be had", check_one_refused()
    yield "an unknown purpose", check_unknown()


def main():
    failed = passed = 0
    for name, problem in checks():
        if problem:
            print(f"{name}: {problem}")
            failed += 1
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
