# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The driver: cuts a data set in jobs, gives them to an engine, combines what comes back, and writes the manifest."""
import dataclasses
import os
import pathlib
from typing import NamedTuple

import hashlane

from . import work
from .engines import Local
from .journal import Journal
from .manifest import Manifest, write_manifest
from .rows import Refused, Row, check_algorithm, root_of

BATCH_OBJECTS, BATCH_BYTES = 256, 8 << 20
CHUNK = 8192  # bytes of a leaf, which a range is a multiple of
ATTEMPTS = 4  # runs of a job whose worker died


class Unfinished(Exception):
    """Objects were refused, so that there is no manifest. `refused` has (path, reason) of each."""

    def __init__(self, refused):
        super().__init__(f"{len(refused)} objects were refused; there is no manifest")
        self.refused = refused


@dataclasses.dataclass
class Plan:
    """How objects are digested: by which algorithm and engine; from how many bytes on an object is cut, in ranges of that
    many; whether rows have versions; what is told of each object, as progress(bytes)."""

    algorithm: str = "kt128"
    engine: object = None
    range_size: int = 64 << 20
    versions: bool = True
    progress: object = lambda size: None

    def __post_init__(self):
        check_algorithm(self.algorithm)
        if self.range_size < CHUNK or self.range_size % CHUNK:
            raise Refused(f"the size of a range is no multiple of {CHUNK} bytes")
        self.engine = self.engine or Local()


@dataclasses.dataclass
class Job:
    function: object
    args: tuple
    objects: list
    place: int = 0
    attempts: int = 0


class Whole(NamedTuple):
    """A large object whose ranges come in any order. `early` holds no more ranges than jobs run at a time."""

    ranges: hashlane.Ranges
    early: dict


def jobs_of(url, plan, objects, large):
    """The jobs of those objects. Puts each object that is cut into `large`."""
    batch, size = [], 0
    for one in objects:
        if one.size > plan.range_size:
            if plan.algorithm not in work.RANGED:
                yield Job(work.digest_in_order, (url, plan.algorithm, one), [one])
                continue
            large[one.path] = Whole(hashlane.Ranges(plan.algorithm, one.size), {})
            for place in range(0, one.size, plan.range_size):
                if one.path not in large:  # a range of it was refused
                    break
                length = min(plan.range_size, one.size - place)
                yield Job(work.digest_range, (url, plan.algorithm, one, place, length), [one], place)
            continue
        if batch and (len(batch) == BATCH_OBJECTS or size + one.size > BATCH_BYTES):
            yield Job(work.digest_batch, (url, plan.algorithm, batch), batch)
            batch, size = [], 0
        batch.append(one)
        size += one.size
    if batch:
        yield Job(work.digest_batch, (url, plan.algorithm, batch), batch)


def submit_some(engine, jobs, again, pending):
    """Gives jobs to the engine until enough wait. Returns whether a worker died meanwhile."""
    while len(pending) < 2 * engine.workers + 2:
        job = again.pop() if again else next(jobs, None)
        if job is None:
            return False
        try:
            pending[engine.submit(job.function, *job.args)] = job
        except engine.DIED:
            again.append(job)
            return True
    return False


def result_of(future):
    """What a job has returned, or the exception that it has raised: it is told of the objects of the job."""
    try:
        return future.result()
    except Exception as error:  # noqa: BLE001
        return error


def run_jobs(engine, jobs):
    """Yields (job, result or exception) as jobs end. A job whose worker died runs again, a few times."""
    jobs, again, pending = iter(jobs), [], {}
    while True:
        died = submit_some(engine, jobs, again, pending)
        if not pending and not died:
            return
        for future in engine.wait(list(pending)) if pending else ():
            job, result = pending.pop(future), result_of(future)
            job.attempts += 1
            dead = isinstance(result, engine.DIED)
            died = died or dead
            if dead and job.attempts < ATTEMPTS:
                again.append(job)
            else:
                yield job, result
        if died and engine.restart():
            again += pending.values()
            pending.clear()


def digest_of_ranges(url, one, whole, place, exported):
    """Adds a range that came. Returns (digest, reason) after the last one, else None."""
    whole.early[place] = exported
    try:
        while whole.ranges.next in whole.early:
            whole.ranges.add(whole.early.pop(whole.ranges.next))
    except hashlane.InvalidRange as error:
        return None, str(error)
    if not whole.ranges.complete:
        return None
    reason = work.change_of(url, one)
    return (None, reason) if reason else (whole.ranges.whole().digest(), None)


def digest_objects(url, plan, objects):
    """Yields (object, digest or None, reason or None) of each object, in any order."""
    large = {}
    for job, result in run_jobs(plan.engine, jobs_of(url, plan, objects, large)):
        if isinstance(result, Exception):
            results = [(None, work.reason_of(result))] * len(job.objects)
        elif job.function is work.digest_batch:
            results = result
        else:
            results = [result]
        for one, (value, reason) in zip(job.objects, results):
            if job.function is not work.digest_range:
                yield one, value, reason
            elif one.path in large:  # else a range of it was refused
                ended = (None, reason) if reason else digest_of_ranges(url, one, large[one.path], job.place, value)
                if ended is not None:
                    del large[one.path]
                    yield one, *ended


def make_manifest(storage, out, plan=None):
    """Digests the objects of a data set, writes a manifest to the file `out`, and returns it. What is done stands in
    `out`.journal: a run that was interrupted goes on there. Raises Unfinished if objects were refused; the others are
    done then, and another run digests the rest."""
    plan = plan or Plan()
    objects, refused = storage.objects()
    size = check_algorithm(plan.algorithm)
    with Journal(pathlib.Path(f"{os.fspath(out)}.journal"), storage.url, plan.algorithm, size) as journal:
        left = [one for one in objects if not journal.has(one)]
        plan.progress(sum(one.size for one in objects) - sum(one.size for one in left))
        for one, digest, reason in digest_objects(storage.url, plan, left):
            plan.progress(one.size)
            if reason is None:
                journal.add(one, digest)
            else:
                refused.append((one.path, reason))
        if refused:
            raise Unfinished(sorted(refused))
        rows = [Row(one.path, one.size, one.version if plan.versions else None, journal.digest(one)) for one in objects]
        manifest = Manifest(plan.algorithm, rows, root_of(plan.algorithm, rows), storage.url)
        write_manifest(manifest, out)
        journal.remove()
    return manifest
