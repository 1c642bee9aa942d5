"""The summary of a stage at a size: paths that any strategy finds, in one form.

    explorer   all paths, if there are few
    beam       costly paths, each for a different reason (`search.beam`)
    grown      the paths of inputs that counted runs choose, if one traced run takes long (`pipeline.large`)

A stage that others take the output of is searched for what it costs, for how much it puts out, and if it puts
out items, for many of them too. An input that is costly for it but leaves nothing to the next one loads the
pipeline little.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from slowpath.explore.example import build_example
from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.explore.limits import ExploreLimits
from slowpath.pipeline.large import grown_paths
from slowpath.pipeline.output import Output, Unpipeable, output_of
from slowpath.pipeline.subject import StageSearch, leaves_in, output_judge, parts_in, spread_judge
from slowpath.pipeline.summary import BarePath, PathNote, Summary, note_of
from slowpath.search.beam.beam import Beam
from slowpath.search.beam.recipes import LARGE
from slowpath.search.beam.states import CostedInput, Judge, is_whole, ops
from slowpath.search.beam.suite import suite
from slowpath.shape.sequences import Sequences
from slowpath.values.path import Path

# A stage that has no more paths is known wholly: 500 runs of a small input take less than a second.
FEW_RUNS = 500
FEW_LEAVES = 8  # of an input: two to the power of more decisions are too many to try
FEW_SECONDS = 0.15  # of the time, for this try
MORE = 1.0  # of the time once more, for a stage that has put out nothing
MANY_RUNS = 5_000  # that are tried for it: a name of three letters behind a dot takes hundreds
STARTING = 0.1  # of the time, for runs of given inputs
# A beam makes hundreds of traced runs. If so many do not fit the time, counted runs choose the inputs.
BEAM_RUNS = 100
MANY_VARIABLES = 1_000  # of an input, for which a beam finds less than counted runs do, however long it has


def summarise(stage: str, search: StageSearch, seconds: float) -> Summary:
    """Return the summary of a stage: up to `tests` costly paths; if it feeds, as many that put out much, and
    as many that put it out in many parts."""
    counter = _Counter(search)
    search = replace(search, see=counter.see)
    end = search.clock() + seconds
    few = search.subject.leaves <= FEW_LEAVES
    found = _explored(search, FEW_SECONDS * seconds) if few else None
    strategy, complete = "explorer", found is not None
    given = _given(search, STARTING * seconds)
    if found is None:
        found, strategy = _searched(search, end, given)
    if search.subject.feeds and not any(map(_gives, (*found, *given))):
        found += _let_through(search, MORE * seconds)
    notes = _notes(found, given, search.tests, feeds=search.subject.feeds)
    shape, size = search.subject.shape.describe(), search.subject.size
    return Summary(stage, shape, size, notes, strategy, complete, counter.runs)


class _Counter:
    """Counts the runs that a search sees."""

    def __init__(self, search: StageSearch) -> None:
        self.runs = 0
        self._see = search.see

    def see(self, path: Path) -> None:
        self.runs += 1
        self._see(path)


def _given(search: StageSearch, seconds: float) -> list[Path]:
    """The paths of the inputs that the search is given, as many as run in some seconds."""
    end = search.clock() + seconds
    target = search.at(search.subject.size)
    run = target.narrow((), search.subject.conditions)
    found: list[Path] = []
    with target.tracer.installed():
        for values in search.starts:
            if search.clock() >= end:
                break
            path = run(values, ())
            full = len(path.taken) >= search.subject.conditions
            found.append(BarePath.of(path) if full else path)
    return found


def _searched(search: StageSearch, end: float, given: Sequence[Path]) -> tuple[list[Path], str]:
    """Paths that a search finds by a time, and the name of the strategy."""
    target = search.at(search.subject.size)
    with target.tracer.installed():
        first = target.narrow((), search.subject.conditions)({}, ())
        began = search.clock()  # the first run takes longer than others
        target.narrow((), search.subject.conditions)({}, ())
    slow = (search.clock() - began) * BEAM_RUNS > end - search.clock()
    count = len(first.variables)
    if search.subject.counted is not None and (count >= MANY_VARIABLES or (slow and count >= LARGE)):
        return grown_paths(search, end), "grown"
    judges: list[Judge | None] = [None]
    if search.subject.feeds:
        judges = [output_judge, None]
        if first.result is None or has_parts(first.result[1]):
            judges.insert(1, spread_judge)
    found = [first]
    for place, judge in enumerate(judges):
        found += _beam(search, judge, search.left(end) / (len(judges) - place), given)
    return found, "beam"


def _let_through(search: StageSearch, seconds: float) -> list[Path]:
    """Paths of a stage that puts out nothing by chance, and nothing more for being costlier: one that lets
    something through, and what a beam makes of it."""
    exploration = _exploration(search, MANY_RUNS, seconds)
    for path in exploration.paths():
        search.see(path)
        if _gives(path):
            through = [path, *_repeated(search, path)]
            return through + _beam(search, output_judge, seconds / 2, through)
    return []


def _repeated(search: StageSearch, path: Path) -> list[Path]:
    """The paths of lists that are one item of an input again and again: if one comes through, all do."""
    chosen, target = search.subject, search.at(search.subject.size)
    if not isinstance(chosen.shape, Sequences) or chosen.shape.kind not in ("list", "tuple"):
        return []
    built = build_example(path.model, path.variables, target.shapes, chosen.size)[chosen.parameter]
    reader, found = target.reader(), list[Path]()
    with target.tracer.installed():
        for item in {repr(each): each for each in built}.values():
            values = reader.values({chosen.parameter: [item] * len(built)})
            if values is not None:
                found.append(target.narrow((), chosen.conditions)(values, ()))
    return found


def _gives(path: Path) -> bool:
    """Whether a run puts out something."""
    return path.result is not None and leaves_in(path.result[1]) > 0


def _exploration(search: StageSearch, runs: int, seconds: float) -> Exploration:
    chosen = search.subject
    limits = ExploreLimits(runs=runs, seconds=seconds)
    settings = ExploreSettings(limits=limits, max_ops=chosen.max_ops)
    shapes = {chosen.parameter: chosen.shape}
    return Exploration(chosen.target.loaded, shapes, chosen.size, settings, search.clock)


def _explored(search: StageSearch, seconds: float) -> list[Path] | None:
    """All paths of a stage; None if there are too many to see them all."""
    exploration = _exploration(search, FEW_RUNS, seconds)
    found = []
    for path in exploration.paths():
        search.see(path)
        found.append(path)
    return found if exploration.tally.complete else None


def _beam(search: StageSearch, judge: Judge | None, seconds: float, given: Sequence[Path]) -> list[Path]:
    worth_of = ops if judge is None else judge
    found = suite(
        lambda size: search.at(size, judge),
        search.subject.size,
        Beam(tests=search.tests, seconds=seconds),
        seed=search.seed,
        clock=search.clock,
        knowledge=search.knowledge,
        rivals=[CostedInput(path.model, worth_of(path)) for path in given if is_whole(path)],
    )
    return [test.path for test in found.tests]


def _notes(paths: Iterable[Path], given: Sequence[Path], tests: int, *, feeds: bool) -> tuple[PathNote, ...]:
    """The paths that are kept: the costliest, if the stage feeds others those that put out most, and those of
    given inputs."""
    sound = [path for path in (*paths, *given) if is_whole(path) and path.variables]
    whole = {_key(path): path for path in sound}
    ranked = sorted(whole.values(), key=lambda path: -path.cost)
    kept = ranked[:tests]
    if feeds:
        # A path that raises puts out nothing.
        giving = [path for path in ranked if path.result is not None]
        kept = giving[:tests] or kept
        for judge in (output_judge, spread_judge):
            most = sorted(giving, key=judge, reverse=True)[:tests]
            kept += [path for path in most if path not in kept]
    last = [whole[_key(path)] for path in given if _key(path) in whole]
    kept += [path for path in last if path not in kept]
    return tuple(_note(path, given=path in last) for path in sorted(kept, key=lambda path: -path.cost))


def has_parts(value: Any) -> bool:
    """Whether a value may have more or fewer parts: it is no text, no bytes and no number."""
    return isinstance(value, list | tuple | deque) or parts_in(value) > 1


def _key(path: Path) -> Hashable:
    """What tells a path from others: its decisions, or its input if none is known."""
    return path.key() if path.taken else tuple(path.model.items())


def _note(path: Path, *, given: bool) -> PathNote:
    if path.result is None:
        return note_of(path, None, path.raises or "nothing", given=given)
    lazy, result = path.result
    output: Output | None
    try:
        held = [path.held(place) for place in range(len(path.taken))]
        output = output_of(result, lazy=lazy, conditions=held, variables=path.variables)
    except Unpipeable as reason:
        return note_of(path, None, str(reason), given=given)
    return note_of(path, output, "", given=given)
