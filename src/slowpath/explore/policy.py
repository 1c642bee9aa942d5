"""Resource policies: which cases are wanted.

    policy  =  clause ("and" clause)*
    clause  =  measure ("<" | "<=" | ">" | ">=" | "==" | "!=") number
            |  "worst" [measure]  |  "top" number [measure]
            |  "raises"  |  "returns"

Clauses apply from left to right. A threshold on a cost that depends on the input is decided by the solver:
it holds always, never, or under a condition, which the case is then given, with an example that meets it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from slowpath.counting.measures import parse as parse_measure
from slowpath.counting.model import CPYTHON, CostModel
from slowpath.errors import UsageError
from slowpath.explore.cases import PathCase, shown_cost
from slowpath.explore.region import Ruling, Truth, renamed
from slowpath.explore.threshold import limited
from slowpath.expr.comparison import compare
from slowpath.expr.condition import TRUE, Condition, all_of
from slowpath.expr.term import Expression
from slowpath.model.cost import Number
from slowpath.solve.chain import chain
from slowpath.solve.verdict import Solver

_COMPARISON = re.compile(r"(.+?)(<=|>=|==|!=|<|>)(.+)")
_SELECTION = re.compile(r"(?:(worst)|top\s+(\d+))(?:\s+(.+))?")
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_EXAMPLES = "Examples: 'memory > 48', 'ops <= 1000 and returns', 'worst', 'top 5 memory'."


@dataclass(frozen=True, slots=True)
class Threshold:
    """A measure's cost compared with a number.

    `op` is a comparison as Python writes it, with the cost on its left.
    """

    measure: str
    op: str
    limit: Number

    def condition(self, cost: Expression) -> Condition:
        """The condition that it is of the inputs of a cost."""
        return limited(cost, self.op, self.limit)


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether a case raises."""

    raises: bool


@dataclass(frozen=True, slots=True)
class Costliest:
    """The costliest cases by a measure: the `count` first, or (None) those that can be the worst."""

    count: int | None
    measure: str


Clause = Threshold | Ending | Costliest


@dataclass(frozen=True, slots=True)
class CasePolicy:
    """Clauses that all apply, from left to right."""

    text: str
    clauses: tuple[Clause, ...]

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that the policy compares, each once."""
        named = (each.measure for each in self.clauses if not isinstance(each, Ending))
        return tuple(dict.fromkeys(named))

    def chosen(self, cases: Iterable[PathCase], solver: Solver | None = None) -> list[PathCase]:
        """The cases that the policy keeps; those it keeps under a condition have it, and meet it."""
        asked = solver or chain()
        kept = list(cases)
        for clause in self.clauses:
            if isinstance(clause, Ending):
                kept = [case for case in kept if (case.raises is not None) is clause.raises]
            elif isinstance(clause, Threshold):
                kept = [new for case in kept if (new := _limited(case, clause, asked)) is not None]
            elif clause.count is None:
                kept = worst(kept, clause.measure, asked)
            else:
                kept = ranked(kept, clause.measure)[: clause.count]
        return kept


def parse(text: str, default: str = "ops", model: CostModel = CPYTHON) -> CasePolicy:
    """Return the policy that a text describes; `default` is the measure of `worst` and `top`."""
    pieces = [piece.strip() for piece in re.split(r"\band\b", text)]
    return CasePolicy(text, tuple(_clause(piece, text, default, model) for piece in pieces))


def _clause(piece: str, text: str, default: str, model: CostModel) -> Clause:
    if piece in ("raises", "returns"):
        return Ending(piece == "raises")
    selection = _SELECTION.fullmatch(piece)
    if selection is not None:
        count = None if selection[1] else int(selection[2])
        if count == 0:
            raise UsageError(f"the policy {text!r} keeps no case: 'top 0'", _EXAMPLES)
        return Costliest(count, _measure(selection[3] or default, model))
    comparison = _COMPARISON.fullmatch(piece)
    if comparison is None:
        raise UsageError(f"{piece!r} in the policy {text!r} is no clause of a policy", _EXAMPLES)
    left, op, right = (part.strip() for part in comparison.groups())
    limit = _number(right)
    if limit is None:
        left, op, limit = right, _SWAPPED[op], _number(left)
    if limit is None:
        raise UsageError(f"{piece!r} in the policy {text!r} compares with no number", _EXAMPLES)
    return Threshold(_measure(left, model), op, limit)


def _measure(text: str, model: CostModel) -> str:
    parse_measure(model.spelled(text))
    return text


def _number(text: str) -> Number | None:
    try:
        return int(text.replace(",", ""))
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def rule(case: PathCase, clause: Threshold, solver: Solver | None = None) -> Ruling:
    """Decide whether a case meets a threshold: always, never, or under a condition."""
    region = case.region if case.under == TRUE else case.region.where(case.under, case.region.values)
    return region.rule(clause.condition(_cost(case, clause.measure)), solver)


def _limited(case: PathCase, clause: Threshold, solver: Solver) -> PathCase | None:
    """The case where it meets a threshold, None where it never does."""
    ruling = rule(case, clause, solver)
    if ruling.values is None:
        return None
    if ruling.truth is Truth.ALWAYS:
        return case
    return case.at(ruling.values, all_of([case.under, clause.condition(_cost(case, clause.measure))]))


def exceeds(
    case: PathCase, other: PathCase, measure: str, solver: Solver | None = None
) -> tuple[Ruling, Condition]:
    """Decide under which condition a case costs more than another does on an input of the same names."""
    cost = renamed(_cost(other, measure), other.region.variables, case.region.variables)
    if cost is None:
        return Ruling(Truth.UNKNOWN), TRUE
    condition = compare(_cost(case, measure), ">", cost)
    return case.region.rule(condition, solver), condition


def ranked(cases: Iterable[PathCase], measure: str) -> list[PathCase]:
    """The cases by what they can cost at most, then by the cost of their examples, costliest first."""

    def key(case: PathCase) -> tuple[float, Number]:
        return -most(case, measure), -case.cost(measure)

    return sorted((case for case in cases if measure in case.costs), key=key)


def most(case: PathCase, measure: str) -> float:
    """What a case costs at most; infinite where no bound on its variables tells."""
    region = case.region if case.under == TRUE else case.region.where(case.under, case.region.values)
    return region.interval(_cost(case, measure))[1]


def worst(cases: Sequence[PathCase], measure: str, solver: Solver | None = None) -> list[PathCase]:
    """The cases that can be the worst.

    The first is the costliest of those whose cost has a bound. Where the cost of others has none, the first
    of each cost follows, under the condition that it is above that bound.
    """
    order = ranked(cases, measure)
    bounded = [case for case in order if most(case, measure) < math.inf]
    chosen = bounded[:1]
    limit = most(bounded[0], measure) if bounded else -math.inf
    seen: list[object] = []
    for case in order[: len(order) - len(bounded)]:
        cost = _named(case, measure)
        if cost in seen:
            continue
        above = _limited(case, Threshold(measure, ">", int(limit)), solver or chain()) if bounded else case
        if above is not None:
            seen.append(cost)
            chosen.append(above)
    return chosen


def _named(case: PathCase, measure: str) -> object:
    """A cost by the names of its variables: their numbers differ between inputs of different lengths."""
    return shown_cost(_cost(case, measure), case.region)


def _cost(case: PathCase, measure: str) -> Expression:
    cost = case.costs.get(measure)
    if cost is None:
        raise UsageError(
            f"the policy compares {measure!r}, which is not measured here", f"Add --measure '{measure}'."
        )
    return cost
