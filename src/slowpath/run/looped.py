"""Many executions of the loop build in this process: what each did with the target's loops."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from typing import Any, NamedTuple

from slowpath.counting.ledger import UNLIMITED
from slowpath.model.loops import Execution, Iterations, Nest, NestRun, SiteKey
from slowpath.model.site import Site, SiteKind
from slowpath.run.counted import Meter, Sample, Visit
from slowpath.run.setup import Unmade
from slowpath.target.copies import Copies
from slowpath.target.load import Loaded


class LoopRun(NamedTuple):
    """What a run costs, and what it did with loops."""

    sample: Sample
    execution: Execution


class LoopMeter(Meter):
    """Runs a target of the loop build, each time as if it were the first.

    Nests of up to `depth` loops are recorded, their iterations up to `limit`. What happens while the input is
    built does not count.
    """

    def __init__(self, loaded: Loaded, depth: int, limit: int, *, max_ops: int = UNLIMITED) -> None:
        super().__init__(loaded, max_ops=max_ops)
        self._depth = depth
        self._limit = limit
        self._keys: list[SiteKey] = []
        self._rests: dict[int, list[tuple[int, int, tuple[int, ...]]]] = {}

    def observe(self, values: Mapping[str, Any] | Unmade, max_ops: int | None = None) -> LoopRun:
        """Run the target once on the values of its parameters."""
        self.loaded.copies.nesting.start(self._depth, self._limit)  # a run that is refused had no loops
        sample = self.run(values, max_ops)
        if len(self._keys) != len(self.loaded.ledger.sites):
            self._number()
        blocks = frozenset(block for visit in sample.visits for block in self._executed(visit))
        nests: dict[SiteKey, dict[Nest, Iterations]] = defaultdict(dict)
        if sample.visits:
            for nest, rounds in self.loaded.copies.nesting.best.items():
                keys = tuple([self._keys[site] for site in nest])
                nests[keys[-1]][keys] = rounds
        return LoopRun(sample, Execution(blocks, dict(nests), self._limit))

    def _start(self, budget: int | None) -> None:
        super()._start(budget)
        self.loaded.copies.nesting.start(self._depth, self._limit)

    def _stop(self) -> None:
        self.loaded.copies.nesting.stop()
        super()._stop()

    def _number(self) -> None:
        """Give each site its key, and note the blocks that have no counter."""
        sites = self.loaded.ledger.sites
        self._keys, self._rests = site_keys(sites), {}
        for site, (_, number) in zip(sites, self._keys, strict=True):
            first = site.index - number
            if site.kind is SiteKind.BLOCK and site.rest:
                around, *others = (each - first for each in site.rest)
                self._rests.setdefault(first, []).append((site.index, around, tuple(others)))

    def _executed(self, visit: Visit) -> Iterator[SiteKey]:
        """Yield the blocks of a module that were executed, those without a counter included."""
        first, counts = visit.stretch.first, visit.blocks
        yield from compress(self._keys[first : visit.stretch.end], counts)
        filled: dict[int, int] = {}  # the counts of blocks without a counter, which others may refer to
        for index, around, others in self._rests.get(first, ()):
            total = filled.get(around, counts[around])
            count = filled[index - first] = total - sum(filled.get(each, counts[each]) for each in others)
            if count > 0:
                yield self._keys[index]


def site_keys(sites: Sequence[Site]) -> list[SiteKey]:
    """Return the keys of all sites of a ledger, in their order."""
    firsts: dict[str, int] = {}
    return [(site.file, site.index - firsts.setdefault(site.file, site.index)) for site in sites]


def nest_runs(copies: Copies) -> tuple[NestRun, ...]:
    """Return the nests that the last run of a loop build iterated."""
    sites = copies.ledger.sites
    keys = site_keys(sites)
    return tuple(
        NestRun(tuple(keys[site] for site in nest), rounds, sites[nest[-1]].function)
        for nest, rounds in copies.nesting.best.items()
    )
