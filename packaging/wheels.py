# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Python package: an sdist, and out of it a wheel for each processor and C library, compiled by Zig's clang."""
import json
import os
import pathlib
import re
import shutil
import tarfile

from support import Failed, environment, fresh, run, tools

CALL = "import sys, scikit_build_core.build as b; print(getattr(b, 'build_' + sys.argv[1])(sys.argv[2]))"
# Tag of the platform: Zig's target, flags. Zig turns off `evex512` by name, without which clang refuses vectors of 64
# bytes in functions that ask for AVX-512. It enables no instruction by itself.
PLATFORMS = {
    "manylinux_2_17_x86_64": ("x86_64-linux-gnu.2.17", ["-mcpu=baseline+evex512"]),
    "musllinux_1_2_x86_64": ("x86_64-linux-musl", ["-mcpu=baseline+evex512"]),
    "manylinux_2_17_aarch64": ("aarch64-linux-gnu.2.17", []),
    "musllinux_1_2_aarch64": ("aarch64-linux-musl", []),
}
WRAPPER = """#!/bin/sh
# {target}
# Files are compiled as `zig c++` does it. `zig cc` links them, since that needs no C++ runtime, which Zig would compile.
mode=cc
for word; do [ "$word" != -c ] || mode=c++; done
exec '{python}' -m ziglang $mode -target {target} {flags} "$@"
"""


def caches():
    """Zig's own cache lies with the others of the user, so that a fresh folder finds it."""
    return os.environ.get("ZIG_GLOBAL_CACHE_DIR", str(pathlib.Path.home() / ".cache" / "zig"))


def compiler(place, platform):
    """A program that is called as a compiler: CMake takes one word. No debug information, no names of folders."""
    target, flags = PLATFORMS[platform]
    flags = [*flags, "-g0", "-fno-sanitize=undefined", f"-ffile-prefix-map={place}=."]
    path = place / "zig-c++"
    path.write_text(WRAPPER.format(target=target, python=tools(), flags=" ".join(flags)), "utf-8")
    path.chmod(0o755)
    return path


def sdist(out, work):
    """hashlane-VERSION.tar.gz."""
    fresh(work)
    name = run(tools(), "-c", CALL, "sdist", work, cwd=work.parent / "source" / "faces" / "python").split()[-1]
    shutil.move(work / name, out / name)
    return out / name


def wheel(out, work, platform):
    """The wheel of one platform, out of the sdist."""
    fresh(work)
    source = out / next(path.name for path in out.glob("hashlane-*.tar.gz"))
    with tarfile.open(source) as archive:
        archive.extractall(work)
    unpacked = next(path for path in work.iterdir() if path.is_dir())
    env = environment(CXX=compiler(work, platform), ZIG_GLOBAL_CACHE_DIR=caches(), LDFLAGS="-s", SKBUILD_BUILD_DIR=work / "objects")
    env.pop("CMAKE_CXX_COMPILER_LAUNCHER", None)  # Zig has a cache of its own
    made = work / run(tools(), "-c", CALL, "wheel", work, cwd=unpacked, env=env).split()[-1]
    run(tools(), "-m", "wheel", "tags", "--remove", "--platform-tag", platform, made)
    final = next(work.glob("*.whl"))
    audit(final, platform)
    shutil.move(final, out / final.name)
    return out / final.name


def audit(path, platform):
    """Raises Failed if auditwheel finds that the wheel asks for more than its platform has. It looks for no library on this
    machine, whose C library may be another. Zig calls that of musl libc.so; auditwheel knows it by the names of Alpine alone,
    and musl's loader takes either for itself."""
    nowhere = fresh(path.parent / "no-libraries")
    told = run(tools(), "-m", "auditwheel", "show", "--json", "--ldpaths", nowhere, path)
    found = json.loads(re.search(r"\{.*\}", told, re.DOTALL)[0])  # warnings may stand before and behind it
    own = {"libc.so"} if platform.startswith("musl") else set()
    if not fits(found["sym_tag"], platform) or set(found["external_libs"]) - own:
        raise Failed(f"{path.name}: auditwheel says\n{told}")


def fits(tag, platform):
    """Whether what fits a tag fits a platform: the same processor and C library, and no newer version of the latter."""
    asked, given = parts(tag), parts(platform)
    return asked[:2] == given[:2] and asked[2:] <= given[2:]


def parts(platform):
    """(processor, C library, its version in two numbers) of a tag."""
    found = re.fullmatch(r"(many|musl)linux_(\d+)_(\d+)_(\w+)", platform)
    return (found[4], found[1], int(found[2]), int(found[3])) if found else (platform,)
