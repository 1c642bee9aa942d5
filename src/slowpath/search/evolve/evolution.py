"""A search among recipes for one whose cost grows faster than its size.

Costs are counted, so they are exact: where the cost grows in proportion to N, its second difference
C(3n) - 2 C(2n) + C(n) is zero but for the steps of growing containers, and where it is quadratic the
second difference is a fixed part of n². So a quadratic term shows at n = 12, long before it is a
noticeable part of the cost.

The search does not go on with one champion alone. The best recipe is kept for each place in the code that
makes the second difference; and, so that places are reached at all, the recipe that reaches each loop,
function and native operation most often for its length.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.model.run import End
from slowpath.recipe.part import Part
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.recipe.settled import settled
from slowpath.run.counted import Meter, Sample
from slowpath.run.inputs import BEFORE, BEFORE_EACH, EACH, filled_by
from slowpath.search.evolve.genes import Genes
from slowpath.search.vocabulary import Vocabulary
from slowpath.shape.base import Shape
from slowpath.shape.scalars import Boolean

EVOLVE = "evolve"  # what this search is called
BASE = 12  # the first of three sizes at which a recipe is tried
WIDE = 96  # the same for the recipes to begin with: copying a few bytes more shows only here
STEEP = 2.8  # by which the second difference grows at least when N doubles: exponent 1.5
DOUBLINGS = 2
CLOSER = 10  # times the budget of a run, for recipes that are looked at closer
LEAST = 500  # thousandths of an op of second difference that are worth a closer look
EXHAUSTED = 2_000  # candidates in a row that are known: there are no others
_LONG = 1_500  # characters of an input to begin with, about
_DEAR = 50_000  # ops of a run from which recipes are begun with at smaller sizes
_SHALLOW = 4  # by which sizes are divided that are too deep
_PER_NICHE = 3
_FRESH = 0.2  # how often a candidate is made from scratch
_REACHING = 0.6  # up to here, from a recipe that reaches some place
_MORE = 1.1  # times as often that a place must be reached to be worth a change
_RENAMED = 0.3  # how often an argument of a method that is called first gets another word
_FLAGGED_ATTACKS = 24  # attacks on patterns that are tried with each flag set, and not
_MOST_FLAGS = 4
_OF_FILLING = 0.5  # of a bend
_ASKED = 0.5  # how often what is asked of a filled object gets a word
_UNUSUAL = 0.2  # how often a parameter gets another part than its plainest


@dataclass(frozen=True, slots=True)
class Scored:
    """A recipe, what it costs at three sizes (in thousandths of an op), and how its cost bends: per unit of
    length squared."""

    recipe: Recipe
    size: int
    costs: tuple[int, ...]
    score: float
    niche: int  # the site that bends most
    steepness: float = 0.0  # the factor by which the second difference grows when N doubles, at least
    deep: bool = False  # whether larger sizes met the recursion limit

    @property
    def is_superlinear(self) -> bool:
        return self.steepness >= STEEP


class Evolution:
    """Breeds recipes for the parameters of a target, until no new ones turn up."""

    def __init__(
        self,
        meter: Meter,
        shapes: Mapping[str, Shape],
        words: Vocabulary,
        random: Random,
        optional: Collection[str] = (),
        unsure: Collection[str] = (),
        *,
        sweeps: bool = True,
        knowledge: Knowledge = ALL,
    ) -> None:
        """`optional` parameters are mostly left out, unless nothing else grows. The shapes of `unsure` ones
        are taken from examples: they may be of other kinds as well. Where it `sweeps`, all short pumps are
        tried besides offspring."""
        self.best: dict[int, list[Scored]] = {}  # by niche, the best first
        self.meter = meter
        self._shapes = shapes
        self._random = random
        self._knowledge = knowledge
        self._tried: set[Recipe] = set()
        self._optional = optional
        self._unsure = unsure
        self._sweeps = sweeps
        self._beginning = True
        self._wide = WIDE
        self._queue: deque[Recipe] = deque()
        self._suggested: dict[Recipe, str] = {}
        self._some_end = False
        self.unended: Recipe | None = None  # the plainest that is over its budget at N = 1, where others end
        self._reached: dict[int, tuple[float, Recipe]] = {}  # by site, how often per unit of length
        self._learn(words)

    def _learn(self, words: Vocabulary) -> None:
        self._genes = {
            name: Genes(
                shape,
                words,
                self._random,
                name not in self._unsure,
                sole=not name.startswith((EACH, BEFORE_EACH)),
                knowledge=self._knowledge,
            )
            for name, shape in self._shapes.items()
        }
        self._growing = [name for name, genes in self._genes.items() if genes.grows]
        needed = [name for name in self._genes if name not in self._optional]
        spare = [name for name in self._growing if name in self._optional]
        wanted = needed if set(needed) & set(self._growing) else needed + spare
        wanted = [name for name in wanted if not name.startswith((EACH, BEFORE))]
        self._plain = {name: self._genes[name].plain() for name in wanted}
        self._flags = [name for name, shape in self._shapes.items() if isinstance(shape, Boolean)]

    def extend(self, words: Vocabulary) -> None:
        """Go on with more words: what is made of them comes first."""
        known = {part.source for genes in self._genes.values() for part in genes.starts()}
        self._learn(words)
        for name in self._growing:
            new = [part for part in self._genes[name].starts() if part.source not in known]
            self._queue.extend(recipe({**self._plain, name: part}) for part in new)

    def suggest(self, candidates: Iterable[Recipe], by: str) -> None:
        """Try these recipes next."""
        for each in candidates:
            if self._suggested.setdefault(each, by) == by:
                self._queue.append(each)

    def found_by(self, candidate: Recipe) -> str:
        """Who suggested a recipe; the search itself makes the others."""
        return self._suggested.get(candidate, EVOLVE)

    @property
    def elites(self) -> list[Scored]:
        """The best of each niche, the best first."""
        return sorted((each[0] for each in self.best.values() if each), key=_rank)

    @property
    def begun(self) -> bool:
        """Whether the recipes to begin with have been tried."""
        return not self._beginning

    @property
    def can_grow(self) -> bool:
        return bool(self._growing)

    def steps(self) -> Iterator[Scored | None]:
        """Try one recipe after the other; yield those that are new elites, and None for the others."""
        known = 0
        for candidate in map(settled, self._candidates()):
            known += 1
            if candidate in self._tried:
                if known > EXHAUSTED:
                    return
                continue
            known = 0
            yield self._tried_out(candidate, self._base(candidate) if self._beginning else BASE)

    def suggested(self) -> Iterator[Scored | None]:
        """The same for what was suggested alone."""
        while self._queue:
            candidate = settled(self._queue.popleft())
            if candidate not in self._tried:
                yield self._tried_out(candidate, BASE)

    def _base(self, candidate: Recipe) -> int:
        """The size to begin with: a long pump shows as much at fewer repetitions."""
        base = self._wide
        while base > BASE and candidate.length(3 * base) > _LONG:
            base //= 2
        return base

    def _tried_out(self, candidate: Recipe, base: int) -> Scored | None:
        self._tried.add(candidate)
        scored = self.judged(candidate, base, note=True)
        return scored if scored is not None and self._enter(scored) else None

    def judged(
        self, candidate: Recipe, base: int = BASE, max_ops: int | None = None, note: bool = False
    ) -> Scored | None:
        """Run a recipe at three sizes; None where nothing bends. With `note`, what it reaches is kept.

        Where the budget ends a run, the sizes are halved; where the recursion limit does, they are quartered,
        so that there is room to double them.
        """
        samples: list[Sample] = []
        for size in (base, 2 * base, 3 * base):
            sample = self.meter.run(candidate.values(size), max_ops)
            if sample.end is End.REFUSED:
                return None
            if sample.end is End.BUDGET:
                if base > 1:
                    return self.judged(candidate, base // 2, max_ops, note)
                self._note_unended(candidate, size)
                return None
            if base >= _SHALLOW and (sample.raises or "").startswith("RecursionError"):
                shallow = self.judged(candidate, base // _SHALLOW, max_ops, note)
                return None if shallow is None else replace(shallow, deep=True)
            samples.append(sample)
        self._some_end = True
        one, two, three = samples
        if note:
            self._note(candidate, three, candidate.length(3 * base))
            if three.cost > _DEAR and self._wide > BASE:
                self._wide //= 2
        costs = (one.milli, two.milli, three.milli)
        bend = _bend(costs)
        step = candidate.length(2 * base) - candidate.length(base)
        if bend < LEAST or not step:
            return None
        return Scored(candidate, base, costs, bend / step**2, self._niche(one, two, three))

    def confirmed(self, scored: Scored) -> Scored:
        """The same with its steepness, at the largest sizes that were run.

        Growing containers make bends by chance, which do not last: the sizes are doubled twice.
        """
        steepness = math.inf
        for _ in range(DOUBLINGS):
            again = self.judged(scored.recipe, 2 * scored.size, CLOSER * self.meter.max_ops)
            if again is None:
                return replace(scored, steepness=0.0)
            if again.size <= scored.size:  # the budget does not allow more: it explodes
                steepness = 0.0 if again.deep and steepness == math.inf else steepness
                break
            steepness = min(steepness, _bend(again.costs) / _bend(scored.costs))
            scored = again
            if steepness < STEEP:
                break
        # Where the input holds more than N, the cost may grow with what it holds.
        return replace(scored, steepness=steepness ** (1 / scored.recipe.swelling))

    def is_of_filling(self, scored: Scored) -> bool:
        """Whether the methods that are called first make most of the bend: the target has no part in it."""
        filling = [(name, part) for name, part in scored.recipe.parts if name.startswith(BEFORE)]
        once = [part for name, part in filling if not name.startswith(BEFORE_EACH)]
        if not filling or any(part.length(2) > part.length(1) for part in once):
            return False  # what is put in by one call is there for the target
        most = CLOSER * self.meter.max_ops
        sizes = (scored.size, 2 * scored.size, 3 * scored.size)
        inputs = [scored.recipe.values(size) for size in sizes]
        alone = _bend(tuple(self.meter.run(each, most, only_before=True).milli for each in inputs))
        return alone > _OF_FILLING * _bend(tuple(self.meter.run(each, most).milli for each in inputs))

    def _note_unended(self, candidate: Recipe, size: int) -> None:
        plainer = self.unended is None or candidate.weight < self.unended.weight
        if size == 1 and self._some_end and plainer:
            self.unended = candidate

    def _note(self, candidate: Recipe, sample: Sample, length: int) -> None:
        """Keep the recipe for each site that it reaches more often, for its length, than any before."""
        reached, least = self._reached, _MORE * (length + BASE)
        for site, count in self.meter.reached(sample):
            if count > least * reached.get(site, (0.0, candidate))[0]:
                reached[site] = (count / (length + BASE), candidate)

    def _niche(self, one: Sample, two: Sample, three: Sample) -> int:
        """The site whose cost bends most."""
        first, second, third = (self.meter.costs(each) for each in (one, two, three))
        bends = {site: cost - 2 * second.get(site, 0) + first.get(site, 0) for site, cost in third.items()}
        return max(bends, key=lambda site: (bends[site], -site), default=0)

    def _enter(self, scored: Scored) -> bool:
        """Keep a recipe if it is among the best of its niche; say whether it is the best."""
        if self.is_of_filling(scored):  # it would stand in the way of those in which the target bends
            return False
        kept = self.best.setdefault(scored.niche, [])
        kept.append(scored)
        kept.sort(key=_rank)
        del kept[_PER_NICHE:]
        return kept[0] is scored

    # -- candidates ----------------------------------------------------------------------------

    def _candidates(self) -> Iterator[Recipe]:
        """What is suggested, the starts of every parameter, then a sweep of short pumps and offspring."""
        planned = self._planned()
        while self._growing:
            if self._queue:
                yield self._queue.popleft()
            else:
                yield next(planned)

    def _planned(self) -> Iterator[Recipe]:
        self._beginning = True
        for name, part in _in_turn({name: self._genes[name].starts() for name in self._growing}):
            yield recipe({**self._plain, **self._company(name), name: part})
        alike = [name for name in self._growing if self._shapes[name] == self._shapes[self._growing[0]]]
        for part in self._genes[alike[0]].starts() if len(alike) > 1 else ():
            yield recipe({**self._plain, **dict.fromkeys(alike, part)})
        for name in self._growing:
            for part in self._genes[name].attacks()[:_FLAGGED_ATTACKS]:
                for flag in self._flags[:_MOST_FLAGS]:
                    for value in self._genes[flag].starts():
                        yield recipe({**self._plain, **self._company(name), name: part, flag: value})
        self._beginning = False
        sweeps = [(name, self._genes[name].sweep()) for name in self._growing if self._sweeps]
        while True:
            for name, sweep in sweeps:
                for _ in range(2):
                    swept = next(sweep, None)
                    if swept is not None:
                        yield recipe({**self._others(), **self._company(name), name: swept})
            for _ in range(2):
                yield self._offspring()

    def _others(self) -> dict[str, Part]:
        """Parts for all parameters that are needed, mostly the plainest, and now and then for others."""
        return self._plain | {
            name: self._random.choice(genes.starts())
            for name, genes in self._genes.items()
            if self._random.random() < _UNUSUAL and not name.startswith(BEFORE)
        }

    def _company(self, name: str) -> dict[str, Part]:
        """Parts for the other parameters of a method that is called first: words, as names mostly are."""
        if not name.startswith(BEFORE):
            return {}
        method, parameter = filled_by(name)
        # What the target is asked for is a word as well: one that grows is nowhere in the object.
        asked = self._plain if self._random.random() < _ASKED else {}
        return {
            other: genes.word()
            for other, genes in self._genes.items()
            if (other in asked and other in self._growing)
            or (
                other.startswith(BEFORE)
                and not other.startswith(BEFORE_EACH)
                and filled_by(other)[0] == method
                and filled_by(other)[1] != parameter
            )
        }

    def _offspring(self) -> Recipe:
        random = self._random
        kept = [each for niche in self.best.values() for each in niche]
        chance = random.random()
        if chance < _FRESH or not self._reached:
            parent = recipe(self._others())
        elif chance < _REACHING or not kept:
            parent = random.choice(list(self._reached.values()))[1]
        else:
            niche = random.choice([each for each in self.best.values() if each])
            parent = random.choice(niche).recipe
        name = random.choice(self._growing) if random.random() < 0.85 else random.choice(list(self._genes))
        genes = self._genes[name]
        mates = [part for each in kept if (part := each.recipe.part(name)) is not None]
        if name.startswith(BEFORE) and random.random() < _RENAMED and parent.part(name) is not None:
            return parent.with_part(name, genes.word())
        part = genes.other(parent.part(name) or genes.plain(), mates)
        return recipe({**self._company(name), **dict(parent.parts), name: part})


def _in_turn(starts: Mapping[str, Sequence[Part]]) -> Iterator[tuple[str, Part]]:
    """The likeliest parts of every parameter first."""
    for place in range(max(map(len, starts.values()), default=0)):
        for name, parts in starts.items():
            if place < len(parts):
                yield name, parts[place]


def _rank(scored: Scored) -> tuple[int, int, float]:
    """The order of recipes: by score in steps of a tenth, then the most readable first."""
    return -round(10 * math.log(scored.score)), scored.recipe.weight, -scored.score


def _bend(costs: tuple[int, ...]) -> int:
    return costs[2] - 2 * costs[1] + costs[0]
