# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What NVIDIA's assembler makes of the kernels of integrations/gpu: registers, stacks, and the instructions of a block beside the
bound of its README. After `make integrations`, `gpu_codegen.py` alone prints the table of that page."""
import concurrent.futures
import pathlib
import re
import shlex
import shutil
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import do, jobs, report, run  # noqa: E402

TREE = ROOT / "build" / "integrations" / "gpu-machine-code"
PAGE = ROOT / "integrations" / "gpu" / "README.md"
PACKAGES = ROOT / "build" / "integrations" / "gpu-packages"
TOOLS = ("nvidia-cuda-nvcc-cu12==12.9.86", "nvidia-cuda-nvdisasm==13.5.37")
ASSEMBLED = ("sm_70", "sm_90")
DISASSEMBLED = "sm_90"  # this nvdisasm begins with sm_75
# Four groups of 128 threads fit into a multiprocessor with 65536 registers.
MOST_REGISTERS = 128
# The operations of a block by README.md, section "Benchmark"; those of SHA-512 are counted in the same way.
SHA256, SHA512, KECCAK_12, KECCAK_24, ABSORBED = 1400, 3568, 2160, 4320, 42
BOUNDS = {"sha256": SHA256, "sha512": SHA512, "sha3_256": KECCAK_24, "keccak_256": KECCAK_24, "shake128": KECCAK_24,
          "shake256": KECCAK_24, "turboshake128": KECCAK_12 + ABSORBED, "kt128_leaf": KECCAK_12 + ABSORBED}
MOST_OF_BOUND = 1.12
MOST_APART = 0.1  # between the table of README.md and what is measured
MOST_OF_BOUND_IN_ALL = 1.35
# KT128 of a message of many chunks is digested by the class, whose state is in memory.
WITH_MEMORY = {"kt128_" + kernel for kernel in ("rows", "leaves", "offsets", "grind")}
# Instructions that are not of the unit for integers and logic (Nsight Compute's guide: "ALU" and "FMA").
OTHER_UNITS = re.compile(r"IMAD|IMUL|LD|ST|ATOM|RED|BRA|BRX|BSSY|BSYNC|BREAK|EXIT|NOP|CALL|RET|WARPSYNC|S2R|S2UR|CS2R|R2UR|U[A-Z]")
ENDS_OF_PATHS = ("BRA", "BRX", "EXIT", "BSYNC", "RET")


def python_with(*packages):
    """A Python that has these packages, kept between runs; None after a report."""
    place = PACKAGES / "+".join(packages)
    if not (place / "complete").exists():
        shutil.rmtree(place, ignore_errors=True)
        venv.create(place, with_pip=True)
        install = (place / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
        if do(f"pip install {' '.join(packages)}", *install) is None:
            return None
        (place / "complete").touch()
    return place / "bin" / "python"


def tools():
    """(ptxas, nvdisasm) from PyPI; None after a report that says why there are none."""
    python = python_with(*TOOLS)
    if python is None:
        return None
    found = [next(python.parent.parent.glob(f"lib/python*/site-packages/nvidia/**/bin/{name}"), None) for name in ("ptxas", "nvdisasm")]
    if None in found:
        report("ptxas and nvdisasm", 0, 1, f"the packages {TOOLS} lack one of them")
        return None
    return found


# It writes what ptxas says of the kernels beside the machine code, whose path is the last argument.
PTXAS = """#!/bin/sh
for last; do :; done
exec {ptxas} -v "$@" 2> "$last.txt"
"""

# In the place of clang++ it copies a module of PTX that has been made, to the path that is the last argument.
CLANG = """#!/bin/sh
for last; do :; done
exec cp {modules}/"${{last##*/}}" "$last"
"""


def write_script(path, text):
    """Writes a script that can be run. One that stands there already keeps its time."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
        path.chmod(0o755)


def build(modules):
    """Builds the library with machine code, of the modules of PTX in the folder `modules`, in a tree of its own, which is kept
    between runs: the path of nvdisasm, or None after a report."""
    found = tools()
    if found is None:
        return None
    TREE.mkdir(parents=True, exist_ok=True)
    ptxas, clang = TREE / "ptxas.sh", TREE / "clang.sh"
    write_script(ptxas, PTXAS.format(ptxas=shlex.quote(str(found[0]))))
    write_script(clang, CLANG.format(modules=shlex.quote(str(modules))))
    options = ("-DHASHLANE_BUILD_INTEGRATIONS=ON", f"-DHASHLANE_GPU_CLANG={clang}", f"-DHASHLANE_GPU_PTXAS={ptxas}",
               f"-DHASHLANE_GPU_MACHINE_CODE={';'.join(ASSEMBLED)}")
    for step in (("cmake", "-S", ROOT, "-B", TREE, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *options),
                 ("cmake", "--build", TREE, "--target", "hashlane_gpu", "-j", jobs())):
        if do("the library with machine code", *step) is None:
            return None
    return found[1]


def sizes_of(text):
    """{kernel: (registers, bytes of its stack)} of what ptxas says."""
    found = re.findall(r"entry function '(\w+)' for '\w+'\n.*\n\s+(\d+) bytes stack frame, .*\n"
                       r".*Used (\d+) registers(?:.*, (\d+) bytes cumulative stack size)?", text)
    return {name: (int(registers), int(deep or frame)) for name, frame, registers, deep in found}


def paths_of(text):
    """{function: [instructions that run one after the other]}; an instruction is its name and what follows after a dot."""
    functions = {}
    for part in re.split(r"(?m)^\.text\.", text)[1:]:
        paths = [[]]
        for line in part.splitlines():
            if re.match(r"\.L_x_\d+:", line):
                paths.append([])
            found = re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z0-9_]+)(\S*)", line)
            if found:
                paths[-1].append(found.groups())
                if found[1] in ENDS_OF_PATHS:
                    paths.append([])
        functions[part.split(":")[0]] = [path for path in paths if path]
    return functions


def operations(path):
    return sum(not OTHER_UNITS.match(name) for name, _ in path)


def counted(paths):
    """(operations of the longest path, operations of all paths that write whole words)"""
    of_words = [path for path in paths if not any(".U8" in more for _, more in path)]
    return max(map(operations, paths)), sum(map(operations, of_words))


def wrong_kernel(registers, stack, paths, bound):
    """What is wrong with a kernel whose state is in registers."""
    names = {name for path in paths for name, _ in path}
    if stack or names & {"LDL", "STL", "CALL"}:
        yield f"{stack} bytes of stack, {sorted(names & {'LDL', 'STL', 'CALL'})}"
    if registers > MOST_REGISTERS:
        yield f"{registers} registers"
    if not names >= {"LOP3", "SHF"}:
        yield "no logic of three inputs, or no funnel shift"
    if bound:
        block, in_all = counted(paths)
        if not bound / 2 < block <= MOST_OF_BOUND * bound or in_all > MOST_OF_BOUND_IN_ALL * bound:
            yield f"{block} operations in a block, {in_all} in all; the bound has {bound}"


def measured(nvdisasm, modules):
    """({architecture: {kernel: (registers, stack)}}, {kernel: paths}) of all modules."""
    code = TREE / "integrations" / "gpu"
    sizes = {a: {} for a in ASSEMBLED}
    for architecture in ASSEMBLED:
        for module in modules:
            sizes[architecture] |= sizes_of((code / f"{module}.{architecture}.cubin.txt").read_text())
    with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        texts = list(pool.map(lambda module: run(nvdisasm, "-c", code / f"{module}.{DISASSEMBLED}.cubin")[1], modules))
    return sizes, {name: paths for text in texts for name, paths in paths_of(text).items()}


def wrong_kernels(sizes, paths, module, kernels):
    for kernel in kernels:
        name = f"{module}_{kernel}"
        if any(name not in of_one for of_one in sizes.values()) or name not in paths:
            yield f"{name} was not assembled, or not disassembled"
        elif name not in WITH_MEMORY:
            for of_one in sizes.values():
                for why in wrong_kernel(*of_one[name], paths[name], BOUNDS.get(module)):
                    yield f"{name}: {why}"


def wrong_figures(page, sizes, paths):
    """The rows of the table of the page that are not what was measured; another version of clang++ may differ a little."""
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| [\d.]+ \| (\d+) \|$", page, re.M)
    for name, *figures in rows:
        block, in_all = counted(paths[name])
        now = (*(sizes[a][name][0] for a in ASSEMBLED), block, BOUNDS[name.rpartition("_")[0]], in_all)
        if any(abs(int(said) - found) > MOST_APART * found for said, found in zip(figures, now)):
            yield f"{name}: {now}"
    if len(rows) < 20:
        yield f"{len(rows)} rows"


def check_page(sizes, paths):
    page = PAGE.read_text()
    wrong = list(wrong_figures(page, sizes, paths))
    report("the table of README.md", 0 if wrong else 1, len(wrong), "; ".join(wrong))
    planted = list(wrong_figures(page.replace(" | 1290 | ", " | 1490 | ", 1), sizes, paths))
    report("planted: another figure", len(planted) == 1, len(planted) != 1, "; ".join(planted))


def check(nvdisasm, modules):
    """`modules`: {name: its kernels}."""
    sizes, paths = measured(nvdisasm, modules)
    check_page(sizes, paths)
    for module, kernels in modules.items():
        wrong = list(wrong_kernels(sizes, paths, module, kernels))
        report(f"machine code of {module}", 0 if wrong else len(kernels), len(wrong), "; ".join(wrong))
    found = "; ".join(wrong_kernel(*sizes[DISASSEMBLED]["kt128_rows"], paths["kt128_rows"], KECCAK_12))
    noticed = all(text in found for text in ("bytes of stack, ['CALL", "'LDL'", "registers", "operations in a block"))
    report("planted: a state in memory", noticed, not noticed, "" if noticed else found)


def table(nvdisasm, modules):
    """The lines of the table of README.md, for each kernel with a bound."""
    sizes, paths = measured(nvdisasm, modules)
    for module, kernels in modules.items():
        for kernel in kernels:
            name, bound = f"{module}_{kernel}", BOUNDS.get(module)
            if bound is None or name in WITH_MEMORY:
                continue
            registers = " | ".join(str(sizes[a][name][0]) for a in ASSEMBLED)
            block, in_all = counted(paths[name])
            yield f"| `{name}` | {registers} | {block} | {bound} | {block / bound:.2f} | {in_all} |"


if __name__ == "__main__":
    import gpu
    print("\n".join(table(build(gpu.BUILT), gpu.modules())))
