"""How a child process enumerates the cases of a target: the order it gets, and what it tells.

It explores every path within a criterion, or follows only the traces that a policy may want.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from slowpath.command.child import begin, importing, receive, widen
from slowpath.command.order import ShapeOrder
from slowpath.counting.measures import parse as parse_measure
from slowpath.counting.model import CPYTHON, CostModel, from_document
from slowpath.errors import NotObservable
from slowpath.explore.cases import CaseList, Metered, PathCase, metered
from slowpath.explore.confirm import metered_measures
from slowpath.explore.exploration import ExploreSettings, lost
from slowpath.explore.limits import ExploreLimits, Tally
from slowpath.explore.policy import CasePolicy, parse
from slowpath.model.report import Traces
from slowpath.model.run import Lost
from slowpath.run.frames import Message, Pickled
from slowpath.run.link import Link
from slowpath.shape.base import Shape
from slowpath.shape.infer import Inferred, explain, shapes_of
from slowpath.solve.chain import options_within
from slowpath.target.load import Loaded

BATCH_SECONDS = 0.1  # between two batches: cases come by the thousand, and a message for each takes longer
_DRIVEN_POLICY = "worst"  # if none is given


class CasesOrder(ShapeOrder, frozen=True, kw_only=True):
    """Explore the paths within a criterion that a policy wants. Without a cost model, given as its document,
    memory is metered.

    A `driven` exploration follows only traces that may meet the policy; `naive` ones tell nothing but control
    flow.
    """

    measures: tuple[str, ...]
    criterion: str | None = None
    policy: str | None = None
    model: dict[str, Any] | None = None
    jobs: int = 1
    driven: bool = False
    naive: bool = False


class CaseBatch(Message, frozen=True):
    """Cases that were found since the last batch."""

    cases: Pickled[list[PathCase]]


class ExplorationOver(Message, frozen=True):
    """What the exploration did; `traces` if it followed them."""

    tally: Pickled[Tally]
    lost: tuple[Lost, ...]
    traces: Traces | None = None


Told = CaseBatch | ExplorationOver


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an order asks for: a policy, the measures of cases, and those of them that only runs tell."""

    policy: CasePolicy
    measures: tuple[str, ...]
    metered: frozenset[str]
    model: CostModel

    @property
    def decides_early(self) -> bool:
        """Whether the policy can choose before cases have run in fresh processes."""
        return self.metered.isdisjoint(self.policy.measures)


def wanted_by(order: CasesOrder) -> Wanted:
    """What an order asks for; raises if it makes no sense."""
    model = CPYTHON if order.model is None else from_document(order.model, "the cost model")
    measures = tuple(dict.fromkeys(order.measures))
    text = policy_of(order)
    policy = parse(text, measures[0], model) if text else CasePolicy("", ())
    measures = tuple(dict.fromkeys((*measures, *policy.measures)))
    for measure in measures:
        parse_measure(model.spelled(measure))
    only_metered = metered_measures(measures, order.model is not None)
    for measure in policy.measures if order.driven else ():
        if measure in only_metered:
            raise NotObservable(
                f"{measure!r} is metered if no cost model prices it: runs tell it, traces do not",
                "Give a cost model (--model FILE), compare another measure, or leave --driven out.",
            )
    return Wanted(policy, measures, only_metered, model)


def policy_of(order: CasesOrder) -> str | None:
    """The policy of an order, as it is written."""
    return _DRIVEN_POLICY if order.driven and order.policy is None else order.policy


@dataclass(frozen=True, slots=True)
class _Scene:
    """An order, with its target loaded and ready to be explored."""

    order: CasesOrder
    wanted: Wanted
    target: Metered
    shapes: dict[str, Shape]
    settings: ExploreSettings


def serve(link: Link) -> None:
    """Enumerate the cases of one order."""
    scene = _scene(link)
    order = scene.order
    found = CaseList(
        scene.target,
        scene.shapes,
        order.size,
        scene.wanted.measures,
        scene.settings,
        scene.wanted.model,
        link.clock,
    )
    _send_batches(found.cases(), link.send)
    exploration = found.exploration
    link.send(ExplorationOver(Pickled(exploration.tally), exploration.lost()))


def serve_driven(link: Link) -> None:
    """Follow the traces that the policy of one order may want."""
    from slowpath.abstract.driven import Budget, Driven

    scene = _scene(link)
    order, wanted = scene.order, scene.wanted
    compared = wanted.policy.measures
    search = Driven(
        scene.target,
        scene.shapes,
        order.size,
        compared[0] if compared else "instructions",
        scene.settings,
        wanted.model,
        naive=order.naive,
        budget=Budget(seconds=order.seconds),
        others=wanted.measures,
        clock=link.clock,
    )
    _send_batches(search.found(search.parsed(wanted.policy.text)), link.send)
    explored, followed = search.follower.explorer.tally, search.tally
    abstraction = "naive" if order.naive else "enhanced"
    traces = Traces(abstraction, search.abstraction.graph.count, followed.tried, followed.feasible)
    link.send(ExplorationOver(Pickled(explored), lost(explored, search.follower.sites), traces))


def _scene(link: Link) -> _Scene:
    order = receive(link, CasesOrder)

    def prepare(scope: tuple[str, ...]) -> tuple[Metered, dict[str, Inferred]]:
        with importing(link, order):
            target = metered(order.spec, scope)
            loaded = target.loaded
            with loaded.copies.installed():
                return target, explain(
                    loaded.function, given=order.shapes, owner=loaded.owner, knowledge=order.knowledge
                )

    prepared = prepare(order.scope)
    begin(link, order, prepared[0].loaded.target, prepared[1])
    target, told = widen(link, order, prepared, prepare, _looked_at, order.size)
    settings = ExploreSettings(
        requires=order.requires,
        criterion=order.criterion,
        options=options_within(order.seconds),
        limits=ExploreLimits(seconds=order.seconds),
        max_ops=order.max_ops,
        seed=order.seed,
        jobs=order.jobs,
    )
    return _Scene(order, wanted_by(order), target, shapes_of(told), settings)


def _looked_at(made: tuple[Metered, Mapping[str, Inferred]]) -> tuple[Loaded, dict[str, Shape]]:
    target, told = made
    return target.loaded, shapes_of(told)


def _send_batches(cases: Iterable[PathCase], send: Callable[[CaseBatch], None]) -> None:
    """Send cases as they are found, many at a time if they come fast."""
    batch: list[PathCase] = []
    last = time.monotonic()
    for case in cases:
        batch.append(case)
        if time.monotonic() - last >= BATCH_SECONDS:
            send(CaseBatch(Pickled(batch)))
            batch, last = [], time.monotonic()
    if batch:
        send(CaseBatch(Pickled(batch)))
