# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What goes wrong outside: never a digest of bytes that were not all read, never success when something was lost."""
import hashlib
import os
import subprocess
import threading
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


@pytest.mark.parametrize("jobs", ("-j1", "-j2"))
@pytest.mark.parametrize("when", (1, 2, 3, 4))
@pytest.mark.parametrize("error,text", (("EIO", b"Input/output error"), ("EISDIR", b"Is a directory"), ("ESTALE", b"Stale file handle")))
def test_read_errors(run, big, place, when, error, text, jobs):
    fails_alone(run.strace(big, f"read:error={error}:when={when}", "sha256", jobs, str(big), "small"), text)


def test_a_read_error_in_the_only_file_on_threads(run, big):
    done = run.strace(big, "read:error=EIO:when=2", "kt128", "-j2", str(big))
    assert (done.returncode, done.stdout) == (1, b"") and b"Input/output error" in done.stderr


def test_a_read_error_on_standard_input(run, big):
    with big.open("rb") as file:
        done = run.strace(big, "read:error=EIO:when=2", "sha256", stdin_file=file)
    assert (done.returncode, done.stdout) == (1, b"") and b"-: Input/output error" in done.stderr


def test_a_read_error_with_several_algorithms(run, big):
    fails_alone(run.strace(big, "read:error=EIO:when=3", "-a", "sha256,sha3-256", str(big), "small"), b"Input", others=2)


@pytest.mark.parametrize("when", ("1", "2", "1..3", "2+2"))
def test_interrupted_reads_go_on(run, big, when):
    done = run.strace(big, f"read:error=EINTR:when={when}", "sha256", str(big))
    assert done.returncode == 0 and done.stdout.split()[0] == digest(big.read_bytes())


def test_an_end_that_comes_too_early(run, big):
    fails_alone(run.strace(big, "read:retval=0:when=2", "sha256", str(big), "small"), b"read 262144 bytes of a file of 1000000")


@pytest.mark.parametrize("error,text", (("EACCES", b"Permission denied"), ("EMFILE", b"Too many open files"), ("ELOOP", b"Too many levels of symbolic links"),
                                        ("ENXIO", b"No such device"), ("ETIMEDOUT", b"Connection timed out")))
def test_open_errors(run, big, error, text):
    done = run.strace(big, f"openat:error={error}", "sha256", str(big), "small", trace="openat")
    fails_alone(done, text)


def test_an_interrupted_open_goes_on(run, big):
    done = run.strace(big, "openat:error=EINTR:when=1..2", "sha256", str(big), trace="openat")
    assert done.returncode == 0 and done.stdout.split()[0] == digest(big.read_bytes())


@pytest.mark.parametrize("which", (1, 2))
def test_fstat_errors(run, big, which):
    names = "newfstatat,fstat"
    done = run.strace(big, f"{names}:error=EIO:when={which}", "sha256", str(big), "small", trace=names)
    fails_alone(done, b"Input/output error" if which < 3 else b"")


CHANGES = {
    "shrank": lambda f: os.truncate(f, BIG // 2),
    "shrank to nothing": lambda f: os.truncate(f, 0),
    "grew": lambda f: f.open("ab").write(b"more"),
    "written to": lambda f: (lambda h: (h.seek(0), h.write(b"other"), h.close()))(f.open("r+b")),
    "replaced": lambda f: (f.with_name("new").write_bytes(f.read_bytes()), os.rename(f.with_name("new"), f)),
    "removed": lambda f: f.unlink(),
}


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize("when", (2, 5))  # in the middle; after the last byte, before the end is seen
def test_a_file_that_changes_while_it_is_read(run, big, place, kind, when):
    log = place / "strace.log"

    def change():
        end = time.monotonic() + 20
        while time.monotonic() < end and not (log.exists() and log.read_text().count("read(") >= when - 1):
            time.sleep(0.01)
        time.sleep(0.1)
        CHANGES[kind](big)
    changer = threading.Thread(target=change)
    changer.start()
    done = run.strace(big, f"read:delay_enter=1s:when={when}", "sha256", str(big), "small")
    changer.join()
    fails_alone(done, b"")
    assert kind.split()[0].encode() in done.stderr


def test_full_device(run, place):
    (place / "a").write_bytes(b"x")
    for words in ("sha256 a", "sha256 --raw a", "sha256 a a", "sha256 --json a", "list", "targets", "--help", "--version", "sha256 --help",
                  "bench sha256", "selftest", "check SHA256SUMS"):
        (place / "SHA256SUMS").write_bytes(digest(b"x") + b"  a\n")
        done = run.shell(f"$H {words} > /dev/full")
        assert done.returncode == 1 and b"standard output: No space left on device" in done.stderr, words


def test_closed_standard_output(run, place):
    (place / "a").write_bytes(b"x")
    done = run.shell("$H sha256 a >&-")
    assert done.returncode == 1 and b"standard output: Bad file descriptor" in done.stderr
    assert (place / "a").read_bytes() == b"x"


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


def test_a_reader_that_goes_away(run, place):
    (place / "a").write_bytes(b"x")
    done = run.shell("set -o pipefail; $H sha256 a a a a | true; echo ${PIPESTATUS[0]}")
    # the pipe may hold all of it before `true` ends, hence many lines
    done = run.shell("(sleep 0.3; for i in $(seq 300); do echo a; done | xargs $H sha256) 2> err | true; echo ${PIPESTATUS[0]}; cat err")
    assert done.stdout.split()[0] != b"0" and b"Broken pipe" in done.stdout


@pytest.mark.parametrize("error,text", (("EIO", b"Input/output error"), ("ENOSPC", b"No space left"), ("EDQUOT", b"quota")))
def test_write_errors(run, place, error, text):
    (place / "a").write_bytes(b"x")
    with (place / "out").open("wb") as out:
        done = run.strace(place / "out", f"write:error={error}:when=1", "sha256", "a", trace="write", stdout=out)
    assert done.returncode == 1 and b"standard output: " in done.stderr and text in done.stderr


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


def test_input_that_does_not_block(run, place):
    """A pipe in O_NONBLOCK mode, as an earlier program may have left it."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    process = subprocess.Popen([run.program, "sha256"], stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(reader)
    for piece in (b"a" * 70000, b"b" * 10, b"c"):
        time.sleep(0.1)
        os.write(writer, piece[:60000])
    os.close(writer)
    out, err = process.communicate(timeout=20)
    assert out.split()[0] == digest(b"a" * 60000 + b"b" * 10 + b"c") and err == b""


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


def test_a_fifo_is_read_to_its_end(run, place):
    os.mkfifo(place / "fifo")
    writer = threading.Thread(target=lambda: (place / "fifo").write_bytes(b"y" * 300000))
    writer.start()
    done = run("sha256", "fifo")
    writer.join()
    assert done.stdout.split()[0] == digest(b"y" * 300000)


def test_pseudo_files_without_a_size(run):
    done = run("sha256", "/proc/version", "/proc/sys/kernel/ostype", "/dev/null")
    assert done.returncode == 0
    with open("/proc/version", "rb") as file:
        assert done.stdout.split()[0] == digest(file.read())
    assert done.stdout.splitlines()[2].split()[0] == digest(b"")


def test_pseudo_files_with_a_wrong_size(run):
    path = "/sys/kernel/mm/transparent_hugepage/enabled"  # says 4096, has fewer
    if not os.path.exists(path):
        pytest.skip("no /sys here")
    done = run("sha256", path)
    with open(path, "rb") as file:
        assert done.returncode == 0 and done.stdout.split()[0] == digest(file.read())


def test_a_file_that_may_not_be_read(run, place):
    (place / "big").write_bytes(b"x")
    (place / "small").write_bytes(b"x")
    os.chmod(place / "big", 0)
    if os.access(place / "big", os.R_OK):
        pytest.skip("root may read everything")
    fails_alone(run("sha256", "big", "small"), b"Permission denied")


def test_absent_files_and_odd_paths(run, place):
    (place / "small").write_bytes(b"x")
    done = run("sha256", "absent", "small/", "small", "small/x")
    assert done.returncode == 1 and len(done.stdout.splitlines()) == 1
    assert b"absent: No such file" in done.stderr and done.stderr.count(b"Not a directory") == 2


def test_too_little_memory_for_the_whole(run, place):
    with (place / "huge").open("wb") as file:
        file.truncate(4 << 30)
    done = run.shell("ulimit -v 1000000; $H tuplehash128 huge")
    assert done.returncode == 1 and done.stdout == b"" and b"huge: out of memory" in done.stderr


def test_no_thread_to_be_had(run, place):
    for name in "abc":
        (place / name).write_bytes(b"x")
    done = run.shell("ulimit -v 400000; $H sha256 -j 500 a b c")
    assert done.stdout.count(digest(b"x")) in (0, 3) and (done.returncode == 0) == (done.stdout.count(digest(b"x")) == 3)


def test_a_terminating_signal_leaves_no_digest(run, place):
    reader, writer = os.pipe()
    process = subprocess.Popen([run.program, "sha256"], stdin=reader, stdout=subprocess.PIPE)
    os.close(reader)
    os.write(writer, b"part")
    time.sleep(0.2)
    process.terminate()
    out, _ = process.communicate(timeout=20)
    os.close(writer)
    assert process.returncode != 0 and out == b""


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
