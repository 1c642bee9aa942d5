"""A search for slow inputs, in one process: shapes, words, recipes, and what has been found so far."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from math import inf
from random import Random
from typing import Any

from slowpath.errors import InputRejected, UsageError
from slowpath.knowledge.catalogue import knowledge_without
from slowpath.model.find import StrategyFigures
from slowpath.model.run import End, Lost
from slowpath.model.slot import PartKey
from slowpath.recipe.minimise import minimised
from slowpath.recipe.part import Part
from slowpath.recipe.recipe import Recipe
from slowpath.recipe.recipe import recipe as recipe_of
from slowpath.run.counted import Meter
from slowpath.run.premise import grows
from slowpath.search.catching import Catch, Catcher
from slowpath.search.effort import effort
from slowpath.search.hinted import CallHints
from slowpath.search.judge import CLOSER, Bend, Judge
from slowpath.search.learning import learned, returns
from slowpath.search.probe import guessed, probed
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
from slowpath.shape.infer import Inferred, shapes_of
from slowpath.shape.inputs import build_inputs
from slowpath.shape.natural import natural_kinds
from slowpath.shape.sampler import Sampler
from slowpath.target.load import Loaded

RUN_OPS = 300_000  # of one run: some milliseconds, and room for 500 items squared
_MOST_VAIN = 8  # bends of a niche that do not last: most niches have none that does
_BETTER = 1.2  # times the score of the last catch of a niche: smaller gains are not worth verifying
_UNENDING_TRIES = 20  # of smaller recipes that do not terminate either: each costs a whole budget
_LOOK_AROUND = 50  # recipes between two pauses: a few hundredths of a second
_PAUSE_SECONDS = 0.1  # between two pauses, if runs of the target are slow
_PREMISED = "setup"  # what the user gave is found by no strategy
_MAKING = ("program", "breed")  # strategies whose programs make all that they use
_PLAIN_SECONDS = 0.5  # for the recipe to begin with: a search has a few seconds at least
_MOST_LOST = 20  # places where tracing stopped that are reported, the most frequent first


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
            natural = natural_kinds(told, self._knowledge)
            self.inferred: dict[str, Inferred] = probed(
                self.meter,
                told,
                optional=_optional(loaded),
                natural=natural,
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
        left_out: list[PartKey] = [*self._optional, *self._more]
        self.catcher = Catcher(
            loaded, self.judge, self.inferred, natural, self._given, self._optional, left_out
        )
        self._unsure = [name for name, each in self.inferred.items() if not each.has_sure_type]
        self._assumed = [name for name, each in self.inferred.items() if each.is_assumed]
        self._reader = WordReader(loaded, self._knowledge, attacks="regex" not in without)

    def catches(self, seconds: float) -> Iterator[Catch | Unending | None]:
        """Yield each new best recipe of its kind; None now and then, so that the caller can look around."""
        deadline = self._clock() + seconds
        with self.meter.installed():
            self._sample_once()
            scene = self._scene = self.catcher.scene = self._staged()
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
                    caught = self.catcher.caught(bend, judged.by)
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
            caught = None if bend is None else self.catcher.caught(bend, _PREMISED)
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
            shapes, words, self._random, self.catcher.left_out, self._unsure, self._knowledge, self._assumed
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

    def _sample_once(self) -> None:
        """Run a random input: only what it reaches is read for words, not all that was imported."""
        with suppress(InputRejected):
            self.meter.run(build_inputs(self.shapes, 2, Sampler(self._random)))

    def _unending(self) -> Unending | None:
        """The plainest recipe that does not terminate, made plainer still."""

        def still(candidate: Recipe) -> bool:
            if not admits(candidate, self._given):
                return False
            return self.meter.run(candidate.values(1), CLOSER * RUN_OPS, 1).end is End.BUDGET

        judge = self.judge
        if judge.unended is None or not still(judge.unended):
            return None
        judge.unended = minimised(judge.unended, still, self.catcher.left_out, _UNENDING_TRIES)
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
