# SPDX-License-Identifier: Apache-2.0 OR MIT
"""integrations/dataset/simulate.py, whose driver takes the costs of its table: the simulated times are those that SCALE.md
predicts; and the root of rows that several nodes hold. dataset.py runs it."""
import pathlib
import sys

import pytest

from hashlane.dataset import Local, Plan, Row, Storage, make_manifest, root_of
from hashlane.dataset.subtrees import root_of_subtrees, subtrees_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "integrations" / "dataset"))
import simulate  # noqa: E402

LARGE = simulate.Load(1, (1 << 29) - 5, 1 << 19)
SMALL = simulate.Load(20_000, 100)
CASES = {
    "driver, ranges": (LARGE, simulate.Costs(latency=0.0005, job=5e-5)),
    "driver, rows": (SMALL, simulate.Costs(latency=2e-5)),
    "store": (LARGE, simulate.Costs(latency=0.0005, job=5e-5, store=8e9)),
}
BOUND, BOUND_NEAR = 0.1, 0.3  # of the predicted time: far from the bottleneck, and within a factor of 2 of it


def wrong_times(load, costs, expected):
    """(workers, simulated, predicted) where the simulation is farther from the prediction than the bound."""
    top = simulate.workers_at_the_bottleneck(expected, load)
    for share in (0.1, 0.25, 0.5, 1, 2, 4):
        workers = max(1, round(share * top))
        ran, said = simulate.simulate(load, workers, costs).seconds, simulate.predicted_time(expected, load, workers)
        if abs(ran - said) > (BOUND_NEAR if 0.5 < share < 2 else BOUND) * said:
            yield workers, ran, said


@pytest.mark.parametrize("case", CASES)
def test_the_bottleneck_is_where_it_is_predicted(case):
    load, costs = CASES[case]
    assert list(wrong_times(load, costs, costs)) == []
    top = simulate.workers_at_the_bottleneck(costs, load)
    slow, half, fast, faster = (simulate.simulate(load, max(1, round(share * top)), costs) for share in (0.1, 0.5, 2, 4))
    assert slow.seconds > 2 * half.seconds and half.seconds > 1.1 * fast.seconds
    assert faster.seconds > 0.95 * fast.seconds, "more workers are of no use above it"
    assert (fast.busy > 0.85 * fast.seconds) == (case != "store")
    times = simulate.predicted(costs, load, round(4 * top))
    assert max(times, key=times.get) == case.split(",")[0]


def test_planted_costs_are_noticed():
    """The driver takes twice what the prediction says, or the workers do."""
    load, costs = CASES["driver, ranges"]
    for wrong in (costs._replace(job=2 * costs.job), costs._replace(latency=2 * costs.latency)):
        assert list(wrong_times(load, wrong, costs))
    load, costs = CASES["driver, rows"]
    assert list(wrong_times(load, costs._replace(row=3 * costs.row), costs))


@pytest.mark.parametrize("load", [LARGE._replace(size=5 << 20), SMALL._replace(objects=700)])
def test_the_code_of_the_package_runs(load, tmp_path):
    """The root is the same for every number of workers, and that of the engine of the package."""
    roots = {simulate.simulate(load, workers, measured=measured).root for workers in (1, 3, 50) for measured in (False, True)}
    engine = Local(2)
    made = make_manifest(Storage(simulate.URL), tmp_path / "m", Plan(engine=engine, range_size=load.range_size, versions=False))
    engine.close()
    assert roots == {made.root}


ROWS = [Row(f"object {number:04}", number, None, bytes([number % 256] * 32)) for number in range(300)]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 64, 65, 127, 300])
def test_rows_of_several_nodes(count):
    rows = ROWS[:count]
    for step in (1, 2, 3, 7, 64, 100, 300):
        parts = []
        for first in range(0, count, step):
            some = subtrees_of("kt128", rows[first:first + step], first)
            assert len(some) <= 2 * step.bit_length() + 1 and sum(number for _, number in some) == len(rows[first:first + step])
            parts += some
        assert root_of_subtrees(parts) == root_of("kt128", rows)
    if count > 64:
        with pytest.raises(ValueError):
            root_of_subtrees(parts[:1] + [(bytes(32), 2 * parts[0][1])])
        assert root_of_subtrees(subtrees_of("kt128", ROWS[1:count + 1], 0)) != root_of("kt128", rows)
