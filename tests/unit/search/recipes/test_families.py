"""Expressions in N as parts."""

from __future__ import annotations

import pytest

from slowpath.knowledge.entry import KnownExpression
from slowpath.recipe.part import Family, Fixed
from slowpath.search.recipes.families import (
    at_any_size,
    characters,
    family,
    small_value,
    value_of,
    with_names,
)


@pytest.mark.parametrize(("source", "grows"), [("'a' * N", True), ("[1, 2]", False)])
def test_what_names_n_grows(source: str, grows: bool) -> None:
    made = at_any_size(source)
    assert made.source == source
    assert (made.length(9) > made.length(1)) is grows


def test_a_known_expression_is_a_family_of_its_step() -> None:
    assert family(KnownExpression("'ab' * {n}", "", 2)) == Family("'ab' * N", 2)
    assert set(characters(KnownExpression("'ab' * {n}", ""))) == {"a", "b"}


def test_values_at_a_small_size_differ() -> None:
    assert small_value(Family("list(range(N))")) == [0, 1]
    assert value_of(Fixed("{'a': 1}")) == {"a": 1}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{i: [i] for i in range(N)}", "{str(i): [i] for i in range(N)}"),
        (
            "{i: {j: 1 for j in range(i)} for i in range(N)}",
            "{str(i): {str(j): 1 for j in range(i)} for i in range(N)}",
        ),
        ("{str(i): 0 for i in range(N)}", "{str(i): 0 for i in range(N)}"),
        ("[{i: 0 for i in range(2)}] * N", "[{i: 0 for i in range(2)}] * N"),
    ],
    ids=["numbers", "at each level", "texts already", "no mapping"],
)
def test_keys_of_a_mapping_become_names(source: str, expected: str) -> None:
    assert with_names(Family(source)) == Family(expected)
