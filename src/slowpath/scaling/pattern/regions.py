"""Tables that have a formula of their own in each region, improved step by step on counted costs.

Where none of the well-known tables is a worst case, one that is made of several may come near: a path of
light edges in a table whose other weights fall from row to row. A step gives a region another formula, moves
it, adds one or drops one, and is kept where the input costs no less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.scaling.pattern.orders import bracketed, table
from slowpath.scaling.pattern.proposals import exact
from slowpath.shape.base import Shape
from slowpath.shape.scalars import Integer
from slowpath.shape.sequences import Matrix

MOST_REGIONS = 4  # besides the rest: more make a recipe that nobody reads
PATIENCE = 300  # steps without a gain that end a climb: with 300, 6 of 6 seeds reach the worst; with 150, 5
CHANGES = 4  # kinds of step: add a region, drop one, move one, change a formula


@dataclass(frozen=True, slots=True)
class Split:
    """A formula for each region, the first that holds, and one for the rest."""

    regions: tuple[tuple[str, str], ...]
    rest: str

    def __str__(self) -> str:
        return "".join(f"{formula} if {region} else " for region, formula in self.regions) + self.rest


@dataclass(frozen=True, slots=True)
class CellChoices:
    """What may stand in the cells of a parameter: formulas and regions of their indices; `written` makes the
    expression that has a formula in every cell."""

    formulas: tuple[str, ...]
    regions: tuple[str, ...]
    written: Callable[[str], str]


def field(shape: Shape, knowledge: Knowledge = ALL) -> CellChoices | None:
    """The field of a shape; None if it is no table of whole numbers, or no formulas are known."""
    if not isinstance(shape, Matrix) or not isinstance(shape.of, Integer):
        return None
    rows, columns = exact(shape.rows), exact(shape.columns)
    if rows is None or columns is None:
        return None
    length = bracketed(columns)
    formulas = tuple(each.over(length) for each in knowledge.weights)
    regions = tuple(each.over(length) for each in knowledge.places)
    if not formulas or not regions:
        return None
    return CellChoices(formulas, regions, lambda cell: table(cell, rows, columns))


def climbs(
    fields: Mapping[str, CellChoices],
    cost: Callable[[Mapping[str, str]], int],
    over: Callable[[], bool],
    seed: int = 0,
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the best of each climb, until it is `over`: its cost, and the expressions by parameter.

    `cost` tells what expressions cost at some size, and -1 where they give no admissible input.
    """
    random = Random(seed)
    known: dict[tuple[str, ...], int] = {}

    def told(splits: Mapping[str, Split]) -> int:
        key = tuple(map(str, splits.values()))
        if key not in known:
            known[key] = cost(_written(fields, splits))
        return known[key]

    while not over():
        best = {name: Split((), random.choice(each.formulas)) for name, each in fields.items()}
        reached, idle = told(best), 0
        while idle < PATIENCE and not over():
            name = random.choice(list(fields))
            other = {**best, name: _changed(best[name], fields[name], random)}
            idle += 1
            found = told(other)
            if found > reached:
                idle = 0
            if found > reached or (found == reached and len(str(other[name])) <= len(str(best[name]))):
                best, reached = other, found
        if reached >= 0:
            yield reached, _written(fields, best)


def _written(fields: Mapping[str, CellChoices], splits: Mapping[str, Split]) -> dict[str, str]:
    return {name: fields[name].written(str(split)) for name, split in splits.items()}


def _changed(split: Split, among: CellChoices, random: Random) -> Split:
    """The split after one step."""
    regions = list(split.regions)
    place = random.randrange(len(regions) + 1)
    formula = random.choice(among.formulas)
    match random.randrange(CHANGES):
        case 0 if len(regions) < MOST_REGIONS:
            regions.insert(place, (random.choice(among.regions), formula))
        case 1 if place < len(regions):
            del regions[place]
        case 2 if place < len(regions):
            regions[place] = random.choice(among.regions), regions[place][1]
        case _ if place < len(regions):
            regions[place] = regions[place][0], formula
        case _:
            return Split(split.regions, formula)
    return Split(tuple(regions), split.rest)
