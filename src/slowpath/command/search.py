"""One search of a verb: it can be interrupted at any moment, and what is known by then is its report."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Generic, TypeVar

from slowpath.command.child import Child
from slowpath.command.order import Listener, worker_for
from slowpath.model.stop import StopReason
from slowpath.model.target import Target
from slowpath.run.begun import Begun
from slowpath.run.client import Worker
from slowpath.run.order import Order

Ordered = TypeVar("Ordered", bound=Order)
Report = TypeVar("Report")


class Search(ABC, Generic[Ordered, Report]):
    """Carries out an order once. A subclass keeps what is known at any moment."""

    def __init__(self, order: Ordered, listener: Listener) -> None:
        self._order = order
        self._tell = listener
        self._began = time.monotonic()
        self._target = Target.named(order.spec)
        self._scope = order.scope

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

    @contextmanager
    def _beginning(self, child: Child[Any]) -> Iterator[tuple[Begun, Worker]]:
        """Wait until the target is loaded, and give what the child says of it with a worker for it.

        The worker starts while the child loads. If modules that see the input join the scope of the child,
        another one takes its place that counts in them, too.
        """
        with ExitStack() as workers:
            worker = workers.enter_context(self._new_worker())
            begun = child.begun()
            self._target = begun.target
            scope = child.scope()
            if scope != self._scope:
                workers.close()
                self._scope = scope
                worker = workers.enter_context(self._new_worker())
            yield begun, worker

    def _new_worker(self) -> Worker:
        """The worker that confirms what is found, in the scope of the search."""
        return worker_for(self._order, scope=self._scope)

    @property
    def _elapsed(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self._began
