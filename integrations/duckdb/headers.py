#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Puts the two headers of DuckDB's C API into a folder: headers.py FOLDER. They come with the crate libduckdb-sys, which
cargo downloads. Nothing is done when they are there."""
import json
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

CRATE, VERSION = "libduckdb-sys", "=1.20000.1"  # DuckDB 2.0.0
HEADERS = ("duckdb.h", "duckdb_extension.h")
MANIFEST = f"""[package]
name = "headers"
version = "0.0.0"
edition = "2021"
[lib]
path = "lib.rs"
[dependencies]
{CRATE} = {{ version = "{VERSION}", default-features = false }}
"""


def crate_folder():
    if shutil.which("cargo") is None:
        sys.exit(f"DuckDB's headers come with the crate {CRATE}, and cargo is not installed")
    with tempfile.TemporaryDirectory() as place:
        pathlib.Path(place, "Cargo.toml").write_text(MANIFEST)
        pathlib.Path(place, "lib.rs").touch()
        told = subprocess.run(["cargo", "metadata", "--quiet", "--format-version", "1"], cwd=place, capture_output=True, text=True)
    if told.returncode:
        sys.exit(f"cargo cannot download {CRATE}: {told.stderr}")
    package = next(p for p in json.loads(told.stdout)["packages"] if p["name"] == CRATE)
    return pathlib.Path(package["manifest_path"]).parent


def main():
    folder = pathlib.Path(sys.argv[1])
    if all((folder / name).is_file() for name in HEADERS):
        return
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(crate_folder() / "duckdb.tar.gz") as archive:
        for name in HEADERS:
            (folder / name).write_bytes(archive.extractfile(f"duckdb/src/include/{name}").read())


if __name__ == "__main__":
    main()
