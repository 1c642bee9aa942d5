"""The recorder of nests against the definition, on trees of loop executions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.counting.nesting import Nesting, Sites
from tests.unit.counting.loop_trees import Ran, best, play, trees


@given(st.lists(trees(), max_size=3), st.integers(1, 3), st.integers(1, 4))
def test_every_nest_has_its_best_iterations(ran: list[Ran], depth: int, limit: int) -> None:
    nesting = Nesting()
    nesting.start(depth, limit)
    for each in ran:
        play(nesting, each)
    nesting.stop()
    nests: list[Sites] = [()]
    for _ in range(depth):
        nests = [(*nest, site) for nest in nests for site in range(3)]
        for nest in nests:
            assert nesting.best.get(nest) == best(ran, nest, limit), nest


def test_loops_that_an_exception_left_are_ended_by_the_loop_around() -> None:
    nesting = Nesting()
    nesting.start(depth=2, limit=10)
    outer = nesting.enter(1)
    for _ in range(3):
        nesting.iterate(outer)
        inner = nesting.enter(2)
        for _ in range(5):
            nesting.iterate(inner)
    nesting.exhaust(outer)
    nesting.leave(outer)
    assert nesting.best == {(1,): (3,), (2,): (4,), (1, 2): (3, 4)}


def test_what_an_incomplete_iteration_had_is_no_promise() -> None:
    nesting = Nesting()
    nesting.start(depth=2, limit=10)
    outer = nesting.enter(1)
    for size in (0, 4):
        nesting.iterate(outer)
        nesting.native(2, size)
    nesting.leave(outer)
    assert nesting.best == {(1,): (1,), (2,): (4,)}


@dataclass
class Consumer:
    """A loop over what a generator with a loop of its own yields."""

    nesting: Nesting

    def run(self) -> None:
        outer = self.nesting.enter(1)
        for _ in self.items():
            self.nesting.iterate(outer)
            self.nesting.native(3, 5)
        self.nesting.exhaust(outer)
        self.nesting.leave(outer)

    def items(self) -> Iterator[int]:
        frame = self.nesting.begin()
        loop = self.nesting.enter(2, frame)
        for number in range(4):
            self.nesting.iterate(loop)
            self.nesting.native(4, 6)
            yield self.nesting.suspend(frame, number)
            self.nesting.resume(frame)
        self.nesting.exhaust(loop)
        self.nesting.leave(loop)


def test_loops_of_a_suspended_generator_stand_apart_from_those_of_its_consumer() -> None:
    nesting = Nesting()
    nesting.start(depth=2, limit=10)
    Consumer(nesting).run()
    assert nesting.best[1, 3] == (4, 5)
    assert nesting.best[2, 4] == (4, 6)
    assert (2, 3) not in nesting.best


def test_a_generator_that_is_still_suspended_at_the_end_counts() -> None:
    nesting = Nesting()
    nesting.start(depth=1, limit=10)
    items = Consumer(nesting).items()
    for _ in range(3):
        next(items)
    nesting.stop()
    assert nesting.best == {(2,): (2,), (4,): (6,)}


def test_a_generator_of_an_earlier_run_does_not_disturb_the_next_one() -> None:
    nesting = Nesting()
    nesting.start(depth=2, limit=10)
    old = Consumer(nesting).items()
    next(old)
    next(old)
    nesting.start(depth=2, limit=10)
    outer = nesting.enter(1)
    for _ in range(2):
        nesting.iterate(outer)
        nesting.native(3, 5)
        next(old, None)
    nesting.exhaust(outer)
    nesting.leave(outer)
    nesting.stop()
    assert nesting.best[1, 3] == (2, 5)
    assert not any(2 in nest for nest in nesting.best)


@pytest.mark.parametrize("taken", [0, 1, 3, 5])
def test_a_generator_expression_that_is_dropped_has_the_iterations_it_completed(taken: int) -> None:
    nesting = Nesting()
    nesting.start(depth=1, limit=10)
    items = (
        nesting.suspend(frame, item)
        for frame, loop, rest in nesting.lazily_over(1, iter("abcd"))
        for item in rest
        if nesting.iterate(loop)
    )
    for _ in range(taken):
        next(items, None)
    del items
    nesting.stop()
    completed = 4 if taken == 5 else taken - 1
    assert nesting.best == ({(1,): (completed,)} if completed > 0 else {})
