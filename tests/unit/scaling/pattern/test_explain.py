"""The recipe of small worst cases costs most at a large size, too."""

from __future__ import annotations

from itertools import count

from slowpath.scaling.pattern.explain import WorstModels, catalogue_costs, explain
from tests.unit.scaling.path.support import program

FALLING = [
    WorstModels(size, size * (size - 1) // 2, ({place: 10 * (size - place) for place in range(size)},))
    for size in (2, 3, 4, 5)
]


def test_falling_numbers_are_explained() -> None:
    pattern = explain(program("insertion_sort"), FALLING, 30)
    assert pattern is not None
    assert pattern.explains
    assert pattern.recipe.values(4)["xs"] == [4, 3, 2, 1]
    assert program("insertion_sort").cost(pattern.recipe.values(30)) == 30 * 29 // 2


def test_costs_that_no_recipe_has_are_not_explained() -> None:
    wrong = [WorstModels(each.size, each.cost + 1, each.models) for each in FALLING]
    pattern = explain(program("insertion_sort"), wrong, 30)
    assert pattern is None or not pattern.explains


def test_known_orders_have_the_worst_cost_of_a_sort_among_them() -> None:
    costs = catalogue_costs(program("insertion_sort"), 9, lambda: False)
    assert max(costs) == 9 * 8 // 2
    assert min(costs) == 0
    assert catalogue_costs(program("insertion_sort"), 9, lambda: True) == []


def test_inputs_that_the_precondition_rejects_are_left_out() -> None:
    asked = count()
    found = catalogue_costs(program("merge"), 4, lambda: next(asked) >= 300)
    assert 0 < len(found) < 300
    assert max(found) <= 7  # of two sorted lists of four
