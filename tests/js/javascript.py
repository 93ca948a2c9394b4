#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The npm package of faces/js, built anew: the published vectors and every call in both builds under node, what keyed calls
leave in memory, what was linked, vector instructions, sizes, bundles, types, the installed package with the examples of its
page, the pool in Chromium, the benchmark: javascript.py [--full]. With --full only streams and files of more than 4 GiB."""
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
sys.path.insert(0, str(ROOT / "tests" / "integrations"))
sys.path.insert(0, str(ROOT / "tests" / "js"))
import bench  # noqa: E402
import bundles  # noqa: E402
import memory  # noqa: E402
import pages  # noqa: E402
import published  # noqa: E402
import sets  # noqa: E402
from steps import closing_line, do, jobs, report, run, skip  # noqa: E402

HERE = ROOT / "tests" / "js"
FACE = ROOT / "faces" / "js"
BUILD = ROOT / "build" / "js"
PACKAGE = BUILD / "hashlane"
WORK = BUILD / "try"
BUILDS = ("simd", "plain")
TESTS = ("vectors", "choice", "calls", "customized", "merkle", "secrets", "pool", "transcripts")
VECTORS_TAKEN = sets.everything(longest=2**31)
# Vector instructions that each build with SIMD has at least; the others have none.
VECTORS = {"index": 5000, "sha256": 1800, "sha512": 1800, "sha3": 700, "sp800-185": 1000, "kangarootwelve": 1000, "ascon": 200}
LARGEST = {"index": 60 * 1024}  # bytes of a module after gzip
LARGEST_FAMILY = 20 * 1024


def environment(build):
    """What the test files read."""
    return {**os.environ, "HASHLANE_JS_BUILD": build, "HASHLANE_JS_VECTORS": str(WORK / "vectors.txt"),
            "HASHLANE_JS_DATA": str(published.place())}


def node_tests(build, tests=TESTS, *more, **variables):
    """Runs the test files; their exit status, what they printed."""
    files = [HERE / f"{name}.test.mjs" for name in tests]
    return run("node", "--test", "--test-reporter=tap", *more, *files, cwd=ROOT, env={**environment(build), **variables})


def tell(name, code, text):
    """Counts the tests of node that passed and failed."""
    passed, failed = (int((re.findall(rf"^# {word} (\d+)$", text, re.M) or [0])[-1]) for word in ("pass", "fail"))
    bad = code != 0 or failed or passed == 0
    first = text.find("not ok ")
    report(name, passed, max(failed, 1) if bad else 0, text[max(first, 0):][:3000] if bad else "")


def check_large():
    """Streams and files of more than 4 GiB. What --test-name-pattern leaves out is not counted as passed."""
    for build in BUILDS:
        code, text = node_tests(build, ("calls", "pool"), "--test-name-pattern=more than 4 GiB", HASHLANE_JS_LARGE="1")
        ran = len(re.findall(r"^ *ok \d+ - (?:a file of )?more than 4 GiB$", text, re.M))
        good = code == 0 and ran == 2
        report(f"more than 4 GiB, {build}", ran if good else 0, not good, "" if good else text[-3000:])


def check_tests():
    """Each test of node is counted; each folder of vectors has been checked in both builds."""
    told = None
    for build in BUILDS:
        code, text = node_tests(build)
        tell(f"node --test, {build}", code, text)
        checks = sets.checks_told(re.sub(r"^# checks", "checks", text, flags=re.M))
        told = checks if told is None else told & checks
    sets.tell(told, VECTORS_TAKEN)


def check_planted():
    """Each test file fails where the package does not wipe, or gives another digest: a row has the file, the test, the change."""
    plants = (("secrets", "hmac-sha256", "src/memory.js", "this.view.fill(0, 0, this.#stackEnd);", ""),
              ("secrets", "hmac-sha256", "src/memory.js", "this.view.fill(0, this.list, this.output + OUTPUT);", ""),
              ("secrets", "hmac-sha256", "src/hash.js", "this.destroy(this.address);", ""),
              ("secrets", "^a refused call", "src/check.js", " && data.length !== 0", ""),
              ("secrets", "^a customization string", "src/memory.js", "[this.#room, this.#kept]", "[this.#room]"),
              ("choice", "^sha256: an engine without", "src/load.js", "return WebAssembly.validate(WITH_A_VECTOR);", "return true;"),
              ("choice", "^index: an engine with ", "src/load.js", "simd ? urls.simd : urls.plain", "urls.plain"),
              ("choice", "^a pool", "pool.js", "simd = hasSimd()", "simd = true"),
              ("customized", "^kt128: every way", "src/many.js", "memory.keep(customization), customization.length", "0, 0"),
              ("customized", "^the string is copied", "src/state.js", "new Uint8Array(bytes(", "(bytes("),
              ("pool", "^KangarooTwelve", "src/ranges.js", "return [string, ", "return [string.subarray(0, 256), "),
              ("calls", "^sha256: splits", "src/many.js", "first += count;", "first += count - 1;"),
              ("calls", "^sha256: splits", "src/state.js", "at += step)", "at += step + 1)"),
              ("transcripts", "^what calls leave", "src/sponges.js", "view.fill(0, this.#state, this.#piece + PIECE);", ""),
              ("transcripts", "^the draft", "src/sponges.js", "state.set(view.subarray(this.#state, this.#state + this.size));", ""),
              ("pool", "^KangarooTwelve", "src/ranges.js", "to / CHUNK - 1 +", "to / CHUNK +"))
    place = WORK / "planted"
    for name, test, file, old, new in plants:
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(PACKAGE, place / "build" / "js" / "hashlane")
        shutil.copytree(HERE, place / "tests" / "js")
        target = place / "build" / "js" / "hashlane" / file
        text = target.read_text()
        target.write_text(text.replace(old, new, 1))
        code, said = run("node", f"--test-name-pattern={test}", "--test", place / "tests" / "js" / f"{name}.test.mjs", cwd=place,
                         env=environment("simd"))
        noticed = old in text and code != 0 and "AssertionError" in said
        report(f"planted: {file} without {old[:40]}", noticed, not noticed, "" if noticed else said[-1000:])


def check_instructions():
    """The builds with SIMD have vector instructions, the others have none."""
    for path in sorted((PACKAGE / "wasm").glob("*.wasm")):
        text = do("llvm-objdump-19", "llvm-objdump-19", "-d", path) or ""
        count = len(re.findall(r"\t(?:v128|[iuf]\d+x\d+)\.", text))
        family = path.stem.removesuffix("-simd")
        good = count >= VECTORS[family] if path.stem != family else count == 0 and "i32.add" in text
        report(f"{path.name}: {count} vector instructions", good, not good)


def check_sizes():
    for path in sorted((PACKAGE / "wasm").glob("*.wasm")):
        size = len(gzip.compress(path.read_bytes(), 9))
        most = LARGEST.get(path.stem.removesuffix("-simd"), LARGEST_FAMILY)
        report(f"{path.name}: {size} bytes after gzip, at most {most}", size <= most, size > most)


def npm(place, *words):
    return do(f"npm {words[0]}", "npm", *words, "--silent", "--no-audit", "--no-fund", cwd=place)


def wrong_page(page, place):
    """What the examples of the page print that it does not say: each block of JavaScript is a program of its own."""
    shutil.copytree(WORK / "installed", place, dirs_exist_ok=True)
    for number, source in enumerate(pages.blocks(page, "js")):
        program = place / f"{number}.mjs"
        program.write_text(source)
        done = subprocess.run(["node", program], cwd=place, capture_output=True, text=True)
        expected = [line.strip() for line in re.findall(r"// prints ?(.*)$", source, re.M)]
        if done.returncode or done.stderr or not expected or done.stdout.split("\n")[:-1] != expected:
            yield f"exit {done.returncode}, printed\n{done.stdout}{done.stderr}not\n" + "\n".join(expected)


def check_installed():
    """The tarball in an empty folder: what it holds, the examples of the page."""
    place = WORK / "installed"
    place.mkdir()
    (place / "package.json").write_text('{"type": "module", "private": true}')
    version = json.loads((PACKAGE / "package.json").read_text())["version"]
    if npm(place, "install", "--offline", BUILD / f"hashlane-{version}.tgz") is None:
        return
    held = {path.relative_to(place / "node_modules" / "hashlane").as_posix()
            for path in (place / "node_modules" / "hashlane").rglob("*") if path.is_file()}
    whole = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    report("the tarball is whole", held == whole, held != whole, str(held ^ whole or ""))
    changes = (("// prints true\n", "// prints false\n"), ("'sha3-256'", "'sha3-25'"))
    pages.check_examples((FACE / "README.md").read_text(), WORK, wrong_page, changes)


def pool_in_chromium(place, *more):
    env = {**os.environ, "HASHLANE_JS_NODE": str(place), "HASHLANE_JS_PACKAGES": str(place / "node_modules")}
    return run("node", "--test", "--test-reporter=tap", *more, HERE / "pool_chromium.test.mjs", cwd=ROOT, env=env)


def check_pool_in_chromium(place):
    """The pool of the installed package as a module in Chromium, and three faults in it."""
    tell("pool_chromium.test.mjs", *pool_in_chromium(place))
    plants = (("^digestMany", "pool.js", ", { type: 'module' }", ""),
              ("^digestFile", "src/sources.js", "blob.slice(from, to)", "blob.slice(from, to - 1)"),
              ("^an abort", "src/pool.js", "this.#busy.delete(worker);\n      worker.end();", "this.#busy.delete(worker);"))
    for test, file, old, new in plants:
        target = place / "node_modules" / "hashlane" / file
        text = target.read_text()
        target.write_text(text.replace(old, new, 1))
        code, said = pool_in_chromium(place, f"--test-name-pattern={test}")
        target.write_text(text)
        noticed = old in text and code != 0 and "\n# fail 1\n" in said and "TimeoutError" not in said
        report(f"planted in the browser: {file} without {old[:40]!r}", noticed, not noticed, "" if noticed else said[-1500:])


def check_with_peers():
    """What needs packages of npm and Chromium."""
    place = WORK / "bench"
    problem = bench.prepare(place)
    if problem is not None:
        skip("bench, the pool in Chromium", f"the peers are not to be had: {problem[-200:]}")
        return
    if shutil.which("chromium"):
        check_pool_in_chromium(place)
    else:
        skip("the pool in Chromium", "it is not installed")
    check_bench(place)


def check_bench(place):
    """The benchmark with tiny data in node and in Chromium: each cell is a figure, and a wrong digest is refused."""
    engines = {"node": lambda: bench.in_node(place, "--tiny")}
    if shutil.which("chromium"):
        engines["Chromium"] = lambda: bench.in_chromium(place, "--tiny")
    else:
        skip("bench in Chromium", "it is not installed")
    for engine, measured in engines.items():
        code, text = measured()
        good = code == 0 and all(whole(name, tables) for name, tables in bench.cells(text).items())
        report(f"bench in {engine}", good, not good, "" if good else text)
    measure = place / "measure.mjs"
    measure.write_text(measure.read_text().replace("createSHA3(256)", "createSHA3(384)"))
    code, text = bench.in_node(place, "--tiny")
    good = code != 0 and "sha3-256: the libraries do not agree" in text
    report("planted: another digest in the benchmark", good, not good, "" if good else text)


def whole(name, tables):
    """Whether the rows of an algorithm hold figures; only some have no WebCrypto, and KangarooTwelve no node:crypto."""
    absent = {"sha3-256": 1, "kt128": 2}.get(name, 0)
    return len(tables) == 2 and all(
        sum(cell != "-" for cell in row) >= max(3, len(row) - absent) and all(re.fullmatch(r"\d+|-", cell) for cell in row)
        for row in tables)


def check_imports():
    """No file of the package imports a module of Node."""
    wrong = [path.name for path in PACKAGE.rglob("*.js") if re.search(r"(from|import\()\s*'(?!\.)", path.read_text())]
    report("no import of a module of Node", not wrong, len(wrong), str(wrong or ""))


def check_types():
    """A program that uses every call is checked by the compiler of TypeScript; a wrong one is refused."""
    place = WORK / "types"
    place.mkdir()
    (place / "package.json").write_text('{"type": "module", "private": true}')
    code, text = run("npm", "install", "--silent", "--no-audit", "--no-fund", "typescript@5.9.3", cwd=place)
    if code:
        skip("types", f"typescript is not to be had: {text[-200:]}")
        return
    shutil.copytree(PACKAGE, place / "node_modules" / "hashlane")
    shutil.copy(HERE / "types.ts", place)
    tsc = ("node_modules/.bin/tsc", "--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib",
           "es2022,dom,dom.iterable,dom.asynciterable")
    done = do("types", *tsc, "types.ts", cwd=place)
    if done is not None:
        report("types", 1, 0)
    (place / "wrong.ts").write_text("import { digest } from 'hashlane';\nawait digest('sha256', 7);\n")
    code, text = run(*tsc, "wrong.ts", cwd=place)
    good = code != 0 and "wrong.ts(2," in text
    report("planted: a number as data", good, not good, "" if good else text)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    if do("build.py", FACE / "build.py", "--jobs", jobs()) is None:
        return closing_line()
    if "--full" in sys.argv[1:]:
        check_large()
        return closing_line()
    (WORK / "vectors.txt").write_text("".join(published.line(v) + "\n" for v in VECTORS_TAKEN))
    check_tests()
    check_planted()
    memory.check(WORK)
    check_instructions()
    check_sizes()
    check_imports()
    check_installed()
    bundles.check(WORK)
    check_with_peers()
    check_types()
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
