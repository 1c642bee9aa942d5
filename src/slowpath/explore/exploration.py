"""Every path of a target on inputs of given shapes: what users and strategies ask for."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from slowpath.errors import UsageError
from slowpath.explore import parallel
from slowpath.explore.costs import PathMeter
from slowpath.explore.criteria import criterion
from slowpath.explore.exhaustive import Clock, Explorer
from slowpath.explore.limits import ExploreLimits, Tally
from slowpath.explore.requires import precondition
from slowpath.expr.variable import Characters, Reals, Value, Values, Variable
from slowpath.model.run import Lost
from slowpath.run.traced import Tracer
from slowpath.shape.base import Shape
from slowpath.solve.chain import DEFAULT, Options
from slowpath.target.load import Loaded
from slowpath.values.path import Path
from slowpath.values.trace import Sites

NEAR = 100  # random numbers lie this far from zero at most, or from their bound: most numbers of code do


@dataclass(frozen=True, slots=True)
class ExploreSettings:
    """How to explore. `requires` is an expression over the parameters or a predicate; `criterion` is
    loop-K, block-K or recursion-K; `max_ops` ends a run; a seed other than 0 starts from a random input."""

    requires: str | Callable[..., Any] | None = None
    criterion: str | None = None
    limits: ExploreLimits = field(default_factory=ExploreLimits)
    max_ops: int | None = None
    seed: int = 0
    jobs: int = 1
    options: Options = DEFAULT


class Exploration:
    """Enumerates the paths of a target, each once, and keeps the tally."""

    def __init__(
        self,
        loaded: Loaded,
        shapes: Mapping[str, Shape],
        size: int,
        settings: ExploreSettings | None = None,
        clock: Clock = time.monotonic,
        meter: PathMeter | None = None,
    ) -> None:
        """With a meter, the paths tell what they spend."""
        self._settings = chosen = settings or ExploreSettings()
        self._shapes = shapes
        self._size = size
        requires = chosen.requires
        for name, shape in shapes.items():
            shape.check(size, name)
        if isinstance(requires, str):
            names = [name for name in loaded.target.labels if name in shapes]
            requires = precondition(requires, names, loaded)
        bound = criterion(chosen.criterion, loaded.ledger) if chosen.criterion else None
        self.tracer = Tracer(
            loaded,
            shapes,
            size,
            requires=requires,
            bound=bound if meter is None else meter.bounded(bound),
            max_ops=chosen.max_ops,
        )
        run = self.tracer.run if meter is None else meter.metered(self.tracer.run)
        self.explorer = Explorer(run, chosen.limits, chosen.options, clock)

    @property
    def tally(self) -> Tally:
        return self.explorer.tally

    def paths(self) -> Generator[Path, None, None]:
        """Yield the paths; closing the generator ends what explores in parallel.

        Raises UsageError at the end where the precondition admits no input.
        """
        chosen = self._settings
        found = 0
        with self.tracer.installed():
            start = self._start()
            if chosen.jobs > 1:
                paths = parallel.paths(self.explorer, self.tracer.sites, chosen.jobs, start)
            else:
                paths = self.explorer.paths(start)
            for path in paths:
                found += 1
                yield path
        if not found and self.tally.rejected:
            raise self._nothing_admitted()

    def lost(self) -> tuple[Lost, ...]:
        """Where results stopped to tell how they depend on the input, over all runs."""
        return lost(self.tally, self.tracer.sites)

    def place(self, site: int) -> str:
        """The file and line of a decision's site."""
        return place(site, self.tracer.sites)

    def _start(self) -> Values:
        """The plainest input, or a random one."""
        if not self._settings.seed:
            return {}
        random = Random(self._settings.seed)
        return {each.index: _drawn(each, random) for each in self.tracer.run({}).variables}

    def _nothing_admitted(self) -> UsageError:
        chosen = self._settings.requires
        text = repr(chosen) if isinstance(chosen, str) else "of the target"
        shapes = ", ".join(f"{name}={shape.describe()}" for name, shape in self._shapes.items())
        verb = "admits no input" if self.tally.complete else "admitted no input that was tried"
        why = f", once because of {self.tracer.refusal}" if self.tracer.refusal else ""
        first = next(iter(self._shapes), "xs")
        return UsageError(
            f"the precondition {text} {verb} of {shapes} where N is {self._size}: "
            f"it rejected {self.tally.rejected}{why}",
            f"Weaken it, or widen the shape of a parameter that it names: '{first} == {first}' admits all.",
        )


def lost(tally: Tally, sites: Sites) -> tuple[Lost, ...]:
    """Where the results of runs stopped to tell how they depend on the input."""
    counts: dict[tuple[str, str], int] = {}
    for (site, reason), count in sorted(tally.lost.items()):
        key = (place(site, sites), reason)
        counts[key] = counts.get(key, 0) + count
    return tuple(Lost(where, reason, count) for (where, reason), count in counts.items())


def place(site: int, sites: Sites) -> str:
    """The file and line of a decision's site."""
    if site < 0:
        return "?"
    file, _, line = sites.place(site)
    return f"{file}:{line}"


def _drawn(variable: Variable, random: Random) -> Value:
    domain = variable.domain
    if isinstance(domain, Characters):
        low, high = random.choice(domain.chars.spans)
        return random.randint(low, high)
    if isinstance(domain, Reals):
        least, most = min(-NEAR, domain.hi - NEAR), max(NEAR, domain.lo + NEAR)
        return random.uniform(max(domain.lo, least), min(domain.hi, most))
    low = domain.lo if domain.lo is not None else min(-NEAR, (domain.hi or 0) - NEAR)
    high = domain.hi if domain.hi is not None else max(NEAR, low + NEAR)
    return random.randint(low, high)
