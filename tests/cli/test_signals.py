# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Signals, whenever they come: the program ends at once, and half a file is never left, nor text in a file that cannot be removed."""
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

CHUNK = 4096
WITH_KEY = ("--key-file", "key")
SMALL = ("--chunk-size", str(CHUNK))
ENDING = ("TERM", "INT", "HUP", "QUIT", "USR1", "PROF", "VTALRM", "ABRT", "SEGV", *(("IO", "RTMIN") if sys.platform == "linux" else ()))


@pytest.fixture(autouse=True)
def key(place):
    (place / "key").write_bytes(b"k" * 16)


def usual_signals():
    """A shell starts what it does not wait for with SIGINT ignored."""
    for name in ENDING:
        signal.signal(getattr(signal, "SIG" + name), signal.SIG_DFL)


def wait_for(condition):
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def temporary_files(place):
    return [name for name in os.listdir(place) if name.startswith(".hashlane-")]


def ends_by(process, pid, name):
    """One signal, once, and it is the end."""
    os.kill(pid, getattr(signal, "SIG" + name))
    return process.wait(10)


@pytest.mark.parametrize("name", ENDING)
def test_a_signal_leaves_nothing(run, place, name):
    for delay in (0, 0.0005, 0.002, 0.05):
        reader, writer = os.pipe()
        process = subprocess.Popen([run.program, "seal", *WITH_KEY, *SMALL, "-o", "out"], stdin=reader, cwd=place,
                                   preexec_fn=usual_signals)
        os.close(reader)
        os.write(writer, bytes(3 * CHUNK))
        wait_for(lambda: temporary_files(place))
        time.sleep(delay)
        assert ends_by(process, process.pid, name) == -getattr(signal, "SIG" + name)
        os.close(writer)
        assert sorted(os.listdir(place)) == ["key"]


def calls(place, *words):
    """All calls of openat by the program, as strace writes them."""
    log = place.parent / "all.log"
    subprocess.run(["strace", "-f", "-o", log, "-etrace=openat", *words], cwd=place, stdin=subprocess.DEVNULL, check=True)
    return [line for line in log.read_text().splitlines() if "openat(" in line]


@pytest.mark.parametrize("name", ENDING)
def test_a_signal_while_the_temporary_file_is_made(run, place, name):
    """The file is there, and the call that made it has not returned yet."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    words = [run.program, "seal", *WITH_KEY, "-o", "out"]
    which = next(i for i, line in enumerate(calls(place, *words), 1) if ".hashlane-" in line)
    (place / "out").unlink()
    log = place.parent / "strace.log"
    process = subprocess.Popen(["strace", "-f", "-o", log, "-etrace=openat", f"-einject=openat:delay_exit=500000:when={which}", *words],
                               stdin=subprocess.PIPE, cwd=place, preexec_fn=usual_signals)
    wait_for(lambda: temporary_files(place))
    ends_by(process, int(log.read_text().split()[0]), name)
    process.stdin.close()
    assert sorted(os.listdir(place)) == ["key"]


def test_signals_that_were_ignored_stay_so(run, place):
    process = subprocess.Popen([run.program, "seal", *WITH_KEY, "-o", "out"], stdin=subprocess.PIPE, cwd=place,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    wait_for(lambda: temporary_files(place))
    process.send_signal(signal.SIGHUP)
    process.communicate(bytes(100), timeout=20)
    assert process.returncode == 0 and (place / "out").exists()


def test_a_file_that_may_not_grow(run, place):
    (place / "g").write_bytes(bytes(3 * CHUNK))
    before = sorted(os.listdir(place))
    done = run.shell("ulimit -f 4; $H seal --key-file key g")
    assert done.returncode == 1 and b"File too large" in done.stderr and sorted(os.listdir(place)) == before


def test_a_temporary_file_that_keeps_its_name_gets_no_text(run, place):
    """A directory in which files can be made and not removed: what is opened for standard output must not stay there."""
    (place / "g").write_bytes(b"text")
    (place / "spool").mkdir()
    assert run("seal", *WITH_KEY, "g").returncode == 0
    done = run.strace(None, "unlink:error=EPERM", "open", *WITH_KEY, "-o", "-", "g.hlseal", trace="unlink", env={"TMPDIR": str(place / "spool")})
    assert (done.returncode, done.stdout) == (1, b"") and b"g.hlseal: a temporary file: Operation not permitted" in done.stderr
    assert [path.read_bytes() for path in (place / "spool").iterdir()] == [b""]
