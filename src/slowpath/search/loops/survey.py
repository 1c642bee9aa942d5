"""A first look at all targets of a module: what is learnt of its classes is used for all of them, and a run
counts for every goal that it comes to, whichever target leads there."""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import Parameter

from slowpath.errors import InputError
from slowpath.model.loops import Execution, Goal, SiteKey
from slowpath.model.run import End
from slowpath.model.scenario import Scenario
from slowpath.model.target import RECEIVER_ITSELF, TargetKind
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program
from slowpath.recipe.use import Use, use_of
from slowpath.recipe.writing import written_call
from slowpath.run.looped import LoopMeter
from slowpath.run.setup import Unmade
from slowpath.search.loops.depot import Depot
from slowpath.search.loops.fitness import fitness, guaranteed
from slowpath.search.loops.material import Material
from slowpath.search.loops.rating import SMALL, WANTED, GoalAttempt, Rating, RunOutcome
from slowpath.search.loops.stock import EVERY, LATE, StockValue, stock_for
from slowpath.search.programs.mining import Examples
from slowpath.search.programs.variants import mixed
from slowpath.search.programs.workshop import Workshop, parameters_of
from slowpath.target.load import Loaded

_TRIALS = 40_000  # of the workshop for a whole module: the time of the survey is what limits it
_USAGES = 12  # programs of examples for one target, each made to grow
_GROWN = 24  # ways in which one of them grows: each is a run, for each of the programs of examples
# Runs for one target, and receivers that it is called on, in each pass over the targets: most loops take no
# more than the first, and a target that is hard must not keep the others waiting.
_PASSES = ((60, 2), (150, 5), (500, 12))
# Sizes of the last look: code treats what is larger than some bound otherwise, mostly up to a few thousand.
_LARGE = (200, 10_000)
# Runs for one target at each of these sizes: each may cost ten times as much as one at a small size.
_ENLARGED = 20
_LARGE_BASES = 6  # receivers that are made at these sizes: each multiplies the trials
_UNRETURNED = (
    0.01  # added to the fitness of a run that raises: of two that come as near, the other one is kept
)
_PAIRED = 3  # parameters that are tried in pairs, those that a call needs first
# Values of two parameters that are tried with each other if one alone shows nothing: 36 runs for a pair.
_PRODUCT = 6
_STARTS = 40  # programs that a search begins with: those that came nearest to one of its goals
_REDUCED = 24  # programs that are tried to make one smaller: what is put together here is small already

Values = dict[str, StockValue]


@dataclass(slots=True)
class Surveyed:
    """What the survey of one target came to: the attempts that are better than those before, by goal; and at
    its end what programs can be made of."""

    spec: str
    runs: int = 0
    attempts: dict[int, GoalAttempt] = field(default_factory=dict)
    material: Material | None = None
    is_begun: bool = False  # a look at the target begins


@dataclass(slots=True)
class _Look:
    """What is known of one target during the survey."""

    spec: str
    loaded: Loaded
    goals: Mapping[int, Goal]
    best: dict[int, float] = field(default_factory=dict)
    attempts: dict[int, GoalAttempt] = field(default_factory=dict)
    kept: list[Values] = field(
        default_factory=list
    )  # values that came nearer to a goal, the last one nearest
    seen: dict[tuple[frozenset[SiteKey], object], float] = field(default_factory=dict)
    news: dict[int, GoalAttempt] = field(default_factory=dict)
    runs: int = 0


class ModuleSurvey:
    """Looks at targets of one module. `goals` are those of each target, by their numbers among all; `wanted`
    are those that are looked for, and `reached` those that were."""

    def __init__(
        self,
        meter: LoopMeter,
        observe: Callable[[Unmade, bool], RunOutcome],
        goals: Mapping[str, Mapping[int, Goal]],
        load: Callable[[str], Loaded],
        wanted: Collection[int],
        is_over: Callable[[], bool],
        *,
        usages: bool = True,
    ) -> None:
        self._meter = meter
        self._observe = observe
        self._goals = goals
        self._load = load
        self._is_over = is_over
        self._wanted = {spec: own.keys() & wanted for spec, own in goals.items()}
        self.reached: set[int] = set()
        self._by_loop = {goal.loop.key: number for own in goals.values() for number, goal in own.items()}
        module = meter.loaded.copies.modules[meter.loaded.target.module]
        self._known = frozenset(vars(module)) | frozenset(dir(builtins))
        self._examples = Examples(module) if usages else None
        calls = self._examples.calls if self._examples is not None else {}
        self._workshop = Workshop(meter, calls, most=_TRIALS, is_over=is_over)
        self._depot = Depot(self._workshop, self._examples)

    def run(self) -> Iterator[Surveyed]:
        """Yield what is found for each target as it is; the first for a target tells that it begins."""
        looks: dict[str, _Look] = {}
        with self._meter.installed():
            self._workshop.learn_objects()
            for number in range(len(_PASSES) + 2):
                for spec in self._goals:
                    if self._is_over() or not self._is_open(spec):
                        continue
                    yield Surveyed(spec, is_begun=True)
                    look = looks.setdefault(spec, _Look(spec, self._load(spec), self._goals[spec]))
                    self._meter.loaded = look.loaded
                    before = look.runs
                    self._pass(look, number)
                    yield Surveyed(spec, look.runs - before, self._told(look))
            for look in looks.values():
                if self._is_open(look.spec) and (material := self._material(look)).starts:
                    yield Surveyed(look.spec, material=material)

    def _is_open(self, spec: str) -> bool:
        return not self.reached >= self._wanted[spec]

    def _rating(self, look: _Look, goal: Goal) -> Rating:
        def observe(use: Use, size: int, *, large: bool) -> RunOutcome:
            look.runs += 1
            return self._observe(use.values(size), large)

        return Rating(
            observe, lambda program: use_of(program, look.loaded.target), [goal], is_over=self._is_over
        )

    def _pass(self, look: _Look, number: int) -> None:
        """One look at a target: what examples show first, then what is put together."""
        if not number:
            if self._examples is not None:
                self._look_at_examples(look, self._examples)
            return
        if number > len(_PASSES):
            self._enlarge(look)
            return
        most, receivers = _PASSES[number - 1]
        end = look.runs + most
        bases = self._bases(look)
        if number > 1 and look.loaded.owner is not None:
            bases = self._ranked(look, [*bases, *self._depot.shown(look.loaded.owner)])
        for base in bases[:receivers]:
            self._ascend(look, base, lambda: look.runs >= end or self._is_over())
            if look.runs >= end or not self._is_open(look.spec):
                return

    def _enlarge(self, look: _Look) -> None:
        """Run what came nearest at large sizes, and what holds much with the values that did best."""
        uses = [each.use for number, each in look.attempts.items() if number not in self.reached]
        bases = [base for base in self._bases(look) if not base.lines or "N" in "".join(base.lines)]
        names = [each.name for each in look.loaded.target.parameters]
        needed = [each.name for each in look.loaded.target.parameters if each.required] or names[:1]
        late = [dict.fromkeys(needed, value) for value in LATE] if needed else [{}]
        known = [*reversed(look.kept[-3:]), *late]
        trials = [self._unmade(look, base, values) for values in known for base in bases[:_LARGE_BASES]]
        for size in _LARGE:
            for use in list(dict.fromkeys(uses))[:_ENLARGED]:
                if self._is_over() or not self._is_open(look.spec):
                    return
                self._take(look, use.values(size), lambda use=use: use)  # type: ignore[misc]
            for trial in trials[:_ENLARGED]:
                if self._is_over() or not self._is_open(look.spec):
                    return
                self._take(look, replace(trial, size=size), partial(self._use, look, trial))

    def _bases(self, look: _Look) -> list[StockValue]:
        """What the target is called on: receivers of a method."""
        if look.loaded.target.kind is not TargetKind.METHOD or look.loaded.owner is None:
            return [StockValue("")]
        return self._depot.receivers(look.loaded.owner)

    def _ranked(self, look: _Look, bases: list[StockValue]) -> list[StockValue]:
        """Receivers, those first that come nearest to the goals with the values that are known to do well."""
        known = look.kept[-2:] or [{}]
        scores: dict[StockValue, float] = {}
        for base in bases:
            if self._is_over() or not self._is_open(look.spec):
                return []
            scores[base] = min(self._tried(look, base, values) for values in known)
        return sorted(bases, key=lambda each: scores[each])

    def _look_at_examples(self, look: _Look, examples: Examples) -> None:
        name = look.loaded.target.qualname.rpartition(".")[2]
        for program in examples.programs(name)[:_USAGES]:
            for each in (program, *itertools.islice(mixed(program), _GROWN)):
                use = use_of(each, look.loaded.target)
                if use is None or self._is_over() or not self._is_open(look.spec):
                    break
                self._take(look, use.values(SMALL), lambda use=use: use)  # type: ignore[misc]

    # -- arguments -------------------------------------------------------------------------------

    def _ascend(self, look: _Look, base: StockValue, is_over: Callable[[], bool]) -> None:
        """Try values for one parameter after the other; each keeps what came nearest to the goals."""
        parameters = self._parameters(look)
        needed = [each.name for each in look.loaded.target.parameters if each.required]
        stock = {name: self._stock(parameter) for name, parameter in parameters.items()}
        values = {name: stock[name][0] for name in needed if name in stock}
        best = self._tried(look, base, values)
        for known in look.kept[-3:]:
            score = self._tried(look, base, known)
            best, values = min((best, values), (score, known), key=lambda each: each[0])
        order = [*values, *(name for name in parameters if name not in values)]
        for name in [*order, *(needed if len(needed) > 1 else ())]:
            for value in stock.get(name, ()):
                if is_over() or not self._is_open(look.spec):
                    return
                score = self._tried(look, base, {**values, name: value})
                if score < best:
                    best, values = score, {**values, name: value}
                    look.kept.append(values)
        for pair in itertools.combinations(order[:_PAIRED], 2):
            for chosen in itertools.product(*(stock.get(name, [])[:_PRODUCT] for name in pair)):
                if is_over() or not self._is_open(look.spec):
                    return
                self._tried(look, base, {**values, **dict(zip(pair, chosen, strict=True))})

    def _parameters(self, look: _Look) -> dict[str, Parameter]:
        known = {each.name: each for each in parameters_of(look.loaded.function)}
        names = [each.name for each in look.loaded.target.parameters]
        return {name: known[name] for name in names if name in known}

    def _stock(self, parameter: Parameter) -> list[StockValue]:
        if parameter.kind is parameter.VAR_KEYWORD:
            return [StockValue("{f'a{i}': i for i in range(N)}")]
        values = stock_for(parameter, self._depot.handed(parameter))
        return list(dict.fromkeys([*values, *self._depot.others()]))

    def _tried(self, look: _Look, base: StockValue, values: Values) -> float:
        """Run the target once; return how far that is from the goals that are left."""
        trial = self._unmade(look, base, values)
        return self._take(look, trial, partial(self._use, look, trial))

    def _unmade(self, look: _Look, base: StockValue, values: Values) -> Unmade:
        inputs = {name: value.source for name, value in values.items()}
        if look.loaded.target.kind is TargetKind.METHOD:
            inputs = {RECEIVER_ITSELF: base.source, **inputs}
        lines = dict.fromkeys(line for value in values.values() for line in value.lines)
        return Unmade(Scenario("\n".join((*lines, *base.lines))), tuple(inputs.items()), SMALL)

    def _use(self, look: _Look, trial: Unmade) -> Use | None:
        """A trial as a program."""
        target = look.loaded.target
        try:
            program = parse_program(
                "\n".join((trial.scenario.setup, written_call(target, dict(trial.inputs))))
            )
        except InputError:
            return None
        return use_of(program, target)

    # -- what runs show --------------------------------------------------------------------------

    def _take(self, look: _Look, values: Unmade, use: Callable[[], Use | None]) -> float:
        """Run something; return how far it is from the goals that are left. What comes nearer is kept."""
        look.runs += 1
        outcome = self._observe(values, values.size > SMALL)
        if outcome.end is End.REFUSED:
            return float(len(look.goals))
        execution = outcome.execution
        nests = sorted((key, *each.items()) for key, each in execution.nests.items())
        known = (execution.blocks, tuple(nests))
        if known not in look.seen:
            look.seen[known] = self._rated(look, outcome, values.size, use)
        return look.seen[known] + (_UNRETURNED if outcome.end is not End.RETURNED else 0)

    def _rated(self, look: _Look, outcome: RunOutcome, size: int, use: Callable[[], Use | None]) -> float:
        """How far a run is from the goals of a target that are left, in all; attempts that are nearer to one
        than those before are kept, for goals of other targets too."""
        total = 0.0
        made: Use | None = None
        own = [(number, look.goals[number]) for number in look.goals if number not in self.reached]
        for number, goal in [*own, *self._beside(look, outcome.execution)]:
            small = replace(goal, wanted=min(goal.wanted, WANTED)) if size == SMALL else goal
            missing = fitness(small, outcome.execution)
            total += missing if number in look.goals else 0
            if missing and missing >= look.best.get(number, 1.0):
                continue
            made = made or use()
            if made is None:
                break
            look.best[number] = missing
            self._keep(look, number, GoalAttempt(made, size, outcome, 0, missing))
        return total

    def _beside(self, look: _Look, execution: Execution) -> list[tuple[int, Goal]]:
        """Goals of other targets that a run reaches."""
        numbers = (self._by_loop.get(key) for key in execution.nests)
        beside = [each for each in numbers if each is not None and each not in look.goals]
        goals = [(each, self._goal(each)) for each in beside if each not in self.reached]
        return [
            (number, goal)
            for number, goal in goals
            if guaranteed(goal, execution) >= min(goal.wanted, WANTED)
        ]

    def _goal(self, number: int) -> Goal:
        return next(own[number] for own in self._goals.values() if number in own)

    def _keep(self, look: _Look, number: int, attempt: GoalAttempt) -> None:
        """Keep an attempt; one that does well at a small size is made to reach the goal."""
        goal, outcome = self._goal(number), attempt.outcome
        iterations, missing = guaranteed(goal, outcome.execution), attempt.fitness
        kept = replace(attempt, iterations=iterations, fitness=(missing + 1) / 2)
        if not missing:
            rating = self._rating(look, goal)
            if attempt.size > SMALL:
                kept = rating.judged(attempt.use, 0, attempt.size, outcome)
            elif outcome.end in (End.RETURNED, End.RAISED):
                kept = rating.lifted(attempt.use, 0)
                kept = kept if kept.fitness else rating.smallest(kept, 0, _REDUCED)
            if kept.reaches:
                self.reached.add(number)
        known = look.attempts.get(number)
        if known is None or kept.fitness < known.fitness:
            look.attempts[number] = look.news[number] = kept

    def _told(self, look: _Look) -> dict[int, GoalAttempt]:
        told, look.news = look.news, {}
        return told

    def _material(self, look: _Look) -> Material:
        """What programs for a target can be made of, by what was learnt."""
        left = sorted(
            (each for number, each in look.attempts.items() if number not in self.reached),
            key=lambda each: each.fitness,
        )
        name = look.loaded.target.qualname.rpartition(".")[2]
        usages = self._examples.programs(name)[:_USAGES] if self._examples is not None else []
        starts: list[Program] = [each.use.program for each in left[:_STARTS]]
        parameters = self._parameters(look)
        arguments = {
            name: tuple(each.source for each in self._stock(parameter) if not each.lines)
            for name, parameter in parameters.items()
        }
        first = [base.lines[0] for base in self._bases(look) if base.lines]
        makers = [line.partition(" = ")[2] for line in first if " = " in line]
        return Material(
            starts=tuple(dict.fromkeys([*starts, *usages])),
            arguments=arguments,
            plain=tuple(each.source for each in EVERY if not each.lines),
            makers=tuple(dict.fromkeys([*makers, *self._workshop.objects.values()])),
            actions=tuple(dict.fromkeys(self._depot.actions(look.loaded.owner or object))),
            usages=tuple(usages),
            known=self._known,
        )
