"""Inputs that the concolic engine finds: each decides something that no input before did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from slowpath.errors import SlowpathError
from slowpath.explore.example import write_example
from slowpath.run.traced import Tracer
from slowpath.search.flip.flipping import Flipping
from slowpath.shape.base import Shape
from slowpath.target.load import Loaded

_SIZE = 4  # of the inputs: they pass comparisons, and variation makes them long
_RUNS = 120  # of the trace build: the decisions of a target are mostly met by then


def solutions(
    traced: Loaded, shapes: Mapping[str, Shape], max_ops: int, is_over: Callable[[], bool]
) -> Iterator[dict[str, str]]:
    """Yield inputs, as source by parameter. `traced` is the target in the trace build."""
    try:
        tracer = Tracer(traced, shapes, _SIZE, max_ops=max_ops)
        with tracer.installed():
            for path in Flipping(tracer, runs=_RUNS, is_over=is_over).paths():
                yield write_example(path.model, path.variables, shapes, _SIZE)
    except SlowpathError:
        return  # the target cannot be traced
