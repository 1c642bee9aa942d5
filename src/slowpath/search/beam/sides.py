"""Sides: inputs that answer one question otherwise by changing one of the variables it asks about.

A solver changes what needs the least change, and its input is one of many. Where a question compares two
parts of an input, it matters which of them moves: naive string search in 64 equal characters ends at once
with a match; another last character of the pattern makes every start fail at the last comparison (99.8 % of
the worst case), another character of the text does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from slowpath.expr.variable import Characters, Integers, Reals, Values, Variable
from slowpath.model.charset import CharSet
from slowpath.solve.chain import DEFAULT, Options, chain
from slowpath.solve.verdict import Model
from slowpath.values.path import Path


def sides(
    path: Path, place: int, options: Options = DEFAULT, late: Callable[[], bool] = lambda: False
) -> Iterator[Values]:
    """Yield inputs on which the question at a place of a path has the other answer, one for each variable.

    What the run asks before is not looked at: its run tells where such an input leads. No question is asked
    when it is `late`.
    """
    other = path.held(place).negated()
    asked = sorted(other.variables())
    if len(asked) < 2:
        return
    solver = chain(options)
    for moving in asked:
        if late():
            return
        variables = list(path.variables)
        for index in asked:
            if index != moving:
                variables[index] = fixed(variables[index], path.model)
        verdict = solver.solve([other], variables, path.model)
        if isinstance(verdict, Model):
            yield {**path.model, **verdict}


def fixed(variable: Variable, values: Values) -> Variable:
    """A variable that has the value it has."""
    value, domain = values[variable.index], variable.domain
    if isinstance(domain, Characters):
        return replace(variable, domain=replace(domain, chars=CharSet.between(int(value), int(value))))
    if isinstance(domain, Reals):
        return replace(variable, domain=Reals(float(value), float(value)))
    return replace(variable, domain=Integers(int(value), int(value)))
