"""A step takes one way at a time, and says which others there are."""

from __future__ import annotations

from itertools import product

import pytest

from slowpath.abstract.kind import known, number
from slowpath.abstract.step import Raising, applied, joined
from slowpath.abstract.value import NONE, KnownValue, Top, Tup
from slowpath.expr.linear import Linear
from tests.unit.abstract.agreement import admits, between, stepping, ways


def test_every_combination_of_choices_is_taken_once() -> None:
    found = ways(lambda step: (step.choose(2), step.choose(3), step.choose(1)))
    assert sorted(result for result, _ in found) == sorted(product(range(2), range(3), range(1)))


def test_a_condition_is_decided_both_ways_and_remembered() -> None:
    form = Linear(((0, 2),), -3)  # 2x - 3 > 0
    found = ways(lambda step: (step.holds((form, ">")), step.holds((form, ">"))), between(0, 4))
    assert {result for result, _ in found} == {(True, True), (False, False)}
    for (result, _), store in found:
        assert [admits(store, x) for x in range(5)] == [(2 * x - 3 > 0) is result for x in range(5)]


def test_a_condition_that_is_known_leaves_no_choice() -> None:
    found = ways(lambda step: step.holds((Linear.variable(0), ">=")), between(0, 4))
    assert [result for result, _ in found] == [True]
    found = ways(lambda step: step.holds((Linear.variable(0), "<")), between(0, 4))
    assert [result for result, _ in found] == [False]


def test_what_may_raise_does_so_on_one_way() -> None:
    found = ways(lambda step: step.may_raise(KeyError))
    assert {result for result, _ in found} == {None, KeyError}


def test_a_debt_is_paid_when_its_size_is_known() -> None:
    step = stepping()
    step.owe(280, 1_000, number(7), "")
    assert (step.work.cost, step.work.debts) == (280 * 7 // 1_000, [])
    step.owe(3, 1, Linear.variable(0), "")
    assert [(debt.factor, debt.divisor, debt.of) for debt in step.work.debts] == [(3, 1, Linear.variable(0))]
    step.owe(3, 1, Top("int"), "who knows")
    assert list(step.setting.notes.unobserved.values()) == ["who knows"]
    step.owe(0, 1, Top("int"), "nothing is owed")
    assert len(step.setting.notes.unobserved) == 1


def test_memory_is_header_and_parts() -> None:
    step = stepping(measure="memory")
    step.allocate("list", number(3))
    assert step.work.cost == 56 + 8 * 3
    step.grow("list", number(1))
    assert step.work.cost == 56 + 8 * 4
    idle = stepping(measure="instructions")
    idle.allocate("list", number(3))
    assert idle.work.cost == 0


def test_variables_that_are_not_kept_remember_a_kind() -> None:
    kept, naive = stepping(), stepping(kept=False)
    for value, kind in ((number(3), "int"), (Linear.variable(0), "int"), (known(True), "bool")):
        assert kept.remembered(("f", "x"), value) == value
        assert naive.remembered(("f", "x"), value) == Top(kind)
        assert naive.remembered(("f", ".made1"), value) == value  # of the rewriting
    assert naive.remembered(("f", "x"), NONE) == NONE


def test_constants_give_what_python_gives_or_raise_it() -> None:
    assert applied(max, number(3), number(4)) == number(4)
    with pytest.raises(Raising) as caught:
        applied(lambda x: -x, KnownValue("a", "str"))
    assert caught.value.kind is TypeError


def test_what_stands_for_several_values() -> None:
    assert joined([number(1), number(2)]) == Top("int")
    assert joined([number(1), known(0.5)]) == Top("float")
    assert joined([number(1), known("a")]) == Top()
    assert joined([Tup((number(1),)), Tup((number(2),))]) == Tup((Top("int"),))
    assert joined([]) == Top()
