#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `make packages` makes, installed into empty places and used there.

`packages.py quick`: some of the artefacts, over what is built already. `packages.py whole`: all of them, built a second time in
another folder without the compiler cache, with the same bytes. By hand, parts of `whole`, over the artefacts that are there:
`packages.py there` installs and uses each, `packages.py recipes` runs the recipes, and `packages.py again STEP[,STEP]` builds some
a second time.
"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import artefacts  # noqa: E402
import foreign  # noqa: E402
import recipes  # noqa: E402
from steps import check_refused, closing_line, do, report, run, skip  # noqa: E402

BUILD = ROOT / "build" / "packages"
OUT = BUILD / "artefacts"
TRY = BUILD / "try"
PACKAGES = ROOT / "packaging" / "packages.py"
# Those that are cheap to build twice.
CHEAP = "sdist,crate,header"
# What the SPDX document of an artefact names beside Hashlane.
LINKED = {"-static.tar.gz": {"nlohmann-json", "libstdc++.a", "libc.a"}, ".tgz": {"libc++"}}
CHECKS = {
    "manylinux_2_17_x86_64.whl": artefacts.check_wheel,
    "musllinux_1_2_x86_64.whl": foreign.check_musl,
    "manylinux_2_17_aarch64.whl": foreign.check_aarch64,
    "musllinux_1_2_aarch64.whl": foreign.check_musl_aarch64,
    "static.tar.gz": artefacts.check_tarball,
    ".crate": artefacts.check_crate,
    ".tgz": artefacts.check_npm,
    ".hpp": artefacts.check_header,
}


def fresh(name):
    place = TRY / name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    return place


def build(words, out=OUT, work=BUILD / "work", **more):
    """Runs packages.py; each step that it could not do is a failure."""
    env = {**os.environ, **more}
    code, text = run(sys.executable, PACKAGES, "--out", out, "--work", work, *words, env=env)
    report(f"packages.py {' '.join(words)}", code == 0, code != 0, text[-6000:] if code else "")
    for line in text.splitlines():
        print("     ", line[:200])
    return code == 0


def check_each(whole):
    """Each artefact of the folder has a check, and passes it. The crate is compiled by `whole` alone, and by the suite rust."""
    debs = []
    for path in sorted(OUT.iterdir()):
        if path.suffix == ".deb":
            debs.append(path)
        elif path.name.endswith(".tar.gz") and "static" not in path.name:
            artefacts.check_sdist(path)
        elif path.suffix == ".crate" and not whole:
            artefacts.check_crate_contents(path)
        elif path.is_file() and path.name != "SHA256SUMS":
            check = next((check for ending, check in CHECKS.items() if path.name.endswith(ending)), None)
            if check is None:
                report(f"{path.name} has no check", 0, 1)
            else:
                check(path, fresh(path.name))
    if debs:
        artefacts.check_debs(debs, fresh("debs"))


def check_sums():
    """sha256sum accepts the list, and refuses it after one byte of one file has changed; an SPDX document for each."""
    do("sha256sum --check", "sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS", cwd=OUT)
    listed = {line.split("  ", 1)[1] for line in (OUT / "SHA256SUMS").read_text("utf-8").splitlines()}
    there = {path.relative_to(OUT).as_posix() for path in OUT.rglob("*") if path.is_file()} - {"SHA256SUMS"}
    report("SHA256SUMS lists every file", listed == there, listed != there, str(listed ^ there or ""))
    place = fresh("sums")
    shutil.copytree(OUT, place, dirs_exist_ok=True)
    changed = min(path for path in place.iterdir() if path.is_file() and path.name != "SHA256SUMS")  # any of those that are there
    content = bytearray(changed.read_bytes())
    content[len(content) // 2] ^= 1
    changed.write_bytes(content)
    check_refused("planted: one bit", f"{changed.name}: FAILED", "sha256sum", "--check", "SHA256SUMS", cwd=place)
    for path in sorted(OUT.iterdir()):
        if path.is_file() and path.name != "SHA256SUMS":
            check_document(path)


def check_document(path):
    """The SPDX document has the digest of the artefact, at least one file for each archive, and what was linked in."""
    told = json.loads((OUT / "spdx" / f"{path.name}.spdx.json").read_text("utf-8"))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    main = told["packages"][0]
    known = {entry["SPDXID"] for entry in told["packages"] + told["files"]} | {"SPDXRef-DOCUMENT"}
    ends = {relation[side] for relation in told["relationships"] for side in ("spdxElementId", "relatedSpdxElement")}
    linked = next((names for ending, names in LINKED.items() if path.name.endswith(ending)), set())
    good = {"algorithm": "SHA256", "checksumValue": digest} in main["checksums"] and told["files"] and ends <= known
    good = good and linked <= {entry["name"] for entry in told["packages"]}
    report(f"{path.name}.spdx.json", good, not good)


def check_same(words, name, **more):
    """The same steps in another folder, with another time zone, umask and language, make the same bytes."""
    place = fresh(name)
    before = os.umask(0o077)
    built = build(words, place / "elsewhere" / "out", place / "elsewhere" / "work", TZ="Pacific/Kiritimati", LANG="C", **more)
    os.umask(before)
    if not built:
        return
    for path in sorted((place / "elsewhere" / "out").rglob("*")):
        if path.is_file() and path.name != "SHA256SUMS":
            same = path.read_bytes() == (OUT / path.relative_to(place / "elsewhere" / "out")).read_bytes()
            report(f"built twice: {path.name}", same, not same)


def check_workflows():
    """actionlint accepts the workflow files, and refuses one with a planted fault."""
    if not shutil.which("go"):
        return skip("actionlint", "go is not installed")
    lint = BUILD / "go" / "actionlint"
    if not lint.exists():
        code, text = run("go", "install", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.7", env={**os.environ, "GOBIN": str(lint.parent)})
        if code:
            return skip("actionlint", f"it is not to be had: {text[-200:]}")
    place = fresh("workflows")
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    do("actionlint", lint, "-no-color", *files, cwd=ROOT)
    wrong = place / "wrong.yml"
    wrong.write_text(files[0].read_text("utf-8").replace("runs-on:", "run-on:", 1), "utf-8")
    check_refused("planted: a wrong key", "run-on", lint, "-no-color", wrong, cwd=place)


def check_recipes(whole):
    recipes.check_versions()
    recipes.check_vcpkg(fresh("vcpkg"))
    if whole:
        recipes.check_conan(fresh("conan"))
        check_workflows()


NO_CACHES = {"CCACHE_DISABLE": "1", "ZIG_GLOBAL_CACHE_DIR": str(TRY / "again" / "zig")}


def check_all(whole):
    if not build([] if whole else ["--quick"]):
        return
    check_each(whole)
    check_sums()
    check_same([] if whole else ["--only", CHEAP], "again", **(NO_CACHES if whole else {}))
    check_recipes(whole)


def main():
    part, *steps = sys.argv[1:]
    if part == "there":
        check_each(True)
        check_sums()
    elif part == "recipes":
        check_recipes(True)
    elif part == "again":
        check_same(["--only", *steps], "again", **NO_CACHES)
    else:
        check_all(part == "whole")
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
