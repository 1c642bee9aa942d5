"""Shapes to try in the place of others."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from slowpath.knowledge.catalogue import ALL
from slowpath.shape.base import Shape
from slowpath.shape.library import dicts, integer, ints, lists, one_of, records, text
from slowpath.shape.narrower import narrower
from slowpath.shape.sampler import Sampler

KNOWN = ("a", "b", "c")


def board(cells: Any, word: Any) -> Any:
    assert len(cells) == 9
    return [each for each in word if each in KNOWN]


@pytest.mark.parametrize(
    "shape",
    [integer(), ints(), text(), dicts(integer(), ints()), lists(ints())],
    ids=lambda each: each.describe(),
)
def test_those_of_a_fixed_shape_admit_only_what_it_admits(shape: Shape) -> None:
    found = narrower(shape, board, "x", ALL, fixed=True)
    assert found
    assert all(shape.fault(each.build(5, Sampler(Random(1)), "x"), None) is None for each in found)


def test_tables_have_sizes_that_the_code_spells() -> None:
    assert "matrix(9, 9, integer(0, 9))" in [
        each.describe() for each in narrower(ints(), board, "cells", ALL)
    ]


def test_letters_are_those_that_the_code_spells() -> None:
    assert "text(N, 'abc')" in [each.describe() for each in narrower(text(), board, "word", ALL)]


def tour(cycle: Any) -> Any:
    if cycle == "greedy":
        return []
    return [cycle[each] for each in cycle]


def test_a_word_that_the_code_compares_with_comes_first() -> None:
    assert narrower(lists(text()), tour, "cycle", ALL)[0].describe() == "const('greedy')"
    assert all("greedy" not in each.describe() for each in narrower(ints(), tour, "cycle", ALL, fixed=True))


def test_a_class_that_refuses_its_arguments_is_no_narrower_shape() -> None:
    refused = lists(records("fractions:Fraction", text()))
    found = narrower(one_of(text(), refused), board, "x", ALL, fixed=True)
    assert refused not in found
    assert text() in found
