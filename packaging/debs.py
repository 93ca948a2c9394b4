# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The packages for Debian, by dpkg-buildpackage from packaging/debian, checked by lintian."""
import os
import pathlib
import shutil

from support import HERE, Failed, environment, fresh, run, version

NAMES = ("libhashlane0", "libhashlane-dev", "hashlane", "python3-hashlane")


def variables():
    """debhelper gives its commands an empty home: a compiler cache is told where its files and settings are."""
    env = environment(DEB_BUILD_OPTIONS="noautodbgsym nocheck parallel=2", DEB_CXXFLAGS_STRIP="-g", DEB_CFLAGS_STRIP="-g",
                      PATH=f"/usr/bin:/bin:{os.environ['PATH']}")
    settings = pathlib.Path.home() / ".config" / "ccache" / "ccache.conf"
    if env.get("CMAKE_CXX_COMPILER_LAUNCHER") == "ccache":
        env["CCACHE_DIR"] = run("ccache", "-k", "cache_dir").strip()
        if settings.exists():
            env["CCACHE_CONFIGPATH"] = str(settings)
    return env


def debs(out, work):
    """The four packages of this machine's architecture."""
    fresh(work)
    source = work / f"hashlane-{version()}"
    shutil.copytree(work.parent / "source", source, symlinks=True)
    shutil.copytree(HERE / "debian", source / "debian")
    run("dpkg-buildpackage", "-b", "-us", "-uc", cwd=source, env=variables())
    made = sorted(work.glob("*.deb"))
    if sorted(path.name.split("_")[0] for path in made) != sorted(NAMES):
        raise Failed(f"dpkg-buildpackage made {[path.name for path in made]}")
    told = run("lintian", "--allow-root", "--fail-on", "error,warning", "--display-info", *work.glob("*.changes"))
    (work / "lintian.txt").write_text(told, "utf-8")
    for path in made:
        shutil.move(path, out / path.name)
    return [out / path.name for path in made]
