#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the site of Hashlane: build.py [--without-rust]. `make docs` calls it.

Doxygen reads the headers, cargo documents the crate, and Sphinx writes build/docs/html, from a virtual environment below
build/ that holds what docs/site/requirements.txt names. A warning is an error.
"""
import argparse
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLACE = ROOT / "build" / "docs"
VENV = ROOT / "build" / "docs-venv"
HTML = PLACE / "html"
sys.path.insert(0, str(HERE))
import stage  # noqa: E402

# The documentation of the crate needs none of its machine code: a compiler whose objects are empty.
EMPTY_OBJECTS = """#!/bin/sh
for word; do
    [ "$before" = -o ] && output=$word
    before=$word
done
case " $* " in *" -c "*) exec g++ -x c++ -c /dev/null -o "$output" ;; esac
exec g++ "$@"
"""


def run(*command, **more):
    """A command that must succeed; what it prints is shown only if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode:
        sys.exit(f"{done.stdout[-6000:]}\ndocs: this failed: {' '.join(words)}")
    return done.stdout


def prepare_venv():
    wanted, mark = (HERE / "requirements.txt").read_text("utf-8"), VENV / "requirements.txt"
    if mark.exists() and mark.read_text("utf-8") == wanted:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    run(sys.executable, "-m", "venv", VENV)
    run(VENV / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "-r",
        HERE / "requirements.txt")
    mark.write_text(wanted, "utf-8")


def run_doxygen():
    for language, file in (("cpp", "Doxyfile"), ("c", "Doxyfile-c")):
        place = PLACE / "doxygen" / language
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        run("doxygen", HERE / file)


def run_cargo():
    """The folder with the documentation of the crate, or None: there is no cargo, or a dependency cannot be had."""
    if not shutil.which("cargo") or not shutil.which("g++"):
        return None
    target, compiler, place = PLACE / "cargo", PLACE / "empty-objects", PLACE / "rust"
    compiler.write_text(EMPTY_OBJECTS)
    compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
    env = dict(os.environ, CARGO_TARGET_DIR=str(target), CXX=str(compiler), RUSTDOCFLAGS="-D warnings")
    command = ["cargo", "doc", "--quiet", "--locked", "--no-deps", "--all-features"]
    for more in (["--offline"], []):
        done = subprocess.run(command + more, cwd=ROOT / "faces" / "rust", env=env, capture_output=True, text=True)
        if done.returncode == 0:
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(target / "doc", place / "rust", ignore=shutil.ignore_patterns(".lock"))
            return place
    print(f"docs: without the reference of Rust, since cargo doc failed:\n{done.stderr[-2000:]}", file=sys.stderr)
    return None


def make_page():
    """The folder with the web page of faces/js, or None: there is no compiler for WebAssembly."""
    tools = map(shutil.which, ("clang++-19", "wasm-ld-19", "wasm-opt"))
    needed = ("/usr/lib/wasm32-wasi/libc.a", "/usr/lib/wasm32-wasi/libc++.a", *tools)
    if not all(path and os.path.exists(path) for path in needed):
        return None
    run(sys.executable, ROOT / "faces" / "js" / "build.py", "--page")
    place = PLACE / "page"
    (place / "page").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / "build" / "js" / "hashlane.html", place / "page" / "hashlane.html")
    return place


def run_sphinx(*more):
    """`more` are folders whose content is copied to the site; None is left out."""
    env = dict(os.environ, HASHLANE_DOXYGEN=str(PLACE / "doxygen"), HASHLANE_MORE=os.pathsep.join(str(path) for path in more if path))
    shutil.rmtree(HTML, ignore_errors=True)
    run(VENV / "bin" / "sphinx-build", "--quiet", "--fail-on-warning", "--keep-going", "--fresh-env", "--builder", "html",
        "--conf-dir", HERE, "--doctree-dir", PLACE / "doctrees", PLACE / "source", HTML, env=env)


def build(with_rust=True):
    PLACE.mkdir(parents=True, exist_ok=True)
    prepare_venv()
    run_doxygen()
    rust = run_cargo() if with_rust else None
    page = make_page()
    if wrong := stage.lay_out(PLACE / "source", rust is not None, page is not None):
        sys.exit("\n".join([*wrong, "docs: these links lead nowhere"]))
    run_sphinx(rust, page)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without-rust", action="store_true", help="leave out the reference of the crate")
    options = parser.parse_args()
    start = time.monotonic()
    build(not options.without_rust)
    files = [path for path in HTML.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    took = time.monotonic() - start
    print(f"The site is built: {HTML / 'index.html'} ({len(files)} files, {size / 1e6:.0f} MB, {took:.0f} s)")


if __name__ == "__main__":
    main()
