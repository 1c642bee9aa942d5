"""The clock beside a count: which sizes are timed, how often, and when the time is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import pytest

from slowpath.model.find import Beyond, Evidence, Finding
from slowpath.model.growth import Growth
from slowpath.model.run import End, Run
from slowpath.oracle import clock
from slowpath.oracle.clock import DEEP, Seconds, clocked, with_recursion_limit
from slowpath.oracle.verdict import ENOUGH, LARGEST

SIZES = (8, 16, 32, 64, 128, 256)
LIKE = Run(End.RETURNED, {"ops": 9}, (), ())


def counted(exponent: float | None = 2.0, klass: str = "O(n^x)", sizes: tuple[int, ...] = SIZES) -> Finding:
    """What was counted at some sizes."""
    growth = Growth(tuple((size, size) for size in sizes), klass, exponent, 1.0)
    return Finding({"s": "'a' * N"}, growth, (), None, "", "m.py:3", "f", (), None, "evolve")


@dataclass
class Timed:
    """A worker by whose clock alone the time goes on: each run takes its CPU seconds."""

    monkeypatch: pytest.MonkeyPatch
    seconds_of: Callable[[int], float | None]
    too_deep: int = 1 << 30  # the size from which on runs raise RecursionError
    raises: str = "RecursionError"
    now: float = 100.0
    sizes: list[int] = field(default_factory=list)
    depths: list[int | None] = field(default_factory=list)
    most: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: self.now))

    def seconds(
        self,
        inputs: Mapping[str, str],
        size: int,
        repeats: int,
        most: float,
        recursion: int | None,
        like: Run | None,
    ) -> float | None:
        assert (repeats, like) == (1, LIKE)
        self.sizes.append(size)
        self.depths.append(recursion)
        self.most.append(most)
        if size >= self.too_deep and recursion is None:
            return None
        taken = self.seconds_of(size)
        self.now += taken or 0.0
        return taken

    def plain_run(self, inputs: Mapping[str, str], size: int, most: float) -> Run:
        if size < self.too_deep:
            return LIKE
        return Run(End.RAISED, {}, (), (), exception=self.raises)

    def asked(self, finding: Finding, share: float = 60.0) -> tuple[Finding, Seconds]:
        return clocked(finding, self, LIKE, share)  # type: ignore[arg-type]


def test_the_largest_sizes_are_timed_and_those_that_decide_again(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Timed(monkeypatch, lambda size: 1e-6 * size * size)
    told, times = worker.asked(counted())
    assert worker.sizes[:7] == [16, 32, 64, 128, 256, 512, 1024]
    assert [worker.sizes.count(size) for size in (128, 256, 512, 1024)] == [1, 3, 3, 3]
    assert (told.seconds, told.evidence) == (times, Evidence.BOTH)
    assert told.slope == pytest.approx(2.0)


def test_what_does_not_grow_too_fast_is_timed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Timed(monkeypatch, lambda size: 1e-3 * size)
    told, _ = worker.asked(counted(1.0, "O(n)"))
    assert worker.sizes == [16, 32, 64, 128, 256]
    assert told.evidence is Evidence.COUNTED


@pytest.mark.parametrize(("exponent", "larger"), [(1.0, [512, 1024]), (None, [257, 258])])
def test_larger_sizes_are_timed_while_that_is_short(
    monkeypatch: pytest.MonkeyPatch, exponent: float | None, larger: list[int]
) -> None:
    worker = Timed(monkeypatch, lambda size: ENOUGH if size >= larger[1] else ENOUGH / 2)
    told, _ = worker.asked(counted(exponent))
    assert worker.sizes[5:7] == larger
    assert told.largest_size == larger[1]


def test_the_shortest_time_of_a_size_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def disturbed(size: int) -> float:
        return 1e-6 * size * size * (1 if worker.sizes.count(size) == 2 else 9)

    worker = Timed(monkeypatch, disturbed)
    told, times = worker.asked(counted())
    assert dict(times)[1024] == pytest.approx(1e-6 * 1024 * 1024)
    assert told.slope == pytest.approx(2.0)


def test_what_is_known_is_not_timed_from_the_first_size_again(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Timed(monkeypatch, lambda size: 1e-6 * size * size)
    first, _ = worker.asked(counted())
    worker.sizes.clear()
    again, _ = worker.asked(first)
    assert again == first
    assert set(worker.sizes) == {256, 512, 1024}


def test_a_limit_on_recursion_that_the_target_catches_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Timed(monkeypatch, lambda size: 1e-6 * size * size if size < 300 else 0.01)
    told, times = worker.asked(counted())
    assert max(times)[0] >= 1024
    assert told.evidence is Evidence.COUNTED


def test_what_takes_long_is_not_timed_at_larger_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Timed(monkeypatch, lambda size: 1e-4 * size * size)
    worker.asked(counted(), share=40.0)
    assert max(worker.sizes) == 256


def test_no_run_begins_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Timed(monkeypatch, lambda size: 4.0)
    told, times = worker.asked(counted(1.0), share=10.0)
    assert [size for size, _ in times] == [16, 32, 64]
    assert worker.most == [10.0, 6.0, 2.0]
    assert told.seconds == times
    assert worker.asked(counted(), share=0.0)[1] == ()


def test_one_more_run_confirms_what_only_one_showed_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Timed(monkeypatch, lambda size: 1e-4 * size * size)
    worker.asked(counted(), share=8.0)
    assert worker.sizes == [16, 32, 64, 128, 256, 256]  # the last one takes 6.6 seconds
    assert worker.most[-1] > 2 * 6.5


def test_only_recursion_is_let_go_deeper(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Timed(monkeypatch, lambda size: 1e-7 * size * size, too_deep=512)
    told, times = worker.asked(counted())
    assert (worker.sizes[5:8], worker.depths[5:8]) == ([512, 512, 1024], [None, DEEP, DEEP])
    assert told.beyond == Beyond(512, "RecursionError")
    assert (told.largest_size, max(times)[0]) == (256, 1024)
    other = Timed(monkeypatch, lambda size: 1e-7 * size * size, too_deep=512, raises="OverflowError")
    told, times = other.asked(counted())
    assert told.beyond == Beyond(512, "OverflowError")
    assert (max(other.sizes), set(other.depths), max(times)[0]) == (512, {None}, 256)


def test_no_size_is_beyond_the_largest(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Timed(monkeypatch, lambda size: 1e-9 * size)
    worker.asked(counted())
    assert LARGEST // 2 < max(worker.sizes) <= LARGEST


def test_what_cannot_be_timed_is_counted_only(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Timed(monkeypatch, lambda size: None)
    assert worker.asked(counted()) == (replace(counted(), evidence=Evidence.COUNTED), ())
    assert worker.sizes == [16]


@pytest.mark.parametrize(
    ("too_deep", "raises", "sizes", "expected"),
    [
        (900, "RecursionError", SIZES, Beyond(2_000, "RecursionError")),
        (900, "ValueError", SIZES, None),
        (1 << 30, "RecursionError", SIZES, None),
        (900, "RecursionError", (*SIZES, 4_096), None),
    ],
    ids=["too deep", "another error", "not deep", "larger sizes were run"],
)
def test_a_recursion_limit_beyond_all_sizes_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
    too_deep: int,
    raises: str,
    sizes: tuple[int, ...],
    expected: Beyond | None,
) -> None:
    worker = Timed(monkeypatch, lambda size: 1e-4, too_deep, raises)
    told = with_recursion_limit(counted(3.0, sizes=sizes), worker)  # type: ignore[arg-type]
    assert told.beyond == expected
