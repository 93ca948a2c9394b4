# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A root that holds what .deb files depend on and nothing else, out of the packages that this machine has installed."""
import os
import pathlib
import re
import shutil
import subprocess

ESSENTIAL = ("dash", "dpkg", "diffutils", "sed", "coreutils")  # what dpkg and the scripts of packages may call without asking


def output(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def names(depends):
    """The first alternative of each dependency, without its version."""
    return [re.split(r"[\s:(|]", part.strip())[0] for part in depends.split(",") if part.strip()]


def closure(wanted):
    """The installed packages that these depend on, themselves included, and the names that nobody provides."""
    found, unknown, ahead = set(), set(), list(wanted)
    while ahead:
        name = ahead.pop()
        if name in found or name in unknown:
            continue
        told = output("dpkg-query", "-W", "-f", "${db:Status-Abbrev}|${Pre-Depends}, ${Depends}\n", name)
        if not told.startswith("ii"):
            unknown.add(name)
            continue
        found.add(name)
        ahead += names(told.splitlines()[0].split("|", 1)[1])
    return found, unknown


def copy_package(name, root):
    """Copies the files of an installed package. /lib and the like are links into /usr, as in Debian."""
    for line in output("dpkg-query", "-L", name).splitlines():
        source = pathlib.Path(line)
        target = root / os.path.realpath(source.parent).lstrip("/") / source.name
        if source.is_symlink() or source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            if not (target.exists() or target.is_symlink()):
                shutil.copy2(source, target, follow_symlinks=False)


def make(root, debs):
    """Fills an empty folder with what the files depend on, and with dpkg's record of it. The names that are missing."""
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(f"usr/{name}")
    ours = {output("dpkg-deb", "-f", path, "Package").strip() for path in debs}
    wanted = [name for path in debs for field in ("Pre-Depends", "Depends") for name in names(output("dpkg-deb", "-f", path, field))]
    found, unknown = closure([*(name for name in wanted if name not in ours), *ESSENTIAL])
    for name in sorted(found):
        copy_package(name, root)
    record = root / "var" / "lib" / "dpkg"
    for name in ("info", "updates", "triggers"):
        (record / name).mkdir(parents=True, exist_ok=True)
    (record / "status").write_text("".join(output("dpkg-query", "-s", name).rstrip("\n") + "\n\n" for name in sorted(found)), "utf-8")
    (root / "tmp").mkdir(exist_ok=True)
    return unknown - ours


def install(root, debs):
    """Exit status and output of dpkg, which checks the dependencies against the record."""
    done = subprocess.run(["dpkg", f"--root={root}", "--install", *map(str, debs)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, env={**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"})
    return done.returncode, done.stdout
