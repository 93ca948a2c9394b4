# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Files of 4 MiB and more, which hashlane(1) maps in pieces of 16 MiB: the same digests, and the same errors. A file of tmpfs is
mapped by several threads only; one thread reads it."""
import hashlib
import os
import pathlib
import signal
import subprocess
import tempfile
import time

import pytest

MAPPED, PIECE = 4 << 20, 16 << 20
SIZES = (MAPPED - 1, MAPPED, MAPPED + 1, PIECE, PIECE + 1, 2 * PIECE + 4097)
SLOW = "ascon-hash256"  # of 1 GiB this takes seconds


def message(size):
    return hashlib.shake_128(b"mapped").digest(size)


def is_tmpfs(path):
    """With the program `stat` of Linux; elsewhere False."""
    return subprocess.run(["stat", "-f", "-c", "%T", path], capture_output=True, text=True).stdout == "tmpfs\n"


def skip_where_one_thread_reads(place):
    if is_tmpfs(place):
        pytest.skip("the temporary files are in tmpfs, where one thread reads them")


def usual_signals():
    """Whatever Python does about SIGBUS, the program begins as a shell would begin it."""
    signal.signal(signal.SIGBUS, signal.SIG_DFL)


def blocked_signal():
    usual_signals()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGBUS})


def while_mapped(run, place, act, *words, before=usual_signals):
    """The program, while it looks at `big`, a file of 1 GiB; act gets its process then. (exit status, output, errors)

    before: what the new process does before it becomes the program."""
    skip_where_one_thread_reads(place)
    path = place / "big"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    old = time.time() - 60
    os.utime(path, (old, old))
    process = subprocess.Popen([run.program, *(words or (SLOW, "big"))], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=place,
                               env=run.environment(), preexec_fn=before)
    end = time.monotonic() + 20
    with open(f"/proc/{process.pid}/maps", encoding="utf-8") as maps:
        while f"{path}\n" not in maps.read():
            assert time.monotonic() < end and process.poll() is None
            maps.seek(0)
    act(process)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.mark.parametrize("jobs", ("1", "2"))
def test_every_length_around_a_piece(run, place, jobs):
    for size in SIZES:
        (place / f"f{size}").write_bytes(message(size))
    done = run("sha256", "-j", jobs, *(f"f{size}" for size in SIZES))
    expected = "".join(f"{hashlib.sha256(message(size)).hexdigest()}  f{size}\n" for size in SIZES)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, expected, b"")
    for size in SIZES:
        piped = run("kt128", stdin=message(size)).stdout.split()[0]
        assert run("kt128", "-j", jobs, f"f{size}").stdout.split()[0] == piped


@pytest.fixture
def memory():
    """A folder in tmpfs that is removed."""
    if not is_tmpfs("/dev/shm"):
        pytest.skip("/dev/shm is not tmpfs")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield pathlib.Path(folder)


@pytest.mark.parametrize("jobs", ("1", "2"))
def test_a_file_of_tmpfs(run, memory, jobs):
    for size in SIZES:
        path = memory / f"f{size}"
        path.write_bytes(message(size))
        assert run("sha256", "-j", jobs, path).stdout.split()[0].decode() == hashlib.sha256(message(size)).hexdigest()
        piped = run("kt128", stdin=message(size)).stdout.split()[0]
        assert run("kt128", "-j", jobs, path).stdout.split()[0] == piped


def test_who_maps_a_file_of_tmpfs(run, memory):
    path = memory / "f"
    path.write_bytes(message(PIECE))
    for jobs, call, other in (("1", "read(", "mmap("), ("2", "mmap(", "read(")):
        run.strace(path, "read,mmap:delay_enter=1", "kt128", "-j", jobs, path, trace="read,mmap")
        calls = (run.place / "strace.log").read_text()
        assert call in calls and other not in calls


def test_several_algorithms(run, place):
    data = message(SIZES[-1])
    (place / "f").write_bytes(data)
    words = ("--json", "-a", "kt128,sha256,sha3-256")
    for jobs in ("1", "2"):
        found = run(*words, "-j", jobs, "f").stdout.replace(b'"f"', b'"-"')
        assert found == run(*words, stdin=data).stdout


def test_more_files_than_can_be_mapped_at_once(run, place):
    names = [f"f{i}" for i in range(80)]
    (place / "f0").write_bytes(message(MAPPED))
    for name in names[1:]:
        os.link(place / "f0", place / name)
    digest = hashlib.sha256(message(MAPPED)).hexdigest()
    done = run("sha256", "-j", "80", *names)
    assert (done.returncode, done.stdout.decode()) == (0, "".join(f"{digest}  {name}\n" for name in names))


@pytest.mark.parametrize("algorithm", ("sha256", "kt128"))
@pytest.mark.parametrize("when", (1, 2, 3))
def test_a_file_that_cannot_be_mapped_is_read(run, place, algorithm, when):
    skip_where_one_thread_reads(place)
    path = place / "f"
    path.write_bytes(message(SIZES[-1]))
    good = run(algorithm, "f").stdout
    for jobs in ("1", "2"):
        done = run.strace(path, f"mmap:error=ENOMEM:when={when}", algorithm, "-j", jobs, "f", trace="mmap")
        assert (done.returncode, done.stdout) == (0, good), done.stderr


@pytest.mark.parametrize("words", ((SLOW, "big"), ("-a", f"kt128,{SLOW}", "-j", "2", "big")))
@pytest.mark.parametrize("size", (0, 1, 4096, PIECE, (1 << 30) - 1))
def test_a_file_that_is_cut_short(run, place, size, words):
    status, out, err = while_mapped(run, place, lambda _: os.truncate(place / "big", size), *words)
    assert (status, out, err) == (1, b"", b"hashlane: big: the file shrank while it was read\n")


@pytest.mark.parametrize("words", ((SLOW, "big"), (SLOW, "-j", "2", "big", "small"), ("-a", f"kt128,{SLOW}", "-j", "2", "big")))
def test_a_program_that_begins_with_the_signal_blocked(run, place, words):
    (place / "small").write_bytes(b"")
    status, out, err = while_mapped(run, place, lambda _: os.truncate(place / "big", 1), *words, before=blocked_signal)
    small = run(SLOW, "small").stdout if "small" in words else b""
    assert (status, out, err) == (1, small, b"hashlane: big: the file shrank while it was read\n")


def cut_and_grow(path):
    """The size and the mtime are as before then, and the ctime is not."""
    before = path.stat()
    os.truncate(path, 0)
    time.sleep(0.02)
    os.truncate(path, before.st_size)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_a_file_that_is_cut_short_and_grows_again(run, place):
    status, out, err = while_mapped(run, place, lambda _: cut_and_grow(place / "big"))
    assert (status, out) == (1, b"")
    assert err.startswith((b"hashlane: big: the file was changed while it was read", b"hashlane: big: the file shrank while it was read"))


def test_a_file_that_grows(run, place):
    status, out, err = while_mapped(run, place, lambda _: os.truncate(place / "big", (1 << 30) + 1))
    assert (status, out, err) == (1, b"", b"hashlane: big: the file grew while it was read\n")


def test_a_file_beside_one_that_is_cut_short(run, place):
    (place / "small").write_bytes(message(MAPPED))
    status, out, err = while_mapped(run, place, lambda _: os.truncate(place / "big", 1), SLOW, "-j", "2", "big", "small")
    assert (status, out) == (1, run(SLOW, "small").stdout)
    assert err == b"hashlane: big: the file shrank while it was read\n"


def test_the_signal_from_somebody_else_ends_the_program(run, place):
    status, out, _ = while_mapped(run, place, lambda process: process.send_signal(signal.SIGBUS))
    assert (status, out) == (-signal.SIGBUS, b"")
