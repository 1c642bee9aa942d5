"""What the observe build hears: every block, in order, with the memory it took.

`tracemalloc` is the meter. Between two blocks the observer reads how far the traced memory rose and
charges the first block with it; what the observer itself allocates is left out. `memory` is the
highest level above the start, `allocated` the sum of the rises.
"""

from __future__ import annotations

import tracemalloc
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from slowpath.counting.ledger import Ledger
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
        self._running = self._metering = False
        # Arrays hold no objects: writing to them changes nothing that tracemalloc sees.
        self._state = array("q", bytes(8 * _STATES))
        self._rises = array("q")
        self._spare: tuple[object, object] | None = None

    def start(self, listeners: Sequence[Listener] = ()) -> None:
        """Meter memory from now on."""
        self._listeners = listeners
        self._state = array("q", bytes(8 * _STATES))
        self._rises = array("q", bytes(8 * (len(self._ledger.sites) + 1)))
        self._state[_BLOCK] = -1
        tracemalloc.start()
        self._running = self._metering = True
        self._forget()  # makes the pair
        self._spare = None
        self._forget()

    def stop(self) -> None:
        """Charge the last block and stop metering."""
        level, peak = tracemalloc.get_traced_memory()
        self._book(level, peak)
        tracemalloc.stop()
        self._running = self._metering = False

    def mark(self, block: int) -> int:
        """Count one execution of a block; the memory since the last mark belongs to the block before."""
        if not self._metering:
            self._ledger.tick(block)
            return self._ledger.counts[block]
        self._spare = None  # see _forget
        level, peak = tracemalloc.get_traced_memory()
        self._book(level, peak)
        self._state[_BLOCK] = block
        try:
            for listener in self._listeners:
                listener.block(self._ledger.sites[block])
            self._ledger.tick(block)
        finally:
            del level, peak
            self._forget()
        return self._ledger.counts[block]

    def pause(self) -> bool:
        """Leave out what is taken from now on, by the import system or by slowpath itself.

        Return what `resume` needs. A context manager would not do: it would be taken in sight.
        """
        metering = self._metering
        if metering:
            self._spare = None
            level, peak = tracemalloc.get_traced_memory()
            self._book(level, peak)
            self._metering = False
        return metering

    def resume(self, metering: bool) -> None:
        """Meter again, if `pause` stopped that."""
        if metering:
            self._metering = True
            self._forget()

    @contextmanager
    def attending(self) -> Iterator[None]:
        """Meter what is taken meanwhile, after `pause`: by the body of a module."""
        paused = self._running and not self._metering
        if paused:
            self._metering = True
            self._forget()
        try:
            yield
        finally:
            if paused:
                self._spare = None
                level, peak = tracemalloc.get_traced_memory()
                self._book(level, peak)
                self._metering = False

    def _book(self, level: int, peak: int) -> None:
        """Charge the block before with what the target took since the last mark."""
        state = self._state
        if len(self._rises) <= len(self._ledger.sites):  # a module imported since the start brought sites
            self._rises.extend([0] * (len(self._ledger.sites) + 1 - len(self._rises)))
        rise = peak - state[_LEVEL]
        state[_PEAK] = max(state[_PEAK], state[_LIVE] + rise)
        state[_LIVE] += level - state[_LEVEL]
        self._rises[state[_BLOCK]] += rise

    def _forget(self) -> None:
        """Leave out what the observer itself took.

        A reading is a pair, and CPython keeps a freed pair for the next one to need a pair. So the pair
        that the readings use is held between marks: it is not passed on to the target unseen.
        """
        self._state[_LEVEL] = tracemalloc.get_traced_memory()[0]
        self._spare = (self, self._state)
        tracemalloc.reset_peak()

    @property
    def memory(self) -> Bytes:
        """The most memory that was in use at one time, above the start."""
        return Bytes(self._state[_PEAK])

    @property
    def allocated(self) -> Bytes:
        """The sum of the rises of memory within each block."""
        return Bytes(sum(self._rises))


_STATES = 4  # how many places the array of the state has
_BLOCK, _LEVEL, _LIVE, _PEAK = range(_STATES)  # places in the array of the state
