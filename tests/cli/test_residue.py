# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Keys and passphrases are not in memory any more when the program ends, whatever ends it."""
import hashlib
import os
import pathlib
import signal
import time

import pytest

import last_look

PHRASE = b"Vq7-unlikely-words-9xK4-in-any-memory"
OTHER = b"Zt3-quite-another-one-5bW8-typed-here"
KEY = hashlib.shake_128(b"residue").digest(16)
FAST = ("--iterations", "1000")


@pytest.fixture
def start(run, place):
    """A function: starts hashlane with these words. `found` of what it gives: secrets that were there at its end."""
    (place / "f").write_bytes(b"text" * 3000)
    (place / "key").write_bytes(KEY)

    def begin(*words, secrets=(PHRASE, OTHER), whole=False):
        found = []
        secrets = list(secrets)

        def look(pid):
            looked.append(pid)
            found.extend(secret for secret in secrets if last_look.finds(pid, secret, len(secret) if whole else last_look.WINDOW))
        looked = []
        traced = last_look.Traced([run.program, *words], place, run.environment(), look)
        traced.found, traced.looked, traced.secrets = found, looked, secrets
        return traced
    return begin


def ends_clean(traced, status):
    assert traced.wait() == status, traced.shown
    assert traced.looked, "its memory was not looked at"
    assert traced.found == []


def test_a_secret_that_is_in_use_is_found(start):
    """The control of all the others."""
    traced = start("seal", *FAST, "f")
    traced.asked(b"Passphrase: ")
    assert not last_look.finds(traced.pid, PHRASE)
    traced.type(PHRASE + b"\n")
    traced.asked(b"Once more: ")
    assert last_look.finds(traced.pid, PHRASE) and not last_look.finds(traced.pid, OTHER)
    traced.type(PHRASE + b"\n")
    ends_clean(traced, 0)


def test_a_key_that_is_in_use_is_found(start):
    traced = start("seal", "--key-file", "key", "-o", "out", secrets=[KEY])
    end = time.monotonic() + 30
    while not last_look.finds(traced.pid, KEY):
        assert time.monotonic() < end
        traced.step()
    traced.type(b"text\n\x04")
    ends_clean(traced, 0)


def test_passphrases_that_differ(start):
    traced = start("seal", *FAST, "f")
    traced.asked(b"Passphrase: ")
    traced.type(PHRASE + b"\n")
    traced.asked(b"Once more: ")
    traced.type(OTHER + b"\n")
    ends_clean(traced, 1)
    assert b"differ" in traced.shown


@pytest.mark.parametrize("which", ("first", "second"))
def test_a_prompt_that_fails(start, which):
    """A line that is too long: a terminal gives it when it comes in two pieces, of which the first has no end of line."""
    traced = start("seal", *FAST, "f")
    traced.asked(b"Passphrase: ")
    if which == "second":
        traced.type(PHRASE + b"\n")
        traced.asked(b"Once more: ")
    traced.type((OTHER * 200)[:4000] + b"\x04")
    time.sleep(0.3)
    traced.type((PHRASE * 20)[:200] + b"\n")
    ends_clean(traced, 1)
    assert b"too long" in traced.shown


@pytest.mark.parametrize("name", ("INT", "TERM", "HUP", "QUIT", "PROF", "ABRT"))
def test_a_prompt_that_is_interrupted(start, name):
    traced = start("seal", *FAST, "f")
    traced.asked(b"Passphrase: ")
    traced.type(PHRASE + b"\n")
    traced.asked(b"Once more: ")
    os.kill(traced.pid, getattr(signal, "SIG" + name))
    ends_clean(traced, -getattr(signal, "SIG" + name))


def test_a_stretching_that_is_interrupted(start):
    """The passphrase as a whole is wiped. A part of it may be in registers, and so on the stack, as long as PBKDF2 works:
    the manual says so."""
    traced = start("seal", "--iterations", "10000000", "f", whole=True)
    traced.asked(b"Passphrase: ")
    traced.type(PHRASE + b"\n")
    traced.asked(b"Once more: ")
    traced.type(PHRASE + b"\n")
    end = time.monotonic() + 0.3
    traced.until(lambda _: time.monotonic() > end)
    os.kill(traced.pid, signal.SIGINT)
    ends_clean(traced, -signal.SIGINT)


def derived(place):
    header = (place / "f.hlseal").read_bytes()[:48]
    return hashlib.pbkdf2_hmac("sha256", PHRASE, header[16:32], int.from_bytes(header[12:16], "little"), 16)


def test_a_passphrase_and_its_key_after_seal_and_open(start, run, place):
    (place / "pass").write_bytes(PHRASE)
    assert run("seal", *FAST, "--passphrase-file", "pass", "f").returncode == 0
    traced = start("open", "-o", "out", "f.hlseal", secrets=[PHRASE, derived(place)])
    traced.asked(b"Passphrase: ")
    traced.type(PHRASE + b"\n")
    ends_clean(traced, 0)
    data = bytearray((place / "f.hlseal").read_bytes())
    data[-1] ^= 1
    (place / "f.hlseal").write_bytes(data)
    traced = start("open", "--force", "f.hlseal", secrets=[PHRASE, derived(place)])
    traced.asked(b"Passphrase: ")
    traced.type(PHRASE + b"\n")
    ends_clean(traced, 1)


@pytest.mark.parametrize("words,status", ((("seal", "f"), 0), (("seal", "-o", "out", "."), 1),
                                          (("hmac-sha256", "f"), 0), (("kmac128", "f", "absent"), 1)))
def test_a_key_of_a_file(start, words, status):
    ends_clean(start(words[0], "--key-file", "key", *words[1:], secrets=[KEY]), status)


def test_opening_with_a_key_of_a_file(start, run, place):
    assert run("seal", "--key-file", "key", "f").returncode == 0
    traced = start("open", "--key-file", "key", "-o", "out", "f.hlseal", secrets=[KEY])
    ends_clean(traced, 0)


def limits_of_core_dumps(pid):
    limits = pathlib.Path(f"/proc/{pid}/limits").read_text()
    return [line.split()[4:6] for line in limits.splitlines() if line.startswith("Max core file size")]


def test_no_core_dump_with_a_secret_in_it(start):
    """A limit of 1 byte forbids files and pipes (core(5)); 0 would let pipes through."""
    traced = start("seal", *FAST, "f")
    traced.asked(b"Passphrase: ")
    assert limits_of_core_dumps(traced.pid) == [["1", "1"]]
    os.kill(traced.pid, signal.SIGINT)
    ends_clean(traced, -signal.SIGINT)


@pytest.mark.parametrize("words", (("hmac-sha256",), ("check", "list")))
def test_no_core_dump_with_the_key_of_a_mac_in_it(start, place, words):
    (place / "list").write_text("HMAC-SHA256 (-) = " + "00" * 32 + "\n")
    traced = start(*words, "--key-file", "key")
    end = time.monotonic() + 30
    while not last_look.finds(traced.pid, KEY):
        assert time.monotonic() < end
        traced.step()
    assert limits_of_core_dumps(traced.pid) == [["1", "1"]]
    os.kill(traced.pid, signal.SIGTERM)
    assert traced.wait() == -signal.SIGTERM
