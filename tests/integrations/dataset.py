#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The package hashlane-dataset, as a wheel in a virtual environment: the checks of dataset_NAME.py, and the pages of
integrations/dataset, from their text alone. All of it lies in build/integrations/dataset.

--full: an object of 2 GiB and a million objects, and nothing else.
"""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import closing_line, do, report  # noqa: E402

import pages  # noqa: E402

HERE = ROOT / "integrations" / "dataset"
WORK = ROOT / "build" / "integrations" / "dataset"
BIN = WORK / "venv" / "bin"
TESTS = ROOT / "tests" / "integrations"
NAMES = ("checks", "listing", "engines", "s3", "tables", "outside", "signing", "notebook", "scale")
LARGE = ("large",)
MEMORY_FOR_FILES = 12 << 30  # bytes that are free: the files of --full take 5 GiB, and the processes that read them 3
PACKAGES = ("hatchling", "pyarrow>=16", "fsspec>=2024.2", "tqdm>=4.60", "distributed>=2024.2", "ray>=2.9", "pyspark>=3.5", "deltalake>=0.20",
            "s3fs", "moto[server]>=5", "pytest>=8", "hypothesis>=6.100", "model-signing>=1.1", "pyopenssl", "nbclient>=0.10", "ipykernel>=6",
            "dvc-data>=3.16", "obstore>=0.6")
PAGES = {"README.md": (("prints 3:", "prints 4:"), ("# prints ~ a.txt", "# prints + a.txt")),
         "RECIPES.md": (("# prints status 2", "# prints status 3"), ("# prints True True", "# prints True False")),
         "SCALE.md": (("# prints 1128 bytes", "# prints 1129 bytes"),)}
PIP = (BIN / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")


def environment():
    """The packages of the registry; once."""
    stamp, wanted = WORK / "venv.stamp", f"{sys.version} {PACKAGES}"
    if stamp.exists() and stamp.read_text() == wanted:
        return True
    begin = time.monotonic()
    shutil.rmtree(WORK / "venv", ignore_errors=True)
    (WORK / "core.stamp").unlink(missing_ok=True)
    venv.create(WORK / "venv", with_pip=True, symlinks=True)
    if do("packages of the registry", *PIP, *PACKAGES) is None:
        return False
    stamp.write_text(wanted)
    print(f"the environment with the packages of the registry was made in {time.monotonic() - begin:.0f} s")
    return True


def core():
    """The wheel of the package hashlane, which the suite python builds too."""
    if do("the wheel of hashlane", sys.executable, ROOT / "tests" / "python" / "python.py", "--install") is None:
        return False
    wheel = next((ROOT / "build" / "python" / "wheel").glob("*.whl"))
    stamp, wanted = WORK / "core.stamp", hashlib.sha256(wheel.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted and any(BIN.parent.glob("lib/*/site-packages/hashlane/_core*")):
        return True
    if do("hashlane is installed", *PIP, "--no-deps", "--force-reinstall", wheel) is None:
        return False
    stamp.write_text(wanted)
    return True


def package():
    """The wheel of this package, beside the other one."""
    built = do("make integrations", "cmake", "--preset", "integrations", cwd=ROOT)
    built = built is not None and do("make integrations", "cmake", "--build", "--preset", "integrations", "--target", "hashlane_dataset",
                                     cwd=ROOT)
    if built is None or built is False:
        return False
    return do("hashlane-dataset is installed", *PIP, "--no-deps", "--no-build-isolation", "--force-reinstall", WORK / "package") is not None


def place_of_files(names):
    """Where the tests make their files: in memory for the million of --full, if there is enough of it, since some disks
    take three quarters of an hour to remove a million files. None is the usual place."""
    memory, known = pathlib.Path("/dev/shm"), pathlib.Path("/proc/meminfo")
    if names != LARGE or not memory.is_dir() or not known.exists():
        return None
    available = int(re.search(r"^MemAvailable:\s+(\d+) kB", known.read_text(), re.MULTILINE)[1]) << 10
    return memory if min(available, shutil.disk_usage(memory).free) > MEMORY_FOR_FILES else None


def pytest(names, results, files):
    """What became of pytest. Workers of the engines import modules of this folder too. The files that the tests make are
    removed at the end: pytest by itself leaves them to a later run, which would wait for that."""
    with tempfile.TemporaryDirectory(prefix="hashlane-dataset-", dir=place_of_files(names), ignore_cleanup_errors=True) as place:
        words = (BIN / "python", "-m", "pytest", "-q", "-rP" if names == LARGE else "-q", "-p", "no:cacheprovider",
                 f"--basetemp={place}/files", f"--junitxml={results}", *files)
        return subprocess.run(words, cwd=WORK, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(TESTS)})


def check_all(names):
    """Runs the files of these names by pytest."""
    results, files = WORK / "pytest.xml", [TESTS / f"dataset_{name}.py" for name in names]
    results.unlink(missing_ok=True)
    done = pytest(names, results, files)
    counts = [0, 0]
    for suite in xml.etree.ElementTree.parse(results).getroot().iter("testsuite") if results.exists() else ():
        total, *bad = (int(suite.get(key, 0)) for key in ("tests", "errors", "failures", "skipped"))
        counts = [counts[0] + total - sum(bad), counts[1] + sum(bad)]
    failed = counts[1] or int(done.returncode != 0)
    report(", ".join(file.name for file in files), counts[0], failed, done.stdout[-6000:] + done.stderr[-2000:] if failed else "")
    if names == LARGE:
        print(*(line for line in done.stdout.splitlines() if " at most" in line), sep="\n")


def wrong_page(page, place):
    pages.fresh_place(place)
    shells = (("sh", ["bash", "-e", "-o", "pipefail"], "#"), ("python", [BIN / "python", "-"], "#"))
    return pages.wrong_examples(page, place, [shell for shell in shells if pages.blocks(page, shell[0])])


def main():
    full = sys.argv[1:] == ["--full"]
    WORK.mkdir(parents=True, exist_ok=True)
    if environment() and core() and package():
        os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
        check_all(LARGE if full else NAMES)
        for name, changes in () if full else PAGES.items():
            pages.check_examples((HERE / name).read_text(), WORK, wrong_page, changes, name)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
