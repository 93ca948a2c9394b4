#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the web page out of page/, the scripts of src/ and the modules that build.py has made: build/js/hashlane.html.

The page is one file. Its script is a classic one, so that it runs from the disk: each ES module becomes a function that
returns what the module exports. A policy in the page allows this script, this style and nothing from elsewhere.
"""
import base64
import hashlib
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
POLICY = ("default-src 'none'; script-src 'sha256-{script}' 'wasm-unsafe-eval'; style-src 'sha256-{style}'; worker-src blob:; "
          "img-src data:; base-uri 'none'; form-action 'none'")
IMPORT = re.compile(r"^import (?:\{ (?P<names>[^}]*) \}|\* as (?P<all>\w+)) from '(?P<path>\.[^']*)';\n", re.M)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const)\*? (\w+)|function\* (\w+)|async function\* (\w+))", re.M)
EXPORT_LIST = re.compile(r"^export \{ ([^}]*) \};\n", re.M)
COMMENT = re.compile(r"^[ ]*(//.*|/\*\*(.|\n)*?\*/)\n", re.M)


def words(names):
    """The names of an import or export list as a pattern of JavaScript: `a as b` is `a: b`."""
    return ", ".join(name.strip().replace(" as ", ": ") for name in names.split(","))


def name_of(path):
    return "module_" + re.sub(r"\W", "_", path.relative_to(HERE).with_suffix("").as_posix())


def as_function(path, text):
    """The statement that stands for a module in the script."""

    def replace_import(match):
        what = match["all"] or f"{{ {words(match['names'])} }}"
        return f"const {what} = {name_of((path.parent / match['path']).resolve())};\n"

    exported = [next(filter(None, found)) for found in EXPORT.findall(text)]
    exported += [words(names) for names in EXPORT_LIST.findall(text)]
    text = EXPORT_LIST.sub("", EXPORT.sub("", IMPORT.sub(replace_import, text)))
    if wrong := re.search(r"^(import|export)\b.*|import\.meta", text, re.M):
        sys.exit(f"page.py: {path} has an import or export that is not understood: {wrong[0]}")
    return f"const {name_of(path)} = (() => {{\n{text}return {{ {', '.join(exported)} }};\n}})();\n"


def bundle(entry):
    """The script that a module and all that it imports make."""
    done, under_way, parts = set(), [], []

    def visit(path):
        if path in done:
            return
        if path in under_way:
            sys.exit(f"page.py: modules import each other: {path}")
        under_way.append(path)
        text = COMMENT.sub("", path.read_text("utf-8"))
        for match in IMPORT.finditer(text):
            visit((path.parent / match["path"]).resolve())
        under_way.pop()
        done.add(path)
        parts.append(as_function(path, text))

    visit(entry)
    return "'use strict';\n" + "".join(parts)


def policy_hash(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def page(modules, version):
    """The text of the page. `modules` are the paths of the two WebAssembly modules by name, simd and plain."""
    script = bundle(HERE / "page" / "main.js")
    if "</script" in script or "<!--" in script:
        sys.exit("page.py: the script ends its own element")
    style = (HERE / "page" / "page.css").read_text("utf-8")
    parts = {name: base64.b64encode(path.read_bytes()).decode() for name, path in modules.items()}
    parts |= {"script": script, "style": style, "version": version,
              "policy": POLICY.format(script=policy_hash(script), style=policy_hash(style))}
    template = (HERE / "page" / "page.html").read_text("utf-8")
    return re.sub(r"@(policy|style|script|version|simd|plain)@", lambda match: parts[match[1]], template)
