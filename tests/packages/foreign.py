# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Artefacts for another processor or another C library than this machine's."""
import os
import pathlib
import re
import shutil
import sys
import zipfile

from artefacts import ABC, PYTHON_PROGRAM, timed
from steps import check_prints, check_refused, do, report, run, skip

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / "build" / "packages" / "venv" / "bin" / "python"
ARM64 = ROOT / "build" / "packages" / "arm64"
ARM64_PACKAGES = ("python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib", "libc6", "libgcc-s1", "zlib1g", "libexpat1",
                  "libssl3", "libffi8", "musl")
LOADER = pathlib.Path("/lib/ld-musl-x86_64.so.1")
LOADER_ARM64 = ARM64 / "root" / "lib" / "ld-musl-aarch64.so.1"
# Loads the extension with every symbol bound at once. What Python would bring is defined here, and is not called. Zig links
# programs for musl statically, and musl's loader takes no such program. So this one is linked as a library, and begins at
# `entry`, which does what musl's start file does.
LOAD_PROGRAM = """#include <dlfcn.h>
#include <stdio.h>
int __libc_start_main(int (*)(int, char**), int, char**, void (*)(void), void (*)(void), void (*)(void));
int main(int, char**);
#ifdef __aarch64__
__asm__(".globl entry\\nentry: mov x0, sp\\nbl begin");
#else
__asm__(".globl entry\\nentry: mov %rsp, %rdi\\nand $-16, %rsp\\ncall begin");
#endif
void begin(long* stack) { __libc_start_main(main, stack[0], (char**)(stack + 1), 0, 0, 0); }
int main(int count, char** words) {
    void* module = count == 2 ? dlopen(words[1], RTLD_NOW) : NULL;
    if (module == NULL) {
        printf("%s\\n", dlerror());
        return 1;
    }
    puts(dlsym(module, "PyInit__core") != NULL ? "loaded" : "no PyInit__core");
    return 0;
}
"""


def module_of(path, place):
    """The extension module of a wheel, unpacked."""
    with zipfile.ZipFile(path) as archive:
        return pathlib.Path(archive.extract("hashlane/_core.abi3.so", place))


def inspect(module, machine):
    """Its processor, the libraries that it needs, the one function that it exports."""
    header = do("readelf", "readelf", "-hdW", module) or ""
    report(f"{module.name} is for {machine}", machine in header, machine not in header, re.findall("Machine:.*", header))
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", header))
    odd = {name for name in needed if not re.match(r"(libc|libpthread|libdl|ld-linux.*)\.so", name)}
    report("it needs the C library alone", not odd, len(odd), " ".join(sorted(needed)))
    names = re.findall(r" [TDBR] (\w+)", do("nm", "nm", "-D", "--defined-only", module) or "")
    report("it exports PyInit__core alone", names == ["PyInit__core"], names != ["PyInit__core"], " ".join(names[:20]))


def check_musl(path, place):
    """A wheel for musl on this processor: its processor, libraries and symbols, and musl's loader."""
    module = module_of(path, place)
    inspect(module, "X86-64")
    if not LOADER.exists():
        return skip(f"{path.name}: loading", f"{LOADER} is not installed")
    return check_loaded(path, place, module, "x86_64", (LOADER,))


def check_loaded(path, place, module, machine, loader):
    """musl's own loader binds every symbol of the extension; a symbol that nobody has is noticed."""
    skip(f"{path.name}: a program in Python", "Debian has no Python for musl")
    wanted = sorted(set(re.findall(r" U (_?Py\w+)", do("nm", "nm", "-D", "--undefined-only", module) or "")))
    (place / "load.c").write_text(LOAD_PROGRAM)
    command = (TOOLS, "-m", "ziglang", "cc", "-target", f"{machine}-linux-musl", "-shared", "-fPIC", "-Wl,-e,entry", "load.c")
    for name, symbols in (("load", wanted), ("planted", wanted[1:])):
        (place / f"{name}_python.c").write_text("".join(f"char {symbol}[1024];\n" for symbol in symbols))
        do(f"zig cc: {name}", *command, f"{name}_python.c", "-o", name, cwd=place)
    check_prints(f"{path.name}: musl loads it", "loaded", *loader, place / "load", module)
    check_refused("planted: a symbol that nobody has", wanted[0], *loader, place / "planted", module)


def arm64_root():
    """A folder with Debian's Python and musl for arm64, fetched by apt with lists of its own; None where that cannot be done.
    It is fetched once, and again when the list of packages has changed."""
    root = ARM64 / "root"
    stamp = ARM64 / "stamp"
    packages = " ".join(ARM64_PACKAGES)
    if stamp.exists() and stamp.read_text() == packages:
        return root
    shutil.rmtree(ARM64, ignore_errors=True)
    for name in ("lists/partial", "cache/archives/partial", "root"):
        (ARM64 / name).mkdir(parents=True)
    (ARM64 / "status").touch()
    apt = ("apt-get", "-qq", "-o", "APT::Architecture=arm64", "-o", "APT::Architectures::=arm64", "-o", f"Dir::State::Lists={ARM64}/lists",
           "-o", f"Dir::State::status={ARM64}/status", "-o", f"Dir::Cache={ARM64}/cache", "-o", "APT::Sandbox::User=root")
    for words in (("update",), ("download", *ARM64_PACKAGES)):
        if run(*apt, *words, cwd=ARM64)[0]:
            return None
    for path in ARM64.glob("*.deb"):
        if run("dpkg-deb", "--extract", path, root)[0]:
            return None
    shutil.rmtree(ARM64 / "lists")
    stamp.write_text(packages)
    return root


def check_aarch64(path, place):
    """pip unpacks it for that platform, and Debian's Python for arm64 runs it under qemu."""
    inspect(module_of(path, place), "AArch64")
    if not shutil.which("qemu-aarch64"):
        return skip(f"{path.name}: a program in Python", "qemu-aarch64 is not installed")
    root = arm64_root()
    if root is None:
        return skip(f"{path.name}: a program in Python", "Debian's packages for arm64 are not to be had")
    site = place / "site"
    platform = re.search(r"abi3-(\w+)\.whl", path.name)[1]
    if timed(f"pip install {path.name}", sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index",
             "--no-deps", "--only-binary=:all:", "--platform", platform, "--target", site, path) is None:
        return
    env = {**os.environ, "PYTHONPATH": str(site), "PYTHONHOME": str(root / "usr")}
    python = ("qemu-aarch64", "-L", root, root / "usr" / "bin" / "python3.11")
    check_prints(f"{path.name}: digests under qemu", ABC, *python, "-c", PYTHON_PROGRAM, env=env, cwd=place)


def check_musl_aarch64(path, place):
    """A wheel for musl on AArch64: the same as on this processor, with musl's loader under qemu."""
    module = module_of(path, place)
    inspect(module, "AArch64")
    if not shutil.which("qemu-aarch64"):
        return skip(f"{path.name}: loading", "qemu-aarch64 is not installed")
    if arm64_root() is None:
        return skip(f"{path.name}: loading", "Debian's packages for arm64 are not to be had")
    return check_loaded(path, place, module, "aarch64", ("qemu-aarch64", LOADER_ARM64))
