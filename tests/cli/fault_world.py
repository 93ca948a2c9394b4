# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What surrounds a fault: files, lists, keys, sealed files, a terminal, standard input that drips."""
import hashlib
import os
import pathlib
import pty
import re
import select
import signal
import socket
import subprocess
import threading
import time

from fault_table import BIG, FILES, SEALED

DRIPPING = hashlib.shake_128(b"drops").digest(3000)
PIPED = hashlib.shake_128(b"big").digest(BIG)


def number(name):
    return getattr(signal, "SIG" + name)


def usual_signals():
    """A shell starts what it does not wait for with SIGINT ignored."""
    for name in ("INT", "QUIT", "HUP", "TERM", "ALRM"):
        signal.signal(number(name), signal.SIG_DFL)


def written_and_set_back(path, both_ends):
    """Written to, and then the times are what they were, as touch -r can make them."""
    before = path.stat()
    with path.open("r+b") as file:
        file.write(b"other")
        if both_ends:
            file.seek(-5, os.SEEK_END)
            file.write(b"other")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


CHANGES = {
    "quarter": lambda f: os.truncate(f, BIG // 4),
    "empty": lambda f: os.truncate(f, 0),
    "grow": lambda f: f.open("ab").write(b"more"),
    "write": lambda f: (lambda h: (h.write(b"other"), h.seek(-5, 2), h.write(b"other"), h.close()))(f.open("r+b")),
    "write and set back": lambda f: written_and_set_back(f, True),
    "front and set back": lambda f: written_and_set_back(f, False),
    "replace": lambda f: (f.with_name("new").write_bytes(b"new" + f.read_bytes()[3:]), os.rename(f.with_name("new"), f)),
    "remove": lambda f: f.unlink(),
}


def content(place, name):
    if name == "dripping":
        return DRIPPING
    if name == "big" or name == "fifo":
        return PIPED
    if name == "sparse":
        return bytes((200 << 20) - 4) + b"here"
    return pathlib.Path(place, name).read_bytes()


def odd_files(place, wanted):
    (place / "directory").mkdir()
    (place / "link").symlink_to("a")
    (place / "dangling").symlink_to("nothing")
    (place / "loop").symlink_to("pool")
    (place / "pool").symlink_to("loop")
    if "socket" in wanted:
        here = os.getcwd()
        os.chdir(place)  # the path of a socket is short
        socket.socket(socket.AF_UNIX).bind("socket")
        os.chdir(here)
    if "fifo" in wanted:
        os.mkfifo(place / "fifo")
        threading.Thread(target=lambda: (place / "fifo").write_bytes(PIPED), daemon=True).start()
    if "sparse" in wanted:
        with (place / "sparse").open("wb") as file:
            file.seek((200 << 20) - 4)
            file.write(b"here")


def list_text(tool, text, place):
    """<a>, <a|upper> ... are digests."""
    def digest(match):
        name, _, how = match[1].partition("|")
        if how == "sha3":
            return hashlib.sha3_256(content(place, name)).hexdigest()
        hexadecimal = tool.of(content(place, name)).decode()
        return {"": hexadecimal, "upper": hexadecimal.upper(), "cut": hexadecimal[:-1], "long": hexadecimal + "0"}[how]
    return re.sub(r"<([^>]+)>", digest, text)


def build(place, tool, fault):
    place = pathlib.Path(place)
    for name, data in FILES.items():
        (place / name).write_bytes(PIPED if data is None else data)
    old = time.time() - 60
    os.utime(place / "big", (old, old))
    odd_files(place, fault.get("operands", ()))
    verb = fault.get("verb", "digest")
    if verb == "check" and fault["list"] is not None:
        (place / "SUMS").write_bytes(list_text(tool, fault["list"], place).encode(fault.get("encoding", "utf-8")))
    if verb in ("name", "terminal") and not fault.get("absent"):
        with open(os.path.join(os.fsencode(place), fault["file"]), "wb") as file:
            file.write(b"x")
    if verb in ("seal", "open"):
        build_sealed(place, tool, fault)


KEY = bytes(range(16))
KEYS = {"key": KEY, "key-other": KEY[::-1], "key-short": KEY[1:], "key-long": KEY * 2, "key-empty": b""}
CHUNK = 4096 + 16


def build_sealed(place, tool, fault):
    for name, key in KEYS.items():
        (place / name).write_bytes(key)
    (place / "f").write_bytes(PIPED[:SEALED])
    if fault["verb"] == "open":
        subprocess.run([tool.digest[0], "seal", "--key-file", "key", "--chunk-size", "4096", "f"], cwd=place, check=True)
        sealed = (place / "f.hlseal").read_bytes()
        (place / "f.hlseal").write_bytes(tampered(sealed, *fault.get("change", ("keep", 0, None))))
        if not fault.get("exists"):
            (place / "f").unlink()
    if "changed" in fault:
        old = time.time() - 60
        os.utime(place / fault["changed"], (old, old))
    fault["before"] = set(os.listdir(place))


def tampered(sealed, how, *more):
    data = bytearray(sealed)
    if how == "keep":
        return bytes(data[more[0]:more[1]])
    if how == "append":
        return sealed + bytes(more[0])
    if how == "flip":
        data[more[0]] ^= 0x10
        return bytes(data)
    if how == "iterations":  # and a header that says that the key is of a passphrase
        return sealed[:10] + b"\1" + sealed[11:12] + more[0].to_bytes(4, "little") + sealed[16:]
    if how == "order":
        pieces = [sealed[i:i + CHUNK] for i in range(48, len(sealed), CHUNK)]
        return sealed[:48] + b"".join(pieces[i] for i in more)
    return sealed.replace(b"\n", b"\r\n")


def prepared(tool, fault, place):
    """The row, with the operand that a name stands for."""
    if fault.get("verb") in ("name", "terminal"):
        return dict(fault, operands=(b"./" + fault["file"] if fault["file"].startswith(b"-") else fault["file"],))
    return dict(fault)


class Stdin:
    """Standard input of a kind; with blocks close what they opened."""

    def __init__(self, place, kind):
        self.place, self.kind, self.reader = place, kind, None

    def __enter__(self):
        if self.kind == "big":
            self.reader = os.open(self.place / "big", os.O_RDONLY)
        if self.kind in ("dripping", "not blocking"):
            self.reader, writer = os.pipe()
            os.set_blocking(self.reader, self.kind == "dripping")
            threading.Thread(target=self.drip, args=(writer,), daemon=True).start()
        return self.reader

    @staticmethod
    def drip(writer):
        for i in range(0, len(DRIPPING), 37):
            time.sleep(0.002)
            try:
                os.write(writer, DRIPPING[i:i + 37])
            except BrokenPipeError:
                break
        os.close(writer)

    def __exit__(self, *_):
        if self.reader is not None:
            os.close(self.reader)


def wait_until_blocked(pid):
    """Until the process sleeps in a read: what it does then is wait for us."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            if pathlib.Path(f"/proc/{pid}/wchan").read_text() in ("pipe_read", "anon_pipe_read"):
                return
            if pathlib.Path(f"/proc/{pid}/syscall").read_text().startswith("0 "):
                return
        except OSError:
            return
        time.sleep(0.005)


def on_terminal(scene):
    """The program with a terminal for everything; what it showed is in the outcome's out."""
    from faults import Outcome
    build(scene.place, scene.tool, scene.fault)
    master, slave = pty.openpty()
    process = subprocess.Popen([*scene.tool.digest, *scene.fault["operands"]], stdin=slave, stdout=slave, stderr=slave, cwd=scene.place,
                               env=scene.environment, start_new_session=True)
    os.close(slave)
    shown, end = b"", time.monotonic() + 20
    while time.monotonic() < end:
        if not select.select([master], [], [], 0.1)[0]:
            continue
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(master)
    return Outcome(process.wait(20), shown, b"")
