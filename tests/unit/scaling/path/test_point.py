"""Questions that are alike but for indices and numbers belong to one point."""

from __future__ import annotations

import pytest

from slowpath.expr.comparison import compare
from slowpath.expr.condition import Condition, Member, some_of
from slowpath.expr.linear import Linear
from slowpath.expr.term import apply
from slowpath.expr.variable import Characters, Variable
from slowpath.model.charset import CharSet
from slowpath.scaling.path.point import (
    Key,
    PointKind,
    PointRow,
    UnmodelledPoint,
    _taken_apart,
    rows_of,
    split,
)
from tests.unit.scaling.path.support import program

NAMES = [split(f"xs[{place}]") for place in range(3)]
NUMBERS = [Variable(place, f"xs[{place}]") for place in range(3)]
LETTERS = [Variable(place, f"s[{place}]", Characters(CharSet.of("abcxyz"))) for place in range(3)]
X, Y, Z = (Linear.variable(place) for place in range(3))


def apart(condition: Condition, variables: list[Variable] = NUMBERS) -> tuple[PointKind, object, int]:
    return _taken_apart(condition, NAMES, variables)


def test_a_name_is_split_from_its_indices() -> None:
    assert split("grid[2][3]") == (("grid[][]", 2), (2, 3))
    assert split("n") == (("n", 0), ())


def test_rows_of_insertion_sort_are_the_pairs_that_it_compares() -> None:
    target = program("insertion_sort")
    path, contexts = target.recorded(4, {0: 4, 1: 3, 2: 2, 3: 1})
    found = rows_of(path, contexts)
    (some,) = found.values()
    assert len(some) == 6
    pairs = [tuple(sorted(index for slot in row.terms for (index,) in slot)) for row in some]
    assert pairs == [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]


def test_alike_questions_have_one_kind() -> None:
    one, other = apart(compare(X, "<", Y)), apart(compare(Y, "<", Z))
    assert one[0] == other[0]
    assert one[1] != other[1]
    assert apart(compare(X, "<", 5))[0] == apart(compare(Z, "<", 9))[0]
    assert apart(compare(X, "<", 5))[0] != apart(compare(X, "==", 5))[0]


def test_conditions_on_one_character_are_sets() -> None:
    chosen = some_of([Member(0, CharSet.of("ab")), compare(X, "==", ord("z"))])
    kind, _, _ = apart(chosen, LETTERS)
    assert kind.op == "in"
    assert kind.chars is not None
    for code in map(ord, "abcxyz"):
        assert (code in kind.chars) == chosen.holds({0: code})


def test_what_has_no_leaves_is_named() -> None:
    with pytest.raises(UnmodelledPoint, match="the operator '\\*' on the input"):
        apart(compare(apply("*", X, Y), "==", 3))


def test_leaves_are_indices_and_the_constant() -> None:
    row = PointRow((1,), (((0, 1), (2, 3)), ((4,),)), 7)
    assert row.leaves() == (0, 1, 2, 3, 4, 7)
    assert row.shape() == (2, 1)
    assert Key((), True, PointKind("<=", ())).place == "the input"
