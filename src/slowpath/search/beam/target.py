"""Targets of a beam: how an input runs, and what its run costs by a measure."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from slowpath.counting.measures import parse
from slowpath.errors import UsageError
from slowpath.explore.cases import Metered
from slowpath.explore.costs import CostedPath, Hear, PathMeter, cost_of
from slowpath.explore.example import write_example
from slowpath.explore.exhaustive import Run
from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.expr.term import evaluate
from slowpath.expr.variable import Value, Values, Variables
from slowpath.model.cost import Number
from slowpath.run.traced import Tracer
from slowpath.search.beam.states import Judge, ops
from slowpath.shape.base import Shape
from slowpath.shape.replayer import LeafRecorder
from slowpath.shape.sampler import Sampler
from slowpath.values.maker import SymbolicMaker
from slowpath.values.path import Path
from slowpath.values.trace import Sites, Trace

_INDEX = re.compile(r"\[(\d+)\]")
_PLACE = re.compile(r"(?P<parameter>[^\[\]]+)(?P<indices>(\[\d+\])*)")


Narrow = Callable[[Container[int], int], Run]
InputPlace = tuple[str, list[int]]  # a parameter, and the indices that lead to a leaf of it


@dataclass(frozen=True, slots=True)
class BeamTarget:
    """A target with inputs of given shapes and a size. A `plain` run costs the same as a `run`, is quicker,
    and decides nothing. `narrow` makes runs that keep so many decisions, about what is not plain."""

    tracer: Tracer
    run: Run
    plain: Run
    narrow: Narrow
    judge: Judge
    shapes: Mapping[str, Shape]
    size: int

    def starts(self, seed: int) -> list[Values]:
        """The plainest input; with a seed other than 0 a random one besides."""
        if not seed:
            return [{}]
        recorder = LeafRecorder(Sampler(Random(seed)))
        for name, shape in self.shapes.items():
            shape.build(self.size, recorder, name)
        drawn = _numbers(recorder.leaves)
        return [{}, {each.index: drawn[each.name] for each in self.variables() if each.name in drawn}]

    def variables(self) -> Variables:
        """The variables of the input, of its plainest structure."""
        trace = Trace(Sites(), lambda: 0)
        maker = SymbolicMaker(trace, {})
        with self.tracer.installed():
            for name, shape in self.shapes.items():
                shape.build(self.size, maker, name)
        return trace.variables

    def values(self, inputs: Mapping[str, Any]) -> Values | None:
        """The values of the variables that make an input; None where it has another structure than lists,
        texts and numbers."""
        return self.reader().values(inputs)

    def reader(self) -> InputReader:
        """Reads the values of many inputs."""
        variables = self.variables()
        return InputReader(variables, [_place(each.name) for each in variables])

    def written(self, path: Path) -> dict[str, str]:
        """The input of a path: Python source by parameter."""
        return write_example(path.model, path.variables, self.shapes, self.size)


@dataclass(frozen=True, slots=True)
class InputReader:
    """Reads the values of variables from plain inputs; `places` are where they stand."""

    variables: Variables
    places: Sequence[InputPlace | None]

    def values(self, inputs: Mapping[str, Any]) -> Values | None:
        """The values that make an input; None where it has another structure than lists, texts, numbers."""
        found: dict[int, Value] = {}
        for variable, place in zip(self.variables, self.places, strict=True):
            value = None if place is None else _leaf(place, inputs)
            if value is None or not variable.admits(value):
                return None
            found[variable.index] = value
        return found


def subject(
    target: Metered,
    shapes: Mapping[str, Shape],
    size: int,
    measure: str = "ops",
    *,
    requires: str | None = None,
    max_ops: int | None = None,
    hear: Hear | None = None,
) -> BeamTarget:
    """Prepare a target whose runs cost by a measure: ops, memory, counts, and weighted sums of these.

    With `hear`, which lets listeners hear audit events, also by measures of the user's own.
    """
    settings = ExploreSettings(requires=requires, max_ops=max_ops)
    if measure == "ops":
        tracer = Exploration(target.loaded, shapes, size, settings).tracer
        return BeamTarget(tracer, tracer.run, plain(tracer), tracer.narrowed, ops, shapes, size)
    meter = PathMeter(target.loaded.ledger, target.events, [measure], hear)
    tracer = Exploration(target.loaded, shapes, size, settings, meter=meter).tracer
    return BeamTarget(
        tracer,
        meter.metered(tracer.run),
        meter.metered(plain(tracer)),
        lambda others, most: meter.metered(tracer.narrowed(others, most)),
        judged(measure),
        shapes,
        size,
    )


def plain(tracer: Tracer) -> Run:
    """Runs of inputs without a symbolic part."""
    return tracer.narrowed(Everything(), 0)


@dataclass(frozen=True, slots=True)
class Everything:
    """Holds every number."""

    def __contains__(self, index: object) -> bool:
        return True


def judged(measure: str) -> Judge:
    """What runs that were metered cost by a measure; UsageError where such runs do not tell."""
    parsed = parse(measure)

    def judge(path: Path) -> Number:
        assert isinstance(path, CostedPath)
        cost = cost_of(path, parsed)
        if cost is None:
            raise UsageError(
                f"traced runs do not tell the measure '{measure}'",
                "Use ops, memory, allocated, calls(...), iterations(...) or a sum of these.",
            )
        return evaluate(cost, path.model)

    return judge


def _place(name: str) -> InputPlace | None:
    """The parameter and the indices of a variable, as `xs[3]`."""
    place = _PLACE.fullmatch(name)
    return None if place is None else (place["parameter"], [int(each) for each in _INDEX.findall(name)])


def _leaf(place: InputPlace, inputs: Mapping[str, Any]) -> Value | None:
    """The number, or the code of the character, at a place of an input."""
    parameter, indices = place
    value = inputs.get(parameter)
    for index in indices:
        if not isinstance(value, Sequence) or index >= len(value):
            return None
        value = value[index]
    if isinstance(value, str):
        return ord(value) if len(value) == 1 else None
    return value if isinstance(value, float) else int(value) if isinstance(value, int) else None


def _numbers(leaves: Mapping[str, Any]) -> dict[str, Value]:
    """The numbers among leaves, and the codes of the characters of texts and bytes, by variable."""
    found: dict[str, Value] = {}
    for name, leaf in leaves.items():
        if isinstance(leaf, str | bytes):
            codes = map(ord, leaf) if isinstance(leaf, str) else leaf
            found |= {f"{name}[{place}]": code for place, code in enumerate(codes)}
        elif isinstance(leaf, int | float):
            found[name] = leaf
    return found
