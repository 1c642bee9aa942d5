"""One execution of the trace build on a symbolic input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.expr.variable import Values
from slowpath.shape.base import Shape
from slowpath.target.load import Loaded
from slowpath.values.maker import SymbolicMaker
from slowpath.values.path import Path
from slowpath.values.trace import Sites, Trace


class Tracer:
    """Runs a target of the trace build on inputs of given shapes and one size."""

    def __init__(self, loaded: Loaded, shapes: Mapping[str, Shape], size: int) -> None:
        self._loaded = loaded
        self._shapes = shapes
        self._size = size
        self.sites = Sites()

    def run(self, model: Values, max_ops: int | None = None) -> Path:
        """Run the input that a model gives and return its path."""
        ledger = self._loaded.ledger
        trace = Trace(self.sites, lambda: ledger.running)
        maker = SymbolicMaker(trace, model)
        inputs = {name: shape.build(self._size, maker, name) for name, shape in self._shapes.items()}
        result: Any = None
        raises: str | None = None
        with self._loaded.copies.installed():
            ledger.start(max_ops)
            try:
                result = self._loaded.function(**inputs)
            except Exception as error:
                raises = f"{type(error).__name__}: {error}"
            finally:
                ledger.stop()
        return Path(
            maker.values,
            trace.variables,
            trace.conditions,
            trace.taken,
            trace.sites,
            trace.costs,
            ledger.ops(),
            result,
            raises,
        )
