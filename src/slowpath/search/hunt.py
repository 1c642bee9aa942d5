"""A search for slow inputs, in one process: shapes, words, recipes, and what is found by and by."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from types import ModuleType

from slowpath.model.run import End
from slowpath.model.target import TargetKind
from slowpath.run.counted import Meter
from slowpath.run.inputs import EACH, RECEIVER, THEN
from slowpath.run.traced import Tracer
from slowpath.scale.pump.minimise import minimised
from slowpath.scale.pump.recipe import Recipe
from slowpath.search.evolve import Evolution, Scored
from slowpath.search.flip import Flipping, input_of
from slowpath.search.probe import SURE, probed
from slowpath.search.stretch import recipes_of
from slowpath.search.vocabulary import vocabulary
from slowpath.shape import library as lib
from slowpath.shape.base import Shape
from slowpath.shape.infer import Inferred, explain
from slowpath.shape.sampler import Sampler
from slowpath.shape.strings import Blob, Text
from slowpath.target.load import Loaded

RUN_OPS = 300_000  # the budget of one run of a candidate
_LEARN_EVERY = 400  # candidates after which code that was reached since is read for words
_KEPT = 0.5  # of the bend that a smaller recipe must keep
_MOST_MODULES = 40
_FLIP_SIZE = 8
_FLIP_RUNS = 600
_FLIP_SHARE, _FLIP_SECONDS = 0.12, 8.0  # of the time, and at most
_BEGIN_SHARE = 0.2  # of the time, for the recipes to begin with, before decisions are flipped
_CLOSING = ("close", "finish", "flush", "finalize", "end", "done")  # methods that end what others began
_BASELINE = 20  # random inputs


@dataclass(frozen=True, slots=True)
class Catch:
    """A recipe whose cost grows faster than its size, as far as this process has seen."""

    recipe: Recipe
    score: float
    steepness: float
    site: str  # "file.py:12" of what bends most
    function: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """The best of some random inputs of a length."""

    cost: int
    runs: int


class Hunt:
    """Searches one target in this process, as long as its clock allows."""

    def __init__(
        self,
        loaded: Loaded,
        *,
        given: Mapping[str, str],
        seed: int = 0,
        traced: Callable[[], Loaded] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`traced` loads the target in the trace build, where decisions are to be flipped."""
        self._loaded = loaded
        self._traced = traced
        self._random = Random(seed)
        self._clock = clock
        self.meter = Meter(loaded, max_ops=RUN_OPS)
        with loaded.copies.installed():
            told = explain(loaded.function, given=given, owner=loaded.owner, guess_rest=True)
            self.inferred: dict[str, Inferred] = probed(self.meter, told)
        self.shapes: dict[str, Shape] = {name: each.shape for name, each in self.inferred.items()}
        self.tried = self.flips = self.solves = 0
        self.grows = True  # whether some parameter has inputs of any size
        names = [(each.name, each.required) for each in loaded.target.parameters]
        names += [
            (RECEIVER + each.name.removeprefix(RECEIVER), each.required) for each in loaded.target.receiver
        ]
        self._optional = [name for name, required in names if not required and name in self.shapes]
        self._more = self._more_calls()
        self._unsure = [name for name, each in self.inferred.items() if not each.told_by.startswith(SURE)]
        self._read: set[str] = set()

    def catches(self, seconds: float) -> Iterator[Catch | None]:
        """Yield each new best recipe of its kind; None now and then, so that the caller can look around."""
        deadline = self._clock() + seconds
        with self.meter.installed():
            self._sample_once()
            words = vocabulary(self._modules(), self._loaded.target.module)
            evolution = Evolution(
                self.meter, {**self.shapes, **self._more}, words, self._random, self._left_out, self._unsure
            )
            self.grows = evolution.can_grow
            found: dict[int, float] = {}
            flip_at = self._clock() + _BEGIN_SHARE * seconds
            for scored in evolution.steps():
                self.tried += 1
                if self._traced is not None and (evolution.begun or self._clock() > flip_at):
                    evolution.suggest(self._flipped(self._traced(), _FLIP_SHARE * seconds))
                    self._traced = None
                if scored is not None and scored.score > 1.2 * found.get(scored.niche, 0.0):
                    found[scored.niche] = scored.score
                    caught = self._caught(evolution, scored)
                    if caught is not None:
                        yield caught
                if self.tried % _LEARN_EVERY == 0 and self._reached() - self._read:
                    evolution.extend(vocabulary(self._modules(), self._loaded.target.module))
                if self.tried % 50 == 0:
                    yield None
                if self._clock() >= deadline:
                    return

    def baseline(self, length: int) -> Baseline:
        """The costliest of some random inputs about as long as a recipe's."""
        sampler = Sampler(self._random)
        best = 0
        with self.meter.installed():
            for _ in range(_BASELINE):
                values = {name: shape.build(length, sampler, name) for name, shape in self.shapes.items()}
                sample = self.meter.run(values)
                best = max(best, sample.cost if sample.end is not End.REFUSED else 0)
        return Baseline(best, _BASELINE)

    def _flipped(self, traced: Loaded, seconds: float) -> list[Recipe]:
        """Recipes that pump each short stretch of inputs which decide what no other does."""
        tracer = Tracer(traced, self.shapes, _FLIP_SIZE, max_ops=RUN_OPS // 3)
        deadline = self._clock() + min(_FLIP_SECONDS, seconds)
        flipping = Flipping(tracer, runs=_FLIP_RUNS, is_over=lambda: self._clock() >= deadline)
        made: list[Recipe] = []
        with tracer.installed():
            for path in flipping.paths():
                values = input_of(path, self.shapes, _FLIP_SIZE)
                made += recipes_of(values, self.shapes, self._optional)
        self.flips, self.solves = flipping.runs, flipping.solves
        return made

    @property
    def _left_out(self) -> list[str]:
        """The parameters that a recipe may be without."""
        return [*self._optional, *self._more]

    def _more_calls(self) -> dict[str, Shape]:
        """What else may be done with the receiver of a method: called for many items, and closed."""
        target, owner = self._loaded.target, self._loaded.owner
        if target.kind is not TargetKind.METHOD or owner is None:
            return {}
        own = [each.name for each in target.parameters if isinstance(self.shapes.get(each.name), Text | Blob)]
        closing = [name for name in _CLOSING if callable(getattr(owner, name, None))]
        name = target.qualname.rpartition(".")[2]
        return {
            **{EACH + each: lib.lists(self.shapes[each]) for each in own},
            **{THEN + each: lib.const(()) for each in closing if each != name},
        }

    def _sample_once(self) -> None:
        """Run a random input: only what it reaches is read for words, not all that was imported."""
        sampler = Sampler(self._random)
        self.meter.run({name: shape.build(2, sampler, name) for name, shape in self.shapes.items()})

    def _caught(self, evolution: Evolution, scored: Scored) -> Catch | None:
        confirmed = evolution.confirmed(scored)
        if not confirmed.is_superlinear:
            return None
        least = _KEPT * confirmed.score

        def still(candidate: Recipe) -> bool:
            again = evolution.judged(candidate)
            if again is None or again.score < least:
                return False
            return evolution.confirmed(again).is_superlinear

        replaced = [name.removeprefix(EACH) for name, _ in confirmed.recipe.parts if name.startswith(EACH)]
        small = minimised(confirmed.recipe, still, [*self._left_out, *replaced])
        site = self._loaded.ledger.sites[confirmed.niche]
        where = f"{site.file}:{site.line}"
        return Catch(small, confirmed.score, confirmed.steepness, where, site.function)

    def _reached(self) -> set[str]:
        """The files whose code the last run executed."""
        ledger = self._loaded.ledger
        return {site.file for site, count in zip(ledger.sites, ledger.counts, strict=False) if count}

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
