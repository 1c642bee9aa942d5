"""How a recipe is judged: by the second difference of its counted cost.

Costs are counted, so they are exact. If the cost grows in proportion to N, its second difference
C(3n) - 2 C(2n) + C(n) is zero but for the steps of growing containers; if it is quadratic, the second
difference is a fixed part of n². So a quadratic term shows at n = 12, long before it is a noticeable part of
the cost.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from slowpath.model.run import End
from slowpath.recipe.recipe import NOT_SWELLING, Recipe
from slowpath.recipe.scalable import Scalable
from slowpath.recipe.use import Use
from slowpath.recipe.volume import volume
from slowpath.run.counted import Meter, Sample
from slowpath.run.premise import grows
from slowpath.run.setup import Unmade
from slowpath.run.volume import Holdings
from slowpath.search.reach import Reach

BASE = 12  # the first of three sizes: small enough for thousands of runs a second, large enough for pairs
STEEP = 2.8  # by which the second difference grows at least when N doubles: exponent 1.5
_EXPLOSIVE = 64.0  # a steepness from which bends at other sizes cannot be compared: exponent 6
LEAST = 500  # thousandths of an op of second difference: half an op is the noise of native work
_LEAST_BYTES = 4_096  # of second difference of peaks of memory: containers that grow make some hundreds
_MUCH = 1 << 20  # bytes at a peak: what bends by chance is far less
_BENT_SHARE = 0.1  # of the largest peak, that a bend makes at least: n^2 has 0.22, n log n less than 0.05
CLOSER = 10  # times the budget of a run, for recipes that are looked at closer
_VAIN = 8  # recipes of which no run ends, before longer runs: the first ones may be special
_MOST_CLOSER = 3  # longer runs of targets that never returned: each takes about a second
_DOUBLINGS = 2  # growing containers bend once by chance; hardly ever twice in a row
_SHALLOW = 4  # by which a size is divided that meets the recursion limit: there is room to double it twice


@dataclass(frozen=True, slots=True)
class Bend:
    """How the cost of a recipe bends.

    `costs` are those at three sizes, in thousandths of an op; `score` is the bend per unit of length squared.
    """

    recipe: Scalable
    size: int
    costs: tuple[int, ...]
    score: float
    niche: int  # the site that bends most
    steepness: float = 0.0  # the factor by which the second difference grows when N doubles, at least
    deep: bool = False  # whether larger sizes met the recursion limit

    @property
    def is_superlinear(self) -> bool:
        return self.steepness >= STEEP

    @property
    def explodes(self) -> bool:
        return self.steepness >= _EXPLOSIVE


@dataclass(frozen=True, slots=True)
class Judged:
    """A recipe that was run. `bend` is None if nothing bends, or what bends is not the target.

    `by` is the strategy that proposed it, `cost` (in ops), `length`, `reached` (site, how often) and `key`
    (what a failed look-up asked for) are those of the largest run, whose size is `largest`.
    """

    recipe: Scalable
    by: str
    bend: Bend | None = None
    cost: int = 0
    length: int = 0
    reached: tuple[tuple[int, int], ...] = ()
    key: str | int | None = None
    largest: int = 0


class Judge:
    """Runs recipes. `unended` is the plainest that is over its budget at N = 1, if others end.

    `accepted` counts the recipes for which the target returned, at some size; `plainest` is one of them.
    """

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.unended: Recipe | None = None
        self.accepted = 0
        self.plainest: Scalable | None = None
        self.reach = Reach(meter.loaded.ledger)
        self._premise_grows = grows(meter.loaded.premise)
        self._some_end = False
        self._returned = False  # whether the recipe that is judged returned at some size
        self._vain = 0  # recipes of which no run ended
        self._closer = _MOST_CLOSER  # longer runs that are left, as long as nothing returns

    def judge(self, recipe: Scalable, by: str, size: int = BASE) -> Judged:
        """Run a recipe at three sizes."""
        self._returned = False
        ran = self._ran(recipe, size)
        if self._returned:
            self.accepted += 1
            if self.plainest is None or recipe.weight < self.plainest.weight:
                self.plainest = recipe
        if ran is None:
            return Judged(recipe, by)
        bend, sample, base = ran
        self.reach.see(sample.visits)
        reached = tuple(self.meter.reached(sample))
        largest = 3 * base
        return Judged(recipe, by, bend, sample.cost, recipe.length(largest), reached, sample.key, largest)

    def bend(self, recipe: Scalable, size: int = BASE, max_ops: int | None = None) -> Bend | None:
        """Return how the cost of a recipe bends; None if it does not.

        If the budget ends a run, the sizes are halved; if the recursion limit does, they are quartered.
        """
        ran = self._ran(recipe, size, max_ops)
        return None if ran is None else ran[0]

    def confirmed(self, bend: Bend) -> Bend:
        """Return the bend with its steepness, at the largest sizes that were run.

        Growing containers make bends by chance, which do not last: the sizes are doubled twice.
        """
        steepness = math.inf
        for _ in range(_DOUBLINGS):
            ran = self._ran(bend.recipe, 2 * bend.size, CLOSER * self.meter.max_ops)
            if ran is None and steepness < math.inf:  # larger inputs cannot be made
                break
            again = None if ran is None else ran[0]
            if again is None:
                return replace(bend, steepness=0.0)
            if again.size <= bend.size:  # the budget does not allow more: it explodes
                steepness = 0.0 if again.deep and steepness == math.inf else steepness
                break
            steepness = min(steepness, _second(again.costs) / _second(bend.costs))
            bend = again
            if steepness < STEEP:
                break
        # If the input holds more than N, the cost may grow with what it holds.
        return replace(bend, steepness=steepness ** (1 / self.swelling(bend.recipe, bend.size)))

    def swelling(self, recipe: Scalable, size: int = BASE) -> float:
        """Return the power of N by which grows what an input holds, from a size on; 1 at least.

        What a program makes is measured. Its text tells too much if values are made and thrown away, and too
        little if calls make large values of small ones.
        """
        made = recipe.values(size)
        if not isinstance(made, Unmade):
            return recipe.swelling
        volumes = [self._volume(replace(made, size=times * size)) for times in (1, 2, 4)]
        known = [each for each in volumes if each is not None]
        if len(known) < len(volumes):
            return recipe.swelling
        first, second = known[1] - known[0], known[2] - known[1]
        return 1.0 if second <= NOT_SWELLING * first else math.log2(second / max(first, 1))

    def _volume(self, values: Unmade) -> int | None:
        """How much an input holds. Plain values count as often as they are met in others, since that is how
        often they are read; objects count once."""
        made = self.meter.made(values)
        if made is None:
            return None
        holdings = Holdings()
        holdings.add(made.values())
        return max(holdings.total, volume(made))

    def bends_in_memory(self, bend: Bend) -> bool:
        """Whether the peak of memory bends at sizes at which there is much of it, or at the largest. It has
        to bend twice: another thread may allocate meanwhile."""
        size = bend.size
        peaks = self._peaks(bend, size)
        while peaks and peaks[-1] < _MUCH and (larger := self._peaks(bend, 2 * size)):
            peaks, size = larger, 2 * size
        return _is_bent(peaks) and _is_bent(self._peaks(bend, size))

    def _peaks(self, bend: Bend, size: int) -> list[int]:
        """The peaks of memory at a size, twice and three times as large; none if the budget does not allow
        it."""
        most, sizes = CLOSER * self.meter.max_ops, (size, 2 * size, 3 * size)
        found = [self.meter.peak(bend.recipe.values(each), most, each) for each in sizes]
        return [] if None in found else [each for each in found if each is not None]

    def _ran(
        self, recipe: Scalable, base: int, max_ops: int | None = None
    ) -> tuple[Bend | None, Sample, int] | None:
        """The bend of a recipe, its largest run and the first size; None if no run of it ends."""
        samples: list[Sample] = []
        for size in (base, 2 * base, 3 * base):
            sample = self.meter.run(recipe.values(size), max_ops, size)
            if sample.end is End.REFUSED:
                return None
            if sample.end is End.BUDGET:
                if base > 1:
                    return self._ran(recipe, base // 2, max_ops)
                self._look_closer(recipe)
                self._note_unended(recipe, size)
                return None
            if base >= _SHALLOW and sample.exception == RecursionError.__name__:
                shallow = self._ran(recipe, base // _SHALLOW, max_ops)
                if shallow is None or shallow[0] is None:
                    return shallow
                return replace(shallow[0], deep=True), *shallow[1:]
            self._returned |= sample.end is End.RETURNED
            samples.append(sample)
        self._some_end = True
        costs = tuple(sample.milli for sample in samples)
        bend = _second(costs)
        if bend >= LEAST and isinstance(recipe, Use) and recipe.feeding:
            costs = self._without_feed(recipe, base, costs)
            bend = _second(costs)
        step = recipe.length(2 * base) - recipe.length(base) + (base if self._premise_grows else 0)
        if bend < LEAST or not step:
            return None, samples[-1], base
        return Bend(recipe, base, costs, bend / step**2, self._niche(samples)), samples[-1], base

    def _without_feed(self, use: Use, base: int, costs: tuple[int, ...]) -> tuple[int, ...]:
        """What the calls of the target cost, without those of the method that feeds it in turns. That is what
        the same calls cost without the target."""
        left = []
        for cost, size in zip(costs, (base, 2 * base, 3 * base), strict=True):
            fed, before = self.meter.building(use.feeding, size), self.meter.building(use.setup, size)
            left.append(cost if fed is None or before is None else cost - (fed - before))
        return tuple(left)

    def _niche(self, samples: Iterable[Sample]) -> int:
        """The site whose cost bends most."""
        first, second, third = (self.meter.costs(each) for each in samples)
        bends = {site: cost - 2 * second.get(site, 0) + first.get(site, 0) for site, cost in third.items()}
        return max(bends, key=lambda site: (bends[site], -site), default=0)

    def _look_closer(self, recipe: Scalable) -> None:
        """Run the smallest input of a recipe with a larger budget, if nothing has returned so far: a target
        may take all of the usual one for any input."""
        self._vain += 1
        if self._returned or self.accepted or self._some_end or self._vain < _VAIN or not self._closer:
            return
        self._closer -= 1
        again = self.meter.run(recipe.values(1), CLOSER * self.meter.max_ops, 1)
        self._returned |= again.end is End.RETURNED

    def _note_unended(self, recipe: Scalable, size: int) -> None:
        if not isinstance(recipe, Recipe):
            return
        plainer = self.unended is None or recipe.weight < self.unended.weight
        if size == 1 and self._some_end and plainer:
            self.unended = recipe


def _is_bent(peaks: Sequence[int]) -> bool:
    """Whether there are peaks of memory, and the last one is too high for a line through the others."""
    return bool(peaks) and _second(peaks) > max(_LEAST_BYTES, _BENT_SHARE * peaks[-1])


def _second(costs: Iterable[int]) -> int:
    """The second difference of three costs."""
    one, two, three = costs
    return three - 2 * two + one
