"""Many executions of the count build in this process: what a search asks thousands of times."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import compress
from operator import mul
from typing import Any

from slowpath.cost.ledger import MILLI
from slowpath.errors import BudgetExceeded, InputError, InputRejected
from slowpath.model.run import End
from slowpath.model.site import SiteKind
from slowpath.run.call import prepared
from slowpath.run.inputs import describe
from slowpath.target.load import Loaded
from slowpath.target.state import State

_PLACES = (SiteKind.FUNCTION, SiteKind.LOOP, SiteKind.NATIVE)


@dataclass(frozen=True, slots=True)
class Sample:
    """What one execution costs, and where: `blocks` counts the executions of each block, `work` is the native
    work of each site in thousandths of an op. An input that the target's constructor refuses costs 0."""

    milli: int  # thousandths of an op
    end: End
    raises: str | None
    blocks: list[int]
    work: list[int]

    @property
    def cost(self) -> int:
        """The cost in ops."""
        return self.milli // MILLI


class Meter:
    """Runs a target of the count build, each time as if it were the first.

    What a run leaves in the target's modules is undone, as far as `State` can: a search finds candidates,
    and what is reported is run again in a process of its own.
    """

    def __init__(self, loaded: Loaded, *, max_ops: int, recursion: int = 1000) -> None:
        self.loaded = loaded
        self.max_ops = max_ops
        self.runs = 0
        self._recursion = recursion
        self._known = 0
        self._sites: list[int] = []
        self._blocks: list[int] = []
        with loaded.copies.installed():
            self._state = State(loaded.copies.modules.values())

    def installed(self) -> AbstractContextManager[None]:
        """A context in which imports find the copies: runs inside it do not have to install them."""
        return self.loaded.copies.installed()

    def run(self, values: Mapping[str, Any], max_ops: int | None = None) -> Sample:
        """Run the target once on the values of its parameters."""
        loaded, ledger = self.loaded, self.loaded.ledger
        self.runs += 1
        with loaded.copies.installed():
            self._state.restore()
            try:
                call = prepared(loaded.target, loaded.function, loaded.owner, values)
            except (InputError, InputRejected) as error:
                return Sample(0, End.REFUSED, str(error), [], [])
            end, raises = End.RETURNED, None
            before = sys.getrecursionlimit()
            sys.setrecursionlimit(self._recursion + _depth())
            ledger.start(max_ops or self.max_ops)
            try:
                call()
            except BudgetExceeded:
                end = End.BUDGET
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                end, raises = End.RAISED, describe(error)
            finally:
                ledger.stop()
                sys.setrecursionlimit(before)
        blocks, work = ledger.counts.copy(), ledger.work.copy()
        milli = MILLI * sum(map(mul, blocks, ledger.units)) + sum(work)
        return Sample(milli, end, raises, blocks, work)

    def reached(self, sample: Sample) -> Iterator[tuple[int, int]]:
        """The functions, loops and native operations that a run reached, by site, with how often."""
        known = self.loaded.ledger.sites
        if len(known) != self._known:
            self._known = len(known)
            places = [site for site in known if site.kind in _PLACES]
            self._sites, self._blocks = [site.index for site in places], [site.block for site in places]
        counts = [sample.blocks[block] for block in self._blocks]
        return compress(zip(self._sites, counts, strict=True), counts)

    def costs(self, blocks: list[int], work: list[int]) -> list[int]:
        """What each site contributes, in thousandths of an op, to the cost of a run with these counts."""
        units = self.loaded.ledger.units
        return [MILLI * count * unit + milli for count, unit, milli in zip(blocks, units, work, strict=False)]


def _depth() -> int:
    frame, depth = sys._getframe(1), 2
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    return depth
