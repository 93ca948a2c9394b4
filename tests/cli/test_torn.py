# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A file that changes while it is read gives no digest, no proof and no sealed file, also when its mtime is set back."""
import hashlib
import os
import shutil
import subprocess
import threading
import time

import pytest

BIG = 1_000_000
CHUNK = 4096
KEY = ("--key-file", "key")
MESSAGE = b"changed while it was read: its mtime is as before, its ctime is not"


@pytest.fixture
def big(place):
    """`big`, of several reads, and a minute old."""
    (place / "big").write_bytes(hashlib.shake_128(b"torn").digest(BIG))
    (place / "key").write_bytes(b"k" * 16)
    aged(place / "big")
    return place / "big"


def aged(path):
    old = time.time() - 60
    os.utime(path, (old, old))


def at_both_ends(path):
    """As: touch -r FILE stamp; write at both ends; touch -r stamp FILE."""
    before = path.stat()
    with path.open("r+b") as file:
        file.write(b"other")
        file.seek(-5, os.SEEK_END)
        file.write(b"other")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def at_the_front(path):
    """A part that has been read already."""
    before = path.stat()
    with path.open("r+b") as file:
        file.write(b"other")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def slowly(run, place, path, change, *words, when=2):
    """The program, whose read number `when` of the file begins a second late, in which the file is changed. Of a file that
    one read takes in, the first read ends a second late."""
    log = place / "strace.log"
    log.unlink(missing_ok=True)

    def begun(text):
        return text.count("read(") >= when - 1 and "openat(" in text

    def act():
        end = time.monotonic() + 20
        while time.monotonic() < end and not (log.exists() and begun(log.read_text())):
            time.sleep(0.01)
        time.sleep(0.3)
        change(path)
    thread = threading.Thread(target=act)
    thread.start()
    late = "delay_exit" if when == 1 else "delay_enter"
    done = run.strace(path, f"read:{late}=1s:when={when}", *words, trace="openat,read")
    thread.join()
    return done


def test_a_digest(run, place, big):
    done = slowly(run, place, big, at_both_ends, "sha256", str(big), "key")
    assert done.returncode == 1 and MESSAGE in done.stderr
    assert done.stdout.splitlines() == [hashlib.sha256(b"k" * 16).hexdigest().encode() + b"  key"]


def test_a_file_that_nobody_changes(run, place, big):
    """The control of the others: it is not the slow read that fails."""
    done = slowly(run, place, big, lambda _: None, "sha256", str(big))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.split()[0].decode() == hashlib.sha256(big.read_bytes()).hexdigest()


def test_standard_input(run, place, big):
    def change(path):
        time.sleep(0.3)
        at_both_ends(path)
    thread = threading.Thread(target=change, args=(big,))
    with big.open("rb") as source:
        tool = shutil.which("strace") or pytest.skip("strace is not installed")
        thread.start()
        done = run("sha256", under=[tool, "-f", "-o", place / "log", "-P", str(big), "-etrace=read", "-einject=read:delay_enter=1s:when=2"],
                   stdin_file=source)
        thread.join()
    assert (done.returncode, done.stdout) == (1, b"") and MESSAGE in done.stderr


def test_a_listed_file(run, place, big):
    (place / "SHA256SUMS").write_text(f"{hashlib.sha256(big.read_bytes()).hexdigest()}  {big}\n")
    done = slowly(run, place, big, at_the_front, "check", "SHA256SUMS")
    assert (done.returncode, done.stdout) == (1, f"{big}: FAILED open or read\n".encode()) and MESSAGE in done.stderr


def test_a_list(run, place, big):
    sums = place / "SHA256SUMS"
    sums.write_text(f"{hashlib.sha256(big.read_bytes()).hexdigest()}  big\n")
    aged(sums)
    done = slowly(run, place, sums, at_the_front, "check", str(sums), when=1)
    assert (done.returncode, done.stdout) == (1, b"") and MESSAGE in done.stderr


def test_a_key(run, place, big):
    aged(place / "key")
    done = slowly(run, place, place / "key", at_the_front, "hmac-sha256", "--key-file", str(place / "key"), "big", when=1)
    assert (done.returncode, done.stdout) == (1, b"") and MESSAGE in done.stderr


def test_seal(run, place, big):
    done = slowly(run, place, big, at_both_ends, "seal", *KEY, "--chunk-size", "65536", str(big))
    assert done.returncode == 1 and MESSAGE in done.stderr and not (place / "big.hlseal").exists()


def test_open_looks_whether_its_input_changed(run, place, big):
    """Every part of what was read is authentic, and yet it was not one file."""
    assert run("seal", *KEY, "big").returncode == 0
    big.unlink()
    sealed = place / "big.hlseal"
    aged(sealed)
    done = slowly(run, place, sealed, at_the_front, "open", *KEY, str(sealed), when=4)
    assert done.returncode == 1 and MESSAGE in done.stderr and not big.exists()
    assert run("open", *KEY, "-o", "out", "big.hlseal").returncode == 1  # the change was real


def test_a_merkle_root(run, place, big):
    done = slowly(run, place, big, at_both_ends, "merkle", "root", str(big), when=1)
    assert (done.returncode, done.stdout) == (1, b"") and MESSAGE in done.stderr


def test_a_merkle_proof(run, place, big):
    done = slowly(run, place, big, at_both_ends, "merkle", "prove", "--index", "2", str(big), when=1)
    assert (done.returncode, done.stdout) == (1, b"") and MESSAGE in done.stderr


def test_a_merkle_proof_that_is_checked(run, place, big):
    """Only the beginning of the file is read."""
    proof = run("merkle", "prove", "--chunk", "65536", "--index", "3", "big").stdout
    (place / "proof").write_bytes(proof)
    root = run("merkle", "root", "big").stdout.split()[0].decode()
    assert run("merkle", "verify", "--root", root, "proof", str(big)).returncode == 0
    done = slowly(run, place, big, at_the_front, "merkle", "verify", "--root", root, "proof", str(big))
    assert (done.returncode, done.stdout) == (1, b"") and MESSAGE in done.stderr


def test_a_name_that_is_another_file_now(run, place, big):
    def replace(path):
        (place / "new").write_bytes(path.read_bytes())
        shutil.copystat(path, place / "new")
        os.rename(place / "new", path)
    done = slowly(run, place, big, replace, "sha256", str(big))
    assert (done.returncode, done.stdout) == (1, b"") and b"replaced while it was read" in done.stderr


SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
/* The first time that the clock is asked it stands where the file was changed last, and the file is changed again. */
int clock_gettime(clockid_t id, struct timespec* now) {
    static int asked = 0;
    int (*real)(clockid_t, struct timespec*) = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
    if (id != CLOCK_REALTIME_COARSE || asked++ != 0) return real(id, now);
    struct stat status;
    stat(getenv("SHIM_FILE"), &status);
    *now = status.st_ctim;
    int file = open(getenv("SHIM_FILE"), O_WRONLY | O_APPEND);
    int bad = write(file, "more", 4) != 4;
    close(file);
    return bad ? -1 : 0;
}
"""


def test_a_file_changed_in_this_tick_is_waited_for(run, place, big):
    """A change in the same tick of the clock would leave its times as they are: reading starts in the next tick."""
    compiler = shutil.which("cc") or shutil.which("gcc") or pytest.skip("no C compiler")
    (place / "shim.c").write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", "shim.so", "shim.c", "-ldl"], cwd=place, check=True)
    before = big.read_bytes()
    done = run("sha256", "big", env={"LD_PRELOAD": str(place / "shim.so"), "SHIM_FILE": str(big)})
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.split()[0].decode() == hashlib.sha256(before + b"more").hexdigest()
