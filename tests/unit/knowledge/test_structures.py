"""Parts of structures depend on each other as their reasons say."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.knowledge.entry import Structure
from slowpath.knowledge.structures import OBJECTS, STRUCTURES


def at(each: Structure, size: int) -> Any:
    return eval(each.over("N"), {"N": size})


GRAPHS = [each for each in STRUCTURES if "graph" in each.kind or each.kind == "neighbour sets"]
SQUARES = [each for each in STRUCTURES if each.kind == "square"]


@pytest.mark.parametrize("each", GRAPHS, ids=lambda each: each.reason)
def test_neighbours_are_nodes(each: Structure) -> None:
    graph = at(each, 7)
    assert len(graph) == 7
    assert all(neighbour in graph for neighbours in graph.values() for neighbour in neighbours)


@pytest.mark.parametrize("each", SQUARES, ids=lambda each: each.reason)
def test_squares_have_as_many_columns_as_rows(each: Structure) -> None:
    assert {len(row) for row in at(each, 6)} == {6}
    assert len(at(each, 6)) == 6


@pytest.mark.parametrize("each", STRUCTURES, ids=lambda each: each.reason)
def test_all_of_them_grow(each: Structure) -> None:
    assert len(at(each, 9)) > len(at(each, 4))


@pytest.mark.parametrize("each", OBJECTS, ids=lambda each: f"{each.kind} {each.reason}")
def test_objects_are_of_their_class_and_those_that_grow_differ(each: Structure) -> None:
    one, other = at(each, 3), at(each, 30)
    assert f"{type(one).__module__}:{type(one).__qualname__}" == each.kind
    assert (one < other) == ("{n}" in each.source)
