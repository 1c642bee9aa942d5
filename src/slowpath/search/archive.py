"""What a search has found so far: the best recipe of each niche, and who reaches each place most often.

The search does not go on with one champion alone. The best recipes are kept for each site that makes the
second difference; and, so that sites are reached at all, the recipe that reaches each loop, function and
native operation most often for its length.
"""

from __future__ import annotations

import math
from random import Random

from slowpath.recipe.scalable import Scalable
from slowpath.search.judge import BASE, Bend, Judged

_PER_NICHE = 3  # one champion loses variety; with many more, weak ones are bred from as often as strong ones
_MORE = 1.1  # times as often that a site must be reached: without a margin, tiny gains replace short recipes


class Archive:
    """Keeps what later proposals may be made of."""

    def __init__(self) -> None:
        self._best: dict[int, list[Bend]] = {}  # by niche, the best first
        self._reached: dict[int, tuple[float, Scalable]] = {}  # by site, how often per unit of length

    def enter(self, judged: Judged) -> bool:
        """Note a recipe; return whether it is the best of its niche now."""
        self._note(judged)
        bend = judged.bend
        if bend is None:
            return False
        kept = self._best.setdefault(bend.niche, [])
        kept.append(bend)
        kept.sort(key=_rank)
        del kept[_PER_NICHE:]
        return kept[0] is bend

    @property
    def kept(self) -> list[Bend]:
        """The best of all niches."""
        return [each for niche in self._best.values() for each in niche]

    @property
    def has_reached(self) -> bool:
        """Whether anything was run yet."""
        return bool(self._reached)

    def one_reaching(self, random: Random) -> Scalable:
        """A recipe that reaches some site most often."""
        return random.choice(list(self._reached.values()))[1]

    def one_bending(self, random: Random) -> Scalable:
        """A recipe from some niche."""
        return random.choice(random.choice(list(self._best.values()))).recipe

    def _note(self, judged: Judged) -> None:
        reached, least = self._reached, _MORE * (judged.length + BASE)
        for site, count in judged.reached:
            if count > least * reached.get(site, (0.0, judged.recipe))[0]:
                reached[site] = (count / (judged.length + BASE), judged.recipe)


def _rank(bend: Bend) -> tuple[int, int, float]:
    """The order of recipes: by score in steps of a tenth, then the most readable first."""
    return -round(10 * math.log(bend.score)), bend.recipe.weight, -bend.score
