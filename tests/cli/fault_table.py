# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The faults that hashlane(1) meets in tests/cli/faults.py, and what must come of each. Data only.

Every fault happens in a directory of its own with the files FILES below, `big` being a minute old.

digest   DIGEST `operands`, one digest for each file of `good`, in order, and not one more
check    the list `list`, in which <a> is the digest of a (<a|upper>, <a|cut>, <a|long> of it in capitals, a digit short,
         a digit long); `verdicts` are what must be said
name     DIGEST of a file of that name, and a check of what it printed
seal, open   `sealed` bytes under `key`; nothing may be left behind unless the status is 0

status   exit status of hashlane; for the others 0 or not
says     what hashlane's messages must match
killed   a signal that may end the others
either   (status, good): another outcome that is as sound, and good enough of the others
inject   (file, call, change, place): strace changes the call: first, middle or last of those on that file
during   (change, place): what happens to `big`, or to `changed`, while it is read
"""

FILES = {"small": b"x", "a": b"a", "b": b"b", "c d": b"c d", "big": None, "empty": b""}
BIG = 1_000_000
SEALED = 3 * 4096 + 50  # in chunks of 4096

PLACES = ("first", "middle", "last")


def reading(name, change, says, **more):
    return [dict(name=f"{name}, {place} read", inject=("big", "read", change, place), says=says and f"big: {says}", **more) for place in PLACES]


def opening(error, says):
    return dict(name=f"{error} from open", inject=("big", "openat", f"error={error}", "first"), says=f"big: {says}")


def changing(name, change, says, **more):
    return [dict(name=f"{name} while it is read, {place}", during=(change, place), says=f"big: .*{says}", **more) for place in ("middle", "last")]


READ = [
    *reading("EIO", "error=EIO", "Input/output error"),
    *reading("ESTALE", "error=ESTALE", "Stale file handle"),
    *reading("EINTR", "error=EINTR", "", status=0, good=("big", "small"), either=(1, ("small",))),
    *reading("EAGAIN", "error=EAGAIN", "", status=0, good=("big", "small"), either=(1, ("small",))),
    dict(name="EINTR three times", inject=("big", "read", "error=EINTR", "1..3"), status=0, good=("big", "small"),
         either=(1, ("small",))),
    dict(name="an end of file that comes too early", inject=("big", "read", "retval=0", "middle"), says="big: only .* bytes were read of a file of 1000000"),
    opening("EACCES", "Permission denied"), opening("EMFILE", "Too many open files"), opening("EIO", "Input/output error"),
    opening("ENXIO", "No such device"), opening("ETIMEDOUT", "Connection timed out"),
    dict(name="EINTR from open", inject=("big", "openat", "error=EINTR", "first"), status=0, good=("big", "small"), either=(1, ("small",))),
    dict(name="EIO on standard input", stdin="big", operands=(), good=(), inject=("big", "read", "error=EIO", "middle"), says="-: Input/output error"),
    dict(name="a file that gives EIO by itself", operands=("/proc/self/mem", "small"), says="/proc/self/mem: Input/output error"),
    dict(name="EIO with several algorithms", peers=False, words=("-a", "sha256,sha3-256"), inject=("big", "read", "error=EIO", "middle"),
         good=(), digests=2, says="big: Input/output error"),
    dict(name="EIO with two jobs", peers=False, words=("-a", "sha256", "-j2"), inject=("big", "read", "error=EIO", "first"), says="big: Input/output error"),
    dict(name="EIO in a tree on two threads", peers=False, words=("-a", "kt128", "-j2"), operands=("big",), good=(),
         inject=("big", "read", "error=EIO", "first"), says="big: Input/output error"),
]

CHANGE = [
    *changing("a file cut to a quarter", "quarter", "shrank"), *changing("a file cut to nothing", "empty", "shrank"),
    *changing("a file that grows", "grow", "grew"), *changing("a file that is written to", "write", "written to"),
    *changing("a file that is written to, its mtime set back,", "write and set back", "ctime"),
    *changing("a file that is replaced", "replace", "replaced"), *changing("a file that is removed", "remove", "removed", either=(0, ("big", "small"))),
]

WRITE = [
    dict(name="standard output is full", operands=("small",), good=(), output="full", says="standard output: No space left"),
    dict(name="standard output is full, 1000 lines", operands=("small",), repeat=1000, good=(), output="full", says="standard output: No space left"),
    dict(name="standard output is closed", operands=("small",), good=(), output="closed", says="standard output: Bad file descriptor"),
    dict(name="standard output is for reading only", operands=("small",), good=(), output="reading", says="standard output: Bad file descriptor"),
    dict(name="the reader of standard output is gone", operands=("small",), repeat=2000, good=(), output="gone", killed="PIPE", says="standard output: Broken pipe"),
    dict(name="ENOSPC from write", operands=("small",), good=(), output="file", inject=("out", "write", "error=ENOSPC", "first"), says="No space left"),
    dict(name="EDQUOT from write", operands=("small",), good=(), output="file", inject=("out", "write", "error=EDQUOT", "first"), says="quota"),
    dict(name="EIO from write", operands=("small",), good=(), output="file", inject=("out", "write", "error=EIO", "first"), says="Input/output error"),
    dict(name="EINTR from write", operands=("small",), good=("small",), status=0, output="file", inject=("out", "write", "error=EINTR", "first"), either=(1, ())),
    dict(name="EIO when standard output is closed", operands=("small",), good=None, output="file", inject=("out", "close", "error=EIO", "first"), says="standard output"),
    dict(name="a file that may not grow", operands=("small",), repeat=2000, good=None, output="file", limit="ulimit -f 1", killed="XFSZ", says="File too large"),
    dict(name="both outputs are full", operands=("absent", "small"), good=(), output="both full"),
    dict(name="messages cannot be written", operands=("absent", "small"), good=("small",), output="errors full"),
    dict(name="messages go nowhere", operands=("absent", "small"), good=("small",), output="errors closed"),
    dict(name="check: standard output is full", verb="check", list="<a>  a\n", verdicts=(), output="full", says="standard output: No space left"),
    dict(name="help for a full device", words=("--help",), operands=(), good=(), output="full", says="standard output: No space left"),
    dict(name="no standard output and nothing to say", verb="check", quiet=True, list="<a>  a\n", verdicts=(), output="closed", status=0, either=(1, ())),
]

FILE = [
    dict(name="no such file", operands=("absent", "small"), says="absent: No such file"),
    dict(name="a directory", operands=("directory", "small"), says="directory: Is a directory"),
    dict(name="a named pipe", operands=("fifo", "small"), good=("big", "small"), status=0),
    dict(name="a pipe that drips", stdin="dripping", operands=(), good=("dripping",), status=0),
    dict(name="a pipe that does not block", stdin="not blocking", operands=(), good=("dripping",), status=0, either=(1, ())),
    dict(name="a socket", operands=("socket", "small"), says="socket: No such device"),
    dict(name="a link to a file", operands=("link", "small"), good=("a", "small"), status=0),
    dict(name="a link to nothing", operands=("dangling", "small"), says="dangling: No such file"),
    dict(name="links in a circle", operands=("loop", "small"), says="loop: Too many levels"),
    dict(name="a file as directory", operands=("a/", "small"), says="a/: Not a directory"),
    dict(name="an empty file", operands=("empty", "small"), good=("empty", "small"), status=0),
    dict(name="/dev/null", operands=("/dev/null", "small"), good=("empty", "small"), status=0),
    dict(name="a file of /proc, of size 0", operands=("/proc/version", "small"), good=("/proc/version", "small"), status=0),
    dict(name="a file of /sys that says 4096 bytes", operands=("/sys/kernel/mm/transparent_hugepage/enabled", "small"),
         good=("/sys/kernel/mm/transparent_hugepage/enabled", "small"), status=0),
    dict(name="a sparse file of 200 MiB", operands=("sparse", "small"), good=("sparse", "small"), status=0),
    dict(name="an empty name", operands=("", "small"), says="'': No such file"),
    dict(name="a name that is too long", operands=("n" * 300, "small"), says="File name too long"),
    dict(name="a path that is too long", operands=("d/" * 3000 + "f", "small"), says="File name too long"),
    dict(name="100,000 arguments", operands=("small",), repeat=100_000, good=("small",), status=0),
    dict(name="standard input twice", stdin="big", operands=("-", "-", "small"), good=("big", "small"), says="standard input can be read only once",
         either=(0, ("big", "empty", "small"))),
    dict(name="no standard input", stdin="closed", operands=("-", "small"), says="-: Bad file descriptor"),
    dict(name="a file that is not there among 1000", operands=("small",) * 500 + ("absent",) + ("small",) * 500, good=("small",) * 1000, says="absent: No such file"),
]

NAME = [dict(name=f"a name with {what}", verb="name", file=file, status=0) for what, file in (
    ("a newline", b"new\nline"), ("a carriage return", b"cr\rname"), ("a backslash", b"back\\slash"), ("a backslash and an n", b"back\\name"),
    ("the byte 0xff", b"\xff\xfe"), ("an escape sequence", b"esc\033[31mred"), ("a space in front", b" space"), ("a space behind", b"space "),
    ("a star in front", b"*star"), ("a hash in front", b"#hash"), ("half a character", b"half\xc3"), ("a newline and a false digest", b"a\n" + b"0" * 64 + b"  b"))]
NAME += [
    dict(name="an escape sequence for a terminal", verb="terminal", file=b"esc\033[31mred"),
    dict(name="a C1 control for a terminal", verb="terminal", file=b"c1\xc2\x9b31m"),
    dict(name="an escape sequence in a message", verb="terminal", file=b"esc\033[31mred", absent=True),
]


def listed(name, text, *verdicts, **more):
    return dict(name=name, verb="check", list=text, verdicts=verdicts, **more)


BAD = "improperly formatted"
NONE = "no properly formatted"
LIST = [
    listed("a good list", "<a>  a\n<b>  b\n", "a: OK", "b: OK", status=0),
    listed("a list with CRLF", "<a>  a\r\n<b>  b\r\n", "a: OK", "b: OK", status=0),
    listed("a list with a byte order mark", "\ufeff<a>  a\n<b>  b\n", "a: OK", "b: OK", status=0),
    listed("a list in capitals", "<a|upper>  a\n<b>  b\n", "a: OK", "b: OK", status=0),
    listed("a list without an end of line", "<a>  a\n<b>  b", "a: OK", "b: OK", status=0),
    listed("a list with stars", "<a> *a\n<b> *b\n", "a: OK", "b: OK", status=0),
    listed("a list with a name of two words", "<c d>  c d\n", "c d: OK", status=0),
    listed("a wrong digest", "<a>  a\n<a>  b\n", "a: OK", "b: FAILED", says="1 computed checksum did NOT match"),
    listed("a name twice", "<a>  a\n<a>  a\n", "a: OK", "a: OK", status=0),
    listed("a name twice with two digests", "<a>  a\n<b>  a\n", "a: OK", "a: FAILED"),
    listed("a listed file that is not there", "<a>  a\n<a>  absent\n<b>  b\n", "a: OK", "absent: FAILED", "b: OK", says="absent: No such file"),
    listed("a listed directory", "<a>  a\n<a>  directory\n", "a: OK", "directory: FAILED", says="Is a directory"),
    listed("a malformed line among others", "<a>  a\nnonsense\n<b>  b\n", "a: OK", "b: OK", says=BAD),
    listed("a digit too few", "<a>  a\n<b|cut>  b\n", "a: OK", says=BAD),
    listed("a digit too many", "<a>  a\n<b|long>  b\n", "a: OK", says=BAD),
    listed("a digest without a name", "<a>  a\n<b>\n", "a: OK", says=BAD),
    listed("an empty name in a list", "<a>  a\n<b>  \n", "a: OK", says=BAD),
    listed("NUL in a name", "<a>  a\n<b>  b\0c\n", "a: OK", says=BAD),
    listed("an unknown escape", "<a>  a\n\\<b>  b\\q\n", "a: OK", says=BAD),
    listed("a list cut short", "<a>  a\n<b|cut>", "a: OK", says=BAD),
    listed("only nonsense", "nonsense\n", says=NONE),
    listed("an empty list", "", says=NONE),
    listed("a list of empty lines", "\n\n\n", says=NONE),
    listed("a list in UTF-16", "<a>  a\n", encoding="utf-16", says="UTF-16"),
    listed("a line of a million characters", "<a>  a\n" + "x" * 1_000_000 + "\n<b>  b\n", "a: OK", "b: OK", says=BAD),
    listed("mixed algorithms", "SHA256 (a) = <a>\nSHA3-256 (b) = <b|sha3>\n", "a: OK", "b: OK", status=0, peers=False),
    listed("an algorithm that nobody knows", "<a>  a\nSHA9 (b) = <b>\n", "a: OK", says=BAD),
    listed("nothing verified but the missing ignored", "<a>  absent\n", ignore_missing=True, says="no file was verified"),
    dict(name="a list that is a directory", verb="check", list=None, file="directory", verdicts=(), says="Is a directory"),
    dict(name="a list that is not there", verb="check", list=None, file="absent", verdicts=(), says="No such file"),
    listed("a list that cannot be read", "<a>  a\n", inject=("SUMS", "read", "error=EIO", "first"), says="Input/output error"),
    listed("a listed file that cannot be read", "<big>  big\n<b>  b\n", "big: FAILED", "b: OK", inject=("big", "read", "error=EIO", "middle"), says="Input/output error"),
    listed("a list of OpenSSL 3", "SHA2-256(a)= <a>\nSHA2-256(c d)= <c d>\n", "a: OK", "c d: OK", status=0, peers=False),
    listed("a list of b3sum", "<a>  a\nBLAKE3 (b) = <b>\n", "a: OK", says="b3sum --check", peers=False),
    listed("a list in SFV", "a 4788814e\n", says="rhash --check", peers=False),
    *(listed(f"JSON with {what}", "<a>  a\n" + '{"algorithm": "sha256", ' + members + "}\n", "a: OK", says=BAD, peers=False) for what, members in (
        ("a digest twice", '"digest": "<a>", "digest": "<b>", "file": "b"'), ("a name twice", '"digest": "<b>", "file": "a", "file": "b"'),
        ("two kinds of names", '"digest": "<b>", "file": "b", "file_base64": "YQ=="'), ("an unknown member", '"digest": "<b>", "file": "b", "bit": 8'),
        ("a number for a name", '"digest": "<b>", "file": 5'))),
    listed("JSON with bytes after it", "<a>  a\n" + '{"algorithm": "sha256", "digest": "<b>", "file": "b"} {}\n', "a: OK", says=BAD, peers=False),
    listed("JSON with another size than the file's", '{"algorithm": "sha256", "digest": "<b>", "file": "b", "size": 2}\n', "b: FAILED", says="the list says 2", peers=False),
    dict(name="a flag with a value", words=("-a", "sha256", "--tag=0"), operands=("small",), good=(), status=2, says="--tag: it takes no value", peers=False),
    dict(name="an option given twice", words=("-a", "shake128", "--length", "32", "--length", "16"), operands=("small",), good=(), status=2,
         says="--length: it is given twice", peers=False),
    listed("a listed file that is written to while it is read, its mtime set back", "<big>  big\n<b>  b\n", "big: FAILED", "b: OK",
           during=("write and set back", "middle"), says="ctime", peers=False),
    listed("a list that is written to while it is read, its mtime set back", "<a>  a\n", during=("front and set back", "last"), changed="SUMS", says="ctime", peers=False),
    listed("a listed file that is cut short while it is read", "<big>  big\n<b>  b\n", "big: FAILED", "b: OK", during=("quarter", "middle"), says="shrank"),
]

SIGNAL = [dict(name=f"SIG{name} while standard input is read", verb="signal", signal=name, ends=True) for name in ("TERM", "INT", "HUP", "QUIT", "ALRM")]
SIGNAL += [dict(name=f"SIG{name} while standard input is read", verb="signal", signal=name, ends=False) for name in ("STOP", "WINCH", "CHLD")]


def tampered(name, change, says="", **more):
    return dict(name=f"open: {name}", verb="open", change=change, says=f"f.hlseal: .*{says}", peers=False, **more)


def keyed(name, key, says, **more):
    return dict(name=f"open: {name}", verb="open", key=key, says=says, peers=False, **more)


def sealing(name, says="", **more):
    return dict(name=f"seal: {name}", verb="seal", says=says, peers=False, **more)


CHUNK = 4096 + 16
SEAL = [
    tampered("an empty file", ("keep", 0, 0), "not a sealed file"),
    tampered("cut within the header", ("keep", 0, 30), "truncated"),
    tampered("cut after the header", ("keep", 0, 48), "truncated"),
    tampered("cut within a chunk", ("keep", 0, 48 + CHUNK + 100)),
    tampered("cut within a tag", ("keep", 0, 48 + CHUNK - 5)),
    tampered("cut between two chunks", ("keep", 0, 48 + 2 * CHUNK), "truncated"),
    tampered("the first byte is missing", ("keep", 1, None), "not a sealed file"),
    tampered("a byte more", ("append", 1)),
    tampered("a chunk more", ("append", CHUNK)),
    *(tampered(f"a bit of the {part} flipped", ("flip", at)) for part, at in (
        ("magic", 3), ("version", 8), ("algorithm", 9), ("kind of key", 10), ("chunk size", 11), ("iterations", 12), ("salt", 20), ("nonce", 40),
        ("first chunk", 60), ("first tag", 48 + 4100), ("last chunk", -20), ("last byte", -1))),
    tampered("two chunks in the wrong order", ("order", 1, 0, 2, 3)),
    tampered("a chunk twice", ("order", 0, 0, 1, 2, 3)),
    tampered("a chunk missing", ("order", 0, 2, 3)),
    tampered("transferred as text", ("text",), "not a sealed file"),
    keyed("another key", "other", "key or passphrase is wrong"), keyed("a key of 15 bytes", "short", "a key has 16"),
    keyed("a key of 32 bytes", "long", "a key has 16"), keyed("an empty key", "empty", "a key has 16"),
    keyed("no such key", "absent", "absent: No such file"), keyed("a directory for a key", "directory", "Is a directory"),
    dict(name="open: EIO in the middle", verb="open", inject=("f.hlseal", "read", "error=EIO", "middle"), says="Input/output error", peers=False),
    dict(name="open: an end of file that comes too early", verb="open", inject=("f.hlseal", "read", "retval=0", "middle"), peers=False),
    dict(name="open: a file that is written to while it is read, its mtime set back", verb="open", during=("front and set back", "last"), changed="f.hlseal",
         says="ctime", peers=False),
    dict(name="open: more iterations than it allows", verb="open", change=("iterations", 0xfffffff0), says="forbids", peers=False),
    dict(name="open: for a full device", verb="open", words=("-o", "-"), output="full", says="standard output: No space left", peers=False),
    dict(name="open: no space for the file", verb="open", inject=(None, "write", "error=ENOSPC", "first"), says="No space left", peers=False),
    dict(name="open: the file exists", verb="open", exists=True, says="f: it exists", peers=False),
    sealing("no such file", "absent: No such file", file="absent"), sealing("a directory", "Is a directory", file="directory"),
    sealing("a file that is written to while it is read, its mtime set back", "ctime", during=("write and set back", "last"), changed="f"),
    sealing("EIO in the middle", "Input/output error", inject=("f", "read", "error=EIO", "middle")),
    sealing("ENOSPC from write", "No space left", inject=(None, "write", "error=ENOSPC", "first")),
    sealing("EIO from fsync", "Input/output error", inject=(None, "fsync", "error=EIO", "first")),
    sealing("EACCES from rename", "Permission denied", inject=(None, "renameat2", "error=EACCES", "first")),
    sealing("no descriptor for the temporary file", "Too many open files", inject=(None, "openat", "error=EMFILE", "last")),
    sealing("a file that may not grow", "File too large", limit="ulimit -f 4"),
    sealing("for a full device", "standard output: No space left", words=("-o", "-"), output="full"),
    sealing("no random numbers", "", inject=(None, "getrandom", "error=ENOSYS", "last")),
    sealing("into a directory that is not there", "No such file", words=("-o", "absent/out")),
    sealing("over a link", "not a regular file", words=("--force", "-o", "dangling")),
    sealing("over a file", "exists", words=("-o", "a")),
]

FAULTS = [dict(row, group=group) for group, rows in (
    ("reading", READ), ("files that change", CHANGE), ("writing", WRITE), ("odd files", FILE), ("odd names", NAME), ("lists", LIST), ("signals", SIGNAL),
    ("seal and open", SEAL)) for row in rows]
