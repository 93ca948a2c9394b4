#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""integrations/gpu without a device: the kernels run over a simulated grid below a driver of our own (gpu/driver.cpp) with published
vectors, random messages, wrong arguments and faults; without a driver there is an error. What NVIDIA's assembler makes of them is
read by gpu_codegen.py."""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_counted, check_refused, closing_line, do, jobs, report, run  # noqa: E402

import gpu_codegen  # noqa: E402
import pages  # noqa: E402
import sets  # noqa: E402
from artefacts import make_integrations  # noqa: E402

HERE = ROOT / "tests" / "integrations" / "gpu"
SOURCE = ROOT / "integrations" / "gpu"
BUILT = ROOT / "build" / "integrations" / "gpu"
WORK = ROOT / "build" / "integrations" / "try-gpu"
NUMPY = ("numpy==1.24.4", "numpy==2.4.6")  # before DLPack 1.0, and with it
HAS_DRIVER = any(pathlib.Path(place, "libcuda.so.1").exists() for place in ("/usr/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu"))
KERNELS = ("rows", "leaves", "offsets", "nodes", "grind")
KERNELS_OF_PART = ("rows",)
STRICT = ("-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", f"-I{ROOT / 'include'}", f"-I{SOURCE}")


def algorithms():
    """{name in the registry: name in C++}"""
    rows = re.findall(r'^    F\((\w+), "([\w-]+)",', (SOURCE / "kernels" / "table.hpp").read_text(), re.M)
    return {registry: name for name, registry in rows}


def modules():
    """{name: its kernels}; a part of a hash has no name in the registry."""
    rows = re.findall(r'F\((\w+), "([\w-]*)",', (SOURCE / "kernels" / "table.hpp").read_text())
    return {name: KERNELS if registry else KERNELS_OF_PART for name, registry in rows}


def check_modules():
    """Each module has its kernels, needs nothing from outside, and has no asm statement of a header."""
    for name, kernels in modules().items():
        text = (BUILT / f"{name}.ptx").read_text()
        entries = set(re.findall(r"^\.visible \.entry (\w+)\(", text, re.M))
        outside = re.findall(r"^\.extern.*$|// begin inline asm", text, re.M)
        good = entries == {f"{name}_{kernel}" for kernel in kernels} and not outside
        report(f"the module {name}", good, not good, "" if good else f"{entries} {outside}")


def vectors():
    """A line for each published vector of these hashes: name, message and output in hexadecimal."""
    known = algorithms()
    for v in sets.everything():
        plain = v.kind == "digest" and not (v.in_bits or v.custom or v.name or v.skip or v.key or v.elements)
        if v.algorithm in known and plain and v.valid and v.number in (0, 31):  # 31: the usual domain of TurboSHAKE
            yield f"{v.algorithm} {v.message.hex() or '-'} {v.output.hex()}\n"


LIBRARIES = (f"-L{BUILT}", "-lhashlane_gpu", f"-Wl,-rpath,{BUILT}", "-ldl", ROOT / "build" / "libhashlane_compiled.a", "-pthread")
PROGRAMS = [("-DHASHLANE_COMPILED=1", HERE / f"{name}.cpp", *LIBRARIES, "-o", WORK / name) for name in ("checks", "error_checks")]
DRIVER = (HERE / "driver.cpp", "-fPIC", "-shared", "-o", WORK / "simulated" / "libcuda.so.1")


def build(wanted):
    """Whether everything was built."""
    with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        return None not in pool.map(lambda words: do("build", "g++", *STRICT, *words), wanted)


PLANTED = {"HASHLANE_FAKE_FIRST_THREAD": "1"}  # the thread 0 does not run


def with_driver(place, **more):
    return dict(os.environ, LD_LIBRARY_PATH=str(WORK / place), **more)


def with_libraries():
    """The environment of hashlane_gpu.py and of bench.py: the libraries that were built."""
    return dict(os.environ, HASHLANE_GPU_LIBRARY=str(BUILT / "libhashlane_gpu.so"),
                HASHLANE_LIBRARY=str(ROOT / "build" / "faces" / "c" / "libhashlane.so.0.2"))


def check_all():
    lines = list(vectors())
    (WORK / "vectors.txt").write_text("".join(lines))
    report("published vectors", len(lines), len(lines) < 2000)
    for words in (("vectors", WORK / "vectors.txt"), ("random",), ("messages",), ("overlap",)):
        check_counted(words[0], WORK / "checks", *words, env=with_driver("simulated"))
    for what in ("arguments", "faults", "memory", "code"):
        check_counted(what, WORK / "error_checks", what, env=with_driver("simulated", HASHLANE_FAKE_MEMORY=str(200 << 20)))
    if not HAS_DRIVER:
        check_counted("no driver", WORK / "error_checks", "driver")
    code, text = run(WORK / "checks", "vectors", WORK / "vectors.txt", env=with_driver("simulated", **PLANTED))
    noticed = code != 0 and "failed" in text
    report("planted: the first thread does not run", noticed, not noticed, "" if noticed else text[-1000:])


def check_machine_code(nvdisasm):
    """The kernels as NVIDIA's assembler makes them, and the library that has them."""
    gpu_codegen.check(nvdisasm, modules())
    env = with_driver(f"simulated:{gpu_codegen.TREE / 'integrations' / 'gpu'}")
    check_counted("machine code is loaded", WORK / "error_checks", "code", 70, 75, 90, env=env)
    check_counted("vectors with machine code", WORK / "checks", "vectors", WORK / "vectors.txt", env=dict(env, HASHLANE_FAKE_ARCHITECTURE="90"))


def check_python():
    env = environment("simulated")
    check_counted("hashlane_gpu.py", sys.executable, HERE / "python_checks.py", SOURCE, ROOT / "build" / "hashlane", env=env)
    check_counted("DLPack, capsules made here", sys.executable, HERE / "dlpack_checks.py", SOURCE, env=env)
    for package in NUMPY:
        if (python := gpu_codegen.python_with(package)) is not None:
            check_counted(f"DLPack of {package}", python, HERE / "dlpack_checks.py", SOURCE, "numpy", env=env)
            check_counted(f"arrays of {package}", python, HERE / "arrays_checks.py", SOURCE, env=env)
    if not HAS_DRIVER:
        code, text = run(sys.executable, HERE.parent / "gpu_device.py")
        good = code == 0 and text.endswith("\n0 passed, 0 failed\n") and "there is no driver of NVIDIA" in text
        report("gpu_device.py: no driver", good, not good, "" if good else text)


BENCH = ("--turns", 1, "--leaves", 100, "--rows", 50, "--bytes", 5 * 8192, "--nonces", 300)


def environment(place, **more):
    """A place without a driver has none."""
    return with_libraries() | {"LD_LIBRARY_PATH": str(WORK / place)} | more


def check_bench():
    """All of bench.py with small sizes; what it does without a device, and when a digest differs."""
    command, written = (sys.executable, SOURCE / "bench.py", *BENCH), WORK / "bench.json"
    if do("bench.py", *command, "--json", written, env=environment("simulated")) is None:
        return
    found = json.loads(written.read_text())
    operations = {j["name"]: j["operations"] for j in found["jobs"]}
    expected = {"SHA-256 tree over 100 leaves": 298 * 1400, "keccak-256 of 50 rows of 64 bytes": 50 * 4320,
                "turboshake128 of 5 rows of 8192 bytes": 5 * 49 * 2202,
                "KT128 of 40960 bytes": 5 * 49 * 2202, "SHA-256 of 300 nonces": 300 * 1400}
    report("bench.py: what it counts", operations == expected, operations != expected, "" if operations == expected else operations)
    good = all(j["same"] and (j["bound_s"] == j["operations"] / (2 * 64 * 1e9) or j["bound_by"] == "host" and j["name"].startswith("KT128")) and j["ratio"] == j["bound_s"] / j["device_s"] and
               min(j["device_with_copies_s"], j["processor_one_core_s"], j["processor_all_cores_s"]) > 0 for j in found["jobs"])
    report("bench.py: its figures", good, not good, "" if good else found)
    check_refused("bench.py: a digest that differs", "the digests differ", *command, env=environment("simulated", **PLANTED))
    check_refused("bench.py: no device", "nothing was measured: there is no device 0; devices: 0", *command,
                  env=environment("simulated", HASHLANE_FAKE_DEVICES="0"))
    if not HAS_DRIVER:
        check_refused("bench.py: no driver", "nothing was measured: the driver of NVIDIA cannot be loaded", *command, env=environment("none"))


def wrong_page(page, place):
    """What the examples of the page do not print, with the simulated driver."""
    pages.fresh_place(place)
    (place / "integrations").symlink_to(ROOT / "integrations")
    os.environ["LD_LIBRARY_PATH"] = str(WORK / "simulated")
    yield from pages.wrong_examples(page, place, (("python", [sys.executable, "-"], "#"),))
    (place / "example.c").write_text("".join(pages.blocks(page, "c")))
    commands = [block for block in pages.blocks(page, "sh") if "example.c" in block]
    code, printed = run("bash", "-e", "-c", "".join(commands), cwd=place)
    expected = re.findall(r"/\* prints (.*) \*/", page)
    if code or printed.splitlines() != expected:
        yield f"c: exit {code}, printed {printed}, not {expected}"


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    if not make_integrations():
        return closing_line()
    with concurrent.futures.ThreadPoolExecutor(1) as beside:
        machine_code = beside.submit(gpu_codegen.build, BUILT)
        check_modules()
        (WORK / "simulated").mkdir(parents=True)
        if build([DRIVER, *PROGRAMS]):
            check_all()
            check_python()
            check_bench()
            pages.check_examples((SOURCE / "README.md").read_text(), WORK, wrong_page, (("prints 5395", "prints 5396"), ("prints ad32", "prints ad33")))
            if (nvdisasm := machine_code.result()) is not None:
                check_machine_code(nvdisasm)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
