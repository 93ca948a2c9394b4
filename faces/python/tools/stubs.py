#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes what the registry brings into hashlane/__init__.pyi, below its mark; --check: says whether it is there.

Needs the package to be installed.
"""
import pathlib
import sys

import hashlane

STUB = pathlib.Path(__file__).parents[1] / "hashlane" / "__init__.pyi"
MARK = "# What the registry brings; written by tools/stubs.py.\n"
KEYWORDS = {"key": "key: Buffer", "customization": "customization: Buffer | None = None", "function_name": "function_name: Buffer | None = None",
            "domain": "domain: int | None = 0x1F", "parallel_block": "parallel_block: int | None = 8192"}


def digesting(a):
    result = {"hash": "SizedHash" if a.any_length else "Hash", "xof": "Xof", "mac": "Mac"}[a.kind]
    data = "Buffer | Sequence[Buffer]" if "elements" in a.parameters else "Buffer"
    options = "".join(f"{text}, " for name, text in KEYWORDS.items() if name in a.parameters)
    return f'def {a.identifier}(data: {data} = b"", *, {options}usedforsecurity: bool = True) -> {result}: ...\n'


def stub(a):
    if a.kind == "aead":
        return f"@final\nclass {a.identifier}(_AEAD): ...\n\n"
    if a.kind != "kdf":
        return digesting(a)
    if a.name.startswith("hkdf-"):
        return (f"def {a.identifier}(key: Buffer, length: int, *, salt: Buffer | None = None, "
                "info: Buffer | None = None) -> bytes: ...\n")
    return f"def {a.identifier}(password: Buffer, salt: Buffer, iterations: int, dklen: int | None = None) -> bytes: ...\n"


def main():
    text = STUB.read_text()
    written = text[:text.index(MARK)] + MARK + "".join(map(stub, hashlane.algorithms.values()))
    if "--check" not in sys.argv:
        STUB.write_text(written)
        return 0
    print("as the registry has it" if text == written else f"{STUB}: not as the registry has it: run tools/stubs.py")
    return 0 if text == written else 1


if __name__ == "__main__":
    sys.exit(main())
