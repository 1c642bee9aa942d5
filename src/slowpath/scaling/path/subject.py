"""What is scaled: a target, the shapes of its inputs, and what counts as its cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from slowpath.counting.ledger import MILLI, UNLIMITED, Ledger
from slowpath.errors import InputError, UsageError
from slowpath.explore.requires import precondition
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.model.premise import NO_PREMISE, Premise
from slowpath.model.run import End
from slowpath.model.site import SiteKind
from slowpath.model.target import Build
from slowpath.run.counted import Meter
from slowpath.run.traced import Tracer
from slowpath.scaling.path.context import Context, ContextRecorder
from slowpath.shape.base import Shape
from slowpath.shape.replayer import Replayer
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks
from slowpath.values.path import Path

DEEPEST = 100_000  # frames of a counted run: a worst case may recurse once per item
SMALL_OPS = 10_000_000  # of a traced run at a small size: what costs more does not terminate, mostly


@dataclass(frozen=True, slots=True)
class ScaledTarget:
    """A target in its trace and its count build.

    `hot` is a line of the target's module: the cost is then how often it is executed; else ops. A counted run
    ends at `max_ops`, and its cost is what it did by then. At a small size, a run ends at `small_ops`.
    """

    traced: Loaded
    counted: Loaded
    shapes: Mapping[str, Shape]
    requires: str | None = None
    hot: int | None = None
    max_ops: int | None = None
    small_ops: int = SMALL_OPS
    meter: Meter = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        most = UNLIMITED if self.max_ops is None else self.max_ops
        object.__setattr__(self, "meter", Meter(self.counted, max_ops=most, recursion=DEEPEST))

    def tracer(self, size: int) -> Callable[[Values, Any], Path]:
        """What runs a model at a size and returns its path with its cost; 0 for a run that was cut."""
        tracer = self.tracing(size, self.small_ops)
        meter = None if self.hot is None else LineMeter(self.traced.ledger, self.file, self.hot)

        def run(values: Values, known: list[Condition]) -> Path:
            path = tracer.run(values, known)
            if path.cut:
                return replace(path, cost=0)
            return path if meter is None else replace(path, cost=meter.read())

        return run

    def tracing(self, size: int, max_ops: int | None = None) -> Tracer:
        """What runs a model at a size; the costs of its paths are ops."""
        return Tracer(self.traced, self.shapes, size, requires=self._precondition(), max_ops=max_ops)

    def warm(self, size: int) -> None:
        """Run once in each build: what only the first run of a process does shows in no cost behind it."""
        tracer = self.tracer(size)
        with self.traced.copies.installed():
            tracer({}, [])
        plain = Replayer({})
        inputs = {name: shape.build(size, plain, name) for name, shape in self.shapes.items()}
        self.cost(inputs, size=size)

    def recorded(self, size: int, model: Values) -> tuple[Path, list[Context]]:
        """The path of a model at a size, with the context of each decision."""
        recorder = ContextRecorder(self.traced.ledger)
        tracer = Tracer(
            self.traced,
            self.shapes,
            size,
            requires=self._precondition(),
            bound=recorder,
            cost=recorder.note,
        )
        with tracer.installed():
            path = tracer.run(model)
        return path, recorder.contexts()

    def questions(self, size: int, model: Values) -> int:
        """How many decisions the input of a model makes."""
        tracer = self.tracing(size)
        with tracer.installed():
            return len(tracer.run(model).taken)

    def admits(self, inputs: Mapping[str, Any]) -> bool:
        """Tell whether an input meets the precondition; one at which that fails does not."""
        predicate = self._precondition()
        if predicate is None:
            return True
        with self.traced.copies.installed():
            try:
                return bool(predicate(**inputs))
            except Exception:
                return False

    def cost(self, inputs: Mapping[str, Any], max_ops: int | None = None, size: int = 1) -> int:
        """The cost of an input in the count build, whatever the target raises; up to a budget of ops, by
        default the subject's own. What a premise makes is made at the size."""
        return self.fine_cost(inputs, max_ops, size) // self.fineness

    def fine_cost(self, inputs: Mapping[str, Any], max_ops: int | None = None, size: int = 1) -> int:
        """The cost before it is rounded: `fineness` of these are one.

        Native work is counted in thousandths of an op. The sum follows a form that its whole part does not.
        """
        sample = self.meter.run(inputs, max_ops, size)
        if sample.end is End.REFUSED:
            raise InputError(sample.raises or "the target's receiver cannot be made")
        if self.hot is None:
            return sample.milli
        return LineMeter(self.counted.ledger, self.file, self.hot).read()

    @property
    def fineness(self) -> int:
        """How many parts of a cost `fine_cost` tells."""
        return MILLI if self.hot is None else 1

    @property
    def file(self) -> str:
        """The file of the target's module."""
        return str(self.traced.target.file)

    def _precondition(self) -> Callable[..., Any] | None:
        return precondition(self.requires, self.shapes, self.traced) if self.requires else None


class LineMeter:
    """Reads from a ledger how often a line was executed: as often as the block of it that ran most."""

    def __init__(self, ledger: Ledger, file: str, line: int) -> None:
        self._ledger = ledger
        self._blocks = [
            site
            for site in ledger.sites
            if site.kind is SiteKind.BLOCK
            and site.file == file
            and any(own == line for own, _ in site.weights)
        ]
        if not self._blocks:
            raise UsageError(f"no code that can be counted at {file}:{line}", "Name a line with a statement.")

    def read(self) -> int:
        """How often the line was executed since the ledger was started."""
        counts = self._ledger.counts
        most = 0
        for site in self._blocks:
            if site.rest:
                first, *others = site.rest
                most = max(most, counts[first] - sum(counts[each] for each in others))
            else:
                most = max(most, counts[site.index])
        return most


def subject(
    spec: str,
    shapes: Mapping[str, Shape],
    *,
    requires: str | None = None,
    hot: int | None = None,
    scope: tuple[str, ...] = (),
    premise: Premise = NO_PREMISE,
) -> ScaledTarget:
    """Load a target for scaling."""
    traced = replace(load(spec, scope=scope, build=Build.TRACE, more=trace_hooks), premise=premise)
    counted = replace(load(spec, scope=scope), premise=premise)
    return ScaledTarget(traced, counted, shapes, requires, hot)


def inferred(
    spec: str,
    given: Mapping[str, str],
    *,
    max_ops: int | None = None,
    requires: str | None = None,
    hot: int | None = None,
    scope: tuple[str, ...] = (),
    knowledge: Knowledge = ALL,
    premise: Premise = NO_PREMISE,
) -> ScaledTarget:
    """Load a target for scaling, with the shapes of its parameters from texts of --arg, hints, doctests and
    calls. Raises where `hot` is not a line of code."""
    from slowpath.shape.infer import infer

    loaded = subject(spec, {}, requires=requires, hot=hot, scope=scope, premise=premise)
    with loaded.traced.copies.installed():
        shapes = infer(
            loaded.traced.function,
            given=given,
            owner=loaded.traced.owner,
            knowledge=knowledge,
            fixed=premise.labels,
        )
    if hot is not None:
        LineMeter(loaded.counted.ledger, loaded.file, hot)
    return replace(loaded, shapes=shapes, max_ops=max_ops)
