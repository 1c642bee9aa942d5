"""Constants become abstract values and numbers come back; what is forgotten keeps its kind."""

from __future__ import annotations

import pytest

from slowpath.abstract.kind import as_form, blurred, from_form, is_number, kind_of, known, number, whole
from slowpath.abstract.value import NONE, Asking, KnownValue, Thing, Top, Tup
from slowpath.expr.linear import Linear

X = Linear.variable(0)


@pytest.mark.parametrize("constant", [0, 7, True, 1.5, "a", b"a", None])
def test_a_constant_is_known_with_its_type(constant: object) -> None:
    value = known(constant)
    assert isinstance(value, KnownValue)
    assert value.value == constant
    assert kind_of(value) == type(constant).__name__
    assert is_number(value) is isinstance(constant, int | float)
    assert whole(value) == (int(constant) if isinstance(constant, int) else None)


def test_equal_constants_of_different_types_differ() -> None:
    assert len({known(1), known(True), known(1.0)}) == 3


def test_tuples_are_known_part_by_part_and_others_are_things() -> None:
    assert known((1, (2, "a"))) == Tup((number(1), Tup((number(2), known("a")))))
    shared: list[int] = []
    assert known(shared) == Thing(shared)
    assert known(shared) != known([])


def test_numbers_are_forms_and_forms_are_numbers() -> None:
    assert as_form(number(3)) == Linear((), 3)
    assert as_form(known(True)) == Linear((), 1)
    assert as_form(known(1.0)) is None
    assert from_form(X - X + 2) == number(2)
    assert from_form(X + 2) == X + 2


def test_what_is_blurred_keeps_its_kind_and_nothing_else() -> None:
    for value in (number(3), known(True), known(1.5), known("a"), X, Asking(X, ">"), known((1, "a"))):
        assert kind_of(blurred(value)) == kind_of(value)
        assert whole(blurred(value)) is None
    assert blurred(known((1, "a"))) == Tup((Top("int"), Top("str")))
    assert blurred(NONE) == NONE
