"""From a bend to a catch: whether it lasts, and the smallest and most natural recipe that shows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice, permutations
from typing import Any

from slowpath.model.provenance import Provenance
from slowpath.model.run import End
from slowpath.model.slot import PartKey, Slot, is_for_each
from slowpath.recipe.carry import carried_over
from slowpath.recipe.expression import SIZE
from slowpath.recipe.linear import linear
from slowpath.recipe.minimise import minimised
from slowpath.recipe.naming import with_receiver_named
from slowpath.recipe.part import Family, Fixed, PartKind
from slowpath.recipe.program import Program
from slowpath.recipe.recipe import Recipe
from slowpath.recipe.reduction import reduced
from slowpath.recipe.scalable import Scalable
from slowpath.recipe.use import Use, use_of
from slowpath.search.judge import BASE, CLOSER, Bend, Judge
from slowpath.search.probe import WRONG
from slowpath.search.recipes.admitted import admits
from slowpath.search.recipes.families import value_of
from slowpath.search.strategy import Scene
from slowpath.shape.base import Shape
from slowpath.shape.choices import OneOf
from slowpath.shape.infer import Inferred
from slowpath.shape.natural import Kind, contradicting, kind_of, suits
from slowpath.target.load import Loaded

_KEPT = 0.5  # of the bend that a smaller recipe must keep: a shorter pump may cost less per character
_SAME_CLASS = 0.7  # of a steepness: half a power of N
_MOST_STARTS = 8  # parts that are tried in the place of one that the target refuses: the plainest
_LARGER = 16  # times the usual sizes, for such parts: an item of a list may be as long as 16 characters, a
# number as many times as large
_GOES_ON = 64  # times the usual sizes, at which a bound that an option sets shows: most are below 1,000
_MOST_LINEAR = 6  # programs that are tried in the place of one whose input grows faster than N
_PARTS = {Kind.TEXT: PartKind.TEXT, Kind.BYTES: PartKind.BYTES, Kind.SEQUENCE: PartKind.LIST}


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


class Catcher:
    """Makes catches of the bends of one target.

    `natural` are the kinds of values that callers give, `given` the shapes that the user gave. Parameters
    that are `optional` may keep their defaults, those that are `left_out` may be missing. The `scene` is
    known when a search has begun.
    """

    def __init__(
        self,
        loaded: Loaded,
        judge: Judge,
        inferred: Mapping[str, Inferred],
        natural: Mapping[str, frozenset[Kind]],
        given: Mapping[str, Shape],
        optional: Collection[str],
        left_out: Collection[PartKey],
    ) -> None:
        self._loaded = loaded
        self._judge = judge
        self._meter = judge.meter
        self._inferred = inferred
        self._natural = natural
        self._given = given
        self._optional = optional
        self.left_out = left_out
        self.scene: Scene | None = None

    def caught(self, bend: Bend, by: str) -> Catch | None:
        """Return what a bend shows at larger sizes, as small and as natural as it can be; None if it does not
        last. `by` is the strategy that proposed it."""
        confirmed = self._in_proportion(self._judge.confirmed(bend))
        if not confirmed.is_superlinear:
            return None
        confirmed = self._with_defaults(self._unbounded(confirmed))
        small = self._smallest(bend, confirmed)
        # With its defaults, a target may do so much besides that only longer runs show the growth.
        small = self._with_defaults(replace(confirmed, recipe=small), CLOSER * self._meter.max_ops).recipe
        shown, natural = small, True
        if isinstance(small, Recipe):
            small = self._with_plain_numbers(self._that_returns(small, confirmed), confirmed)
            small = self._of_one_kind(small, confirmed)
            shown, natural = self._as_natural(small, confirmed)
            natural = natural and not self._is_mistaken(shown)
        elif isinstance(small, Use):
            natural = not small.program.doubles
        site = self._loaded.ledger.sites[confirmed.niche]
        where = f"{site.file}:{site.line}"
        return Catch(shown, confirmed.score, confirmed.steepness, where, site.function, by, natural)

    def _in_proportion(self, confirmed: Bend) -> Bend:
        """The bend of a program whose input grows in proportion to N in the place of one whose input grows
        faster, if it bends as well: then the class of its cost is what a caller meets."""
        recipe = confirmed.recipe
        if not isinstance(recipe, Use) or not confirmed.steepness:
            return confirmed
        if self._judge.swelling(recipe, confirmed.size) == 1.0:
            return confirmed
        for program in islice(linear(recipe.program), _MOST_LINEAR):
            use = use_of(program, self._loaded.target)
            again = None if use is None else self._judge.bend(use, confirmed.size)
            if again is not None and again.niche == confirmed.niche:
                sure = self._judge.confirmed(again)
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
            again = self._judge.bend(others, confirmed.size, max_ops)
            if again is not None and again.niche == confirmed.niche:
                sure = self._judge.confirmed(again)
                same = sure.is_superlinear and sure.steepness >= _SAME_CLASS * confirmed.steepness
                if same and self._goes_on(sure):
                    confirmed = sure
        return confirmed

    def _unbounded(self, confirmed: Bend) -> Bend:
        """The bend of the recipe with another option if the cost no longer grows at larger sizes, and goes on
        growing with that: a default may be what bounds it."""
        recipe, scene = confirmed.recipe, self.scene
        if scene is None or not isinstance(recipe, Recipe) or self._goes_on(confirmed):
            return confirmed
        for name in scene.parts.flags:
            for part in scene.parts.genes[name].starts():
                other = recipe.with_part(name, part)
                again = self._judge.bend(other, confirmed.size) if admits(other, self._given) else None
                if again is not None and again.niche == confirmed.niche:
                    sure = self._judge.confirmed(again)
                    if sure.is_superlinear and self._goes_on(sure):
                        return sure
        return confirmed

    def _goes_on(self, bend: Bend) -> bool:
        """Whether the cost at a much larger size is no less than if it were in proportion: with its default,
        an option may bound it."""
        largest, cost, size = 3 * bend.size, bend.costs[-1], _GOES_ON * BASE
        if largest >= size:
            return True
        sample = self._meter.run(bend.recipe.values(size), CLOSER * self._meter.max_ops, size)
        return sample.end is End.BUDGET or sample.milli * largest >= cost * size

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
        return minimised(recipe, still, [*self.left_out, *replaced])

    def _as_natural(self, made: Recipe, bend: Bend) -> tuple[Recipe, bool]:
        """The recipe with values that a caller would give, if these bend at the same site; and whether it
        has such values. It has if the target refuses the types that seem more natural."""
        odd = contradicting(made.values(2), self._natural)
        if not odd:
            return made, True
        taken = False
        for each in self._carried_over(made, odd) or self._started_anew(made, odd):
            sample = self._meter.run(each.values(BASE), size=BASE)
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
        sample = self._meter.run(values, size=BASE)
        if sample.end is End.RETURNED or self.scene is None:
            return made
        for name, known in self._inferred.items():
            is_seen = known.told_by is Provenance.RUNS or sample.exception in WRONG
            if not is_seen or name not in values or known.shape.fault(values[name], None) is None:
                continue
            for start in self.scene.parts.genes[name].starts()[:_MOST_STARTS]:
                other = made.with_part(name, start)
                fits = known.shape.fault(other.values(BASE)[name], None) is None
                # Their items may be smaller, so that the growth shows at larger sizes only.
                if fits and self._returns(other) and self._bends_there(other, bend, _LARGER * BASE):
                    return other
        return made

    def _with_plain_numbers(self, made: Recipe, bend: Bend) -> Recipe:
        """The recipe with N itself in the place of a number that grows in proportion, such as 177 * N - 18,
        if this bends at the same site, perhaps at larger sizes only."""
        for name, part in made.parts:
            if not isinstance(part, Family) or part.source == SIZE or not _is_proportional(made, name):
                continue
            plain = made.with_part(name, Family(SIZE))
            sizes = (BASE, _LARGER * BASE) if admits(plain, self._given) else ()
            if any(self._bends_there(plain, bend, size) for size in sizes):
                made = plain
        return made

    def _is_mistaken(self, made: Recipe) -> bool:
        """Whether the target raises for the types of values, and other types were told."""
        values = made.values(BASE)
        told = {name: each.shape for name, each in self._inferred.items() if not each.told_by.is_guess}
        odd = [name for name in values if name in told and not suits(values[name], told[name])]
        return bool(odd) and self._meter.run(values, size=BASE).exception in WRONG

    def _returns(self, made: Scalable, size: int = BASE) -> bool:
        return self._meter.run(made.values(size), size=size).end is End.RETURNED

    def _of_one_kind(self, made: Recipe, bend: Bend) -> Recipe:
        """The recipe with an empty list in the place of a text that does not grow beside a list, or the other
        way round, if the parameter may be either and this bends as well: callers mostly give both alike."""
        values = made.values(2)
        for name, other in permutations(values, 2):
            part, empty = made.part(name), type(values[other])
            if empty not in (str, bytes, list, tuple) or isinstance(values[name], empty):
                continue
            known = self._inferred.get(name)
            shape = None if known is None else known.shape
            if not isinstance(shape, OneOf) or shape.fault(empty(), None) or not isinstance(part, Fixed):
                continue
            alike = made.with_part(name, Fixed(repr(empty())))
            made = alike if self._bends_there(alike, bend) else made
        return made

    def _bends_there(self, made: Recipe, bend: Bend, size: int = BASE) -> bool:
        """Whether a recipe bends too, and at the same place."""
        again = self._judge.bend(made, size)
        return again is not None and again.niche == bend.niche and self._judge.confirmed(again).is_superlinear

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

    def _started_anew(self, made: Recipe, odd: Mapping[Any, frozenset[Kind]]) -> list[Recipe]:
        """The recipe with the plainest parts of natural kinds in the place of odd ones, of any kind."""
        if self.scene is None or any(is_for_each(name) for name in odd):
            return []
        genes = self.scene.parts.genes
        natural = {
            name: [each for each in genes[name].starts() if kind_of(value_of(each)) in wanted][:_MOST_STARTS]
            for name, wanted in odd.items()
        }
        if not all(natural.values()):
            return []
        anew = dict.fromkeys(
            reduce(
                lambda other, name: other.with_part(name, natural[name][place % len(natural[name])]),
                odd,
                made,
            )
            for place in range(max(map(len, natural.values())))
        )
        return [each for each in anew if admits(each, self._given)]

    def _still(self, bend: Bend, confirmed: Bend) -> Callable[[Recipe | Use], bool]:
        """Whether a smaller recipe bends about as much, at the same first size; or explodes, if that does.
        What the target returns for does not become what it raises for."""
        usual = self._judge.bend(confirmed.recipe)
        base, least = (bend.size, bend.score) if usual is None else (BASE, usual.score)
        explodes, scene = confirmed.explodes, self.scene
        returned = self._returns(confirmed.recipe, base)
        given = len(confirmed.recipe.sources)

        def still(candidate: Recipe | Use) -> bool:
            if scene is not None and not scene.admits(candidate):
                return False
            again = self._judge.bend(candidate, base)
            if again is None or (again.score < _KEPT * least and not explodes):
                return False
            if returned and not self._returns(candidate, base):
                return False
            sure = self._judge.confirmed(again)
            lacks_option = isinstance(candidate, Recipe) and len(candidate.sources) < given
            if lacks_option and not self._goes_on(sure):
                return False
            return sure.explodes if explodes else sure.is_superlinear

        return still


def _is_proportional(made: Recipe, name: PartKey) -> bool:
    """Whether a parameter gets a whole number that grows by as much with each N."""
    numbers = [made.values(size)[name] for size in (2, 3, 4)]
    if any(type(each) is not int for each in numbers):
        return False
    first, second, third = numbers
    return bool(third - second == second - first > 0)
