"""Which paths to compose next: Algorithm 2 of CompSLG, by the weight of the whole pipeline.

The paper takes the worst path of the first stage, then the worst compatible one of the next. Here the sum of
the weights decides, since a worst path of the first stage may leave nothing for the next. Weights are
corrected by what runs of the whole pipeline show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from slowpath.model.charset import CharSet
from slowpath.pipeline.structure import ValueStructure
from slowpath.pipeline.summary import PathNote, Summary

Alphabet = tuple[tuple[int, int], ...]
InputKey = ValueStructure | None  # what a stage is given; None for the input of the pipeline
Chain = tuple[PathNote, ...]  # a path for each stage

# Structures of a stage's output for which the next one is summarised. Each takes a search.
MOST_STRUCTURES = 2
ALIKE = 0.1  # of the leaves of a structure: one that differs by less needs no summary of its own
LEAST_WIDTH = 3  # paths of a later stage that are tried behind one path, the costliest, if stages are many
MOST_CHAINS = 400  # that are put in order: there are as many as the product of the paths of all stages
USED = 0.97  # what the weight of a path counts after each use: tests should differ


def inputs_of(summaries: Sequence[Summary]) -> list[tuple[ValueStructure, Alphabet]]:
    """The outputs that the next stage should be summarised for, the most promising first: of the path that
    puts out most, of the costliest, and so on in turn. Each has the characters of all paths that put it
    out."""
    paths = [path for summary in summaries for path in summary.paths]
    feeding = [(path, path.structure) for path in paths if path.structure is not None]
    feeding = [(path, structure) for path, structure in feeding if structure.leaves]
    most = sorted(feeding, key=lambda each: (-each[1].leaves, -each[0].weight))
    worst = sorted(feeding, key=lambda each: -each[0].weight)
    chosen: list[ValueStructure] = []
    for _, structure in (each for pair in zip(most, worst, strict=True) for each in pair):
        if not any(_is_alike(structure, other) for other in chosen):
            chosen.append(structure)
    found: list[tuple[ValueStructure, Alphabet]] = []
    for wanted in chosen[:MOST_STRUCTURES]:
        chars = CharSet(span for path, structure in feeding if structure == wanted for span in path.alphabet)
        found.append((wanted, chars.spans))
    return found


def _is_alike(structure: ValueStructure, other: ValueStructure) -> bool:
    """Whether a summary for one structure says nearly all about the other."""
    return structure.kind == other.kind and abs(structure.leaves - other.leaves) <= ALIKE * other.leaves


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
        best: Chain | None = None
        highest = -1.0
        for number, chain in enumerate(self._chains(())):
            if number >= MOST_CHAINS:
                break
            key = tuple(map(id, chain))
            weight = sum(self._weight(path) for path in chain)
            if key not in self._chosen and weight > highest:
                best, highest = chain, weight
        if best is not None:
            self._chosen.add(tuple(map(id, best)))
            for path in best:
                self._used[id(path)] = self._used.get(id(path), 0) + 1
        return best

    def correct(self, chain: Chain, costs: Sequence[float]) -> None:
        """Hear what the stages of a composed test really cost."""
        for path, cost in zip(chain, costs, strict=True):
            factor = min(max(cost, 0) / max(path.weight, 1), 1.0)
            known = self.factors.get(id(path))
            self.factors[id(path)] = factor if known is None else (known + factor) / 2

    def _weight(self, path: PathNote) -> float:
        used = self._used.get(id(path), 0)
        return path.weight * self.factors.get(id(path), 1.0) * USED**used

    def _chains(self, before: Chain) -> Iterator[Chain]:
        place = len(before)
        if place == len(self.sources):
            yield before
            return
        for path in self._options(place, before):
            yield from self._chains((*before, path))

    def _options(self, place: int, before: Chain) -> Sequence[PathNote]:
        source = self.sources[place]
        if source is None:
            return self.summaries[place][None].paths
        given = before[source]
        if given.structure is None:
            return ()
        summary = self.summaries[place].get(given.structure)
        width = max(LEAST_WIDTH, int(MOST_CHAINS ** (1 / len(self.sources))))
        return () if summary is None else summary.paths[:width]
