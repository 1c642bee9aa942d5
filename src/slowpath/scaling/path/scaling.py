"""Path space from end to end: learn the worst path at small sizes, then an input for any size."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from slowpath.errors import ShapeError
from slowpath.explore.exhaustive import Clock
from slowpath.expr.variable import Value
from slowpath.scaling.path.census import Domains, domains_of, input_of, model_of
from slowpath.scaling.path.factor import SIZE
from slowpath.scaling.path.family import PathFamily, Stopped, cost_form, learn
from slowpath.scaling.path.point import UnmodelledPoint
from slowpath.scaling.path.solving import Unsolved, solve
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.system import synthesize
from slowpath.scaling.path.ties import Observed, observed, selections
from slowpath.scaling.path.unary import grouped, narrowed
from slowpath.scaling.path.worst import WorstEffort, WorstPaths, ascending, fine_cost

LEAST = 3  # sizes to learn from, besides the one that confirms: any line goes through two
FURTHER = 8  # sizes that are predicted to find the form of the costs: a cubic one needs four, and spare ones


@dataclass(frozen=True, slots=True)
class PathPlan:
    """From which size up, how far, and for how many seconds worst paths are learned."""

    first: int = 2
    last: int = 10
    seconds: float = 40.0
    effort: WorstEffort = field(default_factory=WorstEffort)


@dataclass(frozen=True, slots=True)
class LearnedFamily:
    """What small sizes told: a family that was confirmed at a size it was not learned from, or the
    construct that stopped the last attempt."""

    family: PathFamily | None
    stopped: Stopped | None
    found: tuple[WorstPaths, ...]  # the worst paths of each size
    seconds: float

    @property
    def costs(self) -> dict[int, int]:
        """The worst costs by size."""
        return {each.size: each.cost for each in self.found}

    @property
    def exact(self) -> frozenset[int]:
        """The sizes whose paths were all seen."""
        return frozenset(each.size for each in self.found if each.exact)

    @property
    def runs(self) -> int:
        return sum(each.runs for each in self.found)

    @property
    def plain(self) -> bool:
        """Whether the plainest input was a worst case at every size: then it may be one at any, whatever
        stopped the model."""
        return len(self.found) >= LEAST and all(each.first == each.cost for each in self.found)


@dataclass(frozen=True, slots=True)
class Predicted:
    """An input for a size and what it took: different rows of the path condition, seconds of each step."""

    size: int
    domains: Domains
    values: Any  # of the variables, in an array; floats by their ranks
    inputs: dict[str, Any]
    cost: int | None  # predicted, where the costs follow a form that a size held out confirms
    rows: int
    synthesis: float
    solving: float
    building: float

    def model(self) -> dict[int, Value]:
        """The values by variable."""
        return model_of(self.domains, self.values)


def learned(
    subject: ScaledTarget,
    plan: PathPlan | None = None,
    clock: Clock = time.process_time,
    on_size: Callable[[WorstPaths], None] | None = None,
) -> LearnedFamily:
    """Learn the family of worst paths, one size after the other; `on_size` hears of each.

    It is done when the family of all sizes but the last predicts an input of the worst cost at the last:
    where the paper compares the models of 1..k and of 1..k+1, here a run decides.
    """
    plan = plan or PathPlan()
    began = clock()
    found: list[WorstPaths] = []
    paths: list[list[Observed]] = []
    family: PathFamily | None = None
    stopped: Stopped | None = Stopped("too few sizes", "")
    for each in ascending(subject, range(plan.first, plan.last + 1), plan.effort, plan.seconds, clock):
        found.append(each)
        if on_size is not None:
            on_size(each)
        try:
            paths.append(observed(subject, each))
        except UnmodelledPoint as error:
            stopped = Stopped(str(error), "")
            break
        if len(paths) > LEAST:
            outcome = _confirmed(subject, found, paths, lambda: clock() - began > plan.seconds)
            if isinstance(outcome, PathFamily):
                family, stopped = outcome, None
                break
            stopped = outcome
    return LearnedFamily(family, stopped, tuple(found), clock() - began)


def predicted(
    subject: ScaledTarget, family: PathFamily, size: int, clock: Clock = time.process_time
) -> Predicted | Stopped:
    """The input that the worst path of a size has, without running anything."""
    start = clock()
    blocks = synthesize(family, size)
    synthesised = clock()
    try:
        domains = domains_of(subject.shapes, size)
    except ShapeError as error:
        return Stopped(error.message, "")
    values = solve(blocks, domains)
    solved = clock()
    if isinstance(values, Unsolved):
        return Stopped(values.why, "")
    inputs = input_of(subject.shapes, size, values)
    cost = None if family.cost is None else int(family.cost.at({SIZE: size})) // subject.fineness
    return Predicted(
        size,
        domains,
        values,
        inputs,
        cost,
        sum(map(len, blocks)),
        synthesised - start,
        solved - synthesised,
        clock() - solved,
    )


def plainest(subject: ScaledTarget, size: int) -> dict[str, Any]:
    """The plainest input of a size: numbers nearest to zero, readable characters."""
    domains = domains_of(subject.shapes, size)
    group = grouped([], len(domains))
    return input_of(subject.shapes, size, narrowed([], domains, group).start())


def _confirmed(
    subject: ScaledTarget,
    found: Sequence[WorstPaths],
    paths: Sequence[Sequence[Observed]],
    over: Callable[[], bool],
) -> PathFamily | Stopped:
    """A family of the sizes before the last whose input has the worst cost at the last; when it is `over`,
    one choice of paths is all that is tried."""
    last = found[-1]
    stopped: Stopped | None = None
    for chosen in selections(paths[:-1]):
        if stopped is not None and over():
            break
        family = learn(
            {size: each.rows for size, each in chosen.items()},
            {size: each.names for size, each in chosen.items()},
        )
        if isinstance(family, Stopped):
            stopped = stopped or family
            continue
        made = predicted(subject, family, last.size)
        if isinstance(made, Stopped):
            stopped = stopped or made
        elif subject.cost(made.inputs, size=last.size) >= last.cost and _is_followed(
            subject, family, 2 * last.size
        ):
            return _priced(subject, family, {each.size: fine_cost(subject, each) for each in found})
        else:
            stopped = stopped or Stopped(
                f"the model of smaller sizes misses the worst case at {last.size}", ""
            )
    assert stopped is not None
    return stopped


def _priced(subject: ScaledTarget, family: PathFamily, costs: Mapping[int, int]) -> PathFamily:
    """The family with the form of its costs, if that gives the cost of a size that is held out.

    The next sizes are predicted and run if more costs are needed.
    """
    known = dict(costs)
    held = max(2 * max(known), max(known) + FURTHER + 1)
    beyond = _fine_cost(subject, family, held)
    for _ in range(FURTHER):
        form = cost_form(known)
        if form is not None and int(form.at({SIZE: held})) == beyond:
            return replace(family, cost=form)
        size = max(known) + 1
        cost = _fine_cost(subject, family, size)
        if cost is None:
            break
        known[size] = cost
    return family


def _fine_cost(subject: ScaledTarget, family: PathFamily, size: int) -> int | None:
    """The cost of the input that a family has at a size, before it is rounded."""
    made = predicted(subject, family, size)
    return None if isinstance(made, Stopped) else subject.fine_cost(made.inputs, size=size)


def _is_followed(subject: ScaledTarget, family: PathFamily, size: int) -> bool:
    """Whether the input of a larger size asks exactly as many questions as the family says."""
    made = predicted(subject, family, size)
    return not isinstance(made, Stopped) and subject.questions(size, made.model()) == family.rows(size)
