# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What other tools pack out of the sources: the crate, the npm package, the single header."""
import shutil

from support import environment, fresh, run, version


def crate(out, work):
    """hashlane-VERSION.crate. It is compiled by check.py, out of the file."""
    fresh(work)
    manifest = work.parent / "source" / "faces" / "rust" / "Cargo.toml"
    run("cargo", "package", "--quiet", "--locked", "--no-verify", "--allow-dirty", "--manifest-path", manifest,
        env=environment(CARGO_TARGET_DIR=work))
    name = f"hashlane-{version()}.crate"
    shutil.copyfile(work / "package" / name, out / name)
    return out / name


def npm(out, work):
    """hashlane-VERSION.tgz."""
    fresh(work)
    source = work.parent / "source"
    run("python3", source / "faces" / "js" / "build.py", "--jobs", "2", cwd=source)
    name = f"hashlane-{version()}.tgz"
    shutil.copyfile(source / "build" / "js" / name, out / name)
    return out / name


def header(out, work):
    """hashlane.hpp, the whole library in one file."""
    fresh(work)
    run("python3", work.parent / "source" / "tools" / "single_header.py", work)
    shutil.copyfile(work / "hashlane.hpp", out / "hashlane.hpp")
    return out / "hashlane.hpp"
