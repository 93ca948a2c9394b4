#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Changes one expression of one header at a time and sees whether the tests notice.

Of each header of include/hashlane a sample of the places where an operator of places.py applies, the same for the same
seed. A mutant counts when it compiles and its object code is another. It is killed when a test program of the suite fails,
crashes or does not end, or a static_assert of the tests does not hold. What survives is judged in survivors.json. Results
are added to results.json, so that a run can be stopped and goes on where it was; docs/MUTANTS.md is written from it.

  mutation.py --setup      makes build/mutation/venv, with libclang; the other steps but --report and --smoke need it
  mutation.py              goes on until all of the sample is tried
  mutation.py --built      only runs what is built already
  mutation.py --again      tries the survivors again, after a test was added
  mutation.py --anew       tries again what has a verdict of other sources than today's
  mutation.py --report     prints the figures, tries nothing
  mutation.py --write      writes docs/MUTANTS.md
  mutation.py --smoke      tries a few of the killed ones again, those that a compiler notices, and checks the record
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import sources  # noqa: E402
from programs import sources_of  # noqa: E402

WORK = ROOT / "build" / "mutation"
VENV = WORK / "venv"
SAVING = threading.Lock()
OF_SECRETS = re.compile(r"wipe|secret|forget")  # what the residue program may notice
HEADERS, SAMPLE = ROOT / "include" / "hashlane", WORK / "sample.json"
RECORD, JUDGED, PAGE = HERE / "results.json", HERE / "survivors.json", ROOT / "docs" / "MUTANTS.md"


def load(path):
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def save(path, value):
    with SAVING:
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(value, indent=1, sort_keys=True) + "\n", "utf-8")
        beside.replace(path)


def setup():
    subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    subprocess.run([VENV / "bin" / "pip", "install", "-q", "-r", HERE / "requirements.txt"], check=True)


def sampled(options):
    """key -> mutant, header by header."""
    import places
    tried = load(RECORD)
    chosen = {m.key: m for all_of in places.all_mutants().values()
              for m in places.sample(all_of, options.sample + len(all_of) // options.share, options.seed, tried)}
    WORK.mkdir(parents=True, exist_ok=True)
    save(SAMPLE, list(chosen))
    return chosen


def stands(result):
    """Are the lines of it still in its header? What is known of others says nothing about the headers as they are."""
    header = HEADERS / result["header"]
    return header.exists() and result["before"] in header.read_text("utf-8")


def standing():
    return {key: result for key, result in load(RECORD).items() if stands(result)}


def in_turn(mutants):
    """One of each header, then another of each: wherever a run stops, every header has had its turn."""
    turns = {}
    for key, mutant in mutants.items():
        turn = sum(other.header == mutant.header for other, _ in turns.values())
        turns[key] = mutant, turn
    return sorted(turns, key=lambda key: turns[key][1])


class Run:
    def __init__(self, options):
        import alone
        import schemata
        WORK.mkdir(parents=True, exist_ok=True)
        self.options, self.results, self.today = options, load(RECORD), sources.tree(folders=sources.LIBRARY)
        self.mutants = sampled(options)
        self.schemata = schemata.Schemata(WORK, self.mutants)
        self.alone = alone.Alone(WORK)
        self.end = time.monotonic() + 60 * options.minutes

    def record(self, key, verdict, by):
        m = self.mutants[key]
        self.results[key] = {"header": m.header, "line": m.line, "kind": m.kind, "verdict": verdict, "by": by,
                             "before": m.before, "after": m.after, "tree": self.today}
        save(RECORD, self.results)
        print(f"{verdict:9} {by}: {key}", flush=True)

    def untried(self):
        again = ("survived",) if self.options.again else ()
        for key in in_turn(self.mutants):
            if time.monotonic() > self.end:
                return
            result = self.results.get(key)
            old = result and self.options.anew and result.get("tree") != self.today
            if not result or old or result["verdict"] in (*again, "open"):
                yield key

    def reached(self, programs):
        """program -> (seconds, keys), the quickest first; kept while the sample is the same."""
        path = WORK / "reached.json"
        kept = load(path)
        numbers = self.schemata.numbers
        if kept.get("mutants") != list(numbers):
            kept = {"mutants": list(numbers), "programs": {}}
        for program in programs:
            if program not in kept["programs"] or self.options.again:
                kept["programs"][program] = self.schemata.reach(program)
                save(path, kept)
                print(f"{program}: {kept['programs'][program] and kept['programs'][program][0]}", flush=True)
        if failing := [p for p, told in kept["programs"].items() if told is None]:
            print("fail unchanged, left out:", *failing)
        return dict(sorted(((p, told) for p, told in kept["programs"].items() if told), key=lambda item: item[1][0]))

    def judge(self, reached, all_programs):
        with concurrent.futures.ThreadPoolExecutor(1) as beside:
            come_to = {key for _, keys in reached.values() for key in keys}
            if all_programs:
                alone = beside.submit(self.try_alone, reached, [k for k in self.untried() if k not in come_to])
            self.try_together(reached, all_programs)
            if all_programs:
                alone.result()
                self.try_alone(reached, [k for k in in_turn(self.mutants) if self.results.get(k, {}).get("verdict") == "survived"
                                         and self.results[k]["by"].endswith("come to it")])

    def try_together(self, reached, all_programs):
        """Each mutant through the programs that come to it: the quickest few, then more. What it has passed is kept."""
        path = WORK / "passed.json"
        passed = {} if self.options.again else load(path)

        def one(key, most):
            came = [p for p, (_, keys) in reached.items() if key in keys]
            if not came or time.monotonic() > self.end:
                return
            for program in came[:most]:
                if program in passed.setdefault(key, []):
                    continue
                if self.schemata.run(program, key, 20 + 10 * reached[program][0])[0] != 0:
                    return self.record(key, "killed", program)
                passed[key].append(program)
            save(path, passed)
            if all_programs and most >= len(came):
                self.record(key, "survived", f"{len(came)} programs come to it")
        for most in (3, 8, len(reached)):
            with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
                list(pool.map(lambda key: one(key, most), list(self.untried())))

    def try_alone(self, reached, keys):
        """What stands where only the compiler evaluates it, or makes no difference, or survives."""
        import alone
        for key in keys:
            if time.monotonic() > self.end:
                return
            mutant = self.mutants[key]
            if said := self.alone.compiled(mutant):
                self.record(key, *said)
                continue
            came = [p for p, (_, keys) in reached.items() if key in keys]
            near = [p for p, (_, keys) in reached.items() if any(self.mutants[k].header == mutant.header for k in keys)]
            programs = (near or list(reached))[:self.options.programs]
            compiled = [alone.LIBRARY, *(s for p in programs[:4] for s in sources_of(p))]
            if not self.alone.differs(mutant, compiled):
                self.record(key, "same code", "")
            elif by := self.alone.run(mutant, programs):
                self.record(key, "killed", by)
            elif OF_SECRETS.search(mutant.before) and self.alone.leaves_a_key(mutant):
                self.record(key, "killed", "residue")
            else:
                self.record(key, "survived", f"{len(came) or 'no'} programs came to it")


def counts(results):
    rows = {}
    for r in results.values():
        row = rows.setdefault(r["header"], {"killed": 0, "survived": 0, "same code": 0, "invalid": 0, "open": 0})
        row[r["verdict"]] += 1
    return rows


def totals(results, judged):
    verdicts = [r["verdict"] for r in results.values()]
    survivors = [k for k, r in results.items() if r["verdict"] == "survived"]
    equivalent = [k for k in survivors if judged.get(k, {}).get("equivalent")]
    killed = verdicts.count("killed")
    valid = killed + len(survivors) - len(equivalent)
    return {"tried": len(verdicts), "open": verdicts.count("open"), "not valid": verdicts.count("invalid"), "same code": verdicts.count("same code"),
            "equivalent": len(equivalent), "valid": valid, "killed": killed, "survived": len(survivors) - len(equivalent),
            "headers": len(counts(results))}


def report(results, judged):
    t = totals(results, judged)
    for name, count in t.items():
        print(f"{name}: {count}")
    for key in (k for k, r in results.items() if r["verdict"] == "survived" and k not in judged):
        print(f"not judged: {key} ({results[key]['by']})")
    print(f"killed {t['killed']} of {t['valid']} valid mutants, {100 * t['killed'] / max(t['valid'], 1):.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for flag in ("setup", "again", "anew", "report", "write", "smoke", "built"):
        parser.add_argument(f"--{flag}", action="store_true")
    parser.add_argument("--sample", type=int, default=4, help="mutants of each header ...")
    parser.add_argument("--share", type=int, default=50, help="... and one more for each so many places")
    parser.add_argument("--programs", type=int, default=6, help="test programs at most for one that is tried alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6)
    options = parser.parse_args()
    if options.setup:
        return setup()
    if options.report:
        return report(standing(), load(JUDGED))
    if options.write:
        import page
        return page.write(standing(), load(JUDGED), len(load(RECORD)))
    if options.smoke:
        import smoke
        return smoke.main()
    python = VENV / "bin" / "python"
    if pathlib.Path(sys.prefix).resolve() != VENV.resolve() and python.exists():
        os.execv(python, [python, *sys.argv])  # it finds its folder by its own name
    run = Run(options)
    reached = run.reached(run.schemata.built() if options.built else run.schemata.compile(options.jobs))
    run.judge(reached, not options.built)
    return report(standing(), load(JUDGED))


if __name__ == "__main__":
    sys.exit(main())
