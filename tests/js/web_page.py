#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The web page of faces/js, built anew, in headless Chromium: web_page.py [--full]. puppeteer-core comes from npm. With
--full it gets a folder of 10,000 files and a file of 5 GiB."""
import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from bench import PUPPETEER  # noqa: E402
from steps import closing_line, do, jobs, report, run, skip  # noqa: E402

HERE = ROOT / "tests" / "js"
BUILD = ROOT / "build" / "js"
WORK = BUILD / "try-page"


def install():
    """Puppeteer in a folder of its own; whether it is there."""
    (WORK / "package.json").write_text('{"private": true}')
    code, text = run("npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", PUPPETEER, cwd=WORK)
    if code:
        skip("the page in Chromium", f"{PUPPETEER} is not to be had: {text[-200:]}")
    return code == 0


def tests(name, full, *more, page=None):
    """Runs a test file; its exit status and what it printed."""
    env = {**os.environ, "HASHLANE_JS_NODE": str(WORK), "HASHLANE_JS_FULL": "1" if full else "0"}
    if page is not None:
        env["HASHLANE_JS_PAGE"] = str(page)
    return run("node", "--test", "--test-reporter=tap", *more, HERE / f"{name}.test.mjs", cwd=ROOT, env=env)


def check(name, full):
    code, text = tests(name, full)
    passed, failed = (int((re.findall(rf"^# {word} (\d+)$", text, re.M) or [0])[-1]) for word in ("pass", "fail"))
    bad = code != 0 or failed or passed == 0
    first = text.find("not ok ")
    report(f"{name}.test.mjs", passed, max(failed, 1) if bad else 0, text[max(first, 0):][:4000] if bad else "")


def check_planted():
    """The tests fail where the page is wrong. The policy allows the script of the faulty page, so that it runs."""
    sys.path.insert(0, str(ROOT / "faces" / "js"))
    import page  # noqa: PLC0415
    whole = (BUILD / "hashlane.html").read_text("utf-8")
    script = page.bundle(ROOT / "faces" / "js" / "page" / "main.js")
    plants = (("what the page sealed", "associated[HEADER + 8] = last ? 1 : 0;", ""),
              ("sealed files that were changed", "if (error.name !== 'ForgedError') throw error;", "return chunk;"),
              ("Merkle proofs of a folder", "return new Uint8Array([...digest, ...bytesOf(name)]);", "return digest;"),
              ("odd names", "p{Zp}", "p{Zp}<"))
    for test, old, new in plants:
        wrong = script.replace(old, new, 1)
        planted = WORK / "planted" / "hashlane.html"
        planted.parent.mkdir(exist_ok=True)
        planted.write_text(whole.replace(script, wrong).replace(page.policy_hash(script), page.policy_hash(wrong)), "utf-8")
        code, said = tests("page", False, f"--test-name-pattern={test}", page=planted)
        noticed = wrong != script and code != 0 and "\n# fail 1\n" in said and "TimeoutError" not in said
        report(f"planted: {old}", noticed, not noticed, "" if noticed else said[-1500:])


def main():
    full = "--full" in sys.argv[1:]
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    if do("build.py --page", ROOT / "faces" / "js" / "build.py", "--page", "--jobs", jobs()) is not None and install():
        check("page", full)
        check("access", full)
        if not full:
            check_planted()
    shutil.rmtree(WORK / "files", ignore_errors=True)
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
