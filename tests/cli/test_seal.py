# SPDX-License-Identifier: Apache-2.0 OR MIT
"""seal and open: what comes back, what the file looks like, and every kind of tampering."""
import hashlib
import os
import subprocess
import threading
import time

import pytest

import ascon_seal

KEY = bytes(range(100, 116))
CHUNK = 4096
SMALL = ("--chunk-size", str(CHUNK))
WITH_KEY = ("--key-file", "key")
WITH_PASSPHRASE = ("--passphrase-file", "pass")
FAST = ("--iterations", "1000")


def message(size):
    return hashlib.shake_128(b"seal").digest(size)


@pytest.fixture
def sealed(run, place):
    """A function: seals so many bytes as `f`, gives the sealed bytes, and removes f."""
    (place / "key").write_bytes(KEY)
    (place / "pass").write_bytes(b"correct horse\n")

    def seal(size, *words, name="f"):
        (place / name).write_bytes(message(size))
        done = run("seal", *(words or WITH_KEY), *SMALL, "--force", name)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        (place / name).unlink()
        return (place / f"{name}.hlseal").read_bytes()
    return seal


def refused(run, place, data, why=b"", words=WITH_KEY):
    """No output, no temporary file, a message."""
    (place / "f.hlseal").write_bytes(data)
    before = sorted(os.listdir(place))
    done = run("open", *words, "f.hlseal", timeout=20)
    assert done.returncode == 1 and done.stdout == b"" and b"f.hlseal: " in done.stderr and why in done.stderr, done.stderr
    assert sorted(os.listdir(place)) == before
    return done


@pytest.mark.parametrize("size", (0, 1, 15, 16, 17, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 100, 70000))
def test_what_was_sealed_comes_back(run, place, sealed, size):
    data = sealed(size)
    assert len(data) == 48 + size + 16 * max(1, -(-size // CHUNK))
    done = run("open", *WITH_KEY, "f.hlseal")
    assert (done.returncode, done.stderr) == (0, b"") and (place / "f").read_bytes() == message(size)
    assert (place / "f").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("size", (0, 1, CHUNK, CHUNK + 5, 3 * CHUNK))
def test_the_format_is_that_of_its_description(run, place, sealed, size):
    assert ascon_seal.unseal(sealed(size), KEY) == message(size)
    data = sealed(size, *WITH_PASSPHRASE, *FAST)
    assert ascon_seal.unseal(data, b"correct horse") == message(size)
    assert data[8:16] == bytes([1, 1, 1, 12]) + (1000).to_bytes(4, "little")
    header = ascon_seal.header(1, 13, 7, b"s" * 16, b"n" * 8 + b"\xff" * 8)  # the counter wraps around
    (place / "g.hlseal").write_bytes(ascon_seal.seal(header, b"correct horse", message(20000)))
    assert run("open", *WITH_PASSPHRASE, "g.hlseal").returncode == 0
    assert (place / "g").read_bytes() == message(20000)


def test_no_two_sealed_files_are_alike(sealed):
    one, two = sealed(100), sealed(100, name="g")
    assert one[32:48] != two[32:48] and one[48:] != two[48:]
    one, two = sealed(100, *WITH_PASSPHRASE, *FAST), sealed(100, *WITH_PASSPHRASE, *FAST, name="h")
    assert one[16:32] != two[16:32] and one[32:48] != two[32:48]


def test_pipes(run, place, sealed):
    sealed(0)
    data = run("seal", *WITH_KEY, stdin=message(200000))
    assert data.returncode == 0 and data.stdout[11] == 16
    assert run("open", *WITH_KEY, stdin=data.stdout).stdout == message(200000)
    assert run("open", *WITH_KEY, "-o", "out", stdin=data.stdout).returncode == 0
    assert (place / "out").read_bytes() == message(200000)
    done = run.shell("printf abc | $H seal --key-file key | $H open --key-file key | $H sha256")
    assert done.stdout.split()[0].decode() == hashlib.sha256(b"abc").hexdigest()


def test_nothing_reaches_standard_output_before_all_is_authentic(run, place, sealed):
    data = bytearray(sealed(5 * CHUNK))
    data[-1] ^= 1
    done = run("open", *WITH_KEY, "-", stdin=bytes(data))
    assert (done.returncode, done.stdout) == (1, b"") and b"standard input: " in done.stderr
    (place / "f.hlseal").write_bytes(bytes(data))
    assert run("open", *WITH_KEY, "-o", "-", "f.hlseal").stdout == b""


def test_several_files(run, place, sealed):
    for name in ("f", "g", "h"):
        sealed(1000, name=name)
    data = bytearray((place / "g.hlseal").read_bytes())
    data[60] ^= 1
    (place / "g.hlseal").write_bytes(data)
    done = run("open", *WITH_KEY, "f.hlseal", "g.hlseal", "h.hlseal")
    assert done.returncode == 1 and (place / "f").exists() and (place / "h").exists() and not (place / "g").exists()


# ---- tampering

def test_any_bit_of_the_header(run, place, sealed):
    data = sealed(10)
    for bit in range(48 * 8):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        refused(run, place, bytes(changed))


def test_any_byte_of_a_small_file(run, place, sealed):
    data = sealed(40)
    for at in range(48, len(data)):
        changed = bytearray(data)
        changed[at] ^= 0x10
        refused(run, place, bytes(changed))


def test_bits_here_and_there_of_a_large_file(run, place, sealed):
    data = sealed(3 * CHUNK + 50)
    for chunk in range(4):
        start = 48 + chunk * (CHUNK + 16)
        for at in {start, min(start + CHUNK // 2, len(data) - 1), min(start + CHUNK + 15, len(data) - 1)}:
            changed = bytearray(data)
            changed[at] ^= 0x80
            refused(run, place, bytes(changed), b"chunk %d " % chunk if chunk else b"wrong, or the file has been changed")


def test_truncation_anywhere_in_a_small_file(run, place, sealed):
    data = sealed(20)
    for length in range(len(data)):
        refused(run, place, data[:length])


@pytest.mark.parametrize("cut", (1, 15, 16, 17, 50, 66, 67, 82, CHUNK, CHUNK + 66, CHUNK + 16 + 66, 2 * (CHUNK + 16) + 66))
def test_truncation_of_a_large_file(run, place, sealed, cut):
    refused(run, place, sealed(3 * CHUNK + 50)[:-cut])


@pytest.mark.parametrize("chunks", (1, 2, 3))
def test_truncation_at_the_end_of_a_chunk(run, place, sealed, chunks):
    refused(run, place, sealed(4 * CHUNK)[:48 + chunks * (CHUNK + 16)], b"truncated")


@pytest.mark.parametrize("more", (1, 15, 16, 17, CHUNK, CHUNK + 16))
@pytest.mark.parametrize("size", (0, 50, CHUNK, 2 * CHUNK))
def test_data_after_the_end(run, place, sealed, size, more):
    done = refused(run, place, sealed(size) + b"\0" * more)
    if size % CHUNK == 0 and size:
        assert b"data follows" in done.stderr


def pieces(data):
    return data[:48], [data[i:i + CHUNK + 16] for i in range(48, len(data), CHUNK + 16)]


@pytest.mark.parametrize("order", ((1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2), (3, 0, 1, 2), (0, 0, 1, 2, 3), (0, 1, 1, 3), (0, 2, 3), (1, 2, 3), (0, 1, 2, 3, 3)))
def test_reordered_doubled_and_missing_chunks(run, place, sealed, order):
    head, parts = pieces(sealed(4 * CHUNK))
    refused(run, place, head + b"".join(parts[i] for i in order))


def test_chunks_and_headers_of_another_file_of_the_same_key(run, place, sealed):
    (head, parts), (other_head, others) = pieces(sealed(3 * CHUNK)), pieces(sealed(3 * CHUNK, name="g"))
    for i in range(3):
        refused(run, place, head + b"".join(parts[:i] + [others[i]] + parts[i + 1:]))
    refused(run, place, other_head + b"".join(parts))
    refused(run, place, head + b"".join(parts) + other_head + b"".join(others))


def test_an_empty_last_chunk_that_seal_does_not_write(run, place, sealed):
    sealed(0)
    head = ascon_seal.header(0, 12, 0, bytes(16), b"n" * 16)
    part = b"".join(ascon_seal.aead(KEY, *ascon_seal.chunk_inputs(head, 0, False), message(CHUNK), False))
    end = b"".join(ascon_seal.aead(KEY, *ascon_seal.chunk_inputs(head, 1, True), b"", False))
    refused(run, place, head + part + end, b"truncated")


def test_wrong_keys(run, place, sealed):
    data = sealed(100)
    (place / "key").write_bytes(KEY[:-1] + b"\0")
    refused(run, place, data, b"key or passphrase is wrong")
    data = sealed(100, *WITH_PASSPHRASE, *FAST)
    (place / "pass").write_bytes(b"Correct horse\n")
    refused(run, place, data, b"key or passphrase is wrong", WITH_PASSPHRASE)
    refused(run, place, data, b"sealed with a passphrase")
    refused(run, place, sealed(100), b"sealed with a key file", WITH_PASSPHRASE)


def test_no_sealed_file(run, place, sealed):
    data = sealed(100)
    refused(run, place, b"", b"not a sealed file")
    refused(run, place, b"\x89PNG" + bytes(100), b"not a sealed file")
    refused(run, place, data[:20], b"truncated within its header")
    refused(run, place, data[:8] + b"\2" + data[9:], b"version 2")
    refused(run, place, data.replace(b"HLSEAL\x1a\n", b"HLSEAL\x1a\r\n"), b"not a sealed file")


def test_iterations_are_bounded(run, place, sealed):
    data = sealed(10, *WITH_PASSPHRASE, *FAST)
    for wanted in (0xffffffff, 10_000_001):
        refused(run, place, data[:12] + wanted.to_bytes(4, "little") + data[16:], b"iterations", WITH_PASSPHRASE)
    refused(run, place, data[:12] + bytes(4) + data[16:], b"contradicts", WITH_PASSPHRASE)
    refused(run, place, data, b"forbids", (*WITH_PASSPHRASE, "--max-iterations", "999"))
    assert run("open", *WITH_PASSPHRASE, "--max-iterations", "1000", "f.hlseal").returncode == 0
    for bad in ("0", "999", "10000001", "x"):
        assert run("seal", *WITH_PASSPHRASE, "--iterations", bad, stdin=b"x").returncode == 2


def test_max_iterations_is_heeded(run, place, sealed):
    """At once: this header wants hours of work, which the default would forbid too."""
    data = sealed(10, *WITH_PASSPHRASE, *FAST)
    (place / "f.hlseal").write_bytes(data[:12] + (0xfffffff0).to_bytes(4, "little") + data[16:])
    for words in ((), ("--max-iterations", "1000"), ("--max-iterations", str(0xffffffef))):
        done = run("open", *WITH_PASSPHRASE, *words, "f.hlseal", timeout=10)
        assert done.returncode == 1 and b"its header asks for 4294967280 iterations" in done.stderr and b"forbids" in done.stderr, words
    with pytest.raises(subprocess.TimeoutExpired):  # the control: what is not heeded would not end
        run("open", *WITH_PASSPHRASE, "--max-iterations", str(0xffffffff), "f.hlseal", timeout=3)


def test_chunk_sizes(run, place, sealed):
    sealed(0)
    for bad in ("0", "4095", "5000", "2048", "33554432", "x"):
        done = run("seal", *WITH_KEY, "--chunk-size", bad, stdin=b"x")
        assert (done.returncode, done.stdout) == (2, b"")
    for log2 in (12, 16, 24):
        data = run("seal", *WITH_KEY, "--chunk-size", str(1 << log2), stdin=message(100000))
        assert data.stdout[11] == log2 and run("open", *WITH_KEY, stdin=data.stdout).stdout == message(100000)


# ---- keys

@pytest.mark.parametrize("data", (b"", b"k" * 15, b"k" * 17, b"k" * 32, KEY + b"\n"))
def test_key_files_of_another_size(run, place, data):
    (place / "key").write_bytes(data)
    done = run("seal", *WITH_KEY, stdin=b"x")
    assert (done.returncode, done.stdout) == (1, b"") and b"a key has 16" in done.stderr


def test_passphrase_files(run, place, sealed):
    sealed(10, *WITH_PASSPHRASE, *FAST)
    for same in (b"correct horse", b"correct horse\r\n"):
        (place / "pass").write_bytes(same)
        assert run("open", *WITH_PASSPHRASE, "-o", "-", "f.hlseal").stdout == message(10)
    for bad in (b"", b"\n", b"\r\n", b"one\ntwo\n", b"x" * 5000, b"correct horse\r", b"correct horse\r\r\n", b"correct horse\n\r"):
        (place / "pass").write_bytes(bad)
        assert run("open", *WITH_PASSPHRASE, "-o", "-", "f.hlseal").returncode == 1
    assert run("open", *WITH_PASSPHRASE, *WITH_KEY, "f.hlseal").returncode == 2
    assert run("open", "--key-file", "absent", "f.hlseal").returncode == 1


def test_the_terminal_is_asked(run, place):
    (place / "f").write_bytes(b"secret")
    status, shown = run.terminal("seal", *FAST, "f", typed=(b"pass phrase", b"pass phrase"))
    assert status == 0 and shown.count(b"Passphrase:") == 1 and b"Once more:" in shown and b"pass phrase" not in shown
    (place / "f").unlink()
    status, shown = run.terminal("open", "f.hlseal", typed=(b"pass phrase",))
    assert status == 0 and b"Once more" not in shown and (place / "f").read_bytes() == b"secret"
    (place / "pass").write_bytes(b"pass phrase")
    assert run("open", *WITH_PASSPHRASE, "-o", "-", "f.hlseal").stdout == b"secret"


@pytest.mark.parametrize("verb", ("seal", "open"))
def test_a_missing_file_is_told_before_the_terminal_is_asked(run, place, verb):
    status, shown = run.terminal(verb, "absent.hlseal", typed=(b"word", b"word"))
    assert status == 1 and b"absent.hlseal: No such file" in shown and b"Passphrase" not in shown
    (place / "f").write_bytes(b"secret")
    status, shown = run.terminal("seal", *FAST, "absent", "f", typed=(b"word", b"word"))
    assert status == 1 and shown.index(b"absent: No such file") < shown.index(b"Passphrase")
    assert sorted(os.listdir(place)) == ["f", "f.hlseal"]


def test_the_terminal_is_asked_in_vain(run, place):
    (place / "f").write_bytes(b"secret")
    status, shown = run.terminal("seal", *FAST, "f", typed=(b"one", b"two"))
    assert status == 1 and b"differ" in shown
    status, shown = run.terminal("seal", *FAST, "f", typed=(b"", b""))
    assert status == 1 and b"empty" in shown
    done = run("seal", "f", start_new_session=True)  # no terminal at all
    assert done.returncode == 1 and b"no terminal" in done.stderr
    assert sorted(os.listdir(place)) == ["f"]


def test_a_terminal_gets_no_sealed_file(run, place, sealed):
    sealed(1)
    status, shown = run.terminal("seal", *WITH_KEY, "-o", "-", "key")
    assert status == 2 and b"terminal" in shown


# ---- files

def test_existing_files_are_kept(run, place, sealed):
    sealed(10)
    (place / "f").write_bytes(b"mine")
    done = run("open", *WITH_KEY, "f.hlseal")
    assert done.returncode == 1 and b"f: it exists" in done.stderr and (place / "f").read_bytes() == b"mine"
    before = (place / "f.hlseal").read_bytes()
    assert run("seal", *WITH_KEY, "f").returncode == 1 and (place / "f.hlseal").read_bytes() == before
    assert run("open", *WITH_KEY, "--force", "f.hlseal").returncode == 0 and (place / "f").read_bytes() == message(10)


def test_what_is_no_regular_file_is_never_replaced(run, place, sealed):
    sealed(10)
    (place / "d").mkdir()
    (place / "link").symlink_to("target")
    os.mkfifo(place / "fifo")
    for name in ("d", "link", "fifo", "/dev/null"):
        done = run("open", *WITH_KEY, "--force", "-o", name, "f.hlseal")
        assert done.returncode == 1 and b"not a regular file" in done.stderr
    assert (place / "link").is_symlink() and not (place / "target").exists()


def test_names_of_outputs(run, place, sealed):
    data = sealed(10)
    (place / "other").write_bytes(data)
    done = run("open", *WITH_KEY, "other")
    assert done.returncode == 2 and b"-o names the output" in done.stderr
    assert run("open", *WITH_KEY, "-o", "x", "f.hlseal", "other").returncode == 2
    assert run("open", *WITH_KEY, "-o", "absent/x", "other").returncode == 1
    assert run("open", *WITH_KEY, "-o", "x", "other").returncode == 0
    assert run("seal", *WITH_KEY, "absent").returncode == 1
    assert run("seal", *WITH_KEY, ".").returncode == 1
    (place / ".hlseal").write_bytes(data)
    assert run("open", *WITH_KEY, ".hlseal").returncode == 2


@pytest.mark.parametrize("trace,inject,why", (
    ("read", "read:error=EIO:when=2", b"Input/output error"), ("read", "read:error=EIO:when=4", b"Input/output error"),
    ("read", "read:retval=0:when=2", b"")))
@pytest.mark.parametrize("verb", ("seal", "open"))
def test_read_errors_leave_nothing(run, place, sealed, verb, trace, inject, why):
    sealed(5 * CHUNK)
    (place / "g").write_bytes(message(5 * CHUNK))
    source = {"seal": "g", "open": "f.hlseal"}[verb]
    before = sorted([*os.listdir(place), "strace.log"])
    done = run.strace(place / source, inject, verb, *(SMALL if verb == "seal" else ()), *WITH_KEY, str(place / source), trace=trace)
    assert done.returncode == 1 and why in done.stderr and sorted(os.listdir(place)) == before


@pytest.mark.parametrize("call,error", (("write", "ENOSPC"), ("write", "EIO"), ("fsync", "EIO"), ("renameat2", "EACCES")))
@pytest.mark.parametrize("verb", ("seal", "open"))
def test_write_errors_leave_nothing(run, place, sealed, verb, call, error):
    sealed(3 * CHUNK)
    (place / "g").write_bytes(message(3 * CHUNK))
    before = sorted([*os.listdir(place), "strace.log"])
    source = {"seal": "g", "open": "f.hlseal"}[verb]
    done = run.strace(None, f"{call}:error={error}:when=1", verb, *WITH_KEY, source, trace=call)
    assert done.returncode == 1 and done.stderr.startswith(b"hashlane: ")
    assert sorted(os.listdir(place)) == before


@pytest.mark.parametrize("inject", ("renameat2:error=EINVAL", "fchmod:error=EPERM"))
def test_a_file_system_that_can_do_less(run, place, sealed, inject):
    sealed(100)
    done = run.strace(None, inject, "open", *WITH_KEY, "f.hlseal", trace="renameat2,fchmod")
    assert done.returncode == 0 and (place / "f").read_bytes() == message(100)


def test_standard_output_that_is_full_or_closed(run, place, sealed):
    sealed(100)
    for script in ("$H open --key-file key -o - f.hlseal > /dev/full", "$H open --key-file key -o - f.hlseal >&-",
                   "$H seal --key-file key < key > /dev/full", "$H seal --key-file key < key >&-"):
        done = run.shell(script)
        assert done.returncode == 1 and b"standard output" in done.stderr


def test_no_place_for_the_temporary_file(run, place, sealed):
    sealed(100)
    done = run("open", *WITH_KEY, "-o", "-", "f.hlseal", env={"TMPDIR": "/nonexistent"})
    assert (done.returncode, done.stdout) == (1, b"") and b"a temporary file" in done.stderr


def test_a_file_that_grows_while_it_is_sealed(run, place, sealed):
    sealed(1)
    (place / "g").write_bytes(message(CHUNK))
    def grow():
        end = time.monotonic() + 20
        log = place / "strace.log"
        while time.monotonic() < end and not (log.exists() and "read(" in log.read_text()):
            time.sleep(0.01)
        time.sleep(0.1)
        with (place / "g").open("ab") as file:
            file.write(b"x" * 10)
    thread = threading.Thread(target=grow)
    thread.start()
    done = run.strace(place / "g", "read:delay_enter=1s:when=2", "seal", *WITH_KEY, *SMALL, str(place / "g"))
    thread.join()
    assert done.returncode == 1 and b"grew" in done.stderr and not (place / "g.hlseal").exists()
