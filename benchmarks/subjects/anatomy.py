"""Where the time of an exploration goes, whether it does anything twice, and what a long path weighs."""

from __future__ import annotations

import inspect
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

from slowpath.explore.exhaustive import Branching, Explorer
from slowpath.explore.exploration import Exploration, ExploreSettings
from slowpath.explore.limits import ExploreLimits
from slowpath.expr.condition import Condition
from slowpath.expr.variable import Values
from slowpath.model.target import Build
from slowpath.run.traced import Tracer
from slowpath.shape.base import Shape
from slowpath.shape.library import integer, ints
from slowpath.solve.translate import Translator
from slowpath.solve.verdict import Model
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks
from slowpath.values.maker import Leaves, SymbolicMaker
from slowpath.values.path import Path
from slowpath.values.trace import Sites, Trace
from subjects import scalars

BRANCHES = 1_000_000
SORTED = 7  # the length whose permutations are the paths of insertion sort


def target(name: str) -> tuple[Loaded, dict[str, Shape]]:
    """Load a program in the trace build; all its parameters are numbers without bounds."""
    loaded = load(f"{scalars.__file__}:{name}", build=Build.TRACE, more=trace_hooks)
    parameters = inspect.signature(getattr(scalars, name)).parameters
    return loaded, {each: ints(SORTED) if each == "xs" else integer() for each in parameters}


# -- where the time goes ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shares:
    """Microseconds of CPU per run: the copy on plain numbers, symbolic values, recording what they decide,
    solving and the rest of the search; and what one decision costs in a run."""

    program: str
    decisions: float
    plain: float
    values: float
    recording: float
    solving: float
    branch: float


def shares(name: str, seconds: float) -> Shares:
    """Explore a program, then run its inputs again: as they were run, quietly, and as plain numbers."""
    loaded, shapes = target(name)
    settings = ExploreSettings(limits=ExploreLimits(seconds=seconds))
    exploration = Exploration(loaded, shapes, SORTED, settings, time.process_time)
    list(Exploration(loaded, shapes, SORTED, settings, time.process_time).paths())
    with loaded.copies.installed():
        start = time.process_time()
        paths = list(exploration.paths())
        total = time.process_time() - start
    tracer, sites, leaves = exploration.tracer, Sites(), Leaves()

    def quietly(path: Path) -> None:
        trace = Trace(sites, int)
        maker = SymbolicMaker(trace, path.model, leaves)
        inputs = {each: shape.build(SORTED, maker, each) for each, shape in shapes.items()}
        trace.quiet = True
        _call(loaded, inputs)

    def plainly(path: Path) -> None:
        values = list(path.model.values())
        _call(loaded, {"xs": values} if "xs" in shapes else dict(zip(shapes, values, strict=True)))

    with loaded.copies.installed():
        traced = _least(lambda: [tracer.run(path.model, path.conditions[:-1]) for path in paths])
        quiet = _least(lambda: [quietly(path) for path in paths])
        plain = _least(lambda: [plainly(path) for path in paths])
    scale = 1e6 / len(paths)
    decisions = sum(len(path.taken) for path in paths)
    return Shares(
        name,
        decisions / len(paths),
        plain * scale,
        max(0.0, quiet - plain) * scale,
        max(0.0, traced - quiet) * scale,
        max(0.0, total - traced) * scale,
        1e6 * (traced - plain) / max(1, decisions),
    )


def _call(loaded: Loaded, inputs: dict[str, Any]) -> None:
    loaded.ledger.start()
    loaded.function(**inputs)
    loaded.ledger.stop()


def _least(work: Callable[[], object], repeats: int = 5) -> float:
    spent = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent)


# -- whether anything is done twice ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Work:
    """How often an exploration did something, and how often it did it again."""

    program: str
    paths: int
    runs: int
    repeated_runs: int
    solves: int
    repeated_solves: int
    translations: int
    repeated_translations: int

    @property
    def repeated(self) -> int:
        return self.repeated_runs + self.repeated_solves + self.repeated_translations


class _Watched(Explorer):
    """An explorer that notes which prefix it solves and which input it runs."""

    def __init__(self, run: Callable[[Values, Sequence[Condition]], Path]) -> None:
        super().__init__(run)
        self.prefixes: Counter[bytes] = Counter()
        self.inputs: Counter[tuple[object, ...]] = Counter()

    def _solved(self, top: Branching, place: int, flipped: Condition) -> Model | None:
        sites, taken = top.path.sites[: place + 1], top.path.taken[: place + 1]
        self.prefixes[sites.tobytes() + bytes(taken)] += 1
        return super()._solved(top, place, flipped)

    def _traced(self, values: Values, known: Sequence[Condition]) -> Path:
        path = super()._traced(values, known)
        self.inputs[tuple(path.model.items())] += 1
        return path


def work(name: str) -> Work:
    """Explore a program and count what was done again: runs, solved prefixes, conditions made for Z3."""
    loaded, shapes = target(name)
    explorer = _Watched(Tracer(loaded, shapes, SORTED).run)
    translated: Counter[Condition] = Counter()
    original = Translator._translated

    def counting(self: Translator, condition: Condition) -> Any:
        translated[condition] += 1
        return original(self, condition)

    Translator._translated = counting  # type: ignore[method-assign]
    try:
        with loaded.copies.installed():
            paths = sum(1 for _ in explorer.paths())
    finally:
        Translator._translated = original  # type: ignore[method-assign]
    counts = [explorer.inputs, explorer.prefixes, translated]
    pairs = [(sum(count.values()), sum(count.values()) - len(count)) for count in counts]
    return Work(name, paths, *[number for pair in pairs for number in pair])


# -- what a long path weighs -----------------------------------------------------------------------


def long_path() -> tuple[int, int]:
    """Run a path of a million branches in a process of its own; its branches and the MB it takes."""
    answer = subprocess.run(
        [sys.executable, "-c", _LONG, str(File(__file__).parents[1])],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    branches, megabytes = answer.stdout.split()
    return int(branches), int(megabytes)


_LONG = """
import sys
sys.path.append(sys.argv[1])
from subjects.anatomy import weigh
weigh()
"""


def weigh() -> None:
    """Run the path and let the last of its decisions be taken otherwise; print branches and peak MB."""
    import resource  # a script of this folder has the same name: `long_path` puts the folder last

    size = 1_415  # 1,415 * 1,414 / 2 comparisons
    loaded = load(f"{scalars.__file__}:insertion_sort_of", build=Build.TRACE, more=trace_hooks)
    tracer = Tracer(loaded, {"xs": ints(size)}, size)
    explorer = Explorer(tracer.run, ExploreLimits(decisions=1_000, runs=2))
    paths = list(explorer.paths({index: -index for index in range(size)}))
    branches = len(paths[0].taken)
    assert branches >= BRANCHES
    print(branches, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
