"""The summary of a stage at a size: paths that any strategy finds, in one form.

    explorer   all paths, if there are few
    beam       costly paths, each for a different reason (`search.beam`)
    scaled     the paths of inputs that small sizes suggest, if one traced run takes long

A stage that others take the output of is searched twice: for what it costs, and for how much it puts out. An
input that is costly for it but leaves nothing to the next one loads the pipeline little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from slowpath.explore.cases import Metered
from slowpath.explore.exhaustive import Clock
from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.explore.limits import ExploreLimits
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.model.cost import Number
from slowpath.pipeline.output import Output, Unpipeable, output_of
from slowpath.pipeline.summary import PathNote, Summary, note_of
from slowpath.search.beam.beam import Beam
from slowpath.search.beam.recipes import LARGE, starts
from slowpath.search.beam.states import is_whole
from slowpath.search.beam.suite import suite
from slowpath.search.beam.target import BeamTarget, subject
from slowpath.shape.base import Shape
from slowpath.values.path import Path

# A stage that has no more paths is known wholly: 500 runs of a small input take less than a second.
FEW_RUNS = 500
FEW_LEAVES = 8  # of an input: two to the power of more decisions are too many to try
FEW_SECONDS = 0.15  # of the time, for this try
# A beam makes hundreds of traced runs. If so many do not fit the time, inputs are taken as small sizes
# suggest
# them, and each runs once.
BEAM_RUNS = 100
OUTPUT = 1 << 40  # ops that a leaf of output counts as if a search is for outputs: more than any run costs

See = Callable[[Path], None]


@dataclass(frozen=True, slots=True)
class Subject:
    """A stage to summarise: its target, which takes one parameter and says if its output is lazy (`glue`)."""

    target: Metered
    parameter: str
    shape: Shape
    size: int
    leaves: int
    feeds: bool
    max_ops: int

    def at(self, size: int, see: See) -> BeamTarget:
        """The target at a size; every run of it is seen."""
        chosen = subject(self.target, {self.parameter: self.shape}, size, max_ops=self.max_ops)

        def seen(run: Any) -> Any:
            def ran(*arguments: Any) -> Path:
                path: Path = run(*arguments)
                see(path)
                return path

            return ran

        return replace(
            chosen,
            run=seen(chosen.run),
            plain=seen(chosen.plain),
            narrow=lambda plain, most: seen(chosen.narrow(plain, most)),
        )


def summarise(
    stage: str,
    chosen: Subject,
    tests: int,
    seconds: float,
    see: See,
    clock: Clock = time.monotonic,
    knowledge: Knowledge = ALL,
    seed: int = 0,
) -> Summary:
    """Return the summary of a stage: up to `tests` costly paths, and as many that put out much if it
    feeds."""
    runs = 0

    def count(path: Path) -> None:
        nonlocal runs
        runs += 1
        see(path)

    end = clock() + seconds
    found = _explored(chosen, FEW_SECONDS * seconds, count, clock) if chosen.leaves <= FEW_LEAVES else None
    strategy, complete = "explorer", found is not None
    if found is None:
        target = chosen.at(chosen.size, count)
        began = time.monotonic()
        with target.tracer.installed():
            first = target.run({}, ())
        slow = (time.monotonic() - began) * BEAM_RUNS > seconds
        strategy = "scaled" if slow and chosen.size >= LARGE else "beam"
        search = _scaled if strategy == "scaled" else _beam
        judges: list[Callable[[Path], Number] | None] = [output_judge, None] if chosen.feeds else [None]
        found = [first]
        for place, judge in enumerate(judges):
            share = max(end - clock(), 0.0) / (len(judges) - place)
            found += search(chosen, tests, share, judge, count, clock, knowledge, seed)
    notes = _notes(found, tests, feeds=chosen.feeds)
    return Summary(stage, chosen.shape.describe(), chosen.size, notes, strategy, complete, runs)


def output_judge(path: Path) -> Number:
    """How much a run puts out; of those that put out as much, what it costs."""
    size = 0 if path.result is None else _leaves(path.result[1])
    return size * OUTPUT + path.cost


def _leaves(value: Any) -> int:
    if isinstance(value, str | bytes):
        return len(value)
    return sum(map(_leaves, value)) if isinstance(value, list | tuple) else 1


def _explored(chosen: Subject, seconds: float, see: See, clock: Clock) -> list[Path] | None:
    """All paths of a stage; None if there are too many to see them all."""
    limits = ExploreLimits(runs=FEW_RUNS, seconds=seconds)
    settings = ExploreSettings(limits=limits, max_ops=chosen.max_ops)
    shapes = {chosen.parameter: chosen.shape}
    exploration = Exploration(chosen.target.loaded, shapes, chosen.size, settings, clock)
    found = []
    for path in exploration.paths():
        see(path)
        found.append(path)
    return found if exploration.tally.complete else None


def _targets(
    chosen: Subject, judge: Callable[[Path], Number] | None, see: See
) -> Callable[[int], BeamTarget]:
    """What makes the target of a size, with costs by the judge if there is one."""

    def at(size: int) -> BeamTarget:
        target = chosen.at(size, see)
        return target if judge is None else replace(target, judge=judge)

    return at


def _beam(
    chosen: Subject,
    tests: int,
    seconds: float,
    judge: Callable[[Path], Number] | None,
    see: See,
    clock: Clock,
    knowledge: Knowledge,
    seed: int,
) -> list[Path]:
    beam = Beam(tests=tests, seconds=seconds)
    found = suite(
        _targets(chosen, judge, see), chosen.size, beam, seed=seed, clock=clock, knowledge=knowledge
    )
    return [test.path for test in found.tests]


def _scaled(
    chosen: Subject,
    tests: int,
    seconds: float,
    judge: Callable[[Path], Number] | None,
    see: See,
    clock: Clock,
    knowledge: Knowledge,
    seed: int,
) -> list[Path]:
    """Paths of the inputs that small sizes suggest, the most promising first; at least one."""
    end = clock() + seconds
    found: list[Path] = []
    at = _targets(chosen, judge, see)
    inputs = starts(at, chosen.size, tests, seconds, clock, knowledge)
    target = at(chosen.size)
    with target.tracer.installed():
        for values in inputs:
            if found and clock() >= end:
                break
            found.append(target.run(values, ()))
    return found


def _notes(paths: Iterable[Path], tests: int, *, feeds: bool) -> tuple[PathNote, ...]:
    """The paths that are kept: the costliest, and if the stage feeds others, those that put out most."""
    whole: Mapping[Any, Path] = {path.key(): path for path in paths if is_whole(path) and path.variables}
    ranked = sorted(whole.values(), key=lambda path: -path.cost)
    kept = ranked[:tests]
    if feeds:
        # A path that raises puts out nothing.
        giving = [path for path in ranked if path.result is not None]
        kept = giving[:tests] or kept
        most = sorted(giving, key=output_judge, reverse=True)[:tests]
        kept += [path for path in most if path not in kept]
    return tuple(_note(path) for path in sorted(kept, key=lambda path: -path.cost))


def _note(path: Path) -> PathNote:
    if path.result is None:
        return note_of(path, None, path.raises or "nothing")
    lazy, result = path.result
    output: Output | None
    try:
        held = [path.held(place) for place in range(len(path.taken))]
        output = output_of(result, lazy=lazy, conditions=held, variables=path.variables)
    except Unpipeable as reason:
        return note_of(path, None, str(reason))
    return note_of(path, output, "")
