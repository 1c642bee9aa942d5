"""A catch in fresh processes: how far it is counted and timed, and what makes it a finding."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest

from slowpath.model.cost import LineCost, Ops
from slowpath.model.find import Beyond, Evidence, Unended
from slowpath.model.run import End, Run, Volume
from slowpath.model.scenario import Scenario
from slowpath.model.stop import StopReason
from slowpath.oracle.clock import DEEP
from slowpath.oracle.verify import UNENDED_OPS, Verified, asked_again, unended, verified, with_memory
from slowpath.run.client import Worker
from slowpath.scaling.growth import fit
from slowpath.scaling.series import Series
from slowpath.search.hunting import Caught, FoundUnending

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
        result: Callable[[int], int] = lambda size: 1,
        held: Callable[[int], int] = lambda size: size,
        too_deep: int = sys.maxsize,
        bytes: Callable[[int], int] = lambda size: 50 * size,
        making: Callable[[int], float] = lambda size: 1e-9 * size,
    ) -> None:
        """`result` is the volume of what it returns, `held` that of its input; from the size `too_deep` on it
        raises. Its memory takes so many `bytes`."""
        self._held = held
        self._making = making
        self._bytes = bytes
        self._ops, self._clock, self._end, self._raises = ops, clock, end, raises
        self._result, self._too_deep = result, too_deep
        self.weighed: list[int] = []
        self.counted: list[int] = []
        self.timed: list[int] = []
        self.budgets: list[int] = []
        self.depths: list[int | None] = []

    def with_scenario(self, scenario: Scenario, build_ops: int | None = None) -> Self:
        return self

    def run(self, inputs: Mapping[str, str], size: int, max_ops: int, seconds: float | None = None) -> Run:
        self.counted.append(size)
        self.budgets.append(max_ops)
        ops = self._ops(size)
        if size >= self._too_deep:
            return Run(End.RAISED, {"ops": 7 * size}, (), (), "RecursionError", exception="RecursionError")
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
        like: Run | None = None,
    ) -> float | None:
        assert repeats == 1 or like is not None
        self.timed.append(size)
        self.depths.append(recursion)
        return self._clock(size) if size < self._too_deep or recursion is not None else None

    def plain_run(self, inputs: Mapping[str, str], size: int, most: float | None = None) -> Run:
        if size >= self._too_deep:
            return Run(End.RAISED, {"seconds": 1.0}, (), (), exception="RecursionError")
        return Run(self._end, {"seconds": self._clock(size) or 1.0, "making": self._making(size)}, (), ())

    def peak(
        self, inputs: Mapping[str, str], size: int, most: float | None = None, like: Run | None = None
    ) -> int | None:
        return self._bytes(size)

    def volume(
        self, inputs: Mapping[str, str], size: int, max_ops: int, seconds: float | None = None
    ) -> Volume | None:
        assert max_ops >= self._ops(size)
        self.weighed.append(size)
        return Volume(self._held(size), self._result(size))


def square(size: int) -> int:
    return 4 * size * size + 100


def verify(worker: Counted, *, timed: bool = True) -> Verified:
    seen = verified(CAUGHT, worker, 60.0, timed=timed)  # type: ignore[arg-type]
    assert seen is not None
    return seen


def test_memory_that_grows_too_fast_is_told_whatever_the_clock_says() -> None:
    linear = Counted(square, lambda size: 1e-6 * size, bytes=lambda size: 8 * size * size)
    seen = verify(linear)
    assert not seen.is_superlinear
    assert seen.finding.memory is None  # it is measured when nothing else is to do
    weighed = with_memory(seen, linear, 60.0)  # type: ignore[arg-type]
    assert weighed.memory is not None
    assert weighed.memory.klass == "O(n^2)"
    modest = Counted(square, lambda size: 1e-7 * size * size)
    assert with_memory(verify(modest), modest, 60.0).memory is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("making", "is_finding"),
    [
        (lambda size: 1e-8 * size * size, True),  # a tenth of the run
        (lambda size: 5e-8 * size * size, False),
        (lambda size: 3e-7 * size * size, False),
        (lambda size: 1e-4 * size, True),  # longer than the run, but linear
    ],
)
def test_what_the_caller_pays_is_no_finding(making: Callable[[int], float], is_finding: bool) -> None:
    worker = Counted(square, lambda size: 1e-7 * size * size, making=making)
    assert verify(worker).is_superlinear is is_finding


def test_growth_up_to_a_number_of_the_recipe_is_none() -> None:
    # The cost of one item grows until there are 1,500 of them, and so many ops that the series ends before.
    worker = Counted(lambda size: 40 * size * min(size, 1_500), lambda size: 1e-6 * size * size)
    assert verify(worker).is_superlinear
    caught = msgspec.structs.replace(CAUGHT, recipe={"s": "'a' * N", "most": "1500"})
    seen = verified(caught, worker, 60.0, timed=True)  # type: ignore[arg-type]
    assert seen is not None
    assert (seen.is_superlinear, seen.ends) == (False, True)


def test_a_search_for_memory_needs_no_clock() -> None:
    worker = Counted(square, lambda size: 1e-6 * size, bytes=lambda size: 8 * size * size)
    seen = verified(CAUGHT, worker, 60.0, timed=True, only_memory=True)  # type: ignore[arg-type]
    assert seen is not None
    assert seen.finding.memory is not None
    assert worker.timed == []
    assert not seen.in_doubt


def test_sizes_go_on_until_one_class_fits_better_than_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """All stretches of a text, each with a little work for its length: cubic, but that shows late."""

    def cost(size: int) -> int:
        return sum((size - length + 1) * (40 + length // 32) for length in range(1, size + 1))

    few = fit([(size, cost(size)) for size in (8, 12, 16, 32, 64, 128, 256)])
    assert (few.klass, few.confidence < 0.1) == ("O(n^2 log n)", True)
    seconds = 60.0  # of a clock that may be slow; the ops are those of one second
    monkeypatch.setattr("slowpath.oracle.verify._SERIES_SPEED", 5_000_000 / seconds)
    seen = verified(CAUGHT, Counted(cost), seconds, timed=False)  # type: ignore[arg-type]
    assert seen is not None
    assert seen.finding.growth.klass == "O(n^3)"


def test_a_finding_is_at_the_line_that_its_reason_names() -> None:
    """The search blamed another one, by smaller runs of an input that was not yet as plain."""
    caught = msgspec.structs.replace(CAUGHT, site="/m.py:4", function="g")
    seen = verified(caught, Counted(square), 60.0, timed=False)  # type: ignore[arg-type]
    assert seen is not None
    assert (seen.finding.site, seen.finding.function) == ("/m.py:3", "f")
    assert "line 3 of f" in seen.finding.reason


def test_what_grows_too_fast_by_count_and_clock_is_a_finding() -> None:
    worker = Counted(square, lambda size: 1e-7 * size * size)
    seen = verify(worker)
    assert seen.is_superlinear
    finding = seen.finding
    assert finding.growth.klass == "O(n^2)"
    assert finding.slope == pytest.approx(2.0)
    assert (finding.recipe, finding.site, finding.found_by) == (CAUGHT.recipe, "/m.py:3", "evolve")
    assert "line 3 of f is executed" in finding.reason
    assert finding.code == "x in xs"
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
    assert sum(map(square, worker.counted)) <= 150_000_000


def test_a_clock_that_does_not_agree_makes_it_no_finding() -> None:
    seen = verify(Counted(square, lambda size: 1e-3 * size))
    assert seen.finding.growth.klass == "O(n^2)"
    assert not seen.is_superlinear


def test_a_clock_that_was_disturbed_is_asked_again() -> None:
    asked: list[int] = []

    def disturbed(size: int) -> float:
        asked.append(size)
        return 1e-7 * size * size + (0.3 if asked.count(size) < 3 else 0.0)

    seen = verify(Counted(square, disturbed))
    assert seen.is_superlinear
    assert seen.finding.slope == pytest.approx(2.0)
    assert seen.finding.evidence is Evidence.BOTH


def test_a_clock_that_does_not_agree_yet_is_asked_at_larger_sizes() -> None:
    def fast_copies(size: int) -> float:
        return 1e-5 * size + 1e-10 * size * size  # half of each at N = 100,000

    counted = Counted(square, fast_copies)
    seen = verify(counted)
    assert seen.is_superlinear
    assert max(counted.timed) > 100_000
    assert max(counted.timed) > 4 * seen.finding.growth.points[-1][0]


def test_a_larger_size_is_timed_before_the_same_ones_again() -> None:
    def fast_copies(size: int) -> float:
        return 1e-5 * size + 1e-10 * size * size

    counted = Counted(square, fast_copies)
    assert verify(counted).is_superlinear
    until_largest = counted.timed[: counted.timed.index(max(counted.timed)) + 1]
    assert until_largest == sorted(set(until_largest))
    decisive = counted.timed.count(max(counted.timed))
    assert decisive == 3  # what one run says may be chance


def test_one_disturbed_run_is_no_evidence() -> None:
    asked: list[int] = []

    def disturbed_once(size: int) -> float:
        asked.append(size)
        return 1e-5 * size * (3.0 if size == max(asked) and asked.count(size) == 1 else 1.0)

    assert not verify(Counted(square, disturbed_once)).is_superlinear


def test_a_second_look_at_what_is_counted_asks_only_the_clock() -> None:
    def slow_to_show(size: int) -> float:
        return 1e-4 * size**1.3 if len(worker.timed) < 30 else 1e-9 * size * size

    worker = Counted(square, slow_to_show)
    first = verify(worker)
    assert (first.in_doubt, first.is_superlinear) == (True, False)
    counted, weighed = list(worker.counted), list(worker.weighed)
    worker.timed = [0] * 30
    second = asked_again(replace(first, finding=replace(first.finding, seconds=())), worker, 60.0)  # type: ignore[arg-type]
    assert (second.in_doubt, second.is_superlinear) == (False, True)
    assert (worker.counted, worker.weighed) == (counted, weighed)
    assert second.case is not None
    again = len(worker.timed)
    asked_again(second, worker, 60.0)  # type: ignore[arg-type]
    assert set(worker.timed[again:]) <= set(dict(second.finding.seconds))  # sizes that are known stay so


def test_a_count_that_a_clock_nearly_confirms_wants_a_second_look() -> None:
    assert verify(Counted(square, lambda size: 1e-5 * size**1.3)).in_doubt
    assert verify(Counted(square)).in_doubt  # nothing could be timed
    assert not verify(Counted(square, lambda size: 1e-3 * size)).in_doubt
    assert not verify(Counted(square, lambda size: 1e-7 * size * size)).in_doubt
    assert not verify(Counted(square), timed=False).in_doubt


def test_no_size_is_counted_twice() -> None:
    worker = Counted(square, lambda size: 1e-7 * size * size)
    verify(worker)
    assert len(worker.counted) == len(set(worker.counted))


def test_volumes_are_weighed_if_they_may_excuse_a_growth() -> None:
    linear = Counted(lambda size: 40 * size + 100, lambda size: 1e-6 * size)
    seen = verify(linear)
    assert linear.weighed == []
    with_memory(seen, linear, 60.0)  # type: ignore[arg-type]
    assert linear.weighed != []


def test_sizes_that_end_for_lack_of_time_want_a_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    linear = Counted(lambda size: 40 * size + 100, lambda size: 1e-6 * size)
    assert not verify(linear).in_doubt
    monkeypatch.setattr(Series, "extend", _cut(Series.extend))
    assert verify(linear).in_doubt


def _cut(extend: Callable[..., StopReason]) -> Callable[..., StopReason]:
    """The same, as if the time had ended it."""

    def cut(series: Series, **limits: int) -> StopReason:
        extend(series, **limits)
        return StopReason.TIME

    return cut


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
    assert set(worker.depths) == {None}  # a size at which users meet the recursion limit is none of them
    assert seen.finding.largest_size == sizes[-1]
    assert seen.finding.evidence is Evidence.BOTH


def test_where_recursion_ends_the_sizes_only_those_before_are_told() -> None:
    worker = Counted(square, lambda size: 1e-7 * size * size, too_deep=512)
    seen = verify(worker)
    assert seen.is_superlinear
    finding = seen.finding
    assert [size for size, _ in finding.growth.points] == [8, 16, 32, 64, 128, 256]
    assert [size for size, _ in finding.seconds] == [16, 32, 64, 128, 256]
    assert (finding.largest_size, finding.beyond) == (256, Beyond(512, "RecursionError"))
    assert finding.evidence is Evidence.BOTH
    assert set(worker.depths) == {DEEP}
    assert max(worker.timed) == 1024  # the clock is asked further on


def test_a_square_term_that_is_small_where_recursion_ends_the_sizes_is_no_finding() -> None:
    def small_term(size: int) -> int:
        return size * size + 3000 * size

    def clock(size: int) -> float:
        return 1e-7 * small_term(size)

    assert not verify(Counted(small_term, clock, too_deep=512), timed=False).is_superlinear
    assert verify(Counted(small_term, clock)).is_superlinear


def test_a_clock_that_agrees_only_beyond_the_recursion_limit_is_no_evidence() -> None:
    seen = verify(Counted(square, lambda size: 1e-9 * size * size, too_deep=512))
    assert seen.is_superlinear
    assert seen.finding.evidence is Evidence.COUNTED
    assert (seen.finding.slope, seen.finding.largest_size) == (None, 256)


def test_a_second_look_lets_recursion_go_deeper_again() -> None:
    worker = Counted(square, lambda size: 1e-5 * size**1.3, too_deep=512)
    first = verify(worker)
    assert first.in_doubt
    deeper = [size for size in worker.timed if size >= 512]
    worker.timed = []
    asked_again(first, worker, 60.0)  # type: ignore[arg-type]
    assert set(deeper) <= set(worker.timed)
    assert deeper


def test_the_clock_may_meet_the_recursion_limit_first() -> None:
    counted = verify(Counted(square)).finding.growth.points[-1][0]
    worker = Counted(square, lambda size: 1e-10 * size * size, too_deep=2 * counted)
    seen = verify(worker)
    assert seen.is_superlinear
    finding = seen.finding
    assert finding.beyond == Beyond(2 * counted, "RecursionError")
    assert finding.largest_size == counted
    assert worker.timed[5:8] == [2 * counted, 2 * counted, 4 * counted]
    assert worker.depths[5:8] == [None, DEEP, DEEP]


@pytest.mark.parametrize("too_deep", [16, 32, 64])
def test_too_few_sizes_before_the_recursion_limit_prove_nothing(too_deep: int) -> None:
    seen = verify(Counted(square, lambda size: 1e-5 * size * size, too_deep=too_deep))
    assert not seen.is_superlinear
    assert seen.finding.largest_size < too_deep


def test_other_exceptions_end_the_sizes_for_the_clock_too() -> None:
    class Fails(Counted):
        def run(self, inputs: Mapping[str, str], size: int, *rest: Any) -> Run:
            run = super().run(inputs, size, *rest)
            return run if size < 512 else Run(End.RAISED, run.costs, (), (), exception="OverflowError")

    worker = Fails(square, lambda size: 1e-9 * size * size)
    seen = verify(worker)
    assert seen.finding.beyond == Beyond(512, "OverflowError")
    assert max(worker.timed) == seen.finding.largest_size == 256
    assert not seen.is_superlinear  # too short for a clock
    assert verify(Fails(square, lambda size: 1e-6 * size * size)).is_superlinear
    limited = verify(Fails(square, lambda size: 1e-7 * size * size))  # 7 ms, and no more
    assert (limited.is_superlinear, limited.ends, limited.in_doubt) == (False, True, False)


def test_a_cost_in_proportion_to_the_result_is_a_large_result() -> None:
    worker = Counted(square, lambda size: 1e-7 * size * size, result=lambda size: size * size)
    seen = verify(worker)
    assert (seen.is_superlinear, seen.case, worker.timed) == (False, None, [])
    assert seen.large is not None
    assert seen.large.recipe == CAUGHT.recipe
    assert (seen.large.growth.klass, seen.large.result.klass) == ("O(n^2)", "O(n^2)")
    assert max(worker.weighed) < seen.large.growth.points[-1][0]  # that one alone costs more than the others


@pytest.mark.parametrize("end", [End.RETURNED, End.RAISED])
def test_a_cost_that_grows_faster_than_the_result_is_a_finding(end: End) -> None:
    raises = "ValueError: no" if end is End.RAISED else None
    worker = Counted(square, lambda size: 1e-7 * size * size, end=end, raises=raises, result=lambda n: 9 * n)
    seen = verify(worker)
    assert seen.is_superlinear
    assert seen.large is None
    assert seen.finding.input is None


@pytest.mark.parametrize("raises", [None, "ValueError: no"])
def test_a_cost_is_judged_by_what_the_input_holds(raises: str | None) -> None:
    end = End.RETURNED if raises is None else End.RAISED
    held, clock = (lambda size: size * size), (lambda size: 1e-7 * size**4)
    read = Counted(square, clock, end=end, raises=raises, held=held)
    assert not verify(read).is_superlinear
    compared = Counted(lambda size: 4 * size**4 + 100, clock, end=end, raises=raises, held=held)
    seen = verify(compared)
    assert seen.is_superlinear
    assert seen.finding.input is not None
    assert seen.finding.words == "O(n^4), for an input of about n^2.0"  # too few sizes for a class
    assert seen.finding.exponent == pytest.approx(2.0, abs=0.1)


def test_what_no_caller_would_write_stays_so() -> None:
    odd = msgspec.structs.replace(CAUGHT, natural=False)
    worker: Any = Counted(square, lambda size: 1e-7 * size * size)
    for caught, natural in ((odd, False), (CAUGHT, True)):
        seen = verified(caught, worker, 60.0, timed=True)
        assert seen is not None
        assert seen.finding.natural is natural


def test_an_explosion_is_a_finding_though_the_result_explodes_too() -> None:
    worker = Counted(lambda size: 100 + 9 * 2**size, lambda size: 1e-9 * 2**size, result=lambda size: 2**size)
    seen = verify(worker)
    assert seen.is_superlinear


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
    assert unended(FoundUnending({"s": "'<'"}), worker, 10.0, timed=timed) == expected
    assert (worker.counted, worker.budgets) == ([1], [UNENDED_OPS])


def test_what_a_setup_makes_is_built_for_each_run(tmp_path: Path) -> None:
    source = "class Pairs:\n    def __init__(self):\n        self.xs = []\n\n    def count(self):\n"
    source += "        return sum(1 for x in self.xs for y in self.xs)\n"
    file = tmp_path / "pairs.py"
    file.write_text(source)
    setup = "p = Pairs()\nfor i in range(N): p.xs.append(i)"
    made = Caught({"self": "p"}, 1.0, 4.0, "pairs.py:6", "count", "program", (1, 2), scenario=Scenario(setup))
    with Worker(f"{file}:Pairs.count", timed=True) as worker:
        seen = verified(made, worker, 4.0, timed=True)
        broken = verified(
            msgspec.structs.replace(made, scenario=Scenario("p = nothing")), worker, 4.0, timed=True
        )
    assert broken is None
    assert seen is not None
    assert seen.finding.growth.klass == "O(n^2)"
    assert seen.finding.setup == setup
    assert seen.case is not None
    assert seen.case.scenario == Scenario(setup)
