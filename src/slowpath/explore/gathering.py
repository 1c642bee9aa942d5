"""From a target's name to the cases that a policy keeps: explored in one process, confirmed in others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from slowpath.counting.measures import parse as parse_measure
from slowpath.counting.model import CPYTHON, CostModel
from slowpath.errors import NotObservable
from slowpath.explore import outpost
from slowpath.explore.cases import PathCase, shown_cost, written
from slowpath.explore.confirm import Confirmer, metered_measures
from slowpath.explore.limits import Tally
from slowpath.explore.outpost import Begun, Order, Outpost
from slowpath.explore.policy import CasePolicy, parse, ranked
from slowpath.model.report import CaseRow, CasesReport
from slowpath.model.run import Lost
from slowpath.run.client import Worker, search_path
from slowpath.run.limits import Limits

INTERRUPTED = "interrupted"
ALL = "every path was explored"
DIED = "the exploring process ended"
PARTLY = "some paths could not be decided"
WANTED = "no other trace can be wanted"

DRIVEN_POLICY = "worst"  # where none is given


@dataclass(frozen=True, slots=True)
class Gathering:
    """What to gather. Without a cost model memory is metered; `shapes` are texts of --arg.

    A policy that drives the exploration has its cases found by `driver`, the name of a module that serves as
    `explore.outpost` does. `naive` is for it.
    """

    spec: str
    shapes: dict[str, str]
    size: int
    criterion: str | None
    policy: str | None
    requires: str | None
    measures: tuple[str, ...]
    model: CostModel | None
    scope: tuple[str, ...]
    allow: tuple[str, ...]
    limits: Limits
    seconds: float
    max_ops: int
    seed: int
    jobs: int
    driver: str | None = None
    naive: bool = False


def gathered(wanted: Gathering, on_cases: Callable[[int], None] | None = None) -> CasesReport:
    """Return the cases that the policy keeps, each confirmed by fresh runs, costliest first."""
    model = wanted.model or CPYTHON
    measures = tuple(dict.fromkeys(wanted.measures))
    if wanted.driver is not None and wanted.policy is None:
        wanted = replace(wanted, policy=DRIVEN_POLICY)
    policy = parse(wanted.policy, measures[0], model) if wanted.policy else CasePolicy("", ())
    measures = tuple(dict.fromkeys((*measures, *policy.measures)))
    for measure in measures:
        parse_measure(model.spelled(measure))
    metered = metered_measures(measures, wanted.model is not None)
    if wanted.driver is not None:
        _check_priced(policy, metered)
    found: list[PathCase] = []
    with (
        Outpost(_order(wanted, measures, model), wanted.driver or outpost.__name__) as post,
        Worker(
            wanted.spec,
            measures=measures,
            scope=wanted.scope,
            limits=wanted.limits,
            allow=wanted.allow,
            model=wanted.model,
        ) as worker,
    ):
        begun = post.begun()
        stopped = _explored(post, found, on_cases)
        confirmer = Confirmer(worker, begun.shapes, wanted.size, measures, metered, wanted.max_ops)
        kept = _kept(found, policy, confirmer, measures[0])
    ended = post.ended
    tally = ended.tally if ended is not None else Tally()
    return CasesReport(
        target=begun.target,
        size=wanted.size,
        criterion=wanted.criterion,
        policy=wanted.policy,
        measures=measures,
        model=model.name,
        cases=tuple(_row(case, begun, wanted.size) for case in kept),
        found=len(found),
        complete=ended is not None and tally.complete and not confirmer.dropped,
        stopped_because=stopped,
        rejected=tally.rejected,
        lost=(*(ended.lost if ended is not None else ()), *_merged(confirmer.lost + confirmer.dropped)),
        mode="aware" if wanted.driver is None else "driven",
        traces=ended.traces if ended is not None else None,
    )


def _check_priced(policy: CasePolicy, metered: frozenset[str]) -> None:
    """Raise where traces cannot tell what a policy compares."""
    for measure in policy.measures:
        if measure in metered:
            raise NotObservable(
                f"{measure!r} is metered where no cost model prices it: runs tell it, traces do not",
                "Give a cost model (--model FILE), compare another measure, or leave --driven out.",
            )


def _order(wanted: Gathering, measures: tuple[str, ...], model: CostModel) -> Order:
    return Order(
        spec=wanted.spec,
        scope=wanted.scope,
        path=search_path(),
        shapes=wanted.shapes,
        size=wanted.size,
        measures=measures,
        model=model.document(),
        criterion=wanted.criterion,
        requires=wanted.requires,
        seconds=wanted.seconds,
        max_ops=wanted.max_ops,
        seed=wanted.seed,
        jobs=wanted.jobs,
        allow=wanted.allow,
        limits=wanted.limits,
        policy=wanted.policy,
        naive=wanted.naive,
    )


def _explored(post: Outpost, found: list[PathCase], on_cases: Callable[[int], None] | None) -> str:
    """Take in all cases; return why there are no more."""
    try:
        for batch in post.cases():
            found += batch
            if on_cases is not None:
                on_cases(len(found))
    except KeyboardInterrupt:
        return INTERRUPTED
    if post.ended is None:
        return DIED
    tally = post.ended.tally
    if tally.stopped is not None:
        return tally.stopped.value
    if not tally.complete:
        return PARTLY
    return ALL if post.ended.traces is None else WANTED


def _kept(found: list[PathCase], policy: CasePolicy, confirmer: Confirmer, first: str) -> list[PathCase]:
    """The cases that the policy keeps, confirmed.

    A policy on a measure that only runs tell needs all runs before it can choose; what it then gives
    another example is run again.
    """
    early = not confirmer.metered.isdisjoint(policy.measures)
    known = {id(case): case for each in found if (case := confirmer.confirmed(each))} if early else {}
    chosen = policy.chosen(known.values() if early else found, confirmer.solver)
    kept = [case if id(case) in known else confirmer.confirmed(case) for case in chosen]
    confirmed = [case for case in kept if case is not None]
    selected = any(measure != first for measure in policy.measures)
    by = policy.measures[-1] if selected else first
    order = ranked(confirmed, by)
    return order + [case for case in confirmed if by not in case.costs]


def _row(case: PathCase, begun: Begun, size: int) -> CaseRow:
    return CaseRow(
        condition=case.condition(),
        under=case.demand(),
        inputs=written(case, begun.shapes, size),
        costs={measure: shown_cost(cost, case.region) for measure, cost in case.costs.items()},
        at={measure: case.cost(measure) for measure in case.costs},
        raises=case.raises,
    )


def _merged(lost: list[Lost]) -> list[Lost]:
    """One note for each reason, at the first place it was met."""
    merged: dict[str, Lost] = {}
    for each in lost:
        known = merged.get(each.reason)
        merged[each.reason] = each if known is None else replace(known, count=known.count + each.count)
    return list(merged.values())
