# SPDX-License-Identifier: Apache-2.0 OR MIT
"""digest_files: what digest() gives of the bytes of each file, and an OSError for each that cannot be read."""
import concurrent.futures
import os
import pathlib
import select
import socket

import pytest

import hashlane

ROOM, LEAST, MOST = 256 << 10, 32 << 10, 128  # of files.cpp
SIZES = [0, 1, 8191, 8192, 8193, LEAST - 1, LEAST, ROOM - LEAST, ROOM - LEAST + 1, ROOM - 1, ROOM, ROOM + 1, 3 * ROOM + 5, 5]
NAMES = ["sha256", "sha3-256", "shake128", "kt128", "parallelhash256", "ascon-hash256"]


def made(place, sizes):
    """Files of those sizes, each with bytes of its own."""
    paths = [place / f"{i:04}" for i in range(len(sizes))]
    for i, (path, size) in enumerate(zip(paths, sizes)):
        path.write_bytes(bytes((i * 31 + j * 7) & 0xff for j in range(251)) * (size // 251) + bytes([i & 0xff]) * (size % 251))
        os.utime(path, ns=(1, 10**18 + i))
    return paths


def expected(name, paths, length=None, **options):
    return [(hashlane.digest(name, path.read_bytes(), length, **options), path.stat().st_size, path.stat().st_mtime_ns) for path in paths]


@pytest.mark.parametrize("name", NAMES)
def test_sizes(tmp_path, name):
    paths = made(tmp_path, SIZES + SIZES[::-1])
    wanted = expected(name, paths)
    assert hashlane.digest_files(name, paths) == wanted
    assert hashlane.digest_files(name, (os.fsencode(path) for path in paths)) == wanted
    assert hashlane.digest_files(name, tuple(map(str, paths[::-1])), follow_symlinks=False) == wanted[::-1]
    assert hashlane.digest_files(name, []) == []


@pytest.mark.parametrize("count", [1, 7, 8, 9, MOST - 1, MOST, MOST + 1, 3 * MOST + 2])
def test_many_small_files(tmp_path, count):
    paths = made(tmp_path, [i % 5000 for i in range(count)])
    assert hashlane.digest_files("kt128", paths) == expected("kt128", paths)


def test_options_and_lengths(tmp_path):
    paths = made(tmp_path, [0, 3, 3 * ROOM])
    for name, options in [("kmac128", {"key": b"k"}), ("kt256", {"customization": b"c"}), ("turboshake128", {"domain": 9}),
                          ("parallelhash128", {"parallel_block": 5000}), ("hmac-sha256", {"key": b"k"})]:
        assert hashlane.digest_files(name, paths, **options) == expected(name, paths, **options)
    assert hashlane.digest_files("shake256", paths, 99) == expected("shake256", paths, 99)


def test_files_that_cannot_be_read(tmp_path):
    """Each has its own error, and those around it their digests."""
    good = made(tmp_path, [3, 5000, 2 * ROOM])
    link, pipe, door = tmp_path / "link", tmp_path / "pipe", tmp_path / "socket"
    link.symlink_to(good[0])
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(door))
    bad = {tmp_path / "none": FileNotFoundError, tmp_path: IsADirectoryError, pipe: OSError, door: OSError, good[0] / "x": NotADirectoryError,
           pathlib.Path("/dev/zero"): OSError, link: OSError, tmp_path / ("x" * 300): OSError}
    paths = [one for path in bad for one in (path, *good)]
    found = hashlane.digest_files("kt128", paths, follow_symlinks=False)
    assert [one for path, one in zip(paths, found) if path not in bad] == expected("kt128", good) * len(bad)
    for path, one in zip(paths, found):
        if path in bad:
            assert isinstance(one, bad[path]) and one.filename == path and one.errno and one.strerror, one
    assert "no regular file" in str(found[paths.index(pipe)]) and "no regular file" in str(found[paths.index(pathlib.Path("/dev/zero"))])
    assert hashlane.digest_files("kt128", [link]) == expected("kt128", [good[0]])


def test_nothing_is_read_from_a_pipe_or_terminal(tmp_path):
    """What is in them is there for others, and a pipe without a writer is not waited for."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    [error] = hashlane.digest_files("sha256", [pipe])
    assert error.strerror == "no regular file"
    both = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    main, side = os.openpty()
    os.write(both, b"of the pipe")
    os.write(main, b"of the terminal\n")
    select.select([side], [], [], 10)
    found = hashlane.digest_files("sha256", [pipe, os.ttyname(side)])
    assert [one.strerror for one in found] == ["no regular file"] * 2
    assert os.read(both, 100) == b"of the pipe"
    assert select.select([side], [], [], 0)[0] and os.read(side, 100) == b"of the terminal\n"
    for one in (both, main, side):
        os.close(one)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="the system has no such files")
def test_a_file_whose_size_is_not_known():
    path = pathlib.Path("/proc/sys/kernel/ostype")
    [(digest, size, _)] = hashlane.digest_files("sha256", [path])
    assert path.stat().st_size == 0 and (digest, size) == (hashlane.digest("sha256", path.read_bytes()), len(path.read_bytes()))


def test_wrong_arguments(tmp_path):
    for paths, error in ((3, TypeError), ("text", TypeError), (b"bytes", TypeError), ([3], TypeError), ([None], TypeError),
                         (["a\0b"], ValueError), ([tmp_path, object()], TypeError)):
        with pytest.raises(error):
            hashlane.digest_files("sha256", paths)
    for words, more in (((), {"length": 5}), ((), {"key": b"k"}), ((), {"no_such": 1})):
        with pytest.raises((TypeError, ValueError)):
            hashlane.digest_files("sha256", [tmp_path], *words, **more)
    for name in ("nope", "ascon-aead128", "tuplehash128"):
        with pytest.raises(ValueError):
            hashlane.digest_files(name, [tmp_path])

    class Strange:
        def __bool__(self):
            raise KeyError
    with pytest.raises(KeyError):
        hashlane.digest_files("sha256", [tmp_path], follow_symlinks=Strange())


def test_threads(tmp_path):
    """Several at a time, each with the same files."""
    paths = made(tmp_path, [i * 100 for i in range(300)])
    wanted = expected("kt128", paths)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert all(found == wanted for found in pool.map(lambda _: hashlane.digest_files("kt128", paths), range(8)))


def test_descriptors_are_closed(tmp_path):
    paths = [*made(tmp_path, [1, 2 * ROOM]), tmp_path, tmp_path / "none"]
    hashlane.digest_files("kt128", paths)
    before = len(os.listdir("/dev/fd"))
    for _ in range(50):
        hashlane.digest_files("kt128", paths)
    assert len(os.listdir("/dev/fd")) == before
