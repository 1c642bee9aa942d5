"""The targets of a search in the loop build: a package is loaded once, for all its targets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from slowpath.model.loops import Execution, Goal, SiteKey
from slowpath.model.run import End
from slowpath.model.site import Site
from slowpath.model.target import Build
from slowpath.recipe.use import Use
from slowpath.run.looped import LoopMeter, site_keys
from slowpath.run.setup import Unmade
from slowpath.search.loops.plan import Unit
from slowpath.search.loops.rating import GoalAttempt, RunOutcome
from slowpath.search.loops.search import LoopSearch
from slowpath.search.loops.survey import ModuleSurvey
from slowpath.search.programs.mining import Examples
from slowpath.target import locate
from slowpath.target.copies import Copies
from slowpath.target.graph.callgraph import CallGraph, CallGraphBuilder
from slowpath.target.load import Loaded, load, load_also
from slowpath.values.hooks import trace_hooks

_SMALL_OPS = 300_000  # what a run at a small size may cost: a few milliseconds
_LARGE_OPS = 3_000_000  # what a run of a survey at a large size may cost: some tenths of a second
# What a trial of the workshop may cost: a third of a run at a small size, since there are thousands.
_GATHERING_OPS = 100_000


@dataclass(kw_only=True, eq=False, slots=True)
class LoopBench:
    """Makes targets ready to be searched. `goals` are those of each target, by their numbers among all.
    `given` are texts of shapes by parameter, if there is one target."""

    depth: int
    iterations: int
    max_ops: int
    scope: tuple[str, ...] = ()
    without: Collection[str] = ()
    given: Mapping[str, str] = field(default_factory=dict)
    goals: dict[str, dict[int, Goal]] = field(default_factory=dict, init=False)
    _loaded: dict[str, Loaded] = field(default_factory=dict, init=False)
    _first: dict[str, Loaded] = field(default_factory=dict, init=False)  # by module
    _packages: dict[str, Loaded] = field(default_factory=dict, init=False)  # the first of each package
    _graphs: dict[Copies, CallGraphBuilder] = field(default_factory=dict, init=False)

    def load(self, spec: str) -> Loaded:
        """Return a target in the loop build. Modules of a package share their copies if they can."""
        if spec not in self._loaded:
            module = locate.parse(spec).module
            package = module.partition(".")[0]
            made = self._beside(self._first.get(module) or self._packages.get(package), spec)
            if made is None:
                made = load(spec, scope=self.scope, build=Build.LOOPS)
                self._packages.setdefault(package, made)
            self._loaded[spec] = made
            self._first.setdefault(module, made)
        return self._loaded[spec]

    def _beside(self, known: Loaded | None, spec: str) -> Loaded | None:
        """A target in copies that are there already; None if they do not have its module."""
        named = locate.parse(spec)
        if known is None or (named.file is not None and named.module not in known.copies.modules):
            return None
        try:
            made = load_also(known, spec)
        except Exception:  # a module that cannot be imported: the ordinary way says why
            return None
        return made if named.module in known.copies.modules else None

    def graph(self, spec: str) -> CallGraph:
        """Return what a target may call."""
        loaded = self.load(spec)
        if loaded.copies not in self._graphs:
            self._graphs[loaded.copies] = CallGraphBuilder(loaded.copies, loaded.target.module)
        return self._graphs[loaded.copies].graph([loaded.function])

    def search(self, unit: Unit, is_over: Callable[[], bool]) -> LoopSearch:
        """Return the search for the goals of a unit."""
        meter = LoopMeter(self.load(unit.spec), self.depth, self.iterations, max_ops=_GATHERING_OPS)

        def observe(use: Use, size: int, *, large: bool) -> RunOutcome:
            return self._observed(meter, use.values(size), self.max_ops if large else _SMALL_OPS)

        goals = [self.goals[unit.spec][number] for number in unit.numbers]
        return LoopSearch(meter, observe, goals, without=self.without, is_over=is_over, given=self.given)

    def _observed(self, meter: LoopMeter, values: Unmade, max_ops: int) -> RunOutcome:
        meter.max_ops = max_ops  # what builds the input may cost more
        try:
            sample, execution = meter.observe(values)
        except MemoryError:
            return RunOutcome(Execution(frozenset()), End.REFUSED)
        finally:
            meter.max_ops = _GATHERING_OPS
        return RunOutcome(execution, sample.end, sample.raises)

    def module(self, spec: str) -> str:
        """Return the module of a target."""
        return self.load(spec).target.module

    def goal(self, number: int, spec: str = "") -> Goal:
        """Return a goal as a target sees it; as another one does if that target does not lead there by the
        code."""
        known = (self.goals.get(spec, {}), *self.goals.values())
        return next(own[number] for own in known if number in own)

    def home(self, goal: int) -> str | None:
        """Return the module whose code has the loop of a goal; None if no target is in that module."""
        loop = self.goal(goal).loop
        files = {name: loaded.copies.modules[name].__file__ for name, loaded in self._first.items()}
        return next((name for name, file in files.items() if file == loop.file), None)

    def read_examples(self) -> None:
        """Read the examples around all modules, so that processes that are forked later need not."""
        if "usages" not in self.without:
            for name, loaded in self._first.items():
                Examples(loaded.copies.modules[name])

    def survey(
        self, specs: Sequence[str], goals: Collection[int], is_over: Callable[[], bool]
    ) -> ModuleSurvey:
        """Return a survey of targets of one module, for some goals."""
        meter = LoopMeter(self.load(specs[0]), self.depth, self.iterations, max_ops=_GATHERING_OPS)

        def observe(values: Unmade, large: bool) -> RunOutcome:
            return self._observed(meter, values, min(self.max_ops, _LARGE_OPS) if large else _SMALL_OPS)

        return ModuleSurvey(
            meter,
            observe,
            {spec: self.goals[spec] for spec in specs},
            self.load,
            goals,
            is_over,
            usages="usages" not in self.without,
        )

    def traced(self, spec: str) -> Loaded | None:
        """Return a target in the trace build; None if the concolic engine is not to help."""
        if "concolic" in self.without:
            return None
        return load(spec, scope=self.scope, build=Build.TRACE, more=trace_hooks)

    def sites(self, spec: str) -> Mapping[SiteKey, Site]:
        """Return the sites of the copies of a target by their keys."""
        sites = self.load(spec).ledger.sites
        return dict(zip(site_keys(sites), sites, strict=True))


def blocked_by(goal: Goal, attempt: GoalAttempt, sites: Mapping[SiteKey, Site]) -> str | None:
    """Return what keeps an attempt from its goal, in a few words; None if nothing does."""
    if attempt.reaches:
        return None
    outcome = attempt.outcome
    if outcome.raises is not None:
        return f"the run raises {outcome.raises}"
    missing = next((key for key in goal.path if key not in outcome.execution.blocks), None)
    if missing is not None and not attempt.iterations:
        site = sites.get(missing)
        where = "a block" if site is None else f"line {site.line} of {site.function or 'the module'}"
        return f"{where} is not reached"
    if attempt.why is not None:
        return attempt.why
    if outcome.end is not End.RETURNED:
        return f"the run does not finish: {outcome.end.value}"
    return f"{attempt.iterations:,} iterations are the most that were found"
