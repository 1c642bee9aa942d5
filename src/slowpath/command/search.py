"""One search of a verb: it can be interrupted at any moment, and what is known by then is its report."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from slowpath.command.order import Listener, Order
from slowpath.model.stop import StopReason

Ordered = TypeVar("Ordered", bound=Order)
Report = TypeVar("Report")


class Search(ABC, Generic[Ordered, Report]):
    """Carries out an order once. A subclass keeps what is known at any moment."""

    def __init__(self, order: Ordered, listener: Listener) -> None:
        self._order = order
        self._tell = listener
        self._began = time.monotonic()

    @abstractmethod
    def search(self) -> StopReason:
        """Search to the end; return why it is the end."""

    @abstractmethod
    def report(self, stopped: StopReason) -> Report:
        """Return what is known so far."""

    def run(self) -> Report:
        """Return what is found. Ctrl-C ends the search; the report is then of the best so far."""
        try:
            stopped = self.search()
        except KeyboardInterrupt:
            stopped = StopReason.INTERRUPTED
        return self.report(stopped)

    @property
    def _elapsed(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self._began
