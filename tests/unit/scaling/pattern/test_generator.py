from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.scaling.pattern.generator import Pattern, RecipeEffort, patterned
from slowpath.shape.base import Shape
from slowpath.shape.formula import N
from slowpath.shape.library import dicts, integer, ints, matrix, text
from tests.unit.scaling.path.support import REQUIRES, program

SIZES = (2, 3, 4, 5)


def inversions(inputs: Mapping[str, Any]) -> int:
    xs = inputs["xs"]
    return sum(xs[i] > xs[j] for j in range(len(xs)) for i in range(j))


def found(
    shapes: Mapping[str, Shape], examples: Mapping[int, list[dict[str, Any]]], measure: Any, **more: Any
) -> Pattern:
    worst = {size: max(map(measure, inputs)) for size, inputs in examples.items()}
    pattern = patterned(shapes, examples, worst, 50, lambda inputs, size: measure(inputs), **more)
    assert pattern is not None
    return pattern


def test_reversed_numbers_are_written_as_a_range() -> None:
    # Solvers leave gaps; only the order matters.
    examples = {n: [{"xs": [3 * (n - i) ** 2 for i in range(n)]}] for n in SIZES}
    pattern = found({"xs": ints(N)}, examples, inversions)
    assert pattern.explains
    assert pattern.recipe.sources == {"xs": "list(range(N, 0, -1))"}
    assert pattern.costs[50] == 50 * 49 // 2


def test_a_formula_of_examples_where_no_family_is_known() -> None:
    examples = {n: [{"xs": [5 * i - 3 * n for i in range(n)]}] for n in SIZES}

    def exact(inputs: Mapping[str, Any]) -> int:
        n = len(inputs["xs"])
        return sum(x == 5 * i - 3 * n for i, x in enumerate(inputs["xs"]))

    pattern = found({"xs": ints(N)}, examples, exact)
    assert pattern.explains
    assert pattern.costs[50] == 50


def test_text_with_an_end_of_its_own() -> None:
    examples = {n: [{"s": "x" * (n - 1) + "y"}] for n in (3, 4, 5, 6)}
    pattern = found({"s": text(N)}, examples, lambda inputs: inputs["s"].find("y") * inputs["s"].count("x"))
    assert pattern.recipe.sources == {"s": "'x' * (N - 1) + 'y'"}
    assert pattern.explains


def test_matrices_by_index() -> None:
    examples = {n: [{"w": [[(i - j) ** 2 + 1 for j in range(n)] for i in range(n)]}] for n in (2, 3, 4)}
    subject = program("shortest")
    pattern = found({"w": matrix(N, N, integer(1, None))}, examples, subject.cost)
    assert pattern.explains
    assert pattern.costs[50] == 50 * 49 // 2


def test_a_precondition_is_met() -> None:
    subject = program("merge")
    assert REQUIRES["merge"]
    examples = {
        n: [{"xs": list(range(0, 2 * n, 2)), "ys": list(range(1, 2 * n, 2))}] for n in SIZES
    }  # fmt: skip
    pattern = found(subject.shapes, examples, subject.cost, admits=subject.admits)
    assert pattern.explains
    assert pattern.costs[50] == 99
    assert subject.admits(pattern.recipe.values(50))
    assert not subject.admits({"xs": [2, 1], "ys": [1, 2]})


def test_a_recipe_that_falls_short_at_the_held_out_size_does_not_explain() -> None:
    examples = {n: [{"xs": list(range(n))}] for n in SIZES}
    worst = {2: 1, 3: 3, 4: 6, 5: 11}  # the last is more than there can be
    pattern = patterned({"xs": ints(N)}, examples, worst, 20, lambda inputs, size: inversions(inputs))
    assert pattern is not None
    assert not pattern.explains
    assert pattern.costs[5] == 10  # the nearest one


def test_bounds_hold_at_the_large_size_too() -> None:
    examples = {n: [{"xs": list(range(n))}] for n in SIZES}
    pattern = found({"xs": ints(N, 0, 9)}, examples, lambda inputs: len(set(inputs["xs"])))
    assert not pattern.explains
    assert all(0 <= x <= 9 for x in pattern.recipe.values(50)["xs"])


def test_shapes_without_a_family_have_no_recipe() -> None:
    shapes: dict[str, Shape] = {"d": dicts(integer(), integer(), N)}
    assert patterned(shapes, {}, {2: 1}, 9, lambda inputs, size: 1) is None


def test_the_search_ends_with_its_budget() -> None:
    examples = {n: [{"xs": list(range(n, 0, -1))}] for n in SIZES}
    pattern = found({"xs": ints(N)}, examples, inversions, effort=RecipeEffort(recipes=3))
    assert pattern.tried == 3
    assert not pattern.explains


def test_of_recipes_that_explain_small_sizes_the_costliest_beyond_them_is_taken() -> None:
    def rises_late(inputs: Mapping[str, Any]) -> int:
        xs = inputs["xs"]
        return len(xs) if len(xs) < 6 else inversions(inputs)

    examples = {n: [{"xs": [0] * n}] for n in SIZES}
    pattern = found({"xs": ints(N)}, examples, rises_late)
    assert pattern.explains
    assert pattern.costs[50] == 50 * 49 // 2
    assert pattern.recipe.sources == {"xs": "list(range(N, 0, -1))"}  # the shortest of those


def test_a_recipe_that_breaks_the_precondition_at_the_large_size_is_not_taken() -> None:
    def few(inputs: Mapping[str, Any]) -> bool:
        return bool(max(inputs["xs"]) < 10)

    examples = {n: [{"xs": [0] * n}] for n in SIZES}
    pattern = found({"xs": ints(N)}, examples, lambda inputs: max(inputs["xs"], default=0) + 5, admits=few)
    assert max(pattern.recipe.values(50)["xs"]) < 10
