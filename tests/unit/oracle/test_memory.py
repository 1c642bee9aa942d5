"""When memory grows too fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from slowpath.model.run import Run, Volume
from slowpath.oracle.memory import LEAST, excess, peaks

SIZES = [2**k for k in range(4, 14)]

Power = Callable[[int], int]


def volumes(result: Power) -> list[tuple[int, Volume]]:
    return [(size, Volume(size, result(size))) for size in SIZES]


@pytest.mark.parametrize(
    ("peak", "result", "expected"),
    [
        (lambda n: 8 * n * n + 900, lambda n: 1, "O(n^2)"),  # a table
        (lambda n: 8 * n * n + 900, lambda n: n, "O(n^2)"),
        (lambda n: 8 * n * n + 900, lambda n: n * n, None),  # it comes back
        (lambda n: 50 * n + 10**6, lambda n: n, None),
        (lambda n: 50 * n * n.bit_length(), lambda n: n, None),
    ],
)
def test_peaks_and_results(peak: Power, result: Power, expected: str | None) -> None:
    found = excess([(size, peak(size)) for size in SIZES], volumes(result))
    assert (None if found is None else found.klass) == expected


def test_what_raises_is_compared_with_its_size() -> None:
    found = excess([(size, 8 * size * size) for size in SIZES], ())
    assert found is not None


def test_little_memory_is_no_matter() -> None:
    few = [(size, size * size) for size in SIZES if size * size < LEAST]
    assert excess(few, ()) is None
    assert excess([], ()) is None


def test_there_must_be_more_memory_where_larger_inputs_raise() -> None:
    measured = [(size, 8 * size * size) for size in SIZES if 8 * size * size < 8 * LEAST]
    assert excess(measured, ()) is not None
    assert excess(measured, (), ends=True) is None


class Hungry:
    """Runs that take some bytes."""

    def __init__(self, bytes: Power, largest: int = 1 << 30) -> None:
        self._bytes, self._largest = bytes, largest
        self.sizes: list[int] = []

    def peak(self, recipe: Mapping[str, str], size: int, most: float, like: Run | None) -> int | None:
        self.sizes.append(size)
        return self._bytes(size) if size <= self._largest else None


def test_the_largest_sizes_and_larger_ones_are_measured() -> None:
    worker = Hungry(lambda n: 8 * n * n)
    points = [(size, 0) for size in SIZES[:5]]
    measured = peaks({}, worker, points, 60.0, None)  # type: ignore[arg-type]
    assert worker.sizes == [16, 32, 64, 128, 256, 512, 1024]  # 8 MB
    assert measured[-1] == (1024, 8 << 20)


def test_sizes_that_lie_close_together_span_enough_for_a_class() -> None:
    sizes = [2, 3, 4, 5, 6, 8, 12, 16, 17]
    measured = peaks({}, Hungry(lambda n: 250_000 * n * n), [(each, 0) for each in sizes], 60.0, None)  # type: ignore[arg-type]
    assert [size for size, _ in measured] == sizes
    found = excess(measured, ())
    assert found is not None
    assert found.klass == "O(n^2)"


@pytest.mark.parametrize("bytes", [lambda n: 40_000 * n + 10**6, lambda n: 9_000 * n * n.bit_length()])
def test_memory_that_grows_with_the_size_is_not_followed(bytes: Power) -> None:
    worker = Hungry(bytes)
    measured = peaks({}, worker, [(size, 0) for size in SIZES[:6]], 60.0, None)  # type: ignore[arg-type]
    assert worker.sizes == [16, 32, 64]
    assert excess(measured, volumes(lambda n: n)) is None


def test_a_small_square_term_is_followed() -> None:
    worker = Hungry(lambda n: 4 * n * n + 1_000 * n + 10**6)
    measured = peaks({}, worker, [(size, 0) for size in SIZES[:6]], 60.0, None)  # type: ignore[arg-type]
    assert measured[-1][0] == 1024


def test_a_run_that_ends_otherwise_ends_it() -> None:
    worker = Hungry(lambda n: n, largest=100)
    points = [(size, 0) for size in SIZES[:5]]
    measured = peaks({}, worker, points, 60.0, None)  # type: ignore[arg-type]
    assert [size for size, _ in measured] == [16, 32, 64]


def test_no_time_is_no_run() -> None:
    assert peaks({}, Hungry(abs), [(16, 0)], 0.0, None, clock=lambda: 5.0) == []  # type: ignore[arg-type]
