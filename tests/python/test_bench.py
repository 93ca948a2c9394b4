# SPDX-License-Identifier: Apache-2.0 OR MIT
"""bench/python/bench.py measures, and refuses to time a wrong answer. No figure is judged here."""
import json
import pathlib
import subprocess
import sys

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "bench" / "python" / "bench.py"


def test_rows(tmp_path):
    out = tmp_path / "out.json"
    done = subprocess.run([sys.executable, SCRIPT, "--slices", "2", "--only", "sha-256, 32", "--json", out],
                          capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    rows = json.loads(out.read_text())["rows"]
    assert len(rows) >= 4
    for row in rows:
        assert row["name"] in done.stdout
        assert len(row["figures"]) == 2 and all(0 < figure < 1e6 for figure in row["figures"].values())


def test_a_wrong_answer():
    code = ("import runpy; b = runpy.run_path(r'%s'); row = b['Row']('planted', {'ours': '1', 'theirs': '2'}, {}, 'ns', float);"
            "b['measure'](row, 1)" % SCRIPT)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1 and "planted: the answers differ" in done.stderr
