# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the steps of packages.py share: places, the version, the time of the release, a copy of the sources, commands."""
import email.utils
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD = ROOT / "build" / "packages"
TOOLS = BUILD / "venv"
LEFT_OUT = ("bench/", "fuzz/", "tests/")  # folders that no package is made of
CHANGELOG = HERE / "debian" / "changelog"


class Failed(Exception):
    """A step that cannot go on; its text says why."""


def version():
    return re.search(r'HASHLANE_VERSION "(.*)"', (ROOT / "include/hashlane/lanes/config.hpp").read_text("utf-8"))[1]


def epoch():
    """SOURCE_DATE_EPOCH, or the time of the newest entry of debian/changelog, in seconds."""
    told = os.environ.get("SOURCE_DATE_EPOCH")
    if told:
        return int(told)
    date = re.search(r"^ -- .*>  (.*)$", CHANGELOG.read_text("utf-8"), re.M)[1]
    return int(email.utils.parsedate_to_datetime(date).timestamp())


def environment(**more):
    """The variables of a build: a fixed time and time zone, and none of the caller's compiler flags."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("HASHLANE_", "DEB_")) and name not in ("CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS")}
    fixed = {"SOURCE_DATE_EPOCH": str(epoch()), "TZ": "UTC", "PYTHONHASHSEED": "0"}
    return {**kept, **fixed, **{name: str(value) for name, value in more.items()}}


def run(*command, cwd=ROOT, env=None):
    """What a command prints. Raises Failed with its output if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, env=env or environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace")
    if done.returncode:
        raise Failed(f"{' '.join(words)}: exit status {done.returncode}\n{done.stdout[-6000:]}")
    return done.stdout


def fresh(place):
    """An empty folder."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    return place


def files_of_git():
    """The names of the files of the checkout that packages are made of, those that are not committed yet too."""
    done = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    names = sorted(name for name in done.stdout.decode().split("\0") if name)
    names = [name for name in names if not name.startswith(LEFT_OUT)]
    return [name for name in names if (ROOT / name).exists() or (ROOT / name).is_symlink()]


def copy_sources(place):
    """The files of the checkout in an empty folder, with links kept, the modes 644 and 755, and the time of the release."""
    fresh(place)
    place.chmod(0o755)
    for name in files_of_git():
        source, target = ROOT / name, place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target, follow_symlinks=False)
        if not source.is_symlink():
            target.chmod(0o755 if os.access(source, os.X_OK) else 0o644)
        os.utime(target, (epoch(), epoch()), follow_symlinks=False)
    for folder in place.rglob("*"):
        if folder.is_dir() and not folder.is_symlink():
            folder.chmod(0o755)
    return place


def tools():
    """The Python of a virtual environment with packaging/requirements.txt, made where it is missing."""
    wanted = f"{sys.version} {(HERE / 'requirements.txt').read_text('utf-8')}"
    stamp, python = BUILD / "venv.stamp", TOOLS / "bin" / "python"
    if stamp.exists() and stamp.read_text("utf-8") == wanted and python.exists():
        return python
    shutil.rmtree(TOOLS, ignore_errors=True)
    run(sys.executable, "-m", "venv", TOOLS, env=os.environ)
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", HERE / "requirements.txt", env=os.environ)
    stamp.write_text(wanted, "utf-8")
    return python
