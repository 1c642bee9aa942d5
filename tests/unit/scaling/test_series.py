from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from slowpath.errors import TargetError
from slowpath.model.run import End, Run
from slowpath.scaling.series import Series

RECIPE = {"n": "N"}


@dataclass
class Fake:
    """A target whose cost and end at each size are known."""

    cost: Callable[[int], int]
    end: Callable[[int], End] = lambda size: End.RETURNED
    raises: str = "ValueError: bad"
    exception: str = "ValueError"
    now: float = 0.0
    sizes: list[int] = field(default_factory=list)

    def run(
        self, inputs: Mapping[str, str], size: int | None, max_ops: int | None, seconds: float | None
    ) -> Run:
        assert size is not None
        assert max_ops is not None
        self.sizes.append(size)
        self.now += 1.0
        end, ops = self.end(size), self.cost(size)
        if ops > max_ops:
            end, ops = End.BUDGET, max_ops
        raises, exception = (self.raises, self.exception) if end is End.RAISED else (None, None)
        return Run(end, {"ops": ops}, (), (), raises=raises, detail=end.value, exception=exception)

    def seconds(self, inputs: Mapping[str, str], size: int | None) -> float | None:
        return float(size or 0)


def series(fake: Fake, max_ops: int = 10_000_000, budget: float = 1e9) -> Series:
    return Series(fake, RECIPE, "ops", max_ops, budget, clock=lambda: fake.now)


def test_sizes_double_up_to_the_limit() -> None:
    made = series(Fake(lambda size: size))
    assert made.extend(10, 100) == "size limit"
    assert [size for size, _ in made.points][:4] == [10, 20, 40, 80]
    assert all(size <= 100 for size, _ in made.points)


def test_all_runs_together_stay_within_the_cost() -> None:
    fake = Fake(lambda size: size**2)
    made = series(fake, max_ops=1_000_000)
    assert made.extend() == "cost budget"
    assert sum(size**2 for size in fake.sizes) <= 1_000_000
    assert max(fake.sizes) >= 256


def test_more_cost_makes_larger_sizes() -> None:
    fake = Fake(lambda size: size**2)
    made = series(fake, max_ops=100_000)
    assert made.extend() == "cost budget"
    before = made.points
    made.allow(10_000_000)
    assert made.extend() == "cost budget"
    assert made.points[: len(before)] == before
    assert made.points[-1][0] >= 4 * before[-1][0]


def test_an_exponential_target_gets_smaller_steps() -> None:
    made = series(Fake(lambda size: 2**size), max_ops=10_000_000)
    assert made.extend() == "cost budget"
    assert len(made.points) >= 6
    assert all(cost == 2**size for size, cost in made.points)


def test_no_size_begins_after_the_time() -> None:
    fake = Fake(lambda size: size)
    made = series(fake, budget=3.0)
    assert made.extend() == "time budget"
    assert len(fake.sizes) == 3


@pytest.mark.parametrize("end", [End.CPU, End.TIME, End.MEMORY, End.DIED, End.REFUSED])
def test_a_limit_of_the_machine_ends_the_series(end: End) -> None:
    fake = Fake(lambda size: size, end=lambda size: end if size > 100 else End.RETURNED)
    made = series(fake)
    assert made.extend() == end.value
    assert fake.sizes == [8, 16, 32, 64, 128]
    assert [size for size, _ in made.points] == [8, 16, 32, 64]


@pytest.mark.parametrize("end", [End.DIED, End.REFUSED, End.MEMORY, End.BUDGET])
def test_no_size_at_all(end: End) -> None:
    with pytest.raises(TargetError, match="no size could be run to its end"):
        series(Fake(lambda size: 1, end=lambda size: end)).extend()


def test_raising_at_every_size() -> None:
    made = series(Fake(lambda size: size, end=lambda size: End.RAISED))
    made.extend(8, 64)
    assert made.raises == "ValueError: bad"
    assert dict(made.points)[64] == 64


def test_raising_at_some_sizes() -> None:
    fake = Fake(lambda size: size, end=lambda size: End.RAISED if size < 20 else End.RETURNED)
    made = series(fake)
    made.extend(8, 64)
    assert made.raises is None
    assert min(size for size, _ in made.points) >= 20


def test_recursion_ends_the_series() -> None:
    deep = Fake(
        lambda size: size,
        end=lambda size: End.RAISED if size > 100 else End.RETURNED,
        raises="RecursionError: too deep",
        exception="RecursionError",
    )
    made = series(deep)
    assert made.extend() == "recursion limit"
    assert max(size for size, _ in made.points) == 64


def test_an_interrupt_keeps_the_points() -> None:
    def interrupted(size: int) -> int:
        if size > 20:
            raise KeyboardInterrupt
        return size

    made = series(Fake(interrupted))
    with pytest.raises(KeyboardInterrupt):
        made.extend()
    assert [size for size, _ in made.points] == [8, 16]


def test_points_are_announced() -> None:
    seen: list[tuple[int, float]] = []
    fake = Fake(lambda size: size)
    made = Series(fake, RECIPE, "ops", 10_000, 100.0, lambda *point: seen.append(point), lambda: fake.now)
    made.extend(8, 64)
    assert sorted(seen) == made.points


def test_seconds() -> None:
    made = series(Fake(lambda size: size))
    made.extend(8, 32)
    made.time()
    assert dict(made.timed)[32] == 32.0


def test_sizes_beyond_which_a_run_ends_in_another_way() -> None:
    def end(size: int) -> End:
        return End.RETURNED if size < 100 else End.RAISED

    series = Series(Fake(lambda size: 10 * size, end), RECIPE, "ops", 10**6, 60.0)
    series.extend(limit=1024)
    assert {8, 16, 32, 64} <= {size for size, _ in series.points} <= set(range(100))
    assert series.beyond == (128, "ValueError")
    assert series.raises is None


@pytest.mark.parametrize("end", [End.MEMORY, End.DIED])
def test_a_size_that_ends_the_process_or_its_memory_is_beyond(end: End) -> None:
    fake = Fake(lambda size: 10 * size, lambda size: End.RETURNED if size < 100 else end)
    series = Series(fake, RECIPE, "ops", 10**6, 60.0)
    series.extend(limit=1024)
    assert series.beyond == (128, end.value)


@pytest.mark.parametrize("end", [End.BUDGET, End.CPU, End.TIME])
def test_limits_of_the_series_are_not_the_targets(end: End) -> None:
    fake = Fake(lambda size: 10 * size, lambda size: End.RETURNED if size < 100 else end)
    series = Series(fake, RECIPE, "ops", 10**6, 60.0)
    series.extend(limit=1024)
    assert series.beyond is None


def test_of_several_exceptions_the_usual_one_has_the_points() -> None:
    @dataclass
    class Several(Fake):
        def run(self, inputs: Mapping[str, str], size: int | None, *rest: float | None) -> Run:
            assert size is not None
            self.exception = "EOFError" if size < 10 else "ValueError" if size < 1000 else "OverflowError"
            self.raises = f"{self.exception}: {size}"
            return super().run(inputs, size, *rest)  # type: ignore[arg-type]

    series = Series(Several(lambda size: 10 * size, lambda size: End.RAISED), RECIPE, "ops", 10**6, 60.0)
    series.extend(limit=1024)
    assert {16, 512} <= {size for size, _ in series.points} <= set(range(10, 1000))
    assert series.raises == "ValueError: 512"
    assert series.beyond == (1024, "OverflowError")
