"""Guided runs end where they leave their trace, and follow it to the end if an input does."""

from __future__ import annotations

from itertools import product

import pytest

from slowpath.abstract.graph import AbstractTrace
from slowpath.abstract.guide import Guide
from slowpath.counting.ledger import Ledger
from slowpath.errors import BudgetExceeded
from slowpath.explore.cases import PathCase
from slowpath.values.path import Cut
from tests.unit.abstract import programs
from tests.unit.abstract.support import driven, target


def guide(*blocks: int, free: frozenset[int] = frozenset()) -> Guide:
    made = Guide(_started())
    made.lead(AbstractTrace(blocks, None, {}, 0, 0, {}, free=free))
    made.start()
    return made


def _started() -> Ledger:
    ledger = target("branches").loaded.ledger
    ledger.start()
    return ledger


def test_a_run_that_executes_the_blocks_of_its_trace_arrives() -> None:
    guided = guide(0, 1, 0)
    for block in (0, 1):
        guided.mark(block)
        assert not guided.arrived
    guided.mark(0)
    assert guided.arrived


def test_another_block_ends_the_run_for_good() -> None:
    guided = guide(0, 1)
    guided.mark(0)
    for _ in range(2):  # the target may catch the first
        with pytest.raises(BudgetExceeded):
            guided.mark(2)
    assert (guided.cut, guided.position, guided.arrived) == (Cut.TRACE, 1, False)
    guided.start()
    assert (guided.cut, guided.position) == (None, 0)


def test_a_block_behind_the_end_is_another_block() -> None:
    guided = guide(0)
    guided.mark(0)
    with pytest.raises(BudgetExceeded):
        guided.mark(0)


def test_free_blocks_and_other_calls_are_none_of_the_trace() -> None:
    guided = guide(0, 1, free=frozenset({2}))
    guided.mark(0)
    guided.mark(2)
    guided.aside(lambda: guided.mark(1))()
    assert guided.position == 1
    guided.mark(1)
    assert guided.arrived


@pytest.mark.parametrize("name", ["same_twice", "outer", "both"])
def test_the_paths_of_all_traces_are_the_paths_of_the_target(name: str) -> None:
    search = driven(name)
    found: list[PathCase] = []
    for trace in search.abstraction.graph.traces():
        found += search.follow(trace)
    function = getattr(programs, name)
    for a, b in product(range(-1, 3), repeat=2):
        (case,) = [each for each in found if all(one.holds({0: a, 1: b}) for one in each.region.held)]
        example = (case.region.values.get(index, 0) for index in range(2))
        assert function(*example) == function(a, b)  # what these give is a matter of their path
    assert len({case.condition() for case in found}) == len(found)
