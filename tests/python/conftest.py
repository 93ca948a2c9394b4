# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A busy machine is no failure: examples may take any time. `target` runs a test on each instruction set."""
import pathlib
import sys

import hypothesis
import pytest

import hashlane

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from tally import pytest_terminal_summary  # noqa: E402, F401

hypothesis.settings.register_profile("hashlane", deadline=None, print_blob=True, derandomize=True,
                                     suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("hashlane")


@pytest.fixture(params=hashlane.targets())
def target(request):
    hashlane.use_target(request.param)
    yield request.param
    hashlane.use_target(None)
