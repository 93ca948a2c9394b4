# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The program does its work also where the system starts no thread for it."""
import hashlib
import shutil
import subprocess

import pytest

SHIM = r"""
#include <errno.h>
#include <pthread.h>
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
    (void)thread, (void)attributes, (void)start, (void)argument;
    return EAGAIN;
}
"""


@pytest.fixture
def no_threads(place, monkeypatch):
    """A file of 3 MB, and an environment in which no thread can be started."""
    compiler = shutil.which("cc") or shutil.which("gcc") or pytest.skip("no C compiler")
    (place / "shim.c").write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", "shim.so", "shim.c"], cwd=place, check=True)
    (place / "f").write_bytes(hashlib.shake_128(b"f").digest(3_000_000))
    monkeypatch.setenv("LD_PRELOAD", str(place / "shim.so"))


def test_a_tree_is_read_from_a_pipe(run, place, no_threads):
    message = (place / "f").read_bytes()
    alone = run("kt128", stdin=message)
    done = run("kt128", "-j4", stdin=message)
    assert (done.returncode, done.stderr, done.stdout) == (0, b"", alone.stdout)


def test_several_files(run, place, no_threads):
    done = run("sha256", "-j4", "f", "f", "f")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.split()[0].decode() == hashlib.sha256((place / "f").read_bytes()).hexdigest()


@pytest.mark.parametrize("words", (("sha256", "f"), ("merkle", "root", "f"), ("check", "SUMS", "-a", "sha256")))
def test_nothing_is_drawn_on_a_terminal(run, place, no_threads, words):
    (place / "SUMS").write_text(hashlib.sha256((place / "f").read_bytes()).hexdigest() + "  f\n")
    status, shown = run.terminal(*words)
    assert status == 0 and b"unavailable" not in shown
