"""Errands: an order that a process of its own carries out, telling what it finds by and by.

What travels is data of slowpath's own, so it is pickled; an error of the process is raised where it is
heard.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from slowpath import errors
from slowpath.errors import SlowpathError, TargetImportError, WorkerError
from slowpath.run import frames, limits
from slowpath.run.audit import Audit
from slowpath.run.pipes import taken_up
from slowpath.run.process import BROKEN, Process

Send = Callable[[Any], None]
Order = TypeVar("Order", bound=msgspec.Struct)


class Parcel(msgspec.Struct, frozen=True):
    """Something pickled; or a SlowpathError by the name of its class."""

    body: bytes = b""
    failed: tuple[str, str, str] | None = None


def heard(process: Process, seconds: float) -> Any:
    """Return the next thing that a process tells; None where it ended or the time ran out."""
    document = process.receive(seconds)
    if document is None:
        return None
    parcel = msgspec.msgpack.decode(document, type=Parcel)
    if parcel.failed is not None:
        kind, message, hint = parcel.failed
        raise getattr(errors, kind, WorkerError)(message, hint)
    return pickle.loads(parcel.body)


def never_begun(process: Process, what: str) -> SlowpathError:
    """Return the error to raise where a process told nothing at all: its target could not be loaded."""
    if process.ended and process.close() == BROKEN:
        return WorkerError(f"the process cannot start: {process.output}", "Install slowpath again.")
    last = f"\n{process.output}" if process.output else ""
    return TargetImportError(f"importing {what} ends the process, or does not end{last}")


def carried_out(
    arguments: Sequence[str],
    kind: type[Order],
    do: Callable[[Order, Audit, Send], None],
    too_large: Callable[[Order], SlowpathError],
) -> None:
    """Carry out the one order that comes in. Arguments: the request, reply and life pipes.

    `too_large` is the error where the memory does not suffice.
    """
    pipes, audit = taken_up(arguments)
    document = frames.read(pipes.requests)
    if document is None:
        return
    order = msgspec.msgpack.decode(document, type=kind)

    def post(parcel: Parcel) -> None:
        frames.write(pipes.replies, frames.frame(parcel))

    try:
        do(order, audit, lambda told: post(Parcel(pickle.dumps(told))))
        return
    except SlowpathError as failure:
        error = failure
    except MemoryError:
        limits.free_memory()
        error = too_large(order)
    post(Parcel(failed=(type(error).__name__, error.message, error.hint)))
