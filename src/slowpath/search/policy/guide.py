"""Guided execution: an input of a large size whose decisions are those that a policy wants."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from slowpath.explore.example import leaves_of
from slowpath.explore.exhaustive import Clock
from slowpath.expr.variable import Value, Values, Variables
from slowpath.run.traced import Tracer
from slowpath.scaling.path.subject import ScaledTarget
from slowpath.search.policy.decisions import Over
from slowpath.search.policy.policy import Policy
from slowpath.search.policy.steered import GuideTally, Steered
from slowpath.shape.inputs import build_inputs
from slowpath.shape.replayer import Replayer
from slowpath.solve.chain import options_within


@dataclass(frozen=True, slots=True)
class GuideEffort:
    """What guiding may take: CPU seconds, decisions of one run, questions to solvers, paths where the policy
    leaves a choice, and new beginnings where a run looked at values."""

    seconds: float = 60.0
    decisions: int = 5_000_000
    solves: int = 1_000_000
    paths: int = 1_000
    restarts: int = 20
    ops: int = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Guided:
    """The costliest input that guiding found, confirmed by a counted run; and what it took.

    `stopped` says why there may be a costlier one under the same policy.
    """

    inputs: dict[str, Any]
    leaves: Mapping[str, Value]
    cost: int
    runs: int
    decisions: int
    solves: int
    stopped: str | None = None


def guide(
    subject: ScaledTarget,
    policy: Policy,
    size: int,
    effort: GuideEffort | None = None,
    *,
    clock: Clock = time.process_time,
    over: Over = lambda: False,
) -> Guided | None:
    """Run the target at a size with the policy deciding; where it leaves a choice, try both, depth first.

    It ends when the seconds of the effort have passed, or when it is `over`.
    """
    effort = effort or GuideEffort()
    deadline = clock() + effort.seconds
    spent = GuideTally(
        effort.decisions, effort.solves, lambda: clock() > deadline or over(), options_within(effort.seconds)
    )
    tracer = subject.tracing(size, effort.ops)
    best: Guided | None = None
    stopped: str | None = None
    with tracer.installed():
        for model, variables, ended in _paths(tracer, policy, effort, spent):
            stopped = stopped or ended
            leaves = leaves_of(model, variables)
            inputs = build_inputs(subject.shapes, size, Replayer(leaves))
            cost = subject.cost(deepcopy(inputs), size=size)  # a target may change its input
            if best is None or cost > best.cost:
                best = Guided(inputs, leaves, cost, 0, 0, 0)
    if best is None:
        return None
    return replace(best, runs=spent.runs, decisions=spent.decisions, solves=spent.solves, stopped=stopped)


Found = tuple[Values, Variables, str | None]  # an input, and why it does not end as the policy wants


def _paths(tracer: Tracer, policy: Policy, effort: GuideEffort, spent: GuideTally) -> Iterator[Found]:
    """Yield the inputs of the paths that a policy allows, the most recent choice otherwise first."""
    waiting: list[tuple[Sequence[int], int]] = [(b"", 0)]  # decisions, and how many of them to repeat
    count = 0
    while waiting:
        taken, kept = waiting.pop()
        # The last decision is taken otherwise, unless there is none.
        answers = [*taken[: kept - 1], 1 - taken[kept - 1]] if kept else []
        trace, found = _followed(tracer, policy, answers, effort, spent)
        if found is not None:
            count += 1
            model, variables, ended = found
            left = len(waiting) + len(trace.open)
            more = "choices that the policy leaves" if left and count >= effort.paths else None
            yield model, variables, ended or more
            waiting += [(bytes(trace.taken), place + 1) for place in trace.open]
        if count >= effort.paths or spent.over():
            return


def _followed(
    tracer: Tracer, policy: Policy, answers: Sequence[int], effort: GuideEffort, spent: GuideTally
) -> tuple[Steered, Found | None]:
    """Steer a run until the input it ends with decides by itself as the run did, or the time is over."""
    model: Values = {}
    asking = False
    found: Found | None = None
    for number in range(effort.restarts):
        if number and spent.over():
            break
        trace = Steered(tracer.sites, policy, model, spent, answers, asking=asking)
        spent.runs += 1
        tracer.run(model, trace=trace)
        reached = None if trace.infeasible else trace.final()
        if trace.infeasible and not asking:
            asking = True  # a certain rule goes too far at this size: from here on it is asked
            continue
        if reached is None:
            break
        if trace.stopped:  # by the budget: a run to the end would take longer still
            found = reached, tuple(trace.variables), "the budget"
            break
        path = tracer.run(reached)
        same = path.sites == trace.sites and path.taken == trace.taken
        if path.cut is None:
            found = reached, tuple(path.variables), None if same else "code that looks at values"
        if same or reached == model:
            break
        model = reached
    return trace, found
