"""Recipes are Python expressions in N."""

from __future__ import annotations

import pytest

from slowpath.model.unbuilt import Unbuilt
from slowpath.recipe.part import Family, Fixed, PartKind, pumped
from slowpath.recipe.recipe import held_at, recipe, sizes_in, source_at


def test_a_recipe_is_an_input_at_any_size() -> None:
    made = recipe({"text": pumped(PartKind.TEXT, "(", "ab", "|", "c", ")"), "limit": Fixed("3")})
    assert made.values(2) == {"text": "(abab|cc)", "limit": 3}
    assert made.sources == {"text": "'(' + 'ab' * N + '|' + 'c' * N + ')'", "limit": "3"}
    for size in (1, 2, 7):
        assert made.length(size) == len(made.values(size)["text"])


def test_a_value_that_cannot_be_built_is_told() -> None:
    made = recipe({"n": Fixed("int('a')"), "m": Family("N")})
    values = made.values(3)
    assert isinstance(values["n"], Unbuilt)
    assert values["m"] == 3
    assert made.swelling == 1.0


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("'a' * N", "'aaa'"),
        ("[i for i in range(N)]", "[0, 1, 2]"),
        ("__import__('shop').Item(name='a' * N, tags=tuple([str(i) for i in range(N)]), n=N)",
         "__import__('shop').Item(name='aaa', tags=('0', '1', '2'), n=3)"),
        ("[__import__('shop').Item(i, 'b' * N) for i in range(N)]",
         "[__import__('shop').Item(i, 'bbb') for i in range(3)]"),
        ("__import__('functools').reduce(lambda inner, _: {'a': inner}, range(N), 0)",
         "{'a': {'a': {'a': 0}}}"),
        ("'N'", "'N'"),
    ],
)  # fmt: skip
def test_the_source_at_one_size_has_values_where_they_can_be_written(source: str, written: str) -> None:
    assert source_at(Family(source), 3) == written


def test_a_size_is_held_in_expressions_and_statements() -> None:
    assert held_at("[i for i in range(N)]", 4) == "[i for i in range(4)]"
    assert held_at("x = [N]\nfor i in range(N):\n    x.append('N')", 2) == (
        "x = [2]\nfor i in range(2):\n    x.append('N')"
    )
    assert (sizes_in("'a' * N + 'b' * (N + 1)"), sizes_in("NONE * n")) == (2, 0)
