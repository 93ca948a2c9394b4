# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What esbuild, from npm, puts into a bundle: one family brings its own scripts and module, and an unused import is dropped."""
import json
import re
import shutil
import subprocess

from steps import report, run, skip
import memory

PACKAGE = memory.build.PACKAGE
ESBUILD = "esbuild@0.25.12"
FAMILY = """import { digest } from 'hashlane/sha256';
const made = await digest('sha256', new TextEncoder().encode('abc'));
console.log(Buffer.from(made).toString('hex').slice(0, 8));
"""
UNUSED = """import { digest as all } from 'hashlane';
import { createPool } from 'hashlane/pool';
import { load } from 'hashlane/transcript';
"""
MODULES = {"sha256.wasm", "sha256-simd.wasm"}
# Scripts of the pool and of transcripts, which no family needs.
OTHERS = ("pool", "jobs", "serve", "ranges", "sources", "transcript", "sponges", "integers")


def bundle(place, name, program):
    """(the text of the bundle, the files of the package of which something is in it); an empty text after a failure."""
    (place / f"{name}.mjs").write_text(program)
    code, said = run("node_modules/.bin/esbuild", f"{name}.mjs", "--bundle", "--format=esm", "--platform=neutral",
                     f"--outfile=out/{name}.mjs", f"--metafile={name}.json", "--log-level=warning", cwd=place)
    if code:
        report(f"esbuild {name}", 0, 1, said[-2000:])
        return "", set()
    (output,) = json.loads((place / f"{name}.json").read_text())["outputs"].values()
    held = {path.split("node_modules/hashlane/")[1] for path, part in output["inputs"].items()
            if "hashlane/" in path and part["bytesInOutput"]}
    return (place / "out" / f"{name}.mjs").read_text(), held


def modules_of(text):
    return set(re.findall(r"[\w-]+\.wasm", text))


def strange(held):
    """The files of a bundle that the family sha256 does not need: other entries, the pool, transcripts."""
    return {path for path in held if path != "sha256.js" and not re.fullmatch(r"src/[\w-]+\.js", path)
            or path in {f"src/{name}.js" for name in OTHERS}}


def check_family(place):
    """The bundle of one family runs with the two modules beside it."""
    text, held = bundle(place, "family", FAMILY)
    good = "sha256.js" in held and not strange(held) and modules_of(text) == MODULES
    report("a bundle of hashlane/sha256", good, not good, f"{sorted(held)} {modules_of(text)}" if not good else "")
    (place / "out" / "wasm").mkdir()
    for name in MODULES:
        shutil.copy(PACKAGE / "wasm" / name, place / "out" / "wasm")
    done = subprocess.run(["node", "out/family.mjs"], cwd=place, capture_output=True, text=True)
    good = done.stdout == "ba7816bf\n" and done.returncode == 0
    report("the bundle runs", good, not good, done.stderr[-1000:])
    return text


def check_unused(place, family):
    """Imports that are not used change nothing; the same where the package does not say that they have no effect is noticed."""
    text, held = bundle(place, "unused", UNUSED + FAMILY)
    good = text != "" and text.replace("unused.mjs", "family.mjs") == family and not strange(held)
    report("unused imports are dropped", good, not good, f"{sorted(held)} {modules_of(text)}" if not good else "")
    told = place / "node_modules" / "hashlane" / "package.json"
    package = json.loads(told.read_text())
    del package["sideEffects"]
    told.write_text(json.dumps(package))
    text, held = bundle(place, "planted", UNUSED + FAMILY)
    noticed = bool(strange(held)) and modules_of(text) > MODULES
    report("planted: a package that does not name its side effects", noticed, not noticed, str(sorted(held)))
    text, held = bundle(place, "all", FAMILY.replace("hashlane/sha256", "hashlane"))
    noticed = "index.js" in strange(held) and modules_of(text) == {"index.wasm", "index-simd.wasm"}
    report("planted: all algorithms", noticed, not noticed, "" if noticed else str(sorted(held)))


def check(work):
    place = work / "bundles"
    place.mkdir()
    (place / "package.json").write_text('{"private": true}')
    code, text = run("npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", ESBUILD, cwd=place)
    if code:
        skip("bundles", f"{ESBUILD} is not to be had: {text[-200:]}")
        return
    shutil.copytree(PACKAGE, place / "node_modules" / "hashlane")
    check_unused(place, check_family(place))
