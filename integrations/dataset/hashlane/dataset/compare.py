# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How two manifests differ, and how a data set differs from its manifest."""
from .build import digest_objects, tell_start
from .listing import UNLISTED
from .rows import shown


def differences(first, second):
    """Yields (mark, path) for each object that is in the second alone (+), in the first alone (-), or has other bytes (~).
    Versions do not count."""
    if first.algorithm != second.algorithm:
        raise ValueError(f"the manifests have digests of {first.algorithm} and of {second.algorithm}")
    old, new = ({row.path: row[1::2] for row in manifest.rows} for manifest in (first, second))
    for path in sorted(old.keys() | new.keys(), key=str.encode):
        if path not in old or path not in new:
            yield ("-" if path in old else "+"), path
        elif old[path] != new[path]:
            yield "~", path


def compared(manifest, objects, refused):
    """([(path, reason)] of what differs by the listing alone, the objects whose digests are to be compared). Nothing is known
    of what lies in a folder that cannot be listed."""
    known, there = {row.path: row for row in manifest.rows}, {one.path: one for one in objects}
    told, wrong, same = {path for path, _ in refused}, [], []
    unlisted = tuple(path for path, reason in refused if reason.startswith(UNLISTED))
    for path in sorted(known.keys() | there.keys(), key=str.encode):
        if path not in there:
            name = shown(path)
            if name not in told and not name.startswith(unlisted):
                wrong.append((path, "it is missing"))
        elif path not in known:
            wrong.append((path, "it is not in the manifest"))
        elif known[path].size != there[path].size:
            wrong.append((path, f"it has {there[path].size} bytes, not {known[path].size}"))
        else:
            same.append(there[path])
    return wrong, same


def verify(manifest, storage, plan):
    """Yields (path, reason) for each object of the data set that is not as the manifest says. Versions do not count."""
    objects, refused = storage.objects()
    wrong, same = compared(manifest, objects, refused)
    tell_start(plan, storage, same, same, refused)
    yield from refused
    for path, reason in wrong:
        plan.tell("differs", path=path, reason=reason)
        yield path, reason
    known = {row.path: row.digest for row in manifest.rows}
    for one, digest, reason in digest_objects(storage.url, plan, same):
        if reason is not None:
            yield one.path, reason
        elif digest != known[one.path]:
            plan.tell("differs", path=one.path, reason="it has another digest")
            yield one.path, "it has another digest"
