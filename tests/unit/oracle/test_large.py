"""When a cost grows no faster than what a target reads and returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from slowpath.model.growth import Growth
from slowpath.model.run import Volume
from slowpath.oracle.large import input_growth, is_in_proportion, result_growth, weighed
from slowpath.scaling.growth import fit

SIZES = [2**k for k in range(4, 11)]

Power = Callable[[int], int]


def growth(cost: Power) -> Growth:
    return fit([(size, cost(size)) for size in SIZES])


def volumes(result: Power, given: Power = lambda n: n) -> list[tuple[int, Volume]]:
    return [(size, Volume(given(size), result(size))) for size in SIZES[:-1]]


@pytest.mark.parametrize(
    ("cost", "result", "expected"),
    [
        (lambda n: 3 * n * n + 50, lambda n: n * n, "O(n^2)"),
        (lambda n: 3 * n * n + 50, lambda n: n, None),
        (lambda n: 3 * n * n + 50, lambda n: 1, None),
        (lambda n: 3 * n * n + 500 * n, lambda n: n * n // 2, "O(n^2)"),
        (lambda n: 3 * n * n * n.bit_length(), lambda n: n * n, "O(n^2)"),
        (lambda n: n**3, lambda n: n**2, None),
        (lambda n: n**3, lambda n: n**3, "O(n^3)"),
        (lambda n: 5 * n**2, lambda n: n**2 // 2000, None),  # as good as nothing comes back
    ],
)
def test_cost_and_result(cost: Power, result: Power, expected: str | None) -> None:
    held = volumes(result)
    assert is_in_proportion(growth(cost), held) is (expected is not None)
    if expected is not None:
        found = result_growth(held)
        assert found is not None
        assert found.klass == expected


def test_a_cost_in_proportion_to_the_input_is_no_finding_either() -> None:
    held = volumes(lambda n: 0, lambda n: n * n)
    assert is_in_proportion(growth(lambda n: 4 * n * n), held)
    assert result_growth(held) is None  # it is no large result either


def test_an_input_that_explodes_excuses_a_cost_that_follows_it() -> None:
    points = [(size, 100 + 9 * 2**size) for size in range(4, 16)]
    held = [(size, Volume(2**size, 0)) for size, _ in points]
    assert fit(points).explodes
    assert is_in_proportion(fit(points), held)
    assert not is_in_proportion(fit([(size, cost**2) for size, cost in points]), held)
    assert not is_in_proportion(fit(points), held[:2])  # too few sizes to tell


def test_how_an_input_grows_that_holds_more_than_n() -> None:
    grown = input_growth(volumes(lambda n: 0, lambda n: n * n))
    assert grown is not None
    assert grown.klass == "O(n^2)"
    assert input_growth(volumes(lambda n: n * n)) is None
    assert input_growth([]) is None


def test_a_result_that_explodes_is_not_excused() -> None:
    points = [(size, 100 + 9 * 2**size) for size in range(4, 16)]
    held = [(size, Volume(size, 2**size)) for size, _ in points]
    assert fit(points).explodes
    assert not is_in_proportion(fit(points), held)
    assert not is_in_proportion(growth(lambda n: n**3), held)


@pytest.mark.parametrize("known", [0, 1, 3])
def test_too_few_volumes_excuse_nothing(known: int) -> None:
    assert not is_in_proportion(growth(lambda n: n * n), volumes(lambda n: n * n)[:known])


def test_volumes_of_small_sizes_suffice() -> None:
    held = volumes(lambda n: n * n + 9 * n)[:4]  # beyond there are too many objects
    assert is_in_proportion(growth(lambda n: 3 * n * n + 50), held)


class Weighs:
    """A worker that knows the volumes up to a size."""

    def __init__(self, largest: int = 10**6) -> None:
        self.asked: list[int] = []
        self._largest = largest

    def volume(self, recipe: Mapping[str, str], size: int, max_ops: int, seconds: float) -> Volume | None:
        self.asked.append(size)
        return Volume(size, size) if size <= self._largest else None


def test_the_largest_size_is_not_weighed() -> None:
    worker: Any = Weighs()
    points = growth(lambda n: n * n).points
    assert [size for size, _ in weighed({}, worker, points, 60.0)] == SIZES[:-1]
    assert weighed({}, worker, points, 0.0) == []


def test_weighing_ends_where_there_is_too_much() -> None:
    worker: Any = Weighs(largest=64)
    assert [size for size, _ in weighed({}, worker, growth(lambda n: n * n).points, 60.0)] == [16, 32, 64]
    assert worker.asked == [16, 32, 64, 128]


def test_few_sizes_of_an_input_that_grows_with_a_power_excuse_a_cost_that_does_too() -> None:
    volumes = [(size, Volume(7 * size**4, 4 * size**4)) for size in (1, 2, 3, 4)]
    assert is_in_proportion(fit([(size, 800 * size**4 + 424) for size in (1, 2, 3, 4, 5)]), volumes)
    assert not is_in_proportion(fit([(size, 9 * size**6) for size in (1, 2, 3, 4, 5)]), volumes)
