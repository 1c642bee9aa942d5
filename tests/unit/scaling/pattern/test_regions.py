"""Formulas by region, found by a climb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from slowpath.scaling.pattern.generator import RecipeEffort, patterned
from slowpath.scaling.pattern.regions import CellChoices, Split, climbs, field
from slowpath.shape.base import Shape
from slowpath.shape.formula import N
from slowpath.shape.library import integer, ints, matrix, real, upto

WEIGHTS = matrix(N, N, integer(1, None))
SIZE = 6


def after(runs: int) -> Callable[[], bool]:
    """What tells that it is over behind so many questions."""
    asked = 0

    def over() -> bool:
        nonlocal asked
        asked += 1
        return asked > runs

    return over


def made(shape: Shape) -> CellChoices:
    found = field(shape)
    assert found is not None
    return found


def rounds(inputs: Mapping[str, Any]) -> int:
    """How often a distance is improved, over the edges backwards until none is."""
    w = inputs["w"]
    distance = [0] + [1 << 40] * (len(w) - 1)
    count, before = 0, -1
    while count > before:
        before = count
        for u in reversed(range(len(w))):
            for v in range(len(w)):
                if distance[u] + w[u][v] < distance[v]:
                    distance[v] = distance[u] + w[u][v]
                    count += 1
    return count


def test_the_first_region_that_holds_decides() -> None:
    split = Split((("i > 1", "7"), ("i > 0", "5")), "3")
    assert eval(f"[{split} for i in range(4)]") == [3, 5, 7, 7]


def test_no_number_of_a_table_is_below_one() -> None:
    known = made(matrix(N, N + 1, integer()))
    for cell in known.formulas:
        rows = eval(known.written(cell), {"N": SIZE})
        assert [len(row) for row in rows] == [SIZE + 1] * SIZE
        assert min(map(min, rows)) >= 1


@pytest.mark.parametrize("shape", [ints(N), matrix(N, upto(N), integer()), matrix(N, N, real())])
def test_other_shapes_have_no_regions(shape: Shape) -> None:
    assert field(shape) is None


def test_a_climb_finds_the_formula_of_each_region() -> None:
    wanted = [
        [1 if j == i + 1 else SIZE if i < j else (i - j) ** 2 + 1 for j in range(SIZE)] for i in range(SIZE)
    ]

    def agreeing(sources: Mapping[str, str]) -> int:
        w = eval(sources["w"], {"N": SIZE})
        return sum(w[i][j] == wanted[i][j] for i in range(SIZE) for j in range(SIZE))

    reached = list(climbs({"w": made(WEIGHTS)}, agreeing, after(8_000)))
    assert max(cost for cost, _ in reached) == SIZE * SIZE
    for cost, sources in reached:
        assert agreeing(sources) == cost


def test_inputs_that_are_not_admissible_are_not_given() -> None:
    assert list(climbs({"w": made(WEIGHTS)}, lambda sources: -1, after(500))) == []


def test_where_no_recipe_explains_regions_come_nearer() -> None:
    worst = {3: 3, 4: 7, 5: 15}  # 15 has no regular input
    examples = {size: [{"w": [[1] * size for _ in range(size)]}] for size in worst}
    pattern = patterned(
        {"w": WEIGHTS},
        examples,
        worst,
        12,
        lambda inputs, size: rounds(inputs),
        effort=RecipeEffort(seconds=100.0),
    )
    assert pattern is not None
    assert not pattern.explains
    n = 12
    assert pattern.costs[n] == n * (n - 1) * (n - 2) // 6 + n - 1
