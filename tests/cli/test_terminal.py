# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is drawn on a terminal, and what is not; that the terminal is asked for nothing in vain."""
import hashlib
import os
import pty
import select
import subprocess
import threading
import time

import pytest

WITH_KEY = ("--key-file", "key")
FAST = ("--iterations", "1000")


@pytest.fixture
def sparse(place):
    """A file that takes longer than the second in which nothing is drawn."""
    with (place / "sparse").open("wb") as file:
        file.truncate(1 << 30)
    return place / "sparse"


def slowly_typed(run, place, *words, seconds=2.5):
    """The program reads the terminal, where somebody types a line, thinks, and ends the input. What was shown."""
    master, slave = pty.openpty()
    process = subprocess.Popen([run.program, *words], stdin=slave, stdout=slave, stderr=slave, cwd=place, env=run.environment())
    os.close(slave)
    shown, end, ended = b"", time.monotonic() + seconds, False
    os.write(master, b"half a li")
    while True:
        if time.monotonic() > end and not ended:
            os.write(master, b"ne\n\x04")
            ended = True
        if not select.select([master], [], [], 0.05)[0]:
            assert time.monotonic() < end + 60
            continue
        try:
            shown += os.read(master, 65536)
        except OSError:
            break
    os.close(master)
    return process.wait(30), shown


def test_no_progress_over_what_somebody_types(run, place):
    for words in (("kt128",), ("kt128", "-"), ("kt128", "/dev/stdin"), ("merkle", "root")):
        status, shown = slowly_typed(run, place, *words)
        assert status == 0 and shown.startswith(b"half a line\r\n") and b"B/s" not in shown and b"\033" not in shown, words


def test_progress_beside_the_digest_of_what_was_typed(run, place, sparse):
    """The control: when the terminal is not read any more, progress is drawn."""
    status, shown = slowly_typed(run, place, "sha3-256", "-", "sparse", seconds=1.5)
    assert status == 0 and b"B/s" in shown and shown.startswith(b"half a line\r\n")


@pytest.mark.parametrize("words,drawn", ((("sha3-256", "-z"), False), (("sha3-256",), True)))
def test_no_progress_over_a_line_that_has_not_ended(run, place, sparse, words, drawn):
    (place / "a").write_bytes(b"a")
    status, shown = run.terminal(*words, "a", "sparse")
    first = shown.split(b"  a", 1)[1]
    assert status == 0 and (b"B/s" in first) == drawn
    if not drawn:
        assert b"\r\033" not in first.split(b"sparse")[0]


def test_progress_stays_within_its_line(run, place, sparse):
    """A line that a narrow terminal breaks would not be wiped."""
    master, slave = pty.openpty()
    subprocess.run(["stty", "cols", "12"], stdin=slave, check=True)
    process = subprocess.Popen([run.program, "sha3-256", "sparse"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=slave,
                               cwd=place, env=run.environment())
    os.close(slave)
    shown = b""
    while True:
        try:
            shown += os.read(master, 65536)
        except OSError:
            break
    os.close(master)
    drawn = [line.removesuffix(b"\033[K") for line in shown.split(b"\r")]
    assert process.wait(60) == 0 and max(map(len, drawn)) == 11


def drawn_lines(run, place, slow, *words, columns=80, part=b"B/s"):
    """What was drawn on a terminal of so many columns. The pipes of `slow` end when `part` has been drawn twice."""
    master, slave = pty.openpty()
    subprocess.run(["stty", "cols", str(columns)], stdin=slave, check=True)
    process = subprocess.Popen([run.program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=slave, cwd=place,
                               env=run.environment())
    os.close(slave)
    shown = b""
    while True:
        try:
            shown += os.read(master, 65536)
            if shown.count(part) > 1:
                slow.drawn.set()
        except OSError:
            break
    os.close(master)
    assert process.wait(60) == 0
    return [line.removesuffix(b"\033[K").decode() for line in shown.split(b"\r") if b"B/s" in line]


@pytest.fixture
def slow(place):
    """Makes pipes of these names, each of which gives a few bytes, waits until progress has been drawn, and ends."""
    writers = []
    drawn = threading.Event()

    def feed(path):
        with path.open("wb", buffering=0) as pipe:
            pipe.write(b"abc")
            drawn.wait(60)

    def make(*names):
        for name in names:
            os.mkfifo(place / name)
            writers.append(threading.Thread(target=feed, args=(place / name,), daemon=True))
            writers[-1].start()
    make.drawn = drawn
    yield make
    drawn.set()
    for writer in writers:
        writer.join(30)


LIST = hashlib.sha3_256(b"abc").hexdigest() + "  slow\n"


@pytest.mark.parametrize("words", (("sha3-256", "slow"), ("sha3-256", "a", "slow", "b"), ("merkle", "root", "slow"), ("check", "-a", "sha3-256", "list"),
                                   ("seal", *WITH_KEY, "slow")), ids=lambda words: " ".join(words[:3]))
def test_progress_names_the_file(run, place, slow, words):
    for name, data in (("a", b"a"), ("b", b"b"), ("key", b"k" * 16), ("list", LIST.encode())):
        (place / name).write_bytes(data)
    slow("slow")
    *lines, last = drawn_lines(run, place, slow, *words)
    assert lines and all(line.endswith("  slow") for line in lines)
    assert last.endswith("  slow") or last.startswith("3 B")  # drawn when the pipe had just been closed


def test_progress_of_several_files_at_once(run, place, slow):
    slow("slow", "two", "three")
    lines = drawn_lines(run, place, slow, "sha3-256", "-j3", "slow", "two", "three", part=b" and 2 more")
    assert any(line.endswith(" and 2 more") for line in lines)


@pytest.mark.parametrize("name,columns", (("x" * 200, 80), ("\u0436" * 100, 80), ("\u4e2d" * 60, 81), ("line\nbreak\033[31m", 100)))
def test_a_long_or_odd_name_stays_within_the_line(run, place, slow, name, columns):
    slow(name)
    lines = drawn_lines(run, place, slow, "sha3-256", name, columns=columns)
    if lines[-1].startswith("3 B") and len(lines) > 1:
        lines.pop()  # drawn when the pipe had just been closed
    for line in lines:
        assert sum(1 if c.isascii() else 2 for c in line) < columns and line.isprintable()
        assert (line.endswith(name[-3:]) and "  ..." in line) or "\\x1b" in line


@pytest.mark.parametrize("verb,source,target", (("seal", "f", "f.hlseal"), ("open", "f.hlseal", "f")))
def test_the_output_is_looked_at_before_the_terminal_is_asked(run, place, verb, source, target):
    (place / "f").write_bytes(b"secret")
    (place / "f.hlseal").write_bytes(b"whatever")
    status, shown = run.terminal(verb, source)
    assert status == 1 and f"{source}: {target}: it exists; --force replaces it".encode() in shown and b"Passphrase" not in shown
    (place / "link").symlink_to("nothing")
    for wrong, why in (("link", b"not a regular file"), ("absent/out", b"No such file"), ("f/out", b"Not a directory")):
        status, shown = run.terminal(verb, "--force", "-o", wrong, source)
        assert status == 1 and why in shown and b"Passphrase" not in shown, wrong
    assert (place / "f").read_bytes() == b"secret" and (place / "f.hlseal").read_bytes() == b"whatever"


def test_the_place_for_what_goes_to_standard_output_too(run, place):
    (place / "f").write_bytes(b"secret")
    (place / "key").write_bytes(b"k" * 16)
    assert run("seal", *WITH_KEY, "f").returncode == 0
    done = run("open", "-o", "-", "f.hlseal", env={"TMPDIR": "/nonexistent"}, start_new_session=True)
    assert done.returncode == 1 and b"a temporary file: No such file" in done.stderr and b"no terminal" not in done.stderr


def test_one_of_two_outputs_is_in_the_way(run, place):
    for name in ("f", "g"):
        (place / name).write_bytes(b"secret")
    (place / "f.hlseal").write_bytes(b"mine")
    status, shown = run.terminal("seal", *FAST, "f", "g", typed=(b"word", b"word"))
    assert status == 1 and shown.index(b"f.hlseal: it exists") < shown.index(b"Passphrase")
    assert (place / "g.hlseal").exists() and (place / "f.hlseal").read_bytes() == b"mine"


def test_a_directory_that_may_not_be_written_to(run, place):
    (place / "d").mkdir()
    (place / "f").write_bytes(b"secret")
    os.chmod(place / "d", 0o500)
    if os.access(place / "d", os.W_OK):
        pytest.skip("root may write everywhere")
    status, shown = run.terminal("seal", "-o", "d/out", "f")
    assert status == 1 and b"Permission denied" in shown and b"Passphrase" not in shown
