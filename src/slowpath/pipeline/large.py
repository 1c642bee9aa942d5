"""Paths of a stage at a size at which a traced run takes seconds: counted runs choose the inputs.

Inputs of a list, a text or bytes are grown (`pipeline.doubling`); those of other structures are mutated. Only
what is chosen runs traced. A path with very many decisions is kept *bare*, without its conditions: its input
and its output still tell what the stages before must put out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from slowpath.explore.example import build_example
from slowpath.expr.variable import Values
from slowpath.model.run import End
from slowpath.model.slot import RunValues
from slowpath.pipeline.doubling import CountedInput, Doubling, Items, Worth, can_double, to_length
from slowpath.pipeline.subject import OUTPUT, StageSearch, leaves_in, output_judge
from slowpath.pipeline.summary import BarePath
from slowpath.run.counted import Meter
from slowpath.search.beam.beam import Beam, load
from slowpath.search.beam.mutation import Mutator
from slowpath.search.beam.recipes import starts
from slowpath.search.beam.rivals import random_rivals
from slowpath.search.beam.states import CostedInput, Judge
from slowpath.shape.inputs import build_inputs
from slowpath.shape.maker import GATHER
from slowpath.shape.sampler import Sampler
from slowpath.shape.sequences import Sequences
from slowpath.values.path import Path

BASE = 16  # the size of the inputs that are repeated: blocks and periods of programs are mostly powers of two
SEEDS = 4  # of them that are repeated to the full size, by what they cost there and then
SEED_SHARE = 0.15  # of the time, for a beam at that size
LEAST_SEEDS = 1.0  # seconds for that: repeating the wrong items costs more time than finding the right ones
GROWING = 0.6  # of the time, at most; traced runs of what was found take the rest
DRAWN = 3  # random inputs: if the costliest inputs are the irregular ones, a few show it
# Paths that are traced of a stage that feeds others. A test needs one of each stage, and tests differ by the
# paths of any stage.
FEEDING = 3


def grown_paths(search: StageSearch, end: float) -> list[Path]:
    """Paths of a large size: costly ones, and those that put out much if the stage feeds others."""
    judges: list[tuple[Worth, Judge | None]] = [(lambda ran: ran.ops, None)]
    if search.subject.feeds:
        judges.insert(0, (_put_out, output_judge))
    found: list[Path] = []
    tracing = _Tracing(search)
    for place, (worth, judge) in enumerate(judges):
        until = search.clock() + search.left(end) / (len(judges) - place)
        if can_double(search.subject.shape):
            values = _doubled(search, worth, judge, GROWING * search.left(until))
        else:
            values = _mutated(search, judge, GROWING * search.left(until))
        found += tracing.paths(values, until)
    return found


def _put_out(ran: CountedInput) -> int:
    return ran.put_out * OUTPUT + ran.ops


class StageMeter(Meter):
    """Runs a stage counted, and keeps what it put out last."""

    output: Any = None

    def _prepared(self, values: RunValues, budget: int) -> Callable[[], Any]:
        call = super()._prepared(values, budget)

        def kept() -> Any:
            self.output = call()

        return kept


def _doubled(search: StageSearch, worth: Worth, judge: Judge | None, seconds: float) -> list[Values]:
    """The variables' values of inputs that are grown."""
    chosen, end = search.subject, search.clock() + seconds
    assert chosen.counted is not None
    meter = StageMeter(chosen.counted(), max_ops=chosen.max_ops)

    def run(items: Items) -> CountedInput | None:
        meter.output = None
        sample = meter.run({chosen.parameter: _value(search, items)})
        if sample.end not in (End.RETURNED, End.BUDGET):
            return None
        put_out = 0 if meter.output is None else leaves_in(meter.output[1])
        return CountedInput(items, sample.cost, put_out)

    rng = Random(search.seed)
    doubling = Doubling(chosen.shape, chosen.size, run, lambda: search.clock() >= end)
    with meter.installed():
        seeds = _seeds(search, judge, SEED_SHARE * seconds, rng)
        ranked = sorted(filter(None, map(run, seeds)), key=worth, reverse=True)
        drawn = [_drawn(search, chosen.size, rng) for _ in range(DRAWN)]
        best = [each.items for each in ranked[:SEEDS]] + drawn
        grown = doubling.grown(best, worth, search.tests, rng)
    target = search.at(chosen.size, judge)
    reader = target.reader()
    found = [reader.values({chosen.parameter: each.items}) for each in grown]
    if not isinstance(chosen.shape, Sequences):
        # Recipes know more about text than how to repeat it.
        at = partial(search.at, judge=judge)
        found += starts(at, chosen.size, SEEDS, seconds, search.clock, knowledge=search.knowledge)
    return [each for each in found if each is not None]


def _seeds(search: StageSearch, judge: Judge | None, seconds: float, rng: Random) -> list[Items]:
    """Small inputs that are worth repeating: of a beam, random ones, and the items of these alone."""
    chosen, target = search.subject, search.at(BASE, judge)
    beam = Beam(tests=SEEDS, look_ahead=BASE, width=8, seconds=max(seconds, LEAST_SEEDS))
    with target.tracer.installed():
        suite = load(target.run, beam, judge=target.judge, clock=search.clock, plain=target.plain)
    found: list[Items] = []
    for test in suite.tests:
        built = build_example(test.path.model, test.path.variables, target.shapes, BASE)[chosen.parameter]
        found.append(_items(built))
    found += [_drawn(search, BASE, rng) for _ in range(DRAWN)]
    alone: dict[Any, Items] = {}
    for items in found:
        for place in range(len(items)):
            alone.setdefault(repr(items[place]), items[place : place + 1])
    return found + [to_length(items, BASE) for items in alone.values()]


def _drawn(search: StageSearch, size: int, rng: Random) -> Items:
    """The items of a random input."""
    shapes = {search.subject.parameter: search.subject.shape}
    return _items(build_inputs(shapes, size, Sampler(rng))[search.subject.parameter])


def _items(value: Any) -> Items:
    return value if isinstance(value, str | bytes) else list(value)


def _value(search: StageSearch, items: Items) -> Any:
    """The input that has some items."""
    shape = search.subject.shape
    if not isinstance(shape, Sequences):
        return items
    # A stage may change what it is given.
    return GATHER[shape.kind](_copied(items))


def _copied(items: Items) -> Iterator[Any]:
    return (list(item) if isinstance(item, list) else item for item in items)


def _mutated(search: StageSearch, judge: Judge | None, seconds: float) -> list[Values]:
    """Values that mutations of random inputs lead to, the costliest first."""
    target, end = search.at(search.subject.size, judge), search.clock() + seconds
    drawn = random_rivals(target, search.seed, lambda: search.clock() >= end - seconds / 2)
    with target.tracer.installed():
        mutator = Mutator(target.plain, target.judge, search.clock, end)
        found = drawn + mutator.mutated(drawn[:SEEDS], target.variables(), search.seed)
    distinct: dict[Any, CostedInput] = {each.cost: each for each in found}
    ranked = sorted(distinct.values(), key=lambda each: each.cost, reverse=True)
    return [each.values for each in ranked[: search.tests]] or [{}]


class _Tracing:
    """Makes the traced runs of what was chosen; once a path had too many decisions, the others note none."""

    def __init__(self, search: StageSearch) -> None:
        self._search = search
        self._target = search.at(search.subject.size)
        self._most = search.subject.conditions

    def paths(self, inputs: Sequence[Values], end: float) -> list[Path]:
        """The paths of inputs until a time; at least one."""
        most = FEEDING if self._search.subject.feeds else len(inputs)
        found: list[Path] = []
        with self._target.tracer.installed():
            for values in inputs[:most]:
                if found and self._search.clock() >= end:
                    break
                found.append(self._traced(values))
        return found

    def _traced(self, values: Values) -> Path:
        path = self._target.narrow((), self._most)(values, ())
        if self._most and len(path.taken) < self._most:
            return path
        self._most = 0
        return BarePath.of(path)
