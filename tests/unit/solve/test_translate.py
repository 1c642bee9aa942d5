"""Terms that conditions share are translated once; where they are undefined is said for each condition."""

from __future__ import annotations

from typing import Any

import z3

from slowpath.expr.comparison import compare
from slowpath.expr.linear import Linear
from slowpath.expr.term import Term, apply
from slowpath.expr.variable import Integers, Variable
from slowpath.solve.translate import Translator

X, Y = Linear.variable(0), Linear.variable(1)
VARIABLES = [Variable(0, "x", Integers(-50, 50)), Variable(1, "y", Integers(-50, 50))]


class _Counted(Translator):
    """Knows how many operators it has translated."""

    applied = 0

    def _applied(self, term: Term, operands: list[Any]) -> Any:
        self.applied += 1
        return super()._applied(term, operands)


def test_a_path_that_computes_on_takes_each_step_once() -> None:
    translator = _Counted(z3, VARIABLES)
    value: Any = X
    for steps in range(1, 201):
        value = apply("//", value, 2)
        translator.condition(compare(apply("%", value, 2), "==", 0))
        assert translator.applied == 2 * steps


def test_a_shared_quotient_is_defined_in_each_condition() -> None:
    translator = Translator(z3, VARIABLES)
    quotient = apply("//", X, Y)
    for condition in (compare(quotient, ">", 3), compare(apply("+", quotient, apply("*", X, Y)), ">", 3)):
        expression, partial = translator.condition(condition)
        assert not partial
        solver = z3.Solver()
        solver.add(expression, translator.unknown(1) == 0)
        assert solver.check() == z3.unsat


def test_a_shared_term_of_limited_width_makes_each_condition_partial() -> None:
    translator = Translator(z3, [Variable(0, "x", Integers()), Variable(1, "y", Integers())])
    mixed = apply("^", X, Y)
    assert translator.condition(compare(mixed, ">", 3))[1]
    assert translator.condition(compare(apply("//", mixed, 7), ">", 3))[1]
    assert not translator.condition(compare(apply("//", X, 7), ">", 3))[1]
