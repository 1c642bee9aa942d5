"""Cases confirmed: each input runs in a fresh process of the count build before it is reported.

Counted costs must come out as the exploration said. Memory that is metered (not priced by a cost model)
is known only from these runs: where it depends on the input, it is the metered number at the example and
grows as the model of CPython's sizes says, which a second input must confirm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from slowpath.counting.measures import parse
from slowpath.counting.model import SIZED
from slowpath.explore.cases import PathCase, written
from slowpath.explore.region import Truth
from slowpath.expr.comparison import compare
from slowpath.expr.term import Expression, apply, evaluate
from slowpath.model.cost import Number
from slowpath.model.run import End, Lost, Run
from slowpath.run.client import Worker
from slowpath.shape.base import Shape
from slowpath.solve.chain import chain
from slowpath.solve.verdict import Solver


@dataclass(frozen=True, slots=True)
class ConfirmedCase:
    """A case as it was run, what its runs say of it (None if they end otherwise), and notes about that."""

    asked: PathCase
    case: PathCase | None
    lost: tuple[Lost, ...] = ()
    dropped: tuple[Lost, ...] = ()


@dataclass(frozen=True, slots=True)
class Confirmer:
    """Runs cases. `metered` are the measures that only a run tells."""

    worker: Worker
    shapes: Mapping[str, Shape]
    size: int
    measures: Sequence[str]
    metered: frozenset[str]
    max_ops: int
    seconds: Callable[[], float]  # that a run may take now
    solver: Solver = field(default_factory=chain)

    def confirm(self, cases: Sequence[PathCase]) -> list[ConfirmedCase]:
        """Return what runs say of each case.

        Runs may share a process. A case that does not repeat there runs again in one of its own.
        """
        inputs = [written(case, self.shapes, self.size) for case in cases]
        runs = self.worker.runs(inputs, self.size, self.max_ops, self.seconds())
        confirmed = []
        for case, chosen, run in zip(cases, inputs, runs, strict=True):
            repeats = len(cases) == 1 or self._repeats(case, run)
            alone = run if repeats else self._run(chosen)
            confirmed.append(self._confirmed(case, alone, _shown(chosen)))
        return confirmed

    def _run(self, inputs: Mapping[str, str]) -> Run:
        return self.worker.run(inputs, self.size, self.max_ops, self.seconds())

    def _repeats(self, case: PathCase, run: Run) -> bool:
        """Whether a run ends as the path did, and costs what was traced."""
        return _ends_alike(case, run) and all(
            run.costs.get(measure) == evaluate(cost, case.region.values)
            for measure, cost in case.costs.items()
            if measure in self.measures and measure not in self.metered
        )

    def _confirmed(self, case: PathCase, run: Run, place: str) -> ConfirmedCase:
        if not _ends_alike(case, run):
            ended = run.detail or run.raises or "it returned"
            note = Lost(place, f"a fresh run ended otherwise: {ended}", 1)
            return ConfirmedCase(case, None, dropped=(note,))
        costs: dict[str, Expression] = {}
        lost: list[Lost] = []
        for measure in self.measures:
            if measure not in run.costs:
                continue
            cost = case.costs.get(measure)
            costs[measure] = self._cost(case, measure, cost, run.costs[measure], place, lost)
        return ConfirmedCase(case, replace(case, costs=costs, raises=run.raises), lost=tuple(lost))

    def _cost(
        self,
        case: PathCase,
        measure: str,
        cost: Expression | None,
        counted: Number,
        place: str,
        lost: list[Lost],
    ) -> Expression:
        """The cost of a case by one measure, given what it came to in a fresh run."""
        if cost is None or isinstance(cost, int | float):
            if cost is not None and cost != counted and measure not in self.metered:
                lost.append(Lost(place, f"{measure}: {cost} when traced, {counted} when counted", 1))
            return counted
        predicted = evaluate(cost, case.region.values)
        if measure in self.metered:
            cost = apply("+", cost, counted - predicted)
        elif predicted != counted:
            lost.append(Lost(place, f"{measure}: {predicted} when traced, {counted} when counted", 1))
            return counted
        return cost if self._holds(case, measure, cost, lost) else counted

    def _holds(self, case: PathCase, measure: str, cost: Expression, lost: list[Lost]) -> bool:
        """Whether another input of the region, of another cost, costs what an expression says."""
        value = evaluate(cost, case.region.values)
        ruling = case.region.rule(compare(cost, "!=", value), self.solver)
        if ruling.truth is not Truth.SOMETIMES or ruling.values is None:
            return ruling.truth is Truth.NEVER
        other = case.at(ruling.values, case.under)
        inputs = written(other, self.shapes, self.size)
        counted = self._run(inputs).costs.get(measure)
        if counted == evaluate(cost, ruling.values):
            return True
        lost.append(Lost(_shown(inputs), f"{measure}: depends on the input in no way that is modelled", 1))
        return False


def metered_measures(measures: Sequence[str], modelled: bool) -> frozenset[str]:
    """The measures that only a run tells: those of memory, unless a cost model prices it."""
    return frozenset(
        text for text in measures if not modelled and any(atom.name in SIZED for atom in parse(text).atoms)
    )


def _ends_alike(case: PathCase, run: Run) -> bool:
    """Whether a run ends as the path did."""
    return run.end in (End.RETURNED, End.RAISED) and run.exception == case.exception


def _shown(inputs: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in inputs.items())
