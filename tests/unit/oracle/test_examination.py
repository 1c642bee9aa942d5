"""At which sizes an input is looked at, and what is made of runs that do not end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from slowpath.model.redundancy import ReadRun, Rereading
from slowpath.model.run import End, Run
from slowpath.model.scenario import ONE_CALL
from slowpath.oracle.examination import Examined, examined


def run(size: int | None, work: int, total: int = 1000, end: End = End.RETURNED) -> Run:
    seen = Rereading(
        ("m.py", 1), ("m.py", 2), "m.py:1", "m.py:2", "f", "in", "list", 9, 9, size or 0, work, total
    )
    return Run(end, {"ops": total}, (), (), reads=ReadRun((seen,), sampled=False))


class FakeReader:
    """A worker whose runs are those of a function of the size."""

    def __init__(self, run: Callable[[int | None], Run]) -> None:
        self._run = run
        self.sizes: list[int | None] = []

    def with_scenario(self, *given: Any) -> Self:
        return self

    def reads(self, inputs: Any, size: int | None, *more: Any) -> Run:
        self.sizes.append(size)
        return self._run(size)


def look(reader: FakeReader, source: str = "[1] * N", size: int | None = None) -> Examined:
    return examined(reader, {"x": source}, ONE_CALL, size=size)  # type: ignore[arg-type]


def test_sizes_are_doubled_until_the_redundant_work_is_clear() -> None:
    reader = FakeReader(lambda size: run(size, (size or 0) ** 2 // 20, total=(size or 0) ** 2 // 2))
    assert look(reader).size == 2048
    assert reader.sizes == [16, 32, 64, 128, 256, 512, 1024, 2048]
    reader = FakeReader(lambda size: run(size, (size or 0) ** 2, total=(size or 0) ** 2))
    (found,) = look(reader).findings
    assert reader.sizes == [16, 32]
    assert (found.inner, found.share) == ("m.py:2", 1.0)


def test_a_costly_run_is_the_last_one() -> None:
    reader = FakeReader(lambda size: run(size, 1, total=10_000_000))
    assert look(reader).findings == ()
    assert reader.sizes == [16, 32]


def test_a_first_run_that_is_too_much_is_made_smaller() -> None:
    reader = FakeReader(
        lambda size: run(size, 3 ** (size or 0), 3 ** (size or 0), End.RETURNED if size == 4 else End.BUDGET)
    )
    assert look(reader).findings
    assert reader.sizes == [16, 8, 4, 8]


def test_a_size_is_compared_with_half_of_it() -> None:
    reader = FakeReader(lambda size: run(size, (size or 0) ** 2, total=(size or 0) ** 2))
    assert look(reader, size=100).findings
    assert reader.sizes == [50, 100]


def test_an_input_without_n_runs_twice_and_a_large_share_counts() -> None:
    reader = FakeReader(lambda size: run(size, 300))
    assert look(reader, "[1, 2]").findings
    assert reader.sizes == [None, None]
    assert not look(FakeReader(lambda size: run(size, 200)), "[1, 2]").findings


def test_what_grows_as_the_input_does_is_no_finding() -> None:
    assert look(FakeReader(lambda size: run(size, size or 0, total=2 * (size or 0)))).findings == ()


def test_a_run_that_does_not_end_is_told() -> None:
    died = Run(End.DIED, {}, (), (), detail="the process ended")
    assert look(FakeReader(lambda size: died)).problem == "the process ended"
    assert look(FakeReader(lambda size: died), "[]").problem == "the process ended"


def test_what_was_seen_before_a_size_that_fails_is_kept() -> None:
    died = Run(End.CPU, {}, (), (), detail="too slow")
    reader = FakeReader(
        lambda size: died if size == 64 else run(size, (size or 0) ** 2, total=10 * (size or 0) ** 2)
    )
    seen = look(reader)
    assert (len(seen.findings), seen.size, seen.problem) == (1, 32, None)
