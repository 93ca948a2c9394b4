#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Draws the figures of hashlane_bench --json and writes a page about the processor that they were measured on.

plot.py RESULTS [FOLDER]: a complete run goes to docs/bench/, any other beside its results. The page of a Zen 4 is
zen4.md with its plots in zen4/, and README.md lists the pages of the folder.
"""
import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import sources  # noqa: E402

OURS = {"Hashlane g++": "#c02020", "Hashlane clang++": "#e08000"}
SHOWN = 7  # peers in one plot, the fastest


def plotter():
    """matplotlib, of this interpreter or of Debian's; None without it: the page has no plots then."""
    try:
        import matplotlib
    except ImportError:
        debian = "/usr/bin/python3"
        if sys.executable != debian and os.path.exists(debian) and not os.environ.get("BENCH_PLOT_AGAIN"):
            os.execve(debian, [debian, *sys.argv], dict(os.environ, BENCH_PLOT_AGAIN="1"))
        print("plot.py: no matplotlib (Debian: python3-matplotlib); no plots", file=sys.stderr)
        return None
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.hashsalt": "hashlane", "svg.fonttype": "none", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3})
    import matplotlib.pyplot
    import matplotlib.ticker
    return matplotlib.pyplot


def newest(name, rows):
    return max((f["version"] for r in rows for f in r["figures"] if f["name"] == name), default="")


def lines(rows, x, y):
    """{name: [(x, y)]}: each library's best call, the newest version only, Hashlane by its own choice of target."""
    found = {}
    for row in rows:
        best = {}
        for f in row["figures"]:
            held_back = f["name"].endswith(("(avx2)", "(baseline)"))
            if held_back or f["variant"] == "itself" or f.get("target", "auto") != "auto" or f["version"] != newest(f["name"], rows) or y(row, f) is None:
                continue
            if f["name"] not in best or f["ns"] < best[f["name"]]["ns"]:
                best[f["name"]] = f
        for name, f in best.items():
            label = name if f["hashlane"] or " " in f["version"] else f"{name} {f['version']}"
            found.setdefault((name, label), []).append((x(row), y(row, f)))
    return found


def order(found, lower_is_better):
    """Hashlane first, then OpenSSL and the peers that do best where the messages are longest."""
    peers = sorted((k for k in found if k[0] not in OURS), key=lambda k: found[k][-1][1], reverse=not lower_is_better)
    return sorted(k for k in found if k[0] in OURS) + [k for k in peers if k in peers[:SHOWN] or k[0] == "OpenSSL"]


def bytes_text(n):
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if n >= unit and n % unit == 0:
            return f"{n // unit} {name}"
    return f"{n} B"


def draw(plt, found, keys, axes, log_y):
    for name, label in keys:
        points = sorted(found[(name, label)])
        ours = {"color": OURS[name], "linewidth": 2.2, "zorder": 5} if name in OURS else {"linewidth": 1.1, "alpha": 0.85}
        axes.plot(*zip(*points), marker="o", markersize=3, label=label, **ours)
    axes.set_xscale("log", base=2)
    if log_y:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(plt.matplotlib.ticker.LogLocator(10, (1, 2, 5)))
        axes.yaxis.set_major_formatter(plt.FuncFormatter(lambda v, _: f"{v:g}"))
        axes.yaxis.set_minor_formatter(plt.NullFormatter())
    ticks = sorted({x for key in keys for x, _ in found[key]})
    axes.set_xticks(ticks, [])
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)


def save(plt, figure, axes, results, folder, name):
    axes.set_title(axes.get_title() + f"\n{results['processor']['text']}; {results['date']}", fontsize=8)
    figure.savefig(folder / f"{name}.svg", bbox_inches="tight", metadata={"Date": None})
    figure.savefig(folder / f"{name}.png", bbox_inches="tight", dpi=80, metadata={"Software": None})
    plt.close(figure)
    return name


def plot(plt, rows, results, folder, name, kind):
    title, x, y, x_label, y_label, lower, tick = kind
    found = lines(rows, x, y)
    keys = order(found, lower)
    if not any(len(found[k]) > 1 for k in keys):
        return None
    figure, axes = plt.subplots(figsize=(8, 4.2))
    axes.set_title(title.format(name))
    draw(plt, found, keys, axes, True)
    ticks = axes.get_xticks()
    axes.set_xticks(ticks, [tick(int(t)) for t in ticks], rotation=45, ha="right")
    axes.minorticks_off()
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    return save(plt, figure, axes, results, folder, name.replace(" ", "-"))


ONE = ("{0}, one message on one core", lambda r: r["size"], lambda r, f: f.get("cycles_per_byte"),
       "length of the message", "cycles per byte (less is better)", True, bytes_text)
BATCH = ("{0} of many messages on one core", lambda r: r["size"], lambda r, f: 1e3 / f["ns"],
         "length of each message", "million messages a second (more is better)", False, bytes_text)
THREADS = ("{0}", lambda r: r["threads"], lambda r, f: f["gb_per_s"], "threads", "GB/s (more is better)", False, str)


def plots(plt, results, folder):
    families = {}
    for row in results["rows"]:
        if row["figures"] and not row["id"].count("..") and row["family"] != "noise":
            families.setdefault(row["family"], []).append(row)
    for name, rows in families.items():
        if name.endswith(" threads"):
            for size in sorted({r["size"] for r in rows}):
                some = [r for r in rows if r["size"] == size]
                yield plot(plt, some, results, folder, f"{name} {bytes_text(size)}", THREADS)
        elif name.endswith((" batch", " pairs")):
            yield plot(plt, [r for r in rows if r["count"] >= 64], results, folder, name, BATCH)
        else:
            yield plot(plt, rows, results, folder, name, ONE)


def goals(results):
    """(row, goal in words, {name: (value, met, quiet)}) for each goal."""
    for row in results["rows"]:
        table = {}
        for f in row["figures"]:
            for g in f.get("goals", []):
                if f.get("target") == "auto":
                    table.setdefault(g["goal"], {})[f["name"]] = (g["value"], g["met"], g["quiet"])
        for goal, by in table.items():
            yield row, goal, by


def portable(results):
    """(row, target, peer, {name: ratio}) where a peer is kept to the same instructions."""
    for row in results["rows"]:
        found = {}
        for f in row["figures"]:
            if "of_portable_peer" in f:
                found.setdefault((f["target"], f["portable_peer"]), {})[f["name"]] = f["of_portable_peer"]
        for (target, peer), by in sorted(found.items()):
            yield row["id"], target, peer, by


# The lines of a page that README.md lists; index() reads them.
LISTED = ("Processor", "Frequency", "Compilers", "Measured")


def head(results):
    """The first lines of a page: what was measured where."""
    ghz = results["ghz"]
    how_busy = (f"load average when it began: {results['load']:.1f}"
                + ("; other programs ran beside it, so figures with threads mean little" if results["load"] > 1.5 else ""))
    some = "" if results["complete"] else " with `--goals`" if results["goals_only"] else ", not the whole of it"
    return ["Processor: " + results["processor"]["text"] + ".",
            "Frequency: " + (f"{ghz[0]:.2f} GHz, quartiles {ghz[1]:.2f} and {ghz[2]:.2f}, from the cycles of a chain of additions."
                             if ghz else "not known."),
            "Compilers: " + compilers(results) + ".",
            f"Measured: {results['date']}, `make bench`{some}; {how_busy}.",
            f"Sources: {results['sources']}.",
            f"Machine: {results['machine']}."]


def compilers(results):
    ours = [name.removeprefix("Hashlane ") for name in results["contestants"] if name.startswith("Hashlane ")]
    by = [f"{name.split()[0]} {name.rpartition(' by ')[2]}" for name in ours]
    return "Hashlane by " + " and by ".join(by) + "; " + results["compilers"]


def ratio_text(value, met, quiet):
    """A figure from rounds that somebody else disturbed says neither that a goal is met nor that it is missed."""
    if not quiet:
        return f"({value:.3f})"
    return f"{value:.3f}" if met else f"**{value:.3f}**"


def goals_table(results):
    text = ["Every goal is a ratio of this run: at most 1.01 of the best peer's time, or the bound that the row states. "
            "A figure in bold misses its goal; one in brackets has too few quiet rounds and decides nothing. The rows `noise` have Hashlane beside itself.", "",
            "| workload | goal | best peer | " + " | ".join(OURS) + " | quiet rounds |", "|---|---|---|" + "---|" * len(OURS) + "---|"]
    for row, goal, by in goals(results):
        cells = [ratio_text(*by[n]) if n in by else "" for n in OURS]
        best = next((f["best_peer"] for f in row["figures"] if "best_peer" in f), "")
        text.append(f"| {row['id']} | {goal.replace('<', '&lt;')} | {best} | " + " | ".join(cells)
                    + f" | {row['quiet_rounds']} of {row['rounds']} |")
    return text


def portable_table(results):
    found = list(portable(results))
    if not found:
        return []
    text = ["", "Hashlane kept to a target, beside the best peer kept to the same; its time in that peer's:", "",
            "| workload | target | peer | " + " | ".join(OURS) + " |", "|---|---|---|" + "---|" * len(OURS)]
    for row, target, peer, by in found:
        cells = [f"{by[n]:.2f}" if n in by else "" for n in OURS]
        text.append(f"| {row} | {target} | {peer} | " + " | ".join(cells) + " |")
    return text


def page(results, folder, drawn):
    """Writes the page of the processor; plots lie in the folder of its name."""
    name = results["processor"]["page"]
    title = results["processor"]["microarchitecture"] or results["processor"]["text"]
    text = [f"# Measured on {title}", "", *(line + "\\" for line in head(results)[:-1]), head(results)[-1], ""]
    text += ["Contestants: " + "; ".join(results["contestants"]) + ".", ""]
    if results["missing"]:
        text += ["Not there: " + "; ".join(results["missing"]) + ".", ""]
    text += goals_table(results) + portable_table(results)
    text += [""] + [f"![{plot}]({name}/{plot}.svg)" for plot in drawn]
    (folder / f"{name}.md").write_text("\n".join(text).rstrip("\n") + "\n", "utf-8")


def listed(path):
    """{"Processor": ..., ...} from the first lines of a page."""
    lines = path.read_text("utf-8").split("\n")[:12]
    found = {}
    for line in lines:
        key, colon, value = line.rstrip("\\").partition(": ")
        if colon and key in LISTED:
            found[key] = value.rstrip(".")
    return found


def index(folder):
    """Writes README.md of the folder: the pages, each with its processor."""
    text = ["# Measured", "", "There is a page for each processor on which `make bench` ran. Ratios differ from processor to "
            "processor. `bench/README.md` in the sources says how they are measured. [BUILT.md](BUILT.md) has what the library "
            "costs before it runs." if (folder / "BUILT.md").exists() else "There is a page for each processor.", "",
            "| page | " + " | ".join(LISTED) + " |", "|---|" + "---|" * len(LISTED)]
    for path in sorted(folder.glob("*.md")):
        about = listed(path)
        if path.name != "README.md" and "Processor" in about:
            text.append(f"| [{path.stem}]({path.name}) | " + " | ".join(about.get(key, "") for key in LISTED) + " |")
    (folder / "README.md").write_text("\n".join(text) + "\n", "utf-8")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    source = pathlib.Path(sys.argv[1])
    results = json.loads(source.read_text("utf-8"))
    if "page" not in results.get("processor", {}):
        sys.exit(f"plot.py: {source} does not say which processor it was measured on")
    if "sources" not in results:  # `make bench` calls this at the end of a run; a later call does not ask again
        results["sources"] = f"commit {sources.last_commit()}, tree {sources.tree()}"
        source.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    usual = ROOT / "docs" / "bench" if results["complete"] else source.parent / "plots"
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else usual
    pictures = folder / results["processor"]["page"]
    (folder if results["goals_only"] else pictures).mkdir(parents=True, exist_ok=True)
    # The rows that are held to goals are too few for a plot.
    plt = None if results["goals_only"] else plotter()
    drawn = [name for name in plots(plt, results, pictures) if name] if plt else []
    page(results, folder, drawn)
    index(folder)
    print(f"plot.py: {len(drawn)} plots, {results['processor']['page']}.md and README.md in {folder}")


if __name__ == "__main__":
    main()
