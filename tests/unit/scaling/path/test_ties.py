"""Of many worst paths the simplest are looked at, and like ones are chosen at all sizes."""

from __future__ import annotations

from itertools import pairwise

from slowpath.scaling.path.ties import Observed, observed, selections
from slowpath.scaling.path.worst import WorstEffort, worst
from tests.unit.scaling.path.support import program


def made(size: int, *moves: int) -> Observed:
    """A path without rows whose moves are numbers."""
    return Observed(size, 0, {}, [], frozenset(moves))  # type: ignore[arg-type]


def test_the_most_similar_path_of_each_size_goes_with_the_last() -> None:
    small = [made(2, 1), made(2, 2), made(2, 3)]
    middle = [made(3, 2, 9), made(3, 2), made(3, 1, 3)]
    last = [made(4, 2), made(4, 1, 3)]
    first, second = selections([small, middle, last])
    assert first == {2: small[1], 3: middle[1], 4: last[0]}
    assert second == {2: small[0], 3: middle[2], 4: last[1]}


def test_simple_paths_come_first() -> None:
    target = program("merge")
    found = worst(target, 3, WorstEffort(paths=300, patience=200))
    looked = observed(target, found)
    assert looked
    assert [each.cost for each in looked] == [found.cost] * len(looked)
    moves = [(len(each.rows), len(each.moves)) for each in looked]
    assert moves == sorted(moves)


def test_moves_are_steps_between_rows() -> None:
    target = program("insertion_sort")
    found = worst(target, 3, WorstEffort(paths=300, patience=200))
    (looked,) = observed(target, found)  # one order has all inversions
    rows = [row.leaves() for row in next(iter(looked.rows.values()))]
    expected = {tuple([b - a for a, b in zip(one, two, strict=True)]) for one, two in pairwise(rows)}
    assert {step for _, step in looked.moves} == expected
    assert [name for name, _ in looked.names] == [("xs[]", 1)] * 3
