# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the command tells of a run: a bar on the standard error, and a log of JSON, one event a line."""
import collections
import json
import sys
import time

import tqdm

ENCODE = json.JSONEncoder().encode


class Progress:
    """Takes the events of a run as tell(event, **values). `log` is the path of a file that lines are added to, or None."""

    def __init__(self, quiet, log):
        self.begin, self.counts = time.monotonic(), collections.Counter()
        self.file = None if log is None else open(log, "a", buffering=1, encoding="utf-8")
        self.bar = tqdm.tqdm(unit="B", unit_scale=True, disable=quiet, file=sys.stderr)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bar.close()
        if self.file is not None:
            self.file.close()

    def tell(self, event, **values):
        self.counts[event] += 1
        if self.file is not None:
            if isinstance(values.get("digest"), bytes):
                values["digest"] = values["digest"].hex()
            self.file.write(ENCODE({"event": event, "time": round(time.time(), 3), **values}) + "\n")
        if event == "started":
            self.bar.total = values["bytes"]
            self.bar.initial = self.bar.n = values["done_bytes"]  # they do not count for the rate
            self.objects, self.done = values["objects"], values["done_objects"]
        elif event in ("object", "refused"):
            self.bar.update(values["bytes"])
            if not self.bar.disable:
                done = self.done + self.counts["object"]
                self.bar.set_postfix_str(f"{done} of {self.objects} objects", refresh=False)

    def finished(self, root):
        """The last event. A log without it is that of a run that was interrupted. root: None if there is no manifest."""
        self.tell("finished", objects=self.counts["object"], refused=self.counts["refused"], again=self.counts["again"],
                  seconds=round(time.monotonic() - self.begin, 3), root=root)
