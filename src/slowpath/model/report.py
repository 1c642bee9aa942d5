"""What the commands answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from slowpath.model.cost import Costs, LineCost, Number
from slowpath.model.growth import Growth
from slowpath.model.run import End, Lost, Run
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.model.search import NO_RUN_ENDED
from slowpath.model.stop import StopReason
from slowpath.model.target import Target


@dataclass(frozen=True, slots=True)
class CostReport:
    """What one run of a target cost. `inputs` are expressions by parameter, `scenario` is what else it did;
    `seconds` is the CPU time of the plain target, where it was asked for."""

    target: Target
    size: int | None
    inputs: Mapping[str, str]
    run: Run
    seconds: float | None = None
    scenario: Scenario = ONE_CALL

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
    size, or None. `seconds` are (size, CPU seconds of the plain target), where they were asked for. The
    `scenario` is what else each run did; `building` are (size, ops) of its setup.
    """

    target: Target
    measure: str
    growth: Growth
    recipe: Mapping[str, str]
    stopped_because: StopReason
    lost: tuple[Lost, ...] = ()
    raises: str | None = None
    seconds: tuple[tuple[int, float], ...] = ()
    scenario: Scenario = ONE_CALL
    building: tuple[tuple[int, Number], ...] = ()


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A confirmed case.

    `condition` is on the parameters, as Python; `under` is what the policy demands besides, or None.
    `costs` are numbers or the text of expressions over the parameters, `at` what they come to for `inputs`.
    """

    condition: str
    under: str | None
    inputs: Mapping[str, str]
    costs: Mapping[str, Number | str]
    at: Costs
    raises: str | None = None


@dataclass(frozen=True, slots=True)
class Traces:
    """What a search by way of traces did: how many the abstraction has, how many were followed, and how many
    of these some input takes. `abstraction` is "enhanced" or "naive"."""

    abstraction: str
    count: int
    tried: int
    feasible: int


@dataclass(frozen=True, slots=True)
class CasesReport:
    """The cases of a target within a criterion that a policy keeps, costliest first.

    `found` is how many there were to choose from. `complete` tells whether no path within the criterion that
    the policy may want was left out, and nothing was lost. `lost` are places that tracking gave up, and cases
    that a fresh run did not confirm; `unconfirmed` are the cases that did not run before the end. `mode`
    tells how cases were found: "aware" of their costs, among all paths, or "driven" by them; then `traces`
    tells how, unless the search did not terminate. `scope` are the modules that were counted besides those of
    the target.
    """

    target: Target
    size: int
    criterion: str | None
    policy: str | None
    measures: tuple[str, ...]
    model: str
    cases: tuple[CaseRow, ...]
    found: int
    complete: bool
    stopped_because: StopReason
    rejected: int = 0
    lost: tuple[Lost, ...] = ()
    mode: str = "aware"
    traces: Traces | None = None
    scope: tuple[str, ...] = ()
    unconfirmed: int = 0

    @property
    def inconclusive(self) -> str | None:
        """Why a list without cases means nothing; None if it has some, if there are none, or if traces tell
        how far the search came."""
        if self.cases or self.traces is not None or (self.complete and self.found):
            return None
        if self.rejected and not self.found:
            return "every input was rejected: weaken --requires, or widen a shape with --arg"
        if self.policy:
            return "no case is known that the policy wants, and not all paths were seen: see --budget"
        return NO_RUN_ENDED
