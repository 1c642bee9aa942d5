"""The scope that an exploration needs: the modules that a target hands its input to join it.

What code outside the scope decides about the input is not seen. A few runs tell which modules get to see it;
the target is loaded again with these in its scope, until no more come or one cannot be copied.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from slowpath.errors import SlowpathError
from slowpath.explore.exhaustive import Clock, Explorer
from slowpath.explore.limits import ExploreLimits
from slowpath.explore.parallel import split
from slowpath.explore.requires import precondition
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.run.traced import Tracer
from slowpath.shape.base import Shape
from slowpath.target.load import Loaded
from slowpath.target.neighbours import can_join
from slowpath.values.path import Path

Names = tuple[str, ...]
Prepared = TypeVar("Prepared")  # a target loaded with a scope, for whatever use
Look = Callable[[Prepared], tuple[Loaded, Mapping[str, Shape]]]

# Of the runs that tell. They take the first decisions otherwise first, where more code is reached.
_RUNS, _SECONDS, _SHARE = 100, 1.0, 0.1  # the share is of the time of the whole search
_OPS = 1_000_000  # of one of them: a bound for targets whose runs are long; not measured
_ROUNDS = 6  # modules that a module hands its input to come one after the other


def widened(
    prepared: Prepared,
    prepare: Callable[[Names], Prepared],
    look: Look[Prepared],
    scope: Names,
    size: int,
    requires: str | None = None,
    seconds: float = _SECONDS / _SHARE,
    clock: Clock = time.monotonic,
) -> tuple[Names, Prepared]:
    """Return the scope with the modules that get to see the input, and the target as it is prepared with it;
    at first it is prepared without them.

    The runs have inputs of one size. A module whose copy fails to load is left out.
    """
    refused: set[str] = set()
    limits = ExploreLimits(runs=_RUNS, seconds=min(_SECONDS, _SHARE * seconds))
    for _ in range(_ROUNDS):
        loaded, shapes = look(prepared)
        tops = {name.partition(".")[0] for name in _seen_by(loaded, shapes, size, requires, limits, clock)}
        for top in sorted(tops - refused - set(scope)):
            refused.add(top)
            if can_join(top):
                try:
                    prepared = prepare((*scope, top))
                except SlowpathError:
                    continue
                scope = (*scope, top)
        if loaded is look(prepared)[0]:
            break
    return scope, prepared


def _seen_by(
    loaded: Loaded,
    shapes: Mapping[str, Shape],
    size: int,
    requires: str | None,
    limits: ExploreLimits,
    clock: Clock,
) -> set[str]:
    """The modules outside the scope that see the input of a target, or what depends on it, in some runs."""
    names = [name for name in loaded.target.labels if name in shapes]
    asked = precondition(requires, names, loaded) if requires else None
    tracer = Tracer(loaded, shapes, size, requires=asked, max_ops=_OPS)
    modules: set[str] = set()

    def run(model: Values, known: Sequence[Condition]) -> Path:
        path = tracer.run(model, known)
        modules.update(path.outside)
        return path

    try:
        with tracer.installed():
            split(Explorer(run, limits, clock=clock), _RUNS, None)
    except SlowpathError:
        return modules  # the exploration itself says what is wrong
    return modules
