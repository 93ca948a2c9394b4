# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Threads: on one object, beside each other, and that the GIL is away when it should be."""
import concurrent.futures
import os
import pickle
import threading
import time

import pytest

import hashlane

THREADS = 8


def together(work):
    """work(i) in eight threads that start at once; their results, or the first exception."""
    barrier = threading.Barrier(THREADS)

    def run(i):
        barrier.wait()
        return work(i)
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


@pytest.mark.parametrize("name, options", [("sha256", {}), ("sha3-256", {}), ("kt128", {}), ("ascon-hash256", {}),
                                           ("hmac-sha256", {"key": b"k"}), ("kmac128", {"key": b"k"})])
def test_eight_threads_on_one_object(name, options):
    pieces = [b"x" * 100, b"x" * 5000, b"x" * 70_000]  # the same bytes in any order
    h = hashlane.new(name, **options)
    rounds = 30

    def hammer(i):
        for n in range(rounds):
            h.update(pieces[(i + n) % 3])
            assert len(h.digest()) == h.digest_size
            h.hexdigest()
            h.copy().update(b"y" * 4000)
    together(hammer)
    whole = sum(len(pieces[(i + n) % 3]) for i in range(THREADS) for n in range(rounds))
    assert h.digest() == hashlane.digest(name, b"x" * whole, **options)


def test_eight_threads_on_one_reader():
    reader = hashlane.shake128(b"seed").reader()
    sizes = [1, 100, 5000]
    got = together(lambda i: [reader.read(sizes[(i + n) % 3]) for n in range(30)])
    whole = hashlane.digest("shake128", b"seed", sum(len(piece) for one in got for piece in one))
    assert sorted(len(p) for one in got for p in one) == sorted(sizes * (THREADS * 10))
    for one in got:  # every piece is one of the stream, none twice
        for piece in one:
            if len(piece) >= 100:
                assert whole.count(piece) == 1


def test_eight_threads_on_one_box():
    aead = hashlane.AsconAEAD128(bytes(16))

    def work(i):
        nonce, text = bytes([i]) * 16, bytes([i]) * (1000 * i)
        for _ in range(20):
            assert aead.decrypt(nonce, aead.encrypt(nonce, text, b"h"), b"h") == text
    together(work)


def test_lists_that_change_meanwhile():
    messages = [bytes([i % 256]) * 3000 for i in range(500)]
    expected = [hashlane.digest("sha256", m) for m in messages]
    done = threading.Event()

    def spoil():
        while not done.is_set():
            messages[:] = messages[::-1]
            messages[:] = messages[::-1]
    spoiler = threading.Thread(target=spoil)
    spoiler.start()
    try:
        for _ in range(20):
            assert sorted(hashlane.digest_many("sha256", messages)) == sorted(expected)
    finally:
        done.set()
        spoiler.join()


def test_buffers_are_held():
    data = bytearray(64 << 20)
    started = threading.Event()

    def work():
        started.set()
        hashlane.digest("sha3-512", data)
    worker = threading.Thread(target=work)
    worker.start()
    started.wait()
    refused = False
    while worker.is_alive() and not refused:
        try:
            data.append(0)
            data.pop()
        except BufferError:
            refused = True
    worker.join()
    assert refused


def gil_is_away(work):
    """Whether another thread gets to run in the middle half of work()."""
    stamps, done = [], threading.Event()

    def stamp():
        while not done.is_set():
            stamps.append(time.perf_counter())
            time.sleep(0.0005)
    other = threading.Thread(target=stamp)
    other.start()
    time.sleep(0.01)
    start = time.perf_counter()
    work()
    taken = time.perf_counter() - start
    done.set()
    other.join()
    assert taken > 0.02, "too quick to tell"
    return sum(taken / 4 < moment - start < taken * 3 / 4 for moment in stamps) >= 3


LARGE = bytes(60_000_000)
MANY = [bytes(1000)] * 60_000
AWAY = {
    "update": lambda: hashlane.sha3_512().update(LARGE),
    "digest": lambda: hashlane.digest("sha3-512", LARGE),
    "long output": lambda: hashlane.shake256().digest(20_000_000),
    "read": lambda: hashlane.shake256().reader().read(20_000_000),
    "encrypt": lambda: hashlane.AsconAEAD128(bytes(16)).encrypt(bytes(16), LARGE[:20_000_000]),
    "digest_many": lambda: hashlane.digest_many("sha3-512", LARGE, width=60),
    "pbkdf2": lambda: hashlane.pbkdf2_hmac("sha512", b"p", b"s", 100_000),
}


@pytest.mark.parametrize("what", AWAY)
def test_the_gil_is_away(what):
    assert gil_is_away(AWAY[what])


def test_the_gil_stays_for_python_code():
    """The control: the same measurement of one call that holds it."""
    assert not gil_is_away(lambda: sum(range(8_000_000)))


def test_children_of_a_fork_have_threads_too():
    messages = [bytes([i % 256]) * 3000 for i in range(3000)]
    expected = hashlane.digest_many("sha3-256", messages, threads=2)
    child = os.fork()
    if child == 0:
        good = hashlane.digest_many("sha3-256", messages, threads=2) == expected
        os._exit(0 if good else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_functions_can_be_sent_to_other_processes():
    for function in (hashlane.sha256, hashlane.digest, hashlane.hkdf_sha256):
        assert pickle.loads(pickle.dumps(function)) is function
