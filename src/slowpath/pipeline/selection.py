"""Which paths to compose next: Algorithm 2 of CompSLG, by the weight of the whole pipeline.

The paper takes the worst path of the first stage, then the worst compatible one of the next. Here the sum of
the weights decides, since a worst path of the first stage may leave nothing for the next. Weights are
corrected by what runs of the whole pipeline show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from slowpath.model.charset import CharSet
from slowpath.pipeline.structure import UNBOUNDED, Bounds, ValueStructure, shape_of
from slowpath.pipeline.summary import PathNote, Summary
from slowpath.shape.base import Shape

Alphabet = tuple[tuple[int, int], ...]
InputKey = ValueStructure | None  # what a stage is given; None for the input of the pipeline
Chain = tuple[PathNote, ...]  # a path for each stage

# Structures of a stage's output for which the next one is summarised first. Each takes a search.
MOST_STRUCTURES = 3
ALIKE = 0.1  # of the leaves and parts of a structure: one that differs by less can wait
USED = 0.97  # what the weight of a path counts after each use: tests should differ


class StageInput(NamedTuple):
    """What a stage is given: how it is built, and its characters and integers."""

    structure: ValueStructure
    alphabet: Alphabet
    bounds: Bounds = UNBOUNDED

    def shape(self) -> tuple[Shape, int]:
        """The shape of all such inputs, and its size."""
        return shape_of(self.structure, CharSet(self.alphabet), self.bounds)


def inputs_of(summaries: Sequence[Summary]) -> list[StageInput]:
    """The outputs that the next stage should be summarised for, the most promising first: of the path that
    puts out most, of the one that puts much out in many parts, of the costliest, and so on in turn; those
    that are like another one come last. Each has the characters and integers of all paths that put it out."""
    paths = [path for summary in summaries for path in summary.paths]
    feeding = [(path, path.structure) for path in paths if path.structure is not None]
    feeding = [(path, structure) for path, structure in feeding if structure.leaves]
    most = sorted(feeding, key=lambda each: (-each[1].leaves, -each[0].weight))
    spread = sorted(feeding, key=lambda each: (-each[1].leaves * each[1].parts, -each[0].weight))
    worst = sorted(feeding, key=lambda each: -each[0].weight)
    chosen: list[ValueStructure] = []
    waiting: list[ValueStructure] = []
    for _, structure in (each for turn in zip(most, spread, worst, strict=True) for each in turn):
        alike = any(_is_alike(structure, other) for other in chosen)
        (waiting if alike else chosen).append(structure)
    found: list[StageInput] = []
    for wanted in dict.fromkeys(chosen + waiting):
        mine = [path for path, structure in feeding if structure == wanted]
        chars = CharSet(span for path in mine for span in path.alphabet)
        found.append(StageInput(wanted, chars.spans, _joined([path.bounds for path in mine])))
    return found


def _joined(bounds: Sequence[Bounds]) -> Bounds:
    lows, highs = [low for low, _ in bounds], [high for _, high in bounds]
    low = None if None in lows else min(each for each in lows if each is not None)
    return low, None if None in highs else max(each for each in highs if each is not None)


def _is_alike(structure: ValueStructure, other: ValueStructure) -> bool:
    """Whether a summary for one structure says nearly all about the other."""
    pairs = ((structure.leaves, other.leaves), (structure.parts, other.parts))
    return structure.kind == other.kind and all(abs(one - two) <= ALIKE * two for one, two in pairs)


@dataclass(slots=True)
class PathSelection:
    """Chooses chains of compatible paths: the output of each is the input for which the next is
    summarised."""

    sources: Sequence[int | None]
    summaries: Sequence[Mapping[InputKey, Summary]]  # for each stage, by what it is given
    factors: dict[int, float] = field(default_factory=dict)  # by path: how far its weight was right
    _used: dict[int, int] = field(default_factory=dict)
    _chosen: set[tuple[int, ...]] = field(default_factory=set)

    def next(self) -> Chain | None:
        """The chain of the largest weight that was not chosen yet; None if there is none."""
        best = self._best(len(self.sources), self._weight)
        if best is not None:
            self._chosen.add(tuple(map(id, best)))
            for path in best:
                self._used[id(path)] = self._used.get(id(path), 0) + 1
        return best

    def worst_of(self, place: int) -> Chain | None:
        """Paths of the stages up to one, of which the last is the costliest that can come there."""
        worst = {id(path): path.weight for each in self.summaries[place].values() for path in each.paths}
        return PathSelection(self.sources, self.summaries)._best(
            place + 1, lambda path: float(worst.get(id(path), 0))
        )

    def correct(self, chain: Chain, costs: Sequence[float]) -> None:
        """Hear what the stages of a composed test really cost."""
        for path, cost in zip(chain, costs, strict=True):
            factor = min(max(cost, 0) / max(path.weight, 1), 1.0)
            known = self.factors.get(id(path))
            self.factors[id(path)] = factor if known is None else (known + factor) / 2

    def _weight(self, path: PathNote) -> float:
        used = self._used.get(id(path), 0)
        return path.weight * self.factors.get(id(path), 1.0) * USED**used

    def _best(self, count: int, weigh: Callable[[PathNote], float]) -> Chain | None:
        """The chain of so many stages that weighs most and was not chosen yet. What cannot come to more than
        the best so far is not looked at."""
        most = [max((weigh(path) for path in self._paths(place)), default=0.0) for place in range(count)]
        behind = [sum(most[place + 1 :]) for place in range(count)]
        best: tuple[float, Chain | None] = (-1.0, None)

        def look(before: Chain, weight: float) -> None:
            nonlocal best
            place = len(before)
            if place == count:
                if tuple(map(id, before)) not in self._chosen:
                    best = (weight, before)
                return
            options = [(weigh(path), path) for path in self._options(place, before)]
            for added, path in sorted(options, key=lambda each: -each[0]):
                if weight + added + behind[place] <= best[0]:
                    return
                look((*before, path), weight + added)

        look((), 0.0)
        return best[1]

    def _paths(self, place: int) -> Iterator[PathNote]:
        for summary in self.summaries[place].values():
            yield from summary.paths

    def _options(self, place: int, before: Chain) -> Sequence[PathNote]:
        source = self.sources[place]
        if source is None:
            return self.summaries[place][None].paths
        given = before[source]
        summary = None if given.structure is None else self.summaries[place].get(given.structure)
        return () if summary is None else summary.paths
