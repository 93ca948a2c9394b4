# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is special about hashlane.exe: names, long paths, bytes, lists of Windows, renaming."""
import hashlib
import json
import os
import pty
import select
import shutil
import subprocess
import termios
import time

KEY = bytes(range(16))
PATIENCE = 120  # seconds
UNICODE = "Grüße 数 😀.txt"


class Program:
    def __init__(self, program, helpers, place, check):
        """`helpers` are the programs of holder.c and control.c."""
        self.program, (self.holder, self.control), self.place, self.check = program, helpers, place, check
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)

    def __call__(self, *words, stdin=b"", program=None, place=None):
        return subprocess.run(["wine", str(program or self.program), *words], input=stdin, capture_output=True,
                              cwd=place or self.place, timeout=600)

    def says(self, name, done, status, stdout=None, stderr=b""):
        good = done.returncode == status and (stdout is None or done.stdout == stdout) and stderr in done.stderr
        self.check(name, good, str(done))


def line(data, name):
    return f"{hashlib.sha256(data).hexdigest()}  {name}\n".encode()


def check_bytes(p):
    data = b"a\r\nb\n\x1a\x00c\r\n"
    p.says("standard input is bytes", p("sha256", stdin=data), 0, line(data, "-"))
    message = next(m for m in (b"%d" % i for i in range(1000)) if b"\n" in hashlib.sha256(m).digest())
    p.says("standard output is bytes", p("sha256", "--raw", stdin=message), 0, hashlib.sha256(message).digest())
    (p.place / "data").write_bytes(data)
    p.says("a file is bytes", p("sha256", "data"), 0, line(data, "data"))


def check_names(p):
    (p.place / UNICODE).write_bytes(b"x")
    p.says("a Unicode name", p("sha256", UNICODE), 0, line(b"x", UNICODE))
    told = json.loads(p("sha256", "--json", UNICODE).stdout)
    p.check("a Unicode name in JSON", told["file"] == UNICODE, str(told))
    p.says("a message names it", p("sha256", "fehlt ü"), 1, b"", "'fehlt ü': No such file or directory".encode())
    folder = p.place / "names" / "sub"
    folder.mkdir(parents=True)
    for name in ("b", "a", UNICODE):
        (folder / name).write_bytes(name.encode())
    expected = b"".join(line(name.encode(), f"names/sub/{name}") for name in sorted(("b", "a", UNICODE)))
    p.says("a folder", p("sha256", "-r", "names"), 0, expected)
    p.says("backslashes on the command line", p("sha256", "names\\sub\\a"), 0, line(b"a", "names/sub/a"))
    p.says("a directory is not read", p("sha256", "names"), 1, b"", b"Is a directory")


def check_long_paths(p):
    folder = p.place / "long"
    for _ in range(8):
        folder /= "d" * 60
    folder.mkdir(parents=True)
    (folder / "file").write_bytes(b"deep")
    path = str((folder / "file").relative_to(p.place))
    p.says(f"a path of {len(path)} characters", p("sha256", path), 0, line(b"deep", path))
    p.says("a walk to there", p("sha256", "-r", "long"), 0, line(b"deep", path))
    (p.place / "key").write_bytes(KEY)
    p.says("seal there", p("seal", "--key-file", "key", path), 0, b"")
    p.says("open there", p("open", "--key-file", "key", "-o", "-", path + ".hlseal"), 0, b"deep")


def check_lists(p):
    made = line(b"a", "names\\sub\\a") + line(b"b", "names\\sub\\b")
    (p.place / "SHA256SUMS").write_bytes(made.replace(b"\n", b"\r\n"))
    p.says("a list with CRLF and backslashes", p("check", "-a", "sha256", "SHA256SUMS"), 0, b"names\\sub\\a: OK\nnames\\sub\\b: OK\n")
    escaped = b"\\" + line(b"a", "names\\\\sub\\\\a")
    p.says("a list with escapes", p("check", "-a", "sha256", "-", stdin=escaped), 0)
    made = p("sha256", "--tag", UNICODE, "names\\sub\\a").stdout
    p.says("its own list", p("check", "-", stdin=made.replace(b"\n", b"\r\n")), 0)
    p.says("a wrong digest", p("check", "-a", "sha256", "-", stdin=line(b"other", "names\\sub\\a")), 1, b"names\\sub\\a: FAILED\n")
    listed = line(b"a", "NAMES\\sub\\A") + line(b"b", "names/sub/b")
    done = p("check", "-a", "sha256", "--status", "--extra", "names", "-", stdin=listed)
    p.check("the case of letters is not looked at", done.returncode == 1, str(done))
    done = p("check", "-a", "sha256", "--extra", "names", "-", stdin=listed)
    p.check("only one file is extra", done.stdout.count(b"EXTRA") == 1 and UNICODE.encode() in done.stdout, str(done))


def leftovers(place):
    return [name for name in os.listdir(place) if name.startswith(".hashlane-")]


def check_seal(p):
    place = p.place / "seal"
    place.mkdir()
    (place / "key").write_bytes(KEY)
    (place / "text").write_bytes(b"first")
    key = ("--key-file", "key")
    p.says("seal", p("seal", *key, "text", place=place), 0, b"")
    first = (place / "text.hlseal").read_bytes()
    p.says("a target that exists stays", p("seal", *key, "text", place=place), 1, b"", b"--force replaces it")
    p.check("and has its bytes", (place / "text.hlseal").read_bytes() == first)
    (place / "text").write_bytes(b"second")
    p.says("--force replaces it", p("seal", *key, "--force", "text", place=place), 0, b"")
    p.says("with the new text", p("open", *key, "-o", "-", "text.hlseal", place=place), 0, b"second")
    damaged = bytearray((place / "text.hlseal").read_bytes())
    damaged[-1] ^= 1
    (place / "damaged.hlseal").write_bytes(damaged)
    p.says("a changed file gives nothing", p("open", *key, "damaged.hlseal", place=place), 1, b"")
    p.check("and leaves nothing", not (place / "damaged").exists() and not leftovers(place), str(os.listdir(place)))
    p.says("no console to ask", p("seal", "text", "-o", "new", place=place), 1, b"", b"")
    check_open_target(p, place, key)


def check_open_target(p, place, key):
    """Another program has the target open and shares it with nobody."""
    before = (place / "text.hlseal").read_bytes()
    with subprocess.Popen(["wine", str(p.holder), "text.hlseal"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          cwd=place) as holder:
        opened = holder.stdout.readline().strip() == b"open"
        done = p("seal", *key, "--force", "text", place=place)
        holder.stdin.close()
    good = opened and done.returncode == 1 and b"text.hlseal" in done.stderr
    p.check("a target that is open elsewhere is an error", good, str(done))
    p.check("and stays, and no other file is left", (place / "text.hlseal").read_bytes() == before and not leftovers(place),
            str(os.listdir(place)))


def wait_for_wine(terminal, end):
    """Until wine reads the terminal, which it then sets to show nothing of what is typed."""
    while termios.tcgetattr(terminal)[3] & termios.ECHO and time.monotonic() < end:
        time.sleep(0.05)


def on_terminal(words, place, answers=()):
    """Runs wine on a terminal of its own, which is the console of the program, and gives (question, answer) in their order. The
    exit status, and what the terminal showed; a program that has not ended after PATIENCE seconds is killed."""
    ours, theirs = pty.openpty()
    shown, answers, end = b"", list(answers), time.monotonic() + PATIENCE
    with subprocess.Popen(["wine", *words], stdin=theirs, stdout=theirs, stderr=theirs, cwd=place, start_new_session=True) as running:
        os.close(theirs)
        try:
            while select.select([ours], [], [], max(0, end - time.monotonic()))[0]:
                shown += os.read(ours, 4096)
                if answers and answers[0][0] in shown:
                    wait_for_wine(ours, end)
                    os.write(ours, answers.pop(0)[1])
            running.kill()
        except OSError:  # the terminal has no other end any more
            pass
    os.close(ours)
    return running.returncode, shown


def check_passphrase(p):
    """It is asked for on the console, which does not show it, and is UTF-8 as in a file."""
    place = p.place / "console"
    place.mkdir()
    (place / "text").write_bytes(b"text")
    (place / "passphrase").write_text("w\u00f6rd\n")
    answer = "w\u00f6rd\r".encode()
    status, shown = on_terminal([str(p.program), "seal", "--iterations", "1000", "text"], place,
                                [(b"Passphrase:", answer), (b"Once more:", answer)])
    p.check("a passphrase from the console", status == 0 and b"rd" not in shown, f"{status} {shown}")
    p.says("it opens the file", p("open", "--passphrase-file", "passphrase", "-o", "-", "text.hlseal", place=place), 0, b"text")
    status, shown = on_terminal([str(p.program), "seal", "--iterations", "1000", "-o", "new", "text"], place,
                                [(b"Passphrase:", answer), (b"Once more:", b"other\r")])
    p.check("two that differ are refused", status == 1 and not (place / "new").exists(), f"{status} {shown}")


def check_control_c(p):
    """While half of a sealed file is written."""
    place = p.place / "control"
    place.mkdir()
    (place / "key").write_bytes(KEY)
    on_terminal([str(p.control), str(p.program), "seal", "--key-file", "key", "-o", "sealed", "-"], place)
    status = (place / "status").read_text().strip() if (place / "status").exists() else "none"
    p.check("Ctrl-C ends it", status == "c000013a", status)
    p.check("and leaves no half-written file", not leftovers(place) and not (place / "sealed").exists(), str(os.listdir(place)))


def check_tool_name(p):
    tool = p.place / "SHA3-256sum.exe"
    shutil.copy(p.program, p.place / "sha3-256sum.exe")
    done = p(program=p.place / "sha3-256sum.exe", stdin=b"x")
    p.says("sha3-256sum.exe", done, 0, f"{hashlib.sha3_256(b'x').hexdigest()}  -\n".encode())
    p.check("its file is no list", not tool.exists() or tool.stat().st_size > 0)


def check_verbs(p):
    p.says("the self test", p("selftest"), 0)
    expected = subprocess.run([p.program.parents[1] / "hashlane", "targets"], capture_output=True).stdout
    p.says("the same targets as on Linux", p("targets"), 0, expected)
    p.says("wrong use", p("sha257"), 2, b"", b"sha256")
    big = bytes(range(256)) * (1 << 14)
    (p.place / "big").write_bytes(big)
    one = p("kt128", "big").stdout
    p.says("KT128 on several threads", p("kt128", "-j", "4", "big"), 0, one)
    p.says("SHA-256 of 4 MiB", p("sha256", "-j", "4", "big", "data"), 0, line(big, "big") + line((p.place / "data").read_bytes(), "data"))


def check_all(program, helpers, place, check):
    p = Program(program, helpers, place, check)
    for part in (check_bytes, check_names, check_long_paths, check_lists, check_seal, check_passphrase, check_control_c, check_tool_name,
                 check_verbs):
        part(p)
