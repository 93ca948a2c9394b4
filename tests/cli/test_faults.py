# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What goes wrong outside, as far as it does not stand in fault_table.py: never a digest of bytes that were not all read,
never success when something was lost."""
import hashlib
import os
import subprocess
import time

import pytest

BIG = 1_000_000


@pytest.fixture
def big(place):
    data = hashlib.shake_128(b"big").digest(BIG)
    (place / "big").write_bytes(data)
    (place / "small").write_bytes(b"x")
    old = time.time() - 100
    os.utime(place / "big", (old, old))
    return place / "big"


def digest(data):
    return hashlib.sha256(data).hexdigest().encode()


def fails_alone(done, why, others=1):
    """One file failed, with its reason; the others were done."""
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == others and b"big" not in done.stdout
    assert b"big: " + why in done.stderr


@pytest.mark.parametrize("which", (1, 2))
def test_fstat_errors(run, big, which):
    names = "newfstatat,fstat"
    done = run.strace(big, f"{names}:error=EIO:when={which}", "sha256", str(big), "small", trace=names)
    fails_alone(done, b"Input/output error" if which < 3 else b"")


def test_full_device(run, place):
    (place / "a").write_bytes(b"x")
    for words in ("sha256 a", "sha256 --raw a", "sha256 a a", "sha256 --json a", "list", "targets", "--help", "--version", "sha256 --help",
                  "bench sha256", "selftest", "check SHA256SUMS"):
        (place / "SHA256SUMS").write_bytes(digest(b"x") + b"  a\n")
        done = run.shell(f"$H {words} > /dev/full")
        assert done.returncode == 1 and b"standard output: No space left on device" in done.stderr, words


def test_closed_descriptors_are_not_given_to_files(run, place):
    (place / "a").write_bytes(b"x")
    for closed in ("<&-", "2>&-", "<&- 2>&-", "<&- >&- 2>&-"):
        done = run.shell(f"$H sha256 a {closed}")
        assert done.returncode == (1 if ">&- 2" in closed and "<&- >&-" in closed else 0)
        if done.returncode == 0:
            assert done.stdout == digest(b"x") + b"  a\n"
    assert run.shell("$H sha256 <&-").returncode == 1
    assert run.shell("$H check --status <&- >&- 2>&-").returncode == 1


def test_nothing_to_write_needs_no_output(run, place):
    (place / "a").write_bytes(b"x")
    (place / "SHA256SUMS").write_bytes(digest(b"x") + b"  a\n")
    assert run.shell("$H check --status SHA256SUMS >&-").returncode == 0
    assert run.shell("$H check --quiet SHA256SUMS > /dev/full").returncode == 0


def test_an_error_when_output_is_closed(run, place):
    (place / "a").write_bytes(b"x")
    with (place / "out").open("wb") as out:
        done = run.strace(place / "out", "close:error=ENOSPC:when=1", "sha256", "a", trace="close", stdout=out)
    assert done.returncode == 1 and b"No space left" in done.stderr


def test_short_and_interrupted_writes_go_on(run, place):
    (place / "a").write_bytes(b"x")
    for inject in ("write:error=EINTR:when=1", "write:error=EAGAIN:when=1"):
        with (place / "out").open("wb") as out:
            done = run.strace(place / "out", inject, "sha256", "a", trace="write", stdout=out)
        assert done.returncode == 0 and (place / "out").read_bytes() == digest(b"x") + b"  a\n"


def test_output_that_does_not_block(run, place):
    (place / "f").write_bytes(b"x")
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    process = subprocess.Popen([run.program, "sha256", *["f"] * 5000], stdout=writer, stderr=subprocess.PIPE, cwd=place)
    os.close(writer)
    time.sleep(0.3)
    text = b""
    while piece := os.read(reader, 65536):
        text += piece
    os.close(reader)
    assert process.wait(20) == 0 and text == (digest(b"x") + b"  f\n") * 5000


def test_a_file_that_may_not_be_read(run, place):
    (place / "big").write_bytes(b"x")
    (place / "small").write_bytes(b"x")
    os.chmod(place / "big", 0)
    if os.access(place / "big", os.R_OK):
        pytest.skip("root may read everything")
    fails_alone(run("sha256", "big", "small"), b"Permission denied")


def test_too_little_memory_for_the_whole(run, place):
    with (place / "huge").open("wb") as file:
        file.truncate(4 << 30)
    done = run.shell("ulimit -v 1000000; $H tuplehash128 huge")
    assert done.returncode == 1 and done.stdout == b"" and b"huge: out of memory" in done.stderr


def test_no_thread_to_be_had(run, place):
    for name in "abc":
        (place / name).write_bytes(b"x")
    done = run.shell("ulimit -v 400000; $H sha256 -j 500 a b c")
    digests = done.stdout.count(digest(b"x"))
    assert (done.returncode == 0) == (digests == 3)
    # Memory may be short for some of the files alone. Each of them is then named.
    assert digests in (0, 3) or done.stderr.count(b"hashlane: ") == 3 - digests


@pytest.mark.skipif("HASHLANE_LARGE" not in os.environ, reason="5 GiB: tests/run.py --large")
def test_a_sparse_file_of_5_gib(run, place):
    with (place / "sparse").open("wb") as file:
        file.truncate(5 << 30)
        file.seek((4 << 30) + 5)
        file.write(b"here")
    done = run("sha256", "sparse")
    assert done.returncode == 0
    theirs = subprocess.run(["sha256sum", "sparse"], cwd=place, capture_output=True)
    assert done.stdout == theirs.stdout


def test_progress_is_for_terminals(run, place):
    with (place / "sparse").open("wb") as file:
        file.truncate(1 << 30)
    _, shown = run.terminal("sha3-256", "sparse", stderr_only=True)
    assert b"/s" in shown and b" left" in shown and b" of 1.0 GiB" in shown and shown.rstrip(b"<typed>").endswith(b"\r\x1b[K")
    done = run("sha3-256", "sparse")
    assert done.stderr == b""
