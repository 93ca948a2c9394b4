#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Python package: sdist, a wheel out of the sdist, installed into a virtual environment, and its tests there.

All of it lies in build/python. --setup: only the environment, with what the tests need. --install: the package too.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "python"
PYTHON = WORK / "venv" / "bin" / "python"
REQUIREMENTS = ROOT / "tests" / "python" / "requirements.txt"
CALL = "import sys, scikit_build_core.build as b; print(getattr(b, 'build_' + sys.argv[1])(sys.argv[2]))"


def run(*command, cwd=ROOT, **more):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def up_to_date(stamp, content):
    """Whether the step that writes this stamp was last done with this content."""
    return stamp.exists() and stamp.read_text() == content


def environment():
    wanted = f"{sys.version} {REQUIREMENTS.read_text()}"
    stamp = WORK / "venv.stamp"
    if up_to_date(stamp, wanted) and PYTHON.exists():
        return
    if not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists():
        sys.exit(f"{sys.executable} has no Python.h: install python3-dev")
    shutil.rmtree(WORK / "venv", ignore_errors=True)
    (WORK / "package.stamp").unlink(missing_ok=True)  # the package is not in the new environment
    venv.create(WORK / "venv", with_pip=True, symlinks=True)
    run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS)
    stamp.write_text(wanted)


def backend(what, place, source):
    """build_sdist or build_wheel of scikit-build-core: the file that it made."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("HASHLANE_")} | {"CXX": os.environ.get("CXX", "g++")}
    return place / run(PYTHON, "-c", CALL, what, place, cwd=source, env=env).split()[-1]


def package():
    """The wheel, built from an sdist and from nothing else, installed."""
    shutil.rmtree(WORK / "sdist", ignore_errors=True)
    (WORK / "sdist").mkdir(parents=True)
    sdist = backend("sdist", WORK / "sdist", ROOT / "faces" / "python")
    stamp, content = WORK / "package.stamp", hashlib.sha256(sdist.read_bytes()).hexdigest()
    if up_to_date(stamp, content):
        return
    for place in ("source", "wheel"):
        shutil.rmtree(WORK / place, ignore_errors=True)
        (WORK / place).mkdir()
    with tarfile.open(sdist) as archive:
        archive.extractall(WORK / "source")
    wheel = backend("wheel", WORK / "wheel", next((WORK / "source").iterdir()))
    run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall", wheel)
    stamp.write_text(content)


def tests(words):
    report = WORK / "pytest.xml"
    report.unlink(missing_ok=True)
    command = [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *(words or ["tests/python"])]
    code = subprocess.run(command, cwd=ROOT).returncode
    passed = failed = skipped = 0
    if report.exists():
        for suite in xml.etree.ElementTree.parse(report).getroot().iter("testsuite"):
            total, errors, failures, left = (int(suite.get(k, 0)) for k in ("tests", "errors", "failures", "skipped"))
            passed, failed, skipped = passed + total - errors - failures - left, failed + errors + failures, skipped + left
    failed = failed or int(code != 0)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    environment()
    if "--setup" in sys.argv:
        return 0
    package()
    if "--install" in sys.argv:
        return 0
    return tests(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
