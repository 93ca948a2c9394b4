# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A tarball with a program that needs no shared library, its manual page, completions and licences."""
import gzip
import io
import platform
import re
import tarfile

from support import Failed, epoch, fresh, run, version

# Place in the tarball: file of the sources.
FILES = {
    "share/man/man1/hashlane.1": "faces/cli/hashlane.1",
    "share/bash-completion/completions/hashlane": "faces/cli/completions/hashlane.bash",
    "share/zsh/site-functions/_hashlane": "faces/cli/completions/_hashlane",
    "share/fish/vendor_completions.d/hashlane.fish": "faces/cli/completions/hashlane.fish",
    "LICENSE-APACHE": "LICENSE-APACHE",
    "LICENSE-MIT": "LICENSE-MIT",
}


def configure(source):
    """Configures the preset `static`, in a folder of the same name, so that a compiler cache has the objects."""
    run("cmake", "--preset", "static", "-DHASHLANE_INSTALL=OFF", cwd=source)


def notices(source, tree, program):
    """The notices of the projects whose headers are in the program, by the tool that `make` uses."""
    cache = (tree / "CMakeCache.txt").read_text("utf-8")
    place = re.search(r"^HASHLANE_NLOHMANN_INCLUDE:PATH=(.*)$", cache, re.M)[1]
    made = tree / "THIRD-PARTY-NOTICES.txt"
    run("python3", source / "tools" / "sbom.py", "--version", version(), "--nlohmann", place,
        "--spdx", tree / "hashlane.spdx.json", "--notices", made, program)
    return made.read_bytes()


def add(archive, name, content, mode):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = len(content), mode, epoch()
    archive.addfile(entry, io.BytesIO(content))


def tarball(out, work):
    """hashlane-VERSION-linux-MACHINE-static.tar.gz."""
    fresh(work)
    source = work.parent / "source"
    tree = source / "build" / "static"
    configure(source)
    run("cmake", "--build", tree, "-j", "2", "--target", "hashlane_static")
    program = tree / "hashlane-static"
    run("strip", program)
    program = program.replace(work / "hashlane")
    told = notices(source, tree, program)
    if "NEEDED" in run("readelf", "-dW", program):
        raise Failed(f"{program} needs shared libraries")
    top = f"hashlane-{version()}-linux-{platform.machine()}-static"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        add(archive, f"{top}/bin/hashlane", program.read_bytes(), 0o755)
        add(archive, f"{top}/THIRD-PARTY-NOTICES.txt", told, 0o644)
        for name, file in FILES.items():
            add(archive, f"{top}/{name}", (source / file).read_bytes(), 0o644)
    path = out / f"{top}.tar.gz"
    path.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))
    return path
