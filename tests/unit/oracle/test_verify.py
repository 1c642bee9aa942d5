"""A catch in fresh processes: how far it is counted and timed, and what makes it a finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from slowpath.model.cost import LineCost, Ops
from slowpath.model.find import Unended
from slowpath.model.run import End, Run
from slowpath.oracle.verify import DEEP, UNENDED_OPS, Verified, unended, verified
from slowpath.search.hunting import Caught

CAUGHT = Caught({"s": "'a' * N"}, 3.0, 4.0, "/m.py:3", "f", "evolve", (1, 2))


class Counted:
    """Runs a target whose cost, and whose CPU time, are functions of the size."""

    def __init__(
        self,
        ops: Callable[[int], int],
        clock: Callable[[int], float | None] = lambda size: None,
        *,
        end: End = End.RETURNED,
        raises: str | None = None,
    ) -> None:
        self._ops, self._clock, self._end, self._raises = ops, clock, end, raises
        self.counted: list[int] = []
        self.timed: list[int] = []
        self.budgets: list[int] = []
        self.depths: list[int | None] = []

    def run(self, inputs: Mapping[str, str], size: int, max_ops: int, seconds: float | None = None) -> Run:
        self.counted.append(size)
        self.budgets.append(max_ops)
        ops = self._ops(size)
        if ops > max_ops:
            return Run(End.BUDGET, {"ops": max_ops}, (), (), detail="over its budget")
        lines = (
            LineCost("/m.py", 3, "f", Ops(ops), Ops(0), ops // 4, "x in xs"),
            LineCost("/m.py", 4, "f", Ops(1), Ops(0), 1, "return x"),
        )
        return Run(self._end, {"ops": ops}, lines, (), raises=self._raises)

    def seconds(
        self,
        inputs: Mapping[str, str],
        size: int,
        repeats: int = 5,
        most: float | None = None,
        recursion: int | None = None,
    ) -> float | None:
        self.timed.append(size)
        self.depths.append(recursion)
        return self._clock(size)


def square(size: int) -> int:
    return 4 * size * size + 100


def verify(worker: Counted, *, timed: bool = True) -> Verified:
    seen = verified(CAUGHT, worker, 60.0, timed=timed)  # type: ignore[arg-type]
    assert seen is not None
    return seen


def test_what_grows_too_fast_by_count_and_clock_is_a_finding() -> None:
    worker = Counted(square, lambda size: 1e-7 * size * size)
    seen = verify(worker)
    assert seen.is_superlinear
    finding = seen.finding
    assert finding.growth.klass == "O(n^2)"
    assert finding.slope == pytest.approx(2.0)
    assert (finding.recipe, finding.site, finding.found_by) == (CAUGHT.recipe, "/m.py:3", "evolve")
    assert "line 3 of f (x in xs) is executed" in finding.reason
    assert "with the square of the size" in finding.reason
    size, cost = finding.growth.points[-1]
    assert cost == square(size)
    assert [line.line for line in finding.lines] == [3, 4]
    assert seen.case is not None
    assert (seen.case.size, seen.case.cost) == (size, cost)
    assert seen.case.seconds == dict(finding.seconds)[size]


def test_all_runs_together_stay_within_their_ops() -> None:
    worker = Counted(square, lambda size: 1e-7 * size * size)
    verify(worker)
    assert sum(map(square, worker.counted[:-2])) <= 150_000_000  # the last two tell the reason


def test_a_clock_that_does_not_agree_makes_it_no_finding() -> None:
    seen = verify(Counted(square, lambda size: 1e-3 * size))
    assert seen.finding.growth.klass == "O(n^2)"
    assert not seen.is_superlinear


def test_a_count_that_does_not_agree_makes_it_no_finding() -> None:
    seen = verify(Counted(lambda size: 40 * size + 100, lambda size: 1e-7 * size * size))
    assert seen.finding.growth.klass == "O(n)"
    assert not seen.is_superlinear


def test_what_cannot_be_timed_is_no_finding() -> None:
    untimed = Counted(square)
    seen = verify(untimed, timed=False)
    assert untimed.timed == []
    assert (seen.finding.seconds, seen.finding.slope) == ((), None)
    assert not seen.is_superlinear


def test_larger_sizes_are_timed_while_that_is_short() -> None:
    worker = Counted(square, lambda size: 1e-9 * size * size)
    seen = verify(worker)
    sizes = [size for size, _ in seen.finding.seconds]
    largest = seen.finding.growth.points[-1][0]
    assert sizes[:5] == [size for size, _ in seen.finding.growth.points[-5:]]
    assert sizes[5:7] == [2 * largest, 4 * largest]
    assert 0.05 <= seen.finding.seconds[-1][1] < 0.2  # the first that takes long enough
    assert set(worker.depths) == {DEEP}


def test_an_explosion_is_timed_size_by_size() -> None:
    seen = verify(Counted(lambda size: 100 + 9 * 2**size, lambda size: 1e-9 * 2**size))
    assert seen.is_superlinear
    assert seen.finding.growth.exponent is None
    sizes = [size for size, _ in seen.finding.seconds]
    largest = seen.finding.growth.points[-1][0]
    assert sizes[5:] == list(range(largest + 1, sizes[-1] + 1))


def test_timing_ends_where_a_run_does_not() -> None:
    worker = Counted(square, lambda size: None)
    seen = verify(worker)
    assert len(worker.timed) == 1
    assert seen.finding.seconds == ()


def test_a_small_part_that_grows_fast_is_looked_at_up_to_larger_sizes() -> None:
    def slowly(size: int) -> int:
        return 2_000 * size + size * size // 32

    worker = Counted(slowly)
    seen = verify(worker, timed=False)
    assert sum(map(slowly, worker.counted[:-2])) > 150_000_000  # more than the usual budget
    assert seen.finding.growth.klass == "O(n^2)"


def test_a_recipe_that_cannot_be_run_is_none() -> None:
    worker: Any = Counted(square, end=End.REFUSED)
    assert verified(CAUGHT, worker, 60.0, timed=True) is None


def test_what_a_target_raises_at_every_size_is_told() -> None:
    seen = verify(Counted(square, end=End.RAISED, raises="ValueError: no"), timed=False)
    assert seen.finding.raises == "ValueError: no"
    assert seen.case is not None
    assert seen.case.raises == "ValueError: no"


def test_the_same_executions_have_the_same_digest() -> None:
    one, two = (verify(Counted(square), timed=False).case for _ in range(2))
    other = verify(Counted(lambda size: square(size) + 4), timed=False).case
    assert one is not None
    assert two is not None
    assert other is not None
    assert one.path == two.path != other.path


def over(size: int) -> int:
    return UNENDED_OPS + 1


@pytest.mark.parametrize(
    ("ops", "seconds", "timed", "expected"),
    [
        (over, None, True, Unended({"s": "'<'"}, UNENDED_OPS, 4.0)),
        (over, 0.5, True, None),  # the plain function ends
        (over, 0.5, False, Unended({"s": "'<'"}, UNENDED_OPS, None)),
        (square, None, True, None),
    ],
)
def test_what_does_not_terminate_by_count_and_clock(
    ops: Callable[[int], int], seconds: float | None, timed: bool, expected: Unended | None
) -> None:
    worker: Any = Counted(ops, lambda size: seconds)
    assert unended({"s": "'<'"}, worker, 10.0, timed=timed) == expected
    assert (worker.counted, worker.budgets) == ([1], [UNENDED_OPS])
