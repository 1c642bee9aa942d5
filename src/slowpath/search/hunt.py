"""A search for slow inputs, in one process: shapes, words, recipes, and what has been found so far."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, permutations
from math import inf
from random import Random
from typing import Any

from slowpath.errors import InputRejected, UsageError
from slowpath.knowledge.catalogue import knowledge_without
from slowpath.model.find import StrategyFigures
from slowpath.model.provenance import Provenance
from slowpath.model.run import End, Lost
from slowpath.model.slot import PartKey, Slot, is_for_each
from slowpath.recipe.carry import carried_over
from slowpath.recipe.linear import linear
from slowpath.recipe.minimise import minimised
from slowpath.recipe.naming import with_receiver_named
from slowpath.recipe.part import Fixed, Part, PartKind
from slowpath.recipe.program import Program
from slowpath.recipe.recipe import Recipe
from slowpath.recipe.recipe import recipe as recipe_of
from slowpath.recipe.reduction import reduced
from slowpath.recipe.scalable import Scalable
from slowpath.recipe.use import Use, use_of
from slowpath.run.counted import Meter
from slowpath.run.premise import grows
from slowpath.search.effort import effort
from slowpath.search.hinted import CallHints
from slowpath.search.judge import BASE, CLOSER, Bend, Judge
from slowpath.search.learning import learned, returns
from slowpath.search.probe import WRONG, guessed, probed
from slowpath.search.race import Race
from slowpath.search.receiver import other_calls
from slowpath.search.recipes.admitted import admits
from slowpath.search.recipes.parts import Parts
from slowpath.search.recipes.plainest import plainest
from slowpath.search.recipes.reading import WordReader
from slowpath.search.recipes.vocabulary import Vocabulary
from slowpath.search.role import Role
from slowpath.search.strategy import Scene, Strategy, strategies
from slowpath.shape.base import Shape
from slowpath.shape.choices import OneOf
from slowpath.shape.infer import Inferred, shapes_of
from slowpath.shape.inputs import build_inputs
from slowpath.shape.natural import Kind, contradicting, natural_kinds, suits
from slowpath.shape.sampler import Sampler
from slowpath.target.load import Loaded

RUN_OPS = 300_000  # of one run: some milliseconds, and room for 500 items squared
_MOST_VAIN = 8  # bends of a niche that do not last: most niches have none that does
_BETTER = 1.2  # times the score of the last catch of a niche: smaller gains are not worth verifying
_KEPT = 0.5  # of the bend that a smaller recipe must keep: a shorter pump may cost less per character
_SAME_CLASS = 0.7  # of a steepness: half a power of N
_UNENDING_TRIES = 20  # of smaller recipes that do not terminate either: each costs a whole budget
_MOST_STARTS = 8  # parts that are tried in the place of one that the target refuses: the plainest
_LARGER = 16  # times the usual sizes, for such parts: an item of a list may be as long as 16 characters
_MOST_LINEAR = 6  # programs that are tried in the place of one whose input grows faster than N
_LOOK_AROUND = 50  # recipes between two pauses: a few hundredths of a second
_PAUSE_SECONDS = 0.1  # between two pauses, if runs of the target are slow
_PARTS = {Kind.TEXT: PartKind.TEXT, Kind.BYTES: PartKind.BYTES, Kind.SEQUENCE: PartKind.LIST}
_PREMISED = "setup"  # what the user gave is found by no strategy
_MAKING = ("program", "breed")  # strategies whose programs make all that they use
_PLAIN_SECONDS = 0.5  # for the recipe to begin with: a search has a few seconds at least
_MOST_LOST = 20  # places where tracing stopped that are reported, the most frequent first


@dataclass(frozen=True, slots=True)
class Catch:
    """A recipe whose cost grows faster than its size, as far as this process has seen."""

    recipe: Scalable
    score: float
    steepness: float
    site: str  # "file.py:12" of what bends most
    function: str
    found_by: str
    natural: bool = True  # whether each value is of a type that a caller would give


@dataclass(frozen=True, slots=True)
class Unending:
    """A recipe that does not terminate even at N = 1, as far as this process has seen."""

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
        without: Collection[str] = (),
        memory: bool = False,
    ) -> None:
        """`traced` loads the target in the trace build; without it, no strategy is traced. `without` are the
        strategies that are left out, and "knowledge". With `memory`, only recipes are caught whose memory
        bends too: what takes memory takes time, so these are among those that bend."""
        self._loaded = loaded
        self._role = role
        self._traced = traced if role.scouts else None
        self._random = Random(seed)
        self._clock = clock
        self._without = without
        self._memory = memory
        self._knowledge = knowledge_without(without)
        self.meter = Meter(loaded, max_ops=RUN_OPS)
        with loaded.copies.installed():
            told = guessed(loaded, given, self._knowledge)
            self._natural = natural_kinds(told, self._knowledge)
            self.inferred: dict[str, Inferred] = probed(
                self.meter,
                told,
                optional=_optional(loaded),
                natural=self._natural,
                other_kinds=role.other_kinds,
            )
            self.inferred = learned(
                self.meter,
                self.inferred,
                loaded.function,
                clock=effort(),
                knowledge=self._knowledge,
                optional=_optional(loaded),
            )
            self._is_refused = not returns(self.meter, self.inferred)
        self.shapes = shapes_of(self.inferred)
        self._given = {name: self.shapes[name] for name in given}
        self.tried = 0
        self.grows = True  # whether some parameter has inputs of any size
        self.judge = Judge(self.meter)
        self._race: Race | None = None
        self._scene: Scene | None = None
        self._plain: dict[Any, Part] = {}  # the parts for which the target returns
        self._optional = [name for name in _optional(loaded) if name in self.shapes]
        with loaded.copies.installed():
            self._more = other_calls(loaded, self.shapes, self._knowledge)
        self._unsure = [name for name, each in self.inferred.items() if not each.told_by.is_sure]
        self._assumed = [name for name, each in self.inferred.items() if each.is_assumed]
        self._reader = WordReader(loaded, self._knowledge, attacks="regex" not in without)

    def catches(self, seconds: float) -> Iterator[Catch | Unending | None]:
        """Yield each new best recipe of its kind; None now and then, so that the caller can look around."""
        deadline = self._clock() + seconds
        with self.meter.installed():
            self._sample_once()
            scene = self._scene = self._staged()
            self.grows = bool(scene.parts.growing) or grows(self._loaded.premise)
            yield from self._premised(scene)
            race = self._race = Race(
                scene, self.judge, self._strategies(), seconds, traced_first=self._role is Role.SCOUT
            )
            found: dict[int, float] = {}
            vain = Counter[int]()  # by niche, the bends in a row that did not last
            unended: Recipe | None = None
            paused = -inf  # the first recipe that was tried is news
            for judged, is_best in race.run():
                self.tried += 1
                self.grows = True
                bend = judged.bend
                if bend is not None and is_news(bend, found, vain, is_best=is_best):
                    caught = self._caught(bend, judged.by)
                    vain[bend.niche] = 0 if caught is not None else vain[bend.niche] + 1
                    found[bend.niche] = max(bend.score, found.get(bend.niche, 0.0))
                    if caught is not None and (not self._memory or self.judge.bends_in_memory(bend)):
                        yield caught
                if self.judge.unended is not unended:
                    unended = self.judge.unended
                    unending = self._unending()
                    if unending is not None:
                        yield unending
                if self._reader.has_more(self.tried):
                    scene.words = self._reader.words()
                    scene.parts = self._parts(scene.words)
                if self.tried % _LOOK_AROUND == 0 or self._clock() - paused > _PAUSE_SECONDS:
                    paused = self._clock()
                    yield None
                if self._clock() >= deadline:
                    return

    def _premised(self, scene: Scene) -> Iterator[Catch]:
        """What the user gave may be slow whatever the other parameters are: it is judged first."""
        if grows(self._loaded.premise):
            self.tried += 1
            bend = self.judge.judge(recipe_of(scene.parts.plain), _PREMISED).bend
            caught = None if bend is None else self._caught(bend, _PREMISED)
            if caught is not None:
                yield caught

    @property
    def strategies(self) -> list[StrategyFigures]:
        """What each strategy did so far."""
        return [] if self._race is None else self._race.figures

    @property
    def lost(self) -> tuple[Lost, ...]:
        """Where traced runs could not see how the target depends on its input, and what is not counted."""
        far = len(self._loaded.copies.far)
        spec = self._loaded.target.spec
        lost = [Lost(spec, "modules far from the target, in a large package", far)] if far else []
        if self._race is not None and self._race.refused is not None:
            lost.append(Lost(spec, f"the target cannot be traced: {self._race.refused}", 1))
        for name, how in () if self._race is None else self._race.failed.items():
            lost.append(Lost(spec, f"the strategy {name} failed: {how}", 1))
        if self._scene is not None:
            lost += [Lost(*key, count) for key, count in self._scene.lost.most_common(_MOST_LOST)]
        return tuple(lost)

    def _staged(self) -> Scene:
        words = self._reader.words()
        parts = self._parts(words)
        spent = effort()
        self._plain = plainest(parts, self.meter, lambda: spent() >= _PLAIN_SECONDS)
        return Scene(
            self._loaded,
            self.meter,
            self.shapes,
            self._optional,
            self._random,
            self._clock,
            words,
            self._parts(words),
            cache(self._traced or self._untraced),
            RUN_OPS // 3,
            self._knowledge,
            self._role.sweeps,
            given=self._given,
            is_refused=self._is_refused,
            hints=CallHints(self._loaded.copies.modules[self._loaded.target.module], self._loaded.owner),
        )

    def _untraced(self) -> Loaded:
        raise UsageError("this process does not trace")

    def _parts(self, words: Vocabulary) -> Parts:
        shapes: dict[Any, Shape] = {**self.shapes, **self._more}
        parts = Parts(
            shapes, words, self._random, self._left_out, self._unsure, self._knowledge, self._assumed
        )
        parts.plain = self._plain or parts.plain
        return parts

    def _strategies(self) -> list[Strategy]:
        """Those that this process runs. If shapes do not help, what examples show comes first."""
        is_growing = self._scene is None or bool(self._scene.parts.growing)
        chosen = [
            each
            for each in strategies(self._without)
            if (self._traced is not None or not each.traced)
            and (is_growing or not each.needs_growth)
            and not (each.name in _MAKING and self._loaded.premise.inputs)
        ]
        return sorted(chosen, key=lambda each: each.name != "program") if self._is_refused else chosen

    @property
    def _left_out(self) -> list[PartKey]:
        """The parameters that a recipe may be without."""
        return [*self._optional, *self._more]

    def _sample_once(self) -> None:
        """Run a random input: only what it reaches is read for words, not all that was imported."""
        with suppress(InputRejected):
            self.meter.run(build_inputs(self.shapes, 2, Sampler(self._random)))

    def _caught(self, bend: Bend, by: str) -> Catch | None:
        judge = self.judge
        confirmed = self._in_proportion(judge.confirmed(bend))
        if not confirmed.is_superlinear:
            return None
        confirmed = self._with_defaults(confirmed)
        small = self._smallest(bend, confirmed)
        # With its defaults, a target may do so much besides that only longer runs show the growth.
        small = self._with_defaults(replace(confirmed, recipe=small), CLOSER * self.meter.max_ops).recipe
        shown, natural = small, True
        if isinstance(small, Recipe):
            small = self._of_one_kind(self._that_returns(small, confirmed), confirmed)
            shown, natural = self._as_natural(small, confirmed)
            natural = natural and not self._is_mistaken(shown)
        site = self._loaded.ledger.sites[confirmed.niche]
        where = f"{site.file}:{site.line}"
        return Catch(shown, confirmed.score, confirmed.steepness, where, site.function, by, natural)

    def _in_proportion(self, confirmed: Bend) -> Bend:
        """The bend of a program whose input grows in proportion to N in the place of one whose input grows
        faster, if it bends as well: then the class of its cost is what a caller meets."""
        recipe = confirmed.recipe
        if not isinstance(recipe, Use) or not confirmed.steepness:
            return confirmed
        if self.judge.swelling(recipe, confirmed.size) == 1.0:
            return confirmed
        for program in islice(linear(recipe.program), _MOST_LINEAR):
            use = use_of(program, self._loaded.target)
            again = None if use is None else self.judge.bend(use, confirmed.size)
            if again is not None and again.niche == confirmed.niche:
                sure = self.judge.confirmed(again)
                if sure.is_superlinear:
                    return sure
        return confirmed

    def _with_defaults(self, confirmed: Bend, max_ops: int | None = None) -> Bend:
        """The bend of the recipe without options that do not change its class: what is slow with their
        defaults is what callers meet."""
        for name in self._optional:
            recipe = confirmed.recipe
            if not isinstance(recipe, Recipe) or len(recipe.parts) == 1 or name not in dict(recipe.parts):
                continue
            others = Recipe(tuple(each for each in recipe.parts if each[0] != name))
            again = self.judge.bend(others, confirmed.size, max_ops)
            if again is not None and again.niche == confirmed.niche:
                sure = self.judge.confirmed(again)
                if sure.is_superlinear and sure.steepness >= _SAME_CLASS * confirmed.steepness:
                    confirmed = sure
        return confirmed

    def _smallest(self, bend: Bend, confirmed: Bend) -> Scalable:
        """The smallest recipe or program that bends as this one does."""
        still, recipe = self._still(bend, confirmed), confirmed.recipe
        if isinstance(recipe, Use):
            target = self._loaded.target

            def still_used(program: Program) -> bool:
                use = use_of(program, target)
                return use is not None and still(use)

            small = with_receiver_named(reduced(recipe.program, still_used), target)
            return use_of(small, target) or recipe
        assert isinstance(recipe, Recipe)
        slots = [key for key, _ in recipe.parts if isinstance(key, Slot)]
        replaced = [slot.parameter for slot in slots if is_for_each(slot)]
        return minimised(recipe, still, [*self._left_out, *replaced])

    def _as_natural(self, made: Recipe, bend: Bend) -> tuple[Recipe, bool]:
        """The recipe with values that a caller would give, if these bend at the same site; and whether it
        has such values. It has if the target refuses the types that seem more natural."""
        odd = contradicting(made.values(2), self._natural)
        if not odd:
            return made, True
        taken = False
        for each in self._carried_over(made, odd):
            sample = self.meter.run(each.values(BASE), size=BASE)
            if sample.end is End.REFUSED or sample.exception in WRONG:
                continue
            taken = True
            if self._bends_there(each, bend):
                return each, True
        return made, not taken

    def _that_returns(self, made: Recipe, bend: Bend) -> Recipe:
        """The recipe; or, if the target raises for it, one with values of a shape for which it was seen to
        return, that bends at the same site. If it raises for types, what was told of them counts as well."""
        values = made.values(BASE)
        sample = self.meter.run(values, size=BASE)
        if sample.end is End.RETURNED or self._scene is None:
            return made
        for name, known in self.inferred.items():
            is_seen = known.told_by is Provenance.RUNS or sample.exception in WRONG
            if not is_seen or name not in values or known.shape.fault(values[name], None) is None:
                continue
            for start in self._scene.parts.genes[name].starts()[:_MOST_STARTS]:
                other = made.with_part(name, start)
                fits = known.shape.fault(other.values(BASE)[name], None) is None
                # Their items may be smaller, so that the growth shows at larger sizes only.
                if fits and self._returns(other) and self._bends_there(other, bend, _LARGER * BASE):
                    return other
        return made

    def _is_mistaken(self, made: Recipe) -> bool:
        """Whether the target raises for the types of values, and other types were told."""
        values = made.values(BASE)
        told = {name: each.shape for name, each in self.inferred.items() if not each.told_by.is_guess}
        odd = [name for name in values if name in told and not suits(values[name], told[name])]
        return bool(odd) and self.meter.run(values, size=BASE).exception in WRONG

    def _returns(self, made: Scalable, size: int = BASE) -> bool:
        return self.meter.run(made.values(size), size=size).end is End.RETURNED

    def _of_one_kind(self, made: Recipe, bend: Bend) -> Recipe:
        """The recipe with an empty list in the place of a text that does not grow beside a list, or the other
        way round, if the parameter may be either and this bends as well: callers mostly give both alike."""
        values = made.values(2)
        for name, other in permutations(values, 2):
            part, empty = made.part(name), type(values[other])
            if empty not in (str, bytes, list, tuple) or isinstance(values[name], empty):
                continue
            shape = self.shapes.get(name)
            if not isinstance(shape, OneOf) or shape.fault(empty(), None) or not isinstance(part, Fixed):
                continue
            alike = made.with_part(name, Fixed(repr(empty())))
            made = alike if self._bends_there(alike, bend) else made
        return made

    def _bends_there(self, made: Recipe, bend: Bend, size: int = BASE) -> bool:
        """Whether a recipe bends too, and at the same place."""
        again = self.judge.bend(made, size)
        return again is not None and again.niche == bend.niche and self.judge.confirmed(again).is_superlinear

    def _carried_over(self, made: Recipe, odd: Mapping[Any, frozenset[Kind]]) -> list[Recipe]:
        """The recipe with parts of natural kinds in the place of odd ones. Mappings and calls for each item
        of a list have no such parts."""
        kinds = {}
        for name, wanted in odd.items():
            parts = [_PARTS[kind] for kind in Kind if kind in wanted and kind in _PARTS]
            if not parts or is_for_each(name):
                return []
            kinds[name] = parts[0]
        return [each for each in carried_over(made, kinds) if admits(each, self._given)]

    def _still(self, bend: Bend, confirmed: Bend) -> Callable[[Recipe | Use], bool]:
        """Whether a smaller recipe bends about as much, at the same first size; or explodes, if that does.
        What the target returns for does not become what it raises for."""
        usual = self.judge.bend(confirmed.recipe)
        base, least = (bend.size, bend.score) if usual is None else (BASE, usual.score)
        explodes, scene = confirmed.explodes, self._scene
        returned = self._returns(confirmed.recipe, base)

        def still(candidate: Recipe | Use) -> bool:
            if scene is not None and not scene.admits(candidate):
                return False
            again = self.judge.bend(candidate, base)
            if again is None or (again.score < _KEPT * least and not explodes):
                return False
            if returned and not self._returns(candidate, base):
                return False
            sure = self.judge.confirmed(again)
            return sure.explodes if explodes else sure.is_superlinear

        return still

    def _unending(self) -> Unending | None:
        """The plainest recipe that does not terminate, made plainer still."""

        def still(candidate: Recipe) -> bool:
            if not admits(candidate, self._given):
                return False
            return self.meter.run(candidate.values(1), CLOSER * RUN_OPS, 1).end is End.BUDGET

        judge = self.judge
        if judge.unended is None or not still(judge.unended):
            return None
        judge.unended = minimised(judge.unended, still, self._left_out, _UNENDING_TRIES)
        return Unending(judge.unended)


def _optional(loaded: Loaded) -> list[str]:
    """The parameters that may be left out of a call."""
    target = loaded.target
    return [each.label for each in (*target.parameters, *target.receiver) if not each.required]


def is_news(bend: Bend, found: Mapping[int, float], vain: Mapping[int, int], *, is_best: bool) -> bool:
    """Whether a bend is worth a closer look: it is the best of its niche by far, or the better ones did not
    last. What builds an input may cost too much at larger sizes, and another input need not.

    `found` is the best score of each niche, `vain` how many of its bends in a row did not last.
    """
    if is_best and bend.score > _BETTER * found.get(bend.niche, 0.0):
        return True
    return 0 < vain.get(bend.niche, 0) < _MOST_VAIN
