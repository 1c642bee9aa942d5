"""Which inputs are the tests of a suite."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.search.beam.selection import Selection
from slowpath.search.beam.states import CostedInput, CostedRun, ops
from slowpath.values.path import Path


class Running:
    """Runs that make three decisions, by the bits of their one value, and cost that value."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def __call__(self, values: Values, known: Sequence[Condition] = ()) -> Path:
        value = int(values[0])
        self.seen.append(value)
        taken = bytearray(value >> place & 1 for place in (2, 1, 0))
        return Path(values, [], [], taken, array("q", [1, 2, 3]), array("q", [0, 0, 0]), value)


INPUTS = [CostedInput({0: value}, value) for value in range(8)]


def costs(tests: Sequence[CostedRun]) -> list[float]:
    return [test.cost for test in tests]


def test_the_costliest_that_differ_are_taken() -> None:
    near, far = (Selection(Running(), ops, lambda: 0.0, None, 3, least).tests(INPUTS) for least in (1, 2))
    assert costs(near) == [7, 6, 5]
    assert costs(far) == [7, 5, 3]


def test_after_the_deadline_no_more_are_run_than_are_wanted() -> None:
    run = Running()
    late = Selection(run, ops, lambda: 9.0, 8.0, 2, 3)
    assert costs(late.tests(INPUTS)) == [7]
    assert run.seen == [7, 6]


def test_known_tests_do_not_run_again() -> None:
    run = Running()
    late = Selection(run, ops, lambda: 9.0, 8.0, 2, 3)
    known = (CostedRun(Running()({0: 3}), 3),)
    assert costs(late.tests(INPUTS, known)) == [7, 3]
    assert run.seen == [7, 6]


def test_where_inputs_near_a_test_take_its_path_they_are_run_last() -> None:
    run = Running()  # the first value decides, and forty more say nothing
    alike = [{0: 7, **dict.fromkeys(range(1, 41), 0), 1 + place: 1} for place in range(20)]
    other = {0: 5, **dict.fromkeys(range(1, 41), 1)}
    inputs = [CostedInput(values, 7) for values in alike] + [CostedInput(other, 5)]
    found = Selection(run, ops, lambda: 0.0, None, 2, 3).tests(inputs)
    assert costs(found) == [7]
    assert run.seen.index(5) == 1 + 8
