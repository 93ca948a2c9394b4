# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A program on a terminal, traced so that its memory can be searched in the moment before it is given back."""
import ctypes
import os
import pathlib
import re
import select
import signal
import time

TRACEME, CONTINUE, SET_OPTIONS = 0, 7, 0x4200
STOP_AT_EXIT, KILL_WITH_US = 0x40, 0x100000
EVENT_EXIT = 6
ALL_THREADS = 0x40000000  # __WALL
WINDOW = 8  # bytes of a secret that must not be found

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long] * 4
libc.ptrace.restype = ctypes.c_long


def ptrace(request, pid, data=0):
    if libc.ptrace(request, pid, 0, data) < 0:
        raise OSError(ctypes.get_errno(), "ptrace")


def writable_memory(pid):
    """The bytes of each writable mapping of a process."""
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines():
            first, last, rights = re.match(r"(\w+)-(\w+) (\S+)", line).groups()
            if not rights.startswith("rw"):
                continue
            try:
                memory.seek(int(first, 16))
                yield memory.read(int(last, 16) - int(first, 16))
            except OSError:
                continue


def finds(pid, secret, window=WINDOW):
    """Is one of the runs of `window` bytes of the secret, one after the other, in the memory of the process?"""
    windows = re.compile(b"|".join(re.escape(secret[i:i + window]) for i in range(0, len(secret) - window + 1, window)))
    return any(windows.search(data) for data in writable_memory(pid))


class Traced:
    """The program, started on a terminal of its own. `at_exit` is called once, when all of its memory is still there."""

    def __init__(self, words, place, environment, at_exit):
        self.at_exit, self.shown, self.status = at_exit, b"", None
        self.pid, self.terminal = os.forkpty()
        if self.pid == 0:
            try:
                for name in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
                    signal.signal(name, signal.SIG_DFL)
                libc.ptrace(TRACEME, 0, 0, 0)
                os.chdir(place)
                os.execve(words[0], words, environment)
            finally:
                os._exit(127)

    def step(self):
        """What the terminal shows, and one stop of the program if there is one."""
        if select.select([self.terminal], [], [], 0.01)[0]:
            try:
                self.shown += os.read(self.terminal, 65536)
            except OSError:
                time.sleep(0.01)
        pid, status = os.waitpid(self.pid, os.WNOHANG | ALL_THREADS)
        if pid == 0:
            return
        if not os.WIFSTOPPED(status):
            self.status = os.waitstatus_to_exitcode(status)
            return
        sent = os.WSTOPSIG(status)
        if status >> 16 == EVENT_EXIT:
            self.at_exit(self.pid)
        if sent == signal.SIGTRAP and status >> 16 == 0:  # the program has just been loaded
            ptrace(SET_OPTIONS, self.pid, STOP_AT_EXIT | KILL_WITH_US)
        ptrace(CONTINUE, self.pid, 0 if sent == signal.SIGTRAP else sent)

    def until(self, done):
        end = time.monotonic() + 60
        while self.status is None and not done(self):
            assert time.monotonic() < end, self.shown
            self.step()

    def asked(self, question):
        self.until(lambda self: question in self.shown)
        assert question in self.shown, self.shown

    def type(self, text):
        os.write(self.terminal, text)

    def wait(self):
        self.until(lambda self: False)
        os.close(self.terminal)
        return self.status
