"""A finding is compared with random inputs that are as long as its largest counted one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from slowpath.command.baseline import baseline
from slowpath.errors import InputError
from slowpath.model.find import Baseline
from slowpath.model.run import End, Run
from slowpath.model.scenario import Scenario
from slowpath.oracle.verify import SERIES_OPS
from slowpath.search.baseline import COUNT
from slowpath.shape.library import ints, text
from tests.unit.command.fakes import FakeWorker, ran
from tests.unit.command.searched import caught, verdict

KNOWN = {"s": text(), "unused": ints()}


def compared(
    worker: FakeWorker, *, seed: int = 0, lengths: tuple[int, int] = (1, 2), **more: Any
) -> Baseline | None:
    """The baseline of a finding whose largest counted size is 100."""
    catch = msgspec.structs.replace(caught("'a' * N"), lengths=lengths)
    finding = verdict(catch, 2.0).finding
    assert finding is not None
    return baseline(replace(finding, **more), catch, KNOWN, worker, seed)  # type: ignore[arg-type]


def by_count(*costs: int) -> FakeWorker:
    """A worker whose runs cost this, one after the other."""
    waiting = list(costs)
    return FakeWorker(lambda inputs: ran(waiting.pop(0)))


def test_the_costliest_random_input_counts() -> None:
    worker = by_count(3, 9, 4, 1, 5)
    assert compared(worker) == Baseline(9, COUNT)
    assert worker.limited == [SERIES_OPS] * COUNT


@pytest.mark.parametrize(("lengths", "expected"), [((1, 2), 100), ((3, 5), 201), ((7, 7), 7)])
def test_inputs_are_as_long_as_the_finding_at_its_largest_size(
    lengths: tuple[int, int], expected: int
) -> None:
    worker = by_count(*range(COUNT))
    compared(worker, lengths=lengths)
    assert {len(eval(each["s"])) for each in worker.asked} == {expected}


def test_only_parameters_of_the_recipe_are_drawn() -> None:
    worker = by_count(*range(COUNT))
    compared(worker)
    assert {tuple(each) for each in worker.asked} == {("s",)}
    worker = by_count(*range(COUNT))
    compared(worker, recipe={"made": "N"})  # of unknown shape
    assert {tuple(each) for each in worker.asked} == {("s", "unused")}


def test_the_seed_decides_which_inputs_are_drawn() -> None:
    first, again, other = (by_count(*range(COUNT)) for _ in range(3))
    for worker, seed in ((first, 1), (again, 1), (other, 2)):
        compared(worker, seed=seed)
    assert first.asked == again.asked != other.asked


def test_runs_without_a_cost_do_not_count() -> None:
    number = 0

    def run(inputs: Mapping[str, str]) -> Run:
        nonlocal number
        number += 1
        if number == 1:
            raise InputError("refused")
        return Run(End.DIED, {}, (), ()) if number < COUNT else ran(6)

    assert compared(FakeWorker(run)) == Baseline(6, 1)
    assert compared(FakeWorker(lambda inputs: Run(End.DIED, {}, (), ()))) is None


def test_a_receiver_that_is_filled_is_compared_with_nothing() -> None:
    worker = by_count()
    assert compared(worker, scenario=Scenario("box = Box()")) is None
    assert worker.asked == []


def test_no_input_runs_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 50.0
    monkeypatch.setattr("slowpath.command.baseline.time", SimpleNamespace(monotonic=lambda: now))

    def slow(inputs: Mapping[str, str]) -> Run:
        nonlocal now
        now += 1.0
        return ran(int(now))

    assert compared(FakeWorker(slow)) == Baseline(52, 2)  # the second begins within 1.5 s
