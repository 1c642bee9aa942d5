"""Modules are surveyed in processes of their own."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from slowpath.search.loops.plan import Plan, Unit
from slowpath.search.loops.survey import Surveyed
from slowpath.search.loops.surveys import Surveys


class Looking:
    """A survey that tells the goals it was asked for; a target called "m:crash" ends its process."""

    def __init__(self, specs: Sequence[str], goals: Collection[int]) -> None:
        self._specs, self._goals = specs, goals

    def run(self) -> Iterator[Surveyed]:
        for spec in self._specs:
            yield Surveyed(spec, is_begun=True)
            if spec.endswith("crash"):
                os._exit(3)
            yield Surveyed(spec, sum(self._goals))


class LookingBench:
    def module(self, spec: str) -> str:
        return spec.partition(":")[0]

    def home(self, goal: int) -> str | None:
        return "n" if goal == 4 else None

    def read_examples(self) -> None:
        pass

    def survey(self, specs: Sequence[str], goals: Collection[int], is_over: Callable[[], bool]) -> Any:
        return Looking(specs, goals)

    def search(self, unit: Unit, is_over: Callable[[], bool]) -> Any:
        raise AssertionError

    def traced(self, spec: str) -> None:
        raise AssertionError


def _surveyed(units: list[Unit]) -> tuple[list[tuple[str, int]], Surveys]:
    count = itertools.count()
    surveys = Surveys(LookingBench(), units, Plan("mosa", 0, 0.0, 1e6, 2, lambda: float(next(count))))
    return [(each.spec, each.runs) for each in surveys.run() if not each.is_begun], surveys


def test_a_goal_is_looked_for_where_its_loop_is_or_where_it_comes_first() -> None:
    found, _ = _surveyed([Unit("m:a", (1, 4)), Unit("m:b", (2,)), Unit("n:c", (1, 4))])
    assert found == [("m:a", 3), ("m:b", 3), ("n:c", 4)]


def test_a_target_that_ends_the_process_is_left_out() -> None:
    found, surveys = _surveyed([Unit("m:a", (1,)), Unit("m:crash", (1,)), Unit("m:b", (1,))])
    assert found == [("m:a", 1), ("m:a", 1), ("m:b", 1)]
    assert surveys.died == 1
