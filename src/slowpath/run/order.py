"""What every verb and every process of one is told: the target, what it may do and use, how long to work."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from slowpath.knowledge.catalogue import Knowledge, knowledge_without
from slowpath.run.client import search_path
from slowpath.run.limits import Limits


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What a verb is asked to do; each verb adds its own fields.

    `seconds` is the budget of the whole command, `max_ops` the cost at which one run ends. `without` are the
    strategies, and "knowledge", that are switched off. `path` is the module search path for the target.
    """

    spec: str
    seconds: float
    max_ops: int
    seed: int = 0
    scope: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    limits: Limits = msgspec.field(default_factory=Limits)
    without: tuple[str, ...] = ()
    path: tuple[str, ...] = msgspec.field(default_factory=search_path)

    @property
    def knowledge(self) -> Knowledge:
        """What the verb may know before it starts."""
        return knowledge_without(self.without)

    def passed_on(self, **other: Any) -> dict[str, Any]:
        """The fields that every order has, with others in their place: for an order that is part of it."""
        return {name: getattr(self, name) for name in Order.__struct_fields__} | other

    @property
    def grace(self) -> float:
        """Seconds beyond the budget after which a searching process is given up: a run of a target that
        sleeps does not end by itself."""
        return 1.0 + 0.1 * self.seconds

    @property
    def least_run(self) -> float:
        """Seconds that the first fresh run may take, however late it begins: without it there is nothing to
        report."""
        return self.grace - 0.5

    def seconds_left(self, began: float, least: float = 0.0) -> float:
        """How long the fresh runs of a command that began at a monotonic time may take: at least so long."""
        return max(began + self.seconds + 1.5 * self.grace - time.monotonic(), least)
