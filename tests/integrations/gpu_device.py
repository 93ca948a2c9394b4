#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""integrations/gpu on a device of NVIDIA: gpu_device.py [--json FILE], after `make` and `make integrations`. Published vectors, random
messages against the processor, outputs over inputs, wrong arguments, too little memory, a device that is lost, arrays of the libraries
that are installed, and bench.py. Where there is no driver or no device, it says so and checks nothing."""
import argparse
import ctypes
import importlib.util
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import check_counted, closing_line, do, report, skip  # noqa: E402

import gpu  # noqa: E402

SIMULATED = "a simulated device"
SMALL = [str(word) for word in gpu.BENCH]


def device():
    """(the name of the device 0, None), or (None, why there is none)."""
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        return None, f"there is no driver of NVIDIA: {error}"
    count, name = ctypes.c_int(), ctypes.create_string_buffer(100)
    if (code := cuda.cuInit(0)) != 0 or (code := cuda.cuDeviceGetCount(ctypes.byref(count))) != 0:
        return None, f"the driver of NVIDIA does not start: error {code}"
    if count.value == 0 or cuda.cuDeviceGetName(name, len(name), 0) != 0:
        return None, "there is no device"
    return name.value.decode(), None


def check_programs(simulated):
    (gpu.WORK / "vectors.txt").write_text("".join(gpu.vectors()))
    for words in (("vectors", gpu.WORK / "vectors.txt"), ("random",), ("messages",), ("overlap",)):
        check_counted(words[0], gpu.WORK / "checks", *words)
    for what in ("arguments", "memory"):
        check_counted(what, gpu.WORK / "error_checks", what)
    if simulated:
        skip("lost", "the simulated device reads from any address")
    else:
        check_counted("lost", gpu.WORK / "error_checks", "lost")


def check_arrays():
    if importlib.util.find_spec("numpy") is None:
        skip("arrays", "numpy is not installed")
        return
    env = gpu.with_libraries()
    print(check_counted("arrays", sys.executable, gpu.HERE / "arrays_checks.py", gpu.SOURCE, env=env), end="")


def measure(simulated, written):
    command = (sys.executable, gpu.SOURCE / "bench.py", "--json", written, *(SMALL if simulated else ()))
    printed = do("bench.py", *command, env=gpu.with_libraries())
    if printed is not None:
        report("bench.py", 1, 0)
        print(printed, end="")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=pathlib.Path, default=ROOT / "build" / "integrations" / "gpu-device.json", help="where bench.py writes")
    written = parser.parse_args().json
    name, why = device()
    if name is None:
        print(f"nothing was checked: {why}\n0 passed, 0 failed")
        return 0
    print(name)
    shutil.rmtree(gpu.WORK, ignore_errors=True)
    gpu.WORK.mkdir(parents=True)
    if gpu.build(gpu.PROGRAMS):
        check_programs(name == SIMULATED)
        check_arrays()
        measure(name == SIMULATED, written)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
