# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How two manifests differ, and how a data set differs from its manifest."""
from .build import digest_objects


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


def verify(manifest, storage, plan):
    """Yields (path, reason) for each object of the data set that is not as the manifest says. Versions do not count."""
    objects, refused = storage.objects()
    yield from refused
    known, there = {row.path: row for row in manifest.rows}, {one.path: one for one in objects}
    told = {path for path, _ in refused}
    same = []
    for path in sorted(known.keys() | there.keys(), key=str.encode):
        if path not in there:
            if path not in told:
                yield path, "it is missing"
        elif path not in known:
            yield path, "it is not in the manifest"
        elif known[path].size != there[path].size:
            yield path, f"it has {there[path].size} bytes, not {known[path].size}"
        else:
            same.append(there[path])
    for one, digest, reason in digest_objects(storage.url, plan, same):
        plan.progress(one.size)
        if reason is not None or digest != known[one.path].digest:
            yield one.path, reason or "it has another digest"
