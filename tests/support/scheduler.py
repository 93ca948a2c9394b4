# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs programs side by side on the cores of this machine, the longest first, and says how each ended.

With a time for all of them a program begins only if it is expected to end in that time. What is expected is the
processor time of its task, times the pace of this machine: how much longer than expected the tasks took that have ended.
"""
import dataclasses
import os
import pathlib
import signal
import subprocess
import time

PAUSE = 0.05  # seconds between two looks at what is running
SPARE = 300   # seconds after the time of all tasks; what still runs then is killed
UNKNOWN_PACE = 2     # what is assumed of a machine on which too little has ended
KNOWN_AFTER = 100    # expected seconds of the tasks that must have ended before their pace counts


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


class Pace:
    """How much longer than expected tasks take here. A task that has more than one core is charged with all of them."""

    def __init__(self):
        self.expected = self.taken = 0.0

    def add(self, expected, taken):
        self.expected += expected
        self.taken += taken

    def of(self, seconds):
        """How many seconds a task will take on one core that is expected to take so many."""
        return seconds * (self.taken / self.expected if self.expected >= KNOWN_AFTER else UNKNOWN_PACE)


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


def start_some(tasks, running, cores, left):
    """Begins what can begin, and returns it. After `left` seconds all are to have ended."""
    waiting = list(tasks)
    for task in tasks:
        free = cores - sum(one.cores for one in running)
        if not may_start(task, waiting, running, free):
            continue
        rivals = sum(may_start(other, waiting, running, free) for other in waiting)
        share = cores if task.alone else max(1, free // rivals) if task.wide else 1
        waiting.remove(task)
        running.append(Running(dataclasses.replace(task, limit=min(task.limit, left + SPARE)), share))
    return [task for task in tasks if task not in waiting]


def run_all(tasks, cores, seconds=float("inf")):
    """Yields an Ended for each task, as they end. A task does not begin while it is not expected to end within so many seconds;
    it may begin later, when the pace of the others has turned out better."""
    waiting = sorted(tasks, key=lambda task: (task.alone, -task.seconds))
    running = []
    pace = Pace()
    end = time.monotonic() + seconds
    try:
        while True:
            left = end - time.monotonic()
            begun = start_some([task for task in waiting if pace.of(task.seconds) <= left], running, cores, left)
            waiting = [task for task in waiting if task not in begun]
            if not running:
                return
            for one in list(running):
                if result := one.ended():
                    running.remove(one)
                    pace.add(one.task.seconds, result.seconds * one.cores)
                    yield result
            if running:
                time.sleep(PAUSE)
    finally:
        for one in running:
            one.kill()
