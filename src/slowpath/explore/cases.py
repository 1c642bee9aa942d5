"""Cases: the paths of a target within a criterion, each with its inputs, its costs and an example."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from slowpath.counting.measures import parse
from slowpath.counting.model import CPYTHON, CostModel
from slowpath.explore.costs import CostedPath, PathMeter, cost_of
from slowpath.explore.example import write_example
from slowpath.explore.exhaustive import Clock
from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.explore.limits import Tally
from slowpath.explore.region import Region
from slowpath.expr.condition import TRUE, Condition
from slowpath.expr.linear import Linear
from slowpath.expr.term import Expression, evaluate
from slowpath.expr.text import shown, shown_value
from slowpath.expr.variable import Values
from slowpath.model.cost import Number
from slowpath.model.target import Build
from slowpath.shape.base import Shape
from slowpath.solve.chain import chain
from slowpath.solve.noting import NotingSolver
from slowpath.target.load import Loaded, load
from slowpath.values.events import Events, event_hooks


@dataclass(frozen=True, slots=True)
class PathCase:
    """A path: the region of its inputs, what they cost by measure, and how they end.

    Costs are numbers, or expressions over the variables of the region. `under` is what a policy demands
    besides the path's own conditions; the region's values meet both. `raises` is an exception in one line,
    `exception` the name of its class.
    """

    region: Region
    costs: Mapping[str, Expression]
    raises: str | None = None
    under: Condition = field(default=TRUE)
    exception: str | None = None

    def cost(self, measure: str) -> Number:
        """The cost of the region's example."""
        return evaluate(self.costs[measure], self.region.values)

    def condition(self) -> str:
        """The path's conditions as a Python expression."""
        return self.region.text()

    def demand(self) -> str | None:
        """What the policy demands besides, as a Python expression."""
        return None if self.under == TRUE else shown(self.under, self.region.variables)

    def at(self, values: Values, under: Condition) -> PathCase:
        """The case with another example, where the policy demands a condition that it meets."""
        return replace(self, region=replace(self.region, values=dict(values)), under=under)


@dataclass(frozen=True, slots=True)
class Metered:
    """A target whose runs tell what they allocate."""

    loaded: Loaded
    events: Events


def metered(spec: str, scope: tuple[str, ...] = ()) -> Metered:
    """Load a target in a trace build whose events are kept."""
    events = Events()
    return Metered(load(spec, scope=scope, build=Build.TRACE, more=event_hooks(events)), events)


class CaseList:
    """Enumerates the cases of a target in the order in which its paths are found."""

    def __init__(
        self,
        target: Metered,
        shapes: Mapping[str, Shape],
        size: int,
        measures: Sequence[str],
        settings: ExploreSettings | None = None,
        model: CostModel = CPYTHON,
        clock: Clock = time.monotonic,
    ) -> None:
        self._measures = {text: parse(model.spelled(text)) for text in measures}
        self._model = model
        elementary = [model.spelled(text) for text in measures]
        meter = PathMeter(target.loaded.ledger, target.events, elementary)
        self.exploration = Exploration(target.loaded, shapes, size, settings, clock, meter)
        self.tally: Tally = self.exploration.tally  # costs that time did not allow to reduce are unknown
        self._solver = NotingSolver(chain((settings or ExploreSettings()).options))

    def cases(self) -> Iterator[PathCase]:
        """Yield the cases."""
        for path in self.exploration.paths():
            assert isinstance(path, CostedPath)
            yield self.case(path)

    def case(self, path: CostedPath) -> PathCase:
        """The case of a path."""
        region = Region(
            tuple(path.variables),
            tuple(dict.fromkeys(path.held(place) for place in range(len(path.taken)))),
            dict(path.model),
        )
        costs = {}
        late = self._solver.late
        for text, measure in self._measures.items():
            cost = cost_of(path, measure, self._model)
            if cost is not None:
                costs[text] = region.reduced(cost, self._solver)
        self.tally.unknown += self._solver.late - late
        return PathCase(region, costs, path.raises, exception=path.exception)


def written(case: PathCase, shapes: Mapping[str, Shape], size: int) -> dict[str, str]:
    """The example of a case: Python source by parameter."""
    return write_example(case.region.values, case.region.variables, shapes, size)


def shown_cost(cost: Expression, region: Region) -> Number | str:
    """A cost as a number, or as text over the names of the input: "12 + 4*icap"."""
    if isinstance(cost, int | float):
        return cost
    if not isinstance(cost, Linear):
        return shown_value(cost, region.variables)
    text = str(cost.constant) if cost.constant else ""
    for index, factor in cost.parts:
        name = region.variables[index].shown
        part = name if abs(factor) == 1 else f"{abs(factor)}*{name}"
        sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
        text += sign + part
    return text
