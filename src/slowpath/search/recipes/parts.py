"""The parts that recipes for a target are made of: those of each parameter, and how they go together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.model.slot import PartKey, Slot, SlotRole, is_filling, is_for_each, is_repeated
from slowpath.recipe.part import Part
from slowpath.recipe.recipe import Recipe, recipe
from slowpath.search.recipes.genes import Genes
from slowpath.search.recipes.vocabulary import Vocabulary
from slowpath.shape.base import Shape
from slowpath.shape.scalars import Boolean

_UNUSUAL = 0.2  # how often a parameter gets another part than its plainest: most values are rejected
_ASKED = 0.5  # how often what is asked of a filled object is a word: half of the objects are asked for others


class Parts:
    """What makes recipes for the parameters of a target.

    `optional` parameters are mostly left out, unless nothing else grows: then `spare` are those that are not.
    The shapes of `unsure` ones are taken from examples: they may be of other kinds as well. What `assumed`
    ones hold is left open by their hints.
    """

    def __init__(
        self,
        shapes: Mapping[Any, Shape],
        words: Vocabulary,
        random: Random,
        optional: Collection[PartKey] = (),
        unsure: Collection[str] = (),
        knowledge: Knowledge = ALL,
        assumed: Collection[str] = (),
    ) -> None:
        self.shapes: Mapping[Any, Shape] = shapes
        self._random = random
        self.genes: dict[Any, Genes] = {
            name: Genes(
                shape,
                words,
                random,
                name not in unsure,
                sole=not is_repeated(name),
                assumed=name in assumed,
                knowledge=knowledge,
            )
            for name, shape in shapes.items()
        }
        self.growing = [name for name, genes in self.genes.items() if genes.grows]
        needed = [name for name in self.genes if name not in optional]
        spare = [name for name in self.growing if name in optional]
        wanted = needed if set(needed) & set(self.growing) else needed + spare
        wanted = [name for name in wanted if _is_of_plain_call(name)]
        self.plain: dict[Any, Part] = {name: self.genes[name].plain() for name in wanted}
        self.spare = [name for name in self.plain if name in optional]
        self.flags = [name for name, shape in shapes.items() if isinstance(shape, Boolean)]

    def around(self, name: PartKey, part: Part) -> Recipe:
        """The plainest recipe that has a part for one parameter."""
        return recipe({**self.plain, **self.company(name), name: part})

    def others(self) -> dict[Any, Part]:
        """Parts for all parameters that are needed, mostly the plainest, and now and then for others."""
        return self.plain | {
            name: self._random.choice(genes.starts())
            for name, genes in self.genes.items()
            if self._random.random() < _UNUSUAL and not is_filling(name)
        }

    def company(self, name: PartKey) -> dict[Any, Part]:
        """Parts for the other parameters of a method that is called first: words, as names mostly are."""
        if not isinstance(name, Slot) or not is_filling(name):
            return {}
        # What the target is asked for is a word as well: one that grows is nowhere in the object.
        asked = self.plain if self._random.random() < _ASKED else {}
        return {
            other: genes.word()
            for other, genes in self.genes.items()
            if (other in asked and other in self.growing) or _is_beside(other, name)
        }


def _is_of_plain_call(key: PartKey) -> bool:
    """Whether a part belongs to one call of the target on a receiver that nothing fills."""
    return not is_for_each(key) and not is_filling(key)


def _is_beside(key: PartKey, slot: Slot) -> bool:
    """Whether a part is that of another parameter of the method that a slot belongs to."""
    return (
        isinstance(key, Slot)
        and key.role is SlotRole.FILLING
        and key.method == slot.method
        and key.parameter != slot.parameter
    )
