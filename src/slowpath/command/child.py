"""The child process of a verb: what it and its parent do alike in every verb.

The child loads the target, says so, and tells what it finds as it goes. The parent confirms that in fresh
processes while the child goes on, so that whenever Ctrl-C comes there is a confirmed best to report.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, Self, TypeVar

import msgspec

from slowpath.command.order import ShapeOrder
from slowpath.errors import SlowpathError, WorkerError
from slowpath.model.stop import StopReason
from slowpath.model.target import Target
from slowpath.run import limits
from slowpath.run.audit import AT_IMPORT, IN_SEARCH
from slowpath.run.begun import Begun, Widened
from slowpath.run.frames import Pickled
from slowpath.run.limits import GIGABYTE
from slowpath.run.link import Link, Serve
from slowpath.run.order import Order
from slowpath.run.remote import Remote
from slowpath.shape.base import Shape
from slowpath.shape.infer import Inferred
from slowpath.target.load import Loaded

PATH_MEMORY = 4 * GIGABYTE  # for a search that keeps the conditions of long paths, whatever a run may take
_LOAD_TIME = 5.0  # seconds that loading the target may take at least, as in `run.client`
_LAST_WORDS = 0.4  # seconds for the last message of an interrupted child; Ctrl-C is answered within one

Reply = TypeVar("Reply")
AnyOrder = TypeVar("AnyOrder", bound=Order)
Prepared = TypeVar("Prepared")  # a target loaded with a scope, for whatever use


class Child(Generic[Reply]):
    """A child process that carries out an order. A context manager: nothing of it is left running.

    `replies` is the type of its messages besides `Begun`, or a union of types.
    """

    def __init__(self, serve: Serve, replies: Any, order: Order) -> None:
        self._order = order
        self._remote: Remote[Any] = Remote(serve, Begun | Widened | replies)
        self._deadline = 0.0

    def __enter__(self) -> Self:
        self._remote.ask(self._order)
        return self

    def __exit__(self, *error: object) -> None:
        self._remote.close()

    def begun(self) -> Begun:
        """Wait until the target is loaded; raises if that fails or takes too long."""
        order = self._order
        seconds = max(order.limits.time, _LOAD_TIME)
        begun = self._remote.hear(seconds)
        if begun is None:
            raise self._remote.why_silent(order.spec, seconds, order.limits)
        assert isinstance(begun, Begun)
        self._deadline = time.monotonic() + order.seconds + order.grace
        return begun

    def scope(self) -> tuple[str, ...]:
        """Wait until the child knows which modules see the input; return the scope that it searches with."""
        widened = self._remote.hear(self._left)
        if widened is None:
            return self._order.scope
        assert isinstance(widened, Widened)
        return widened.scope

    def follow(
        self,
        take: Callable[[Reply], bool],
        work: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Take in what the child says, until `take` returns True; return False if the child falls silent, or
        is late.

        While it says nothing, `work` does a piece of other work and returns whether there was any.
        """
        while True:
            message = self._remote.hear(0.0)
            if message is None and self._left and work():
                continue
            if message is None:
                message = self._remote.hear(self._left)
            if message is None:
                return False
            if take(message):
                return True

    def interrupt(self, take: Callable[[Reply], bool]) -> None:
        """Ask the child to end, and take in what it says in a moment. Its errors no longer matter."""
        self._remote.interrupt()
        deadline = time.monotonic() + _LAST_WORDS
        try:
            for message in self._remote.hear_until(deadline):
                if isinstance(message, Widened):
                    continue
                if isinstance(message, Begun) or take(message):
                    return
        except (SlowpathError, msgspec.MsgspecError):
            return

    @property
    def _left(self) -> float:
        """Seconds until the child is given up."""
        return max(self._deadline - time.monotonic(), 0.0)

    @property
    def silence(self) -> StopReason:
        """Why nothing more is heard."""
        return StopReason.DIED if self._remote.ended else StopReason.TIME

    def failure(self) -> WorkerError:
        """Return the error to raise if a child that ended has left nothing to report."""
        last = f"\n{self._remote.output}" if self._remote.output else ""
        return WorkerError(
            f"the searching process ended{last}",
            "Give it a smaller --size, or its runs a smaller --max-ops.",
        )


# -- in the child ------------------------------------------------------------------------------------------


def receive(link: Link, kind: type[AnyOrder], memory: int = 0) -> AnyOrder:
    """Return the order, and make the process ready to load its target within its limits.

    `memory` is what the process may take in any case.
    """
    order = link.receive(kind)
    if order is None:
        raise SystemExit  # the parent is gone
    assert isinstance(order, kind)
    sys.path[:] = order.path
    limits.limit_memory(max(order.limits.memory, memory))
    link.restrict(order.allow)
    link.audit.arm((*order.allow, *AT_IMPORT))
    return order


def begin(
    link: Link,
    order: Order,
    target: Target,
    inferred: Mapping[str, Inferred] | None = None,
) -> None:
    """Tell that the target is loaded. From here on it may do only what is allowed, and the child notes
    interruptions."""
    link.heed_interrupts()
    arm(link, order)
    link.send(Begun(target, Pickled(dict(inferred or {}))))


def widen(
    link: Link,
    order: ShapeOrder,
    prepared: Prepared,
    prepare: Callable[[tuple[str, ...]], Prepared],
    look: Callable[[Prepared], tuple[Loaded, Mapping[str, Shape]]],
    size: int,
) -> Prepared:
    """Let the modules that see the input join the scope, and tell the parent; return the target as it is
    prepared with them. Inputs of `size` show which modules these are."""
    from slowpath.explore.widening import widened

    scope, prepared = widened(
        prepared, prepare, look, order.scope, size, order.requires, order.seconds, link.clock
    )
    link.send(Widened(scope))
    return prepared


@contextmanager
def importing(link: Link, order: Order) -> Iterator[None]:
    """While a target is loaded, its modules may do a little more; behind it only what is allowed."""
    link.audit.arm((*order.allow, *AT_IMPORT))
    try:
        yield
    finally:
        arm(link, order)


def arm(link: Link, order: Order) -> None:
    """Let the target do only what is allowed."""
    link.audit.arm((*order.allow, *IN_SEARCH))
