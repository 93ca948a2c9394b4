# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs programs side by side on the cores of this machine, the longest first, and says how each ended."""
import dataclasses
import os
import pathlib
import signal
import subprocess
import time

PAUSE = 0.05  # seconds between two looks at what is running


@dataclasses.dataclass(frozen=True)
class Task:
    """One program. `command` takes the number of cores that it may use and returns the words of the command."""
    name: str
    command: object
    output: pathlib.Path   # the file that gets all that the program prints
    seconds: float = 1     # of processor time, as expected: the longest task begins first
    wide: bool = False     # it can use several cores; otherwise it gets one
    alone: bool = False    # nothing runs beside it; it gets all cores, and begins when all others have ended
    holds: tuple = ()      # names of what only one task at a time may use, a build tree for example
    limit: float = 3600    # seconds after which it is killed


@dataclasses.dataclass(frozen=True)
class Ended:
    task: Task
    status: int            # the exit status; 128 + n where signal n ended it
    late: bool             # whether it was killed because it ran past its limit
    seconds: float
    cpu_seconds: float     # its own and its children's
    text: str              # all that it printed


class Running:
    def __init__(self, task, cores):
        self.task, self.cores, self.late = task, cores, False
        self.start = time.monotonic()
        environment = dict(os.environ, TEST_JOBS=str(cores), CMAKE_BUILD_PARALLEL_LEVEL=str(cores), CARGO_BUILD_JOBS=str(cores))
        with task.output.open("wb") as output:
            # A session of its own, so that all its children can be killed with it.
            self.process = subprocess.Popen([str(word) for word in task.command(cores)], stdin=subprocess.DEVNULL,
                                            stdout=output, stderr=subprocess.STDOUT, env=environment, start_new_session=True)

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def ended(self):
        """How it ended, or None while it runs."""
        seconds = time.monotonic() - self.start
        if seconds > self.task.limit and not self.late:
            self.late = True
            self.kill()
        pid, status, used = os.wait4(self.process.pid, os.WNOHANG)
        if pid == 0:
            return None
        code = os.waitstatus_to_exitcode(status)
        self.process.returncode = code  # subprocess must not wait for it again
        self.kill()  # what it may have left running
        return Ended(self.task, code if code >= 0 else 128 - code, self.late, seconds, used.ru_utime + used.ru_stime,
                     self.task.output.read_text("utf-8", "replace"))


def may_start(task, waiting, running, free):
    """Whether the task can begin beside those that run."""
    if task.alone:
        return not running and all(other.alone for other in waiting)
    if free < 1 or any(other.task.alone for other in running):
        return False
    return not any(set(task.holds) & set(other.task.holds) for other in running)


def start_some(waiting, running, cores):
    """Begins what can begin, and takes it from `waiting`."""
    for task in list(waiting):
        free = cores - sum(one.cores for one in running)
        if not may_start(task, waiting, running, free):
            continue
        rivals = sum(may_start(other, waiting, running, free) for other in waiting)
        share = cores if task.alone else max(1, free // rivals) if task.wide else 1
        waiting.remove(task)
        running.append(Running(task, share))


def run_all(tasks, cores, seconds=float("inf")):
    """Yields an Ended for each task, as they end. After so many seconds no task begins any more."""
    waiting = sorted(tasks, key=lambda task: (task.alone, -task.seconds))
    running = []
    end = time.monotonic() + seconds
    try:
        while waiting or running:
            if time.monotonic() >= end:
                waiting.clear()
            start_some(waiting, running, cores)
            for one in list(running):
                if result := one.ended():
                    running.remove(one)
                    yield result
            if running:
                time.sleep(PAUSE)
    finally:
        for one in running:
            one.kill()
