"""What the commands answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from slowpath.model.cost import Costs, LineCost
from slowpath.model.growth import Growth
from slowpath.model.run import End, Lost, Run
from slowpath.model.target import Target


@dataclass(frozen=True, slots=True)
class CostReport:
    """What one run of a target cost. `inputs` are expressions by parameter, `seconds` the CPU time of the
    plain target, where it was asked for."""

    target: Target
    size: int | None
    inputs: Mapping[str, str]
    run: Run
    seconds: float | None = None

    @property
    def costs(self) -> Costs:
        return self.run.costs

    @property
    def lines(self) -> tuple[LineCost, ...]:
        return self.run.lines

    @property
    def end(self) -> End:
        return self.run.end

    @property
    def raises(self) -> str | None:
        return self.run.raises


@dataclass(frozen=True, slots=True)
class GrowthReport:
    """How the cost of a target grows on inputs of growing size.

    `recipe` is the input: expressions in N by parameter. `raises` is what the target raised at every
    size, or None. `seconds` are (size, CPU seconds of the plain target), where they were asked for.
    """

    target: Target
    measure: str
    growth: Growth
    recipe: Mapping[str, str]
    stopped_because: str
    lost: tuple[Lost, ...] = ()
    raises: str | None = None
    seconds: tuple[tuple[int, float], ...] = ()
