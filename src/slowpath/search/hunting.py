"""A hunt in a process of its own: what it is told, and what it says while it goes on."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from slowpath.model.find import StrategyFigures
from slowpath.model.premise import NO_PREMISE, Premise
from slowpath.model.run import Lost
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.model.target import Build
from slowpath.recipe.spelling import spelled
from slowpath.run import limits
from slowpath.run.audit import AT_IMPORT, IN_SEARCH
from slowpath.run.begun import Begun
from slowpath.run.frames import Message, Pickled
from slowpath.run.link import Link
from slowpath.run.order import Order
from slowpath.run.premise import check_runs
from slowpath.search.role import Role

if TYPE_CHECKING:
    from slowpath.search.catching import Catch
    from slowpath.search.hunt import Hunt
    from slowpath.target.load import Loaded

FIRST_SIZE = 2  # at which a premise is made before the search: small, and not a special case
_TELL_EVERY = 0.05  # seconds between two messages about how it goes: at the end the last one counts

Recipe = dict[str, str]  # parameter -> expression in N, which may use what a setup makes


class HuntOrder(Order, frozen=True, kw_only=True):
    """Search a target; `shapes` are the texts of `--arg` by parameter."""

    shapes: dict[str, str]
    role: Role = Role.ALL
    premise: Premise = NO_PREMISE  # what is not searched
    examples: tuple[str, ...] = ()  # sources that show how the package is used
    memory: bool = False  # whether only recipes are wanted whose memory bends too


class TargetLoaded(Message, frozen=True):
    """The target is loaded. Its first runs tell what it takes; then the search begins."""


class Caught(Message, frozen=True):
    """A recipe whose cost bends; `lengths` are those of its input at N = 1 and N = 2. It is `natural` if its
    values are of types that a caller would give. The `scenario` is what else a run does."""

    recipe: Recipe
    score: float
    steepness: float
    site: str
    function: str
    found_by: str
    lengths: tuple[int, int]
    natural: bool = True
    scenario: Scenario = ONE_CALL


class Accepted(Message, frozen=True):
    """The plainest recipe so far for which the target returned."""

    recipe: Recipe
    scenario: Scenario = ONE_CALL


class FoundUnending(Message, frozen=True):
    """A recipe that does not terminate at N = 1."""

    recipe: Recipe
    scenario: Scenario = ONE_CALL


class Going(Message, frozen=True):
    """How it goes: recipes tried so far, what each strategy did, where it could not see, for how many recipes
    the target returned, and in how many runs, with those that told what it takes; how many blocks runs
    executed, and how many their functions have."""

    tried: int
    strategies: tuple[StrategyFigures, ...]
    lost: tuple[Lost, ...]
    accepted: int = 0
    returned: int = 0
    blocks: tuple[int, int] = (0, 0)  # that runs executed, and that there are in the same functions


class Over(Message, frozen=True):
    """The search has ended: the time is over, or there is nothing new to try.

    `grows` says whether some parameter has inputs of any size.
    """

    grows: bool


Told = TargetLoaded | Begun | Caught | Accepted | FoundUnending | Going | Over


def serve(link: Link) -> None:
    """Carry out one search."""
    # All that searches is imported here: a process that only hears of it starts a third of a second sooner.
    from slowpath.search.hunt import Hunt, Unending
    from slowpath.target.load import load

    order: HuntOrder | None = link.receive(HuntOrder)
    if order is None:
        return
    sys.path[:] = order.path
    link.restrict(order.allow)
    link.audit.arm((*order.allow, *AT_IMPORT))
    loaded = replace(
        load(order.spec, scope=order.scope, build=Build.COUNT),
        premise=order.premise,
        examples=order.examples,
    )
    link.send(TargetLoaded())
    limits.limit_memory(order.limits.memory)
    link.audit.arm((*order.allow, *IN_SEARCH))
    check_runs(loaded, FIRST_SIZE)
    hunt = Hunt(
        loaded,
        given=order.shapes,
        seed=order.seed,
        role=order.role,
        traced=_tracing(order),
        without=order.without,
        memory=order.memory,
    )
    link.send(Begun(loaded.target, Pickled(hunt.inferred)))
    link.send(_going(hunt))
    last = -_TELL_EVERY  # the first thing that is heard is told at once
    plainest = None  # that was told
    for caught in hunt.catches(order.seconds):
        if isinstance(caught, Unending):
            link.send(FoundUnending(*spelled(caught.recipe, loaded.target, loaded.owner, loaded.premise)))
        elif caught is not None:
            link.send(_going(hunt))
            link.send(_caught(caught, loaded))
        elif time.monotonic() - last > _TELL_EVERY:
            last = time.monotonic()
            link.send(_going(hunt))
            if hunt.judge.plainest not in (None, plainest):
                plainest = hunt.judge.plainest
                link.send(Accepted(*spelled(plainest, loaded.target, loaded.owner, loaded.premise)))
    link.send(_going(hunt))
    link.send(Over(hunt.grows))


def _tracing(order: HuntOrder) -> Any:
    from slowpath.target.load import load
    from slowpath.values.hooks import trace_hooks

    def traced() -> Loaded:
        traced = load(order.spec, scope=order.scope, build=Build.TRACE, more=trace_hooks)
        return replace(traced, premise=order.premise, examples=order.examples)

    return traced


def _going(hunt: Hunt) -> Going:
    return Going(
        hunt.tried,
        tuple(hunt.strategies),
        hunt.lost,
        hunt.judge.accepted,
        hunt.meter.returned,
        hunt.judge.reach.blocks,
    )


def _caught(caught: Catch, loaded: Loaded) -> Caught:
    inputs, scenario = spelled(caught.recipe, loaded.target, loaded.owner, loaded.premise)
    return Caught(
        inputs,
        caught.score,
        caught.steepness,
        caught.site,
        caught.function,
        caught.found_by,
        (caught.recipe.length(1), caught.recipe.length(2)),
        caught.natural,
        scenario,
    )
