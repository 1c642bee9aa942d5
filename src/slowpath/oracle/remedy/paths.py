"""Inputs from every small path of both versions of a target, found in a process of its own."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Any

from slowpath.errors import SlowpathError
from slowpath.model.target import Build
from slowpath.oracle.remedy.suspect import Suspect
from slowpath.run import limits
from slowpath.run.audit import AT_IMPORT, IN_SEARCH
from slowpath.run.frames import Message, Pickled
from slowpath.run.link import Link
from slowpath.run.order import Order
from slowpath.run.remote import Remote
from slowpath.shape.base import Shape

LARGEST = 4  # the size up to which paths are enumerated: a function of lists has thousands beyond
_MOST_RUNS = 400  # paths of one version at one size: a bound on the time of a trial; not measured
_MOST_OPS = 200_000  # of one run: a bound for those that do not terminate, since inputs are small


class PathOrder(Order, frozen=True, kw_only=True):
    """Enumerate the paths of a target and of its changed version."""

    changed: dict[str, str]
    shapes: Pickled[dict[str, Shape]]


class SizeSeen(Message, frozen=True):
    """The inputs of the paths of both versions at a size, and whether these are all paths."""

    size: int
    inputs: tuple[dict[str, str], ...]
    complete: bool


class PathsOver(Message, frozen=True):
    """All sizes were looked at."""


def explored(suspect: Suspect, changed: Mapping[str, str], seconds: float) -> list[SizeSeen]:
    """Return what was seen at sizes from 1 on within so many seconds; nothing if the target cannot be
    traced."""
    shapes = {name: each.shape for name, each in suspect.inferred.items()}
    order = PathOrder(
        spec=suspect.spec,
        seconds=seconds,
        max_ops=_MOST_OPS,
        scope=suspect.scope,
        allow=suspect.allow,
        limits=suspect.limits,
        changed=dict(changed),
        shapes=Pickled(shapes),
    )
    deadline = time.monotonic() + seconds + 5.0  # it has to load the target first
    seen: list[SizeSeen] = []
    child: Remote[SizeSeen | PathsOver] = Remote(serve, SizeSeen | PathsOver)
    try:
        child.ask(order)
        for message in child.hear_until(deadline):
            if isinstance(message, PathsOver):
                break
            seen.append(message)
    except SlowpathError:
        return seen
    finally:
        child.close()
    return seen


# -- in the child ------------------------------------------------------------------------------------------


def serve(link: Link) -> None:
    """Carry out one order."""
    from slowpath.explore.example import write_example
    from slowpath.explore.exploration import Exploration, ExploreSettings
    from slowpath.explore.limits import ExploreLimits
    from slowpath.solve.chain import options_within
    from slowpath.target.load import load
    from slowpath.values.hooks import trace_hooks

    order = link.receive(PathOrder)
    if order is None:
        return
    sys.path[:] = order.path
    limits.limit_memory(order.limits.memory)
    link.restrict(order.allow)
    link.audit.arm((*order.allow, *AT_IMPORT))
    versions: tuple[dict[str, str], ...] = ({}, order.changed)
    both = [
        load(order.spec, scope=order.scope, build=Build.TRACE, more=trace_hooks, changed=changed)
        for changed in versions
    ]
    link.audit.arm((*order.allow, *IN_SEARCH))
    shapes: dict[str, Any] = order.shapes.value
    end = time.monotonic() + order.seconds
    for size in range(1, LARGEST + 1):
        inputs: list[dict[str, str]] = []
        complete = True
        for number, loaded in enumerate(both):
            left = max(end - time.monotonic(), 0.0) / (2 * (LARGEST + 1 - size) - number)
            settings = ExploreSettings(
                limits=ExploreLimits(runs=_MOST_RUNS, seconds=left),
                max_ops=order.max_ops,
                options=options_within(left),
            )
            exploration = Exploration(loaded, shapes, size, settings)
            inputs += [
                write_example(path.model, path.variables, shapes, size) for path in exploration.paths()
            ]
            complete = complete and exploration.tally.complete
        link.send(SizeSeen(size, tuple(inputs), complete))
        if not complete:
            break
    link.send(PathsOver())
