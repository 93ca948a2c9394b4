# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the suites of integrations/ do first: they build what other programs load."""
import pathlib

from steps import do, jobs, report

ROOT = pathlib.Path(__file__).resolve().parents[2]


def make_integrations(*before):
    """Runs the commands `before`, and builds the integrations into build/integrations/. False after a report of a failure."""
    for step in (*before, ("cmake", "--preset", "integrations"), ("cmake", "--build", "--preset", "integrations", "-j", jobs())):
        if do("make integrations", *step, cwd=ROOT) is None:
            return False
    report("make integrations", 1, 0)
    return True
