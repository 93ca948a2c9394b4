#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""No page of the site is wider than the window of a phone (390 pixels) or of a desktop (1280), in headless Chromium.

A table or a line of code that is wider scrolls by itself. Takes the site as `make docs` built it last; Debian's package
chromium is needed, which no suite installs. First finds a planted page that is too wide.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HTML = ROOT / "build" / "docs" / "html"
sys.path.insert(0, str(ROOT / "tests" / "support"))
from steps import closing_line, report  # noqa: E402

WIDTHS = (390, 1280)
SECONDS = 600
PLANTED = "<!doctype html><table><tr>" + "<td>columns</td>" * 60 + "</tr></table>"

# Opens each page in a frame of each width, and writes what is too wide into the document that Chromium prints.
LOOK = """<!doctype html><meta charset="utf-8"><iframe id="frame"></iframe><pre id="found"></pre><script>
const frame = document.getElementById("frame"), found = document.getElementById("found");
const opened = page => new Promise(done => { frame.onload = done; frame.src = page; });
async function look() {
    let count = 0;
    for (const width of WIDTHS) {
        frame.style.width = width + "px";
        for (const page of PAGES) {
            await opened(page);
            const shown = frame.contentDocument.scrollingElement;
            count += shown !== null;
            if (shown.scrollWidth > shown.clientWidth) found.textContent += `wide ${width} ${page} ${shown.scrollWidth}\\n`;
        }
    }
    found.textContent += `opened ${count}\\n`;
}
look();
</script>"""


def too_wide(chromium, pages):
    """(how often a page was opened, those that are wider than the window)"""
    with tempfile.TemporaryDirectory() as folder:
        harness = pathlib.Path(folder) / "look.html"
        addresses = json.dumps([page.as_uri() for page in pages])
        harness.write_text(LOOK.replace("WIDTHS", json.dumps(WIDTHS)).replace("PAGES", addresses), "utf-8")
        done = subprocess.run([chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
                               f"--user-data-dir={folder}/profile", "--virtual-time-budget=1000000000", "--dump-dom",
                               harness.as_uri()], capture_output=True, text=True, timeout=SECONDS)
    lines = done.stdout.partition('<pre id="found">')[2].partition("</pre>")[0].splitlines()
    opened = sum(int(line.split()[1]) for line in lines if line.startswith("opened "))
    return opened, [line.removeprefix("wide ") for line in lines if line.startswith("wide ")]


def main():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium or not (HTML / "index.html").is_file():
        sys.exit("widths: Chromium is not installed" if not chromium else "widths: run `make docs` first")
    with tempfile.TemporaryDirectory() as folder:
        planted = pathlib.Path(folder) / "planted.html"
        planted.write_text(PLANTED, "utf-8")
        opened, found = too_wide(chromium, [planted])
    report("planted: a page that is too wide", len(found) == 2 == opened, len(found) != 2)
    pages = sorted(page for page in HTML.rglob("*.html") if page.relative_to(HTML).parts[0] not in ("rust", "page"))
    opened, found = too_wide(chromium, pages)
    wrong = len(found) + (opened != len(pages) * len(WIDTHS))
    report("widths", 0 if wrong else opened, wrong, f"{opened} of {len(pages) * len(WIDTHS)}\n" + "\n".join(found[:40]))
    return closing_line()


if __name__ == "__main__":
    sys.exit(main())
