"""Small domains: what is tried, and how much of it."""

from __future__ import annotations

import pytest

from slowpath.expr import term
from slowpath.expr.comparison import compare
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, apply
from slowpath.expr.variable import Integers, Value, Variable
from slowpath.solve.enumeration import Enumeration
from slowpath.solve.verdict import Model, Unknown, Unsat

VARIABLES = (Variable(0, "x", Integers(0, 999)),)


def steps(count: int) -> list[Expression]:
    """x after 0, 1, 2, ... steps of `x * x % 1009`: each is made of the one before."""
    made: list[Expression] = [Linear.variable(0)]
    for _ in range(count):
        made.append(apply("%", apply("*", made[-1], made[-1]), 1009))
    return made


def test_every_value_is_tried() -> None:
    last = steps(1)[-1]
    assert Enumeration().solve([compare(last, "==", 4)], VARIABLES, {0: 5}) == Model({0: 2})
    assert Enumeration().solve([compare(last, "==", 11)], VARIABLES) == Unsat((0,))  # no square modulo 1009


def test_a_question_that_takes_long_has_no_answer_and_says_so() -> None:
    conditions = [compare(each, "!=", 1010) for each in steps(200)] + [compare(steps(200)[-1], "==", 11)]
    answer = Enumeration(milliseconds=50).solve(conditions, VARIABLES)
    assert isinstance(answer, Unknown)
    assert answer.late


def test_terms_that_conditions_share_are_evaluated_once_for_each_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evaluated: list[str] = []
    compute = term.compute

    def counted(operator: str, operands: tuple[term.Operand, ...]) -> Value:
        evaluated.append(operator)
        return compute(operator, operands)

    monkeypatch.setattr(term, "compute", counted)
    shared = steps(20)
    conditions = [compare(each, "!=", 1010) for each in shared] + [compare(shared[-1], "==", 11)]
    assert isinstance(Enumeration().solve(conditions, VARIABLES), Unsat)
    assert len(evaluated) <= 1_000 * 2 * 20 + 1_000  # the first product is flat, and not kept
