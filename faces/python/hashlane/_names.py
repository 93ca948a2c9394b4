# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How the names of files are shown, and read back. As faces/cli/names.cpp."""
import os
import re

ESCAPES = {b"\\": b"\\\\", b"\n": b"\\n", b"\r": b"\\r"}
UNESCAPES = {escaped: plain for plain, escaped in ESCAPES.items()}
# C0, DEL, C1, what turns the direction of writing or breaks lines (Unicode's Bidi_Control, Zl, Zp), and bytes that are no UTF-8.
UNPRINTABLE = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
UNCLEAR = re.compile("[ :'\"]")  # the name is then in quotation marks
ESCAPED = re.compile(rb"\\(?:[\\nr]|x[0-9a-f]{2})")


def in_line(name, terminal=False):
    """A file's name as bytes for a line of digests, and whether it had to be escaped: on a terminal with all that is not
    printable."""
    raw = os.fsencode(name)
    escaped = re.sub(rb"[\\\n\r]", lambda m: ESCAPES[m[0]], raw)
    if terminal:
        escaped = printable(escaped)
    return escaped, escaped != raw


def printable(raw):
    """These bytes with everything that is not printable UTF-8 as \\xHH."""
    text = raw.decode("utf-8", "surrogateescape")
    return UNPRINTABLE.sub(lambda m: in_hex(m[0]), text).encode()


def printable_text(text):
    return printable(text.encode("utf-8", "surrogateescape")).decode()


def in_hex(text):
    return "".join(f"\\x{byte:02x}" for byte in text.encode("utf-8", "surrogateescape"))


def in_message(name):
    """A file's name as text for a message: never a control character; in quotation marks when it would be unclear."""
    shown, escaped = in_line(name, terminal=True)
    text = shown.decode()
    return f"'{text}'" if escaped or not text or UNCLEAR.search(text) else text


def unescaped(shown):
    """The name as bytes that in_line() escaped so. ValueError for an escape that nobody writes."""
    if b"\\" in ESCAPED.sub(b"", shown):
        raise ValueError("its name has an escape that is not known")
    name = ESCAPED.sub(lambda m: UNESCAPES.get(m[0]) or bytes.fromhex(m[0][2:].decode()), shown)
    if b"\0" in name:
        raise ValueError("it contains a NUL")
    return name
