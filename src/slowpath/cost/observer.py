"""What the observe build hears: every block, in order, with the memory it took.

`tracemalloc` is the meter. Between two blocks the observer reads how far the traced memory rose and
charges the first block with it; what the observer itself allocates is left out. `memory` is the
highest level above the start, `allocated` the sum of the rises.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence
from typing import Any, Protocol

from slowpath.cost.ledger import Ledger
from slowpath.model.cost import Bytes, Number
from slowpath.model.site import Site


class Listener(Protocol):
    """A user's measure: hears every block and audit event of a run and comes to a number."""

    def block(self, site: Site) -> None: ...

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None: ...

    def value(self) -> Number: ...


class Observer:
    """Hears the blocks of one run at a time."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._listeners: Sequence[Listener] = ()
        self._block = -1
        self._level = self._own = self._peak = 0
        self._active = False
        self.rises: list[int] = []

    def start(self, listeners: Sequence[Listener] = ()) -> None:
        """Meter memory from now on."""
        self._listeners = listeners
        self.rises = [0] * (len(self._ledger.sites) + 1)
        self._block = -1
        self._own = self._peak = 0
        tracemalloc.start()
        self._level = tracemalloc.get_traced_memory()[0]
        self._own = self._level
        self._active = True

    def stop(self) -> None:
        """Charge the last block and stop metering."""
        self._book(*tracemalloc.get_traced_memory())
        tracemalloc.stop()
        self._active = False

    def mark(self, block: int) -> None:
        """Count one execution of a block; the memory since the last mark belongs to the block before."""
        if self._active:
            level, peak = tracemalloc.get_traced_memory()
            self._book(level, peak)
            self._block = block
            for listener in self._listeners:
                listener.block(self._ledger.sites[block])
        self._ledger.tick(block)
        if self._active:
            tracemalloc.reset_peak()
            self._level = tracemalloc.get_traced_memory()[0]
            self._own += self._level - level

    def _book(self, level: int, peak: int) -> None:
        if self._block >= len(self.rises) - 1:  # a module imported since the start brought new sites
            self.rises += [0] * (len(self._ledger.sites) + 1 - len(self.rises))
        self.rises[self._block] += max(0, peak - self._level)
        self._peak = max(self._peak, peak - self._own)

    @property
    def memory(self) -> Bytes:
        """The most memory that was in use at one time, above the start."""
        return Bytes(self._peak)

    @property
    def allocated(self) -> Bytes:
        """The sum of the rises of memory within each block."""
        return Bytes(sum(self.rises))
