#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Appends to a shared library what DuckDB reads before it loads an extension: footer.py LIBRARY EXTENSION PLATFORM VERSION

It is 8 fields of 32 bytes, the last one first, and 256 bytes for a signature, which are zero: without a signature DuckDB
loads the extension with the setting allow_unsigned_extensions. Before them stands the head of a custom section, as in a file
of WebAssembly.
"""
import pathlib
import sys

API = "v1.2.0"  # the C API that the extension asks for
HEAD = bytes([0, 0x93, 0x04, 0x10]) + b"duckdb_signature" + bytes([0x80, 0x04])


def main():
    library, extension, platform, version = sys.argv[1:]
    fields = ("4", platform, API, version, "C_STRUCT", "", "", "")
    footer = b"".join(field.encode().ljust(32, b"\0") for field in reversed(fields))
    pathlib.Path(extension).write_bytes(pathlib.Path(library).read_bytes() + HEAD + footer + bytes(256))


if __name__ == "__main__":
    main()
