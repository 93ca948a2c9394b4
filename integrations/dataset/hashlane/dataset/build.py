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
from .manifest import Manifest, check_place, write_manifest
from .rows import Refused, Row, check_algorithm, chunk_size, root_of
from .storage import storage_of

BATCH_OBJECTS, BATCH_BYTES = 256, 8 << 20
ATTEMPTS = 4  # runs of a job whose worker died


class Unfinished(Exception):
    """Objects were refused, so that there is no manifest. `refused` has (path, reason) of each."""

    def __init__(self, refused):
        count = "1 object was" if len(refused) == 1 else f"{len(refused)} objects were"
        super().__init__(f"{count} refused; there is no manifest")
        self.refused = refused


@dataclasses.dataclass
class Plan:
    """How objects are digested: by which algorithm and engine; from how many bytes on an object is cut, in ranges of that
    many; whether rows have versions; what is told of events, as tell(event, **values): README.md has a table of them."""

    algorithm: str = "kt128"
    engine: object = None
    range_size: int = 64 << 20
    versions: bool = True
    tell: object = lambda event, **values: None

    def __post_init__(self):
        check_algorithm(self.algorithm)
        chunk = chunk_size(self.algorithm)
        if self.range_size < chunk or self.range_size % chunk:
            raise Refused(f"the size of a range is no multiple of {chunk} bytes")
        self.engine = self.engine or Local()


@dataclasses.dataclass
class Job:
    function: object
    args: tuple
    objects: list
    place: int = 0
    attempts: int = 0


class Whole(NamedTuple):
    """A large object whose ranges come in any order. `early` holds those that wait for one before them: see submit_some()."""

    ranges: hashlane.Ranges
    early: dict


def jobs_of(url, plan, objects, large):
    """The jobs of those objects. Puts each object that is cut into `large`."""
    batch, size = [], 0
    for one in objects:
        if one.size > plan.range_size:
            if not work.has_ranges(plan.algorithm):
                yield Job(work.digest_in_order, (url, plan.algorithm, one), [one])
                continue
            large[one.path] = Whole(work.ranges_of(plan.algorithm, one.size), {})
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


def submit_some(engine, jobs, again, pending, early):
    """Gives jobs to the engine until 2 * workers + 2 wait. While a range is late, the jobs that wait and the ranges that came
    early are at most twice as many together, so that the memory of the driver has a bound. Returns whether a worker died
    meanwhile."""
    most = 2 * engine.workers + 2
    while len(pending) < most:
        if not again and len(pending) + early() >= 2 * most:
            return False
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


def tell_again(tell, job):
    """Tells that the reads of a job come again, as its worker died."""
    for one in job.objects:
        begin, length = job.args[3:] if job.function is work.digest_range else (0, one.size)
        tell("again", path=one.path, begin=begin, bytes=length, reason="its worker died")


def run_jobs(engine, jobs, tell=lambda event, **values: None, early=lambda: 0):
    """Yields (job, result or exception) as jobs end. A job whose worker died runs again, a few times. early() says how many
    ranges the caller keeps."""
    jobs, again, pending = iter(jobs), [], {}
    while True:
        died = submit_some(engine, jobs, again, pending, early)
        if not pending and not died:
            return
        for future in engine.wait(list(pending)) if pending else ():
            job, result = pending.pop(future), result_of(future)
            job.attempts += 1
            dead = isinstance(result, engine.DIED)
            died = died or dead
            if dead and job.attempts < ATTEMPTS:
                again.append(job)
                tell_again(tell, job)
            else:
                yield job, result
        if died and engine.restart():
            again += pending.values()
            pending.clear()


def digest_of_ranges(url, one, whole, place, exported):
    """Adds a range that came, as parts. Returns (digest, reason) after the last one, else None."""
    whole.early[place] = exported
    try:
        while whole.ranges.next in whole.early:
            for part in whole.early.pop(whole.ranges.next):
                whole.ranges.add(part)
    except hashlane.InvalidRange as error:
        return None, str(error)
    if not whole.ranges.complete:
        return None
    reason = work.change_of(storage_of(url), one)
    return (None, reason) if reason else (whole.ranges.whole().digest(), None)


def results_of(url, job, outcome, large):
    """Yields (object, digest or None, reason or None) of the objects of a job that are done with it."""
    for i, (one, value) in enumerate(zip(job.objects, outcome.values)):
        reason = outcome.reasons.get(i)
        if job.function is not work.digest_range:
            yield one, None if reason else value, reason
        elif one.path in large:  # else a range of it was refused
            ended = (None, reason) if reason else digest_of_ranges(url, one, large[one.path], job.place, value)
            if ended is not None:
                del large[one.path]
                yield one, *ended


def digest_objects(url, plan, objects):
    """Yields (object, digest or None, reason or None) of each object, in any order."""
    large = {}

    def early():
        return sum(len(whole.early) for whole in large.values())
    for job, result in run_jobs(plan.engine, jobs_of(url, plan, objects, large), plan.tell, early):
        if isinstance(result, Exception):
            reason = work.reason_of(result)
            result = work.Outcome([None] * len(job.objects), dict.fromkeys(range(len(job.objects)), reason), [])
        for path, begin, length, reason in result.again:
            plan.tell("again", path=path, begin=begin, bytes=length, reason=reason)
        for one, digest, reason in results_of(url, job, result, large):
            if reason is None:
                plan.tell("object", path=one.path, bytes=one.size, digest=digest)
            else:
                plan.tell("refused", path=one.path, bytes=one.size, reason=reason)
            yield one, digest, reason


def tell_start(plan, storage, objects, left, refused):
    """Tells what is to do, and what the listing of the data set has refused."""
    plan.tell("started", url=storage.label, algorithm=plan.algorithm, objects=len(objects),
              bytes=sum(one.size for one in objects), done_objects=len(objects) - len(left),
              done_bytes=sum(one.size for one in objects) - sum(one.size for one in left))
    for path, reason in refused:
        plan.tell("refused", path=path, bytes=0, reason=reason)


def make_manifest(storage, out, plan=None):
    """Digests the objects of a data set, writes a manifest to the file `out`, and returns it. What is done stands in
    `out`.journal: a run that was interrupted goes on there. Raises Unfinished if objects were refused; the others are
    done then, and another run digests the rest."""
    plan = plan or Plan()
    check_place(out)
    storage.leave_out(out)
    objects, refused = storage.objects()
    size = check_algorithm(plan.algorithm)
    with Journal(pathlib.Path(f"{os.fspath(out)}.journal"), storage.place, plan.algorithm, size) as journal:
        left = [one for one in objects if not journal.has(one)]
        tell_start(plan, storage, objects, left, refused)
        for one, digest, reason in digest_objects(storage.url, plan, left):
            if reason is None:
                journal.add(one, digest)
            else:
                refused.append((one.path, reason))
        if refused:
            raise Unfinished(sorted(refused))
        rows = [Row(one.path, one.size, one.version if plan.versions else None, journal.digest(one)) for one in objects]
        manifest = Manifest(plan.algorithm, rows, root_of(plan.algorithm, rows), storage.label)
        write_manifest(manifest, out)
        journal.remove()
    return manifest
