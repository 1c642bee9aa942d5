"""A measure weighs traces as runs are counted."""

from __future__ import annotations

import pytest

from slowpath.abstract.weighing import Weighing, weighing
from slowpath.counting.ledger import MILLI
from slowpath.counting.model import CPYTHON, CostModel, Size
from slowpath.errors import UsageError
from slowpath.run.builds import load
from slowpath.run.messages import COUNT
from tests.unit.abstract import programs
from tests.unit.abstract.support import target


def weigh(measure: str, model: CostModel = CPYTHON) -> Weighing:
    return weighing(measure, target("nested").loaded.ledger, model)


@pytest.mark.parametrize("measure", ["instructions", "iterations", "calls", "calls:inner"])
def test_the_blocks_of_a_run_weigh_what_the_run_costs(measure: str) -> None:
    """Every block of a traced run is marked; weighed, they are what a counted run counts."""
    loaded = target("nested").loaded
    loaded.ledger.start()
    with loaded.copies.installed():
        loaded.function(3, 2)
    loaded.ledger.stop()
    counts = list(loaded.ledger.counts)
    subject = load(f"{programs.__file__}:nested", (), COUNT)
    subject.prepare((measure,))
    with subject.installed():
        subject.start(None)
        subject.function(3, 2)
        subject.stop()
    weights = weigh(measure)
    blocks = {site.block for site in loaded.ledger.sites}
    total = sum(weights.units[block] * counts[block] for block in blocks)
    assert total // weights.scale == subject.costs()[measure]


def test_ops_are_kept_in_thousandths_and_have_native_work() -> None:
    ops, plain = weigh("ops"), weigh("instructions")
    assert (ops.scale, ops.native, plain.native) == (MILLI, True, False)
    assert list(ops.units) == [MILLI * each for each in plain.units]


def test_native_work_depends_on_sizes() -> None:
    ops = weigh("ops")
    short, long = ops.work("add", [[1] * 10, [1] * 10]), ops.work("add", [[1] * 1_000, [1] * 1_000])
    assert 0 < short < long
    assert ops.work("add", [[2] * 10, [3] * 10]) == short
    assert ops.work(list.copy, [[1] * 1_000]) > ops.work(list.copy, [[1] * 10])


def test_memory_has_the_sizes_of_the_model() -> None:
    model = CostModel("own", {"list": Size(1, 2)}, {"room": "memory"})
    assert weigh("memory", model).size("list") == Size(1, 2)
    assert weigh("room", model).size("list") == Size(1, 2)
    assert weigh("ops").size("list") is None


@pytest.mark.parametrize("measure", ["ops + memory", "2*ops", "seconds"])
def test_other_measures_are_refused(measure: str) -> None:
    with pytest.raises(UsageError):
        weigh(measure)
