#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the npm package: build/js/hashlane, a folder with the WebAssembly modules, and build/js/hashlane-VERSION.tgz.
With it the web page: build/js/hashlane.html. With --page only the page is made."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import page  # noqa: E402

ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "js"
PACKAGE = BUILD / "hashlane"
# In the order of the numbers in cpp/families.hpp: the entry of the package and what its comment says.
FAMILIES = {
    "index": "all algorithms",
    "sha256": "SHA-224 and SHA-256, with HMAC, HKDF and PBKDF2",
    "sha512": "SHA-384, SHA-512, SHA-512/224 and SHA-512/256, with HMAC, HKDF and PBKDF2",
    "sha3": "SHA-3, SHAKE and Keccak, with HMAC, HKDF and PBKDF2",
    "sp800-185": "cSHAKE, KMAC, TupleHash and ParallelHash",
    "kangarootwelve": "TurboSHAKE, KangarooTwelve and HopMAC",
    "ascon": "Ascon of SP 800-232 and Ascon v1.2",
}
BUILDS = {"simd": ["-msimd128"], "plain": []}
COMPILE = ["--target=wasm32-wasi", "-std=c++20", "-Os", "-flto", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden", "-Wall",
           "-Wextra", "-DHASHLANE_HOSTED=0", "-DHASHLANE_COMPILED=1", f"-I{ROOT / 'include'}", "-include",
           str(HERE / "cpp" / "abort.hpp")]
# cpp/memory.cpp, whose functions clang may call after it has optimised all other files together.
MEMORY = ["--target=wasm32-wasi", "-std=c++20", "-Os", "-fno-builtin", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden", "-Wall",
          "-Wextra", "-Wconversion"]
# No library is linked: a module holds the code of this project alone, and what the headers of libc++ are compiled to.
# The stack lies below everything else, so that a program which needs more of it ends by a trap.
LINK = ["--target=wasm32-wasi", "-flto", "-nostdlib", "-Wl,--no-entry,--gc-sections,--strip-all,-O2",
        "-Wl,--stack-first,-zstack-size=65536", "-Wl,--export=__stack_pointer",
        "-Wl,--keep-section=target_features"]
# With -Os in LINK, clang runs `wasm-opt -Os` where it finds one. -O1 gives 3% fewer bytes after gzip.
OPTIMIZE = ["wasm-opt", "-O1", "--strip-target-features"]
ENTRY = """// SPDX-License-Identifier: Apache-2.0 OR MIT
// {told}

import {{ entry }} from './src/entry.js';

export {{ ForgedError }} from './src/errors.js';
export {{ hasSimd }} from './src/load.js';
export const {{
  load, digest, create, mac, verify, digestMany, digestRows, seal, open, hkdf, pbkdf2, merkleTree, merkleTreeOf, leafDigests,
  verifyInclusion, verifyConsistency,
}} = /* @__PURE__ */ entry({{
  simd: new URL('./wasm/{name}-simd.wasm', import.meta.url),
  plain: new URL('./wasm/{name}.wasm', import.meta.url),
}});
"""


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr or done.stdout}")
    return done.stdout


def compiler():
    """clang++ of version 19, through ccache where there is one."""
    return [*(["ccache"] if shutil.which("ccache") else []), "clang++-19"]


def compile_kernels(build):
    run(*compiler(), *COMPILE, *BUILDS[build], "-c", ROOT / "src" / "kernels.cpp", "-o", BUILD / f"kernels-{build}.o")


def compile_memory():
    run(*compiler(), *MEMORY, "-c", HERE / "cpp" / "memory.cpp", "-o", BUILD / "memory.o")


def link(module, *objects):
    """A module, and MODULE.map with what it was linked of."""
    linked = BUILD / f"{module}-linked.wasm"
    run("clang++-19", *LINK, f"-Wl,-Map={BUILD / module}.map", *objects, BUILD / "memory.o", "-o", linked)
    run(*OPTIMIZE, linked, "-o", PACKAGE / "wasm" / f"{module}.wasm")


def compile_module(name, build):
    """One module of one family."""
    made = BUILD / f"{name}-{build}.o"
    number = list(FAMILIES).index(name)
    run(*compiler(), *COMPILE, *BUILDS[build], f"-DHASHLANE_FAMILY={number}", "-c", HERE / "cpp" / "module.cpp", "-o", made)
    link(name + ("-simd" if build == "simd" else ""), made, BUILD / f"kernels-{build}.o")


def compile_transcripts():
    """The module of transcripts. A sponge takes one block at a time, so that there is no build with SIMD."""
    made = BUILD / "transcript.o"
    run(*compiler(), *COMPILE, "-c", HERE / "cpp" / "transcript.cpp", "-o", made)
    link("transcript", made, BUILD / "kernels-plain.o")


def version():
    return re.search(r'HASHLANE_VERSION "(.*)"', (ROOT / "include/hashlane/lanes/config.hpp").read_text()).group(1)


def write_scripts():
    """All but the modules."""
    for folder in ("src", "bench"):
        shutil.copytree(HERE / folder, PACKAGE / folder)
    for name, told in FAMILIES.items():
        (PACKAGE / f"{name}.js").write_text(ENTRY.format(name=name, told=f"{told[0].upper()}{told[1:]}."))
    told = json.loads((HERE / "package.json").read_text())
    told["version"] = version()
    (PACKAGE / "package.json").write_text(json.dumps(told, indent=2) + "\n")
    for file in ("README.md", "index.d.ts", "pool.js", "pool-worker.js", "pool.d.ts", "transcript.js",
                 "transcript.d.ts"):
        shutil.copy(HERE / file, PACKAGE / file)
    for file in ("LICENSE-APACHE", "LICENSE-MIT"):
        shutil.copy(ROOT / file, PACKAGE / file)


def allow_reading():
    """Gives files and folders the same modes under every umask, so that the package has the same bytes."""
    for path in PACKAGE.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def write_page():
    """The web page, out of the modules with all algorithms."""
    modules = {"simd": PACKAGE / "wasm" / "index-simd.wasm", "plain": PACKAGE / "wasm" / "index.wasm"}
    (BUILD / "hashlane.html").write_text(page.page(modules, version()), "utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 8), help="compilers side by side")
    parser.add_argument("--page", action="store_true", help="make the web page and not the package")
    options = parser.parse_args()
    if not options.page:
        shutil.rmtree(PACKAGE, ignore_errors=True)
    (PACKAGE / "wasm").mkdir(parents=True, exist_ok=True)
    families = ["index"] if options.page else list(FAMILIES)
    compile_memory()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(compile_kernels, BUILDS))
        list(pool.map(lambda pair: compile_module(*pair), [(name, build) for name in families for build in BUILDS]))
    write_page()
    if options.page:
        return
    compile_transcripts()
    write_scripts()
    allow_reading()
    print(run("npm", "pack", "--silent", "--pack-destination", BUILD, PACKAGE).strip())


if __name__ == "__main__":
    main()
