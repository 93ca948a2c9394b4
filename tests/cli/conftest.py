# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tests of hashlane(1). HASHLANE_CLI names another program than build/hashlane."""
import json
import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from tally import pytest_terminal_summary  # noqa: E402, F401

PROGRAM = os.environ.get("HASHLANE_CLI", str(ROOT / "build" / "hashlane"))


class Run:
    """hashlane in a directory of its own; everything in bytes, since names are bytes."""

    def __init__(self, place):
        self.place = place
        self.program = PROGRAM

    def environment(self, more=None):
        kept = {k: v for k, v in os.environ.items() if not k.startswith("HASHLANE_")}
        return dict(kept, LC_ALL="C.UTF-8", **(more or {}))

    def __call__(self, *words, stdin=b"", env=None, under=(), program=None, timeout=120, **more):
        command = [*under, program or self.program, *words]
        source = {} if "stdin_file" in more else {"input": stdin}
        if "stdin_file" in more:
            source = {"stdin": more.pop("stdin_file")}
        more.setdefault("stdout", subprocess.PIPE)
        return subprocess.run(command, stderr=subprocess.PIPE, cwd=self.place, env=self.environment(env), timeout=timeout,
                              **source, **more)

    def shell(self, script, **env):
        """A line of bash with $H for the program."""
        return subprocess.run(["bash", "-c", script], capture_output=True, cwd=self.place, timeout=120,
                              stdin=subprocess.DEVNULL, env=self.environment(dict(env, H=self.program)))

    def strace(self, path, inject, *words, trace="read", **more):
        """The program, with system calls on one file (None: on any) changed by strace."""
        tool = shutil.which("strace") or pytest.skip("strace is not installed")
        log = self.place / "strace.log"
        one_file = [] if path is None else ["-P", str(path)]
        done = self(*words, under=[tool, "-f", "-o", log, *one_file, f"-etrace={trace}", f"-einject={inject}"], **more)
        if b"ptrace" in done.stderr:
            pytest.skip("ptrace is forbidden here")
        assert "(INJECTED)" in log.read_text() or "(DELAYED)" in log.read_text(), "nothing was injected"
        return done

    def terminal(self, *words, typed=(), stderr_only=False, pause=0.0, **more):
        """On a pseudo-terminal: (exit status, everything it showed). typed: answers, each after one prompt."""
        master, slave = pty.openpty()
        process = subprocess.Popen([self.program, *words], stdin=slave, stderr=slave, cwd=self.place,
                                   stdout=subprocess.PIPE if stderr_only else slave, start_new_session=True,
                                   preexec_fn=lambda: __import__("fcntl").ioctl(0, 0x540E, 0),  # TIOCSCTTY
                                   env=self.environment(), **more)
        os.close(slave)
        shown, answers, end = b"", list(typed), time.monotonic() + 60
        while time.monotonic() < end:
            ready, _, _ = select.select([master], [], [], 0.05)
            if ready:
                try:
                    piece = os.read(master, 65536)
                except OSError:
                    break
                if not piece:
                    break
                shown += piece
            elif answers and shown.rstrip(b" ").endswith(b":"):
                time.sleep(pause)
                os.write(master, answers.pop(0) + b"\n")
                shown += b"<typed>"
        if stderr_only:
            process.stdout.read()
        os.close(master)
        return process.wait(timeout=30), shown


@pytest.fixture
def run(tmp_path):
    return Run(tmp_path)


@pytest.fixture
def place(tmp_path):
    return tmp_path


@pytest.fixture
def targets(run):
    return [row["name"] for row in json.loads(run("targets", "--json").stdout) if row["available"]]
