from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from slowpath.scaling.path.form import fit
from slowpath.scaling.path.nest import Nest, bracketed, described, infer, position, rest

Loops = Callable[[int], list[tuple[tuple[int, ...], int]]]  # coordinates and value of each row, by size


def triangle(n: int) -> list[tuple[tuple[int, ...], int]]:
    return [((i, k), i - 1 - k) for i in range(1, n) for k in range(i)]


def outer(n: int) -> list[tuple[tuple[int, ...], int]]:
    return [((i, k), i) for i in range(1, n) for k in range(i)]


def every_other(n: int) -> list[tuple[tuple[int, ...], int]]:
    """Only some iterations ask: their positions count, not the iterations."""
    return [((i,), i) for i in range(3, 2 * n, 2)]


def last_is_longer(n: int) -> list[tuple[tuple[int, ...], int]]:
    return [((i, k), i + k) for i in range(n) for k in range(3 if i == n - 1 else 2)]


def learnt(loops: Loops, sizes: range) -> tuple[Nest, Callable[[int], list[int]], str]:
    seen = {n: loops(n) for n in sizes}
    brackets = bracketed({n: [coordinates for coordinates, _ in rows] for n, rows in seen.items()})
    nest = infer(brackets)
    form = fit(brackets.rows, np.array([value for rows in seen.values() for _, value in rows]))
    assert nest is not None
    assert form is not None
    needed = {name for level in range(2) for name in (position(level), rest(level))}

    def made(n: int) -> list[int]:
        positions = nest.unfold(n, needed)
        values: list[int] = np.broadcast_to(form.at(positions), positions[position(0)].shape).tolist()
        return values

    return nest, made, described(nest, form)


@pytest.mark.parametrize("loops", [triangle, outer, every_other, last_is_longer])
def test_a_generator_makes_the_sequence_of_a_size_it_was_not_learned_from(loops: Loops) -> None:
    nest, made, _ = learnt(loops, range(3, 7))
    for n in (3, 11, 40):
        assert made(n) == [value for _, value in loops(n)]
        assert nest.total(n) == len(loops(n))


@pytest.mark.parametrize(
    ("loops", "text"),
    [
        (triangle, "incre(incre(0, N - 2, 1), const(0, N - 1), -1)"),
        (outer, "const(incre(1, N - 1, 1), incre(1, N - 1, 1))"),
        (every_other, "incre(3, 2*N - 1, 2)"),
    ],
)
def test_generators_are_written_in_the_grammar(loops: Loops, text: str) -> None:
    assert learnt(loops, range(3, 7))[2] == text  # the first two are examples 2 and 1 of the paper


def test_rows_that_differ_in_no_needed_position_are_made_once() -> None:
    square = {n: [(i, k) for i in range(n) for k in range(n)] for n in range(2, 6)}
    nest = infer(bracketed(square))
    assert nest is not None
    assert len(nest.unfold(50, {"N", "p0", "p1"})["p0"]) == 2500
    assert nest.unfold(50, {"N", "p1"})["p1"].tolist() == list(range(50))
    assert nest.total(50) == 2500


def test_counts_without_a_form_have_no_generator() -> None:
    primes = (2, 3, 5, 7, 11, 13, 17)
    assert infer(bracketed({n: [(i,) for i in range(primes[n])] for n in range(7)})) is None
