"""Evolution: parts of good recipes are changed and mixed.

It begins with every word of the code, goes on with a sweep of all short pumps, and breeds from the recipes
that bend, or that reach some site most often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from slowpath.model.slot import is_filling
from slowpath.recipe.part import Part
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.recipe.scalable import Scalable
from slowpath.search.strategy import Proposal, Scene, Strategy

_FRESH = 0.2  # how often a recipe is made from scratch: without, the search stays with its first finds
_REACHING = 0.6  # up to here, from a recipe that reaches some site; beyond, from one that bends
# How often the changed parameter is one that grows: what does not grow needs fewer tries.
_GROWING = 0.85
_RENAMED = 0.3  # how often an argument of a method that is called first gets another word


class Evolve(Strategy, place=10):
    """Breeds recipes for the parameters of a target."""

    def __init__(self) -> None:
        super().__init__()
        self._opening = True

    @property
    def opening(self) -> bool:
        return self._opening

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield the starts of every parameter, then short pumps and offspring; new words come first."""
        words = scene.words
        known = _sources(scene)
        planned = self._planned(scene)
        while scene.parts.growing:
            if scene.words is not words:
                words = scene.words
                for name in scene.parts.growing:
                    new = [part for part in scene.parts.genes[name].starts() if part.source not in known]
                    for part in new:
                        yield self._proposal(scene, recipe({**scene.parts.plain, name: part}))
                known |= _sources(scene)
            yield self._proposal(scene, next(planned))

    def _proposal(self, scene: Scene, made: Recipe) -> Proposal:
        return Proposal(made, scene.opening.size(made) if self._opening else None)

    def _planned(self, scene: Scene) -> Iterator[Recipe]:
        parts = scene.parts
        for name, part in _in_turn({name: parts.genes[name].starts() for name in parts.growing}):
            yield parts.around(name, part)
        alike = [name for name in parts.growing if parts.shapes[name] == parts.shapes[parts.growing[0]]]
        for part in parts.genes[alike[0]].starts() if len(alike) > 1 else ():
            yield recipe({**parts.plain, **dict.fromkeys(alike, part)})
        self._opening = False
        swept = [(name, scene.parts.genes[name].sweep()) for name in scene.parts.growing if scene.sweeps]
        while True:
            for name, sweep in swept:
                for _ in range(2):
                    pump = next(sweep, None)
                    if pump is not None:
                        yield recipe({**scene.parts.others(), **scene.parts.company(name), name: pump})
            for _ in range(2):
                yield self._offspring(scene)

    def _offspring(self, scene: Scene) -> Recipe:
        random, archive, parts = scene.random, scene.archive, scene.parts
        kept = archive.kept
        chance = random.random()
        if chance < _FRESH or not archive.has_reached:
            parent: Scalable = recipe(parts.others())
        elif chance < _REACHING or not kept:
            parent = archive.one_reaching(random)
        else:
            parent = archive.one_bending(random)
        assert isinstance(parent, Recipe)  # programs have an archive of their own
        grows = random.random() < _GROWING
        name = random.choice(parts.growing) if grows else random.choice(list(parts.genes))
        genes = parts.genes[name]
        bent = [each.recipe for each in kept if isinstance(each.recipe, Recipe)]
        mates = [part for each in bent if (part := each.part(name)) is not None]
        if is_filling(name) and random.random() < _RENAMED and parent.part(name) is not None:
            return parent.with_part(name, genes.word())
        part = genes.other(parent.part(name) or genes.plain(), mates)
        return recipe({**parts.company(name), **dict(parent.parts), name: part})


def _sources(scene: Scene) -> set[str]:
    """What the parts to begin with are written as."""
    return {part.source for genes in scene.parts.genes.values() for part in genes.starts()}


def _in_turn(starts: Mapping[Any, Sequence[Part]]) -> Iterator[tuple[Any, Part]]:
    """The likeliest parts of every parameter first."""
    for place in range(max(map(len, starts.values()), default=0)):
        for name, parts in starts.items():
            if place < len(parts):
                yield name, parts[place]
