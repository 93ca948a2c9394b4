# SPDX-License-Identifier: Apache-2.0 OR MIT
"""python -m hashlane: digests of files, lists of them checked, the list of algorithms. See hashlane(1) for more."""
import argparse
import contextlib
import errno
import hmac
import os
import re
import sys

import hashlane
from hashlane._names import in_line, in_message, printable_text, unescaped

MOST_BITS = 2**64 - 2
MOST_SIZE = 1 << 30  # bytes of a digest, or of a block of ParallelHash
MOST_KEY = 1 << 24  # bytes of a key file
HIGH_BITS = ("SHA-2", "Ascon v1.2")  # the last bits of a message are the high ones of its last byte; of others the low ones
LEAST_DIGEST = 16  # bytes: an xof's digest cut shorter would match by chance


class Failure(Exception):
    """What ends the program, with its message."""


class Parser(argparse.ArgumentParser):
    """Its messages have no control characters, which the words of the command line may have."""

    def error(self, message):
        super().error(printable_text(message))


def digesting(name):
    known = hashlane.algorithms.get(name)
    return known if known is not None and known.kind in ("hash", "xof", "mac") else None


def no_digest(name):
    """Why that name gives no digest, with the nearest name."""
    try:
        hashlane.new(name)
    except ValueError as why:
        return str(why)
    return f"no hash, xof or mac of that name: {name}"


def complain(message):
    """Names of files in the message come from in_message()."""
    print(f"hashlane: {printable_text(str(message))}", file=sys.stderr)


def of(n, what):
    return f"{n} {what}{'' if n == 1 else 's'}"


class MessageFile:
    """A file that is as a whole a message of `bits` bits: its whole bytes, and then its end. As faces/cli/bits.cpp."""

    def __init__(self, file, bits):
        self.file, self.bits, self.left = file, bits, bits // 8

    def readable(self):
        return True

    def readinto(self, buffer):
        with memoryview(buffer)[:self.left] as room:
            got = self.file.readinto(room)
        self.left -= got or 0
        return got

    def end(self, digest, algorithm):
        """Ends the message of that digest. OSError unless the file ends with it."""
        more = self.bits % 8
        wanted = self.bits // 8 + (more != 0)
        last = self.file.read(2 if more else 1) if self.left == 0 else b""
        size = self.bits // 8 - self.left + len(last)
        if size != wanted:
            raise OSError(errno.EINVAL, f"a message of {of(self.bits, 'bit')} has {of(wanted, 'byte')}, and the file has "
                          + (of(size, "byte") if size < wanted else "more"))
        if not more:
            return
        high = hashlane.algorithms[algorithm].family in HIGH_BITS
        if (last[0] << more & 0xff) if high else last[0] >> more:
            raise OSError(errno.EINVAL, f"the last byte is not zero beyond its {of(more, 'bit')}, which are the "
                          f"{'high' if high else 'low'} {'one' if more == 1 else 'ones'} for {algorithm}")
        digest.update_bits(last, more)


def not_empty(value):
    """The value of an option, which argparse could not tell from an option that is not given if it were empty."""
    if not value:
        raise argparse.ArgumentTypeError("the value is empty")
    return value


def number(least, most, shown=str):
    """What reads a number from `least` to `most`, in decimal digits or behind 0x in hexadecimal ones, as hashlane(1) does."""
    def read(text):
        n = int(text, 16 if text[1:2] in ("x", "X") else 10) if re.fullmatch("0[xX][0-9a-fA-F]+|[0-9]+", text) else -1
        if not 0 <= n < 2**64:
            raise argparse.ArgumentTypeError(f"{in_message(text)} is not a number")
        if not least <= n <= most:
            raise argparse.ArgumentTypeError(f"{text} is not within {shown(least)}..{shown(most)}")
        return n
    return read


def require_bits(algorithm, options, bits):
    """ValueError: of whole bytes alone."""
    if bits is None or bits % 8 == 0:
        return
    state = hashlane.new(algorithm, **options)
    try:
        state.update_bits(b"\0", 1)
    except TypeError:
        raise ValueError(f"{algorithm}: messages are of whole bytes, and --bits {bits} is not") from None


def file_digest(path, algorithm, bits, threads, options):
    if bits is None:
        return hashlane.file_digest(sys.stdin.buffer if path == "-" else path, algorithm, threads=threads, **options)
    with (contextlib.nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb")) as file:
        message = MessageFile(file, bits)
        found = hashlane.file_digest(message, algorithm, threads=threads, **options)
        message.end(found, algorithm)
    return found


def digest_of(path, algorithm, length, options, arguments):
    found = file_digest(path, algorithm, arguments.bits, arguments.jobs, options)
    return found.digest() if length is None else found.digest(length)


def key_of(path):
    """All bytes of the key file. Failure as of hashlane(1), see faces/cli/digester.cpp."""
    try:
        with open(path, "rb") as file:
            key = file.read(MOST_KEY + 1)
    except OSError as why:
        raise Failure(f"{in_message(path)}: {why.strerror}") from None
    if not key:  # the standards allow it, but an empty file is more often one that was not written
        raise Failure(f"{in_message(path)}: the key is empty")
    if len(key) > MOST_KEY:
        raise Failure(f"{in_message(path)}: it is longer than {MOST_KEY} bytes")
    return key


def options_of(arguments):
    given = {"customization": os.fsencode(arguments.custom) if arguments.custom else None,  # an empty one is none
             "function_name": os.fsencode(arguments.name) if arguments.name else None,
             "domain": arguments.domain, "parallel_block": arguments.block,
             "key": key_of(arguments.key_file) if arguments.key_file else None}
    return {name: value for name, value in given.items() if value is not None}


def print_digests(algorithm, arguments):
    options, good = options_of(arguments), True
    require_bits(algorithm, options, arguments.bits)
    for path in arguments.files or ["-"]:
        try:
            digest = digest_of(path, algorithm, arguments.length, options, arguments).hex().encode()
        except OSError as why:
            complain(f"{in_message(path)}: {why.strerror}")
            good = False
            continue
        name, escaped = in_line(path, sys.stdout.isatty())
        line = algorithm.upper().encode() + b" (" + name + b") = " + digest if arguments.tag else digest + b"  " + name
        sys.stdout.buffer.write(b"\\" * escaped + line + b"\n")
    return 0 if good else 1


def lines_of(text):
    """As faces/cli/checklist.cpp: a newline ends a line, and a carriage return may stand before it."""
    return [line.removesuffix(b"\r") for line in text.removeprefix(b"\xef\xbb\xbf").split(b"\n")]


def parse_line(line, algorithm):
    """(algorithm, digest, path) of a line. ValueError says why it has none."""
    if b"\0" in line:
        raise ValueError("it contains a NUL")
    escaped = line.startswith(b"\\")
    line = line[escaped:]
    tag = re.fullmatch(rb"([^\s()]+) ?\((.*)\) ?= ([0-9a-fA-F]+)", line, re.S)
    plain = re.fullmatch(rb"([0-9a-fA-F]+)[ \t][ *]?(.*)", line, re.S)
    if tag:
        algorithm, name, digest = tag[1].decode("ascii", "replace").lower(), tag[2], tag[3]
    elif plain:
        digest, name = plain[1], plain[2]
    known = digesting(algorithm) if tag or plain else None
    if known is None or len(digest) % 2 or not name:
        raise ValueError("no digest and name, or an algorithm that is not named: -a says it")
    size = len(digest) // 2
    if size < LEAST_DIGEST if known.any_length else size != known.digest_size:
        raise ValueError(f"it has no digest of {algorithm}")
    return algorithm, bytes.fromhex(digest.decode()), os.fsdecode(unescaped(name) if escaped else name)


def taken_by(algorithm, options):
    """Those of the options that the algorithm takes: a list may name several."""
    return {name: value for name, value in options.items() if name in hashlane.algorithms[algorithm].parameters}


def algorithm_of_list(path):
    """That of SHA3-256SUMS or disk.iso.sha3-256."""
    name = os.path.basename(path).lower()
    return next((a for a in hashlane.algorithms
                 if digesting(a) and (name.startswith(a + "sum") or name.endswith("." + a))), None)


def check_one(listed, options, arguments):
    """'OK', 'FAILED' or why the file cannot be read."""
    algorithm, digest, path = listed
    length = len(digest) if hashlane.algorithms[algorithm].any_length else None
    try:
        found = digest_of(path, algorithm, length, options, arguments)
    except OSError as why:
        return f"FAILED open or read: {why.strerror}"
    return "OK" if hmac.compare_digest(found, digest) else "FAILED"


def understood(line, algorithm, options, bits):
    """The parts of the line, and its options. ValueError for a line that is not understood, or does not fit the options."""
    listed = parse_line(line, algorithm)
    of_line = taken_by(listed[0], options)
    try:
        hashlane.new(listed[0], **of_line)
    except TypeError as why:
        raise ValueError(str(why)) from None
    require_bits(listed[0], of_line, bits)
    return listed, of_line


def say(path, verdict):
    """A line of the verdict. As GNU coreutils: a backslash in front only where a newline would break the line."""
    terminal = sys.stdout.isatty()
    name, escaped = in_line(path, terminal)
    if not terminal and "\n" not in path:
        name, escaped = os.fsencode(path), False
    sys.stdout.buffer.write(b"\\" * escaped + name + b": " + verdict.encode() + b"\n")


def check_list(path, options, arguments):
    algorithm, good, checked = arguments.algorithm or algorithm_of_list(path), True, 0
    with (sys.stdin.buffer if path == "-" else open(path, "rb")) as file:
        lines = lines_of(file.read())
    for number, line in enumerate(lines, 1):
        start = line.lstrip(b" \t")
        if not start or line.startswith(b"#"):
            continue
        try:
            listed, of_line = understood(start, algorithm, options, arguments.bits)
        except ValueError as why:
            complain(f"{in_message(path)}: {number}: {why}")
            good = False
            continue
        checked += 1
        verdict = check_one(listed, of_line, arguments)
        good = good and verdict == "OK"
        if verdict != "OK" or not arguments.quiet:
            say(listed[2], verdict)
    if not checked:
        complain(f"{in_message(path)}: no digest in it")
    return good and checked > 0


def check(words):
    parser = Parser("hashlane check", description="Checks lists of digests.")
    parser.add_argument("-a", "--algorithm", type=not_empty, metavar="ALG", help="of the lines that do not name one")
    parser.add_argument("--quiet", action="store_true", help="no line for a file that is good")
    add_options(parser)
    parser.add_argument("lists", nargs="*", metavar="LIST")
    arguments = parser.parse_intermixed_args(words)
    options, results = options_of(arguments), []
    for path in arguments.lists or ["-"]:
        try:
            results.append(check_list(path, options, arguments))
        except OSError as why:
            complain(f"{in_message(path)}: {why.strerror}")
            results.append(False)
    return 0 if all(results) else 1


def add_options(parser):
    parser.add_argument("-j", "--jobs", type=number(0, 2**64), default=1, metavar="N", help="threads for one tree; 0: all cores")
    parser.add_argument("--bits", type=number(0, MOST_BITS), metavar="N",
                        help="the message in each file has so many bits: nothing may follow them")
    parser.add_argument("--custom", metavar="STRING", help="customization string")
    parser.add_argument("--name", metavar="STRING", help="function name of cSHAKE")
    parser.add_argument("--domain", type=number(1, 0x7f, "{:#04x}".format), metavar="BYTE", help="of TurboSHAKE, 0x01..0x7f")
    parser.add_argument("--block", type=number(1, MOST_SIZE), metavar="BYTES", help="block size of ParallelHash")
    parser.add_argument("--key-file", type=not_empty, metavar="FILE", help="the key is all bytes of the file")


def list_algorithms():
    print("name                    kind  digest  block  strength  family          standard")
    for a in hashlane.algorithms.values():
        size = "*" * a.any_length + str(a.digest_size)
        print(f"{a.name:<24}{a.kind:<6}{size:<8}{a.block_size:<7}{a.security_strength:<10}{a.family:<16}{a.standard}")
    return 0


def main(words=None):
    words = sys.argv[1:] if words is None else words
    if words[:1] == ["check"]:
        return check(words[1:])
    if words == ["list"]:
        return list_algorithms()
    parser = Parser("hashlane", description=__doc__,
                    usage="hashlane ALG [OPTION]... [FILE]... | check [LIST]... | list")
    parser.add_argument("algorithm", metavar="ALG", help="a name of `list`")
    parser.add_argument("--tag", action="store_true", help="lines in BSD style")
    parser.add_argument("--length", type=number(1, MOST_SIZE), metavar="BYTES", help="of the digest, where there is a choice")
    add_options(parser)
    parser.add_argument("files", nargs="*", metavar="FILE")
    arguments = parser.parse_intermixed_args(words)
    if digesting(arguments.algorithm) is None:
        parser.error(no_digest(arguments.algorithm))
    return print_digests(arguments.algorithm, arguments)


def run():
    try:
        return main()
    except Failure as why:
        complain(why)
        return 1
    except (TypeError, ValueError, OSError) as why:  # options that do not fit the algorithm
        complain(why)
        return 2


if __name__ == "__main__":
    sys.exit(run())
