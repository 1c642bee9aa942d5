"""The loaded target in its builds: instrumented copies that count, or the plain module that is timed."""

from __future__ import annotations

import linecache
import re
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from types import ModuleType
from typing import Any, Protocol

from slowpath.counting.measures import BUILDS, MeasureAtom, evaluate, listener, parse
from slowpath.counting.model import CPYTHON, CostModel
from slowpath.counting.observer import Listener
from slowpath.model.cost import LineCost, Number, PatternCost
from slowpath.model.loops import NestRun
from slowpath.model.redundancy import ReadRun
from slowpath.model.run import Lost
from slowpath.model.target import Build, Target
from slowpath.run.looped import nest_runs
from slowpath.run.messages import MAKING, MODEL, PEAK, PLAIN, SECONDS
from slowpath.run.reads import read_run
from slowpath.run.setup import FILE as SETUP
from slowpath.run.setup import compiled
from slowpath.target.copies import LateModule
from slowpath.target.load import Loaded, load_plain
from slowpath.target.load import load as load_copies
from slowpath.target.state import ModuleState, seed_random


class LoadedBuild(Protocol):
    """The loaded target, and the meter of what its runs cost."""

    target: Target
    function: Callable[..., Any]
    owner: type | None

    def installed(self) -> AbstractContextManager[None]:
        """Return a context in which imports find the modules of this build."""

    def hidden(self) -> AbstractContextManager[None]:
        """Return a context in which imports find the modules of slowpath again."""

    def hide_for_good(self) -> None:
        """Let imports find the modules of slowpath again in a process that is about to end."""

    def state(self) -> ModuleState | None:
        """Return the state of the modules before the first run; None if no run may follow another one."""

    @property
    def late(self) -> Sequence[LateModule]:
        """The modules that runs in this process imported and that were rewritten for them."""

    def rewrite_ahead(self, late: Sequence[LateModule]) -> None:
        """Rewrite modules that runs in other processes imported, before the next fork."""

    def seed_random(self) -> None:
        """Let the random numbers of the module `random` start anew, of its copy too."""

    def build(self, source: str, names: dict[str, Any], max_ops: int | None) -> Number | None:
        """Run a setup in which these names are known, and add those that it binds; return what it costs in
        ops, None if this build does not count them."""

    def prepare(
        self, measures: Sequence[str], nests: tuple[int, int] | None = None, reads: int | None = None
    ) -> Sequence[Listener]:
        """Note what is to be measured; return the user's measures, made for this run. `nests` are the depth
        of the nests of loops that are to be told, and the iterations up to which they count; `reads` are the
        iterations of loops whose reads are to be compared."""

    def start(self, max_ops: int | None) -> None:
        """Begin to count."""

    def stop(self) -> None:
        """Stop counting; the counts stay."""

    def costs(self) -> dict[str, Number]:
        """Return the elementary measures that this build can see."""

    def lines(self) -> tuple[LineCost, ...]: ...

    def lost(self) -> tuple[Lost, ...]: ...

    def pattern(self) -> PatternCost | None: ...

    def nests(self) -> tuple[NestRun, ...]: ...

    def reads(self) -> ReadRun | None: ...


def load(
    spec: str,
    scope: tuple[str, ...],
    build: str,
    model: CostModel = CPYTHON,
    changed: Mapping[str, str] | None = None,
) -> LoadedBuild:
    """Load a target in the build of that name; `model` prices the allocations of the model build. `changed`
    are sources that the counted builds take in the place of files."""
    if build == MODEL:
        from slowpath.run.modelled import Modelled  # brings all symbolic values along

        return Modelled(spec, scope, model)
    if build == PLAIN:
        return Plain(load_plain(spec))
    loaded = load_copies(spec, scope=scope, build=Build(build), changed=changed)
    if any(_names_patterns(module) for module in loaded.copies.modules.values()):
        import slowpath.counting.regex.machines  # noqa: F401  (shared by all runs; no run pays for it)
    return CountedBuild(loaded, Build(build))


def _names_patterns(module: ModuleType) -> bool:
    """Whether a module has the module `re` or a pattern at hand. Code of the target is not asked."""
    return any(each is re or type(each) is re.Pattern for each in tuple(vars(module).values()))


class CountedBuild:
    """The target as private instrumented copies, of the count or the observe build."""

    def __init__(self, loaded: Loaded, build: Build) -> None:
        self.target = loaded.target
        self.function = loaded.function
        self.owner = loaded.owner
        self._copies = loaded.copies
        self._build = build
        self._atoms: list[MeasureAtom] = []
        self._listeners: dict[str, Listener] = {}
        self._nests: tuple[int, int] | None = None
        self._reads: int | None = None

    def installed(self) -> AbstractContextManager[None]:
        return self._copies.installed()

    def hidden(self) -> AbstractContextManager[None]:
        return self._copies.hidden()

    def hide_for_good(self) -> None:
        self._copies.hide_for_good()

    def state(self) -> ModuleState | None:
        return self._copies.state()

    @property
    def late(self) -> Sequence[LateModule]:
        return self._copies.late

    def rewrite_ahead(self, late: Sequence[LateModule]) -> None:
        self._copies.rewrite_ahead(late)

    def seed_random(self) -> None:
        self._copies.seed_random()

    def build(self, source: str, names: dict[str, Any], max_ops: int | None) -> Number | None:
        linecache.cache[SETUP] = (len(source), None, source.splitlines(keepends=True), SETUP)
        ledger = self._copies.ledger
        ledger.start(max_ops)
        try:
            self._copies.define(source, names, SETUP)
        finally:
            ledger.stop()
        return ledger.ops() if self._build is Build.COUNT else None

    def prepare(
        self, measures: Sequence[str], nests: tuple[int, int] | None = None, reads: int | None = None
    ) -> Sequence[Listener]:
        self._nests, self._reads = nests, reads
        atoms = dict.fromkeys(atom for text in measures for atom in parse(text).atoms)
        own = Build.COUNT if self._build.tells_loops else self._build  # which counts the same
        self._atoms = [atom for atom in atoms if atom.build is own]
        self._listeners = {atom.text: listener(atom) for atom in self._atoms if atom.name not in BUILDS}
        return tuple(self._listeners.values())

    def start(self, max_ops: int | None) -> None:
        self._copies.ledger.start(max_ops)
        if self._nests is not None:
            self._copies.nesting.start(*self._nests)
        if self._reads is not None and self._copies.reading is not None:
            self._copies.reading.record(self._reads)
        if self._build is Build.OBSERVE:
            self._copies.observer.start(tuple(self._listeners.values()))

    def stop(self) -> None:
        if self._build is Build.OBSERVE:
            self._copies.observer.stop()
        if self._nests is not None or self._reads is not None:
            self._copies.nesting.stop()
        self._copies.ledger.stop()

    def costs(self) -> dict[str, Number]:
        ledger, observer = self._copies.ledger, self._copies.observer
        return {atom.text: evaluate(atom, ledger, observer, self._listeners) for atom in self._atoms}

    def lines(self) -> tuple[LineCost, ...]:
        if self._build is not Build.COUNT:
            return ()
        lines = self._copies.ledger.lines()
        return tuple(replace(line, source=_source(line)) for line in lines)

    def lost(self) -> tuple[Lost, ...]:
        return self._copies.ledger.lost()

    def pattern(self) -> PatternCost | None:
        return self._copies.ledger.dearest_pattern()

    def nests(self) -> tuple[NestRun, ...]:
        return () if self._nests is None else nest_runs(self._copies)

    def reads(self) -> ReadRun | None:
        return None if self._reads is None else read_run(self._copies)


class Plain:
    """The target as it is. Its costs are CPU time, that of making its input and, if asked, the peak of its
    memory."""

    def __init__(self, loaded: Loaded) -> None:
        self.target = loaded.target
        self.function = loaded.function
        self.owner = loaded.owner
        self._started = self._seconds = self._making = 0.0
        self._is_traced = False
        self._peak = 0

    def installed(self) -> AbstractContextManager[None]:
        return nullcontext()

    def hidden(self) -> AbstractContextManager[None]:
        return nullcontext()

    def hide_for_good(self) -> None:
        return

    def state(self) -> ModuleState | None:
        return None

    @property
    def late(self) -> Sequence[LateModule]:
        return ()

    def rewrite_ahead(self, late: Sequence[LateModule]) -> None:
        return

    def seed_random(self) -> None:
        seed_random(sys.modules)
        self._started = time.thread_time()  # the input is made between this and `prepare`

    def build(self, source: str, names: dict[str, Any], max_ops: int | None) -> Number | None:
        exec(compiled(source), names)
        return None

    def prepare(
        self, measures: Sequence[str], nests: tuple[int, int] | None = None, reads: int | None = None
    ) -> Sequence[Listener]:
        self._making = time.thread_time() - self._started
        self._is_traced = PEAK in measures
        return ()

    def start(self, max_ops: int | None) -> None:
        if self._is_traced:
            tracemalloc.start()
        # Under a CPU limit the process's clock moves in ticks of milliseconds; the thread's stays exact.
        self._started = time.thread_time()

    def stop(self) -> None:
        self._seconds = time.thread_time() - self._started
        if self._is_traced:
            self._peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()

    def costs(self) -> dict[str, Number]:
        costs: dict[str, Number] = {SECONDS: self._seconds, MAKING: self._making}
        return costs | {PEAK: self._peak} if self._is_traced else costs

    def lines(self) -> tuple[LineCost, ...]:
        return ()

    def lost(self) -> tuple[Lost, ...]:
        return ()

    def pattern(self) -> PatternCost | None:
        return None

    def nests(self) -> tuple[NestRun, ...]:
        return ()

    def reads(self) -> ReadRun | None:
        return None


def _source(line: LineCost) -> str:
    """The text of a line, as wide as it is shown: with blanks for tabs."""
    return linecache.getline(line.file, line.line).rstrip().expandtabs(4)
