#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where the time goes: sumcheck 20 results.json, then plot.py results.json time.svg."""
import json
import os
import sys


def pyplot():
    """matplotlib, of this interpreter or of Debian's."""
    try:
        import matplotlib
    except ImportError:
        debian = "/usr/bin/python3"
        if os.path.exists(debian) and os.path.realpath(sys.executable) != os.path.realpath(debian):
            os.execv(debian, [debian, *sys.argv])
        sys.exit("plot.py: no matplotlib (Debian: python3-matplotlib)")
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.hashsalt": "hashlane", "svg.fonttype": "none", "font.size": 9})
    import matplotlib.pyplot
    return matplotlib.pyplot


def main():
    with open(sys.argv[1]) as file:
        results = json.load(file)
    plt = pyplot()
    figure, panels = plt.subplots(1, 2, figsize=(10, 4.2), constrained_layout=True, sharey=True)
    runs = results["runs"][::-1]
    names = [f"{r['suite']}, {r['field']}" for r in runs]
    for panel, side, scale, unit in ((panels[0], "prover", 1e3, "ms"), (panels[1], "verifier", 1e6, "µs")):
        hashing = [r[f"{side}_hashing"] * scale for r in runs]
        rest = [r[side] * scale - h for r, h in zip(runs, hashing)]
        panel.barh(names, hashing, color="#c02020", label="hashing")
        panel.barh(names, rest, left=hashing, color="#b0b8c8", label="arithmetic and the rest")
        panel.set_xlabel(f"{side}, {unit}")
        panel.grid(axis="x", alpha=0.3)
    panels[1].legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False)
    panels[0].set_title(f"Sumcheck over {results['variables']} variables ({results['target']})", loc="left")
    figure.savefig(sys.argv[2], metadata={"Date": None} if sys.argv[2].endswith("svg") else None)


if __name__ == "__main__":
    main()
