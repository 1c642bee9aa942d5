"""Recipes are Python expressions in N."""

from __future__ import annotations

from slowpath.recipe.part import Fixed, PartKind, pumped
from slowpath.recipe.recipe import recipe


def test_a_recipe_is_an_input_at_any_size() -> None:
    made = recipe({"text": pumped(PartKind.TEXT, "(", "ab", "|", "c", ")"), "limit": Fixed("3")})
    assert made.values(2) == {"text": "(abab|cc)", "limit": 3}
    assert made.sources == {"text": "'(' + 'ab' * N + '|' + 'c' * N + ')'", "limit": "3"}
    for size in (1, 2, 7):
        assert made.length(size) == len(made.values(size)["text"])
