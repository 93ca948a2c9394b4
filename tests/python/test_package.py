# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the sdist and the wheel hold, the stubs against the module, other interpreters, the examples."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest

import hashlane

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "python"
VERSION = re.search(r'HASHLANE_VERSION "(.*)"', (ROOT / "include/hashlane/lanes/config.hpp").read_text())[1]


def only(pattern):
    found = list(WORK.glob(pattern))
    assert len(found) == 1, found
    return found[0]


def test_sdist():
    with tarfile.open(only("sdist/*.tar.gz")) as archive:
        members = {m.name.split("/", 1)[1]: m for m in archive.getmembers()}
    headers = {f"include/hashlane/{p.relative_to(ROOT / 'include/hashlane')}" for p in (ROOT / "include/hashlane").rglob("*.hpp")}
    assert headers | {"src/hashlane.cpp", "pyproject.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"} <= set(members)
    assert all(m.isfile() for m in members.values())  # no link to what is not there
    assert not [name for name in members if name.startswith("build")]


def test_wheel():
    wheel = only("wheel/*.whl")
    assert re.fullmatch(rf"hashlane-{re.escape(VERSION)}-cp311-abi3-\w+\.whl", wheel.name)
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {"hashlane/" + name for name in
                     ("__init__.py", "__init__.pyi", "__main__.py", "_files.py", "_files.pyi", "_names.py", "arrow.py",
                      "datafusion.py", "pandas.py", "py.typed", "_core.abi3.so")}


def test_version():
    from importlib.metadata import version
    assert hashlane.__version__ == version("hashlane") == VERSION


def test_extension_needs_no_more_than_the_limited_api_and_no_cpp_runtime():
    from hashlane import _core
    if not (shutil.which("nm") and shutil.which("ldd")):
        pytest.skip("binutils are not installed")
    needed = subprocess.run(["ldd", _core.__file__], capture_output=True, text=True).stdout
    assert "libc.so" in needed and "stdc++" not in needed
    exported = subprocess.run(["nm", "-D", "--defined-only", _core.__file__], capture_output=True, text=True).stdout
    assert re.findall(r"\b[TDBR] (\w+)", exported) == ["PyInit__core"]


def other_interpreters():
    """Versions of CPython from 3.11 on that run on this machine, one of each."""
    places = [*pathlib.Path.home().glob(".pyenv/versions/*/bin"), *map(pathlib.Path, os.get_exec_path())]
    found = {}
    for name in sorted({str(path) for place in places for path in place.glob("python3.[1-9][0-9]")}):
        code = "import sys; print(sys.implementation.name, *sys.version_info[:2])"
        said = subprocess.run([name, "-c", code], capture_output=True, text=True).stdout.split()
        if said[:2] == ["cpython", "3"] and int(said[2]) >= 11:
            found.setdefault(f"3.{said[2]}", name)
    return found


OTHERS = other_interpreters()


@pytest.mark.parametrize("python", OTHERS.values(), ids=OTHERS.keys())
def test_same_extension_in_other_versions(python):
    code = "import hashlane; print(hashlane.sha256(b'abc').hexdigest(), hashlane.digest_many('kt128', [b'abc'])[0].hex())"
    place = pathlib.Path(hashlane.__file__).parents[1]
    link = WORK / "other"
    shutil.rmtree(link, ignore_errors=True)
    link.mkdir()
    (link / "hashlane").symlink_to(place / "hashlane")
    env = {k: v for k, v in os.environ.items() if k != "PYTHONHOME"} | {"PYTHONPATH": str(link)}
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, env=env)
    assert done.stdout.split() == [hashlane.sha256(b"abc").hexdigest(), hashlane.digest("kt128", b"abc").hex()], done.stderr


def test_stubs():
    allowed = WORK / "stubtest.allowed"
    allowed.write_text("hashlane.Digests.__buffer__  # from 3.12 on\nhashlane.pandas  # where pandas is not installed\n")
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "hashlane", "--ignore-missing-stub", "--allowlist", allowed,
                           "--ignore-unused-allowlist"], capture_output=True, text=True, cwd=WORK)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_type_check():
    program = ROOT / "tests" / "python" / "typed.py"
    modules = [ROOT / "faces" / "python" / "hashlane" / f"{name}.py" for name in ("arrow", "datafusion", "pandas")]
    for files in ([program], modules):
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", *files], capture_output=True, text=True, cwd=WORK)
        assert done.returncode == 0, done.stdout + done.stderr
    wrong = WORK / "wrong.py"
    wrong.write_text("import hashlane\nhashlane.sha256('text')\nhashlane.kmac128(b'')\nhashlane.sha256().digest(3)\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", wrong], capture_output=True, text=True, cwd=WORK)
    assert done.stdout.count(": error: ") == 3, done.stdout


@pytest.mark.parametrize("example", sorted((ROOT / "examples" / "python").glob("*.py")), ids=lambda p: p.name)
def test_example(example):
    done = subprocess.run([sys.executable, example], capture_output=True, text=True)
    expected = re.findall(r"^# prints (.*)$", example.read_text(), re.M)
    assert done.returncode == 0, done.stderr
    assert expected and done.stdout.splitlines() == expected


def test_readme_of_the_package():
    text = (ROOT / "faces" / "python" / "README.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.S | re.M)
    assert blocks
    program = "\n".join(blocks)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=WORK)
    assert done.returncode == 0, done.stderr
