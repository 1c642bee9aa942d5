"""`shapes`: which shapes are there, and how are they written? It runs no target."""

from __future__ import annotations

import inspect

import msgspec

from slowpath.command.order import Listener, silent
from slowpath.errors import UsageError
from slowpath.model.shapes import ShapeEntry, ShapesReport
from slowpath.shape.alphabet import NAMED
from slowpath.shape.library import EXAMPLES, SHAPES


class ShapesOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Which shapes to show: those of these names, or all."""

    names: tuple[str, ...] = ()


def run(order: ShapesOrder, listener: Listener = silent) -> ShapesReport:
    """Return the shapes, in the order of the reference."""
    unknown = [name for name in order.names if name not in SHAPES]
    if unknown:
        raise UsageError(f"no shape '{unknown[0]}'", f"The shapes are {', '.join(SHAPES)}.")
    shown = [
        ShapeEntry(name, EXAMPLES[name], inspect.getdoc(make) or "")
        for name, make in SHAPES.items()
        if not order.names or name in order.names
    ]
    return ShapesReport(tuple(shown), tuple(NAMED))
