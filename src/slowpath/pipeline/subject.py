"""A stage to summarise, and a search for its paths."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from slowpath.explore.cases import Metered
from slowpath.explore.exhaustive import Clock
from slowpath.expr.variable import Values
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.model.cost import Number
from slowpath.pipeline.record import named_parts
from slowpath.search.beam.states import Judge
from slowpath.search.beam.target import BeamTarget, subject
from slowpath.shape.base import Shape
from slowpath.target.load import Loaded
from slowpath.values.path import Path

OUTPUT = 1 << 40  # ops that a leaf of output counts as if a search is for outputs: more than any run costs

# Conditions that are kept of a run. 100,000 take seconds to make, and as long to compose. Those of the first
# stage say which characters it can put out: without them the next one is searched for all there are.
FIRST_CONDITIONS = 150_000
LATER_CONDITIONS = 20_000

See = Callable[[Path], None]


@dataclass(frozen=True, slots=True)
class Subject:
    """A stage to summarise: its target, which takes one parameter and says if its output is lazy (`glue`).
    `counted` loads its count build, which large sizes need; of a run, so many `conditions` are kept."""

    target: Metered
    parameter: str
    shape: Shape
    size: int
    leaves: int
    feeds: bool
    max_ops: int
    counted: Callable[[], Loaded] | None = None
    conditions: int = LATER_CONDITIONS


@dataclass(frozen=True, slots=True)
class StageSearch:
    """What a search for the paths of a stage is given: how many are wanted, who sees its runs, and inputs to
    start from."""

    subject: Subject
    tests: int
    see: See = lambda path: None
    clock: Clock = time.monotonic
    knowledge: Knowledge = ALL
    seed: int = 0
    starts: Sequence[Values] = ()

    def left(self, end: float) -> float:
        """The seconds until a time."""
        return max(end - self.clock(), 0.0)

    def at(self, size: int, judge: Judge | None = None) -> BeamTarget:
        """The target at a size, with costs by the judge if there is one; every run of it is seen."""
        wanted = self.subject
        shapes = {wanted.parameter: wanted.shape}
        chosen = subject(wanted.target, shapes, size, max_ops=wanted.max_ops)

        def seen(run: Any) -> Any:
            def ran(*arguments: Any) -> Path:
                path: Path = run(*arguments)
                self.see(path)
                return path

            return ran

        return replace(
            chosen,
            run=seen(chosen.run),
            plain=seen(chosen.plain),
            narrow=lambda plain, most: seen(chosen.narrow(plain, most)),
            judge=chosen.judge if judge is None else judge,
        )


def output_judge(path: Path) -> Number:
    """How much a run puts out; of those that put out as much, what it costs."""
    size = 0 if path.result is None else leaves_in(path.result[1])
    return size * OUTPUT + path.cost


def spread_judge(path: Path) -> Number:
    """How much a run puts out, times in how many parts; of those that are equal in it, what it costs.

    What comes behind takes items one by one: one long item may be less for it than many short ones, and many
    empty ones are nothing.
    """
    result = None if path.result is None else path.result[1]
    return leaves_in(result) * parts_in(result) * OUTPUT + path.cost


def parts_in(value: Any) -> int:
    """How many values a value has, as `ValueStructure.parts` counts them: itself and those in it."""
    if isinstance(value, str | bytes):
        return 1
    named = named_parts(value)
    inner = named.values() if named is not None else value
    return 1 + sum(map(parts_in, inner)) if isinstance(inner, Iterable) else 1


def leaves_in(value: Any) -> int:
    """How many characters and other leaves a value has, as `output_of` counts them: None has none."""
    if isinstance(value, str | bytes):
        return len(value)
    named = named_parts(value)
    if named is not None:
        return sum(map(leaves_in, named.values()))
    if isinstance(value, list | tuple | deque):
        return sum(map(leaves_in, value))
    return 0 if value is None else 1
