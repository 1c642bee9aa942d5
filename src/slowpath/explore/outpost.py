"""Exploration in a process of its own: whoever asks for the cases of a target never imports it.

The process explores as it is told and sends what it finds in batches. Cases are data of slowpath's own, so
they travel pickled.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import msgspec

from slowpath.counting.model import CostModel, from_document
from slowpath.errors import WorkerError
from slowpath.explore.cases import CaseList, Metered, PathCase, metered
from slowpath.explore.exploration import ExploreSettings
from slowpath.explore.limits import ExploreLimits, Tally
from slowpath.model.report import Traces
from slowpath.model.run import Lost
from slowpath.model.target import Target
from slowpath.run import errand, limits
from slowpath.run.audit import PROCESSES, Audit
from slowpath.run.process import Process
from slowpath.shape.base import Shape

BATCH_SECONDS = 0.1
GRACE = 30.0  # seconds beyond the budget after which the process is given up


class Order(msgspec.Struct, frozen=True):
    """What to explore, and how. `shapes` are texts of --arg, `model` is the document of a cost model."""

    spec: str
    scope: tuple[str, ...]
    path: tuple[str, ...]
    shapes: dict[str, str]
    size: int
    measures: tuple[str, ...]
    model: dict[str, Any]
    criterion: str | None
    requires: str | None
    seconds: float
    max_ops: int
    seed: int
    jobs: int
    allow: tuple[str, ...]
    limits: limits.Limits
    policy: str | None = None  # for an exploration that it drives
    naive: bool = False  # whether its traces tell nothing but control flow


@dataclass(frozen=True, slots=True)
class Begun:
    """The target is loaded, and its inputs have these shapes."""

    target: Target
    shapes: Mapping[str, Shape]


@dataclass(frozen=True, slots=True)
class Ended:
    """What the exploration did; `traces` where it followed them."""

    tally: Tally
    lost: tuple[Lost, ...]
    traces: Traces | None = None


class Outpost:
    """A process that explores. A context manager: nothing is left running after it.

    `module` is what runs there: its `main` serves the order.
    """

    def __init__(self, order: Order, module: str = __name__) -> None:
        self._order = order
        self._process = Process(module)
        self.ended: Ended | None = None  # None while it explores, and where it ended before its time

    def __enter__(self) -> Self:
        self._process.ask(self._order)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.close()

    def begun(self) -> Begun:
        """Wait until the target is loaded."""
        first = self._received()
        if isinstance(first, Begun):
            return first
        raise errand.never_begun(self._process, self._order.spec)

    def cases(self) -> Iterator[list[PathCase]]:
        """Yield cases in batches as they are found, until the exploration ends or its process does."""
        while isinstance(parcel := self._received(), list):
            yield parcel
        if isinstance(parcel, Ended):
            self.ended = parcel

    def _received(self) -> Any:
        return errand.heard(self._process, self._order.seconds + GRACE)


# -- in the process ----------------------------------------------------------------------------------------


Send = Callable[[Begun | list[PathCase] | Ended], None]
Explore = Callable[["Scene", Send], None]


@dataclass(frozen=True, slots=True)
class Scene:
    """An order, with its target loaded and ready to be explored."""

    order: Order
    target: Metered
    shapes: Mapping[str, Shape]
    settings: ExploreSettings
    model: CostModel
    audit: Audit

    def begin(self, send: Send) -> None:
        """Tell that the target is loaded; from here on it may do only what is allowed."""
        order = self.order
        send(Begun(self.target.loaded.target, self.shapes))
        self.audit.arm((*order.allow, PROCESSES) if order.jobs > 1 else order.allow)


def main(arguments: Sequence[str]) -> None:
    """Enumerate the cases of one order. Arguments: the request, reply and life pipes."""
    serve(arguments, _enumerate)


def serve(arguments: Sequence[str], explore: Explore) -> None:
    """Carry out one order. Arguments: the request, reply and life pipes."""
    errand.carried_out(
        arguments,
        Order,
        lambda order, audit, send: explore(_scene(order, audit), send),
        lambda order: WorkerError(f"{order.spec}: {limits.memory_message(order.limits)}"),
    )


def _scene(order: Order, audit: Audit) -> Scene:
    from slowpath.shape.infer import infer

    sys.path[:] = order.path
    limits.limit_memory(order.limits.memory)
    target = metered(order.spec, order.scope)
    loaded = target.loaded
    with loaded.copies.installed():
        shapes = infer(loaded.function, given=order.shapes, owner=loaded.owner)
    settings = ExploreSettings(
        requires=order.requires,
        criterion=order.criterion,
        limits=ExploreLimits(seconds=order.seconds),
        max_ops=order.max_ops,
        seed=order.seed,
        jobs=order.jobs,
    )
    return Scene(order, target, shapes, settings, from_document(order.model, "the cost model"), audit)


def _enumerate(scene: Scene, send: Send) -> None:
    order = scene.order
    found = CaseList(scene.target, scene.shapes, order.size, order.measures, scene.settings, scene.model)
    scene.begin(send)
    send_batches(found.cases(), send)
    exploration = found.exploration
    send(Ended(exploration.tally, exploration.lost()))


def send_batches(cases: Iterable[PathCase], send: Send) -> None:
    """Send cases as they are found, many at a time where they come fast."""
    batch: list[PathCase] = []
    last = time.monotonic()
    for case in cases:
        batch.append(case)
        if time.monotonic() - last >= BATCH_SECONDS:
            send(batch)
            batch, last = [], time.monotonic()
    if batch:
        send(batch)
