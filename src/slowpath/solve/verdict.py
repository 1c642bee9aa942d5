"""What a solver answers, and how it is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from slowpath.expr.condition import Condition
from slowpath.expr.variable import Value, Values, Variable, Variables


class Model(dict[int, Value]):
    """Values, by variable index, under which every condition holds. Characters are code points."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Model({super().__repr__()})"


@dataclass(frozen=True, slots=True)
class Unsat:
    """No values satisfy the conditions: those at the places in `core` (sorted) already contradict
    each other, or the domains of their variables."""

    core: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """The solver cannot tell. `late`: it ran out of time, so that another time it may."""

    reason: str
    late: bool = False


Verdict = Model | Unsat | Unknown


class Solver(Protocol):
    """One way to answer. A solver never raises for what it cannot do: it answers Unknown.

    `hint` is a model of an earlier question; values that need not change stay as they are there. The
    last condition is the one that is new since. The model has at least the variables that the conditions
    mention.
    """

    def solve(
        self, conditions: Sequence[Condition], variables: Variables, hint: Values | None = None
    ) -> Verdict: ...


def completed(hint: Values | None, variables: Iterable[Variable]) -> dict[int, Value]:
    """A value of its domain for every variable: the hint's, else the plainest."""
    values: dict[int, Value] = {}
    for variable in variables:
        value = None if hint is None else hint.get(variable.index)
        values[variable.index] = value if value is not None and variable.admits(value) else variable.default()
    return values


def involved(conditions: Sequence[Condition], variables: Variables) -> list[Variable]:
    """The variables that conditions mention, in order."""
    indices = {index for condition in conditions for index in condition.variables()}
    return [variables[index] for index in sorted(indices)]
