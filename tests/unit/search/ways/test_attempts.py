"""The ways are tried in their order, and the first that keeps the promise of small sizes ends the search."""

from __future__ import annotations

from slowpath.scaling.path import scaling
from slowpath.scaling.path.worst import WorstEffort
from slowpath.search.policy import learning
from slowpath.search.ways.attempt import By, WorstInput
from slowpath.search.ways.attempts import attempts, worst
from slowpath.search.ways.plan import ScalePlan
from tests.unit.scaling.path.support import program

QUICK = WorstEffort(paths=400, patience=300)


def found(name: str, size: int, *, path: int = 7, first: int = 2, small: int = 5) -> WorstInput:
    plan = ScalePlan(
        scaling.PathPlan(first, path, effort=QUICK),
        learning.LearningPlan(first, small, effort=QUICK),
    )
    result = worst(program(name), size, plan)
    assert result is not None
    return result


def test_path_space_comes_first() -> None:
    result = found("insertion_sort", 50)
    assert (result.by, result.cost, result.stopped) == (By.PATH, 50 * 49 // 2, {})
    assert result.reached
    assert program("insertion_sort").cost(result.inputs) == result.cost  # not yet sorted


def test_policies_come_where_path_space_stops() -> None:
    result = found("insertion_sort", 50, path=3)  # too few sizes for a model
    assert (result.by, result.cost) == (By.PLACES, 50 * 49 // 2)
    assert result.stopped == {By.PATH: "too few sizes"}
    assert result.reached


def test_histories_come_behind_places() -> None:
    result = found("merge", 20, path=3)
    assert (result.by, result.cost) == (By.HISTORY, 39)
    assert list(result.stopped) == [By.PATH, By.PLACES]


def test_input_space_comes_last() -> None:
    result = found("windows", 40, path=4, first=3, small=6)
    assert result.cost == 39
    assert By.PATH in result.stopped
    assert result.by is not By.PATH
    assert program("windows").cost(result.inputs) == 39


def test_a_recipe_is_looked_for_besides() -> None:
    plan = ScalePlan(
        scaling.PathPlan(last=7, effort=QUICK), learning.LearningPlan(last=5, effort=QUICK), recipe=True
    )
    sizes: list[int] = []
    tried = list(attempts(program("insertion_sort"), 30, plan, on_size=lambda each: sizes.append(each.size)))
    assert [each.by for each in tried] == [By.PATH, By.INPUT]
    path, recipe = tried
    assert path.conditions == 30 * 29 // 2
    assert eval(path.sources()["xs"]) == path.worst.inputs["xs"]  # type: ignore[union-attr]
    assert recipe.sources() == {"xs": "list(range(N, 0, -1))"}
    assert recipe.reached
    assert sizes == sorted(set(sizes))  # none is explored twice


def test_recursive_costs_are_promised_by_a_recurrence() -> None:
    result = found("merge_sort", 32, path=3, small=7)
    assert (result.by, result.cost, result.expected) == (By.INPUT, 129, 129)
    assert By.HISTORY in result.stopped
