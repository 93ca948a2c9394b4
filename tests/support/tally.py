# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How many published vectors a suite has checked, and in how many ways: a line for each folder of them."""
import collections

import sets


class Tally:
    def __init__(self):
        self.vectors = collections.defaultdict(dict)  # of each folder, and whether it is in bits
        self.checks = collections.Counter()

    def add(self, folder, vector, checks, in_bits=False):
        self.vectors[folder][vector] = in_bits
        self.checks[folder] += checks

    def lines(self):
        return [sets.LINE.format(folder, len(found), sum(found.values()), self.checks[folder])
                for folder, found in sorted(self.vectors.items())]


TALLY = Tally()


def pytest_terminal_summary(terminalreporter):
    for text in TALLY.lines():
        terminalreporter.write_line(text)
