"""A search for slow inputs, in one process: shapes, words, recipes, and what is found by and by."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import ModuleType

from slowpath.errors import SlowpathError
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.model.find import Strategy
from slowpath.model.run import End, Lost
from slowpath.model.target import TargetKind
from slowpath.recipe.minimise import minimised
from slowpath.recipe.recipe import Recipe
from slowpath.run.counted import Meter
from slowpath.run.inputs import BEFORE, BEFORE_EACH, EACH, RECEIVER, THEN
from slowpath.search.evolve.evolution import BASE, CLOSER, EVOLVE, Evolution, Scored
from slowpath.search.probe import SURE, probed
from slowpath.search.role import Role
from slowpath.search.scouts import Scouts
from slowpath.search.vocabulary import Vocabulary, vocabulary
from slowpath.shape import library as lib
from slowpath.shape.annotations import signature_of
from slowpath.shape.base import Shape
from slowpath.shape.infer import Inferred, explain, grows
from slowpath.shape.objects import Records
from slowpath.shape.sampler import Sampler
from slowpath.shape.strings import Blob, Text
from slowpath.target.load import Loaded

RUN_OPS = 300_000  # the budget of one run of a candidate
_LEARN_EVERY = 400  # candidates after which code that was reached since is read for words
_MATCH_EVERY = 40  # the same for patterns that were matched since
_MOST_MATCHED = 80  # patterns that are read at a time; where more come, they are made of the inputs
_KEPT = 0.5  # of the bend that a smaller recipe must keep
_EXPLOSIVE = 64.0  # a steepness from which bends at other sizes cannot be compared: exponent 6
_MOST_MODULES = 40
_UNENDING_TRIES = 20  # of smaller recipes that come to no end either
_SCOUT_SHARE, _SCOUT_SECONDS = 0.08, 6.0  # of the time, for each scout, and at most
_BEGIN_SHARE = 0.2  # of the time, for the recipes to begin with, before scouts are sent out
_BETWEEN_SHARE = 0.1  # of the time, between two of them
_MOST_FILLING = 3


@dataclass(frozen=True, slots=True)
class Catch:
    """A recipe whose cost grows faster than its size, as far as this process has seen."""

    recipe: Recipe
    score: float
    steepness: float
    site: str  # "file.py:12" of what bends most
    function: str
    found_by: str


@dataclass(frozen=True, slots=True)
class Unending:
    """A recipe that comes to no end even at N = 1, as far as this process has seen."""

    recipe: Recipe


class Hunt:
    """Searches one target in this process, as long as its clock allows."""

    def __init__(
        self,
        loaded: Loaded,
        *,
        given: Mapping[str, str],
        seed: int = 0,
        role: Role = Role.ALL,
        traced: Callable[[], Loaded] | None = None,
        clock: Callable[[], float] = time.monotonic,
        knowledge: Knowledge = ALL,
    ) -> None:
        """`traced` loads the target in the trace build, where scouts look at small inputs."""
        self._loaded = loaded
        self._role = role
        self._traced = traced if role.scouts else None
        self._random = Random(seed)
        self._clock = clock
        self._knowledge = knowledge
        self.meter = Meter(loaded, max_ops=RUN_OPS)
        with loaded.copies.installed():
            told = explain(
                loaded.function, given=given, owner=loaded.owner, guess_rest=True, knowledge=knowledge
            )
            self.inferred: dict[str, Inferred] = probed(self.meter, told, other_kinds=role.other_kinds)
        self.shapes: dict[str, Shape] = {name: each.shape for name, each in self.inferred.items()}
        self.tried = 0
        self._scouts: Scouts | None = None
        self._refused: tuple[Lost, ...] = ()
        self.grows = True  # whether some parameter has inputs of any size
        names = [(each.name, each.required) for each in loaded.target.parameters]
        names += [
            (RECEIVER + each.name.removeprefix(RECEIVER), each.required) for each in loaded.target.receiver
        ]
        self._optional = [name for name, required in names if not required and name in self.shapes]
        self._more = self._more_calls()
        self._unsure = [name for name, each in self.inferred.items() if not each.told_by.startswith(SURE)]
        self._read: set[str] = set()
        self._patterns: list[tuple[str | bytes, int]] = []  # those matched that were read
        self._matched = 0  # patterns by then

    def catches(self, seconds: float) -> Iterator[Catch | Unending | None]:
        """Yield each new best recipe of its kind; None now and then, so that the caller can look around."""
        deadline = self._clock() + seconds
        with self.meter.installed():
            self._sample_once()
            words = self._words()
            evolution = Evolution(
                self.meter,
                {**self.shapes, **self._more},
                words,
                self._random,
                self._left_out,
                self._unsure,
                sweeps=self._role.sweeps,
                knowledge=self._knowledge,
            )
            self.grows = evolution.can_grow
            found: dict[int, float] = {}
            unended: Recipe | None = None
            for scored in self._steps(evolution, seconds):
                self.tried += 1
                if scored is not None and scored.score > 1.2 * found.get(scored.niche, 0.0):
                    found[scored.niche] = scored.score
                    caught = self._caught(evolution, scored)
                    if caught is not None:
                        yield caught
                if evolution.unended is not unended:
                    unended = evolution.unended
                    unending = self._unending(evolution)
                    if unending is not None:
                        yield unending
                if self._has_more_words():
                    evolution.extend(self._words())
                if self.tried % 50 == 0:
                    yield None
                if self._clock() >= deadline:
                    return

    def _steps(self, evolution: Evolution, seconds: float) -> Iterator[Scored | None]:
        """The steps of the evolution. Scouts are sent out in between, and where it finds nothing new."""
        scouting = self._scouted(seconds)
        next_at, begun = self._clock() + _BEGIN_SHARE * seconds, False
        suggested: tuple[str, list[Recipe]] | None = EVOLVE, []
        if self._role is Role.SCOUT:
            for name, recipes in scouting:
                evolution.suggest(recipes, name)
                yield from evolution.suggested()
        while suggested is not None:
            for scored in evolution.steps():
                yield scored
                if self._clock() > next_at or (evolution.begun and not begun):
                    name, recipes = next(scouting, (EVOLVE, []))
                    evolution.suggest(recipes, name)
                    next_at, begun = self._clock() + _BETWEEN_SHARE * seconds, True
            suggested = next(scouting, None)
            if suggested is not None:
                evolution.suggest(suggested[1], suggested[0])

    @property
    def strategies(self) -> list[Strategy]:
        """What each way to search did so far."""
        scouts = [] if self._scouts is None else self._scouts.done
        return [Strategy(EVOLVE, self.meter.runs, 0, 0, 0.0), *scouts]

    @property
    def lost(self) -> tuple[Lost, ...]:
        """Where scouts could not see how the target depends on its input, and where nothing is counted."""
        far = len(self._loaded.copies.far)
        spec = self._loaded.target.spec
        uncounted = (Lost(spec, "modules far from the target, in a large package", far),) if far else ()
        return (*uncounted, *(self._refused if self._scouts is None else self._scouts.lost()))

    def _scouted(self, seconds: float) -> Iterator[tuple[str, list[Recipe]]]:
        """What scouts suggest, one after the other; the trace build is loaded for the first."""
        if self._traced is None:
            return
        try:
            traced = self._traced()
        except SlowpathError as error:
            spec = self._loaded.target.spec
            self._refused = (Lost(spec, f"the target cannot be traced: {error.message}", 1),)
            return
        self._scouts = Scouts(
            traced,
            self._loaded,
            self.shapes,
            self._optional,
            RUN_OPS // 3,
            min(_SCOUT_SECONDS, _SCOUT_SHARE * seconds),
            self._clock,
            self._knowledge,
        )
        yield from self._scouts.suggestions()

    @property
    def _left_out(self) -> list[str]:
        """The parameters that a recipe may be without."""
        return [*self._optional, *self._more]

    def _more_calls(self) -> dict[str, Shape]:
        """What else may be done with the receiver of a method: called for many items, and closed."""
        target, owner = self._loaded.target, self._loaded.owner
        if target.kind is not TargetKind.METHOD or owner is None:
            return {}
        own = [
            each.name
            for each in target.parameters
            if each.required and isinstance(self.shapes.get(each.name), Text | Blob | Records)
        ]
        known = [each.name for each in self._knowledge.closing]
        closing = [name for name in known if callable(getattr(owner, name, None))]
        name = target.qualname.rpartition(".")[2]
        return {
            **self._filling(owner, name),
            **{EACH + each: lib.lists(self.shapes[each]) for each in own},
            **{THEN + each: lib.const(()) for each in closing if each != name},
        }

    def _filling(self, owner: type, own: str) -> dict[str, Shape]:
        """What methods take that fill the receiver, where the target itself does not fill it."""
        needed = [each.name for each in self._loaded.target.parameters if each.required]
        fed = any(name in self.shapes and grows(self.shapes[name]) for name in needed)
        if fed and self._knowledge.fills(own.lstrip("_")):
            return {}
        shapes: dict[str, Shape] = {}
        for name in _filling_methods(owner, own, self._knowledge)[:_MOST_FILLING]:
            function = getattr(owner, name)
            signature = signature_of(function)
            assert signature is not None
            told = explain(function, given={}, owner=owner, guess_rest=True, knowledge=self._knowledge)
            needed = [each.name for each in list(signature.parameters.values())[1:] if _is_needed(each)]
            found = {f"{BEFORE}{name}.{each}": told[each].shape for each in needed if each in told}
            if len(found) == len(needed) and any(map(grows, found.values())):
                shapes |= found
                shapes |= {
                    f"{BEFORE_EACH}{name}.{each}": lib.lists(told[each].shape)
                    for each in needed
                    if isinstance(told[each].shape, Text | Blob)
                }
        return shapes

    def _sample_once(self) -> None:
        """Run a random input: only what it reaches is read for words, not all that was imported."""
        sampler = Sampler(self._random)
        self.meter.run({name: shape.build(2, sampler, name) for name, shape in self.shapes.items()})

    def _caught(self, evolution: Evolution, scored: Scored) -> Catch | None:
        confirmed = evolution.confirmed(scored)
        if not confirmed.is_superlinear or evolution.is_of_filling(confirmed):
            return None
        still = self._still(evolution, scored, confirmed)

        replaced = [name.removeprefix(EACH) for name, _ in confirmed.recipe.parts if name.startswith(EACH)]
        small = minimised(confirmed.recipe, still, [*self._left_out, *replaced])
        if evolution.is_of_filling(replace(confirmed, recipe=small)):
            return None
        site = self._loaded.ledger.sites[confirmed.niche]
        where = f"{site.file}:{site.line}"
        by = evolution.found_by(scored.recipe)
        return Catch(small, confirmed.score, confirmed.steepness, where, site.function, by)

    def _still(self, evolution: Evolution, scored: Scored, confirmed: Scored) -> Callable[[Recipe], bool]:
        """Whether a smaller recipe bends about as much, at the same first size; or explodes, if that does."""
        usual = evolution.judged(confirmed.recipe)
        base, least = (scored.size, scored.score) if usual is None else (BASE, usual.score)
        explodes = confirmed.steepness >= _EXPLOSIVE

        def still(candidate: Recipe) -> bool:
            again = evolution.judged(candidate, base)
            if again is None or (again.score < _KEPT * least and not explodes):
                return False
            sure = evolution.confirmed(again)
            return sure.steepness >= _EXPLOSIVE if explodes else sure.is_superlinear

        return still

    def _unending(self, evolution: Evolution) -> Unending | None:
        """The plainest recipe that comes to no end, made plainer still."""

        def still(candidate: Recipe) -> bool:
            return self.meter.run(candidate.values(1), CLOSER * RUN_OPS).end is End.BUDGET

        if evolution.unended is None or not still(evolution.unended):
            return None
        evolution.unended = minimised(evolution.unended, still, self._left_out, _UNENDING_TRIES)
        return Unending(evolution.unended)

    def _reached(self) -> set[str]:
        """The files whose code the last run executed."""
        ledger = self._loaded.ledger
        return {site.file for site, count in zip(ledger.sites, ledger.counts, strict=False) if count}

    def _has_more_words(self) -> bool:
        """Whether it is time to read what was reached since words were read."""
        new = len(self._loaded.ledger.patterns) - self._matched
        if self.tried % _MATCH_EVERY == 0 and 0 < new <= _MOST_MATCHED:
            return True
        return self.tried % _LEARN_EVERY == 0 and bool(self._reached() - self._read)

    def _words(self) -> Vocabulary:
        """The words of the code that was reached, those of patterns that were matched first."""
        noted = list(self._loaded.ledger.patterns)
        self._patterns += noted[self._matched :][:_MOST_MATCHED]
        self._matched = len(noted)
        return vocabulary(self._modules(), self._loaded.target.module, self._patterns, self._knowledge)

    def _modules(self) -> list[ModuleType]:
        """The modules to read words from: the target's own, and those whose code was reached."""
        self._read |= self._reached()
        own = self._loaded.target.module
        copied = {id(module): module for module in self._loaded.copies.modules.values()}
        reached = [
            module
            for module in copied.values()
            if module.__name__ == own or vars(module).get("__file__") in self._read
        ]
        # What they import may be tables that no code runs in.
        used = {id(each): each for module in reached for each in vars(module).values() if id(each) in copied}
        return list({**{id(module): module for module in reached}, **used}.values())[:_MOST_MODULES]


def _filling_methods(owner: type, own: str, knowledge: Knowledge) -> list[str]:
    """Methods that fill an object, by their names, the likelier first."""
    names = [name for name in dir(owner) if name != own and inspect.isfunction(getattr(owner, name, None))]
    verbs = list(enumerate(knowledge.filling))
    ranked = [(place, name) for name in names for place, verb in verbs if verb.fits(name)]
    return list(dict.fromkeys(name for _, name in sorted(ranked)))


def _is_needed(parameter: inspect.Parameter) -> bool:
    plain = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return parameter.default is parameter.empty and parameter.kind in plain
