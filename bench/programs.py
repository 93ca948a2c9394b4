#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Whole programs, as people time them: hashlane(1) beside sha256sum, openssl and b3sum, as far as they are installed.

    programs.py [--program FILE] [--turns N] [--only TEXT] [--disk DIR] [--quick]

Each row is one task for two programs, which take turns: hashlane, the peer, hashlane, the peer ... It shows the median of
the seconds that pass and of the seconds of the processor, of both, and the medians of the ratios of neighbouring turns.
Before a row is timed, both programs must print the same digests or verdicts. The files are made in /dev/shm, or else in the
directory for temporary files; one of 1 GiB is made on a disk too, since /dev/shm has smaller pages. --quick: few files and one turn, to see that it runs. Exit status 1: the outputs differ, or
a program fails.
"""
import argparse
import dataclasses
import hashlib
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES, LINES, SIZE, TINY, BIG = 20_000, 100_000, 4096, 64, 1 << 30
QUICK = 50  # times fewer


@dataclasses.dataclass(frozen=True)
class Row:
    task: str
    ours: list
    peer: list
    goal: float  # of the ratio of the seconds that pass; 0: none
    same: object = None  # a function of an output: what must be equal


def digests(output):
    """The first words of the lines; openssl writes the digest last."""
    return [max(line.split(), key=lambda word: (len(word) == 64, 0)) for line in output.splitlines()]


def make_files(place, count, size):
    place.mkdir()
    for i in range(count):
        (place / f"file{i:05}").write_bytes(hashlib.shake_128(b"%d" % i).digest(size))


def make_big(path, size):
    """Once it is on the disk, nothing is written back while programs are timed."""
    piece = hashlib.shake_128(b"big").digest(1 << 20)
    with path.open("wb") as file:
        for _ in range(size >> 20):
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())


def make_list(path, place, lines):
    files = sorted(place.iterdir())
    of = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    names = sorted(of)
    path.write_text("".join(f"{of[names[i % len(names)]]}  {names[i % len(names)]}\n" for i in range(lines)))


def rows(program, few, on_disk):
    """[(directory, row)]; on_disk: a big file on a disk."""
    count, lines = FILES // few, LINES // few
    names = [f"file{i:05}" for i in range(count)]
    sha256sum, openssl, b3sum = (shutil.which(name) for name in ("sha256sum", "openssl", "b3sum"))
    digest_task = f"{count:,} files of 4 KiB, sha256, -j"
    check_task = f"check of {lines:,} lines, files of {{}}, -j"
    for jobs, digest_goal, tree_goal, big_goal, check_goal in ((1, 0.5, 0.8, 0.8, 0.8), (2, 0.33, 0.55, 0.85, 0.5)):
        ours = [program, "sha256", "-j", str(jobs), *names]
        if sha256sum:
            yield "f", Row(f"{digest_task} {jobs}", ours, [sha256sum, *names], digest_goal, digests)
        if openssl:
            yield "f", Row(f"{digest_task} {jobs}", ours, [openssl, "dgst", "-sha256", *names], 0, digests)
        if b3sum:
            yield "f", Row(f"{count:,} files of 4 KiB, kt128, -j {jobs}", [program, "kt128", "-j", str(jobs), *names],
                           [b3sum, "--num-threads", str(jobs), *names], tree_goal)
            for where, big in (("of a disk in the page cache", on_disk), ("in /dev/shm", "../big")):
                yield "f", Row(f"{BIG // few >> 20:,} MiB {where}, kt128, -j {jobs}", [program, "kt128", "-j", str(jobs), big],
                               [b3sum, "--num-threads", str(jobs), big], big_goal)
        if sha256sum:
            for where, size in (("f", "4 KiB"), ("t", "64 B")):
                yield where, Row(f"{check_task.format(size)} {jobs}",
                                 [program, "check", "-a", "sha256", "-j", str(jobs), f"../{where}.sums"],
                                 [sha256sum, "-c", f"../{where}.sums"], check_goal, bytes.splitlines)
    if sha256sum:
        yield "f", Row("an empty file", [program, "sha256", "../empty"], [sha256sum, "../empty"], 1.0, digests)


def run(words, place):
    """(seconds that passed, seconds of the processor); what the program writes goes into the file `out`."""
    with (place.parent / "out").open("wb") as out:
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        status = subprocess.run(words, cwd=place, stdout=out).returncode
        passed, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if status != 0:
        sys.exit(f"programs.py: {' '.join(words[:4])} ... ends with status {status}")
    return passed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare_outputs(row, place):
    outputs = []
    for words in (row.ours, row.peer):
        run(words, place)
        outputs.append((place.parent / "out").read_bytes())
    if row.same and row.same(outputs[0]) != row.same(outputs[1]):
        sys.exit(f"programs.py: {row.task}: the outputs differ")


def measure(row, place, turns):
    """The line of the table."""
    compare_outputs(row, place)
    pairs = [(run(row.ours, place), run(row.peer, place)) for _ in range(turns)]
    cells = [row.task, pathlib.Path(row.peer[0]).name]
    for which in (0, 1):
        ours, peer = ([pair[side][which] for pair in pairs] for side in (0, 1))
        ratios = [a / b for a, b in zip(ours, peer) if b > 0] or [float("nan")]
        cells += [f"{statistics.median(ours):.4f}", f"{statistics.median(peer):.4f}", f"{statistics.median(ratios):.2f}"]
    return "| " + " | ".join([*cells, f"{row.goal:.2f}" if row.goal else ""]) + " |"


def processor():
    found = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    return f"{found[0] if found else 'unknown processor'}, {os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f}"


def copied(program, folder):
    """The path of a copy of a program, as an installation makes one. The page cache holds a program that was just linked
    in smaller pieces, from which it starts more slowly."""
    return str(shutil.copy2(pathlib.Path(program).resolve(), folder))


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--program", default=str(ROOT / "build" / "hashlane"), help="the hashlane to measure")
    reader.add_argument("--turns", type=int, default=11, help="of each program in a row; an empty file takes ten times as many")
    reader.add_argument("--disk", metavar="DIR", help="where the big file on a disk is made; the system's directory for temporary files")
    reader.add_argument("--only", default="", help="only rows whose task contains this")
    reader.add_argument("--quick", action="store_true", help="few files and one turn")
    wanted = reader.parse_args()
    few, turns = (QUICK, 1) if wanted.quick else (1, wanted.turns)
    small = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=small) as directory, tempfile.TemporaryDirectory(dir=wanted.disk) as disk:
        place, on_disk = pathlib.Path(directory), pathlib.Path(disk, "big")
        program = copied(wanted.program, disk)
        for name, size in (("f", SIZE), ("t", TINY)):
            make_files(place / name, FILES // few, size)
            make_list(place / f"{name}.sums", place / name, LINES // few)
        (place / "empty").write_bytes(b"")
        for big in (place / "big", on_disk):
            make_big(big, BIG // few)
        print(f"{processor()}\n\n| task | beside | seconds, hashlane | peer | ratio | of the processor, hashlane | peer | ratio | goal |")
        print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
        done = 0
        for where, row in rows(program, few, str(on_disk)):
            if wanted.only in row.task:
                print(measure(row, place / where, turns * (10 if "empty" in row.task else 1)), flush=True)
                done += 1
    print(f"\nprograms.py: {done} rows")


if __name__ == "__main__":
    main()
