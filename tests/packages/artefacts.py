# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How each artefact is installed into an empty place and used there. Each check is given the artefact and a fresh folder."""
import os
import pathlib
import platform
import re
import resource
import shutil
import sys
import tarfile
import time

import debian_root
from steps import check_prints, check_refused, do, report, run, skip

ROOT = pathlib.Path(__file__).resolve().parents[2]
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-4, SHA-256 of "abc"
PYTHON_PROGRAM = """
import hashlane, hashlib
for name, size in (("sha256", 0), ("sha512", 1), ("sha3_256", 135), ("sha3_512", 4096), ("sha384", 100000)):
    message = bytes(range(251)) * (size // 251 + 1)
    message = message[:size]
    assert getattr(hashlane, name)(message).digest() == getattr(hashlib, name)(message).digest(), name
print(hashlane.sha256(b"abc").hexdigest())
"""
C_PROGRAM = """#include <stdio.h>
#include <hashlane.h>
int main(void) {
    uint8_t digest[32];
    size_t i;
    if (hashlane_digest(HASHLANE_SHA256, "abc", 3, digest, sizeof digest) != HASHLANE_OK) return 1;
    for (i = 0; i < sizeof digest; i++) printf("%02x", digest[i]);
    printf("\\n");
    return 0;
}
"""
CPP_PROGRAM = """#include <cstdio>
#include <string_view>
#include {header}
int main() {{
    using namespace std::literals;
    for (const unsigned byte : hashlane::digest<hashlane::sha256>("abc"sv)) std::printf("%02x", byte);
    std::puts("");
}}
"""
RUST_PROGRAM = """fn main() {
    for byte in hashlane::Sha256::digest(b"abc") {
        print!("{byte:02x}");
    }
    println!();
}
"""
JS_PROGRAM = """import { digest } from 'hashlane';
import { digest as small } from 'hashlane/sha256';
for (const d of [digest, small]) {
  console.log(Buffer.from(await d('sha256', new TextEncoder().encode('abc'))).toString('hex'));
}
"""


def timed(name, *command, **more):
    """A step that must succeed; its output, or None. The seconds are told, and are no condition."""
    start, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    text = do(name, *command, **more)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    print(f"time: {name}: {time.monotonic() - start:.1f} s, {cpu:.1f} s of processor time")
    return text


def check_wheel(path, place):
    """pip installs it into a new environment without an index."""
    do("python -m venv", sys.executable, "-m", "venv", place / "venv")
    python = place / "venv" / "bin" / "python"
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index")
    if timed(f"pip install {path.name}", *pip, path) is None:
        return
    check_prints(f"{path.name}: digests", ABC, python, "-c", PYTHON_PROGRAM, cwd=place)
    other = place / path.name.replace(platform.machine(), "riscv64")
    shutil.copy(path, other)
    check_refused("planted: a wheel for another processor", "not a supported wheel", *pip, "--force-reinstall", other)


def check_debs(paths, place):
    """dpkg installs them into a root that holds their dependencies alone; programs run in that root."""
    if os.geteuid() != 0:
        return skip("debs", "dpkg --root and chroot need root")
    root = place / "root"
    missing = debian_root.make(root, paths)
    report("the dependencies of the debs are in Debian", not missing, len(missing), " ".join(sorted(missing)))
    alone = [path for path in paths if path.name.startswith("libhashlane-dev_")]
    code, text = debian_root.install(root, alone)
    good = code != 0 and "libhashlane0" in text
    report("planted: libhashlane-dev without libhashlane0 is refused", good, not good, "" if good else text)
    start = time.monotonic()
    code, text = debian_root.install(root, paths)
    report("dpkg --install", code == 0, code != 0, "" if code == 0 else text[-3000:])
    print(f"time: dpkg --install of {len(paths)} files: {time.monotonic() - start:.1f} s")
    (root / "tmp" / "message").write_text("abc")
    check_prints("hashlane in the root", f"{ABC}  /tmp/message", "chroot", root, "/usr/bin/hashlane", "sha256", "/tmp/message")
    check_prints("python3 in the root", ABC, "chroot", root, "/usr/bin/python3", "-c", PYTHON_PROGRAM)
    check_development(root, place)


def check_development(root, place):
    """A program in C with the shared library and one in C++ with the headers, compiled from the root, run in it."""
    (place / "first.c").write_text(C_PROGRAM)
    (place / "first.cpp").write_text(CPP_PROGRAM.format(header="<hashlane/sha2.hpp>"))
    libraries = next(root.glob("usr/lib/*/libhashlane.so")).parent
    pkg_config = {**os.environ, "PKG_CONFIG_LIBDIR": str(libraries / "pkgconfig"), "PKG_CONFIG_SYSROOT_DIR": str(root)}
    flags = do("pkg-config hashlane-c", "pkg-config", "--cflags", "--libs", "hashlane-c", env=pkg_config)
    if flags is None:
        return
    do("gcc", "gcc", "-std=c99", place / "first.c", "-o", root / "tmp" / "first_c", f"-I{root}/usr/include", *flags.split(),
       f"-L{libraries}")
    do("g++", "g++", "-std=c++20", "-O1", place / "first.cpp", "-o", root / "tmp" / "first_cpp", f"-I{root}/usr/include",
       "-static-libstdc++", "-static-libgcc")
    for name in ("first_c", "first_cpp"):
        check_prints(f"{name} in the root", ABC, "chroot", root, f"/tmp/{name}")


def check_tarball(path, place):
    """The program runs where there is no file but its own."""
    with tarfile.open(path) as archive:
        archive.extractall(place)
    top = next(place.iterdir())
    (top / "message").write_text("abc")
    if os.geteuid() != 0:
        return skip("tarball", "chroot needs root")
    check_prints(f"{path.name} in an empty root", f"{ABC}  /message", "chroot", top, "/bin/hashlane", "sha256", "/message")
    code, text = run("chroot", top, "/bin/hashlane", "selftest")
    report(f"{path.name}: selftest", code == 0, code != 0, "" if code == 0 else text[-2000:])


def check_crate_contents(path):
    """Every header of include/ is in it as a file."""
    with tarfile.open(path) as archive:
        members = archive.getmembers()
    headers = {m.name.split("/cpp/include/")[1] for m in members if "/cpp/include/" in m.name}
    ours = {file.relative_to(ROOT / "include").as_posix() for file in (ROOT / "include").rglob("*.hpp")}
    good = headers == ours and all(m.isfile() for m in members)
    report(path.name, good, not good, " ".join(sorted(headers ^ ours)))


def check_crate(path, place):
    """A program of an empty project that depends on the unpacked crate."""
    check_crate_contents(path)
    with tarfile.open(path) as archive:
        archive.extractall(place)
    crate = next(place.iterdir())
    project = place / "first_rust"
    (project / "src").mkdir(parents=True)
    (project / "Cargo.toml").write_text('[package]\nname = "first_rust"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n'
                                        f'[dependencies]\nhashlane = {{ path = "{crate}" }}\n')
    (project / "src" / "main.rs").write_text(RUST_PROGRAM)
    env = {**os.environ, "CARGO_TARGET_DIR": str(place / "target"), "CCACHE_DISABLE": "1"}  # the time of the first build is told
    if timed(f"cargo build with {path.name}", "cargo", "build", "--release", "--quiet", cwd=project, env=env) is not None:
        check_prints(f"{path.name}: digest", ABC, place / "target" / "release" / "first_rust")


def check_npm(path, place):
    """npm installs it into an empty project without a network."""
    (place / "package.json").write_text('{"type": "module", "private": true}')
    (place / "first.mjs").write_text(JS_PROGRAM)
    if timed(f"npm install {path.name}", "npm", "install", "--offline", "--silent", "--no-audit", "--no-fund", path, cwd=place) is not None:
        check_prints(f"{path.name}: digests", ABC, "node", "first.mjs", cwd=place)


def check_header(path, place):
    """A compiler with this file alone."""
    shutil.copy(path, place)
    (place / "first.cpp").write_text(CPP_PROGRAM.format(header='"hashlane.hpp"'))
    if timed("g++ with hashlane.hpp", "g++", "-std=c++20", "first.cpp", "-o", "first", "-pthread", cwd=place) is not None:
        check_prints("hashlane.hpp: digest", ABC, place / "first")


def check_sdist(path):
    """It holds what the wheels were built from, under one folder, without links."""
    with tarfile.open(path) as archive:
        members = archive.getmembers()
    names = {member.name for member in members}
    top = re.sub(r"\.tar\.gz$", "", path.name)
    wanted = {f"{top}/{name}" for name in ("pyproject.toml", "CMakeLists.txt", "PKG-INFO", "src/hashlane.cpp", "engine/row.cpp")}
    good = wanted <= names and all(member.isfile() for member in members)
    report(path.name, good, not good, str(wanted - names or [member.name for member in members if not member.isfile()]))
