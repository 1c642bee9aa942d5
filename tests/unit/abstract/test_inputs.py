"""Abstract inputs: one for each choice of lengths and the like, with the variables that runs have."""

from __future__ import annotations

import pytest

from slowpath.abstract.heap import Listed
from slowpath.abstract.inputs import forget_items, inputs
from slowpath.abstract.kind import known, number
from slowpath.abstract.value import KnownValue, Ref, Top, Tup, Value
from slowpath.errors import NotAbstracted
from slowpath.expr.linear import Linear
from slowpath.shape.base import Shape
from slowpath.shape.library import (
    boolean,
    const,
    integer,
    ints,
    lists,
    optional,
    real,
    records,
    row,
    text,
    upto,
)
from slowpath.values.maker import SymbolicMaker
from slowpath.values.trace import Sites, Trace


def items(shape: Shape) -> list[tuple[Value, ...]]:
    """The items of every list that a shape makes."""
    found = []
    for each in inputs({"xs": shape}, 3):
        ref = each.arguments["xs"]
        assert isinstance(ref, Ref)
        cell = each.work.heap[ref.address]
        assert isinstance(cell, Listed)
        assert cell.items is not None
        assert cell.length == number(len(cell.items))
        found.append(cell.items)
    return found


def test_there_is_an_input_for_each_length() -> None:
    assert [len(each) for each in items(ints(upto(3)))] == [0, 1, 2, 3]
    assert [len(each) for each in items(ints(2))] == [2]


def test_choices_multiply() -> None:
    found = inputs({"a": boolean(), "b": optional(integer()), "c": ints(upto(1))}, 3)
    assert len(found) == 2 * 2 * 2
    assert {each.arguments["a"] for each in found} == {known(False), known(True)}
    assert sum(isinstance(each.arguments["b"], Linear) for each in found) == 4
    chosen = [sorted(each.chosen.items()) for each in found]
    assert chosen == sorted(chosen)


@pytest.mark.parametrize(
    "shape", [ints(3), row(integer(), text(2), integer()), lists(real(), 2), integer(1, 5)]
)
def test_variables_have_the_numbers_that_runs_give_them(shape: Shape) -> None:
    trace = Trace(Sites(), lambda: 0)
    maker = SymbolicMaker(trace, {})
    for name in ("first", "second"):
        (shape if name == "first" else integer()).build(3, maker, name)
    (given,) = inputs({"first": shape, "second": integer()}, 3)
    assert given.arguments["second"] == Linear.variable(trace.variables[-1].index)


def test_bounds_are_known() -> None:
    (given,) = inputs({"a": integer(2, 7), "b": integer()}, 3)
    assert given.work.store.of(0) == (2, 7, frozenset())
    assert given.work.store.of(1) == (None, None, frozenset())


def test_constants_are_known() -> None:
    (given,) = inputs({"a": const([1, (2, "x")])}, 3)
    assert given.work.heap == [Listed(number(2), (number(1), Tup((number(2), known("x")))))]


def test_objects_are_refused() -> None:
    with pytest.raises(NotAbstracted, match="an input of the class"):
        inputs({"a": records("fractions:Fraction", integer())}, 3)


def test_forgotten_items_are_numbers_of_which_nothing_is_known() -> None:
    (given,) = inputs({"xs": lists(ints(2), 1)}, 3)
    outer, inner = given.arguments["xs"], Ref(0)
    assert isinstance(outer, Ref)
    forget_items(given.work, outer, keeps=False, lengths=True)
    assert given.work.heap[inner.address] == Listed(KnownValue(2, "int"), (Top("int"), Top("int")))
    assert given.work.heap[outer.address] == Listed(KnownValue(1, "int"), (inner,))
    forget_items(given.work, outer, keeps=True, lengths=False)
    assert given.work.heap[outer.address] == Listed(Top("int"), None, inner)
