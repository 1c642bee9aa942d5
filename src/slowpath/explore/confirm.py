"""Cases confirmed: each input runs in a fresh process of the count build before it is reported.

Counted costs must come out as the exploration said. Memory that is metered (not priced by a cost model)
is known only from these runs: where it depends on the input, it is the metered number at the example and
grows as the model of CPython's sizes says, which a second input must confirm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from slowpath.counting.measures import parse
from slowpath.counting.model import SIZED
from slowpath.explore.cases import PathCase, written
from slowpath.explore.region import Truth
from slowpath.expr.comparison import compare
from slowpath.expr.term import Expression, apply, evaluate
from slowpath.model.cost import Number
from slowpath.model.run import End, Lost
from slowpath.run.client import Worker
from slowpath.shape.base import Shape
from slowpath.solve.chain import chain
from slowpath.solve.verdict import Solver


@dataclass(slots=True)
class Confirmer:
    """Runs cases. `metered` are the measures that only a run tells, `dropped` cases that did not repeat."""

    worker: Worker
    shapes: Mapping[str, Shape]
    size: int
    measures: Sequence[str]
    metered: frozenset[str]
    max_ops: int
    dropped: list[Lost] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    solver: Solver = field(default_factory=chain)

    def confirmed(self, case: PathCase) -> PathCase | None:
        """The case with the costs of its runs, or None where its run does not end as the path did."""
        inputs = written(case, self.shapes, self.size)
        run = self.worker.run(inputs, self.size, self.max_ops)
        place = ", ".join(f"{name}={text}" for name, text in inputs.items())
        if run.end not in (End.RETURNED, End.RAISED) or run.exception != case.exception:
            ended = run.detail or run.raises or "it returned"
            self.dropped.append(Lost(place, f"a fresh run ended otherwise: {ended}", 1))
            return None
        costs: dict[str, Expression] = {}
        for measure in self.measures:
            if measure not in run.costs:
                continue
            cost = case.costs.get(measure)
            costs[measure] = self._cost(case, measure, cost, run.costs[measure], place)
        return replace(case, costs=costs, raises=run.raises)

    def _cost(
        self, case: PathCase, measure: str, cost: Expression | None, counted: Number, place: str
    ) -> Expression:
        """The cost of a case by one measure, given what it came to in a fresh run."""
        if cost is None or isinstance(cost, int | float):
            if cost is not None and cost != counted and measure not in self.metered:
                self.lost.append(Lost(place, f"{measure}: {cost} when traced, {counted} when counted", 1))
            return counted
        predicted = evaluate(cost, case.region.values)
        if measure in self.metered:
            cost = apply("+", cost, counted - predicted)
        elif predicted != counted:
            self.lost.append(Lost(place, f"{measure}: {predicted} when traced, {counted} when counted", 1))
            return counted
        return cost if self._holds(case, measure, cost) else counted

    def _holds(self, case: PathCase, measure: str, cost: Expression) -> bool:
        """Whether another input of the region, of another cost, costs what an expression says."""
        value = evaluate(cost, case.region.values)
        ruling = case.region.rule(compare(cost, "!=", value), self.solver)
        if ruling.truth is not Truth.SOMETIMES or ruling.values is None:
            return ruling.truth is Truth.NEVER
        other = case.at(ruling.values, case.under)
        inputs = written(other, self.shapes, self.size)
        counted = self.worker.run(inputs, self.size, self.max_ops).costs.get(measure)
        if counted == evaluate(cost, ruling.values):
            return True
        place = ", ".join(f"{name}={text}" for name, text in inputs.items())
        self.lost.append(Lost(place, f"{measure}: depends on the input in no way that is modelled", 1))
        return False


def metered_measures(measures: Sequence[str], modelled: bool) -> frozenset[str]:
    """The measures that only a run tells: those of memory, unless a cost model prices it."""
    return frozenset(
        text for text in measures if not modelled and any(atom.name in SIZED for atom in parse(text).atoms)
    )
