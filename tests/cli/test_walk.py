# SPDX-License-Identifier: Apache-2.0 OR MIT
"""-r: every file under a directory, once, always in the same order."""
import hashlib
import os
import socket

import pytest


def names(done):
    return [line.split(b"  ", 1)[1].decode() for line in done.stdout.splitlines()]


def tree(place, *paths):
    for path in paths:
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(path.encode())


def test_a_directory_without_r_is_an_error(run, place):
    tree(place, "d/a", "b")
    done = run("sha256", "d", "b")
    assert done.returncode == 1 and names(done) == ["b"] and b"d: Is a directory" in done.stderr


def test_the_order_is_that_of_bytes(run, place):
    tree(place, "d/b", "d/a/z", "d/a.c", "d/a/y/x", "d/B", "d/.hidden", "d/ü", "d/z/1", "d/z/10", "d/z/2")
    expected = ["d/.hidden", "d/B", "d/a/y/x", "d/a/z", "d/a.c", "d/b", "d/z/1", "d/z/10", "d/z/2", "d/ü"]
    for words in (("d",), ("d/",), ("-j3", "d")):
        done = run("sha256", "-r", *words)
        assert done.returncode == 0 and names(done) == expected
    digests = dict(zip(names(done), (line.split()[0].decode() for line in done.stdout.splitlines())))
    assert digests == {name: hashlib.sha256(name.encode()).hexdigest() for name in expected}


def test_files_and_directories_together(run, place):
    tree(place, "d/a", "f")
    assert names(run("sha256", "-r", "f", "d", "-", stdin=b"x")) == ["f", "d/a", "-"]


def test_links(run, place):
    tree(place, "d/file", "elsewhere/other")
    (place / "d/loop").symlink_to(".")
    (place / "d/up").symlink_to("..")
    (place / "d/self").symlink_to("self")
    (place / "d/dangling").symlink_to("nowhere")
    (place / "d/dir").symlink_to("../elsewhere")
    (place / "d/link").symlink_to("file")
    done = run("sha256", "-r", "d", timeout=20)
    assert names(done) == ["d/file", "d/link"] and done.returncode == 1
    assert b"d/dangling: No such file" in done.stderr and b"d/self: Too many levels" in done.stderr
    assert len(done.stderr.splitlines()) == 2


def test_a_link_to_a_directory_as_operand_is_followed(run, place):
    tree(place, "d/a")
    (place / "link").symlink_to("d")
    assert names(run("sha256", "-r", "link")) == ["link/a"]


def test_a_made_up_file_that_has_new_times_whenever_its_name_is_looked_up(run):
    if not os.path.exists("/proc/net/dev"):
        pytest.skip("there is no /proc/net/dev")
    done = run("sha256", "/proc/net/dev")
    assert (done.returncode, done.stderr, names(done)) == (0, b"", ["/proc/net/dev"])


def test_special_files_are_named_and_do_not_block(run, place):
    tree(place, "d/a", "d/z")
    os.mkfifo(place / "d/fifo")
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(place / "d/socket"))
    done = run("sha256", "-r", "d", timeout=20)
    server.close()
    assert names(done) == ["d/a", "d/z"] and done.returncode == 1
    assert b"d/fifo: it is a named pipe" in done.stderr and b"d/socket: it is a socket" in done.stderr


def test_an_unreadable_directory(run, place):
    tree(place, "d/a", "d/closed/b", "d/z")
    done = run.strace(place / "d/closed", "openat:error=EACCES:when=1", "sha256", "-r", str(place / "d"), trace="openat")
    assert done.returncode == 1 and len(names(done)) == 2 and b"d/closed: Permission denied" in done.stderr


def test_an_error_while_a_directory_is_read(run, place):
    tree(place, "d/a", "d/b", "z")
    done = run.strace(place / "d", "getdents64:error=EIO:when=1", "sha256", "-r", str(place / "d"), str(place / "z"), trace="getdents64")
    assert done.returncode == 1 and b"d: Input/output error" in done.stderr and [n.split("/")[-1] for n in names(done)] == ["z"]


def test_an_empty_directory(run, place):
    (place / "d").mkdir()
    done = run("sha256", "-r", "d")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_deep_tree(run, place):
    path = place
    for _ in range(300):
        path = path / "d"
        path.mkdir()
    (path / "f").write_bytes(b"x")
    done = run("sha256", "-r", "d")
    assert done.returncode == 0 and names(done) == ["/".join(["d"] * 300 + ["f"])]


def test_a_tree_deeper_than_a_path_can_name(run, place):
    start = os.getcwd()
    try:
        os.chdir(place)
        for _ in range(30):
            os.mkdir("n" * 200)
            os.chdir("n" * 200)
    finally:
        os.chdir(start)
    (place / "z").write_bytes(b"x")
    done = run("sha256", "-r", ".")
    assert done.returncode == 1 and b"File name too long" in done.stderr and names(done) == ["./z"]


def test_many_files(run, place):
    tree(place, *(f"d/{i:05d}" for i in range(3000)))
    done = run("sha256", "-r", "-j2", "d")
    assert done.returncode == 0 and names(done) == [f"d/{i:05d}" for i in range(3000)]


def test_a_list_among_the_files_it_lists(run, place):
    tree(place, "d/a", "d/z")
    done = run.shell("cd d && $H sha256 -r . > SHA256SUMS && $H check --extra . SHA256SUMS")
    assert (done.returncode, done.stdout) == (0, b"./a: OK\n./z: OK\n")
    done = run.shell("cd d && $H check -a sha256 --extra . < SHA256SUMS; cat SHA256SUMS | $H check -a sha256 --quiet --extra .")
    assert (done.returncode, done.stdout) == (1, b"./a: OK\n./z: OK\n./SHA256SUMS: EXTRA\n")


def test_output_into_an_input_is_an_error(run, place):
    tree(place, "a", "b")
    done = run.shell("$H sha256 a b >> a; echo $?; cat a")
    assert done.stdout.startswith(b"1\na") and b"a: the output goes there" in done.stderr and done.stdout.endswith(b"  b\n")


@pytest.mark.parametrize("words", ("seal -o - f >> f", "seal - < f >> f", "seal < f 1<> f", "open -o - f >> f", "open < f >> f"))
def test_a_sealed_file_into_its_input_is_an_error(run, place, words):
    (place / "key").write_bytes(bytes(16))
    (place / "f").write_bytes(run("seal", "--key-file", "key", "--chunk-size", "4096", stdin=bytes(20000)).stdout)
    data = (place / "f").read_bytes()
    verb, rest = words.split(maxsplit=1)
    done = run.shell(f"ulimit -f 10000; timeout 20 $H {verb} --key-file key {rest}")
    assert done.returncode == 1 and done.stderr.endswith(b": the output goes there\n") and (place / "f").read_bytes() == data
